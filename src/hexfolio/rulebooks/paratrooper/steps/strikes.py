"""Chapter 12: strikes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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

    def pick_order(self, rules: Rules, state: State, subject: int, random: Random) -> Order | None:
        """Some of those that are left, or one of them: where several may strike, each of them may."""
        units = rules.available(state, state.active)
        most: int = min(len(units), rules.special["strike-limit"])
        chosen = sorted(random.sample(units, random.randint(1, most)))
        for group in (chosen, *([unit] for unit in units)):
            order = Order("strike", path=(subject,), units=tuple(group))
            if rules.judge_strike(state, order) is None:
                return order
        return None

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
