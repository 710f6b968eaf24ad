"""What a battle's sheet says of the special rules, as the rulebook reads it."""

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    """Reinforcements: units of a contingent, how many, how picked, by which edges, how near to a road hex.

    `number` 0 stands for all; `pick` is "all", "choice" or "random"; a random number of units is rolled for.
    Units that are `flown` in land on an airfield and have no edges.
    """

    contingent: str
    number: int
    pick: str
    edges: tuple[str, ...]
    roads: tuple[int, ...]
    reach: int
    flown: bool


class Arrivals(NamedTuple):
    """One line of a table of variable reinforcements.

    The first time it comes its first group arrives, the second time the second one; with `again`, the last
    group comes every time.
    """

    strikes: int
    gunfire: int
    groups: tuple[Group, ...]
    again: bool
    fog: int
    rain: bool


class Schedule(NamedTuple):
    """Variable reinforcements of a side: from which turn on, and the line for each die."""

    turn: int
    lines: tuple[Arrivals, ...]
    """By die, 1 to 6."""


class Drop(NamedTuple):
    """Units of a contingent that are dropped: on one turn, or together on a turn of choice from it on.

    `number` 0 stands for all that are left.
    """

    contingent: str
    turn: int
    number: int
    window: bool


class Stage(NamedTuple):
    """A stage of the set-up: `kind` is "fog", "place" or "disrupt".

    `add` is added to a die for the number of counters; units are drawn at random if `drawn`; they go to
    `hexes`, or anywhere if there are none. `defaults` are the hexes of the historical set-up, one for each
    unit in the order of the contingent or of the draw.
    """

    kind: str
    contingent: str
    add: int
    drawn: bool
    hexes: frozenset[int]
    defaults: tuple[int, ...]


class Bonus(NamedTuple):
    """Command points for places that are held with no enemy next to them."""

    hexes: tuple[int, ...]
    points: int
