"""Running case files and counting the clauses they prove."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hexfolio.rulebooks.clauses import Clause, books, catalogue, find_clause
from hexfolio.rulebooks.sheets import Entry, Rows, SheetError, load_sheet, need

from .play import Player, UnmetError
from .position import open_case


class Result(NamedTuple):
    """One run of a case under one book; `problem` is empty if it passed."""

    file: str
    line: int
    title: str
    book: str
    proves: tuple[str, ...]
    problem: str = ""


class Coverage(NamedTuple):
    """How many clauses of a book need proof, and which have none."""

    book: str
    needed: int
    bare: tuple[Clause, ...]


def case_files(paths: Iterable[str | Path]) -> list[Path]:
    """The case files named, and those below the folders named; raises SheetError if there is none."""
    found: list[Path] = []
    for path in map(Path, paths):
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            raise SheetError(str(path), 0, "There is no case file (*.yaml) in this folder.")
        found += files
    return found


def run_file(path: Path) -> list[Result]:
    """Run every case of a file; raises SheetError if the file or a case is malformed."""
    sheet = load_sheet(path)
    if not isinstance(sheet, Rows):
        raise SheetError(str(path), 1, "A case file is a list of cases, each beginning with “- case: …”.")
    results: list[Result] = []
    for index, case in enumerate(sheet):
        if not isinstance(case, Entry):
            raise sheet.where(index).error("A case is a mapping that begins with “case: …”.")
        results += run_case(case, str(path))
    return results


def run_case(case: Entry, file: str) -> list[Result]:
    """Run a case under each of its books."""
    for key in ("case", "books", "proves", "play"):
        need(case, key, "A case")
    proves, under = _names(case, "proves"), _names(case, "books")
    for clause in proves:
        try:
            find_clause(clause)
        except ValueError as error:
            raise case.error(str(error), "proves") from None
    for book in under:
        if book not in books():
            raise case.error(f"There is no rule book {book!r}: expected {', '.join(books())}.", "books")
    return [_run_under(case, file, book, proves, under) for book in under]


def _run_under(case: Entry, file: str, book: str, proves: Sequence[str], under: Sequence[str]) -> Result:
    credited = tuple(
        clause for clause in proves if clause.startswith(f"{book}:") or clause.partition(":")[0] not in under
    )
    result = Result(file, case.line, str(case["case"]), book, credited)
    try:
        Player(open_case(case, book), case, book).play(case["play"])
    except UnmetError as problem:
        return result._replace(problem=str(problem))
    return result


def coverage(results: Iterable[Result]) -> list[Coverage]:
    """For every book, its clauses that no passing case proves."""
    proven = {clause for result in results if not result.problem for clause in result.proves}
    report: list[Coverage] = []
    for book in books():
        needed = [clause for clause in catalogue(book).values() if not clause.definition]
        report.append(
            Coverage(book, len(needed), tuple(clause for clause in needed if clause.id not in proven))
        )
    return report


def _names(case: Entry, key: str) -> list[str]:
    value: Any = case[key]
    if not isinstance(value, list) or not value:
        raise case.error(f"“{key}” must be a list of names.", key)
    return [str(item) for item in value]
