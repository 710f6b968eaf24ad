"""Chapters 8.4 to 8.6 (8.1 in the newest edition): bombardment."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from random import Random
from typing import ClassVar

from ...core.battle import Battle
from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from .combat import CombatRules, CombatStep
from .events import Bombarded
from .events import Bombardment as BombardmentEvent
from .frames import BOMBARDED, Combat, Retreat


class Bombardment(CombatRules):
    """Markers attack alone, without ground units."""

    bombardment_effects: ClassVar[Mapping[str, str]] = {
        "De": "eliminated",
        "D3": "retreat 3",
        "D2": "retreat 2",
        "Ex": "target loses a step",
        "(A)": "friendly fire",
    }
    """fm-folio:8.4.d to g: A1, A2, A3 and Ae do nothing."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.spotters = self._spotters()

    def _spotters(self) -> list[list[int]]:
        """By side, the units that a bombardment's range is counted from."""
        limit = self.special.get("bombardment-range")
        trait = str(limit["from"]) if limit else ""
        return [[unit for unit in units if trait in self.counters[unit]] for units in self.side_counters]

    def bombardment_open(self, state: State) -> Refusal | None:
        """fm-folio:8.4.b: in the combat phase, before its first ground attack; not in the mobile one."""
        if state.phase == "combat" and state.tracks["attacks"] < 1:
            return None
        return self.refuse(
            "bombardment_time", "Bombardments come before the first ground attack of the combat phase."
        )

    def judge_bombardment(self, state: State, order: Order) -> Refusal | None:
        """May the order open a bombardment?"""
        return (
            self.bombardment_open(state)
            or self.judge_bombarded_hex(state, order.path[0])
            or self.judge_bombarding_markers(state, order)
            or self.judge_bombardment_range(state, order.path[0])
        )

    def judge_bombarded_hex(self, state: State, hex_: int) -> Refusal | None:
        """fm-folio:7.2.e and 8.6.e: a unit once in a phase, a hex once in a game turn by either side."""
        if not state.occupied[1 - state.active][hex_]:
            return self.refuse(
                "bombard_target", f"There is no enemy unit in {self.number(hex_)} to bombard.", hex_
            )
        if any(state.flags[unit] & BOMBARDED for unit in state.stacks[hex_]):
            return self.refuse(
                "bombard_unit_once",
                f"The unit in {self.number(hex_)} has been bombarded in this phase already.",
                hex_,
            )
        if hex_ in state.lists.get("bombarded", ()):
            return self.refuse(
                "bombard_hex_once", f"{self.number(hex_)} has been bombarded in this game turn already.", hex_
            )
        return None

    def judge_bombarding_markers(self, state: State, order: Order) -> Refusal | None:
        """fm-folio:8.4.1.a: opened with one marker; a second may follow after the defender's first."""
        if self.draws_blind:
            if order.number == 1 and not order.markers:
                return None
            text = "A bombardment is opened with one marker, drawn blind, as in “bombard 1010 draw 1”."
            return self.refuse("blind_bombardment", text)
        if len(order.markers) != 1 or order.number:
            return self.refuse(
                "one_marker", "A bombardment is opened with one marker, as in “bombard 1010 +2”."
            )
        return self.judge_marker(state, state.active, order.markers[0])

    def judge_bombardment_range(self, state: State, hex_: int) -> Refusal | None:
        """fm-folio:8.4.a, fm-2023:8.1.1.a and b: anywhere, unless exclusive rules set a range."""
        limit = self.special.get("bombardment-range")
        if not limit:
            return None
        trait, reach = str(limit["from"]), int(limit["hexes"])
        for unit in self.spotters[state.active]:
            if state.at[unit] >= 0 and self.grid.distance(state.at[unit], hex_) <= reach:
                return None
        return self.refuse(
            "bombard_range",
            f"{self.number(hex_)} is more than {reach} hexes from every friendly {trait}.",
            hex_,
        )

    def bombardment_area(self, state: State) -> Container[int]:
        """Hexes among which a bombardment may find its target."""
        return range(self.grid.size)

    def bombardment_targets(self, state: State) -> list[int]:
        """Hexes of enemy units, while a bombardment is possible at all; some may be out of bounds."""
        if not self.may_bombard(state):
            return []
        at = state.at
        return list(
            dict.fromkeys(at[unit] for unit in self.units_of(state, 1 - state.active) if at[unit] >= 0)
        )

    def bombardments_of(self, state: State, hex_: int) -> list[Order]:
        """The bombardments of a hex that are possible now."""
        if (
            not self.may_bombard(state)
            or self.judge_bombarded_hex(state, hex_) is not None
            or self.judge_bombardment_range(state, hex_) is not None
        ):
            return []
        return self.bombard_orders(state, hex_)

    def may_bombard(self, state: State) -> bool:
        """Has the active side a marker, and is it the time for bombardments?"""
        return bool(self.markers_left(state, state.active)) and not self.bombardment_open(state)

    def bombard_orders(self, state: State, hex_: int) -> list[Order]:
        """fm-folio:8.4.j: any marker in hand."""
        if self.draws_blind:
            return [Order("bombard", path=(hex_,), number=1)]
        orders = self.support_orders(state, state.active)
        return [Order("bombard", path=(hex_,), markers=order.markers) for order in orders]

    def open_bombardment(self, state: State, order: Order, table: Table) -> None:
        """fm-folio:8.4.1.a: bombarder, defender, bombarder, defender; the order is the first marker."""
        hex_ = order.path[0]
        table.tell(Bombarded(hex_, state.active))
        marker = self.take_marker(state, state.active, order, table)
        state.frames.append(Combat("support", 1, "bombardment", hex_, (), state.stacks[hex_], (marker,)))

    def resolve(self, state: State, combat: Combat, table: Table) -> None:
        self.reveal(state, combat, table)
        if combat.kind == "bombardment":
            self.resolve_bombardment(state, combat, table)
        else:
            super().resolve(state, combat, table)

    def resolve_bombardment(self, state: State, combat: Combat, table: Table) -> None:
        """fm-folio:8.4.c, fm-2023:8.1.2.c and d: markers less defence, the line of the hex, one die."""
        outcome = self.roll(state, combat, table)
        effect = self.bombardment_effect(outcome.result)
        for unit in combat.defenders:
            state.flags[unit] |= BOMBARDED
        state.lists["bombarded"] = (*state.lists.get("bombarded", ()), combat.hex)
        table.tell(BombardmentEvent(*outcome, effect))
        state.frames.append(combat._replace(step="aftermath"))
        self.apply_bombardment(state, combat, effect, table)

    def bombardment_effect(self, result: str) -> str:
        """fm-folio:8.4.d to g, fm-2023:8.1.3.a to c: what a result of the table does in a bombardment."""
        return self.bombardment_effects.get(result, "none")

    def apply_bombardment(self, state: State, combat: Combat, effect: str, table: Table) -> None:
        """fm-folio:8.4.d to g, fm-2023:8.1.3.a to c: what a bombardment does, and to whom."""
        defender = 1 - state.active
        if effect == "eliminated":
            for unit in combat.defenders:
                self.eliminate(state, unit, "bombardment", table)
        elif effect == "target loses a step":
            self.take_loss(state, defender, combat.defenders, "bombardment", table)
        elif effect == "friendly fire":
            self.take_loss(state, state.active, self.friendly_fire(state, combat.hex), "friendly fire", table)
        elif effect.startswith("retreat"):
            distance = int(effect.split()[1])
            self.begin_retreat(
                state,
                Retreat(
                    "retreat",
                    defender,
                    "bombardment",
                    distance,
                    combat.hex,
                    combat.defenders,
                    (),
                    involved=combat.defenders,
                ),
            )

    def friendly_fire(self, state: State, hex_: int) -> tuple[int, ...]:
        """fm-folio:8.4.2.a and b: the bombarder's own unit nearest to the target, at any distance."""
        units = state.on_map(state.active)
        nearest = self.nearest(hex_, [state.at[unit] for unit in units])
        return tuple(unit for unit in units if state.at[unit] in nearest)


class CombatAndBombardmentStep(CombatStep[Bombardment]):
    """The combat phase of the old editions: bombardments, then attacks. Its subjects are target hexes."""

    verbs = frozenset({"attack", "bombard", "end"})

    def far_targets(self, rules: Bombardment, state: State) -> Container[int]:
        return rules.bombardment_area(state) if rules.may_bombard(state) else ()

    def subjects(self, rules: Bombardment, state: State) -> Sequence[int]:
        return list(dict.fromkeys(rules.targets(state) + rules.bombardment_targets(state)))

    def orders_of(self, rules: Bombardment, state: State, subject: int) -> list[Order]:
        return super().orders_of(rules, state, subject) + rules.bombardments_of(state, subject)

    def pick_order(self, rules: Bombardment, state: State, subject: int, random: Random) -> Order | None:
        bombardments = rules.bombardments_of(state, subject)
        if bombardments and random.random() < 0.5:
            return bombardments[int(random.random() * len(bombardments))]
        attack = super().pick_order(rules, state, subject, random)
        if attack is None and bombardments:
            return bombardments[int(random.random() * len(bombardments))]
        return attack

    def judge(self, rules: Bombardment, state: State, order: Order) -> Refusal | None:
        if order.verb == "bombard":
            return rules.judge_bombardment(state, order)
        return super().judge(rules, state, order)

    def carry_out(self, rules: Bombardment, state: State, order: Order, table: Table) -> None:
        if order.verb == "bombard":
            rules.open_bombardment(state, order, table)
        else:
            super().carry_out(rules, state, order, table)


class BombardmentStep(CombatAndBombardmentStep):
    """The bombardment phase of the newest edition: bombardments only."""

    verbs = frozenset({"bombard", "end"})

    def decision(self, rules: Bombardment, state: State) -> Decision:
        prompt = "Bombard enemy units, or end the phase."
        return Decision(self.name, state.active, prompt, rules.clause("phase_bombardment"))

    def subjects(self, rules: Bombardment, state: State) -> Sequence[int]:
        return rules.bombardment_targets(state)

    def orders_of(self, rules: Bombardment, state: State, subject: int) -> list[Order]:
        return rules.bombardments_of(state, subject)

    def pick_order(self, rules: Bombardment, state: State, subject: int, random: Random) -> Order | None:
        orders = self.orders_of(rules, state, subject)
        return orders[int(random.random() * len(orders))] if orders else None
