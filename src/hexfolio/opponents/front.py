"""Where the enemy can break in, where supply reaches, and the way off the map."""

from __future__ import annotations

from functools import cached_property

from hexfolio.core.paths import flood

from .ground import CLOSED, FAR
from .position import DEFENCE, Position

SOURCES = ("sources", "fleeting-sources", "symbols")
TURN = 8
"""Half points of a usual move."""
OUTLOOK = 4 * TURN
"""How far ahead the enemy's ways are looked at."""
HELD_UP = TURN
"""What it costs to go on from a hex next to an enemy."""
BROKEN_THROUGH = 3 * TURN
"""What it costs to fight through a hex with an enemy in it."""


class Lanes:
    """The enemy's ways over the map as if nobody stood in them: how near he is, and where he comes from."""

    def __init__(self, position: Position) -> None:
        self.position = position
        starts = [position.at[unit] for unit in position.enemies if position.fights(unit)]
        self._costs, self._before = position.ground.ways_from(starts, "leg", {}, OUTLOOK)
        self._origins: dict[int, int] = {}

    def turns_away(self, hex_: int) -> float:
        """Turns until the nearest enemy could be there, if nothing hindered him."""
        cost = self._costs[hex_]
        return cost / TURN if cost <= OUTLOOK else float(OUTLOOK)

    def water(self, hex_: int) -> int:
        """Shelter by water between a hex and the nearest enemy's way to it."""
        before = self._before[hex_]
        return self.position.ground.screen(hex_, before) if before >= 0 else 0

    def detour(self, hex_: int, goal: int) -> int:
        """How much longer the way to a goal is for the enemy nearest to a hex if he goes by that hex."""
        if self._costs[hex_] > OUTLOOK:
            return FAR
        costs = self.position.ground.cost_to(goal, "leg")
        return min(FAR, max(0, self._costs[hex_] + costs[hex_] - costs[self._origin(hex_)]))

    def _origin(self, hex_: int) -> int:
        trail = []
        while hex_ not in self._origins and self._before[hex_] >= 0:
            trail.append(hex_)
            hex_ = self._before[hex_]
        origin = self._origins.get(hex_, hex_)
        for passed in trail:
            self._origins[passed] = origin
        return origin


class Front:
    """Both sides' lines as they stand, as far as one side sees them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.grid = position.grid
        self._ways_out: dict[str, list[int]] = {}

    # The enemy's ways

    @cached_property
    def _approach(self) -> tuple[list[int], list[int]]:
        """The enemy's ways past our line: half points by hex, and the hex before."""
        position = self.position
        charges: dict[int, int] = {}
        for unit in position.own:
            if position.value(unit, DEFENCE):
                charges[position.at[unit]] = CLOSED
                if position.fights(unit):
                    for hex_ in self.grid.around(position.at[unit]):
                        charges.setdefault(hex_, HELD_UP)
        starts = [position.at[unit] for unit in position.enemies if position.fights(unit)]
        return position.ground.ways_from(starts, "leg", charges, OUTLOOK)

    def turns_away(self, hex_: int) -> float:
        """Turns until the enemy could be in a hex, or next to it if somebody holds it; many if he cannot."""
        costs = self._approach[0]
        cost = min(costs[hex_], *[costs[near] for near in self.grid.around(hex_)])
        return cost / TURN if cost <= OUTLOOK else float(OUTLOOK)

    def within_a_turn(self, hex_: int) -> bool:
        """Could the enemy be in a hex in his next turn, past our line?"""
        return self._approach[0][hex_] <= TURN

    def break_in(self, hex_: int) -> list[int]:
        """The enemy's quickest way to a hex, without its two ends; empty if there is none."""
        way: list[int] = []
        before = self._approach[1]
        at = before[hex_]
        while at >= 0:
            way.append(at)
            at = before[at]
        return way[:-1]

    # Supply

    @cached_property
    def supply(self) -> bytes | None:
        """One byte a hex: does an open line lead to a source? None where supply does not matter."""
        position, special = self.position, self.position.battle.special
        name = position.battle.sides[position.side].id
        hexes = [
            hex_
            for key in ("sources", "fleeting-sources", "symbols")
            for hex_ in special.get(key, {}).get(name, ())
        ]
        if not hexes:
            return None
        size = self.grid.size
        closed = bytearray(size)
        for enemy in position.enemies:
            closed[position.at[enemy]] = 1
            if position.fights(enemy):
                for hex_ in self.grid.around(position.at[enemy]):
                    closed[hex_] = 1
        for unit in position.own:
            closed[position.at[unit]] = 0
        starts = bytearray(size)
        for hex_ in hexes:
            starts[hex_] = 1
        return flood(self.grid.neighbours, position.ground.land, closed, starts, -1)

    def cut_off(self, hex_: int) -> bool:
        """Would a unit there be without supply, as far as one can tell from the map?"""
        supply = self.supply
        return supply is not None and not any(supply[near] for near in (hex_, *self.grid.around(hex_)))

    # The way off the map

    def way_out(self, mobility: str) -> list[int]:
        """Half points from every hex to an exit, enemies in the way counted."""
        if mobility not in self._ways_out:
            position = self.position
            charges: dict[int, int] = {}
            for enemy in position.enemies:
                charges[position.at[enemy]] = BROKEN_THROUGH
                if position.fights(enemy):
                    for hex_ in self.grid.around(position.at[enemy]):
                        charges.setdefault(hex_, HELD_UP)
            exits = position.schedule.exits[position.side]
            self._ways_out[mobility] = position.ground.ways_to(exits, mobility, charges)
        return self._ways_out[mobility]
