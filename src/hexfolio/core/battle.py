"""A battle as data: map, counters, tracks, set-up, arrivals, victory schedule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .board import Board
from .counters import Counter, Marker
from .terrain import TerrainKey


class Option(NamedTuple):
    """An optional rule that is chosen when a game begins: what it means, and the values it may take."""

    name: str
    meaning: str
    values: tuple[str, ...]


class Reading(NamedTuple):
    """A place where a book can honestly be read in more than one way, chosen when a game begins.

    `meanings` has what each value means; that of `ours` holds where nothing is chosen. With `option` the
    reading changes nothing unless that option is chosen as well.
    """

    name: str
    clause: str
    rulings: tuple[str, ...]
    question: str
    meanings: Mapping[str, str]
    ours: str
    option: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a counter sets up: one fixed hex, or its owner's choice among several.

    With `near`, a pattern of counter names, it sets up within `reach` hexes of such a counter of its side.
    """

    hexes: tuple[int, ...]
    fixed: bool = True
    near: str = ""
    reach: int = 0
    default: int = -1


@dataclass(frozen=True, slots=True)
class Arrival:
    """When and where a reinforcement comes on; `beside` is the counter in whose hex it appears."""

    turn: int
    hexes: tuple[int, ...]
    beside: str = ""
    terms: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Battle:
    """One battle under one rule book. `special` holds what its exclusive rules say in figures."""

    id: str
    title: str
    book: str
    board: Board
    key: TerrainKey
    sides: tuple[Side, Side]
    counters: tuple[Counter, ...]
    markers: tuple[Marker, ...]
    turns: int
    first: int
    allotments: tuple[tuple[int, int], ...]
    table: str
    placements: Mapping[int, Placement] = field(default_factory=dict)
    arrivals: Mapping[int, Arrival] = field(default_factory=dict)
    start_steps: Mapping[int, int] = field(default_factory=dict)
    set_up_order: tuple[int, int] = (0, 1)
    special: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    """Readings of its own section of the book, which change its sheet."""
    victory: Mapping[str, Any] = field(default_factory=dict)
    cites: Mapping[str, str] = field(default_factory=dict)
    """Where the book puts a rule for this battle, by the name the rulebook gives to it."""
    dates: tuple[str, ...] = ()
    notes: str = ""
    fingerprint: str = ""
    """Changes when the battle's data do."""
    sheets: tuple[Any, ...] = ()
    """The sheets it was read from, mappings and lists."""

    def counter(self, name: str) -> Counter:
        for counter in self.counters:
            if counter.id == name:
                return counter
        raise KeyError(name)

    def side_index(self, name: str) -> int:
        for index, side in enumerate(self.sides):
            if side.id == name:
                return index
        raise KeyError(name)

    def allotment(self, turn: int, side: int) -> int:
        """The support number printed on the turn track; the last one goes on."""
        if not self.allotments:
            return 0
        return self.allotments[min(turn, len(self.allotments)) - 1][side]


def kept_sheets(battle: Battle) -> str:
    """The sheets of a battle as text, to go with a saved game; empty where it was read from none."""
    return sheets_text(battle.sheets) if battle.sheets else ""


def sheets_text(sheets: Any) -> str:
    """Sheets as text."""
    return json.dumps(_paired(sheets), separators=(",", ":"))


def _paired(value: Any) -> Any:
    """Mappings as lists of pairs, for their keys may be numbers, which JSON would turn into text."""
    if isinstance(value, Mapping):
        return {"pairs": [[key, _paired(item)] for key, item in value.items()]}
    return [_paired(item) for item in value] if isinstance(value, list | tuple) else value
