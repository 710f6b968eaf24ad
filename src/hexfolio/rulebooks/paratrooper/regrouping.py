"""Chapters 15.2 and 18.3.1: regrouping, by command points or by air supply."""

from __future__ import annotations

from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import REMOVED, State
from .entry import Entry
from .events import Regrouped, Resupplied


class Regrouping(Entry):
    """How disrupted units become effective again."""

    def judge_regroup(self, state: State, unit: int) -> Refusal | None:
        """para:9.8.a, 15.2.a to c: a disrupted unit, for a command point."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_unit(state, unit):
            return self.refuse("regroup", f"{name} is not a unit of yours on the map.")
        if not self.is_disrupted(state, unit):
            return self.refuse("regroup", f"{name} is not disrupted.")
        return self.judge_price(state, state.active, "regroup", "Regrouping")

    def regroup(self, state: State, unit: int, table: Table) -> None:
        self.pay(state, state.active, "regroup", table)
        state.step[unit] = 0
        table.tell(Regrouped(unit))

    # Chapter 18.3.1

    def judge_resupply(self, state: State, unit: int) -> Refusal | None:
        """para:18.3.1.a and c: a supply marker on the map with disrupted friends in or next to its hex."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or not self.has(unit, "supply") or state.at[unit] < 0:
            return self.refuse("resupply", f"{name} is not a supply marker of yours on the map.")
        if not self.helped(state, unit):
            return self.refuse(
                "resupply", f"No disrupted unit is in or next to {self.number(state.at[unit])}."
            )
        return self.judge_price(state, state.active, "resupply", "Regrouping by air supply")

    def helped(self, state: State, unit: int) -> list[int]:
        hex_, side = state.at[unit], state.side_of[unit]
        return [
            other
            for near in (hex_, *self.grid.around(hex_))
            for other in self.units_in(state, side, near)
            if self.is_disrupted(state, other)
        ]

    def resupply(self, state: State, unit: int, table: Table) -> None:
        """para:18.3.1.a and b: all of them, and the marker is gone."""
        self.pay(state, state.active, "resupply", table)
        units = tuple(self.helped(state, unit))
        for other in units:
            state.step[other] = 0
        state.put(unit, REMOVED)
        table.tell(Resupplied(unit, units))
