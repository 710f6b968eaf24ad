"""Steps under way as plain data, and what a unit has done in a phase."""

from __future__ import annotations

from typing import NamedTuple

MOVED, ATTACKED, WORKED, HASTENED, STRUCK, DEFENDED, FELL_BACK, STOPPED, CROWDED, DUG_IN = (
    1 << bit for bit in range(10)
)
"""Worked: it did engineering and may not move; dug in: that was a roadblock.
Crowded: it was hit by over-stacking in this phase."""


class Phase(NamedTuple):
    name: str
    side: int


class SetUp(NamedTuple):
    """A stage of a side's set-up: fog counters, units of a group, units that begin disrupted."""

    name: str
    side: int
    stage: int
    number: int


class Receive(NamedTuple):
    """So many strikes of a kind are to be picked from the pool."""

    name: str
    side: int
    number: int
    kind: str


class Choose(NamedTuple):
    """So many units of a group are to be picked; they come in a wave, or are flown in (wave 0)."""

    name: str
    side: int
    number: int
    units: tuple[int, ...]
    wave: int


class Road(NamedTuple):
    """A road hex of the edge is to be picked for a wave of units."""

    name: str
    side: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    reach: int
    wave: int


class AirLanding(NamedTuple):
    """Units that are flown in land on airfields."""

    name: str
    side: int


class Fog(NamedTuple):
    """So many fog counters, drawn unseen, are to be placed."""

    name: str
    side: int
    number: int


class Checks(NamedTuple):
    """Landing checks, one planned unit after the other."""

    name: str
    side: int


class Strike(NamedTuple):
    """A strike under way: its counters, and the units still to be attacked, top of the stack first."""

    name: str
    side: int
    hex: int
    strikes: tuple[int, ...]
    targets: tuple[int, ...]


class Casualty(NamedTuple):
    """One of these units suffers; its owner says which."""

    name: str
    side: int
    units: tuple[int, ...]
    effect: str


class Retreat(NamedTuple):
    """Units that must retreat; `unit` has rolled `distance`."""

    name: str
    side: int
    units: tuple[int, ...]
    unit: int = -1
    distance: int = 0


class Aftermath(NamedTuple):
    """What follows when a combat's losses and retreats are over."""

    name: str
    side: int
    hex: int
    attackers: tuple[int, ...]


class Pursuit(NamedTuple):
    name: str
    side: int
    hex: int
    units: tuple[int, ...]


FRAME_TYPES: dict[str, type] = {
    "set-up": SetUp,
    "receive": Receive,
    "choose": Choose,
    "road": Road,
    "air-landing": AirLanding,
    "fog": Fog,
    "checks": Checks,
    "strike": Strike,
    "casualty": Casualty,
    "retreat": Retreat,
    "aftermath": Aftermath,
    "pursuit": Pursuit,
    **dict.fromkeys(("landing", "engineering", "movement", "strikes", "attack", "regroup"), Phase),
}
