"""Chapters 19 and 20: the engineering phase."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..sequence import Sequence as Rules
from .base import ParaStep


class EngineeringStep(ParaStep):
    """Demolitions, roadblocks, bridges."""

    name = "engineering"
    rule = "engineering_phase"
    verbs = frozenset({"demolish", "roadblock", "repair", "build", "end"})
    prompt = "Demolish bridges, build roadblocks or bridges, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [
            u for u in rules.side_counters[state.active] if state.at[u] >= 0 and rules.work_orders(state, u)
        ]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.work_orders(state, subject) if state.at[subject] >= 0 else []

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        if rules.command_points(state, state.active) < rules.least_price:
            return Order("end")
        units = [unit for unit in rules.ground_counters[state.active] if state.at[unit] >= 0]
        return self.draw_among(rules, state, random, units, [Order("end")])

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        if order.verb == "roadblock":
            return rules.judge_roadblock(state, order.unit)
        judges = {"demolish": rules.judge_demolish, "repair": rules.judge_repair, "build": rules.judge_build}
        return judges[order.verb](state, order.unit, order.path[0])

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.work(state, order, table)
