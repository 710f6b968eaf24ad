"""Chapters 12.1 and 12.3: withdrawals and their substitutes, surprise, and leaving by the south edge."""

from __future__ import annotations

from typing import ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ...ways import Path
from .scratch import Scratch


class Scenarios(Scratch):
    """What the battles of this book add to the course of play."""

    exit_cost: ClassVar[int] = 2
    """kwb-train:12.3.withdrawal.a: one movement point beyond reaching the edge."""

    def phases(self, state: State) -> tuple[str, ...]:
        """kwb-train:12.3.surprise.b: a surprised UN side has no mobile phases."""
        if state.active == self.un and state.turn <= self.special.get("surprise", 0):
            return self.player_turn[:2]
        return super().phases(state)

    def exit_ways(self, state: State, unit: int) -> list[Path]:
        """Ruling T40: units on trucks leave only where a road or trail meets the edge."""
        ways = super().exit_ways(state, unit)
        if state.phase == "mobile-movement" and not self.mobile[unit]:
            return [way for way in ways if self.on_way[way[-1]]]
        return ways

    # Withdrawals with substitutes

    def substitutes(self, state: State, due: int) -> list[int]:
        """kwb-train:12.1.1.withdraw.c and d: who may go in the place of a unit that was lost (ruling T22)."""
        line = self.withdrawals[due]
        lost = state.tracks.get(f"lost {due}", 0)
        if not lost or not line["substitute"] or (line["before"] and lost >= line["before"]):
            return []
        return [
            unit
            for unit in self.side_counters[state.side_of[due]]
            if state.at[unit] >= 0 and unit not in self.withdrawals and self.fits(unit, line["substitute"])
        ]

    def duties(self, state: State, unit: int) -> list[int]:
        duties = super().duties(state, unit)
        return duties + [
            due
            for due in self.withdrawals
            if due != unit and not self.discharged(state, due) and unit in self.substitutes(state, due)
        ]

    def is_overdue(self, state: State, due: int) -> bool:
        if state.at[due] >= 0:
            return super().is_overdue(state, due)
        return (
            state.turn > self.withdrawals[due]["turn"]
            and not self.discharged(state, due)
            and bool(self.substitutes(state, due))
        )

    def judge_withdrawal(self, state: State, unit: int) -> Refusal | None:
        refusal = super().judge_withdrawal(state, unit)
        if refusal is None or unit in self.withdrawals or self.duties(state, unit):
            return refusal
        lines = [(due, line) for due, line in self.withdrawals.items() if line["substitute"]]
        lost = [(due, line) for due, line in lines if f"lost {due}" in state.tracks]
        alike = [(due, line) for due, line in lines if self.nation[unit] in line["substitute"].nations]
        for due, line in lost or alike:
            rule = "substitute" if line["before"] else "substitute_any"
            return self.refuse(rule, f"{self.name(unit)} may not go in the place of {self.name(due)}.")
        return refusal

    def extra_subjects(self, state: State) -> list[int]:
        return self.centers(state) if state.active == self.communist else []

    def extra_orders_of(self, state: State, unit: int) -> list[Order]:
        """Everything besides moving that a counter may be ordered to do in a movement phase."""
        orders = self.emergency_orders(state, unit) + self.airlift_orders(state, unit)
        if state.phase != "movement":
            return orders
        orders += super().extra_orders_of(state, unit) + self.raise_orders(state, unit)
        if self.is_division(unit) and self.judge_break_in_play(state, unit) is None:
            orders.append(Order("break", unit))
        return orders

    def judge_extra(self, state: State, order: Order) -> Refusal | None:
        if order.verb == "break":
            return self.judge_break_in_play(state, order.unit)
        if order.verb == "raise":
            return self.judge_raise(state, order)
        return super().judge_extra(state, order)

    def carry_out_extra(self, state: State, order: Order, table: Table) -> None:
        if order.verb == "break":
            self.break_in_play(state, order.unit, table)
        elif order.verb == "raise":
            self.raise_units(state, order, table)
        else:
            super().carry_out_extra(state, order, table)
