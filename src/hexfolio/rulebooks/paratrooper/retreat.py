"""Chapters 13 and 14: retreat and pursuit."""

from __future__ import annotations

from itertools import pairwise

from ...core.game import Table
from ...core.orders import OFF_MAP
from ...core.rulings import Refusal
from ...core.state import State
from ..events import Retreated
from ..ways import Path
from .combat import CombatRules
from .events import Pursued, RetreatRolled
from .frames import FELL_BACK, Retreat


class Retreats(CombatRules):
    """Where a beaten unit goes, and who follows."""

    def roll_retreat(self, state: State, frame: Retreat, unit: int, table: Table) -> None:
        """para:13.1.a and b, 13.2.d and i: its own die; without movement, or a way, it is lost."""
        die = table.roll()
        table.tell(RetreatRolled(unit, die))
        rest = tuple(other for other in frame.units if other != unit)
        state.frames[-1] = frame._replace(units=rest, unit=unit, distance=die)
        if not self.allowance(state, unit) or not self.retreat_ways(state, unit, die):
            self.eliminate(state, unit, "no retreat", table)
            state.frames[-1] = Retreat(frame.name, frame.side, rest)

    def retreat_ways(self, state: State, unit: int, distance: int) -> list[Path]:
        """para:13.2.a to f, rulings RP-58 and RP-59: for every end the way that hurts least."""
        key = ("retreat", unit, distance)
        ways: list[Path] | None = state.cache.get(key)
        if ways is None:
            ways = state.cache[key] = self._find_ways(state, unit, distance)
        return ways

    def _find_ways(self, state: State, unit: int, distance: int) -> list[Path]:
        """Ring by ring away from the start, keeping for each hex the way with the fewest hurts."""
        start = state.at[unit]
        best: dict[int, tuple[int, Path]] = {start: (0, (start,))}
        ended: dict[int, tuple[int, Path]] = {}
        ring = 0
        while best:
            ring += 1
            following = self._next_ring(state, unit, best, ring)
            if ring > distance:
                ended.update(
                    {end: way for end, way in best.items() if not self._onward(state, unit, start, end, ring)}
                )
            if ring >= distance:
                free = {end: pair for end, pair in following.items() if self.room_for(state, unit, end)}
                ended.update({end: pair for end, pair in free.items() if end not in ended})
                best = {end: pair for end, pair in following.items() if end not in free}
            else:
                best = following
        return [path for _, path in ended.values()]

    def _onward(self, state: State, unit: int, start: int, hex_: int, ring: int) -> list[int]:
        """Open hexes next to a hex that lie so far from the start of a retreat."""
        return [
            goal
            for goal in self.grid.around(hex_)
            if self.grid.distance(start, goal) == ring and self._open(state, unit, hex_, goal)
        ]

    def _next_ring(
        self, state: State, unit: int, best: dict[int, tuple[int, Path]], ring: int
    ) -> dict[int, tuple[int, Path]]:
        following: dict[int, tuple[int, Path]] = {}
        for hurts, path in best.values():
            for goal in self._onward(state, unit, state.at[unit], path[-1], ring):
                total = hurts + self._hurts(state, unit, path[-1], goal)
                if goal not in following or total < following[goal][0]:
                    following[goal] = total, (*path, goal)
        return following

    def _open(self, state: State, unit: int, start: int, goal: int) -> bool:
        """para:13.2.c: no enemy units, no closed ground; costs do not matter."""
        direction = self.grid.direction(start, goal)
        return (
            bool(self.costs(state, unit)[start * 6 + direction]) and not self.enemy_hexes(state, unit)[goal]
        )

    def _hurts(self, state: State, unit: int, start: int, goal: int) -> int:
        """para:13.3.a, 13.4.a and b, ruling RP-60: every enemy zone entered, every river without a bridge."""
        side = self.board.side_between(start, goal)
        river = "river" in self.board.hexsides.get(side, frozenset()) and not self.bridge_stands(state, side)
        return int(bool(self.enemy_zones(state, unit)[goal])) + int(river)

    def judge_retreat(self, state: State, unit: int, distance: int, path: Path) -> Refusal | None:
        """para:13.2.b, c and f: away from the start all the time, over open ground, to a hex with room."""
        name, number = self.name(unit), self.number
        if path[0] != state.at[unit]:
            return self.refuse("retreat_length", f"The retreat of {name} begins in {number(state.at[unit])}.")
        for ring, (start, goal) in enumerate(pairwise(path), 1):
            if goal == OFF_MAP:
                return self.refuse("retreat_closed", f"{name} may not retreat off the map.", start)
            if self.grid.direction(start, goal) < 0 or self.grid.distance(path[0], goal) != ring:
                return self.refuse(
                    "retreat_length",
                    f"Every step of a retreat leads one hex farther; {number(goal)} does not.",
                    goal,
                )
            if not self._open(state, unit, start, goal):
                return self.refuse("retreat_closed", f"{name} may not retreat into {number(goal)}.", goal)
        steps = len(path) - 1
        if steps < distance:
            return self.refuse("retreat_length", f"{name} must retreat {distance} hexes.")
        if any(self.room_for(state, unit, hex_) for hex_ in path[distance:-1]):
            return self.refuse(
                "retreat_length", f"{name} retreats {distance} hexes, and farther only from a full hex."
            )
        full = not self.room_for(state, unit, path[-1])
        if full and self._onward(state, unit, path[0], path[-1], steps + 1):
            return self.refuse(
                "retreat_stacking", f"{name} must go on: {number(path[-1])} is full.", path[-1]
            )
        return None

    def fall_back(self, state: State, unit: int, path: Path, table: Table) -> None:
        """para:13.2.e to h, 13.3.a to d, 13.4.a: step by step, hurt where it must be."""
        left, gone = path[0], path[:1]
        for start, goal in pairwise(path):
            gone = (*gone, goal)
            hurts = self._hurts(state, unit, start, goal)
            state.put(unit, goal)
            for _ in range(hurts):
                if state.at[unit] >= 0:
                    self.disrupt(state, unit, "retreat", table)
            if state.at[unit] < 0:
                break
        table.tell(Retreated(unit, gone))
        self.note(state, "loosened")
        self.left_hex(state, left, table)
        if state.at[unit] >= 0:
            state.flags[unit] |= FELL_BACK
            side = state.side_of[unit]
            if self.overstacked(state, side, path[-1]):
                self.punish_crowd(state, side, path[-1], table)
        self.came_to(state, unit, gone[1:], table)

    def walk(self, state: State, unit: int, path: Path, table: Table) -> None:
        """para:20.3.b: hex by hex; a hex that a unit comes back to was left all the same."""
        for start, goal in pairwise(path):
            state.put(unit, goal)
            self.left_hex(state, start, table)

    def came_to(self, state: State, unit: int, hexes: Path, table: Table) -> None:
        """Called with all hexes that a unit has come to, one after the other; in the last it may be lost."""

    # Chapter 14

    def pursuers(self, state: State, hex_: int, attackers: tuple[int, ...]) -> tuple[int, ...]:
        """para:14.0.a, 14.1.a and b, 14.4.f: effective, highlighted, adjacent, with the hex left by all."""
        if self.bars(state, 1 - state.active, hex_):
            return ()
        return tuple(
            unit
            for unit in attackers
            if state.at[unit] >= 0
            and self.has(unit, "pursuit")
            and not self.is_disrupted(state, unit)
            and self.allowance(state, unit)
            and self.is_near(state, unit, hex_)
            and self._may_step(state, unit, state.at[unit], hex_)
        )

    def _may_step(self, state: State, unit: int, start: int, goal: int) -> bool:
        """para:14.4.c and d: hexes it could enter; zones do not matter."""
        return self._open(state, unit, start, goal)

    def pursuit_ways(self, state: State, unit: int, hex_: int) -> list[Path]:
        """para:14.2.c and d, 14.3.a and b, 14.4.e: the hex that was left; vehicles one hex farther."""
        start = state.at[unit]
        ways: list[Path] = [(start, hex_)]
        if self.is_mechanized(unit):
            ways += [
                (start, hex_, goal)
                for goal in self.grid.around(hex_)
                if self._may_step(state, unit, hex_, goal)
            ]
        return [way for way in ways if self.may_end(state, unit, way[-1])]

    def judge_pursuit(self, state: State, unit: int, hex_: int, path: Path) -> Refusal | None:
        """para:14.2.c and d, 14.3.a, 14.4.c: first the hex that was left, then for vehicles any other."""
        name, number = self.name(unit), self.number
        if OFF_MAP in path:
            return self.refuse("pursuit_way", "A pursuit goes from hex to hex on the map.", hex_)
        if path[0] != state.at[unit] or path[1] != hex_:
            return self.refuse("pursuit_way", f"{name} pursues into {number(hex_)} first.", hex_)
        if len(path) > 2 and not self.is_mechanized(unit):
            return self.refuse("pursuit_one", f"{name} pursues one hex only.", *path[2:3])
        if len(path) > 3:
            return self.refuse("pursuit_two", f"{name} pursues two hexes at most.", path[3])
        for start, goal in pairwise(path):
            if self.grid.direction(start, goal) < 0:
                return self.refuse("pursuit_way", "A pursuit goes from hex to hex on the map.", start)
            if not self._may_step(state, unit, start, goal):
                return self.refuse("pursuit_closed", f"{name} may not enter {number(goal)}.", goal)
        return self.judge_end(state, unit, path[-1])

    def pursue(self, state: State, unit: int, path: Path, table: Table) -> None:
        """para:14.3.a: hex by hex, and what comes of it."""
        self.walk(state, unit, path, table)
        self.note(state, "loosened")
        table.tell(Pursued(unit, path))
        self.came_to(state, unit, path[1:], table)
