"""What can happen in a game of Fire & Movement, besides what happens in every game."""

from __future__ import annotations

from typing import NamedTuple


class Placed(NamedTuple):
    unit: int
    hex: int


class Allotted(NamedTuple):
    """Markers received; their values are 0 where they will be drawn blind from the whole pool."""

    side: int
    markers: tuple[int, ...]


class Exited(NamedTuple):
    unit: int
    path: tuple[int, ...]
    cost: int


class Attacked(NamedTuple):
    hex: int
    units: tuple[int, ...]


class Bombarded(NamedTuple):
    hex: int
    side: int


class Cancelled(NamedTuple):
    hex: int


class Supported(NamedTuple):
    """A marker was committed; `value` is 0 while it lies face down."""

    side: int
    value: int


class Passed(NamedTuple):
    side: int


class Revealed(NamedTuple):
    side: int
    markers: tuple[int, ...]


class Combat(NamedTuple):
    hex: int
    attack: int
    defence: int
    differential: int
    line: str
    column: int
    die: int
    result: str


class Bombardment(NamedTuple):
    hex: int
    attack: int
    defence: int
    differential: int
    line: str
    column: int
    die: int
    result: str
    effect: str


class StepLost(NamedTuple):
    unit: int
    cause: str


class Stood(NamedTuple):
    unit: int


class Displaced(NamedTuple):
    unit: int
    path: tuple[int, ...]


class Advanced(NamedTuple):
    unit: int
    path: tuple[int, ...]
