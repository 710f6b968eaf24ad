"""What can happen in a game of any family of rulebooks."""

from __future__ import annotations

from typing import NamedTuple


class Deployed(NamedTuple):
    """A side has finished its set-up; what it placed is on the map now."""

    side: int


class TurnBegan(NamedTuple):
    turn: int


class PhaseBegan(NamedTuple):
    turn: int
    side: int
    phase: str


class Moved(NamedTuple):
    unit: int
    path: tuple[int, ...]
    cost: int


class Entered(NamedTuple):
    unit: int
    path: tuple[int, ...]
    cost: int


class Retreated(NamedTuple):
    unit: int
    path: tuple[int, ...]


class Eliminated(NamedTuple):
    unit: int
    cause: str


class Finished(NamedTuple):
    side: int
    level: str
    points: tuple[int, int]
