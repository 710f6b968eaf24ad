"""The combat results tables: a line by terrain, a column by differential, a row by die."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from ..sheets import load_sheet

LOWEST, HIGHEST = -12, 12
"""Beyond these every line is at its end, so differentials are clamped to them before they are looked up."""


class CombatTable:
    """One printed table. A line is named by any terrain that stands on it."""

    def __init__(self, table_id: str) -> None:
        path = files(__package__).joinpath("tables", f"{table_id}.yaml")
        sheet = load_sheet(path)
        self.id: str = sheet["id"]
        self.title: str = sheet["title"]
        self.results: tuple[tuple[str, ...], ...] = tuple(tuple(sheet["results"][die]) for die in range(1, 7))
        self.shift: dict[str, int] = {}
        self.lines: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        """The lines as printed: their terrain, and the differentials of their columns."""
        self._columns: dict[str, tuple[int, ...]] = {}
        for line in sheet["lines"]:
            cells = tuple(str(cell) for cell in line["columns"])
            self.lines.append((tuple(line["terrain"]), cells))
            columns = _columns(list(cells))
            for terrain in line["terrain"]:
                self.shift[terrain] = line["shift"]
                self._columns[terrain] = columns

        self._chances = tuple(map(self._count, range(len(self.results[0]))))

    def _count(self, place: int) -> dict[str, Fraction]:
        faces = [row[place] for row in self.results]
        return {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}

    def column(self, line: str, differential: int) -> int:
        """crt.a to crt.c: the column of a differential on a line, its ends being open."""
        return self._columns[line][min(max(differential, LOWEST), HIGHEST) - LOWEST]

    def result(self, column: int, die: int) -> str:
        return self.results[die - 1][column - 1]

    def chances(self, column: int) -> Mapping[str, Fraction]:
        """The chance of every result in a column."""
        return self._chances[column - 1]

    def listed(self, terrain: str) -> str:
        """crt-unlisted-terrain: terrain that has no line of its own counts as clear."""
        return terrain if terrain in self.shift else "clear"


def _columns(cells: list[str]) -> tuple[int, ...]:
    """The column of every differential from LOWEST to HIGHEST on a line with these cells."""
    highest = [max(int(number) for number in cell.split()) for cell in cells]
    return tuple(
        next((column for column, top in enumerate(highest[:-1], 1) if differential <= top), len(highest))
        for differential in range(LOWEST, HIGHEST + 1)
    )


@cache
def combat_table(table_id: str) -> CombatTable:
    return CombatTable(table_id)
