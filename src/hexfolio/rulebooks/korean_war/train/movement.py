"""Chapter 5.1: infiltration, Supply Centers and trucks."""

from __future__ import annotations

from array import array
from functools import cached_property

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ...events import Moved
from ...fire_and_movement.frames import MOVED, MOVED_LATE
from ...fire_and_movement.movement import CLOSED, Charges, March
from ..events import Rolled
from .ground import Ground

TRUCKS = ("us", "cw")


class Movement(Ground):
    """Who steps from zone to zone, and who moves late."""

    # Infiltration

    def may_infiltrate(self, unit: int) -> bool:
        """kwb-train:5.1.2.a and b: leg infantry below division, cadres and scratch units (ruling T06)."""
        return not self.mobile[unit] and self.is_infantry(unit) and not self.is_division(unit)

    def mobile_charges(self, unit: int, allowance: int) -> Charges:
        """kwb-train:5.1.2.b: no step from zone to zone, and nothing to pay for others (ruling T51)."""
        return super().mobile_charges(unit, allowance)._replace(cross=CLOSED)

    def judge_cross(
        self, state: State, march: March, start: int, goal: int, direction: int, left: int, first: bool
    ) -> Refusal | int:
        unit = march.unit
        if not self.may_infiltrate(unit):
            return self.refuse_zone_to_zone(unit, goal)
        return super().judge_cross(state, march, start, goal, direction, left, first)

    def refuse_zone_to_zone(self, unit: int, goal: int) -> Refusal:
        text = f"{self.name(unit)} may not go from enemy zone to enemy zone, into {self.number(goal)}."
        return self.refuse(
            "no_infiltration" if not self.mobile[unit] else "no_infiltration_mobile", text, goal
        )

    # Late movers

    def may_move_late(self, state: State, unit: int) -> bool:
        """kwb-train:5.1.3.a, 5.1.4.a and d, 9.1.c: Supply Centers, supplied vehicles and supplied trucks."""
        if self.mobile[unit] or self.has_trucks(state, unit):
            return state.mover == unit or self.in_supply(state, unit)
        return self.depot[unit]

    def has_trucks(self, state: State, unit: int) -> bool:
        """Is this a US or Commonwealth leg unit on a road or trail when the phase opens?"""
        return (
            not self.mobile[unit]
            and self.nation[unit] in TRUCKS
            and state.side_of[unit] == self.un
            and (state.mover == unit or bool(self.on_way[state.at[unit]]))
        )

    @cached_property
    def on_way(self) -> bytes:
        """Hexes that a road or a trail runs through."""
        ways = [way for way, rate in self.battle.key.ways.items() if rate]
        return bytes(any(self.board.way_in_hex(way, hex_) for way in ways) for hex_ in range(self.grid.size))

    @cached_property
    def truck_costs(self) -> array[int]:
        """kwb-train:5.1.4.a and b: steps along roads and trails; all others are closed."""
        costs = array("H", [0] * (self.grid.size * 6))
        key = self.battle.key
        for hex_ in range(self.grid.size):
            for goal in self.grid.around(hex_):
                if not key.never(self.board, goal):
                    side = self.board.side_between(hex_, goal)
                    costs[hex_ * 6 + self.grid.direction(hex_, goal)] = key.way_cost(self.board, side)
        return costs

    def march_costs(self, state: State, unit: int) -> array[int]:
        if state.phase == "mobile-movement" and not self.mobile[unit] and not self.depot[unit]:
            return self.truck_costs
        return super().march_costs(state, unit)

    def refuse_terrain(self, unit: int, start: int, goal: int) -> Refusal:
        """kwb-train:5.1.4.b: a unit on trucks does not leave the road."""
        side = self.board.side_between(start, goal)
        key, mobility = self.battle.key, self.counters[unit].mobility
        open_ground = (
            key.hex_cost(self.board, goal, mobility) and key.side_cost(self.board, side, mobility) >= 0
        )
        if not self.mobile[unit] and open_ground:
            text = f"{self.name(unit)} is on trucks: no road or trail leads on to {self.number(goal)}."
            return self.refuse("trucks", text, start, goal)
        return super().refuse_terrain(unit, start, goal)

    def judge_mover(self, state: State, unit: int) -> Refusal | None:
        """Why a unit may not move in this phase."""
        if state.side_of[unit] == state.active and state.at[unit] >= 0:
            name = self.name(unit)
            if self.depot[unit] and state.phase == "movement":
                return self.refuse("depot_phase", f"{name} moves in the mobile movement phase only.")
            if state.phase == "mobile-movement" and not self.may_move_late(state, unit):
                return self._refuse_late(state, unit)
        return super().judge_mover(state, unit)

    def _refuse_late(self, state: State, unit: int) -> Refusal:
        name = self.name(unit)
        if self.mobile[unit] or self.has_trucks(state, unit):
            return self.refuse("supply_late", f"{name} is out of supply: it may not move now.")
        if self.nation[unit] in TRUCKS and state.side_of[unit] == self.un:
            return self.refuse("trucks_start", f"{name} is not on a road or trail.")
        if self.nation[unit] == "rok":
            return self.refuse("trucks_rok", f"{name} is South Korean and has no trucks.")
        return self.refuse("mobile_only", f"{name} is not a mobile unit.")

    def stays_put(self, state: State, unit: int) -> bool:
        return self.depot[unit] and state.phase == "movement"

    def movers(self, state: State) -> list[int]:
        """kwb-train:5.1.3.a: Supply Centers do not move in the movement phase."""
        units = super().movers(state)
        return [unit for unit in units if not self.depot[unit]] if state.phase == "movement" else units

    def sets_out(self, state: State, order: Order, table: Table) -> bool:
        """kwb-train:12.1.1.com-shortage.a: a Supply Center that tries to move may be sent back."""
        if order.verb == "move" and self.depot[order.unit] and self.special.get("supply-die"):
            die = table.roll()
            table.tell(Rolled(state.active, die, "supply"))
            if die == 6:
                self._send_back(state, order.unit, table)
                return False
        return super().sets_out(state, order, table)

    def _send_back(self, state: State, unit: int, table: Table) -> None:
        """To the nearest supply symbol that no enemy holds (ruling T08)."""
        start, enemy = state.at[unit], 1 - state.side_of[unit]
        symbols = [
            hex_
            for hex_ in self.listed_hexes("symbols", state.side_of[unit])
            if not state.occupied[enemy][hex_]
        ]
        state.flags[unit] |= MOVED | MOVED_LATE
        state.mover = -1
        if symbols:
            goal = min(symbols, key=lambda hex_: self.grid.distance(start, hex_))
            state.put(unit, goal)
            table.tell(Moved(unit, (start, goal), 0))
