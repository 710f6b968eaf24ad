"""What follows a combat or a turn: losses, retreats, advances, and units made whole again."""

from __future__ import annotations

from random import Random

from .marching import March
from .opponent import Choice, plain
from .position import Position
from .seat import Seat


def lose(seat: Seat, position: Position) -> Choice | None:
    """The unit whose step is cheapest, and no last step if that can be helped."""
    orders = [order for order in seat.legal() if order.verb == "lose"]
    if not orders:
        return None
    best = min(
        orders, key=lambda order: (position.steps_left(order.unit) == 1, position.step_worth(order.unit))
    )
    return Choice(best, f"{position.name(best.unit)} can bear it best")


def retreat(seat: Seat, position: Position, appraise: type[March] = March) -> Choice | None:
    """Back to where it is safe, or a step for the ground."""
    march = appraise(position, late=False)
    orders = list(seat.legal())
    if not orders:
        return None
    best = max(orders, key=march.retreat)
    name, number = position.name(best.unit), position.number(position.at[best.unit])
    if best.verb == "stand":
        return Choice(best, f"{name} stands to keep {number}")
    return Choice(best, f"{name} falls back to save its strength")


def displace(seat: Seat, position: Position, random: Random) -> Choice | None:
    """A unit that takes up room, to any hex: a fixed choice could send two units to and fro for ever."""
    orders = [order for order in seat.legal() if order.verb == "displace"]
    if not orders:
        return None
    best = max(orders, key=lambda order: (position.fights(order.unit), random.random()))
    return Choice(best, f"{position.name(best.unit)} makes room")


def advance(seat: Seat, position: Position, appraise: type[March] = March) -> Choice | None:
    """Onto objectives, or into better ground; a unit that advances gives up its other actions."""
    march = appraise(position, late=False)
    best: tuple[float, Choice] | None = None
    for order in seat.legal():
        if order.verb != "advance" or not position.fights(order.unit):
            continue
        unit, hex_ = order.unit, order.path[-1]
        gain = march.standing(unit, hex_) - march.standing(unit, position.at[unit])
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, Choice(order, f"{position.name(unit)} follows up")
    return best[1] if best else plain(seat, "end", "the ground won is not worth holding")


def rebuild(seat: Seat, position: Position) -> Choice | None:
    """The unit that gains most by a new step."""
    orders = [order for order in seat.legal() if order.verb == "rebuild"]
    if not orders:
        return plain(seat, "end", "nothing is left to rebuild")
    best = max(orders, key=lambda order: position.gain_of_step(order.unit))
    return Choice(best, f"{position.name(best.unit)} gains most by it")
