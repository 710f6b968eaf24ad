"""Chapter 21: victory; with 24.4 and 25.4."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Outcome, Table
from ...core.state import ELIMINATED, State
from ..events import Finished
from .regrouping import Regrouping

DEFAULT_LEVELS = (
    (41, 0, "strategic victory"),
    (26, 0, "operational victory"),
    (11, 0, "tactical victory"),
    (-10, -1, "draw"),
    (-25, 1, "tactical victory"),
    (-40, 1, "operational victory"),
    (-41, 1, "strategic victory"),
)
"""para:24.4.g, 25.4.f, ruling RP-01: those of both printed battles, for a battle that lists none."""

SUDDEN = "decisive victory"
FIRST_SUDDEN = 2
"""The turn from which a battle may end at once."""


class Victory(Regrouping):
    """Sudden death, points and levels."""

    def objectives(self) -> dict[int, int]:
        """Objective hexes and what they are worth."""
        hexes: dict[int, int] = self.battle.victory.get("objectives", {})
        return hexes

    def holds(self, state: State, side: int, hex_: int, fog: bool = True) -> bool:
        """para:2.8.b, rulings RP-03: a unit is inside; fog counters that lie open do at the end."""
        return any(fog or not self.is_fog[unit] for unit in self.units_in(state, side, hex_))

    def _holds_alone(self, state: State, side: int, hex_: int) -> bool:
        """para:6.2.3.i: who has come down among enemies is lost if they stay."""
        return self.holds(state, side, hex_, fog=False) and not self.bars(state, 1 - side, hex_)

    def sudden_death(self, state: State, table: Table) -> bool:
        """para:21.1.a, 24.4.a and b, ruling RP-04: all objectives held, no enemy unit left, from turn 2."""
        if state.turn < FIRST_SUDDEN or not self.objectives() or state.phase == "set-up":
            return False
        for side in (0, 1):
            left = any(
                state.at[unit] >= 0 and self.is_ground[unit] and not self.is_fog[unit]
                for unit in self.side_counters[1 - side]
            )
            if not left and all(self._holds_alone(state, side, hex_) for hex_ in self.objectives()):
                state.tracks["sudden"] = side
                self.finish(state, table)
                return True
        return False

    def victory_points(self, state: State) -> tuple[int, int]:
        """para:21.2.a, 24.4.c to e, 25.4.b to d, rulings RP-05, RP-06 and RP-08."""
        points = [0, 0]
        for hex_, value in self.objectives().items():
            for side in (0, 1):
                if self.holds(state, side, hex_):
                    points[side] += value
        for counter in self.counters:
            if state.at[counter.index] == ELIMINATED:
                points[1 - counter.side] += self.worth(counter.index)
        points[self.airborne_side] += 2 * len(state.lists.get("freed", ()))
        return points[0], points[1]

    def worth(self, unit: int) -> int:
        """What the enemy gets for a counter that was eliminated."""
        if self.counters[unit].side == self.airborne_side:
            return 1 if self.has(unit, "airstrike") else 2 * self.is_ground[unit]
        if self.is_fog[unit]:
            return {"leader": 2, "depot": 1}.get(
                next(iter(self.counters[unit].traits & {"leader", "depot"}), ""), 0
            )
        return 1

    def levels(self) -> Sequence[tuple[int, int, str]]:
        return super().levels() or DEFAULT_LEVELS

    def level(self, margin: int) -> tuple[int, str]:
        """para:21.2.b and c, ruling RP-02: the winner and the level that the battle lists for it."""
        levels = self.levels()
        return next(((side, name) for least, side, name in levels if margin >= least), levels[-1][1:])

    def outcome(self, state: State) -> Outcome | None:
        if state.frames or not state.turn:
            return None
        points = self.victory_points(state)
        if "sudden" in state.tracks:
            return Outcome(state.tracks["sudden"], SUDDEN, points)
        return Outcome(*self.level(points[0] - points[1]), points)

    def finish(self, state: State, table: Table) -> None:
        """para:4.2.e: after the last turn victory is judged."""
        state.frames = []
        outcome = self.outcome(state)
        assert outcome is not None
        table.tell(Finished(outcome.winner, outcome.level, outcome.points))
