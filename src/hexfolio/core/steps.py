"""Steps: a rulebook as named steps, each of which asks for one decision and knows what may be answered."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from .game import NO_TERMS, Decision, Rules, Table, Terms
from .orders import Order
from .rulings import Refusal
from .state import Frame, State, deep_tuple

R = TypeVar("R", bound="StepRules")


class Step(Generic[R]):
    """One kind of decision. Its frame on top of `state.frames` says what it is about."""

    name: str
    verbs: frozenset[str]
    subject_kind: ClassVar[str] = "unit"

    def side(self, rules: R, state: State) -> int:
        """Who owes the decision."""
        return state.active

    def decision(self, rules: R, state: State) -> Decision:
        raise NotImplementedError

    def settle(self, rules: R, state: State, table: Table) -> bool:
        """Do what needs no decision. True if something was done, so that the top frame may be another."""
        return False

    def plain_orders(self, rules: R, state: State) -> list[Order]:
        return []

    def subjects(self, rules: R, state: State) -> Sequence[int]:
        return ()

    def orders_of(self, rules: R, state: State, subject: int) -> list[Order]:
        return []

    def pick_order(self, rules: R, state: State, subject: int, random: Random) -> Order | None:
        orders = self.orders_of(rules, state, subject)
        return orders[int(random.random() * len(orders))] if orders else None

    def draw(self, rules: R, state: State, random: Random) -> Order | None:
        """A random legal order without listing all subjects, each as likely as `StepRules.sample` has it.

        None if the step has no short cut, or it found nothing.
        """
        return None

    def terms(self, rules: R, state: State, order: Order) -> Terms:
        """What a legal order of this step costs, as far as that is sure."""
        return NO_TERMS

    def judge(self, rules: R, state: State, order: Order) -> Refusal | None:
        raise NotImplementedError

    def carry_out(self, rules: R, state: State, order: Order, table: Table) -> None:
        raise NotImplementedError


class StepRules(Rules):
    """A rulebook made of steps. A subclass names its steps and its frames."""

    steps: ClassVar[Mapping[str, Step[Any]]]
    frame_types: ClassVar[Mapping[str, type[Any]]]
    any_time: ClassVar[frozenset[str]] = frozenset()
    """Orders that do not belong to a step; they may even come from the side that is not asked."""

    def judge_any_time(self, state: State, order: Order, side: int | None) -> Refusal | None:
        raise NotImplementedError

    def carry_out_any_time(self, state: State, order: Order, table: Table) -> None:
        raise NotImplementedError

    def step(self, state: State) -> Step[Any] | None:
        """The step that is waiting for a decision; None when the game is over."""
        frames = state.frames
        return self.steps[frames[-1][0]] if frames else None

    @abstractmethod
    def refuse_finished(self) -> Refusal:
        """The game is over."""

    @abstractmethod
    def refuse_side(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """The order comes from the side that is not asked."""

    @abstractmethod
    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """The order is of a kind that is not asked for now."""

    def settle(self, state: State, table: Table) -> None:
        """Go on until somebody owes a decision or the game is over."""
        while state.frames and self.steps[state.frames[-1][0]].settle(self, state, table):
            state.cache.clear()

    def decision(self, state: State) -> Decision | None:
        step = self.step(state)
        return step.decision(self, state) if step else None

    def plain_orders(self, state: State) -> list[Order]:
        step = self.step(state)
        return step.plain_orders(self, state) if step else []

    def subjects(self, state: State) -> Sequence[int]:
        step = self.step(state)
        return step.subjects(self, state) if step else ()

    def subject_kind(self, state: State) -> str:
        step = self.step(state)
        return step.subject_kind if step else "unit"

    def orders_of(self, state: State, subject: int) -> list[Order]:
        step = self.step(state)
        return step.orders_of(self, state, subject) if step else []

    def terms(self, state: State, order: Order) -> Terms:
        step = self.step(state)
        return step.terms(self, state, order) if step else NO_TERMS

    def sample(self, state: State, random: Random) -> Order:
        step = self.step(state)
        if step is None:
            raise LookupError("No order is legal: the game is over.")
        drawn = step.draw(self, state, random)
        if drawn is not None:
            return drawn
        plain = step.plain_orders(self, state)
        subjects = list(step.subjects(self, state))
        while subjects or plain:
            choice = int(random.random() * (len(subjects) + len(plain)))
            if choice >= len(subjects):
                return plain[choice - len(subjects)]
            order = step.pick_order(self, state, subjects[choice], random)
            if order is not None:
                return order
            subjects[choice] = subjects[-1]
            subjects.pop()
        raise LookupError("No order is legal in this position.")

    def judge(self, state: State, order: Order, side: int | None) -> Refusal | None:
        step = self.step(state)
        if step is None:
            return self.refuse_finished()
        if order.verb in self.any_time:
            return self.judge_any_time(state, order, side)
        if side is not None and side != step.side(self, state):
            return self.refuse_side(state, order, step)
        if order.verb not in step.verbs:
            return self.refuse_verb(state, order, step)
        return step.judge(self, state, order)

    def carry_out(self, state: State, order: Order, table: Table) -> None:
        step = self.step(state)
        assert step is not None
        if order.verb in self.any_time:
            self.carry_out_any_time(state, order, table)
            return
        step.carry_out(self, state, order, table)
        self.settle(state, table)

    def state_from_json(self, data: dict[str, Any]) -> State:
        battle = self.battle
        side_of = [counter.side for counter in battle.counters]
        return State.from_json(data, side_of, battle.board.grid.size, self.frame_from_json)

    def frame_from_json(self, data: list[Any]) -> Frame:
        frame: Frame = self.frame_types[data[0]](*map(deep_tuple, data))
        return frame
