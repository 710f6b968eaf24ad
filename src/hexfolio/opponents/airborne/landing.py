"""The drop: drop zones near what is to be taken, on good ground, away from the enemy's guns."""

from __future__ import annotations

from hexfolio.core.orders import Order

from ..opponent import Choice, plain
from ..seat import Seat
from .position import RANGE, AirPosition

HARM = {"clear": 0.0, "rice-paddy": 0.4, "woods": 1.0, "hill": 1.6, "town": 2.4, "peak": 3.2}
"""How much worse than on open ground units land in a terrain, as a rule of thumb."""
AMONG_GUNS = 0.8
AMONG_THE_ENEMY = 3.0
APART = 6
"""Hexes within which two drop zones serve the same objectives."""
FEW = 2
"""Disrupted units for which supplies are dropped."""


def plan(seat: Seat, position: AirPosition) -> Choice | None:
    """Zones first, on the first turn; then units one by one; then supplies; then they jump."""
    legal = seat.legal()
    orders = legal.plain()
    zones = [order for order in orders if order.verb == "zone"]
    if zones and position.turn == 1:
        best = max(zones, key=lambda order: (_zone(position, order.path[0]), -order.path[0]))
        return Choice(best, f"{position.number(best.path[0])} is open ground near objectives")
    units = list(legal.subjects())
    drops = [unit for unit in units if not position.is_a(unit, "supply")]
    in_the_air = any(position.has(unit, "in the air") for unit in range(len(position.at)))
    if drops and (position.turn == 1 or in_the_air or not position.foul):
        unit = max(drops, key=lambda unit: (_priority(position, unit), -unit))
        choice = _drop(position, legal.of(unit))
        if choice is not None:
            return choice
    for unit in units:
        if position.is_a(unit, "supply"):
            choice = _supply(position, legal.of(unit))
            if choice is not None:
                return choice
    return plain(seat, "end", "all who are to jump have their hexes")


def land(seat: Seat, position: AirPosition) -> Choice | None:
    """The strongest first: what comes down among the enemy may need it."""
    orders = list(seat.legal())
    if not orders:
        return None
    best = max(orders, key=lambda order: (position.strength(order.unit), -order.unit))
    return Choice(best, f"{position.name(best.unit)} jumps")


def _zones(position: AirPosition) -> list[int]:
    markers = position.view["markers"]
    return [position.grid.index(mark["hex"]) for mark in markers if mark["kind"] == "drop-zone"]


def harm(position: AirPosition, hex_: int) -> float:
    """What threatens a unit that lands in a hex."""
    kinds = position.battle.board.terrain[hex_]
    worst = max((HARM.get(kind, 0.0) for kind in kinds), default=0.0)
    if hex_ in position.enemy_hexes:
        worst += AMONG_THE_ENEMY
    guns = any(
        position.is_a(unit, "anti-air", "heavy-weapons")
        for near in position.grid.around(hex_)
        for unit in position.enemies_in(near)
    )
    return worst + AMONG_GUNS * guns


def _zone(position: AirPosition, hex_: int) -> float:
    """Objectives near by that no other zone serves, the ground around, and enemies on the spot."""
    distance = position.grid.distance
    radius: int = position.battle.special["drop-zones"][3]
    zones = _zones(position)
    score = 0.0
    for goal, points in position.objectives.items():
        served = any(distance(zone, goal) <= APART for zone in zones)
        away = max(distance(hex_, goal), 2)
        held = position.strength_near(position.enemies, goal, 1)
        score += (0.3 if served else 1.0) * points * 4 / (away * (3 + held))
    around = position.grid.within(hex_, radius)
    score -= sum(harm(position, near) for near in around) / len(around)
    return score - 0.12 * position.strength_near(position.enemies, hex_, radius + 1)


def _priority(position: AirPosition, unit: int) -> float:
    """Who jumps first, where not all can: those who take ground, then their guns."""
    trades = (position.is_a(unit, "assault"), position.is_a(unit, "pursuit"))
    return (
        sum(trades) + 0.1 * position.strength(unit) + 0.1 * (position.battle.counters[unit].steps[0][1] > 2)
    )


def _drop(position: AirPosition, orders: list[Order]) -> Choice | None:
    """On good ground with room, toward the objectives; guns a little behind."""
    if not orders:
        return None
    best = max(orders, key=lambda order: (_place(position, order), -order.path[0]))
    return Choice(best, f"{position.name(best.unit)} is to jump at {position.number(best.path[0])}")


def _place(position: AirPosition, order: Order) -> float:
    unit, hex_ = order.unit, order.path[0]
    crowded = position.crowd(hex_) >= position.stacking
    near = min(
        (position.grid.distance(hex_, goal) for goal in position.objectives if position.prize(goal)),
        default=0,
    )
    load = sum(
        position.has(other, "in the air") and position.grid.distance(position.at[other], hex_) <= 2 * APART
        for other in position.own
    )
    guns = 0.0 if position.value(unit, RANGE) < 2 else 0.3
    return -1.5 * harm(position, hex_) - (0.4 - guns) * near - 20.0 * crowded - 0.1 * load


def _supply(position: AirPosition, orders: list[Order]) -> Choice | None:
    """Where several disrupted units wait for it."""
    best, most = None, FEW - 0.5
    for order in orders:
        hex_ = order.path[0]
        near = (hex_, *position.grid.around(hex_))
        if not any(place in position.units_in for place in near):
            continue
        waiting = sum(
            position.is_unit(unit) and position.disrupted[unit]
            for place in near
            for unit in position.friends_in(place)
        )
        if waiting - 0.3 * harm(position, hex_) > most:
            best, most = order, waiting - 0.3 * harm(position, hex_)
    if best is None:
        return None
    return Choice(best, f"supplies are wanted at {position.number(best.path[0])}")
