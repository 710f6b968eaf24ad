"""The two movement phases as steps of play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.game import NO_TERMS, Decision, Table, Terms
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import EXITED, NOBODY, WAITING, State
from ...core.steps import Step
from ..events import Entered, Moved
from ..ways import Path, points
from .events import Exited
from .frames import ADVANCED, MOVED, MOVED_LATE
from .reinforcements import Reinforcements

TRIES = 40
"""After so many draws in vain all subjects are listed."""


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
            self.name, state.active, f"{what}, then end the phase.", rules.clause(f"phase_{self.name}")
        )

    def plain_orders(self, rules: Reinforcements, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Reinforcements, state: State) -> Sequence[int]:
        return rules.movers(state) + rules.arrivals(state)

    def orders_of(self, rules: Reinforcements, state: State, subject: int) -> list[Order]:
        if state.at[subject] == WAITING:
            return [Order("enter", subject, way) for way in rules.entry_ways(state, subject)]
        ways = rules.ways(state, subject) + [(*way, OFF_MAP) for way in rules.exit_ways(state, subject)]
        return [Order("move", subject, way) for way in ways]

    def pick_order(self, rules: Reinforcements, state: State, subject: int, random: Random) -> Order | None:
        if state.at[subject] == WAITING:
            entry = rules.random_entry(state, subject, random)
            return Order("enter", subject, entry) if entry else None
        if rules.may_leave(state, subject):
            return super().pick_order(rules, state, subject, random)
        found = rules.random_way(state, subject, random)
        if found is None:
            return None
        way, cost = found
        order = Order("move", subject, way)
        if cost >= 0:
            state.cache["cost"] = (order, cost)
        return order

    def draw(self, rules: Reinforcements, state: State, random: Random) -> Order | None:
        """Draw among all units and `end` until one comes up that can do something."""
        units = rules.units_of(state, state.active)
        count, at, flags, done = len(units), state.at, state.flags, MOVED | ADVANCED
        late = self.name == "mobile-movement"
        due = () if late else rules.arrivals(state)
        for _ in range(TRIES):
            choice = int(random.random() * (count + 1))
            if choice == count:
                end = Order("end")
                if self.judge(rules, state, end) is None:
                    return end
                continue
            unit = units[choice]
            if at[unit] >= 0:
                if flags[unit] & done:
                    if unit != state.mover or not rules.points_left(state, unit):
                        continue
                elif late and not rules.may_move_late(state, unit):
                    continue
            elif unit not in due:
                continue
            order = self.pick_order(rules, state, unit, random)
            if order is not None:
                return order
        return None

    def terms(self, rules: Reinforcements, state: State, order: Order) -> Terms:
        """The points that are left, and whether an enemy zone ends the move."""
        if order.verb not in ("move", "enter") or order.path[-1] == OFF_MAP:
            return NO_TERMS
        cost, goal = self.cost(rules, state, order), order.path[-1]
        assert isinstance(cost, int)
        left = rules.points_left(state, order.unit) - cost
        return Terms(left, stops=rules.must_stop(state, order.unit, goal))

    def judge(self, rules: Reinforcements, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        cost = self.cost(rules, state, order)
        return cost if isinstance(cost, Refusal) else None

    def cost(self, rules: Reinforcements, state: State, order: Order) -> Refusal | int:
        """The half points an order to move costs, or why it is refused; kept for carrying it out."""
        known: tuple[Order, Refusal | int] | None = state.cache.get("cost")
        if not known or known[0] is not order:
            known = state.cache["cost"] = (order, self._cost(rules, state, order))
        return known[1]

    def _cost(self, rules: Reinforcements, state: State, order: Order) -> Refusal | int:
        unit, path = order.unit, order.path
        if order.verb == "enter":
            cost = rules.judge_entry(state, unit, path)
        else:
            refusal = rules.judge_mover(state, unit)
            if refusal is not None:
                return refusal
            path = self._full_path(rules, state, order)
            if not path:
                return self._refuse_reach(rules, state, unit, order.path[0])
            if path[0] != state.at[unit] or len(path) < 2 or OFF_MAP in path[:-1]:
                return self._refuse_start(rules, state, unit, path)
            left = rules.points_left(state, unit)
            if path[-1] == OFF_MAP:
                return self._cost_of_leaving(rules, state, unit, path, left)
            if not left and rules.must_stop(state, unit, path[0]):
                return rules.refuse_stop(unit, path[0], path[1])
            cost = rules.judge_way(state, unit, path, left, state.mover != unit)
        if isinstance(cost, Refusal):
            return cost
        return rules.judge_end(state, unit, path[-1]) or cost

    def _full_path(self, rules: Reinforcements, state: State, order: Order) -> Path:
        """The cheapest way for an order that names only where the unit goes; empty if there is none."""
        path = order.path
        if len(path) == 1 and path[0] != state.at[order.unit] and path[0] != OFF_MAP:
            return next((way for way in rules.ways(state, order.unit) if way[-1] == path[0]), ())
        return path

    def _cost_of_leaving(
        self, rules: Reinforcements, state: State, unit: int, path: Path, left: int
    ) -> Refusal | int:
        way = rules.judge_way(state, unit, path[:-1], left, state.mover != unit)
        if isinstance(way, Refusal):
            return way
        if (len(path) > 2 or state.mover == unit) and not rules.may_leave_zone(state, unit, path[-2]):
            return rules.refuse_stop(unit, path[-2], path[-2])
        refusal = rules.judge_leaving(state, unit, path[-2])
        price = rules.exit_price(state, unit, path[-2], len(path) == 2 and state.mover != unit)
        if refusal is None and way + price > left:
            refusal = rules.refuse_cost(unit, path[-2], price, left - way)
        return refusal or way + price

    def _refuse_reach(self, rules: Reinforcements, state: State, unit: int, goal: int) -> Refusal:
        """Why a unit cannot get to a hex by any way."""
        name, number = rules.name(unit), rules.number(goal)
        if state.occupied[1 - state.side_of[unit]][goal]:
            return rules.refuse("enemy_hex", f"{name} may not enter {number}: an enemy unit is there.", goal)
        refusal = rules.judge_end(state, unit, goal)
        if refusal is not None:
            return refusal
        left = points(rules.points_left(state, unit))
        return rules.refuse("allowance", f"{name} cannot reach {number}: it has {left} left.", goal)

    def _refuse_start(self, rules: Reinforcements, state: State, unit: int, path: Path) -> Refusal:
        where = rules.number(state.at[unit])
        return rules.refuse(
            "unbroken_way",
            f"{rules.name(unit)} stands in {where}: its way begins there and leads from hex to hex.",
        )

    def carry_out(self, rules: Reinforcements, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
            return
        cost = self.cost(rules, state, order)
        assert isinstance(cost, int)
        unit = order.unit
        path = order.path if order.verb == "enter" else self._full_path(rules, state, order)
        if state.mover != unit and not rules.sets_out(state, order, table):
            return
        before = state.spent if state.mover == unit else 0
        state.mover, state.spent = unit, before + cost
        state.flags[unit] |= MOVED | MOVED_LATE if self.name == "mobile-movement" else MOVED
        if path[-1] == OFF_MAP:
            state.put(unit, EXITED)
            state.mover = NOBODY
            table.tell(Exited(unit, path, cost))
            return
        state.put(unit, path[-1])
        event = Entered(unit, path, cost) if order.verb == "enter" else Moved(unit, path, cost)
        table.tell(rules.told(state, event))
