"""Readings: places where a book can honestly be read in more than one way, and the one that is chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..core.battle import Battle, Reading
from .clauses import find_clause
from .sheets import Entry, entry_of, load_sheet, mapping, need, only_keys, text_of, words

KEYS = ("asks", "rulings", "clauses", "meanings", "ours", "with")


class Printed(NamedTuple):
    """A reading as a book has it, and the key of a battle's sheet without which it means nothing there."""

    reading: Reading
    needs: str


def read_reading(name: str, entry: Entry, book: str) -> Reading | None:
    """A reading of a sheet for one book; None where the book does not know the question."""
    what = f"The reading {name}"
    clauses, meanings = (
        entry_of(entry, "clauses"),
        mapping(need(entry, "meanings", what), entry.where("meanings"), what),
    )
    if book not in clauses:
        return None
    clause = text_of(clauses, book)
    clause = clause if ":" in clause else f"{book}:{clause}"
    try:
        find_clause(clause)
    except ValueError as error:
        raise clauses.error(str(error), book) from None
    if len(meanings) < 2:
        raise meanings.error(f"{what} needs at least two meanings.")
    says = {str(value): text_of(meanings, value) for value in meanings}
    ours = text_of(entry_of(entry, "ours"), book, next(iter(says)))
    if ours not in says:
        raise entry.error(f"{what} has no meaning {ours}: expected one of {', '.join(says)}.", "ours")
    rulings = tuple(word for word, _ in words(entry.get("rulings", ""), entry.where("rulings")))
    option = text_of(entry_of(entry, "with"), book, "")
    return Reading(name, clause, rulings, text_of(entry, "asks"), says, ours, option)


@cache
def printed(book: str) -> tuple[Printed, ...]:
    """The readings of a book."""
    sheet = load_sheet(files(__package__) / "readings.yaml")
    found = []
    for name, entry in sheet.items():
        only_keys(entry, (*KEYS, "needs"), f"The reading {name}")
        if reading := read_reading(name, entry, book):
            found.append(Printed(reading, text_of(entry, "needs", "")))
    return tuple(found)


def readings(battle: Battle) -> list[Reading]:
    """All that can be chosen for a battle: of its book, where the sheet has what they need, and its own."""
    known: Collection[str] = {*battle.special, *battle.victory}
    of_book = [reading for reading, needs in printed(battle.book) if not needs or needs in known]
    return [*of_book, *battle.readings]


def chosen(battle: Battle) -> Mapping[str, str]:
    """The value of every reading, by its name."""
    return {reading.name: battle.options.get(reading.name, reading.ours) for reading in readings(battle)}
