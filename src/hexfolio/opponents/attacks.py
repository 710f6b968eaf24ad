"""The captain's choice of attacks: all groups by the table, the best of them by their exact odds."""

from __future__ import annotations

from hexfolio.core.orders import Order

from .appraisal import Stakes, stakes_of
from .fighting import all_fight, best_offer, bombardments, unseen
from .opponent import Choice
from .outlook import Outlook
from .position import ATTACK, Position
from .seat import Seat

FINALISTS = 8
"""Groups of attackers for each target of which the exact odds are asked for."""


def fight(seat: Seat, position: Position) -> Choice | None:
    """The best bombardment or attack, if good enough."""
    legal, outlook = seat.legal(), Outlook(position)
    orders: list[Order] = []
    for target in legal.subjects():
        listed = legal.of(target)
        orders += bombardments(position, target, listed)
        attacks = [order for order in listed if order.verb == "attack" and all_fight(position, order)]
        hidden = unseen(position, target)
        attacks.sort(key=lambda order: (-_promise(position, outlook, order, hidden), order))
        orders += attacks[:FINALISTS]
    return best_offer(seat, position, orders)


def _promise(position: Position, outlook: Outlook, order: Order, hidden: bool) -> float:
    """What an attack promises as far as the table tells; of one on a hidden enemy, its strength."""
    strength = sum(_strength(position, unit) for unit in (*order.units, *order.others))
    if hidden:
        return float(strength)
    hex_, starts = order.path[0], tuple(position.at[unit] for unit in order.units)
    stakes: Stakes = stakes_of(position, hex_, order.units)
    price = position.habits.attacker * len(order.units)
    price += sum(position.step_worth(unit) for unit in order.others)
    return outlook.attack(hex_, starts, strength, stakes) - price


def _strength(position: Position, unit: int) -> int:
    strength = position.value(unit, ATTACK)
    return strength if position.supplied(unit) else (strength + 1) // 2
