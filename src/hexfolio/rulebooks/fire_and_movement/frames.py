"""The frames of Fire & Movement: what a step under way needs to remember. The first field names the step."""

from __future__ import annotations

from typing import NamedTuple

from ...core.orders import OFF_MAP
from ...core.state import NOBODY

MOVED, ATTACKED, ADVANCED, DISPLACED, MOVED_LATE = 1, 2, 4, 8, 64
"""What a unit has done in this player turn; MOVED_LATE is set besides MOVED in the mobile movement phase."""
TARGETED, BOMBARDED = 16, 32
"""What has been done to a unit in this phase."""


class Phase(NamedTuple):
    """A phase of a player turn, or a side's set-up."""

    step: str
    side: int


class Combat(NamedTuple):
    """A declared attack or bombardment; `chance` counts the four opportunities to place a marker."""

    step: str
    chance: int
    kind: str
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attacker_markers: tuple[int, ...] = ()
    defender_markers: tuple[int, ...] = ()

    def holds_marker(self) -> bool:
        return bool(self.attacker_markers or self.defender_markers)


class Loss(NamedTuple):
    """One of `units` must lose a step; its owner chooses."""

    step: str
    side: int
    units: tuple[int, ...]
    cause: str


class Retreat(NamedTuple):
    """Units that must retreat or stand. `causes` are the hexes of the enemy units that brought it about."""

    step: str
    side: int
    kind: str
    distance: int
    hex: int
    units: tuple[int, ...]
    causes: tuple[int, ...]
    attackers: tuple[int, ...] = ()
    involved: tuple[int, ...] = ()
    trails: tuple[tuple[int, ...], ...] = ()
    unit: int = NOBODY
    path: tuple[int, ...] = ()


class Displace(NamedTuple):
    """A unit in `hex` must make room; `unit` and `goal` are set while its own way waits for room."""

    step: str
    side: int
    hex: int
    chain: tuple[int, ...]
    unit: int = NOBODY
    goal: int = OFF_MAP


class Advance(NamedTuple):
    """Attackers that may still advance along the paths of retreat."""

    step: str
    side: int
    units: tuple[int, ...]
    trails: tuple[tuple[int, ...], ...]


FRAME_TYPES: dict[str, type[tuple[object, ...]]] = {
    "set-up": Phase,
    "movement": Phase,
    "bombardment": Phase,
    "combat": Phase,
    "mobile-movement": Phase,
    "mobile-combat": Phase,
    "support": Combat,
    "aftermath": Combat,
    "loss": Loss,
    "retreat": Retreat,
    "displace": Displace,
    "advance": Advance,
}
