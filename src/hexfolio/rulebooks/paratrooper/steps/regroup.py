"""Chapter 15.2: the regroup phase."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..sequence import Sequence as Rules
from .base import ParaStep


class RegroupStep(ParaStep):
    """Disrupted units recover for command points."""

    name = "regroup"
    rule = "regroup"
    verbs = frozenset({"regroup", "resupply", "end"})
    prompt = "Regroup disrupted units, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [unit for unit in rules.side_counters[state.active] if self.orders_of(rules, state, unit)]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        if rules.judge_regroup(state, subject) is None:
            return [Order("regroup", subject)]
        if rules.judge_resupply(state, subject) is None:
            return [Order("resupply", subject)]
        return []

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        units = [
            unit
            for unit in rules.side_counters[state.active]
            if state.at[unit] >= 0 and (state.step[unit] or not rules.is_ground[unit])
        ]
        return self.draw_among(rules, state, random, units, [Order("end")])

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        if order.verb == "regroup":
            return rules.judge_regroup(state, order.unit)
        return rules.judge_resupply(state, order.unit)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        elif order.verb == "regroup":
            rules.regroup(state, order.unit, table)
        else:
            rules.resupply(state, order.unit, table)
