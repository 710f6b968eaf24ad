"""A player's place at a table: a game file, one side of it, and nothing that the other side hides."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.known_readings import readings_of_clause
from hexfolio.core import journal
from hexfolio.core.battle import Battle, Reading
from hexfolio.core.events import Event
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.opponents import Seat
from hexfolio.opponents.match import MOST_ORDERS, EndlessMatchError
from hexfolio.rulebooks import books
from hexfolio.rulebooks.clauses import find_clause
from hexfolio.rulebooks.readings import chosen, readings

SUFFIX = ".hexfolio"
PAGE = 200
"""Orders that are listed at once."""

ReadGame = Callable[[str], Game]
WriteText = Callable[[str, str], None]


class PlaceError(ValueError):
    """Something that cannot be done from this place; the sentence says why."""


class Place:
    """Every question goes through the `Seat` of the side; the file is read again when it has changed."""

    def __init__(self, folder: Path, read: ReadGame, write: WriteText) -> None:
        self._folder = folder
        self._read = read
        self._write = write
        self._sides: dict[Path, str] = {}
        self._file: Path | None = None
        self._game: Game | None = None
        self._stamp: tuple[int, int] = (0, 0)

    # Sitting down

    def battles(self) -> list[dict[str, Any]]:
        """All battles with what is needed to begin one."""
        found = []
        for entry in registry.entries():
            battles = [registry.load(entry.id, book) for book in entry.books]
            sides = battles[0].sides
            found.append(
                {
                    "battle": entry.id,
                    "title": entry.title,
                    "books": list(entry.books),
                    "turns": entry.turns,
                    "sides": {side.id: side.name for side in sides},
                    "description": entry.description,
                    "options": {battle.book: _options(battle) for battle in battles},
                    "readings": {battle.book: [_reading(r) for r in readings(battle)] for battle in battles},
                }
            )
        return found

    def begin(
        self, battle: str, side: str, file: str, book: str | None, options: dict[str, str]
    ) -> dict[str, Any]:
        """A new game in a new file, with dice that nobody can predict."""
        path = self._path(file)
        if path.exists():
            raise PlaceError(f"{file} is there already: open it, or choose another name.")
        entry = registry.find(battle)
        game = registry.new_game(entry.id, book or entry.books[0], options=options)
        _side_index(game, side)
        self._write(str(path), journal.save(game))
        return self.open(file, side)

    def open(self, file: str, side: str) -> dict[str, Any]:
        """Sit down at a saved game. Who has seen one side of a game cannot have the other."""
        path = self._path(file)
        if not path.is_file():
            raise PlaceError(f"There is no game {file}.")
        game = self._read(str(path))
        _side_index(game, side)
        if self._sides.setdefault(path, side) != side:
            raise PlaceError(f"You play {self._sides[path]} in {file} and cannot look at it from {side}.")
        self._file, self._game, self._stamp = path, game, _stamp(path)
        notation = game.rules.notation
        return {
            "file": file,
            "battle": game.battle.title,
            "book": game.rules.book,
            "options": dict(game.battle.options),
            "read_otherwise": [
                {"clause": reading.clause, "question": reading.question, "means": reading.meanings[value]}
                for reading in readings(game.battle)
                if (value := game.battle.options.get(reading.name)) is not None
            ],
            "you": side,
            "orders_are_written": [notation.usage(verb) for verb in sorted(notation.verbs)],
            **self._asked(game),
        }

    # Looking

    def view(self) -> dict[str, Any]:
        """Everything the side may know."""
        return self._seat().view()

    def legal(self, subject: str | None, page: int) -> dict[str, Any]:
        """What may be ordered about, or the orders of one subject, page by page."""
        seat, game = self._seat(), self._current()
        if game.decision is None:
            raise PlaceError("The battle is over: no order is legal.")
        legal, kind = seat.legal(), game.rules.subject_kind(game.state)
        answer: dict[str, Any] = self._asked(game)
        if subject is None:
            answer["subjects"] = [_subject_name(game, kind, index) for index in legal.subjects()]
            orders = legal.plain()
        else:
            orders = legal.of(_subject_index(game, kind, subject))
        pages = max(-(-len(orders) // PAGE), 1)
        if not 1 <= page <= pages:
            raise PlaceError(f"There is no page {page}: the list has {pages}.")
        answer["orders"] = [self._told_order(game, o) for o in orders[(page - 1) * PAGE : page * PAGE]]
        answer["page"], answer["pages"] = page, pages
        return answer

    def why(self, order: str) -> dict[str, Any]:
        """Whether an order is legal, and if not, by which clause."""
        refusal = self._seat().judge(order)
        if refusal is None:
            return {"legal": True}
        grid = self._current().battle.board.grid
        hexes = [grid.number(hex_) for hex_ in refusal.hexes if hex_ >= 0]
        return {"legal": False, "clause": refusal.rule, "sentence": refusal.sentence, "hexes": hexes}

    def odds(self, order: str | None) -> dict[str, Any]:
        """Exact odds of a legal attack, or of the combat under way."""
        seat = self._seat()
        refusal = None if order is None else seat.judge(order)
        if refusal is not None:
            raise PlaceError(str(refusal))
        return seat.odds(order).to_json()

    def log(self, orders: int) -> list[str]:
        """What the last orders brought about, as both sides may know it."""
        if orders < 1:
            raise PlaceError("The number of orders must be 1 or more.")
        game = self._current()
        return [line["text"] for entry in game.history()[-orders:] for line in game.told(entry)]

    def clause(self, clause: str) -> dict[str, Any]:
        """A clause by its id."""
        found = find_clause(clause)
        known = {one.reading.name: _reading(one.reading) for one in readings_of_clause(found.id)}
        if self._game is not None:
            values = chosen(self._game.battle)
            for reading in readings(self._game.battle):
                if reading.clause == found.id:
                    known[reading.name] = {**_reading(reading), "this_game": values[reading.name]}
        answer: dict[str, Any] = {"clause": found.id, "rule": found.rule}
        return {**answer, "readings": list(known.values())} if known else answer

    # Playing

    def give(self, order: str) -> dict[str, Any]:
        """Give an order of the own side and save the game."""
        game = self._current().copy()
        events = game.apply(order, self._seat().side)
        self._save(game)
        return {"happened": _told(game, events), **self._asked(game)}

    def answer(self, player: str) -> dict[str, Any]:
        """Let a computer player give the orders of the other side until the own side is asked."""
        make = opponents.find(player)
        game, own = self._current().copy(), self._seat().side
        if game.decision is not None and game.decision.side == own:
            raise PlaceError("You are asked for an order yourself.")
        computer, seat, happened = make(secrets.randbits(32)), Seat(game, 1 - own), []
        for _ in range(MOST_ORDERS):
            if game.decision is None or game.decision.side == own:
                break
            events = game.apply(computer.choose(seat).order, seat.side)
            happened += _told(game, events)
        else:
            raise EndlessMatchError(f"{player} did not come to an end within {MOST_ORDERS} orders.")
        self._save(game)
        return {"happened": happened, **self._asked(game)}

    # The file

    def _current(self) -> Game:
        if self._file is None or self._game is None:
            raise PlaceError("No game is open: begin one or open one first.")
        if not self._file.is_file():
            raise PlaceError(f"{self._file.name} is gone.")
        # Reading may write a file of an earlier format anew, hence once more.
        while (stamp := _stamp(self._file)) != self._stamp:
            self._game, self._stamp = self._read(str(self._file)), stamp
        return self._game

    def _seat(self) -> Seat:
        game = self._current()
        assert self._file is not None
        return Seat(game, _side_index(game, self._sides[self._file]))

    def _save(self, game: Game) -> None:
        assert self._file is not None
        if _stamp(self._file) != self._stamp:
            raise PlaceError(f"{self._file.name} has changed meanwhile: look at it again.")
        self._write(str(self._file), journal.save(game))
        self._game, self._stamp = game, _stamp(self._file)

    def _path(self, file: str) -> Path:
        """A file of the folder; a name that leads elsewhere is refused."""
        if not file.endswith(SUFFIX) or Path(file).name != file or file == SUFFIX:
            raise PlaceError(f"{file!r} is not the name of a game: expected one such as my{SUFFIX}.")
        path = self._folder / file
        if path.is_symlink():
            raise PlaceError(f"{file} leads out of the folder of games.")
        return path

    # Words

    def _asked(self, game: Game) -> dict[str, Any]:
        """Who is asked for what, as the own side may know; or how the battle ended."""
        assert self._file is not None
        own = self._sides[self._file]
        asked = game.view(_side_index(game, own))["asked"]
        outcome = game.outcome
        if outcome is None:
            return {"asked": asked, "your_turn": asked["side"] == own}
        winner = game.battle.sides[outcome.winner].id if outcome.winner >= 0 else None
        points = {side.id: points for side, points in zip(game.battle.sides, outcome.points, strict=True)}
        return {"over": {"winner": winner, "level": outcome.level, "points": points}, "your_turn": False}

    def _told_order(self, game: Game, order: Order) -> dict[str, str]:
        return {"order": game.rules.notation.write(order), "means": game.rules.caption(game.state, order)}


def _options(battle: Battle) -> list[dict[str, Any]]:
    """What may be chosen beside the readings; nothing is chosen where none is named."""
    return [
        {"name": option.name, "meaning": option.meaning, "values": list(option.values)}
        for option in books.options(battle)
    ]


def _reading(reading: Reading) -> dict[str, Any]:
    """Where the rules can be read in more than one way: what is asked, and what each value means."""
    told = {
        "name": reading.name,
        "question": reading.question,
        "clause": reading.clause,
        "meanings": dict(reading.meanings),
        "default": reading.ours,
    }
    return {**told, "only_with_option": reading.option} if reading.option else told


def _told(game: Game, events: Sequence[Event]) -> list[str]:
    return [game.rules.narrate(event) for event in events]


def _stamp(path: Path) -> tuple[int, int]:
    facts = os.stat(path)
    return facts.st_mtime_ns, facts.st_size


def _side_index(game: Game, side: str) -> int:
    try:
        return game.battle.side_index(side)
    except KeyError:
        known = " or ".join(known.id for known in game.battle.sides)
        raise PlaceError(f"There is no side {side!r} in this battle: expected {known}.") from None


def _subject_name(game: Game, kind: str, index: int) -> str:
    return game.battle.board.grid.number(index) if kind == "hex" else game.battle.counters[index].id


def _subject_index(game: Game, kind: str, subject: str) -> int:
    """The subject by name; one that cannot be ordered about now has no orders, which is no mistake."""
    try:
        if kind == "hex":
            return game.battle.board.grid.index(subject)
        return game.battle.counter(subject).index
    except (KeyError, ValueError):
        what = "hex" if kind == "hex" else "counter"
        raise PlaceError(f"There is no {what} {subject!r} in this battle.") from None
