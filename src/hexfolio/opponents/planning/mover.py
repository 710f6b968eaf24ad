"""A movement phase by a plan: first the units of the operations, then everybody else."""

from __future__ import annotations

from hexfolio.core.orders import OFF_MAP, Order

from ..marching import March
from ..moving import Mover
from ..opponent import Choice
from ..position import Position
from ..seat import Seat
from .campaign import Campaign
from .operations import Operation, Staff


class Planner(Mover):
    """Sets up attacks of several units before it moves the others one by one."""

    def __init__(self) -> None:
        super().__init__()
        self._seat: Seat | None = None
        self._orders: list[tuple[int, int, int]] | None = None

    def choose(self, seat: Seat, position: Position) -> Choice | None:
        self._seat = seat
        return super().choose(seat, position)

    def make_march(self, position: Position, late: bool) -> March:
        assert self._seat is not None
        self._orders = None
        if not (position.habits.venture or position.habits.by_table):
            return super().make_march(position, late)
        return Campaign(self._seat, position, late)

    def _next_move(self, seat: Seat, march: March) -> Choice | None:
        if not isinstance(march, Campaign) or not march.position.habits.venture:
            return super()._next_move(seat, march)
        if self._orders is None:
            self._orders = [
                (unit, hex_, operation.target)
                for operation in self._plan(seat, march)
                for unit, hex_ in operation.places
            ]
            self._settled |= {unit for unit, _, _ in self._orders}
            self._line_moved = True
        return self._planned(seat, march) or super()._next_move(seat, march)

    def _plan(self, seat: Seat, march: Campaign) -> list[Operation]:
        position = march.position
        legal = seat.legal()
        movable = set(legal.subjects())
        ways: dict[int, frozenset[int]] = {}
        for unit in position.own:
            if not march.strikes(unit) or position.has(unit, "attacked") or position.leaving(unit):
                continue
            hexes = {position.at[unit]}
            if unit in movable and unit not in self._settled and not position.has(unit, "moved"):
                hexes |= {order.path[-1] for order in legal.of(unit) if _is_move(order)}
            ways[unit] = frozenset(hexes)
        return Staff(march, ways).plan()

    def _planned(self, seat: Seat, march: March) -> Choice | None:
        """The next move of an operation that can be made now; others may have to make room first."""
        assert self._orders is not None
        position, movable = march.position, set(seat.legal().subjects())
        for entry in list(self._orders):
            unit, hex_, target = entry
            if position.at[unit] == hex_ or unit not in movable:
                self._orders.remove(entry)
                continue
            for order in seat.legal().of(unit):
                if _is_move(order) and order.path[-1] == hex_:
                    self._orders.remove(entry)
                    self._line_moved = True
                    number, goal = position.number(hex_), position.number(target)
                    return Choice(order, f"{position.name(unit)} goes to {number} to attack {goal}")
        self._orders.clear()
        return None


def _is_move(order: Order) -> bool:
    return order.verb == "move" and order.path[-1] != OFF_MAP
