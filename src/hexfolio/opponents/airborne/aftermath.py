"""What follows a combat: losses, retreats, pursuit; and regrouping at the end of a turn."""

from __future__ import annotations

from hexfolio.core.orders import Order

from ..opponent import Choice, plain
from ..seat import Seat
from .position import AirPosition

WORST = -99.0


def suffer(seat: Seat, position: AirPosition) -> Choice | None:
    """The unit whose loss is the least."""
    orders = list(seat.legal())
    if not orders:
        return None
    best = min(orders, key=lambda order: (position.hurt(order.unit), order.unit))
    return Choice(best, f"{position.name(best.unit)} is the least to lose")


def retreat(seat: Seat, position: AirPosition) -> Choice | None:
    """Past as few enemies as may be, to shelter, near what is to be held."""
    orders = list(seat.legal())
    if not orders:
        return None
    if orders[0].verb == "roll":
        first = max(orders, key=lambda order: (position.worth(order.unit), order.unit))
        return Choice(first, f"{position.name(first.unit)} falls back first, while there is room")
    best = max(orders, key=lambda order: (_refuge(position, order), order.path))
    return Choice(best, f"{position.name(best.unit)} falls back to {position.number(best.path[-1])}")


def _refuge(position: AirPosition, order: Order) -> float:
    end = order.path[-1]
    hurts = sum(hex_ in position.enemy_zones for hex_ in order.path[1:])
    if position.crowd(end, but=order.unit) >= position.stacking:
        hurts += 1
    away = min((position.turns_to(order.unit, end, goal) for goal in position.objectives), default=0.0)
    return -3.0 * hurts + 0.3 * position.shelter(end) - min(away, 9.0)


def pursue(seat: Seat, position: AirPosition) -> Choice | None:
    """Onto objectives; elsewhere only where no other enemy waits, and nothing is given up."""
    offers = [(_pursuit(position, order), order) for order in seat.legal() if order.verb == "pursue"]
    score, order = max(offers, default=(WORST, Order("end")))
    if score <= 0:
        return plain(seat, "end", "the ground won is not worth what is left behind")
    return Choice(order, f"{position.name(order.unit)} follows up")


def _pursuit(position: AirPosition, order: Order) -> float:
    unit, hex_ = order.unit, order.path[-1]
    if position.crowd(hex_, but=unit) >= position.stacking:
        return WORST
    start = position.at[unit]
    foes = sum(position.enemy_strength(near) for near in position.grid.around(hex_))
    here = sum(position.enemy_strength(near) for near in position.grid.around(start))
    gain = 0.0 if position.friends_in(hex_) else float(position.objectives.get(hex_, 0))
    ground = 0.5 * (position.shelter(hex_) - position.shelter(start))
    return gain - position.stake(unit) + ground - 0.2 * max(foes - here, 0)


def regroup(seat: Seat, position: AirPosition) -> Choice | None:
    """The strongest first; supplies where they help several. What is left over is lost anyway."""
    orders = [order for order in seat.legal() if order.verb != "end"]
    if not orders:
        return plain(seat, "end", "nobody is left to regroup")
    best = max(orders, key=lambda order: (_recovery(position, order), -order.unit))
    if _recovery(position, best) <= 0:
        return plain(seat, "end", "supplies are kept for more units")
    if best.verb == "resupply":
        return Choice(best, f"{position.name(best.unit)} regroups all who are near it")
    return Choice(best, f"{position.name(best.unit)} gains most by it")


def _recovery(position: AirPosition, order: Order) -> float:
    """Strength that comes back."""
    if order.verb == "regroup":
        return _gain(position, order.unit)
    hex_ = position.at[order.unit]
    near = [
        unit
        for place in (hex_, *position.grid.around(hex_))
        for unit in position.friends_in(place)
        if position.is_unit(unit) and position.disrupted[unit]
    ]
    return sum(_gain(position, unit) for unit in near) if len(near) > 1 else 0.0


def _gain(position: AirPosition, unit: int) -> float:
    steps = position.battle.counters[unit].steps
    close = 1.0 if position.at[unit] in position.enemy_zones else 0.0
    return steps[0][0] - steps[-1][0] + 0.5 + close
