"""Before the fighting: set-up, reinforcements, counters laid face down, engineering."""

from __future__ import annotations

from hexfolio.core.orders import Order

from ..opponent import Choice, plain
from ..seat import Seat
from .position import MOVEMENT, STRENGTH, AirPosition

THREAT = 5
"""Hexes from which an enemy is expected to come."""
RESERVE = 2
"""Command points that work leaves for fire and for regrouping."""


def set_up(seat: Seat, position: AirPosition) -> Choice | None:
    return plain(seat, "accept", "stands where history put it") or plain(seat, "end", "is set up")


def pick(seat: Seat, position: AirPosition) -> Choice | None:
    """The strongest, and among these the fastest."""
    orders = seat.legal().plain()
    if not orders:
        return None
    best = max(orders, key=lambda order: (_power(position, order), order.units))
    return Choice(best, "takes the strongest")


def _power(position: AirPosition, order: Order) -> tuple[int, int]:
    faces = [position.battle.counters[unit].steps[0] for unit in order.units]
    return sum(face[STRENGTH] for face in faces), sum(face[MOVEMENT] for face in faces)


def road(seat: Seat, position: AirPosition) -> Choice | None:
    """The road from which most can be won soon."""
    orders = seat.legal().plain()
    if not orders:
        return None
    best = max(orders, key=lambda order: (_nearness(position, order.path[0]), order.path))
    return Choice(best, f"the road by {position.number(best.path[0])} leads to what is to be won")


def _nearness(position: AirPosition, hex_: int) -> float:
    """Points within reach of a hex, the near ones counting most."""
    distance = position.grid.distance
    return sum(
        (1.0 if position.prize(goal) else 0.3) * points / (3 + distance(hex_, goal))
        for goal, points in position.objectives.items()
    )


def place_fog(seat: Seat, position: AirPosition) -> Choice | None:
    """In the way of the enemy: near objectives, on roads."""
    orders = [order for order in seat.legal().plain() if order.verb == "fog"]
    if not orders:
        return None
    best = max(orders, key=lambda order: (_obstacle(position, order.path[0]), order.path))
    return Choice(best, f"{position.number(best.path[0])} lies in the way of the enemy")


def _obstacle(position: AirPosition, hex_: int) -> float:
    on_road = position.battle.board.way_in_hex("road", hex_)
    return _nearness(position, hex_) * (1.5 if on_road else 1.0) + 0.1 * position.shelter(hex_)


def fly_in(seat: Seat, position: AirPosition) -> Choice | None:
    """To the airfield from which most can be won."""
    orders = [order for order in seat.legal() if order.path]
    if not orders:
        return plain(seat, "end", "nobody is left to fly in")
    best = max(orders, key=lambda order: (_nearness(position, order.path[0]), order.path, -order.unit))
    return Choice(best, f"{position.name(best.unit)} lands where most can be won")


def work(seat: Seat, position: AirPosition) -> Choice | None:
    """Bridges go down before the enemy reaches them; garrisons that expect him block the road."""
    if position.command > RESERVE:
        orders = [order for order in seat.legal() if order.verb != "end"]
        best = max(orders, key=lambda order: (_use(position, order), -order.unit), default=None)
        if best is not None and _use(position, best) > 0:
            return Choice(best, _why(position, best))
    return plain(seat, "end", "command points are kept for the fighting")


def _why(position: AirPosition, order: Order) -> str:
    name = position.name(order.unit)
    if order.verb == "demolish":
        return f"{name} blows up the bridge to {position.number(order.path[0])} before the enemy is there"
    return f"{name} blocks {position.number(position.at[order.unit])} for what is coming"


def _use(position: AirPosition, order: Order) -> float:
    hex_ = position.at[order.unit]
    coming = position.strength_near(position.enemies, hex_, THREAT)
    if not coming or position.turns_left < 1:
        return 0.0
    if order.verb == "demolish":
        return _bridge(position, order, coming)
    if order.verb == "roadblock" and position.objectives.get(hex_, 0):
        return 0.3 + 0.02 * coming if not position.airborne or hex_ in position.enemy_zones else 0.0
    return 0.0


def _bridge(position: AirPosition, order: Order, coming: int) -> float:
    """The defenders' side has no use for bridges that lead the enemy to them."""
    if position.airborne:
        return 0.0
    here, beyond = position.at[order.unit], order.path[0]
    distance = position.grid.distance
    ahead = [
        unit
        for unit in position.enemies
        if distance(position.at[unit], beyond) < distance(position.at[unit], here)
        and distance(position.at[unit], beyond) <= THREAT
    ]
    if not ahead:
        return 0.0
    skill = 1.0 if position.is_a(order.unit, "engineer") else 0.5
    return skill * (0.3 + 0.02 * coming)
