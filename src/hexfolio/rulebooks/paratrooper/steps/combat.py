"""Chapter 11: ground attacks and their losses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..frames import (
    Casualty,
)
from ..sequence import Sequence as Rules
from .base import ParaStep


class AttackStep(ParaStep):
    """Ground attacks. Its subjects are target hexes."""

    name = "attack"
    rule = "ground_attack_phase"
    verbs = frozenset({"attack", "end"})
    subject_kind = "hex"
    prompt = "Attack enemy units, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [hex_ for hex_ in rules.targets(state) if rules.attackers(state, hex_)]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.attack_orders(state, subject)

    def pick_order(self, rules: Rules, state: State, subject: int, random: Random) -> Order | None:
        """Some of those who may, or one of them: where a group may attack, each of it may."""
        if rules.judge_target(state, subject) is not None:
            return None
        units = rules.attackers(state, subject)
        if not units:
            return None
        chosen = [unit for unit in units if random.random() < 0.6] or units[:1]
        random.shuffle(units)
        for group in (chosen, *([unit] for unit in units)):
            order = Order("attack", path=(subject,), units=tuple(group))
            if rules.judge_attack(state, order) is None:
                return order
        return None

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        side, reach = state.active, 0
        enemies, near = state.occupied[1 - side], rules.zones(state, side)
        guns = [state.at[unit] for unit in rules.ranged_counters[side] if state.at[unit] >= 0]
        if guns and rules.judge_ranged(state) is None:
            reach = rules.longest_range
        distance = rules.grid.distance
        hexes = [
            hex_
            for hex_ in sorted(state.stacks)
            if enemies[hex_] and (near[hex_] or (reach and any(distance(gun, hex_) <= reach for gun in guns)))
        ]
        return self.draw_among(rules, state, random, hexes, [Order("end")])

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return None if order.verb == "end" else rules.judge_attack(state, order)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.attack(state, order, table)


class CasualtyStep(ParaStep):
    """The owner says which of his units suffers (11.5.b)."""

    name = "casualty"
    rule = "choose_loss"
    verbs = frozenset({"suffer"})

    def _units(self, state: State) -> tuple[int, ...]:
        frame = self.frame(state)
        assert isinstance(frame, Casualty)
        return frame.units

    def decision(self, rules: Rules, state: State) -> Decision:
        words = {"disrupt": "is disrupted", "eliminate": "is eliminated", "abort": "turns away"}
        return self.ask(
            rules, state, f"Choose which unit {words[self.frame(state).effect]}.", self._units(state)
        )

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        units = self._units(state)
        if len(units) > 1:
            return False
        self._suffer(rules, state, units[0], table)
        return True

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return self._units(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("suffer", subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.unit in self._units(state):
            return None
        return rules.refuse("choose_loss", f"{rules.name(order.unit)} is not among the units of this combat.")

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        self._suffer(rules, state, order.unit, table)

    def _suffer(self, rules: Rules, state: State, unit: int, table: Table) -> None:
        frame = state.frames.pop()
        effect = frame[3]
        if effect == "abort":
            rules.turn_away(state, unit, table)
        elif not rules.is_ground[unit]:
            rules.shoot_down(state, unit, table)
        elif effect == "eliminate":
            rules.eliminate(state, unit, "combat", table)
        else:
            rules.disrupt(state, unit, "combat", table)
