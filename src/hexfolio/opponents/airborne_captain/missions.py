"""Who is to hold or take what: no objective without a garrison, and everybody where he is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..airborne.position import AirPosition
from .habits import habits_in

NEAR = 3
"""Hexes within which enemies are to be beaten for an objective."""
FAR_OFF = 7
"""Hexes within which enemies are a threat to an objective."""


class Mission(NamedTuple):
    """An objective, and how hard a unit presses for it."""

    goal: int
    zeal: float = 1.0


def missions(position: AirPosition, units: Sequence[int], starts: dict[int, int]) -> dict[int, Mission]:
    """A goal for every unit, from where it stands or comes on: the nearest that still wants strength."""
    goals = position.objectives
    if not goals:
        return {}
    habits = habits_in(position)
    wanted = {goal: _wanted(position, goal, habits) for goal in goals}
    assigned = dict.fromkeys(goals, 0)
    away = {
        (unit, goal): position.turns_to(unit, starts[unit], goal) - 0.1 * goals[goal]
        for unit in units
        for goal in goals
    }
    orders: dict[int, int] = {}
    for unit, goal in sorted(away, key=lambda pair: (away[pair], pair)):
        if unit not in orders and assigned[goal] < wanted[goal] and _in_time(position, away[unit, goal]):
            orders[unit] = goal
            assigned[goal] += position.strength(unit)
    for unit in units:
        if unit not in orders:
            filled = {goal: habits["plenty"] * assigned[goal] / wanted[goal] for goal in goals}
            orders[unit] = min(goals, key=lambda goal: (away[unit, goal] + filled[goal], goal))
            assigned[orders[unit]] += position.strength(unit)
    zeal = {goal: _zeal(position, goal, assigned[goal], habits["forlorn"]) for goal in goals}
    return {unit: Mission(goal, zeal[goal]) for unit, goal in orders.items()}


def _zeal(position: AirPosition, goal: int, strength: int, forlorn: float) -> float:
    """All of it for what is held already, or can be taken by those who go; less for the rest."""
    close = position.strength_near(position.enemies, goal, 1)
    if position.holders.get(goal, -1) == position.side or not close:
        return 1.0
    return min(max(strength / (close + position.shelter(goal) + 4), forlorn), 1.0)


def _in_time(position: AirPosition, turns: float) -> bool:
    """Can a unit be there before the battle ends?"""
    return turns <= position.turns_left + 1


def _wanted(position: AirPosition, goal: int, habits: Mapping[str, float]) -> float:
    """Strength that an objective takes: to hold it, or to take it."""
    close = position.strength_near(position.enemies, goal, NEAR)
    if position.holders.get(goal, -1) == position.side:
        threat = position.strength_near(position.enemies, goal, FAR_OFF)
        return habits["garrison"] + min(threat, close + habits["relief"])
    return habits["garrison"] + 2 * close + 3 * position.shelter(goal) * bool(close)
