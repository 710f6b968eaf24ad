"""What happens, as everybody may know it."""

from __future__ import annotations

from typing import NamedTuple


class Commanded(NamedTuple):
    """A side's command points were set anew."""

    side: int
    points: int


class Paid(NamedTuple):
    side: int
    points: int
    purpose: str


class Rolled(NamedTuple):
    side: int
    purpose: str
    die: int


class Awarded(NamedTuple):
    """A side receives so many strikes of a kind, "airstrike" or "naval"."""

    side: int
    strikes: int
    kind: str


class Due(NamedTuple):
    """Units are called up; the enemy learns how many."""

    side: int
    number: int


class AirLanded(NamedTuple):
    """A unit that was flown in is on an airfield."""

    unit: int
    hex: int


class FogPlaced(NamedTuple):
    side: int
    hex: int


class Revealed(NamedTuple):
    unit: int
    hex: int


class Freed(NamedTuple):
    unit: int
    hex: int


class ZonePlaced(NamedTuple):
    side: int
    hex: int


class Planned(NamedTuple):
    unit: int
    hex: int


class Landed(NamedTuple):
    """A landing check: the die, its modifier, the result and where the unit came down (-1: off the map)."""

    unit: int
    die: int
    modifier: int
    result: str
    hex: int


class Scattered(NamedTuple):
    unit: int
    direction: int
    distance: int
    path: tuple[int, ...]


class Withdrew(NamedTuple):
    unit: int
    path: tuple[int, ...]


class Hastened(NamedTuple):
    unit: int
    die: int


class Attacked(NamedTuple):
    hex: int
    units: tuple[int, ...]
    kind: str


class Combat(NamedTuple):
    hex: int
    attack: int
    defence: int
    differential: int
    shift: int
    column: int
    die: int
    result: str


class Disrupted(NamedTuple):
    unit: int
    cause: str


class Aborted(NamedTuple):
    unit: int


class RetreatRolled(NamedTuple):
    unit: int
    die: int


class Pursued(NamedTuple):
    unit: int
    path: tuple[int, ...]


class Regrouped(NamedTuple):
    unit: int


class Resupplied(NamedTuple):
    unit: int
    units: tuple[int, ...]


class Worked(NamedTuple):
    """Engineering on a hexside or in a hex, with the die if one was rolled (0: none)."""

    unit: int
    work: str
    hexes: tuple[int, ...]
    die: int
    done: bool


class RoadblockLost(NamedTuple):
    hex: int


class Rained(NamedTuple):
    turn: int
