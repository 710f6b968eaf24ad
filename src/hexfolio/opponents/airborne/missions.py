"""Who is to hold or take what: every unit what is nearest to it, whoever else goes there."""

from __future__ import annotations

from .position import MOVEMENT, AirPosition


def missions(position: AirPosition, units: list[int]) -> dict[int, int]:
    """A goal for every unit on the map."""
    if not position.objectives:
        return {}
    return {unit: goal_from(position, unit, position.at[unit]) for unit in units if position.at[unit] >= 0}


def goal_from(position: AirPosition, unit: int, start: int) -> int:
    """The goal of a unit in a hex, or of one that comes on to the map there."""
    goals = position.objectives
    worth = {goal: position.turns_to(unit, start, goal) - _appeal(position, goal) for goal in goals}
    return min(worth, key=lambda goal: (worth[goal], goal))


def _appeal(position: AirPosition, goal: int) -> float:
    """How many turns nearer an objective seems for what it is worth."""
    return 0.1 * position.objectives[goal] + (0.2 if position.prize(goal) else 0.0)


def mobile(position: AirPosition) -> list[int]:
    return [unit for unit in position.own if position.value(unit, MOVEMENT) > 0]
