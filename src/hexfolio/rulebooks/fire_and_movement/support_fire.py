"""Chapter 8.0 to 8.3 (7 in the newest edition): support fire markers."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction

from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .events import Allotted, Cancelled, Passed, Supported
from .frames import Combat
from .reinforcements import Reinforcements

CHANCES = 4
"""Attacker, defender, attacker, defender: one marker each, or none."""


class SupportFire(Reinforcements):
    """Allotment of markers, and their use in a combat."""

    # Allotment

    def allotment(self, state: State, side: int) -> int:
        """fm-folio:2.3.1.h, fm-2023:3.0.e: the number on the track counts markers, whatever happens."""
        return self.battle.allotment(state.turn, side)

    def take_allotment(self, state: State, side: int, table: Table) -> None:
        """fm-folio:8.1.a and b, fm-2023:7.1.c: lowest values first, at most the whole pool."""
        pool = sorted(state.pools[side], key=lambda marker: (self.marker_value[marker], marker))
        taken = pool[: self.allotment(state, side)]
        state.pools[side] = [marker for marker in state.pools[side] if marker not in taken]
        state.hands[side] += taken
        if taken:
            table.tell(Allotted(side, tuple(self.marker_value[marker] for marker in taken)))

    def return_markers(self, state: State) -> None:
        """fm-folio:4.1.s, fm-2023:7.2.d: what is left in hand goes back to the pool."""
        for side in (0, 1):
            state.pools[side] += state.hands[side]
            state.hands[side] = []

    def spend_markers(self, state: State, combat: Combat) -> None:
        """fm-folio:8.3.m, fm-2023:7.2.b: used markers go back to the pool until the next allotment."""
        for marker in combat.attacker_markers + combat.defender_markers:
            state.pools[self.battle.markers[marker].side].append(marker)

    @abstractmethod
    def resolve(self, state: State, combat: Combat, table: Table) -> None:
        """All chances are over: the die is rolled and the result carried out."""

    # Chances in a combat

    def chance_side(self, state: State, combat: Combat) -> int:
        """fm-folio:8.3.c, fm-2023:8.2.1.b: attacker, defender, attacker, defender."""
        return state.active if combat.chance % 2 == 0 else 1 - state.active

    def may_support(self, state: State, combat: Combat) -> bool:
        """Has the side whose chance it is a marker it could place? Exclusive rules may narrow this."""
        return bool(state.hands[self.chance_side(state, combat)])

    def support_orders(self, state: State, side: int) -> list[Order]:
        """fm-folio:8.4.j: any marker in hand; markers of one value are alike (8.3.a)."""
        values = sorted({self.marker_value[marker] for marker in state.hands[side]})
        return [Order("support", markers=(value,)) for value in values]

    def judge_support(self, state: State, side: int, order: Order) -> Refusal | None:
        """fm-folio:8.3.c and i: one marker at a chance, out of those in hand."""
        if len(order.markers) != 1:
            return self.refuse(
                "one_marker", "A chance is for one marker: name its value, as in “support +2”."
            )
        return self.judge_marker(state, side, order.markers[0])

    def judge_marker(self, state: State, side: int, value: int) -> Refusal | None:
        """fm-folio:8.3.b, fm-2023:7.2.b: a marker is used once in a game turn, out of those received."""
        if value in (self.marker_value[marker] for marker in state.hands[side]):
            return None
        return self.refuse(
            "marker_in_hand", f"{self.side_name(side)} has no marker +{value} available in this game turn."
        )

    def take_marker(self, state: State, side: int, order: Order, table: Table) -> int:
        """Take the marker that an order commits out of the hand."""
        hand = state.hands[side]
        marker = next(marker for marker in hand if self.marker_value[marker] == order.markers[0])
        hand.remove(marker)
        table.tell(Supported(side, order.markers[0]))
        return marker

    def may_cancel(self, combat: Combat) -> bool:
        """fm-folio:8.3.k: an attack may be called off until the first marker is declared."""
        return combat.kind == "attack" and combat.chance % 2 == 0 and not combat.holds_marker()

    def call_off(self, state: State, combat: Combat, table: Table) -> None:
        """fm-folio:8.3.k: the attack does not take place, and nobody has attacked."""
        table.tell(Cancelled(combat.hex))

    def lost_markers(self, state: State, side: int) -> tuple[int, ...]:
        """Markers of a side that are out of play; here none ever is."""
        return ()

    def draw_chances(self, state: State, side: int) -> dict[int, Fraction]:
        """Probability of each value at the next blind draw; empty where markers are chosen openly (8.1.c)."""
        return {}

    # Shown to players

    def committed(self, state: State, combat: Combat, markers: tuple[int, ...]) -> list[str]:
        """The markers of one side in the combat under way, as everybody sees them: open (8.3.n)."""
        return [f"+{self.marker_value[marker]}" for marker in markers]

    def hand_seen(self, state: State, side: int, by: int | None) -> list[str]:
        """Markers a side has left, as another side sees them: open, since selection is open."""
        return sorted(f"+{self.marker_value[marker]}" for marker in state.hands[side])


class SupportStep(Step["SupportFire"]):
    """The four chances to place a marker before a combat is resolved."""

    name = "support"
    verbs = frozenset({"support", "pass", "cancel"})

    def side(self, rules: SupportFire, state: State) -> int:
        return rules.chance_side(state, self._combat(state))

    def decision(self, rules: SupportFire, state: State) -> Decision:
        combat = self._combat(state)
        prompt = f"Add a support fire marker to the combat at {rules.number(combat.hex)}, or pass."
        return Decision(
            "support",
            self.side(rules, state),
            prompt,
            rules.clause("support_windows"),
            combat.attackers,
            (combat.hex,),
        )

    def settle(self, rules: SupportFire, state: State, table: Table) -> bool:
        combat = self._combat(state)
        if combat.chance >= CHANCES:
            state.frames.pop()
            rules.resolve(state, combat, table)
            return True
        if rules.may_support(state, combat):
            return False
        state.frames[-1] = combat._replace(chance=combat.chance + 1)
        return True

    def plain_orders(self, rules: SupportFire, state: State) -> list[Order]:
        orders = [Order("pass"), *rules.support_orders(state, self.side(rules, state))]
        return [*orders, Order("cancel")] if rules.may_cancel(self._combat(state)) else orders

    def judge(self, rules: SupportFire, state: State, order: Order) -> Refusal | None:
        if order.verb == "pass":
            return None
        if order.verb == "cancel":
            if rules.may_cancel(self._combat(state)):
                return None
            return rules.refuse("no_cancel", "The attack cannot be called off any more.")
        return rules.judge_support(state, self.side(rules, state), order)

    def carry_out(self, rules: SupportFire, state: State, order: Order, table: Table) -> None:
        combat = self._combat(state)
        side = self.side(rules, state)
        if order.verb == "cancel":
            state.frames.pop()
            rules.call_off(state, combat, table)
            return
        if order.verb == "support":
            marker = rules.take_marker(state, side, order, table)
            if side == state.active:
                combat = combat._replace(attacker_markers=(*combat.attacker_markers, marker))
            else:
                combat = combat._replace(defender_markers=(*combat.defender_markers, marker))
        else:
            table.tell(Passed(side))
        state.frames[-1] = combat._replace(chance=combat.chance + 1)

    def _combat(self, state: State) -> Combat:
        combat = state.frames[-1]
        assert isinstance(combat, Combat)
        return combat
