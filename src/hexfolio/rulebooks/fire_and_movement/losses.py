"""Step losses whose owner chooses the unit."""

from __future__ import annotations

from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .frames import Loss
from .support_fire import SupportFire


class Losses(SupportFire):
    """Exchange, (A) and friendly fire: one unit of several loses a step."""

    def take_loss(self, state: State, side: int, units: tuple[int, ...], cause: str, table: Table) -> None:
        """fm-folio:7.6.e, fm-2023:8.2.4.d: with several candidates their owner chooses one."""
        if len(units) == 1:
            self.lose_step(state, units[0], cause, table)
        elif units:
            state.frames.append(Loss("loss", side, units, cause))


class LossStep(Step[Losses]):
    """The owner names the unit that loses a step."""

    name = "loss"
    verbs = frozenset({"lose"})

    def side(self, rules: Losses, state: State) -> int:
        return self._loss(state).side

    def decision(self, rules: Losses, state: State) -> Decision:
        loss = self._loss(state)
        return Decision(
            "loss", loss.side, "Choose the unit that loses a step.", rules.clause("choose_loss"), loss.units
        )

    def subjects(self, rules: Losses, state: State) -> tuple[int, ...]:
        return self._loss(state).units

    def orders_of(self, rules: Losses, state: State, subject: int) -> list[Order]:
        return [Order("lose", subject)]

    def judge(self, rules: Losses, state: State, order: Order) -> Refusal | None:
        loss = self._loss(state)
        if order.unit in loss.units:
            return None
        names = ", ".join(rules.name(unit) for unit in loss.units)
        rule = "friendly_fire" if loss.cause == "friendly fire" else "choose_loss"
        return rules.refuse(
            rule, f"{rules.name(order.unit)} cannot take this loss: it falls on one of {names}."
        )

    def carry_out(self, rules: Losses, state: State, order: Order, table: Table) -> None:
        loss = self._loss(state)
        state.frames.pop()
        rules.lose_step(state, order.unit, loss.cause, table)

    def _loss(self, state: State) -> Loss:
        loss = state.frames[-1]
        assert isinstance(loss, Loss)
        return loss
