"""The charts: combat results, air drops, demolition, shifts and prices."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from importlib.resources import files
from typing import Any

from ..sheets import load_sheet

HIGHEST_DROP = 10
"""Modified dice above this are read as this."""


class Charts:
    """One set of charts, as printed on a map and its sheet."""

    def __init__(self, name: str) -> None:
        sheet: dict[str, Any] = load_sheet(files(__package__).joinpath("tables", f"{name}.yaml"))
        combat, drop = sheet["combat"], sheet["air-drop"]
        self.tops: list[int] = list(combat["columns"])
        self.labels: tuple[str, ...] = tuple(combat["labels"])
        self.results: tuple[tuple[str, ...], ...] = tuple(
            tuple(combat["results"][die]) for die in range(1, 7)
        )
        self.drop_columns: list[str] = list(drop["columns"])
        self.drop_results: dict[int, list[str]] = {int(die): row for die, row in drop["results"].items()}
        self.scatter: dict[int, str] = {int(die): name for die, name in sheet["scatter"].items()}
        self.demolition: dict[str, int] = dict(sheet["demolition"])
        self.hex_shifts: dict[str, int] = dict(sheet["shifts"]["hex"])
        self.side_shifts: dict[str, int] = dict(sheet["shifts"]["hexside"])
        self.prices: dict[str, int] = dict(sheet["prices"])

    def column(self, differential: int, shift: int) -> int:
        """para:11.3.e, 11.4.a to d: the column of a differential, from 1, moved by a net shift."""
        start = bisect_left(self.tops, differential) + 1
        return min(max(start + shift, 1), len(self.labels))

    def result(self, column: int, die: int) -> str:
        return self.results[die - 1][column - 1]

    def drop(self, terrain: str, die: int) -> str:
        """para:6.2.1.a and g: what becomes of a landing in a terrain by a modified die."""
        row = self.drop_results[min(max(die, 1), HIGHEST_DROP)]
        return row[self.drop_columns.index(terrain)]


@cache
def charts(name: str) -> Charts:
    return Charts(name)
