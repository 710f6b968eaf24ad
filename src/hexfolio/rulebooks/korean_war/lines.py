"""Lines of supply and communications: hexes that are open to a side, and what can be traced over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ...core.paths import flood
from ...core.state import State
from .stacks import Stacks

_ANY = bytes([0]) + bytes([1] * 255)
_NONE = bytes([1]) + bytes(255)


MOST_SPREADS = 256
"""Traces that are kept."""


class Lines(Stacks):
    """kwb-dg:10.0.b to d, kwb-train:9.0.com.c: no enemy unit, no enemy zone without a friend in it."""

    @cached_property
    def all_edges(self) -> bytes:
        """Every hexside of land as a step of a line."""
        return self.edges_where(lambda hex_, direction, goal: True)

    def edges_where(self, passable: Callable[[int, int, int], bool]) -> bytes:
        """The steps from hex to hex over land that a test of hex, direction and goal lets through."""
        edges = bytearray(self.grid.size * 6)
        for hex_ in range(self.grid.size):
            for direction in range(6):
                goal = self.grid.neighbour(hex_, direction)
                if goal >= 0 and self.land[hex_] and self.land[goal] and passable(hex_, direction, goal):
                    edges[hex_ * 6 + direction] = 1
        return bytes(edges)

    @cached_property
    def way_edges(self) -> bytes:
        """Steps along a road or a trail."""
        sides = {
            side
            for way, rate in self.battle.key.ways.items()
            if rate
            for side in self.board.ways.get(way, ())
        }
        return self.edges_where(lambda hex_, direction, goal: self.grid.side(hex_, direction) in sides)

    def closed_hexes(self, state: State, side: int) -> bytes:
        """One byte a hex: closed to the lines of a side by an enemy unit, or by a zone without a friend."""
        key = ("closed", side)
        closed: bytes | None = state.cache.get(key)
        if closed is None:
            size = self.grid.size
            enemies = int.from_bytes(state.occupied[1 - side].translate(_ANY), "little")
            zones = int.from_bytes(self.zones(state, 1 - side), "little")
            strangers = int.from_bytes(self.friends(state, side).translate(_NONE), "little")
            closed = state.cache[key] = (enemies | (zones & strangers)).to_bytes(size, "little")
        return closed

    def friends(self, state: State, side: int) -> bytearray:
        """Ruling D04: how many units of a side keep each hex open for its lines; dummies do not."""
        dummies = [unit for unit in self.dummies if state.at[unit] >= 0 and state.side_of[unit] == side]
        if not dummies:
            return state.occupied[side]
        friends = state.occupied[side][:]
        for unit in dummies:
            friends[state.at[unit]] -= 1
        return friends

    def beside(self, edges: bytes, region: bytes, hex_: int) -> bool:
        """Does a step lead from the hex into the region?"""
        neighbours = self.grid.neighbours
        return any(edges[step] and region[neighbours[step]] for step in range(hex_ * 6, hex_ * 6 + 6))

    def mask(self, hexes: list[int] | tuple[int, ...]) -> bytes:
        marked = bytearray(self.grid.size)
        for hex_ in hexes:
            marked[hex_] = 1
        return bytes(marked)

    def spread(self, edges: bytes, closed: bytes, starts: bytes, limit: int = -1) -> bytes:
        """Every hex that can be traced to; kept, since most orders change nothing about it."""
        key = edges, closed, starts, limit
        known = self.spreads.get(key)
        if known is None:
            if len(self.spreads) >= MOST_SPREADS:
                self.spreads.clear()
            known = self.spreads[key] = flood(self.grid.neighbours, edges, closed, starts, limit)
        return known

    @cached_property
    def spreads(self) -> dict[tuple[bytes, bytes, bytes, int], bytes]:
        """What was traced lately, by all that it depends on."""
        return {}

    @cached_property
    def supply_free(self) -> tuple[bool, ...]:
        """A side for which the battle names neither sources nor symbols is always in supply."""
        named = [set(self.special.get(key, {})) for key in ("sources", "symbols")]
        return tuple(not any(side.id in names for names in named) for side in self.battle.sides)

    def listed_hexes(self, key: str, side: int) -> tuple[int, ...]:
        hexes: tuple[int, ...] = self.special.get(key, {}).get(self.battle.sides[side].id, ())
        return hexes

    def out_of_supply(self, state: State, side: int) -> list[int]:
        """Units of a side on the map that are out of supply."""
        return [
            unit
            for unit in self.units_of(state, side)
            if state.at[unit] >= 0 and self.is_real(unit) and not self.in_supply(state, unit)
        ]


def both(first: bytes, second: bytes) -> bytes:
    joined = int.from_bytes(first, "little") & int.from_bytes(second, "little")
    return joined.to_bytes(len(first), "little")
