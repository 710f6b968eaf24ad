"""Reinforcements: when, where and at what cost they come on (chapters 3 and 4.1)."""

from __future__ import annotations

from random import Random

from ...core.game import Table
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import WAITING, State
from ..ways import Path, way_to
from .movement import CLOSED, Movement


class Reinforcements(Movement):
    """Units that wait on the turn track enter in their owner's movement phase."""

    def arrivals(self, state: State) -> list[int]:
        """fm-folio:4.1.e, fm-2023:4.1.e: reinforcements due come on in their owner's movement phase only."""
        if state.phase != "movement":
            return []
        due = self.battle.arrivals
        return [
            unit
            for unit, arrival in due.items()
            if state.at[unit] == WAITING
            and arrival.turn <= state.turn
            and state.side_of[unit] == state.active
        ]

    def sets_out(self, state: State, order: Order, table: Table) -> bool:
        """Called before a unit begins its move; False if something else became of it."""
        return True

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Where the reinforcement may come on."""
        return self.battle.arrivals[unit].hexes

    def entry_cost(self, state: State, unit: int, hex_: int) -> int:
        """Half points for coming on: the terrain and the charge of an enemy zone there, or CLOSED."""
        cost = self.battle.key.hex_cost(self.board, hex_, self.counters[unit].mobility)
        if not cost:
            return CLOSED
        return cost + self.charges(state, unit).enter if self.enemy_zones(state, unit)[hex_] else cost

    def judge_entry(self, state: State, unit: int, path: Path) -> Refusal | int:
        """The half points a reinforcement's way costs, or why it may not come on so."""
        name = self.name(unit)
        arrival = self.battle.arrivals.get(unit)
        if not arrival or state.at[unit] != WAITING or state.side_of[unit] != state.active:
            return self.refuse("reinforcement", f"{name} is not a reinforcement waiting to come on.")
        if arrival.turn > state.turn:
            return self.refuse("arrival_turn", f"{name} is due in game turn {arrival.turn}, not before.")
        if state.phase != "movement":
            return self.refuse("arrival_phase", f"{name} may come on in the movement phase only.")
        if path[0] not in self.entry_hexes(state, unit) or OFF_MAP in path:
            expected = ", ".join(self.number(hex_) for hex_ in self.entry_hexes(state, unit))
            return self.refuse("reinforcement", f"{name} comes on at {expected} and stays on the map.")
        if state.occupied[1 - state.side_of[unit]][path[0]]:
            return self.refuse(
                "enemy_hex",
                f"{name} may not come on at {self.number(path[0])}: an enemy unit is there.",
                path[0],
            )
        left = self.allowance(state, unit) * 2
        cost = self.entry_cost(state, unit, path[0])
        if cost == CLOSED:
            text = f"{name} may not come on at {self.number(path[0])}: the terrain is prohibited to it."
            return self.refuse("closed_hex", text, path[0])
        if cost > left:
            return self.refuse_cost(unit, path[0], cost, left)
        if len(path) > 1 and self.must_stop(state, unit, path[0]):
            return self.refuse_stop(unit, path[0], path[1])
        way = self.judge_way(state, unit, path, left - cost, False)
        return way if isinstance(way, Refusal) else cost + way

    def entry_ways(self, state: State, unit: int) -> list[Path]:
        """Every way a reinforcement may come on."""
        return [way_to(hexes, came, position) for hexes, came, position in self._entry_ends(state, unit)]

    def random_entry(self, state: State, unit: int, random: Random) -> Path | None:
        """One of `entry_ways`, without listing them all."""
        hexes, _, came, position = self._random_end(state, unit, random)
        if position >= 0:
            return way_to(hexes, came, position)
        ends = self._entry_ends(state, unit)
        return way_to(*ends[int(random.random() * len(ends))]) if ends else None

    def _random_end(
        self, state: State, unit: int, random: Random
    ) -> tuple[list[int], list[int], list[int], int]:
        """Where a way on from the only entry hex may end; -1 if a few draws find none."""
        nothing: tuple[list[int], list[int], list[int], int] = ([], [], [], -1)
        entries = self.entry_hexes(state, unit)
        if len(entries) != 1 or state.occupied[1 - state.side_of[unit]][entries[0]]:
            return nothing
        left, cost = self.allowance(state, unit) * 2, self.entry_cost(state, unit, entries[0])
        if cost == CLOSED or cost > left:
            return nothing
        budget = 0 if self.must_stop(state, unit, entries[0]) else left - cost
        hexes, spent, came = self.reach(state, unit, entries[0], budget)
        for _ in range(4):
            position = int(random.random() * len(hexes))
            if self.has_room(state, unit, hexes[position]):
                return hexes, spent, came, position
        return nothing

    def _entry_ends(self, state: State, unit: int) -> list[tuple[list[int], list[int], int]]:
        """Where the ways end: hexes reached from an entry hex, how each was come to, and which it is."""
        ends: list[tuple[list[int], list[int], int]] = []
        left = self.allowance(state, unit) * 2
        for hex_ in self.entry_hexes(state, unit):
            cost = self.entry_cost(state, unit, hex_)
            if cost == CLOSED or cost > left or state.occupied[1 - state.side_of[unit]][hex_]:
                continue
            budget = 0 if self.must_stop(state, unit, hex_) else left - cost
            hexes, _, came = self.reach(state, unit, hex_, budget)
            ends += [(hexes, came, i) for i, end in enumerate(hexes) if self.has_room(state, unit, end)]
        return ends
