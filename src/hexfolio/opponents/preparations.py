"""Orders that come before the moves of a phase: withdrawals, replacements, bridges, air supply."""

from __future__ import annotations

from hexfolio.core.orders import Order

from .marching import March
from .opponent import Choice
from .position import ATTACK, Position
from .seat import Seat

STRONG = 5
"""Attack strength from which a unit out of supply is worth an airlift."""


def choose(seat: Seat, march: March) -> Choice | None:
    """One thing to do before anybody moves; None when there is nothing more."""
    position = march.position
    orders: dict[str, list[Order]] = {}
    legal = seat.legal()
    for unit in legal.subjects():
        if _concerned(position, unit):
            for order in legal.of(unit):
                orders.setdefault(order.verb, []).append(order)
    return (
        _withdraw(position, orders.get("withdraw", []))
        or _raise(position, orders.get("raise", []))
        or _bridge(march, orders.get("bridge", []))
        or _airlift(position, orders.get("airlift", []))
    )


def _concerned(position: Position, unit: int) -> bool:
    """Might there be such an order for the unit? Listing those of all units would take long."""
    if position.at[unit] < 0:
        return False
    return (
        position.is_a(unit, "engineer")
        or position.gain_of_step(unit) > 0
        or not position.supplied(unit)
        or _due(position)
    )


def _due(position: Position) -> bool:
    """Is somebody called away now?"""
    lines = position.battle.special.get("withdrawals", {})
    return any(
        line["turn"] <= position.view["turn"] and position.at[unit] >= 0 and unit in position.own
        for unit, line in lines.items()
    )


def _withdraw(position: Position, orders: list[Order]) -> Choice | None:
    """At once when it is due: staying costs points. Of several units the one that is worth least."""
    if not orders or not _due(position):
        return None
    least = min(orders, key=lambda order: position.steps_left(order.unit) * position.step_worth(order.unit))
    return Choice(least, f"{position.name(least.unit)} is called away")


def _raise(position: Position, orders: list[Order]) -> Choice | None:
    """Replacements for the unit that gains most, unless they use up a counter."""
    free = [order for order in orders if order.unit < 0]
    if not free:
        return None
    best = max(free, key=lambda order: sum(map(position.gain_of_step, order.units)))
    return Choice(best, "replacements are there to be used")


def _bridge(march: March, orders: list[Order]) -> Choice | None:
    """A bridge where our units stand on the near bank and have better places on the far one."""
    best: tuple[float, Choice] | None = None
    for order in orders:
        gain = max(_crossing(march, *order.path), _crossing(march, *reversed(order.path)))
        if gain > 0 and (best is None or gain > best[0]):
            first, second = map(march.position.number, order.path)
            best = gain, Choice(order, f"a bridge from {first} to {second} carries the advance")
    return best[1] if best else None


def _crossing(march: March, near: int, far: int) -> float:
    """How much our units near one bank would gain by the other, and those over there by supply."""
    position = march.position
    friends = [unit for unit in position.own if position.fights(unit)]
    hungry = sum(
        position.grid.distance(position.at[unit], far) <= 2 and not position.supplied(unit)
        for unit in friends
    )
    waiting = [unit for unit in friends if position.grid.distance(position.at[unit], near) <= 2]
    return hungry + sum(max(0.0, march.pull(unit, far) - march.pull(unit, near)) for unit in waiting)


def _airlift(position: Position, orders: list[Order]) -> Choice | None:
    """Air supply for strong units that are in contact with the enemy."""
    for order in orders:
        units = position.friends_in(order.path[0]) if order.path else [order.unit]
        for unit in units:
            if position.value(unit, ATTACK) >= STRONG and position.enemies_next_to(position.at[unit]):
                return Choice(order, f"{position.name(unit)} needs air supply")
    return None
