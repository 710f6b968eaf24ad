"""Chapters 7 to 9: stacking, inspection, zones of control."""

from __future__ import annotations

from typing import ClassVar

from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from .command import Command
from .frames import CROWDED


class Stacking(Command):
    """Limits that bind at the end of phases, the order of a stack, and zones."""

    any_time: ClassVar[frozenset[str]] = frozenset({"top"})

    # Chapter 7

    def counted(self, state: State, side: int, hex_: int) -> list[int]:
        """para:23.6.3.b, 24.1.d: units that count for stacking; fog counters do not."""
        units = self.units_in(state, side, hex_)
        return [unit for unit in units if not self.is_fog[unit]] if units else units

    def stacking_limit(self) -> int:
        """para:7.2.a: from the battle."""
        limit: int = self.special["stacking"]
        return limit

    def parted(self, units: list[int]) -> bool:
        """para:25.1.i, ruling RP-88: contingents that may not stack together."""
        apart: frozenset[str] = self.special.get("apart", frozenset())
        return len(apart.intersection(self.counters[unit].group for unit in units)) > 1

    def overstacked(self, state: State, side: int, hex_: int) -> bool:
        if state.occupied[side][hex_] < 2:
            return False
        units = self.counted(state, side, hex_)
        return len(units) > self.stacking_limit() or self.parted(units)

    def room_for(self, state: State, unit: int, hex_: int) -> bool:
        """May the unit end in the hex without over-stacking it?"""
        if hex_ not in state.stacks:
            return True
        if self.is_fog[unit]:
            return not any(self.is_fog[other] for other in state.stacks.get(hex_, ()) if other != unit)
        units = [other for other in self.counted(state, state.side_of[unit], hex_) if other != unit]
        return len(units) < self.stacking_limit() and not self.parted([*units, unit])

    def punish_crowds(self, state: State, table: Table) -> None:
        """para:7.1.a, 7.3.a, rulings RP-31 and RP-32: every unit of an over-stacked hex, both sides."""
        for side in (0, 1):
            for hex_ in [h for h in state.stacks if self.overstacked(state, side, h)]:
                self.punish_crowd(state, side, hex_, table)

    def punish_crowd(self, state: State, side: int, hex_: int, table: Table) -> None:
        """Once a phase for a unit."""
        for unit in self.counted(state, side, hex_):
            if not state.flags[unit] & CROWDED:
                state.flags[unit] |= CROWDED
                self.disrupt(state, unit, "over-stacking", table)

    # Chapter 9

    def enemy_zones(self, state: State, unit: int) -> bytes:
        return self.zones(state, 1 - state.side_of[unit])

    def enemy_hexes(self, state: State, unit: int) -> bytes:
        """Hexes closed by enemy units or what may be one, one byte a hex."""
        side = 1 - state.side_of[unit]
        key = ("closed", side)
        closed: bytes | None = state.cache.get(key)
        if closed is None:
            marked = bytearray(self.grid.size)
            at = state.at
            for other in self.ground_counters[side]:
                if at[other] >= 0 and self.exerts_zone(state, other):
                    marked[at[other]] = 1
            closed = state.cache[key] = bytes(marked)
        return closed

    # Rearranging a stack

    def judge_top(self, state: State, unit: int, side: int) -> Refusal | None:
        """para:7.5.a and b: in the own movement phase, and by both after a retreat or a pursuit."""
        name = self.name(unit)
        if state.side_of[unit] != side or state.at[unit] < 0:
            return self.refuse("reorder", f"{name} is not a unit of yours on the map.")
        own_move = state.phase == "movement" and state.active == side
        if not own_move and "loosened" not in state.tracks:
            return self.refuse(
                "reorder", "Stacks are put in order in your movement phase, or after a retreat or a pursuit."
            )
        if len(self.units_in(state, side, state.at[unit])) < 2:
            return self.refuse("reorder", f"{name} is alone in {self.number(state.at[unit])}.")
        return None

    def judge_any_time(self, state: State, order: Order, side: int | None) -> Refusal | None:
        """para:7.5.b: whoever is asked just then."""
        return self.judge_top(state, order.unit, state.side_of[order.unit] if side is None else side)

    def carry_out_any_time(self, state: State, order: Order, table: Table) -> None:
        self.put_on_top(state, order.unit)

    def put_on_top(self, state: State, unit: int) -> None:
        """para:7.0.c: strikes attack from the top to the bottom."""
        state.put(unit, state.at[unit])
