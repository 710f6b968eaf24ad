"""Movement: the phase is planned as a whole, then carried out unit by unit."""

from __future__ import annotations

from hexfolio.core.orders import OFF_MAP, Order

from ..airborne.missions import mobile
from ..airborne.moving import reveal
from ..airborne.position import AirPosition
from ..opponent import Choice, plain
from ..seat import Seat
from .field import Field
from .missions import missions
from .plan import NOBODY, Place, Plan
from .search import Search
from .table import clears, hurts
from .threats import Threats


class Mover:
    """Remembers the plan of a movement phase."""

    def __init__(self) -> None:
        self._phase: tuple[int, str] | None = None
        self._orders: list[Choice] = []

    def choose(self, seat: Seat, position: AirPosition) -> Choice | None:
        phase = position.turn, position.view["active"]
        if phase != self._phase:
            if (seen := reveal(seat, position)) is not None:
                return seen
            self._phase = phase
            self._orders = _plan(seat, position)
        while self._orders:
            choice = self._orders.pop(0)
            if seat.judge(choice.order) is None:
                return choice
        return plain(seat, "end", "everybody stands where he should")


def _plan(seat: Seat, position: AirPosition) -> list[Choice]:
    ways = _ways(seat, position)
    coming = [unit for unit in ways if position.at[unit] < 0]
    starts = {unit: position.at[unit] for unit in mobile(position)}
    starts.update({unit: min(ways[unit]) for unit in coming})
    goals = missions(position, list(starts), starts)
    field = Field(position)
    plan = Plan(field, Threats(field), goals)
    for unit in coming:
        plan.move(unit, Place(max(ways[unit], key=lambda hex_: plan.lone(unit, hex_))))
    reach = {
        unit: [*orders] if unit in coming else [position.at[unit], *orders] for unit, orders in ways.items()
    }
    Search(plan, reach).run()
    return [
        Choice(orders[place.hex], f"{position.name(unit)} {_purpose(plan, unit, place)}")
        for unit, orders in ways.items()
        if (place := plan.places[unit]).hex in orders
    ]


def _ways(seat: Seat, position: AirPosition) -> dict[int, dict[int, Order]]:
    """By unit, the move that leads to each hex it can reach."""
    legal = seat.legal()
    found: dict[int, dict[int, Order]] = {}
    decision = seat.decision
    assert decision is not None
    for unit in (*decision.units, *position.own):
        idle = position.has(unit, "worked") or position.has(unit, "moved")
        moves = [order for order in ([] if idle else legal.of(unit)) if order.verb in ("move", "enter")]
        ends = {order.path[-1]: order for order in moves if order.path[-1] != OFF_MAP}
        if ends or position.at[unit] >= 0:
            found[unit] = ends
    return found


def _purpose(plan: Plan, unit: int, place: Place) -> str:
    position = plan.position
    where = position.number(place.hex)
    if place.target != NOBODY:
        near, far = plan.attackers(place.target)
        faces = plan.field.faces(place.target, near, far)
        foe = position.number(place.target)
        return f"goes to {where} to attack {foe}: {hurts(faces):.0%} to hurt, {clears(faces):.0%} to clear it"
    if place.hex in position.objectives:
        return f"goes to hold {where}"
    mission = plan.missions.get(unit)
    return f"goes to {where} for {position.number(mission.goal)}" if mission else f"goes to {where}"
