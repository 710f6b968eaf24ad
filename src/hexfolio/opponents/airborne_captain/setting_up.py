"""Set-up of the defenders: every objective held by two, the rest close behind, nothing face down in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfolio.core.orders import Order

from ..airborne.position import RANGE, AirPosition
from ..opponent import Choice, plain
from ..seat import Seat
from .field import Field

ASIDE = 6
"""Hexes from the nearest objective at which counters lie that are not in one."""
SUPPORT = 3
"""Hexes within which units come to the help of an objective."""


def set_up(seat: Seat, position: AirPosition) -> Choice | None:
    """Counters face down first, then units one by one, then those that begin disrupted."""
    legal = seat.legal()
    habits = Field(position).habits
    if habits["history"] > 1 or (habits["history"] > 0 and legal.subjects()):
        return plain(seat, "accept", "stands where history put it")
    hidden = [order for order in legal.plain() if order.verb == "fog"]
    if hidden:
        return _hide(position, hidden)
    units = list(legal.subjects())
    waiting = [unit for unit in units if position.at[unit] < 0]
    if waiting:
        unit = max(waiting, key=lambda unit: (_rank(position, unit), -unit))
        return _place(position, unit, legal.of(unit))
    shaken = [order for unit in units for order in legal.of(unit) if order.verb == "disrupt"]
    if shaken:
        best = min(shaken, key=lambda order: (_need(position, order.unit), order.unit))
        return Choice(best, f"{position.name(best.unit)} can be spared longest")
    return plain(seat, "end", "is set up")


def _hide(position: AirPosition, orders: Sequence[Order]) -> Choice:
    """In objectives, which nobody enters while something lies there face down; the rest out of the way."""
    best = max(orders, key=lambda order: (_cover(position, order.path[0]), -order.path[0]))
    number = position.number(best.path[0])
    if best.path[0] in position.objectives:
        return Choice(best, f"keeps the enemy out of {number} until he has seen what is there")
    return Choice(best, f"{number} is out of the enemy's way, and near enough to come from")


def _cover(position: AirPosition, hex_: int) -> float:
    if hex_ in position.objectives:
        return 100.0 + position.objectives[hex_]
    distance = position.grid.distance
    away = min(distance(hex_, goal) for goal in position.objectives)
    on_road = position.battle.board.way_in_hex("road", hex_)
    return -abs(away - ASIDE) + 0.5 * on_road + 0.2 * position.shelter(hex_)


def _rank(position: AirPosition, unit: int) -> float:
    """Who is placed first: rifles, then guns."""
    face = position.battle.counters[unit].steps[0]
    return face[0] - 1.5 * (face[RANGE] > 1)


def _need(position: AirPosition, unit: int) -> float:
    return position.objectives.get(position.at[unit], 0) + position.battle.counters[unit].steps[0][0]


def _place(position: AirPosition, unit: int, orders: Sequence[Order]) -> Choice | None:
    own = _own_goals(position, unit)
    near = {hex_ for goal in own for hex_ in position.grid.within(goal, SUPPORT)}
    offers = [order for order in orders if order.path[0] in near] or list(orders)
    if not offers:
        return None
    helpers = {
        goal: sum(position.grid.distance(position.at[other], goal) <= SUPPORT for other in position.own)
        for goal in own
    }
    best = max(offers, key=lambda order: (_merit(position, unit, order.path[0], helpers), -order.path[0]))
    number = position.number(best.path[0])
    if best.path[0] in position.objectives:
        return Choice(best, f"{position.name(unit)} holds {number}")
    return Choice(best, f"{position.name(unit)} stands by at {number}")


def _merit(position: AirPosition, unit: int, hex_: int, helpers: Mapping[int, int]) -> float:
    """An objective that nobody holds first, then a second unit for each, then help close by."""
    others = position.crowd(hex_)
    gun = position.battle.counters[unit].steps[0][RANGE] > 1
    points = position.objectives.get(hex_, 0)
    if points:
        return (20.0 if not others else 10.0) + 0.2 * points - 0.01 * _alone(position, hex_)
    score = 0.6 * position.shelter(hex_) - 1.5 * others
    for goal, number in helpers.items():
        away = position.grid.distance(hex_, goal)
        if away <= SUPPORT:
            score += position.objectives[goal] / (1.0 + number) * (1.0 if away > 1 or not gun else 0.8)
    return score


def _own_goals(position: AirPosition, unit: int) -> list[int]:
    """Where two armies keep apart, each has the objectives that are nearest to its place in history."""
    apart: frozenset[str] = position.battle.special.get("apart", frozenset())
    army = position.battle.counters[unit].group
    stages = position.battle.special["set-up-stages"][position.side]
    homes = {
        stage.contingent: stage.defaults for stage in stages if stage.contingent in apart and stage.defaults
    }
    if army not in homes:
        return list(position.objectives)
    distance = position.grid.distance
    away = {
        goal: {name: min(distance(goal, hex_) for hex_ in hexes) for name, hexes in homes.items()}
        for goal in position.objectives
    }
    return [goal for goal in away if away[goal][army] == min(away[goal].values())]


def _alone(position: AirPosition, hex_: int) -> int:
    """How far an objective is from the others."""
    return sum(position.grid.distance(hex_, goal) for goal in position.objectives)
