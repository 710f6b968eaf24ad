"""What all steps share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from ....core.game import Decision
from ....core.orders import Order
from ....core.state import State
from ....core.steps import Step
from ..sequence import Sequence as Rules

TRIES = 60
"""How often something is drawn that may come to nothing, before everything is listed."""


class ParaStep(Step[Rules]):
    """What all steps share."""

    rule: ClassVar[str] = "sequence"
    prompt: ClassVar[str] = ""

    def frame(self, state: State) -> Any:
        return state.frames[-1]

    def side(self, rules: Rules, state: State) -> int:
        side: int = self.frame(state)[1]
        return side

    def ask(
        self, rules: Rules, state: State, prompt: str, units: Sequence[int] = (), hexes: Sequence[int] = ()
    ) -> Decision:
        return Decision(
            self.name, self.side(rules, state), prompt, rules.clause(self.rule), tuple(units), tuple(hexes)
        )

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt)

    def draw_among(
        self, rules: Rules, state: State, random: Random, subjects: Sequence[int], plain: Sequence[Order]
    ) -> Order | None:
        """Draw among subjects and plain orders, not all of which will do, until one comes up that does."""
        count, tries = len(subjects), TRIES
        while tries:
            tries -= 1
            choice = int(random.random() * (count + len(plain)))
            if choice < count:
                order = self.pick_order(rules, state, subjects[choice], random)
                if order is not None:
                    return order
            elif self.judge(rules, state, plain[choice - count]) is None:
                return plain[choice - count]
        return None
