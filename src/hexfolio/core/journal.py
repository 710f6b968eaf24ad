"""Saved games: the text of a `.hexfolio` file, and the same as JSON. See docs/save-format.md."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .battle import kept_sheets
from .entries import RESEED, REVISED, SNAPSHOT_EVERY, JournalError
from .orders import OrderError
from .records import BEGIN, END, HEAD, Kept, OpenRules, Record, read_seed, record_of, replay

if TYPE_CHECKING:
    from .game import Game, Rules

__all__ = [
    "FORMAT", "RESEED", "REVISED", "SNAPSHOT_EVERY", "JournalError", "OpenRules", "from_json", "load", "save",
    "text_of", "to_json",
]  # fmt: skip

FORMAT = 2
LINES = ("hexfolio", "battle", "book", "revision", "options", "seed", "dice")
"""The first words of the first lines."""

WIDTH = 96
MOST = {"sheets": 1 << 22, "positions": 1 << 26}
"""Bytes that the packed parts of a file may unpack to."""


def save(game: Game) -> str:
    """The game as the text of a `.hexfolio` file."""
    return text_of(record_of(game, kept_sheets(game.battle)))


def text_of(record: Record) -> str:
    """A record as the text of a `.hexfolio` file."""
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
    for number, kept in enumerate(record.entries):
        lines.append(f"{number} {kept.text}" + (f" | {' '.join(map(str, kept.dice))}" if kept.dice else ""))
    lines += _packed("sheets", record.sheets)
    lines += _packed("positions", json.dumps([kept[2:] for kept in record.entries], separators=(",", ":")))
    lines.append(f"end {len(record.entries) - 1} {record.digest}")
    return "\n".join(lines) + "\n"


def _packed(name: str, text: str) -> Iterator[str]:
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    for place in range(0, len(packed), WIDTH):
        yield f"{name} {packed[place : place + WIDTH]}"


def load(text: str, name: str, open_rules: OpenRules) -> Game:
    """The game that `save` wrote; `name` is what messages call the file."""
    reader = _Reader(text, name)
    return replay(reader.record(), open_rules, reader.where)


class _Reader:
    """Reads the text of a saved game and knows which line is which entry."""

    def __init__(self, text: str, name: str) -> None:
        self.lines = text.splitlines()
        self.name = name
        self.parts: dict[str, int] = {}
        """The line where a packed part begins."""

    def where(self, number: int) -> str:
        if number == HEAD:
            return f"{self.name} lines 2 to 5"
        line = len(self.lines) if number == END else len(LINES) + number + 1
        return f"{self.name} line {line}"

    def record(self) -> Record:
        head = self._head()
        body = self.lines[len(LINES) :]
        if not body or not body[-1].startswith("end "):
            raise self._error(
                len(self.lines) + 1, "the file is cut off: its closing line “end …” is missing."
            )
        packed = sum(line.startswith(("sheets ", "positions ")) for line in body)
        entries = [self._entry(number, line) for number, line in enumerate(body[: -1 - packed])]
        if not entries or entries[0][0] != BEGIN:
            raise self._error(len(LINES) + 1, "expected “0 begin”.")
        end = body[-1].split()
        if len(end) != 3 or end[1] != str(len(entries) - 1):
            raise self._error(len(self.lines), f"expected “end {len(entries) - 1} …”, found {body[-1]!r}.")
        sheets = self._unpacked("sheets")
        return Record(
            head["battle"],
            head["book"],
            head["revision"],
            self._options(head["options"]),
            self._seed(head["seed"]),
            self._seeded(head["dice"]),
            sheets,
            self._kept(entries),
            end[2],
        )

    def _head(self) -> dict[str, str]:
        head: dict[str, str] = {}
        for number, key in enumerate(LINES, 1):
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
        line_number = len(LINES) + number + 1
        if word != str(number) or not order:
            raise self._error(line_number, f"expected entry {number}, found {line!r}.")
        if not all(part.isdecimal() for part in dice.split()):
            raise self._error(line_number, f"the dice are not numbers: {dice!r}.")
        return order, [int(part) for part in dice.split()]

    def _unpacked(self, name: str) -> str:
        """The text of a packed part."""
        numbers = [number for number, line in enumerate(self.lines, 1) if line.startswith(f"{name} ")]
        if not numbers:
            raise self._error(len(self.lines), f"the part “{name}” is missing before the closing line.")
        self.parts[name] = numbers[0]
        try:
            packed = base64.b64decode(
                "".join(self.lines[n - 1].partition(" ")[2] for n in numbers), validate=True
            )
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(packed, MOST[name])
            if not unpacker.eof:
                raise ValueError("it is longer than that of any game")
            return text.decode()
        except (ValueError, zlib.error) as error:
            raise self._error(numbers[0], f"the part “{name}” cannot be unpacked: {error}.") from None

    def _kept(self, entries: list[tuple[str, list[int]]]) -> list[Kept]:
        """The entries with their positions and what was told of them."""
        text = self._unpacked("positions")
        try:
            return _with_positions(entries, json.loads(text))
        except (RecursionError, TypeError, ValueError):
            raise self._error(
                self.parts["positions"], "the positions are garbled: one for each entry was expected."
            ) from None

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


def _with_positions(entries: list[tuple[str, list[int]]], positions: Any) -> list[Kept]:
    """Entries joined with their positions; raises ValueError or TypeError where these are none."""
    found = []
    for (text, dice), (change, digest, told) in zip(entries, positions, strict=True):
        if not isinstance(digest, str) or not all(_is_told(line) for line in told):
            raise ValueError
        found.append(Kept(text, dice, change, digest, told))
    return found


def _is_told(line: Any) -> bool:
    """Is this a line of the log?"""
    if not isinstance(line, dict) or line.keys() != {"event", "text", "facts"}:
        return False
    return (
        isinstance(line["event"], str) and isinstance(line["text"], str) and isinstance(line["facts"], dict)
    )


# The same as JSON, with the position besides


def to_json(game: Game) -> dict[str, Any]:
    """The game as JSON: its record, and the position it has reached."""
    record = record_of(game, kept_sheets(game.battle))
    return {
        "hexfolio": FORMAT,
        **record._asdict(),
        "options": dict(record.options),
        "entries": [_entry_json(game.rules, kept) for kept in record.entries],
        "state": game.state.to_json(),
    }


def _entry_json(rules: Rules, kept: Kept) -> dict[str, Any]:
    return {**kept._asdict(), "order": _order_json(rules, kept.text)}


def _order_json(rules: Rules, text: str) -> dict[str, Any] | None:
    """The order of an entry for programs that would rather not read its line; None for what is none."""
    try:
        return rules.notation.to_json(rules.notation.read(text))
    except OrderError:
        return None


def from_json(data: Any, open_rules: OpenRules) -> Game:
    """The game that `to_json` wrote, replayed and checked."""
    if not isinstance(data, dict) or data.get("hexfolio") != FORMAT:
        raise JournalError(f"This is not a Hexfolio game: expected an object with “hexfolio”: {FORMAT}.")
    try:
        head, sheets, digest = _head_from_json(data), str(data["sheets"]), str(data["digest"])
        entries = [
            (str(entry["text"]), [int(number) for number in entry["dice"]]) for entry in data["entries"]
        ]
        kept = _with_positions(
            entries, [(entry["change"], entry["digest"], entry["told"]) for entry in data["entries"]]
        )
    except JournalError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"This game lacks or garbles a part: {error}.") from None
    if not entries or entries[0][0] != BEGIN:
        raise JournalError("Entry 0: expected the beginning of the game.")
    record = Record(*head, sheets, kept, digest)
    return replay(record, open_rules, lambda number: f"Entry {max(number, 0)}")


def _head_from_json(data: dict[str, Any]) -> tuple[str, str, str, dict[str, str], int, bool]:
    """Battle, book, revision, options, seed and whether the dice are seeded, each of its proper kind."""
    battle, book, revision, options, seed, seeded = (data[name] for name in Record._fields[:6])
    if not all(isinstance(text, str) for text in (battle, book, revision)) or not isinstance(options, dict):
        raise JournalError("Battle, book and revision of a game must be text, and its options an object.")
    if not isinstance(seeded, bool) or type(seed) is not int or not 0 <= seed < 1 << 256:
        raise JournalError("The seed must be a whole number from 0 to 2^256 - 1, and “seeded” true or false.")
    return battle, book, revision, {str(name): str(value) for name, value in options.items()}, seed, seeded
