"""The course of a battle: what both books do when turns and phases begin and end, and the movement phases."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from ..fire_and_movement.frames import MOVED
from ..fire_and_movement.movement_phase import MovementStep
from ..ways import Path
from .victory import Victory

OTHER_ORDERS = 0.04
"""How often random play looks for something else to do with a unit than moving it."""


class Course(Victory):
    """Hooks into the sequence of play."""

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
            self.call_arrivals(state)
        else:
            state.lists.pop("due", None)

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

    def stays_put(self, state: State, unit: int) -> bool:
        """Is the unit one that does not move in this phase, whatever it has done?"""
        return False

    def extra_subjects(self, state: State) -> list[int]:
        """Counters that may have orders besides moves, whether they can still move or not."""
        return []

    def extra_orders_of(self, state: State, unit: int) -> list[Order]:
        """Orders besides moves that a counter may be given now."""
        if self.withdrawals and self.judge_withdrawal(state, unit) is None:
            return [Order("withdraw", unit)]
        return []

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
        return [Order("end")] if rules.judge_end_of_movement(state) is None else []

    def subjects(self, rules: Any, state: State) -> Sequence[int]:
        units: list[int] = rules.movers(state)
        if self.name == "movement":
            units = units + rules.arrivals(state)
        return units + [unit for unit in rules.extra_subjects(state) if unit not in units]

    def orders_of(self, rules: Any, state: State, subject: int) -> list[Order]:
        orders: list[Order] = []
        if state.at[subject] < 0 or subject in rules.movers(state):
            orders = super().orders_of(rules, state, subject)
        return orders + rules.extra_orders_of(state, subject) if state.at[subject] >= 0 else orders

    def pick_order(self, rules: Any, state: State, subject: int, random: Random) -> Order | None:
        """Mostly a move; the list of other orders is made only for one in so many subjects."""
        if state.at[subject] >= 0:
            idle = state.flags[subject] & MOVED and state.mover != subject
            if idle or random.random() < OTHER_ORDERS:
                extra: list[Order] = rules.extra_orders_of(state, subject)
                if extra:
                    return extra[int(random.random() * len(extra))]
            late = self.name == "mobile-movement" and state.mover != subject
            if idle or rules.stays_put(state, subject) or (late and not rules.may_move_late(state, subject)):
                return None
        return super().pick_order(rules, state, subject, random)

    def judge(self, rules: Any, state: State, order: Order) -> Refusal | None:
        if order.verb in ("move", "enter"):
            return super().judge(rules, state, order)
        refusal: Refusal | None = (
            rules.judge_end_of_movement(state) if order.verb == "end" else rules.judge_extra(state, order)
        )
        return refusal

    def _cost_of_leaving(self, rules: Any, state: State, unit: int, path: Path, left: int) -> Refusal | int:
        if len(path) == 2:
            left = rules.points_to_leave(state, unit)
        return super()._cost_of_leaving(rules, state, unit, path, left)

    def carry_out(self, rules: Any, state: State, order: Order, table: Table) -> None:
        if order.verb in ("move", "enter", "end"):
            super().carry_out(rules, state, order, table)
        else:
            rules.carry_out_extra(state, order, table)
