"""Attacks as both books change them: halved without supply, doubled by choice, counters turned face up."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from ...core.game import Table
from ...core.odds import Item, Odds
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ..fire_and_movement.bombardment import CombatAndBombardmentStep
from ..fire_and_movement.combat import CombatStep
from ..fire_and_movement.events import Attacked, Bombarded
from ..fire_and_movement.frames import ATTACKED, Combat
from .lines import Lines

MOST_GROUPED = 6
"""With more possible attackers than this not every group of them is listed."""


class Attacks(Lines):
    """Strength by supply, doubling, and what is found under a flag."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {
        **Lines.verbs,
        "attack": ("hex", "with", "doubling", "using"),
    }

    # Doubling

    @abstractmethod
    def may_double(self, state: State) -> bool:
        """May the active side double units in the attack it declares?"""

    def judge_doubling(self, state: State, order: Order) -> Refusal | None:
        """kwb-dg:14.0.b, kwb-train:7.1.intensive.b: any of the attacking units, by the side that may."""
        if not order.others:
            return None
        if not self.may_double(state):
            return self.refuse("doubling_side", f"{self.side_name(state.active)} has no such attack.")
        strangers = [unit for unit in order.others if unit not in order.units]
        if strangers or len(set(order.others)) != len(order.others):
            return self.refuse("doubling_units", "Only units of the attack are doubled, each of them once.")
        return None

    def judge_attack_group(self, state: State, order: Order) -> Refusal | None:
        return super().judge_attack_group(state, order) or self.judge_doubling(state, order)

    def attack_item(self, state: State, unit: int, combat: Combat) -> Item:
        """kwb-dg:10.4.a and 14.0.b, kwb-train:9.1.a and 7.1.intensive.b: halved first, rounded up, then
        doubled."""
        strength, label = self.attack_strength(state, unit), self.counters[unit].id
        rule = "attack_strength"
        if not self.in_supply(state, unit):
            strength, rule, label = (strength + 1) // 2, "supply_attack", f"{label} out of supply"
        if unit in state.lists.get("doubled", ()):
            strength, rule, label = strength * 2, "doubling", f"{label} doubled"
        return Item(self.clause(rule), label, strength)

    def odds(
        self, state: State, order: Order | None, support: tuple[int, ...] = (), against: tuple[int, ...] = ()
    ) -> Odds:
        if order is not None and order.path and self.covered(state, order.path[0]):
            raise ValueError(f"What lies face down in {self.number(order.path[0])} has no odds yet.")
        if order is not None and order.others:
            refusal = self.judge(state, order, None)
            if refusal is None:
                state = state.copy()
                state.lists["doubled"] = order.others
                order = Order("attack", path=order.path, units=order.units)
        return super().odds(state, order, support, against)

    # Declaring

    def declare(self, state: State, order: Order, table: Table) -> None:
        """The attack is announced, what is hidden is shown, and units to be doubled are named."""
        hex_ = order.path[0]
        table.tell(Attacked(hex_, order.units))
        self.uncover(state, (*order.units, *state.stacks[hex_]), table)
        attackers = tuple(unit for unit in order.units if state.at[unit] >= 0)
        defenders = state.stacks.get(hex_, ())
        if not attackers or not defenders:
            for unit in attackers:
                state.flags[unit] |= ATTACKED
            return
        if order.others:
            state.lists["doubled"] = tuple(unit for unit in order.others if unit in attackers)
        self.declare_means(state, order)
        state.frames.append(Combat("support", 0, "attack", hex_, attackers, defenders))

    def declare_means(self, state: State, order: Order) -> None:
        """By what means units are doubled; here at their own cost."""

    def open_bombardment(self, state: State, order: Order, table: Table) -> None:
        """A bombardment, too, shows what is hidden; if nothing is there no marker is spent."""
        hex_ = order.path[0]
        if self.covered(state, hex_):
            self.uncover(state, state.stacks[hex_], table)
            if hex_ not in state.stacks:
                table.tell(Bombarded(hex_, state.active))
                state.lists["bombarded"] = (*state.lists.get("bombarded", ()), hex_)
                return
        super().open_bombardment(state, order, table)

    @abstractmethod
    def covered(self, state: State, hex_: int) -> bool:
        """Is some counter in the hex not what it seems?"""

    @abstractmethod
    def uncover(self, state: State, units: tuple[int, ...], table: Table) -> None:
        """Turn face up what is hidden among these units; dummies vanish."""

    def after_combat(self, state: State, combat: Combat, table: Table) -> None:
        """kwb-dg:14.0.d and e, kwb-train:7.1.intensive.d and h: doubled units pay, and are as before."""
        super().after_combat(state, combat, table)
        doubled = state.lists.pop("doubled", ())
        if combat.kind == "attack":
            self.pay_for_doubling(state, doubled, table)

    def pay_for_doubling(self, state: State, doubled: tuple[int, ...], table: Table) -> None:
        for unit in doubled:
            if state.at[unit] >= 0:
                self.lose_step(state, unit, "doubled", table)

    def call_off(self, state: State, combat: Combat, table: Table) -> None:
        super().call_off(state, combat, table)
        state.lists.pop("doubled", None)

    def attack_orders(self, state: State, hex_: int) -> list[Order]:
        """Attacks on a hex worth listing: all groups of the attackers, plain and doubled."""
        if self.judge_target(state, hex_) is not None:
            return []
        units = self.attackers(state, hex_)
        if len(units) > MOST_GROUPED:
            units = sorted(units, key=lambda unit: -self.attack_strength(state, unit))[:MOST_GROUPED]
        groups = [
            group
            for size in range(1, len(units) + 1)
            for group in combinations(units, size)
            if self.judge_attack_group(state, Order("attack", path=(hex_,), units=group)) is None
        ]
        orders = [Order("attack", path=(hex_,), units=group) for group in groups]
        if self.may_double(state):
            orders += [order for group in groups for order in self.doubled_orders(state, hex_, group)]
        return orders

    def doubled_orders(self, state: State, hex_: int, group: tuple[int, ...]) -> list[Order]:
        return [Order("attack", path=(hex_,), units=group, others=group)]


class _Attacking:
    """Listing and picking attacks with doubling, for both combat phases."""

    def attacks(self, rules: Attacks, state: State, subject: int) -> list[Order]:
        return rules.attack_orders(state, subject)

    def pick_attack(self, rules: Attacks, state: State, subject: int, random: Random) -> Order | None:
        if rules.judge_target(state, subject) is not None:
            return None
        units: Sequence[int] = rules.attackers(state, subject)
        if not units:
            return None
        chosen = tuple(unit for unit in units if random.random() < 0.5) or (
            units[int(random.random() * len(units))],
        )
        order = Order("attack", path=(subject,), units=chosen)
        if rules.judge_attack_group(state, order) is not None:
            order = order._replace(units=chosen[:1])
        if rules.may_double(state) and random.random() < 0.2:
            orders = rules.doubled_orders(state, subject, order.units)
            order = orders[int(random.random() * len(orders))]
        return order


class KoreanCombatStep(_Attacking, CombatAndBombardmentStep):
    """The combat phase: bombardments, then attacks."""

    def orders_of(self, rules: Any, state: State, subject: int) -> list[Order]:
        bombardments: list[Order] = rules.bombardments_of(state, subject)
        return self.attacks(rules, state, subject) + bombardments

    def pick_order(self, rules: Any, state: State, subject: int, random: Random) -> Order | None:
        attack = self.pick_attack(rules, state, subject, random) if random.random() < 0.5 else None
        if attack is not None:
            return attack
        bombardments: list[Order] = rules.bombardments_of(state, subject)
        if bombardments:
            return bombardments[int(random.random() * len(bombardments))]
        return self.pick_attack(rules, state, subject, random)


class KoreanMobileCombatStep(_Attacking, CombatStep[Any]):
    """The mobile combat phase."""

    def orders_of(self, rules: Any, state: State, subject: int) -> list[Order]:
        return self.attacks(rules, state, subject)

    def pick_order(self, rules: Any, state: State, subject: int, random: Random) -> Order | None:
        return self.pick_attack(rules, state, subject, random)
