"""Tables inside pages that people write: what stands between two marks is made anew, the rest is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .lines import write_whole
from .plan import StudyError


def rewrite(page: Path, name: str, text: str) -> None:
    """Put a text between the marks of this name."""
    before, after = around(page, name)
    write_whole(page, f"{before}\n{text.strip()}\n{after}".encode())


def around(page: Path, name: str) -> tuple[str, str]:
    """A page up to the first mark, and from the second on; asked before long work, it tells of mistakes."""
    begin, end = marks(name)
    if not page.is_file():
        raise StudyError(f"There is no page {page}: tables are put into a page that is there.")
    before, begun, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise StudyError(f"{page} has no place for the tables: expected the lines {begin} and {end}.")
    return before + begun, ended + after


def marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} begins -->", f"<!-- {name} ends -->"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """A table in Markdown; the columns of these numbers are set to the right."""
    rule = ["---:" if number in right else "---" for number in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]
