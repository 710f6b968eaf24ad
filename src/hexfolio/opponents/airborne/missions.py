"""Who is to hold or take what: units shared out among the objectives."""

from __future__ import annotations

from .position import MOVEMENT, AirPosition

NEAR = 3
"""Hexes within which enemies count for the strength that an objective takes."""
FAR_OFF = 7
"""Hexes within which enemies are a threat to an objective."""
GARRISON = 3
"""Strength that holds a place where no enemy is near."""
SALLY = 2
"""Turns that defenders march for something that is not theirs, or needs them."""


def missions(position: AirPosition, units: list[int]) -> dict[int, int]:
    """A goal for every unit that can move: first for those that are nearest to what needs them."""
    goals = position.objectives
    if not goals:
        return {}
    wanted = {goal: _wanted(position, goal) for goal in goals}
    assigned = dict.fromkeys(goals, 0)
    pairs = sorted(
        (position.turns_to(unit, position.at[unit], goal) - _appeal(position, goal), unit, goal)
        for unit in units
        if position.at[unit] >= 0
        for goal in goals
    )
    orders: dict[int, int] = {}
    for _, unit, goal in pairs:
        if unit not in orders and assigned[goal] < wanted[goal] and _in_time(position, unit, goal):
            orders[unit] = goal
            assigned[goal] += position.strength(unit)
    for _, unit, goal in pairs:
        if unit not in orders and position.prize(goal) and _in_time(position, unit, goal):
            orders[unit] = goal
    for _, unit, goal in pairs:
        orders.setdefault(unit, goal)
    return orders


def _in_time(position: AirPosition, unit: int, goal: int) -> bool:
    """Can the unit be there before the battle ends? Defenders do not leave their ground for far goals."""
    turns = position.turns_left + 1
    if not position.airborne:
        turns = min(turns, SALLY)
    return position.turns_to(unit, position.at[unit], goal) <= turns


def goal_from(position: AirPosition, unit: int, start: int) -> int:
    """The goal of a unit that comes on to the map at a hex."""
    goals = position.objectives
    worth = {goal: position.turns_to(unit, start, goal) - _appeal(position, goal) for goal in goals}
    return min(worth, key=lambda goal: (worth[goal], goal))


def _wanted(position: AirPosition, goal: int) -> int:
    """Strength that an objective takes: to hold it, or to take it."""
    close = position.strength_near(position.enemies, goal, NEAR)
    if position.holders.get(goal, -1) == position.side:
        threat = position.strength_near(position.enemies, goal, FAR_OFF)
        return max(GARRISON, min(threat, close + 6))
    return GARRISON + 2 * close + 3 * position.shelter(goal) * bool(close)


def _appeal(position: AirPosition, goal: int) -> float:
    """How many turns nearer an objective seems for what it is worth."""
    return 0.1 * position.objectives[goal] + (0.2 if position.prize(goal) else 0.0)


def mobile(position: AirPosition) -> list[int]:
    return [unit for unit in position.own if position.value(unit, MOVEMENT) > 0]
