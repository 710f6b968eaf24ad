"""Set-up of the defenders: as history had it, but with no objective held by one unit alone."""

from __future__ import annotations

from ..airborne.position import RANGE, STRENGTH, AirPosition
from ..opponent import Choice, plain
from ..seat import Seat

PAIR = 2
"""Units that are to hold an objective."""


def set_up(seat: Seat, position: AirPosition) -> Choice | None:
    """First whoever is missing in an objective, then those that begin disrupted, then the rest."""
    units = list(seat.legal().subjects())
    shaken = [order for unit in units for order in seat.legal().of(unit) if order.verb == "disrupt"]
    if shaken:
        best = min(shaken, key=lambda order: (_need(position, order.unit), order.unit))
        return Choice(best, f"{position.name(best.unit)} can be spared longest")
    reinforced = _reinforce(seat, position, units)
    return reinforced or plain(seat, "accept", "stands where history put it")


def _need(position: AirPosition, unit: int) -> float:
    return position.objectives.get(position.at[unit], 0) + position.strength(unit)


def _reinforce(seat: Seat, position: AirPosition, units: list[int]) -> Choice | None:
    """A unit that history has elsewhere for an objective that lacks one, from as near as may be."""
    planned = _planned(position, units)
    free = [
        unit
        for unit, hex_ in planned.items()
        if position.at[unit] < 0 and hex_ not in position.objectives and _fights_close(position, unit)
    ]
    for goal in sorted(position.objectives, key=lambda goal: (-position.objectives[goal], goal)):
        there = [unit for unit, hex_ in planned.items() if hex_ == goal]
        if not there or len(there) >= PAIR:
            continue
        free.sort(key=lambda unit: (position.grid.distance(planned[unit], goal), unit))
        for unit in free:
            for order in seat.legal().of(unit):
                if order.verb == "place" and order.path == (goal,):
                    return Choice(order, f"{position.name(unit)} helps to hold {position.number(goal)}")
    return None


def _planned(position: AirPosition, units: list[int]) -> dict[int, int]:
    """Where each unit of this stage is, or is to be by history."""
    stages = position.battle.special["set-up-stages"][position.side]
    groups = {position.battle.counters[unit].group for unit in units}
    defaults = next((s.defaults for s in stages if s.contingent in groups and s.defaults), ())
    planned = dict(zip(units, defaults, strict=False))
    return {unit: position.at[unit] if position.at[unit] >= 0 else hex_ for unit, hex_ in planned.items()}


def _fights_close(position: AirPosition, unit: int) -> bool:
    face = position.battle.counters[unit].steps[0]
    return face[RANGE] == 1 and face[STRENGTH] > PAIR
