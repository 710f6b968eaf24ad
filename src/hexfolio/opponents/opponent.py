"""What a computer player is."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hexfolio.core.orders import Order

from .seat import Seat


class Choice(NamedTuple):
    """An order and a short reason for the log."""

    order: Order
    reason: str


class Opponent(Protocol):
    """A player: asked for an order whenever its side owes a decision."""

    @property
    def name(self) -> str: ...

    def choose(self, seat: Seat) -> Choice: ...


def plain(seat: Seat, verb: str, reason: str) -> Choice | None:
    """The order of this verb that has no subject, if it may be given."""
    return next((Choice(order, reason) for order in seat.legal().plain() if order.verb == verb), None)
