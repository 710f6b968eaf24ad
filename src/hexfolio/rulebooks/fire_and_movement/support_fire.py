"""Chapter 8.0 to 8.3 (7 in the newest edition): support fire markers."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter as Tally
from collections.abc import Sequence
from fractions import Fraction

from ...core.battle import Battle
from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .events import Allotted, Cancelled, Passed, Revealed, Supported
from .frames import Combat
from .reinforcements import Reinforcements

CHANCES = 4
"""Attacker, defender, attacker, defender: one marker each, or none."""


def draws_track(side: int) -> str:
    """The track of how many markers a side may still draw from its whole pool in this game turn."""
    return f"draws {side}"


class SupportFire(Reinforcements):
    """Allotment of markers, and their use in a combat.

    Markers are chosen by value and lie open, or they are drawn blind and lie face down, as the book is read
    (ruling marker-draw).
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.from_pool = self.reads("marker-draw", "blind-pool")
        self.draws_blind = self.from_pool or self.reads("marker-draw", "lowest-then-blind")

    # Allotment

    def allotment(self, state: State, side: int) -> int:
        """fm-folio:2.3.1.h, fm-2023:3.0.e: the number on the track counts markers, whatever happens."""
        return self.battle.allotment(state.turn, side)

    def take_allotment(self, state: State, side: int, table: Table) -> None:
        """fm-folio:8.1.a and b, fm-2023:7.1.c: lowest values first, at most the whole pool.

        By the reading “blind-pool” the number only says how many will be drawn from the whole pool.
        """
        pool = sorted(state.pools[side], key=lambda marker: (self.marker_value[marker], marker))
        number = min(self.allotment(state, side), len(pool))
        taken = pool if self.from_pool else pool[:number]
        state.pools[side] = [marker for marker in state.pools[side] if marker not in taken]
        state.hands[side] += taken
        values = [self.marker_value[marker] for marker in taken]
        if self.from_pool:
            state.tracks[draws_track(side)] = number
            values = [0] * number
        if number:
            table.tell(Allotted(side, tuple(values)))

    def markers_left(self, state: State, side: int) -> int:
        """How many markers a side may still use in this game turn."""
        return min(len(state.hands[side]), state.tracks.get(draws_track(side), len(state.hands[side])))

    def return_markers(self, state: State) -> None:
        """fm-folio:4.1.s, fm-2023:7.2.d: what is left in hand goes back to the pool."""
        for side in (0, 1):
            state.pools[side] += state.hands[side]
            state.hands[side] = []
            state.tracks.pop(draws_track(side), None)

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
        return bool(self.markers_left(state, self.chance_side(state, combat)))

    def support_orders(self, state: State, side: int) -> list[Order]:
        """fm-folio:8.4.j: any marker in hand; markers of one value are alike (8.3.a).

        fm-2023:7.2.e: one that is drawn blind leaves nothing to choose.
        """
        if self.draws_blind:
            return [Order("support")]
        values = sorted({self.marker_value[marker] for marker in state.hands[side]})
        return [Order("support", markers=(value,)) for value in values]

    def judge_support(self, state: State, side: int, order: Order) -> Refusal | None:
        """fm-folio:8.3.c and i: one marker at a chance, out of those in hand; fm-2023:7.2.e: no value is
        named for one that is drawn blind."""
        if self.draws_blind:
            if not order.markers:
                return None
            return self.refuse("blind_support", "Markers are drawn blind: say “support” without a value.")
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
        """Take the marker that an order commits out of the hand; fm-2023:7.2.f: one that is drawn blind lies
        face down."""
        if self.draws_blind:
            marker = self.draw_marker(state, side, table)
            table.tell(Supported(side, 0))
            return marker
        [marker] = self.pick_markers(state.hands[side], order.markers)
        state.hands[side].remove(marker)
        table.tell(Supported(side, order.markers[0]))
        return marker

    def draw_marker(self, state: State, side: int, table: Table) -> int:
        """fm-2023:7.2.e: a marker is drawn at random from those available."""
        hand = state.hands[side]
        if self.from_pool:
            state.tracks[draws_track(side)] -= 1
        return hand.pop(table.draw([self.marker_value[marker] for marker in hand]))

    def markers_down(self, combat: Combat) -> tuple[bool, bool]:
        """fm-2023:7.2.f: do the markers of attacker and defender lie face down until they are revealed?"""
        hidden = self.draws_blind and combat.step == "support"
        return hidden, hidden

    def reveal(self, state: State, combat: Combat, table: Table) -> None:
        """fm-2023:8.2.1.i: after the fourth chance both sides reveal all their markers together."""
        placed = (state.active, combat.attacker_markers), (1 - state.active, combat.defender_markers)
        for (side, markers), hidden in zip(placed, self.markers_down(combat), strict=True):
            if markers and hidden:
                table.tell(Revealed(side, tuple(self.marker_value[marker] for marker in markers)))

    def pick_markers(self, hand: Sequence[int], values: Sequence[int]) -> list[int]:
        """Markers of these values out of a hand."""
        left, picked = list(hand), []
        for value in values:
            marker = next(marker for marker in left if self.marker_value[marker] == value)
            left.remove(marker)
            picked.append(marker)
        return picked

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
        """fm-2023:7.2.e: every marker available is equally likely at the next blind draw; empty where markers
        are chosen openly (8.1.c)."""
        hand = state.hands[side] if self.draws_blind else []
        tally = Tally(self.marker_value[marker] for marker in hand)
        return {value: Fraction(count, len(hand)) for value, count in tally.items()}

    # Shown to players

    def committed(self, combat: Combat) -> tuple[list[str], list[str]]:
        """The markers of attacker and defender in the combat under way, as everybody sees them: open (8.3.n),
        or face down (fm-2023:2.3.e and 7.2.f)."""
        attacker, defender = (
            ["?" if hidden else f"+{self.marker_value[marker]}" for marker in markers]
            for markers, hidden in zip(
                (combat.attacker_markers, combat.defender_markers), self.markers_down(combat), strict=True
            )
        )
        return attacker, defender

    def hand_seen(self, state: State, side: int, by: int | None) -> list[str]:
        """Markers a side has left, as another side sees them: open, since selection is open.

        Nobody has seen those that lie face down, so they are shown among those in hand.
        """
        if self.from_pool:
            return ["?"] * self.markers_left(state, side)
        hidden = [
            marker for frame in state.frames for marker in self._unseen(frame) if self.owns(side, marker)
        ]
        return sorted(f"+{self.marker_value[marker]}" for marker in state.hands[side] + hidden)

    def owns(self, side: int, marker: int) -> bool:
        return self.battle.markers[marker].side == side

    def _unseen(self, frame: object) -> tuple[int, ...]:
        """The markers of a combat that lie face down."""
        if not isinstance(frame, Combat):
            return ()
        attacker, defender = self.markers_down(frame)
        return frame.attacker_markers * attacker + frame.defender_markers * defender


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
