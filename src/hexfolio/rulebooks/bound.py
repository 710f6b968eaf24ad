"""A rulebook bound to a battle: the words that every family of rulebooks uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..core.battle import Battle
from ..core.counters import Values
from ..core.events import Event
from ..core.orders import Notation
from ..core.rulings import Refusal
from ..core.state import State
from ..core.steps import StepRules
from .readings import chosen
from .telling import TELLERS, Teller


class BoundRules(StepRules):
    """What a rulebook knows of its battle before play begins."""

    cites: ClassVar[Mapping[str, str]]
    """Clause of this book by the name the code gives to a rule."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]]
    frame_types: ClassVar[Mapping[str, type[Any]]]
    tellers: ClassVar[Mapping[type, Teller]] = TELLERS
    """How the log tells an event, by its class; a book adds its own."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.board = battle.board
        self.grid = battle.board.grid
        self.counters = battle.counters
        self.special = battle.special
        self.readings = chosen(battle)
        self.notation = Notation(self.grid, battle.counters, self.verbs)
        self.side_counters = [[c.index for c in battle.counters if c.side == side] for side in (0, 1)]

    def new_state(self, seed: int) -> State:
        return State([counter.side for counter in self.counters], self.grid.size, seed)

    def reads(self, name: str, value: str) -> bool:
        """Is the book read so in this game? Players choose among readings when it begins."""
        return self.readings.get(name) == value

    def clause(self, rule: str) -> str:
        """The clause that a rule rests on: where the battle's own section puts it, or the book."""
        return self.battle.cites.get(rule) or self.cites[rule.partition(" ")[0]]

    def refuse(self, rule: str, sentence: str, *hexes: int) -> Refusal:
        return Refusal(self.clause(rule), sentence, hexes)

    def name(self, unit: int) -> str:
        return self.counters[unit].id

    def number(self, hex_: int) -> str:
        return self.grid.number(hex_)

    def side_name(self, side: int) -> str:
        return self.battle.sides[side].name

    def values(self, state: State, unit: int) -> Values:
        """The print on the side of the counter that shows."""
        return self.counters[unit].steps[state.step[unit]]

    def way(self, path: tuple[int, ...]) -> str:
        return "-".join(map(self.number, path))

    def narrate(self, event: Event) -> str:
        """The event as a sentence of the log."""
        teller = self.tellers.get(type(event))
        return teller(self, event) if teller else str(event)
