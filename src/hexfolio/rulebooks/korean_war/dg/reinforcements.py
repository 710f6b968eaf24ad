"""Chapter 26: how reinforcements come on."""

from __future__ import annotations

from ....core.battle import Battle
from ....core.game import Table
from ....core.rulings import Refusal
from ....core.state import State
from ...fire_and_movement.movement import CLOSED
from .capture import Capture

WIDENED = 3


class Reinforcements(Capture):
    """By the designated hex in a column, by a neighbour if it is blocked, by a wider stretch when delayed."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.border = bytes(self._is_border(hex_) for hex_ in range(self.grid.size))

    def _is_border(self, hex_: int) -> bool:
        """Land on the edge of the map or on the coast, where units can come on."""
        around = self.grid.around(hex_)
        return bool(self.land[hex_]) and (len(around) < 6 or not all(self.land[other] for other in around))

    def is_free(self, unit: int) -> bool:
        """Ruling D35: counters that appear in a hex instead of coming on pay nothing."""
        arrival = self.battle.arrivals.get(unit)
        return arrival is not None and ("free" in arrival.terms or bool(arrival.beside))

    def waits_on_stack(self, unit: int) -> bool:
        arrival = self.battle.arrivals.get(unit)
        return arrival is not None and bool(arrival.beside)

    def entry_cost(self, state: State, unit: int, hex_: int) -> int:
        """kwb-dg:26.0.a and b: the cheapest cost of the hex, times the place in the column."""
        mobility = self.counters[unit].mobility
        ground = self.battle.key.hex_cost(self.board, hex_, mobility)
        if not ground:
            return CLOSED
        if self.is_free(unit):
            return 0
        return self._cheapest(hex_, ground) * (state.tracks.get(f"column {hex_}", 0) + 1)

    def _cheapest(self, hex_: int, ground: int) -> int:
        """The road or trail into the hex; a port or coast counts as a road (ruling D35)."""
        ways = [
            rate for way, rate in self.battle.key.ways.items() if rate and self.board.way_in_hex(way, hex_)
        ]
        if len(self.grid.around(hex_)) == 6 or not all(self.land[other] for other in self.grid.around(hex_)):
            ways.append(min(self.battle.key.ways.values()))
        return min([*ways, ground])

    def note_entry(self, state: State, unit: int, hex_: int) -> None:
        super().note_entry(state, unit, hex_)
        if not self.is_free(unit):
            key = f"column {hex_}"
            state.tracks[key] = state.tracks.get(key, 0) + 1

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        for key in [key for key in state.tracks if key.startswith("column ")]:
            del state.tracks[key]
        super().begin_player_turn(state, side, table)

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """kwb-dg:26.0.c and d: a neighbour on the edge if the hex is blocked, three hexes off if delayed."""
        hexes = super().entry_hexes(state, unit)
        if self.is_free(unit):
            return hexes
        found = list(hexes)
        delayed = unit in state.lists.get("delayed", ())
        zones, enemies = self.enemy_zones(state, unit), state.occupied[1 - state.side_of[unit]]
        for hex_ in hexes:
            if delayed:
                found += [other for other in self.grid.within(hex_, WIDENED) if self.border[other]]
            elif zones[hex_] or enemies[hex_]:
                found += [other for other in self.grid.around(hex_) if self._alike(hex_, other)]
        return tuple(dict.fromkeys(found))

    def _alike(self, hex_: int, other: int) -> bool:
        """Is the neighbour on the same edge of the map, or on the same coast, or in the same city?"""
        if any(hex_ in hexes and other in hexes for hexes in self.board.places.values()):
            return True
        on_edge = [len(self.grid.around(each)) < 6 for each in (hex_, other)]
        return bool(self.border[other]) and on_edge[0] == on_edge[1]

    def refuse_entry_hex(self, state: State, unit: int, hex_: int) -> Refusal:
        """kwb-dg:26.0.c and d: why a hex near the designated one is not open."""
        refusal = super().refuse_entry_hex(state, unit, hex_)
        if self.is_free(unit) or hex_ < 0:
            return refusal
        if unit in state.lists.get("delayed", ()):
            return self.refuse("entry_wide", refusal.sentence, hex_)
        if len(self.entry_hexes(state, unit)) > len(super().entry_hexes(state, unit)):
            return self.refuse("entry_beside", refusal.sentence, hex_)
        return refusal

    def phase_over(self, state: State, table: Table) -> None:
        """kwb-dg:26.0.d: a unit that could not have come on is delayed, has a wider choice from then on."""
        super().phase_over(state, table)
        if state.phase != "movement":
            return
        delayed = [
            unit
            for unit in self.arrivals(state)
            if not self.is_free(unit) and not self.entry_ways(state, unit)
        ]
        if delayed:
            known = state.lists.get("delayed", ())
            state.lists["delayed"] = tuple(dict.fromkeys((*known, *delayed)))
