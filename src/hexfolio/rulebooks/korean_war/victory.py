"""Control, captures and victory points, as they stand at any moment (ruling B03)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from ...core.battle import Battle
from ...core.game import Table
from ...core.state import ELIMINATED, EXITED, State
from ..fire_and_movement.sequence import control_track
from .events import Captured
from .withdrawal import Withdrawal

Points = list[int]


def taken_track(hex_: int, side: int) -> str:
    return f"taken {hex_} {side}"


class Victory(Withdrawal):
    """The victory schedule of a battle, line by line."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.watched = self._watched()

    def _watched(self) -> tuple[int, ...]:
        """Hexes whose holder matters."""
        victory, hexes = self.battle.victory, set(self.battle.victory.get("control", {}))
        for key in ("held", "ever", "cities", "storm", "objectives"):
            for line in victory.get(key, ()):
                hexes.update(line[2] if isinstance(line, tuple) else (line,))
        hexes.update(self.special.get("critical", ()))
        for part in self.special.get("fleeting-sources", {}).values():
            hexes.update(part)
        for arrival in self.battle.arrivals.values():
            if arrival.terms & {"vacated", "controlled"}:
                hexes.update(arrival.hexes)
        return tuple(sorted(hexes))

    def mark_control(self, state: State, table: Table) -> None:
        """Ruling B03: a hex belongs to the side that last had a real unit in it at the end of a phase."""
        for hex_ in self.watched:
            if hex_ not in state.stacks:
                continue
            for side in (0, 1):
                if self.real_in(state, side, hex_):
                    self.capture(state, hex_, side, table)

    def capture(self, state: State, hex_: int, side: int, table: Table) -> None:
        key = control_track(hex_)
        before = state.tracks.get(key)
        state.tracks[key] = side
        if before != side:
            state.tracks[taken_track(hex_, side)] = 1
            table.tell(Captured(side, hex_))
        self.storm(state, hex_, side, before != side, table)

    def storm(self, state: State, hex_: int, side: int, captured: bool, table: Table) -> None:
        """kwb-train:12.22.victory.d: occupied by a supplied regiment late enough."""
        for scorer, _, hexes, turn in self.battle.victory.get("storm", ()):
            if side == scorer and hex_ in hexes and state.turn >= turn and "storm" not in state.tracks:
                stack = state.stacks[hex_]
                if any(self.big[unit] and self.in_supply(state, unit) for unit in stack):
                    state.tracks["storm"] = 1

    # Points

    def victory_points(self, state: State) -> tuple[int, int]:
        points = [0, 0]
        for key, award in self.awards.items():
            for line in self.battle.victory.get(key, ()):
                award(state, line, points)
        for due, line in self.withdrawals.items():
            enemy = 1 - state.side_of[due]
            points[enemy] += line["points"] * state.tracks.get(f"overdue {due}", 0)
        self.award_dead(state, points)
        self.award_optional(state, points)
        return points[0], points[1]

    @property
    def awards(self) -> Mapping[str, Callable[[State, Any, Points], None]]:
        return {
            "held": self.award_held,
            "ever": self.award_ever,
            "cities": self.award_city,
            "storm": self.award_storm,
            "clear": self.award_clear,
            "occupied": self.award_occupied,
            "cleared": self.award_cleared,
            "exited": self.award_exited,
            "left": self.award_left,
            "unsupplied": self.award_unsupplied,
        }

    def award_dead(self, state: State, points: Points) -> None:
        """Every counter in the deadpile scores once, by the highest line that fits (rulings D43 and T53)."""
        if not self.battle.victory.get("dead"):
            return
        for unit, place in enumerate(state.at):
            if place == ELIMINATED:
                points[1 - state.side_of[unit]] += self.death_points[unit]

    @cached_property
    def death_points(self) -> list[int]:
        """What the enemy scores for every counter in the deadpile."""
        lines = self.battle.victory.get("dead", ())
        return [
            max(
                (
                    value
                    for side, value, kind in lines
                    if side != counter.side and self.scores(counter.index) and self.fits(counter.index, kind)
                ),
                default=0,
            )
            for counter in self.counters
        ]

    def scores(self, unit: int) -> bool:
        """Dummies and scratch units are worth nothing."""
        return not self.counters[unit].traits & {"dummy", "scratch", "police"}

    def award_optional(self, state: State, points: Points) -> None:
        """kwb-dg:29.0.r, kwb-train:12.3.optional: optional units give points to the enemy."""
        prices: tuple[int, int] = self.special.get("optional-price", (0, 0))
        for unit in state.lists.get("optional", ()):
            side = state.side_of[unit]
            points[1 - side] += prices[side]

    def award_held(self, state: State, line: Any, points: Points) -> None:
        side, value, hexes = line
        if all(state.tracks.get(control_track(hex_)) == side for hex_ in hexes) and any(
            taken_track(hex_, side) in state.tracks for hex_ in hexes
        ):
            points[side] += value

    def award_ever(self, state: State, line: Any, points: Points) -> None:
        side, value, hexes = line
        if any(taken_track(hex_, side) in state.tracks for hex_ in hexes):
            points[side] += value

    def award_city(self, state: State, line: Any, points: Points) -> None:
        """kwb-dg:28.0.vp.c: lost to the enemy in part at least, and wholly held again."""
        side, value, hexes = line
        start = self.battle.victory.get("control", {})
        lost = any(
            taken_track(hex_, 1 - side) in state.tracks or start.get(hex_) == 1 - side for hex_ in hexes
        )
        if lost and all(state.tracks.get(control_track(hex_)) == side for hex_ in hexes):
            points[side] += value

    def award_storm(self, state: State, line: Any, points: Points) -> None:
        if "storm" in state.tracks:
            points[line[0]] += line[1]

    def award_clear(self, state: State, line: Any, points: Points) -> None:
        """kwb-dg:28.0.vp.e: a regiment or larger in the city, and no real enemy unit in it."""
        side, value, hexes = line
        inside = any(
            self.big[unit] for hex_ in hexes if state.occupied[side][hex_] for unit in state.stacks[hex_]
        )
        if inside and not any(self.seems_held(state, 1 - side, hex_) for hex_ in hexes):
            points[side] += value

    def seems_held(self, state: State, side: int, hex_: int) -> bool:
        """Is a unit of the side in the hex, as far as anybody may know?"""
        return self.real_in(state, side, hex_)

    def award_occupied(self, state: State, line: Any, points: Points) -> None:
        side, value, hexes = line
        points[side] += value * sum(self.real_in(state, side, hex_) for hex_ in hexes)

    def award_cleared(self, state: State, line: Any, points: Points) -> None:
        turn = state.tracks.get("cleared", 0)
        if turn:
            points[line[0]] += line[1] * (self.battle.turns - turn)

    def award_exited(self, state: State, line: Any, points: Points) -> None:
        side, value, kind = line
        optional = () if self.optional_exits_score else state.lists.get("optional", ())
        for unit in self.side_counters[side]:
            gone = state.at[unit] == EXITED and unit not in optional
            if gone and self.fits(unit, kind):
                points[side] += value

    @property
    def optional_exits_score(self) -> bool:
        """kwb-dg:29.0.s, kwb-train:12.3.withdrawal.d: do optional units score when they leave?"""
        return bool(self.battle.victory.get("exited-optional", True))

    def award_left(self, state: State, line: Any, points: Points) -> None:
        """kwb-dg:29.0.vp.b: every enemy counter still on the map."""
        side, value = line
        points[side] += value * sum(state.at[unit] >= 0 for unit in self.side_counters[1 - side])

    def award_unsupplied(self, state: State, line: Any, points: Points) -> None:
        """kwb-train:12.32.d: every enemy unit that is out of supply."""
        side, value = line
        points[side] += value * len(self.out_of_supply(state, 1 - side))

    def mark_cleared(self, state: State) -> None:
        """kwb-train:12.22.victory.f and g: the first game turn at whose end the city is cleared."""
        for side, _, hexes in self.battle.victory.get("cleared", ()):
            held = any(self.real_in(state, side, hex_) for hex_ in hexes)
            enemy = any(
                self.big[unit]
                for hex_ in hexes
                if state.occupied[1 - side][hex_]
                for unit in state.stacks[hex_]
            )
            if held and not enemy and "cleared" not in state.tracks:
                state.tracks["cleared"] = state.turn
