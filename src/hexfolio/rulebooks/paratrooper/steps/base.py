"""What all steps share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ....core.game import Decision
from ....core.state import State
from ....core.steps import Step
from ..sequence import Sequence as Rules


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
