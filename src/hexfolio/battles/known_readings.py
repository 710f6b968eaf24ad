"""Every reading that can be chosen, with the battles and books where it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexfolio.core.battle import Reading
from hexfolio.rulebooks.readings import readings

from . import registry


class Where(NamedTuple):
    """A battle by one of its books, with the reading as it stands there."""

    battle: str
    book: str
    reading: Reading


class KnownReading(NamedTuple):
    """One question, asked in several places; clause and our own meaning may differ among them."""

    reading: Reading
    """As it stands in the first place."""
    places: Sequence[Where]


def known_readings(name: str = "") -> list[KnownReading]:
    """All readings, or those of a battle or a book; raises ValueError if there is neither."""
    places = [place for place in _places() if not name or name in (place.battle, place.book)]
    if name and not places:
        _check_known(name)
    return _gathered(places)


def readings_of_clause(clause: str) -> list[KnownReading]:
    """The readings that rest on a clause."""
    return _gathered([place for place in _places() if place.reading.clause == clause])


def _places() -> Iterator[Where]:
    for entry in registry.entries():
        for book in entry.books:
            for reading in readings(registry.load(entry.id, book)):
                yield Where(entry.id, book, reading)


def _gathered(places: Sequence[Where]) -> list[KnownReading]:
    """By name and question: two battles may ask different things under one name."""
    found: dict[tuple[str, str], list[Where]] = {}
    for place in places:
        found.setdefault((place.reading.name, place.reading.question), []).append(place)
    return [KnownReading(there[0].reading, there) for there in found.values()]


def _check_known(name: str) -> None:
    entries = registry.entries()
    battles = [entry.id for entry in entries]
    books = sorted({book for entry in entries for book in entry.books})
    if name not in (*battles, *books):
        raise ValueError(
            f"There is no battle or rule book {name}: known are {', '.join(battles)}, {', '.join(books)}."
        )
