"""Support fire markers: drawn blind, cut by losses, and lost for good."""

from __future__ import annotations

from fractions import Fraction

from ...core.game import Table
from ...core.state import ELIMINATED, State
from ..fire_and_movement.events import Allotted
from ..fire_and_movement.frames import Combat
from .attacks import Attacks
from .events import MarkersLost


class Markers(Attacks):
    """Allotments as they change in the course of a battle."""

    def allotment(self, state: State, side: int) -> int:
        """Ruling D10: the track with all changes added up, never below none."""
        return max(super().allotment(state, side) + self.allotment_change(state, side), 0)

    def allotment_change(self, state: State, side: int) -> int:
        """kwb-dg:17.0.a, kwb-train:8.1.1.hq.b: one less for every headquarters that is lost."""
        return -sum(state.at[unit] == ELIMINATED for unit in self.hqs[side])

    def take_allotment(self, state: State, side: int, table: Table) -> None:
        """kwb-dg:23.1.a, kwb-train:8.1.a: markers are drawn blind from the pool."""
        pool, hand = state.pools[side], state.hands[side]
        values = [self.marker_value[marker] for marker in pool]
        drawn: list[int] = []
        for _ in range(min(self.allotment(state, side), len(pool))):
            place = table.draw(values)
            hand.append(pool.pop(place))
            drawn.append(values.pop(place))
        if drawn:
            table.tell(Allotted(side, tuple(drawn)))

    def draw_chances(self, state: State, side: int) -> dict[int, Fraction]:
        """The chance of each value at the next draw from the pool."""
        pool = [self.marker_value[marker] for marker in state.pools[side]]
        return {value: Fraction(pool.count(value), len(pool)) for value in sorted(set(pool))}

    # Markers that leave the battle

    def lost_markers(self, state: State, side: int) -> tuple[int, ...]:
        return state.lists.get(f"lost markers {side}", ())

    def lose_markers(self, state: State, side: int, count: int, cause: str, table: Table) -> None:
        """Markers drawn blind among those not used in this game turn leave the battle for good."""
        lost: list[int] = []
        used = state.lists.get(f"used markers {side}", ())
        for _ in range(count):
            there = [marker for marker in state.pools[side] + state.hands[side] if marker not in used]
            if not there:
                break
            marker = there[table.draw([self.marker_value[marker] for marker in there])]
            (state.hands if marker in state.hands[side] else state.pools)[side].remove(marker)
            lost.append(marker)
        if lost:
            state.lists[f"lost markers {side}"] = (*self.lost_markers(state, side), *lost)
            table.tell(MarkersLost(side, tuple(self.marker_value[marker] for marker in lost), cause))

    def spend_markers(self, state: State, combat: Combat) -> None:
        super().spend_markers(state, combat)
        for side, markers in (
            (state.active, combat.attacker_markers),
            (1 - state.active, combat.defender_markers),
        ):
            if markers:
                key = f"used markers {side}"
                state.lists[key] = (*state.lists.get(key, ()), *markers)

    def return_markers(self, state: State) -> None:
        super().return_markers(state)
        for side in (0, 1):
            state.lists.pop(f"used markers {side}", None)
