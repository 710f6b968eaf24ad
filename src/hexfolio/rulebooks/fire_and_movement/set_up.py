"""Chapter 3: setting up."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .bombardment import Bombardment
from .events import Placed
from .frames import Phase


class SetUp(Bombardment):
    """Fixed counters are placed by the rules, the others by their owners, one side after the other."""

    def place_fixed(self, state: State) -> None:
        """fm-folio:3.0.b, fm-2023:3.0.a: exactly the counters of the initial deployment are on the map."""
        for unit, step in self.battle.start_steps.items():
            state.step[unit] = step
        for unit, placement in self.battle.placements.items():
            if placement.fixed:
                state.put(unit, placement.hexes[0])

    def deploy(self, state: State, side: int) -> None:
        """Place by default what a side would place by choice; here there are no defaults."""

    def to_place(self, state: State, side: int) -> list[int]:
        """Counters whose owner chooses the hex."""
        placements = self.battle.placements
        return [
            unit for unit in self.side_counters[side] if unit in placements and not placements[unit].fixed
        ]

    def judge_placement(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """fm-2023:3.0.c: one hex, an area, or the owner's choice; never on a unit or closed terrain."""
        name, number = self.name(unit), self.number(hex_)
        if unit not in self.to_place(state, state.active):
            return self.refuse(
                "set_up", f"{name} is not among the counters {self.side_name(state.active)} may place."
            )
        if hex_ not in self.battle.placements[unit].hexes:
            return self.refuse(
                "set_up", f"{name} may not set up in {number}: it is outside its set-up area.", hex_
            )
        if state.occupied[1 - state.active][hex_]:
            return self.refuse(
                "enemy_hex", f"{name} may not set up in {number}: an enemy unit is there.", hex_
            )
        if not self.has_room(state, unit, hex_):
            return self.refuse(
                "stacking", f"{name} may not set up in {number}: a friendly unit is there.", hex_
            )
        if not self.battle.key.hex_cost(self.board, hex_, self.counters[unit].mobility):
            return self.refuse(
                "closed_hex", f"{name} may not set up in {number}: the terrain is prohibited to it.", hex_
            )
        return None


class SetUpStep(Step[SetUp]):
    """A side places its counters; it may change its mind until it ends its set-up."""

    name = "set-up"
    verbs = frozenset({"place", "end"})

    def decision(self, rules: SetUp, state: State) -> Decision:
        waiting = self._waiting(rules, state)
        prompt = "Place your counters, then end the set-up." if waiting else "Change your set-up, or end it."
        return Decision("set-up", state.active, prompt, rules.clause("set_up_order"), tuple(waiting))

    def settle(self, rules: SetUp, state: State, table: Table) -> bool:
        if rules.to_place(state, state.active):
            return False
        rules.end_phase(state, table)
        return True

    def plain_orders(self, rules: SetUp, state: State) -> list[Order]:
        return [] if self._waiting(rules, state) else [Order("end")]

    def subjects(self, rules: SetUp, state: State) -> Sequence[int]:
        return rules.to_place(state, state.active)

    def orders_of(self, rules: SetUp, state: State, subject: int) -> list[Order]:
        hexes = rules.battle.placements[subject].hexes
        return [
            Order("place", subject, (hex_,))
            for hex_ in hexes
            if rules.judge_placement(state, subject, hex_) is None
        ]

    def judge(self, rules: SetUp, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            waiting = self._waiting(rules, state)
            names = ", ".join(rules.name(unit) for unit in waiting)
            return rules.refuse("set_up_complete", f"Still to be placed: {names}.") if waiting else None
        return rules.judge_placement(state, order.unit, order.path[0])

    def carry_out(self, rules: SetUp, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
            return
        state.put(order.unit, order.path[0])
        table.tell(Placed(order.unit, order.path[0]))

    def _waiting(self, rules: SetUp, state: State) -> list[int]:
        return [unit for unit in rules.to_place(state, state.active) if state.at[unit] < 0]


def set_up_frame(side: int) -> Phase:
    return Phase("set-up", side)
