"""Chapter 12: strikes."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..frames import (
    Casualty,
    Strike,
)
from ..sequence import Sequence as Rules
from .base import ParaStep


class StrikesStep(ParaStep):
    """Airstrikes and naval gunfire. Its subjects are target hexes."""

    name = "strikes"
    rule = "strike_phase"
    verbs = frozenset({"strike", "end"})
    subject_kind = "hex"
    prompt = "Strike enemy units, or end the phase."

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if rules.available(state, state.active):
            return False
        rules.end_phase(state, table)
        return True

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.strike_targets(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.strike_orders(state, subject)

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return None if order.verb == "end" else rules.judge_strike(state, order)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.strike(state, order, table)


class StrikeStep(ParaStep):
    """A strike under way: it asks nothing, and goes down the stack."""

    name = "strike"
    verbs: frozenset[str] = frozenset()

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = self.frame(state)
        assert isinstance(frame, Strike)
        rules.strike_next(state, frame, table)
        if not isinstance(self.frame(state), Strike | Casualty):
            rules.sudden_death(state, table)
        return True
