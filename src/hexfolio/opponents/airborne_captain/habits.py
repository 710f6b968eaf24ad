"""Habits: how a captain weighs things, by battle and side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hexfolio.battles.aims import aims_of
from hexfolio.core.battle import Battle

from ..airborne.position import AirPosition
from ..habits import refuse_unknown

USUAL: Mapping[str, float] = {
    "march": 1.0,
    "hold": 0.8,
    "attack": 1.0,
    "danger": 0.6,
    "share": 0.7,
    "strength": 0.25,
    "disruption": 0.45,
    "early": 0.5,
    "stack": 0.1,
    "gather": 0.8,
    "ground": 1.5,
    "landing": 0.06,
    "reach": 5.0,
    "held": 12.0,
    "garrison": 6.0,
    "relief": 12.0,
    "forlorn": 0.3,
    "plenty": 1.5,
    "gamble": 2.5,
    "followed": 0.8,
    "caught": 0.5,
    "lost_ground": 1.7,
    "risk": 1.0,
}
"""What each means:

march        points for a turn of marching toward a goal
hold         share of its points that an objective is worth to whoever stands in it
attack       weight of an attack that a move prepares
danger       weight of what the enemy could do to a hex in his next turn
share        share of the enemies within reach who come for one hex
strength     what a point of strength is worth, in points of victory
disruption   what it costs to be disrupted, as a share of the unit
early        share of its points that an objective is worth on the first turn; it grows to all of them
stack        what it costs to stand two in a hex where strikes come from the air
gather       weight of objectives that a drop zone serves already, for the next one
ground       weight of bad ground to land on
landing      cost of a point of enemy strength near a drop zone
reach        hexes from a drop zone at which an objective counts half
held         strength around an objective that makes it count half for a drop zone
garrison     strength that holds a place where no enemy is near
relief       strength beyond that of the enemy next to it that a threatened place may draw
forlorn      how much of the pull of an objective is left if hardly anybody goes for it
plenty       turns of marching for which an objective is passed over that has all it wants
gamble       what a unit may lose by joining an attack, in the hope that others make it good
followed     how surely a hex that the enemy left is taken by those who may pursue
caught       how much of a disruption a retreat costs, on average
lost_ground  what an objective costs that the enemy drives us out of, in its points: he may follow or not
risk         what a bad result costs the enemy: he attacks only where it pays
"""


@lru_cache(maxsize=8)
def habits_of(battle: Battle, side: int) -> Mapping[str, float]:
    """The usual habits with those of the battle's sheet of aims on top."""
    return _changed(USUAL, aims_of(battle)[side].habits)


def habits_in(position: AirPosition) -> Mapping[str, float]:
    """The habits of whoever looks at a position."""
    return _changed(habits_of(position.battle, position.side), position.habits)


def _changed(habits: Mapping[str, float], changes: Mapping[str, float]) -> Mapping[str, float]:
    refuse_unknown(changes, habits)
    return {**habits, **changes}
