"""Chapter 7.1: units without attack strength, intensive attacks, and poor coordination (12.3.coord)."""

from __future__ import annotations

from typing import Any

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ....core.steps import Step
from ...fire_and_movement.frames import Combat
from .divisions import Divisions


class Attacking(Divisions):
    """Who attacks, and who is doubled by what means."""

    def judge_attacker_status(self, state: State, unit: int) -> Refusal | None:
        """kwb-train:7.1.zero.a: a unit of no attack strength takes no part in an attack."""
        if not self.attack_strength(state, unit) and "scratch" not in self.counters[unit]:
            return self.refuse("zero_attack", f"{self.name(unit)} has no attack strength: it cannot attack.")
        return super().judge_attacker_status(state, unit)

    def may_double(self, state: State) -> bool:
        """kwb-train:7.1.intensive.a: the Communist side, in each of its combat phases."""
        return state.active == self.communist

    def judge_doubling(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:7.1.intensive.e and g: a Center stacked with an attacker, instead of a loss of steps."""
        if order.unit < 0:
            return super().judge_doubling(state, order)
        name = self.name(order.unit)
        if not self.may_double(state) or not self.depot[order.unit] or state.at[order.unit] < 0:
            return self.refuse("center", f"{name} is not a Supply Center that can be used up now.")
        if not any(state.at[unit] == state.at[order.unit] for unit in order.units):
            return self.refuse("center", f"{name} is not stacked with an attacking unit.")
        if not order.others:
            return self.refuse("center", "A Supply Center is used up to double units: name them.")
        if len(set(order.others)) != len(order.others):
            return self.refuse("quadruple", "A unit is doubled once: the two methods do not add up.")
        return super().judge_doubling(state, order)

    def declare_means(self, state: State, order: Order) -> None:
        if order.unit >= 0:
            state.lists["center"] = (order.unit,)

    def apply_result(self, state: State, combat: Combat, result: str, table: Table) -> None:
        """kwb-train:7.1.intensive.f: the Center is gone after the die, before the result is applied."""
        for center in state.lists.get("center", ()):
            self.use_up(state, center, "intensive attack", table)
        super().apply_result(state, combat, result, table)

    def pay_for_doubling(self, state: State, doubled: tuple[int, ...], table: Table) -> None:
        """kwb-train:7.1.intensive.d and e: nothing more is lost if a Center was used."""
        if not state.lists.pop("center", ()):
            super().pay_for_doubling(state, doubled, table)

    def call_off(self, state: State, combat: Combat, table: Table) -> None:
        super().call_off(state, combat, table)
        state.lists.pop("center", None)

    def doubled_orders(self, state: State, hex_: int, group: tuple[int, ...]) -> list[Order]:
        [order] = super().doubled_orders(state, hex_, group)
        stacked = [unit for attacker in group for unit in state.stacks[state.at[attacker]]]
        centers = [unit for unit in dict.fromkeys(stacked) if self.depot[unit]]
        return [order, *(order._replace(unit=center) for center in centers)]

    def judge_attack_group(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:12.3.coord.a: units of several hexes attack together only if all are divisions."""
        hexes = {state.at[unit] for unit in order.units}
        if (
            self.special.get("poor-coordination") == state.active
            and len(hexes) > 1
            and not all(self.is_division(unit) for unit in order.units)
        ):
            text = "Units of several hexes attack together only if every one of them is a division."
            return self.refuse("coordination", text, *sorted(hexes))
        return super().judge_attack_group(state, order)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """kwb-train:7.1.intensive.c: doubled units are named with the attack, before any marker."""
        if order.verb == "attack" and order.others and step.name == "support":
            return self.refuse("doubling_time", "Units are doubled when the attack is declared, not later.")
        return super().refuse_verb(state, order, step)
