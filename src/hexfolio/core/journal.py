"""The journal: orders and dice as they happened; save, load, and the chain that undo walks along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .dice import DiceError, RecordedChance, SeededChance
from .events import Event
from .orders import Notation, Order, OrderError
from .state import State

if TYPE_CHECKING:
    from .game import Game, Rules

FORMAT = 1
SNAPSHOT_EVERY = 64
"""A full position is kept every so many orders; what lies between is replayed."""

RESEED = "reseed"
"""The entry “reseed N” is no order: from here on the dice come from seed N."""

HEAD_LINES, REVISION_LINE, END_LINE = -1, -2, -3
"""Parts of a saved game that are not entries."""

OpenRules = Callable[[str, str, Mapping[str, str]], "Rules"]
"""Finds the rulebook for a battle, a book and options; raises ValueError with a sentence if there is none."""


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


class Record(NamedTuple):
    """A game as it is kept: its beginning, and every order with its dice; the first entry is “begin”."""

    battle: str
    book: str
    revision: str
    options: Mapping[str, str]
    seed: int
    seeded: bool
    entries: list[tuple[str, list[int]]]
    digest: str


def record_of(game: Game) -> Record:
    """The record of a game; raises JournalError if it did not begin at the beginning."""
    if game.laid_out:
        raise JournalError("This game began in a position laid out by hand, which a saved game cannot hold.")
    rules = game.rules
    entries = game.history()
    first = entries[0].snapshot
    assert first is not None
    return Record(
        rules.battle.id,
        rules.book,
        rules.edition,
        rules.battle.options,
        first.seed,
        isinstance(game.chance, SeededChance),
        [(_entry_text(rules, entry), list(entry.dice)) for entry in entries],
        game.state.digest(),
    )


def _entry_text(rules: Rules, entry: Entry) -> str:
    if entry.order is None:
        return "begin"
    if entry.order.verb == RESEED:
        return f"{RESEED} {entry.order.number}"
    return rules.notation.write(entry.order)


def replay(record: Record, open_rules: OpenRules, where: Callable[[int], str]) -> Game:
    """Play a record again, every order judged and every die checked.

    `where` names an entry of the record or another part in messages.
    """
    from .game import Game

    try:
        rules = open_rules(record.battle, record.book, record.options)
    except ValueError as error:
        raise JournalError(f"{where(HEAD_LINES)}: {error}") from None
    if rules.edition != record.revision:
        raise JournalError(
            f"{where(REVISION_LINE)}: it was saved under revision {record.revision} of rules and data; "
            f"this program plays revision {rules.edition}."
        )
    game: Game | None = None
    for number, (text, dice) in enumerate(record.entries):
        chance = RecordedChance(dice, check=record.seeded)
        try:
            if game is None:
                game = Game(rules, record.seed, chance)
            else:
                game.chance = chance
                _repeat(game, text)
            chance.finish()
        except (DiceError, OrderError, JournalError) as error:
            raise JournalError(f"{where(number)}: {error}") from None
    assert game is not None
    if record.seeded:
        game.chance = SeededChance()
    if game.state.digest() != record.digest:
        raise JournalError(f"{where(END_LINE)}: the position reached is not the one that was saved.")
    return game


def _repeat(game: Game, text: str) -> None:
    word, _, rest = text.partition(" ")
    if word == RESEED:
        game.reseed(read_seed(rest))
        return
    order = game.rules.notation.read(text)
    refusal = game.judge(order)
    if refusal is not None:
        raise JournalError(f"the order “{text}” is refused: {refusal}")
    game.apply(order)


def read_seed(text: str) -> int:
    """A seed as saved games write it."""
    if not text.isdecimal() or int(text).bit_length() > 256:
        raise JournalError(f"the seed must be a whole number of at most 256 bits, found {text!r}.")
    return int(text)


# The text of a .hexfolio file, see docs/save-format.md

HEAD = ("hexfolio", "battle", "book", "revision", "options", "seed", "dice")


def save(game: Game) -> str:
    """The game as the text of a `.hexfolio` file."""
    record = record_of(game)
    options = " ".join(f"{name}={value}" for name, value in sorted(record.options.items()))
    lines = [
        f"hexfolio {FORMAT}",
        f"battle {record.battle}",
        f"book {record.book}",
        f"revision {record.revision}",
        f"options {options}".rstrip(),
        f"seed {record.seed}",
        f"dice {'seeded' if record.seeded else 'scripted'}",
    ]
    for number, (text, dice) in enumerate(record.entries):
        lines.append(f"{number} {text}" + (f" | {' '.join(map(str, dice))}" if dice else ""))
    lines.append(f"end {len(record.entries) - 1} {record.digest}")
    return "\n".join(lines) + "\n"


def load(text: str, name: str, open_rules: OpenRules) -> Game:
    """The game that `save` wrote; `name` is what messages call the file."""
    reader = _Reader(text, name)
    return replay(reader.record(), open_rules, reader.where)


class _Reader:
    """Reads the text of a saved game and knows which line is which entry."""

    def __init__(self, text: str, name: str) -> None:
        self.lines = text.splitlines()
        self.name = name

    def where(self, number: int) -> str:
        if number == HEAD_LINES:
            return f"{self.name} lines 2 to 5"
        lines = {REVISION_LINE: 4, END_LINE: len(self.lines)}
        return f"{self.name} line {lines.get(number, len(HEAD) + number + 1)}"

    def record(self) -> Record:
        head = self._head()
        body = self.lines[len(HEAD) :]
        if not body or not body[-1].startswith("end "):
            raise self._error(
                len(self.lines) + 1, "the file is cut off: its closing line “end …” is missing."
            )
        entries = [self._entry(number, line) for number, line in enumerate(body[:-1])]
        if not entries or entries[0][0] != "begin":
            raise self._error(len(HEAD) + 1, "expected “0 begin”.")
        end = body[-1].split()
        if len(end) != 3 or end[1] != str(len(entries) - 1):
            raise self._error(len(self.lines), f"expected “end {len(entries) - 1} …”, found {body[-1]!r}.")
        return Record(
            head["battle"],
            head["book"],
            head["revision"],
            self._options(head["options"]),
            self._seed(head["seed"]),
            self._seeded(head["dice"]),
            entries,
            end[2],
        )

    def _head(self) -> dict[str, str]:
        head: dict[str, str] = {}
        for number, key in enumerate(HEAD, 1):
            line = self.lines[number - 1] if number <= len(self.lines) else ""
            word, _, rest = line.partition(" ")
            if word != key:
                if number == 1:
                    raise self._error(1, f"this is not a Hexfolio game: expected “hexfolio {FORMAT}”.")
                raise self._error(number, f"expected a line beginning with “{key}”, found {line!r}.")
            if key == "hexfolio" and rest != str(FORMAT):
                raise self._error(1, f"format {rest} is not known; this program reads format {FORMAT}.")
            head[key] = rest
        return head

    def _entry(self, number: int, line: str) -> tuple[str, list[int]]:
        text, _, dice = line.partition(" | ")
        word, _, order = text.partition(" ")
        line_number = len(HEAD) + number + 1
        if word != str(number) or not order:
            raise self._error(line_number, f"expected entry {number}, found {line!r}.")
        if not all(part.isdecimal() for part in dice.split()):
            raise self._error(line_number, f"the dice are not numbers: {dice!r}.")
        return order, [int(part) for part in dice.split()]

    def _options(self, text: str) -> dict[str, str]:
        pairs = [word.partition("=") for word in text.split()]
        if any(not sign for _, sign, _ in pairs):
            raise self._error(5, f"expected options such as name=value, found {text!r}.")
        return {name: value for name, _, value in pairs}

    def _seed(self, text: str) -> int:
        try:
            return read_seed(text)
        except JournalError as error:
            raise self._error(6, str(error)) from None

    def _seeded(self, text: str) -> bool:
        if text not in ("seeded", "scripted"):
            raise self._error(7, f"the dice are “seeded” or “scripted”, found {text!r}.")
        return text == "seeded"

    def _error(self, line: int, reason: str) -> JournalError:
        return JournalError(f"{self.name} line {line}: {reason}")


# The same as JSON, with the position besides


def to_json(game: Game) -> dict[str, Any]:
    """The game as JSON: its record, and the position it has reached."""
    record = record_of(game)
    notation = game.rules.notation
    return {
        "hexfolio": FORMAT,
        **record._asdict(),
        "options": dict(record.options),
        "entries": [{"order": _entry_json(notation, e.order), "dice": list(e.dice)} for e in game.history()],
        "state": game.state.to_json(),
    }


def _entry_json(notation: Notation, order: Order | None) -> dict[str, Any] | None:
    if order is None:
        return None
    if order.verb == RESEED:
        return {"order": RESEED, "seed": order.number}
    return notation.to_json(order)


def from_json(data: Any, open_rules: OpenRules) -> Game:
    """The game that `to_json` wrote, replayed and checked."""
    if not isinstance(data, dict) or data.get("hexfolio") != FORMAT:
        raise JournalError(f"This is not a Hexfolio game: expected an object with “hexfolio”: {FORMAT}.")
    try:
        head, digest = _head_from_json(data), str(data["digest"])
        rules = open_rules(*head[:2], head[3])
        entries = [
            (_order_text(rules, entry["order"]), [int(number) for number in entry["dice"]])
            for entry in data["entries"]
        ]
    except (KeyError, TypeError) as error:
        raise JournalError(f"This game lacks or garbles a part: {error}.") from None
    except ValueError as error:
        raise JournalError(str(error)) from None
    if not entries or entries[0][0] != "begin":
        raise JournalError("Entry 0: expected the beginning of the game.")
    record = Record(*head, entries, digest)
    return replay(record, open_rules, lambda number: f"Entry {max(number, 0)}")


def _head_from_json(data: dict[str, Any]) -> tuple[str, str, str, dict[str, str], int, bool]:
    """Battle, book, revision, options, seed and whether the dice are seeded, each of its proper kind."""
    battle, book, revision, options, seed, seeded = (data[name] for name in Record._fields[:6])
    if not all(isinstance(text, str) for text in (battle, book, revision)) or not isinstance(options, dict):
        raise JournalError("Battle, book and revision of a game must be text, and its options an object.")
    if not isinstance(seeded, bool) or type(seed) is not int or not 0 <= seed < 1 << 256:
        raise JournalError("The seed must be a whole number from 0 to 2^256 - 1, and “seeded” true or false.")
    return battle, book, revision, {str(name): str(value) for name, value in options.items()}, seed, seeded


def _order_text(rules: Rules, order: Any) -> str:
    if isinstance(order, dict) and order.get("order") == RESEED:
        return f"{RESEED} {order['seed']}"
    return "begin" if order is None else rules.notation.write(rules.notation.from_json(order))
