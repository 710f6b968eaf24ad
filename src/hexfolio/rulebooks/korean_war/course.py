"""The course of a battle: what both books do when turns and phases begin and end, and the movement phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from ..fire_and_movement.movement_phase import MovementStep
from .victory import Victory


class Course(Victory):
    """Hooks into the sequence of play."""

    extra_verbs: ClassVar[frozenset[str]] = frozenset({"withdraw"})
    """Orders of the movement phases besides moving and coming on."""

    def begin_turn(self, state: State, table: Table) -> None:
        """Markers that are withdrawn leave before the turn's allotment (ruling T22)."""
        turn = state.turn + 1
        for side, cuts in self.special.get("marker-cuts", {}).items():
            if turn in cuts:
                self.lose_markers(state, side, cuts[turn], "withdrawn", table)
        super().begin_turn(state, table)

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        state.lists.pop("entered", None)
        super().begin_player_turn(state, side, table)

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        super().begin_phase(state, phase, table)
        state.cache.clear()
        if phase == "movement":
            self.admit(state)
            self.lose_uncontrolled(state, table)

    def end_phase(self, state: State, table: Table) -> None:
        state.cache.clear()
        if state.phase in ("movement", "mobile-movement"):
            self.disperse(state, table)
        self.phase_over(state, table)
        super().end_phase(state, table)

    def phase_over(self, state: State, table: Table) -> None:
        """Called when a phase is over, before control is marked."""

    def end_turn(self, state: State, table: Table) -> None:
        self.turn_over(state, table)
        super().end_turn(state, table)

    def turn_over(self, state: State, table: Table) -> None:
        """Called when both player turns are over."""
        self.count_overdue(state)
        self.mark_cleared(state)

    # Orders of the movement phases

    def judge_end_of_movement(self, state: State) -> Refusal | None:
        return self.judge_crowding(state)

    def extra_orders(self, state: State) -> list[Order]:
        """Orders besides moves that are possible now."""
        return self.withdrawal_orders(state)

    def judge_extra(self, state: State, order: Order) -> Refusal | None:
        return self.judge_withdrawal(state, order.unit)

    def carry_out_extra(self, state: State, order: Order, table: Table) -> None:
        self.withdraw(state, order.unit, table)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        rule = {
            "break": "breakdown_time",
            "withdraw": "withdrawal",
        }.get(order.verb)
        if rule is None:
            return super().refuse_verb(state, order, step)
        return self.refuse(rule, f"“{order.verb}” is not possible now.")


class KoreanMovementStep(MovementStep):
    """A movement phase with the orders that belong to its start, or to any moment of it."""

    def __init__(self, name: str, extra: frozenset[str]) -> None:
        super().__init__(name)
        self.verbs = MovementStep.verbs | extra

    def plain_orders(self, rules: Any, state: State) -> list[Order]:
        orders: list[Order] = rules.extra_orders(state)
        if rules.judge_end_of_movement(state) is None:
            orders.append(Order("end"))
        return orders

    def subjects(self, rules: Any, state: State) -> Sequence[int]:
        units: list[int] = rules.movers(state)
        return units + rules.arrivals(state) if self.name == "movement" else units

    def judge(self, rules: Any, state: State, order: Order) -> Refusal | None:
        if order.verb in ("move", "enter"):
            return super().judge(rules, state, order)
        refusal: Refusal | None = (
            rules.judge_end_of_movement(state) if order.verb == "end" else rules.judge_extra(state, order)
        )
        return refusal

    def carry_out(self, rules: Any, state: State, order: Order, table: Table) -> None:
        if order.verb in ("move", "enter", "end"):
            super().carry_out(rules, state, order, table)
        else:
            rules.carry_out_extra(state, order, table)
