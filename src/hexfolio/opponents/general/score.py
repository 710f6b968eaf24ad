"""What a position promises one side, in victory points: what it has, what it can hold, what it has left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hexfolio.core.battle import Battle

from ..airborne import is_airborne
from ..airborne.position import POINT_OF_STRENGTH, AirPosition
from ..ground import FAR, Ground
from ..position import ATTACK, DEFENCE, MOVEMENT, Position
from ..schedule import Notes, schedule_of

STRENGTH = 0.15
"""What a point of strength on the map is worth as long as there is time to use it."""
OUTLOOK = 3
"""Turns before the end from which on strength and nearness count less and less."""
GRIP = 0.5
"""Share of a hex's worth that depends on who is stronger around it, beside who is in it."""
POISED = 2.0
"""Strength that both sides are thought to have everywhere: far away from everybody nothing is sure."""

NEARNESS = [0.93**cost for cost in range(FAR)] + [0.0]
"""How much of a unit's strength counts after so many half points of the way to a hex."""

SAFE = 8.0
"""Points beyond what is needed to win with which victory is thought to be sure."""

Force = tuple[int, str, float]
"""Where a unit stands, how it moves, and how strong it is."""


def score(battle: Battle, view: Mapping[str, Any], side: int, notes: Notes | None) -> float:
    """The lead of a side, as far as it sees."""
    own, other = battle.sides[side].id, battle.sides[1 - side].id
    points: Mapping[str, int] = view["points"]
    turns_left: int = battle.turns - view["turn"]
    lead = float(points[own] - points[other])
    time = max(0.0, min(1.0, turns_left / OUTLOOK))
    if not time:
        return lead
    if is_airborne(battle):
        return lead + time * _airborne(AirPosition(battle, view, side))
    return lead + time * _ground(Position(battle, view, side, notes or Notes(schedule_of(battle))))


def promise(levels: Sequence[tuple[int, int, str]], lead: float, side: int) -> float:
    """How near a side is to victory, -1 to 1, by the first side's lead and the levels of victory."""
    needed = [least for least, winner, _ in levels if winner == 0]
    enough = [least for least, winner, _ in levels if winner != 1]
    if not needed or not enough:
        return 0.0
    beyond = lead - (min(needed) + min(enough)) / 2
    towards = max(-1.0, min(1.0, beyond / SAFE))
    return towards if side == 0 else -towards


def _ground(position: Position) -> float:
    ours, theirs = (_forces(position, units) for units in (position.own, position.enemies))
    lead = _strength(position, position.own) - _strength(position, position.enemies)
    worth = {hex_: (points, position.holds(hex_)) for hex_, points in position.objectives.items()}
    return lead + _grip(position.ground, worth, ours, theirs) + _exits(position)


def _strength(position: Position, units: Iterable[int]) -> float:
    return STRENGTH * sum(position.value(unit, ATTACK) + position.value(unit, DEFENCE) for unit in units)


def _forces(position: Position, units: Iterable[int]) -> list[Force]:
    return [
        (position.at[unit], position.mobility(unit), float(position.value(unit, ATTACK)))
        for unit in units
        if position.fights(unit)
    ]


def _grip(
    ground: Ground,
    worth: Mapping[int, tuple[float, bool]],
    ours: Iterable[Force],
    theirs: Iterable[Force],
) -> float:
    """What is likely to change hands: the stronger side around a hex has it, or will have it."""
    total = 0.0
    for hex_, (points, held) in worth.items():
        mine = POISED + _weight(ground, hex_, ours)
        other = POISED + _weight(ground, hex_, theirs)
        total += GRIP * points * (mine / (mine + other) - held)
    return total


def _weight(ground: Ground, hex_: int, forces: Iterable[Force]) -> float:
    return sum(strength * NEARNESS[ground.cost_to(hex_, mobility)[at]] for at, mobility, strength in forces)


def _exits(position: Position) -> float:
    """Units that are to leave: nearer to the exit is better, and what cannot get there in time is lost."""
    total = 0.0
    left = position.battle.turns - position.view["turn"]
    for side, units, sign in ((position.side, position.own, 1), (1 - position.side, position.enemies, -1)):
        exits = position.schedule.exits[side]
        if not position.schedule.leaving[side] or not exits:
            continue
        for unit in units:
            ways = _ways_out(position.ground, exits, position.mobility(unit))
            turns = ways[position.at[unit]] / max(1, 2 * position.value(unit, MOVEMENT))
            total += sign * position.schedule.exit_points[unit] * max(0.0, 1.0 - turns / max(1, left))
    return total


@lru_cache(maxsize=32)
def _ways_out(ground: Ground, exits: tuple[int, ...], mobility: str) -> list[int]:
    return ground.ways_to(exits, mobility, {})


def _airborne(position: AirPosition) -> float:
    lead = sum(POINT_OF_STRENGTH * position.strength(unit) for unit in position.own)
    lead -= sum(POINT_OF_STRENGTH * position.strength(unit) for unit in position.enemies)
    worth = {
        hex_: (float(points), position.holders.get(hex_) == position.side)
        for hex_, points in position.objectives.items()
    }
    ours, theirs = (
        [(position.at[unit], position.mobility(unit), float(position.strength(unit))) for unit in units]
        for units in (position.own, position.enemies)
    )
    return lead + _grip(position.ground, worth, ours, theirs)
