"""Chapter 6: drop zones, planned hexes and landing checks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..sequence import Sequence as Rules
from .base import ParaStep


class LandingStep(ParaStep):
    """Drop zones, then planned hexes."""

    name = "landing"
    rule = "landing"
    verbs = frozenset({"zone", "plan", "end"})
    prompt = "Place drop zones, then the units to be dropped; then the landing checks begin."

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if rules.landing_business(state):
            return False
        rules.end_phase(state, table)
        return True

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, rules.droppable(state) + rules.supplies(state))

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        orders = [Order("end")] if rules.judge_planned(state) is None else []
        return orders + rules.zone_orders(state)

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.droppable(state) + rules.supplies(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("plan", subject, (hex_,)) for hex_ in rules.plan_hexes(state, subject)]

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        units = rules.droppable(state) + rules.supplies(state)
        zones = rules.zone_ground if rules.zones_left(state) > 0 and "planning" not in state.tracks else []
        plain = [Order("end"), *(Order("zone", path=(hex_,)) for hex_ in zones)]
        return self.draw_among(rules, state, random, units, plain)

    def pick_order(self, rules: Rules, state: State, subject: int, random: Random) -> Order | None:
        hexes = rules.plan_ground(state, subject)
        if not hexes:
            return None
        order = Order("plan", subject, (hexes[int(random.random() * len(hexes))],))
        if rules.judge_plan(state, subject, order.path[0]) is None:
            return order
        return super().pick_order(rules, state, subject, random)

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "zone":
            return rules.judge_zone(state, order.path[0])
        if order.verb == "plan":
            return rules.judge_plan(state, order.unit, order.path[0])
        return rules.judge_planned(state)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "zone":
            rules.place_zone(state, order.path[0], table)
        elif order.verb == "plan":
            rules.plan(state, order.unit, order.path[0], table)
        elif state.lists.get("planned"):
            rules.begin_checks(state)
        else:
            rules.end_phase(state, table)


class ChecksStep(ParaStep):
    """Landing checks in the order the airborne player chooses (6.2.e)."""

    name = "checks"
    rule = "landing_order"
    verbs = frozenset({"land"})
    prompt = "Choose the next unit to land."

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, state.lists.get("planned", ()))

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        """Ruling RP-04: the game may be over while units are still in the air."""
        if rules.sudden_death(state, table):
            return True
        if state.lists.get("planned"):
            return False
        state.frames.pop()
        rules.end_phase(state, table)
        return True

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return state.lists.get("planned", ())

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("land", subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.unit in state.lists.get("planned", ()):
            return None
        return rules.refuse("landing_order", f"{rules.name(order.unit)} is not in the air.")

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        rules.land(state, order.unit, table)
