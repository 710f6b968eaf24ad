"""The drop: where most objectives can be fought for together, not where each is nearest."""

from __future__ import annotations

from hexfolio.battles.aims import aims_of

from ..airborne import landing
from ..airborne.landing import harm
from ..airborne.position import AirPosition
from ..opponent import Choice
from ..seat import Seat
from .field import Field

CLOSE = 4
"""Hexes within which enemies come at once for those who have landed."""


def plan(seat: Seat, position: AirPosition) -> Choice | None:
    """Zones by what they command; the rest as any sensible player does it."""
    zones = [order for order in seat.legal().plain() if order.verb == "zone"]
    if not zones or position.turn > 1:
        return landing.plan(seat, position)
    field = Field(position)
    best = max(zones, key=lambda order: (_command(field, order.path[0]), -order.path[0]))
    goals = _goals(field, best.path[0])
    return Choice(best, f"{position.number(best.path[0])} is good ground to go from to {goals}")


def _goals(field: Field, hex_: int) -> str:
    position, far = field.position, 2 * field.habits["reach"]
    near = [goal for goal in position.objectives if position.grid.distance(hex_, goal) <= far]
    return ", ".join(position.number(goal) for goal in near) or "the objectives"


def _command(field: Field, hex_: int) -> float:
    """Points of the objectives that can be reached, the near and the weak ones first; and the ground."""
    position, habits = field.position, field.habits
    distance = position.grid.distance
    half, strong = habits["reach"], habits["held"]
    score = 0.0
    extra = aims_of(position.battle)[position.side].hexes
    for goal, value in position.objectives.items():
        points = value + extra.get(goal, 0.0)
        away = max(distance(hex_, goal), 2)
        held = position.strength_near(position.enemies, goal, 1)
        served = any(distance(zone, goal) <= half for zone in _zones(position))
        reach = 1.0 / (1.0 + (away / half) ** 2)
        score += points * reach * strong / (strong + held) * (habits["gather"] if served else 1.0)
    radius: int = position.battle.special["drop-zones"][3]
    around = position.grid.within(hex_, radius)
    score -= habits["ground"] * sum(harm(position, near) for near in around) / len(around)
    return score - habits["landing"] * position.strength_near(position.enemies, hex_, CLOSE)


def _zones(position: AirPosition) -> list[int]:
    markers = position.view["markers"]
    return [position.grid.index(mark["hex"]) for mark in markers if mark["kind"] == "drop-zone"]
