"""Chapters 13 and 14: units of no strength, and the human wave attack."""

from __future__ import annotations

from typing import Any

from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ....core.steps import Step
from .bridges import Bridges


class HumanWave(Bridges):
    """Units of no strength may attack (13.0.a); one side may double its attackers at a price."""

    def may_double(self, state: State) -> bool:
        """kwb-dg:14.0.a: in any combat phase of the side that has human wave attacks."""
        return bool(self.special.get("human-wave") == state.active)

    def judge_doubling(self, state: State, order: Order) -> Refusal | None:
        if order.unit >= 0:
            return self.refuse("doubling_side", "No counter is used up in a human wave attack.")
        return super().judge_doubling(state, order)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """kwb-dg:14.0.c: doubled units are named with the attack, before any marker."""
        if order.verb == "attack" and order.others and step.name == "support":
            return self.refuse("doubling_time", "Units are doubled when the attack is announced, not later.")
        return super().refuse_verb(state, order, step)
