"""The journal: orders and dice as they happened; save, load, and the chain that undo walks along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from .dice import DiceError, RecordedChance, SeededChance
from .events import Event
from .orders import Order, OrderError
from .state import State

if TYPE_CHECKING:
    from .game import Game, Rules

FORMAT = 1
SNAPSHOT_EVERY = 64
"""A full position is kept every so many orders; what lies between is replayed."""


class JournalError(ValueError):
    """A saved game that cannot be read; the message names the line and the reason."""


class Entry:
    """One order with its dice and events, linked to the one before, so that branches share their past."""

    __slots__ = ("dice", "events", "number", "order", "parent", "snapshot")

    def __init__(
        self,
        parent: Entry | None,
        order: Order | None,
        dice: Sequence[int],
        events: Sequence[Event],
        snapshot: State | None,
    ) -> None:
        self.parent = parent
        self.number: int = parent.number + 1 if parent else 0
        self.order = order
        self.dice = dice
        self.events = events
        self.snapshot = snapshot

    def before(self) -> Entry:
        assert self.parent is not None
        return self.parent

    def line(self) -> list[Entry]:
        """The entries from the beginning to this one."""
        entries = [self]
        while (parent := entries[-1].parent) is not None:
            entries.append(parent)
        return entries[::-1]


def save(game: Game) -> str:
    """The game as the text of a `.hexfolio` file, see docs/save-format.md."""
    rules = game.rules
    options = " ".join(f"{name}={value}" for name, value in sorted(rules.battle.options.items()))
    lines = [
        f"hexfolio {FORMAT}",
        f"battle {rules.battle.id}",
        f"book {rules.book}",
        f"revision {rules.revision}",
        f"options {options}".rstrip(),
        f"seed {game.state.seed}",
        f"dice {'seeded' if isinstance(game.chance, SeededChance) else 'scripted'}",
    ]
    for entry in game.history():
        text = "begin" if entry.order is None else rules.notation.write(entry.order)
        dice = " ".join(map(str, entry.dice))
        lines.append(f"{entry.number} {text}" + (f" | {dice}" if dice else ""))
    lines.append(f"end {game.position} {game.state.digest()}")
    return "\n".join(lines) + "\n"


def load(text: str, name: str, open_rules: Callable[[str, str, Mapping[str, str]], Rules]) -> Game:
    """The game that `save` wrote, replayed with every order judged and every die checked.

    `open_rules(battle, book, options)` finds the rulebook and raises ValueError if there is none.
    """
    return _Reader(text, name).read(open_rules)


class _Reader:
    HEAD = ("hexfolio", "battle", "book", "revision", "options", "seed", "dice")

    def __init__(self, text: str, name: str) -> None:
        self.lines = text.splitlines()
        self.name = name

    def read(self, open_rules: Callable[[str, str, Mapping[str, str]], Rules]) -> Game:
        head = self._head()
        try:
            rules = open_rules(head["battle"], head["book"], self._options(head["options"]))
        except ValueError as error:
            raise self._error(2, str(error)) from None
        if rules.revision != head["revision"]:
            raise self._error(
                4,
                f"it was saved under rules revision {head['revision']}; this "
                f"program plays revision {rules.revision}.",
            )
        return self._replay(rules, self._seed(head["seed"]), self._seeded(head["dice"]))

    def _head(self) -> dict[str, str]:
        head: dict[str, str] = {}
        for number, key in enumerate(self.HEAD, 1):
            line = self.lines[number - 1] if number <= len(self.lines) else ""
            word, _, rest = line.partition(" ")
            if word != key:
                if number == 1:
                    raise self._error(1, "this is not a Hexfolio game: expected “hexfolio 1”.")
                raise self._error(number, f"expected a line beginning with “{key}”, found {line!r}.")
            head[key] = rest
        if head["hexfolio"] != str(FORMAT):
            raise self._error(
                1, f"format {head['hexfolio']} is not known; this program reads format {FORMAT}."
            )
        return head

    def _replay(self, rules: Rules, seed: int, seeded: bool) -> Game:
        first = len(self.HEAD) + 1
        body = self.lines[first - 1 :]
        if not body or not body[-1].startswith("end "):
            raise self._error(
                len(self.lines) + 1, "the file is cut off: its closing line “end …” is missing."
            )
        opening, dice = self._entry(first, 0, body[0])
        if opening != "begin":
            raise self._error(first, f"expected “0 begin”, found {body[0]!r}.")
        from .game import Game

        chance = RecordedChance(dice, check=seeded)
        try:
            game = Game(rules, seed, chance)
            chance.finish()
        except DiceError as error:
            raise self._error(first, str(error)) from None
        for number, line in enumerate(body[1:-1], 1):
            self._apply(game, first + number, number, line, seeded)
        if seeded:
            game.chance = SeededChance()
        self._check_end(game, len(self.lines), body[-1])
        return game

    def _apply(self, game: Game, line_number: int, number: int, line: str, seeded: bool) -> None:
        text, dice = self._entry(line_number, number, line)
        try:
            order = game.rules.notation.read(text)
        except OrderError as error:
            raise self._error(line_number, str(error)) from None
        refusal = game.judge(order)
        if refusal is not None:
            raise self._error(line_number, f"the order “{text}” is refused: {refusal}")
        chance = RecordedChance(dice, check=seeded)
        game.chance = chance
        try:
            game.apply(order)
            chance.finish()
        except DiceError as error:
            raise self._error(line_number, str(error)) from None

    def _entry(self, line_number: int, number: int, line: str) -> tuple[str, list[int]]:
        text, _, dice = line.partition(" | ")
        word, _, order = text.partition(" ")
        if word != str(number) or not order:
            raise self._error(line_number, f"expected entry {number}, found {line!r}.")
        if not all(part.isdigit() for part in dice.split()):
            raise self._error(line_number, f"the dice are not numbers: {dice!r}.")
        return order, [int(part) for part in dice.split()]

    def _check_end(self, game: Game, line_number: int, line: str) -> None:
        parts = line.split()
        if len(parts) != 3 or parts[1] != str(game.position):
            raise self._error(line_number, f"expected “end {game.position} …”, found {line!r}.")
        if parts[2] != game.state.digest():
            raise self._error(line_number, "the position reached is not the one that was saved.")

    def _options(self, text: str) -> dict[str, str]:
        pairs = [word.partition("=") for word in text.split()]
        if any(not sign for _, sign, _ in pairs):
            raise self._error(5, f"expected options such as name=value, found {text!r}.")
        return {name: value for name, _, value in pairs}

    def _seed(self, text: str) -> int:
        if not text.isdigit():
            raise self._error(6, f"the seed must be a whole number, found {text!r}.")
        return int(text)

    def _seeded(self, text: str) -> bool:
        if text not in ("seeded", "scripted"):
            raise self._error(7, f"the dice are “seeded” or “scripted”, found {text!r}.")
        return text == "seeded"

    def _error(self, line: int, reason: str) -> JournalError:
        return JournalError(f"{self.name} line {line}: {reason}")
