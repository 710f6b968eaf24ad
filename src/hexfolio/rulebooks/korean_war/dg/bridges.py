"""Chapter 12: engineers make a river hexside count as bridged for the rest of the game turn."""

from __future__ import annotations

from array import array
from typing import ClassVar

from ....core.battle import Battle
from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ...fire_and_movement.frames import ADVANCED
from ..events import Bridged
from .divisions import Divisions

REACH = 8
"""Four movement points, in halves."""


class Bridges(Divisions):
    """kwb-dg:12.0: one hexside for each engineer, named in a UN movement phase."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**Divisions.verbs, "bridge": ("unit", "path")}

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.engineers = [unit for unit in self.side_counters[self.un] if "engineer" in self.counters[unit]]
        self._bridged_costs: dict[tuple[str, tuple[int, ...]], array[int]] = {}
        self._bridged_edges: dict[tuple[int, ...], bytes] = {}

    def laid(self, state: State) -> tuple[int, ...]:
        """Hexsides that engineers bridge in this game turn."""
        return state.lists.get("bridges", ())

    def bridged(self, state: State, side: int) -> bool:
        """kwb-dg:12.0.i: for combat the hexside is a bridge to both sides."""
        return side in self.laid(state) or super().bridged(state, side)

    def judge_bridge(self, state: State, order: Order) -> Refusal | None:
        """kwb-dg:12.0.b to d: one hexside an engineer, near it, and out of enemy zones.

        fm-st296:7.9.h: building is something the engineer does, so not after an advance.
        """
        unit, path = order.unit, order.path
        if not self.special.get("bridging") or unit not in self.engineers:
            return self.refuse("bridge", f"{self.name(unit)} builds no bridges in this battle.")
        if state.side_of[unit] != state.active or state.at[unit] < 0:
            return self.refuse("bridge", f"{self.name(unit)} is not on the map, or not yours.")
        if state.flags[unit] & ADVANCED:
            text = f"{self.name(unit)} advanced after combat and does nothing more in this player turn."
            return self.refuse("advanced_rest", text)
        if len(path) != 2 or min(path) < 0 or self.grid.direction(path[0], path[1]) < 0:
            return self.refuse("bridge", "A bridge is named by the two hexes it joins, as in 1206-1306.")
        side = self.board.side_between(*path)
        if not self.unbridged(side) or side in self.laid(state):
            return self.refuse("bridge", "There is no river without a bridge between these hexes.", *path)
        if unit in state.lists.get("builders", ()):
            return self.refuse("bridge", f"{self.name(unit)} has bridged a hexside in this game turn.", *path)
        zones = self.enemy_zones(state, unit)
        if any(zones[hex_] for hex_ in path):
            return self.refuse("bridge_zone", "The hexside lies in an enemy zone of control.", *path)
        reached = self.reach(state, unit, state.at[unit], REACH)[0]
        if not any(hex_ in reached for hex_ in path):
            text = f"{self.name(unit)} is more than four movement points from that hexside."
            return self.refuse("bridge_reach", text, *path)
        return None

    def build_bridge(self, state: State, order: Order, table: Table) -> None:
        side = self.board.side_between(*order.path)
        state.lists["bridges"] = tuple(sorted((*self.laid(state), side)))
        state.lists["builders"] = (*state.lists.get("builders", ()), order.unit)
        state.cache.clear()
        table.tell(Bridged(order.unit, order.path))

    def bridge_orders(self, state: State, unit: int) -> list[Order]:
        """Every bridge that an engineer could build now."""
        if not self.special.get("bridging") or unit not in self.engineers:
            return []
        orders = dict.fromkeys(
            Order("bridge", unit, (min(hex_, goal), max(hex_, goal)))
            for hex_ in self.reach(state, unit, state.at[unit], REACH)[0]
            for goal in self.grid.around(hex_)
            if self.unbridged(self.board.side_between(hex_, goal))
        )
        return [order for order in orders if self.judge_bridge(state, order) is None]

    def turn_over(self, state: State, table: Table) -> None:
        """kwb-dg:12.0.h: every bridge is removed at the end of the game turn."""
        super().turn_over(state, table)
        state.lists.pop("bridges", None)
        state.lists.pop("builders", None)

    # What a bridge is good for

    def march_costs(self, state: State, unit: int) -> array[int]:
        """kwb-dg:12.0.f: UN units cross at the bridged cost (ruling D17: nobody else does)."""
        costs = super().march_costs(state, unit)
        if not self.laid(state) or state.side_of[unit] != self.un:
            return costs
        return self._costs_with(self.counters[unit].mobility, costs, self.laid(state))

    def _costs_with(self, mobility: str, costs: array[int], laid: tuple[int, ...]) -> array[int]:
        key = mobility, laid
        known = self._bridged_costs.get(key)
        if known is None:
            known = self._bridged_costs[key] = costs[:]
            terrain, board = self.battle.key, self.board
            for hex_ in range(self.grid.size):
                for direction in range(6):
                    goal = self.grid.neighbour(hex_, direction)
                    if goal >= 0 and self.grid.side(hex_, direction) in laid:
                        dry = terrain.hex_cost(board, goal, mobility)
                        rate = terrain.dry_way_cost(board, self.grid.side(hex_, direction))
                        known[hex_ * 6 + direction] = rate or dry
        return known

    def supply_edges(self, state: State, side: int) -> bytes:
        """kwb-dg:10.2.terrain.d and 12.0.e: UN lines cross a hexside that is bridged in this game turn."""
        edges, laid = super().supply_edges(state, side), self.laid(state)
        if side != self.un or not laid:
            return edges
        known = self._bridged_edges.get(laid)
        if known is None:
            opened = bytearray(edges)
            for hex_ in range(self.grid.size):
                for direction in range(6):
                    if self.grid.neighbour(hex_, direction) >= 0 and self.grid.side(hex_, direction) in laid:
                        opened[hex_ * 6 + direction] = 1
            known = self._bridged_edges[laid] = bytes(opened)
        return known
