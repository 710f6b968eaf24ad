"""What can happen in Korean War Battles besides the events of Fire & Movement."""

from __future__ import annotations

from typing import NamedTuple


class Stirred(NamedTuple):
    """A hidden counter did something: `what` is the name of the event, `flag` the number of its flag."""

    side: int
    flag: int
    what: str
    path: tuple[int, ...]


class Unmasked(NamedTuple):
    """A hidden counter is turned face up."""

    unit: int
    hex: int


class BrokeDown(NamedTuple):
    unit: int
    units: tuple[int, ...]


class Replaced(NamedTuple):
    """A spare regiment takes the place of a division."""

    unit: int
    units: tuple[int, ...]


class Rebuilt(NamedTuple):
    unit: int


class Airlifted(NamedTuple):
    """Air supply for a unit, or for all units in a hex (`unit` is -1)."""

    unit: int
    hex: int


class Bridged(NamedTuple):
    unit: int
    hexes: tuple[int, ...]


class Withdrawn(NamedTuple):
    unit: int


class UsedUp(NamedTuple):
    """A Supply Center is spent."""

    unit: int
    purpose: str


class MarkersLost(NamedTuple):
    side: int
    markers: tuple[int, ...]
    cause: str


class Announced(NamedTuple):
    side: int


class Captured(NamedTuple):
    side: int
    hex: int


class Called(NamedTuple):
    """A counter will come, or has changed, because of losses."""

    unit: int


class Rolled(NamedTuple):
    """A die outside combat."""

    side: int
    die: int
    purpose: str
