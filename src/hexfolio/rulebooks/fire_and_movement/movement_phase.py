"""The two movement phases as steps of play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.game import Decision, Table
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import EXITED, WAITING, State
from ...core.steps import Step
from .events import Entered, Exited, Moved
from .frames import MOVED, MOVED_LATE
from .movement import Path
from .reinforcements import Reinforcements


class MovementStep(Step[Reinforcements]):
    """A movement phase: units move one after the other, reinforcements come on."""

    verbs = frozenset({"move", "enter", "end"})

    def __init__(self, name: str) -> None:
        self.name = name

    def decision(self, rules: Reinforcements, state: State) -> Decision:
        what = (
            "Move mobile units that have not moved yet"
            if self.name == "mobile-movement"
            else "Move units and bring on reinforcements"
        )
        return Decision(
            self.name, state.active, f"{what}, then end the phase.", rules.cites[f"phase_{self.name}"]
        )

    def plain_orders(self, rules: Reinforcements, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Reinforcements, state: State) -> Sequence[int]:
        return rules.movers(state) + rules.arrivals(state)

    def orders_of(self, rules: Reinforcements, state: State, subject: int) -> list[Order]:
        if state.at[subject] == WAITING:
            return [Order("enter", subject, way) for way in rules.entry_ways(state, subject)]
        orders = [Order("move", subject, way) for way in rules.ways(state, subject)]
        return orders + self._exits(rules, state, orders, subject)

    def pick_order(self, rules: Reinforcements, state: State, subject: int, random: Random) -> Order | None:
        if state.at[subject] == WAITING or rules.special.get("exits"):
            return super().pick_order(rules, state, subject, random)
        way = rules.random_way(state, subject, random)
        return Order("move", subject, way) if way else None

    def _exits(self, rules: Reinforcements, state: State, moves: list[Order], unit: int) -> list[Order]:
        if not rules.special.get("exits"):
            return []
        ways = [(state.at[unit],), *(move.path for move in moves)]
        exits = [Order("move", unit, (*way, OFF_MAP)) for way in ways]
        return [order for order in exits if self.judge(rules, state, order) is None]

    def judge(self, rules: Reinforcements, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        cost = self.cost(rules, state, order)
        return cost if isinstance(cost, Refusal) else None

    def cost(self, rules: Reinforcements, state: State, order: Order) -> Refusal | int:
        """The half points an order to move costs, or why it is refused."""
        unit, path = order.unit, order.path
        if order.verb == "enter":
            cost = rules.judge_entry(state, unit, path)
        else:
            refusal = rules.judge_mover(state, unit)
            if refusal is not None:
                return refusal
            path = self._full_path(rules, state, order)
            if path[0] != state.at[unit] or len(path) < 2:
                return self._refuse_start(rules, state, unit, path)
            left = rules.points_left(state, unit)
            if path[-1] == OFF_MAP:
                return self._cost_of_leaving(rules, state, unit, path, left)
            if not left:
                return self._refuse_spent(rules, state, unit, path)
            cost = rules.judge_way(state, unit, path, left, state.mover != unit)
        if isinstance(cost, Refusal):
            return cost
        return rules.judge_end(state, unit, path[-1]) or cost

    def _full_path(self, rules: Reinforcements, state: State, order: Order) -> Path:
        """An order that names only where the unit goes takes the cheapest way there."""
        path = order.path
        if len(path) == 1 and path[0] != state.at[order.unit] and path[0] != OFF_MAP:
            ways = [way for way in rules.ways(state, order.unit) if way[-1] == path[0]]
            return ways[0] if ways else (state.at[order.unit], *path)
        return path

    def _cost_of_leaving(
        self, rules: Reinforcements, state: State, unit: int, path: Path, left: int
    ) -> Refusal | int:
        way = rules.judge_way(state, unit, path[:-1], left, state.mover != unit)
        if isinstance(way, Refusal):
            return way
        if len(path) > 2 and rules.charges(state, unit).stop and rules.enemy_zones(state, unit)[path[-2]]:
            return rules.refuse_stop(unit, path[-2], path[-2])
        refusal = rules.judge_leaving(state, unit, path[-2])
        if refusal is None and way + 2 > left:
            refusal = rules.refuse_cost(unit, path[-2], 2, left - way)
        return refusal or way + 2

    def _refuse_start(self, rules: Reinforcements, state: State, unit: int, path: Path) -> Refusal:
        where = rules.number(state.at[unit])
        return rules.refuse(
            "unbroken_way",
            f"{rules.name(unit)} stands in {where}: its way begins there and leads to another hex.",
        )

    def _refuse_spent(self, rules: Reinforcements, state: State, unit: int, path: Path) -> Refusal:
        start = state.at[unit]
        if rules.charges(state, unit).stop and rules.enemy_zones(state, unit)[start]:
            return rules.refuse_stop(unit, start, path[1])
        return rules.refuse_cost(unit, path[1], 2, 0)

    def carry_out(self, rules: Reinforcements, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
            return
        cost = self.cost(rules, state, order)
        assert isinstance(cost, int)
        unit = order.unit
        path = order.path if order.verb == "enter" else self._full_path(rules, state, order)
        before = state.spent if state.mover == unit else 0
        state.mover, state.spent = unit, before + cost
        state.flags[unit] |= MOVED | (MOVED_LATE if self.name == "mobile-movement" else 0)
        if path[-1] == OFF_MAP:
            state.put(unit, EXITED)
            state.mover = -1
            table.tell(Exited(unit, path, cost))
            return
        state.put(unit, path[-1])
        table.tell(Entered(unit, path, cost) if order.verb == "enter" else Moved(unit, path, cost))
