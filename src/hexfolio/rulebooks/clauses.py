"""The clause catalogues: every atomic rule of every book, which refusals, docs and coverage point to."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from .sheets import load_sheet


class Clause(NamedTuple):
    """One atomic rule in our own words; a definition needs no proof by a case."""

    id: str
    rule: str
    definition: bool

    @property
    def book(self) -> str:
        return self.id.partition(":")[0]


@cache
def books() -> tuple[str, ...]:
    """The books that have a catalogue."""
    names = (entry.name for entry in files(__package__).joinpath("catalogue").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


@cache
def catalogue(book: str) -> dict[str, Clause]:
    """The clauses of a book by id, in the order of the book."""
    sheet = load_sheet(files(__package__).joinpath("catalogue", f"{book}.yaml"))
    return {row["id"]: Clause(row["id"], row["rule"], row["check"] == "definition") for row in sheet}


def find_clause(clause_id: str) -> Clause:
    """The clause with this id; raises ValueError with a sentence if there is none."""
    book = clause_id.partition(":")[0]
    if book not in books():
        raise ValueError(f"There is no rule book {book!r}: expected one of {', '.join(books())}.")
    clause = catalogue(book).get(clause_id)
    if clause is None:
        raise ValueError(f"There is no clause {clause_id} in {book}.")
    return clause
