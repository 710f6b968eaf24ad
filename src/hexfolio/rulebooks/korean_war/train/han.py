"""Chapter 12.21: crossing the Han."""

from __future__ import annotations

from array import array
from itertools import pairwise

from ....core.battle import Battle
from ....core.rulings import Refusal
from ....core.state import State
from ...ways import Path
from .replacements import Replacements


class Han(Replacements):
    """Communist infantry ferries over with its whole allowance, the UN where its engineers are."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        sides = self.board.hexsides.items() if self.special.get("han") else ()
        self.han = frozenset(side for side, features in sides if "han-river" in features)
        self.ferry_units = [
            counter.index
            for counter in self.counters
            if counter.side == self.un
            and ("engineer" in counter or ("hq" in counter and counter.nation != "rok"))
        ]
        self.ferries_units = bool(self.han)
        self.han_steps = [(step, side) for step, side in enumerate(self.grid.sides) if side in self.han]
        self._open_costs: dict[tuple[str, frozenset[int]], array[int]] = {}
        self._open_edges: dict[frozenset[int], bytes] = {}

    def ferries(self, state: State) -> frozenset[int]:
        """kwb-train:12.21.han.d: Han hexsides that border on a division HQ or the engineers."""
        if not self.han:
            return frozenset()
        known: frozenset[int] | None = state.cache.get("ferries")
        if known is None:
            posts = [state.at[unit] for unit in self.ferry_units if state.at[unit] >= 0]
            sides = {
                self.board.side_between(hex_, other) for hex_ in posts for other in self.grid.around(hex_)
            }
            known = state.cache["ferries"] = self.han & sides
        return known

    def crosses_han(self, start: int, goal: int) -> bool:
        return (
            bool(self.han)
            and self.grid.direction(start, goal) >= 0
            and (self.board.side_between(start, goal) in self.han)
        )

    # Movement

    def march_costs(self, state: State, unit: int) -> array[int]:
        costs = super().march_costs(state, unit)
        return self._barred(state, unit, costs) if self.han else costs

    def _barred(self, state: State, unit: int, costs: array[int]) -> array[int]:
        """Costs with the Han closed, but for the hexsides where the UN may cross.

        An HQ or engineers on the march are themselves beside every hexside that they come to.
        """
        if unit in self.ferry_units:
            return costs
        ferries = self.ferries(state) if state.side_of[unit] == self.un else frozenset()
        trucks = costs is self.__dict__.get("truck_costs")
        key = (f"{self.counters[unit].mobility} {trucks}", ferries)
        known = self._open_costs.get(key)
        if known is None:
            known = self._open_costs[key] = costs[:]
            for step, side in self.han_steps:
                if side not in ferries:
                    known[step] = 0
        return known

    def may_ferry(self, state: State, unit: int) -> bool:
        """kwb-train:12.21.han.a and b: Communist leg units in the phase they move in; tanks never."""
        return (
            bool(self.han)
            and state.side_of[unit] == self.communist
            and not self.mobile[unit]
            and state.phase == ("mobile-movement" if self.depot[unit] else "movement")
        )

    def judge_way(self, state: State, unit: int, path: Path, left: int, fresh: bool) -> Refusal | int:
        """kwb-train:12.21.han.a: the crossing takes the whole allowance and ends the move (ruling T29)."""
        if len(path) == 2 and self.crosses_han(*path) and self.may_ferry(state, unit):
            return self._judge_ferry(state, unit, path, fresh) or left
        return super().judge_way(state, unit, path, left, fresh)

    def _judge_ferry(self, state: State, unit: int, path: Path, fresh: bool) -> Refusal | None:
        name, goal = self.name(unit), path[1]
        if state.occupied[1 - state.side_of[unit]][goal]:
            return self.refuse_enemy(unit, goal)
        if not fresh:
            return self.refuse(
                "han", f"{name} crosses the Han with its whole allowance or not at all.", *path
            )
        if not self.battle.key.hex_cost(self.board, goal, self.counters[unit].mobility):
            return self.refuse_terrain(unit, *path)
        zones = self.enemy_zones(state, unit)
        if zones[path[0]] and zones[goal] and not self.may_infiltrate(unit):
            return self.refuse_zone_to_zone(unit, goal)
        return self.judge_end(state, unit, goal)

    def single_steps(self, state: State, unit: int) -> list[Path]:
        steps = super().single_steps(state, unit)
        if state.mover == unit or not self.may_ferry(state, unit):
            return steps
        start = state.at[unit]
        return steps + [
            (start, goal)
            for goal in self.grid.around(start)
            if self.crosses_han(start, goal)
            and (start, goal) not in steps
            and self._judge_ferry(state, unit, (start, goal), fresh=True) is None
        ]

    def refuse_terrain(self, unit: int, start: int, goal: int) -> Refusal:
        if self.crosses_han(start, goal):
            name = self.name(unit)
            if self.counters[unit].side == self.un:
                text = f"{name} may not cross the Han there: no division HQ or engineer is beside it."
                return self.refuse("han_un", text, start, goal)
            if self.mobile[unit]:
                return self.refuse("han_tanks", f"{name} may not cross the Han: tanks never do.", start, goal)
            text = f"{name} crosses the Han from a hex beside it, with its whole allowance."
            return self.refuse("han", text, start, goal)
        return super().refuse_terrain(unit, start, goal)

    def way_costs(self, state: State, unit: int) -> array[int]:
        """Ruling T29: Communist infantry may retreat across, tanks may not; the UN where it may cross."""
        costs = super().way_costs(state, unit)
        if not self.han or (state.side_of[unit] == self.communist and not self.mobile[unit]):
            return costs
        return self._barred(state, unit, costs)

    def advance_ways(self, state: State, unit: int, trails: tuple[Path, ...]) -> list[Path]:
        """kwb-train:12.21.han.a and c: no Communist unit follows the enemy across (ruling T29)."""
        if self.han and state.side_of[unit] == self.communist:
            trails = tuple(self._this_side(state.at[unit], trail) for trail in trails)
        return super().advance_ways(state, unit, trails)

    def _this_side(self, start: int, trail: Path) -> Path:
        """A path as far as it does not cross the Han."""
        for place, step in enumerate(pairwise((start, *trail))):
            if self.crosses_han(*step):
                return trail[:place]
        return trail

    # Combat and supply

    def judge_attack_hexside(self, state: State, unit: int, start: int, hex_: int) -> Refusal | None:
        """kwb-train:12.21.han.c and d: no Communist attack across; the UN where it may cross."""
        if self.crosses_han(start, hex_):
            name = self.name(unit)
            if state.side_of[unit] == self.communist:
                return self.refuse("han_attack", f"{name} may not attack across the Han.", start, hex_)
            if self.board.side_between(start, hex_) not in self.ferries(state):
                text = f"{name} may not attack across the Han: no division HQ or engineer is beside it."
                return self.refuse("han_un", text, start, hex_)
        return super().judge_attack_hexside(state, unit, start, hex_)

    def un_edges(self, state: State) -> bytes:
        """kwb-train:12.21.han.d: UN lines cross only where UN units do."""
        edges = super().un_edges(state)
        if not self.han:
            return edges
        ferries = self.ferries(state)
        known = self._open_edges.get(ferries)
        if known is None:
            barred = bytearray(edges)
            for step, side in self.han_steps:
                if side not in ferries:
                    barred[step] = 0
            known = self._open_edges[ferries] = bytes(barred)
        return known
