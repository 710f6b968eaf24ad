"""Chapter 10: the movement phase."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import NO_TERMS, Decision, Table, Terms
from ....core.orders import OFF_MAP, Order
from ....core.rulings import Refusal
from ....core.state import EXITED, WAITING, State
from ...events import Entered, Moved
from ...ways import Path, way_to
from ..events import Withdrew
from ..frames import (
    MOVED,
    STOPPED,
)
from ..sequence import Sequence as Rules
from .base import ParaStep

SELDOM = 0.04
"""How often random play moves a unit fast, or only puts it on top of its stack."""


class MovementStep(ParaStep):
    """Moves, arrivals, fast movement, reconnaissance, and the order of stacks."""

    name = "movement"
    rule = "movement"
    verbs = frozenset({"move", "enter", "fast", "recon", "reveal", "end"})
    prompt = "Move units and bring on reinforcements, then end the phase."

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, rules.arrivals(state))

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        orders = [Order("end")] if rules.judge_all_entered(state) is None else []
        for unit in state.lists.get("concealed", ()):
            hex_ = state.at[unit]
            if rules.judge_recon(state, hex_) is None:
                orders.append(Order("recon", path=(hex_,)))
            elif rules.judge_reveal(state, hex_) is None:
                orders.append(Order("reveal", path=(hex_,)))
        return orders

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.movers(state) + rules.arrivals(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        if state.at[subject] == WAITING:
            return [Order("enter", subject, way) for way in rules.entry_ways(state, subject)]
        if not rules.is_unit(state, subject):
            return []
        orders = [Order("move", subject, way) for way in self._ways(rules, state, subject)]
        if rules.judge_fast(state, subject) is None:
            orders.append(Order("fast", subject))
        if rules.judge_top(state, subject, state.active) is None:
            orders.append(Order("top", subject))
        return orders

    def _ways(self, rules: Rules, state: State, unit: int) -> list[Path]:
        left = rules.points_left(state, unit)
        if left <= 0:
            return []
        ways = rules.open_ways(state, unit)
        exits = [
            (*way, OFF_MAP)
            for way in [(state.at[unit],), *ways]
            if way[-1] in self._edge(rules) and isinstance(rules.judge_exit(state, unit, way, left), int)
        ]
        return [way for way in ways if rules.may_end(state, unit, way[-1])] + exits

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        own = rules.ground_counters[state.active]
        units = [
            unit
            for unit in own
            if state.at[unit] >= 0 and (unit == state.mover or not state.flags[unit] & MOVED)
        ]
        verb = "recon" if state.active == rules.airborne_side else "reveal"
        hidden = [Order(verb, path=(state.at[unit],)) for unit in state.lists.get("concealed", ())]
        subjects = units + rules.arrivals(state)
        return self.draw_among(rules, state, random, subjects, [Order("end"), *hidden])

    def pick_order(self, rules: Rules, state: State, subject: int, random: Random) -> Order | None:
        """Most often a hex within reach; where there is none, all orders are listed."""
        left, choice = rules.points_left(state, subject), random.random()
        if state.at[subject] >= 0 and left > 0 and rules.is_unit(state, subject):
            if choice < SELDOM and rules.judge_fast(state, subject) is None:
                return Order("fast", subject)
            if choice > 1 - SELDOM and rules.judge_top(state, subject, state.active) is None:
                return Order("top", subject)
            hexes, _, came = rules.reach(state, subject, state.at[subject], left)
            place = int(choice * len(hexes))
            if place and rules.may_end(state, subject, hexes[place]):
                way = way_to(hexes, came, place)
                leaves = way[-1] in self._edge(rules) and random.random() < 0.5
                if leaves and isinstance(rules.judge_exit(state, subject, way, left), int):
                    return Order("move", subject, (*way, OFF_MAP))
                return Order("move", subject, way)
        elif state.at[subject] == WAITING:
            edge = rules.entry_hexes(state, subject)
            if edge:
                first, reached = rules.entry_reach(state, subject, edge[int(choice * len(edge))])
                place = int(random.random() * len(reached[0]))
                if first and rules.may_end(state, subject, reached[0][place]):
                    return Order("enter", subject, way_to(reached[0], reached[2], place))
        return super().pick_order(rules, state, subject, random)

    def _edge(self, rules: Rules) -> Sequence[int]:
        hexes: Sequence[int] = rules.special.get("withdrawal", ())
        return hexes

    def terms(self, rules: Rules, state: State, order: Order) -> Terms:
        if order.verb not in ("move", "enter") or order.path[-1] == OFF_MAP:
            return NO_TERMS
        cost = self._cost(rules, state, order)
        if isinstance(cost, Refusal):
            return NO_TERMS
        left = (
            rules.allowance(state, order.unit) * 2
            if order.verb == "enter"
            else rules.points_left(state, order.unit)
        )
        stops = cost > left or bool(rules.enemy_zones(state, order.unit)[order.path[-1]])
        return Terms(max(left - cost, 0), stops=stops)

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return rules.judge_all_entered(state)
        if order.verb == "recon":
            return rules.judge_recon(state, order.path[0])
        if order.verb == "reveal":
            return rules.judge_reveal(state, order.path[0])
        if order.verb == "fast":
            return rules.judge_fast(state, order.unit)
        cost = self._cost(rules, state, order)
        return cost if isinstance(cost, Refusal) else None

    def _cost(self, rules: Rules, state: State, order: Order) -> Refusal | int:
        unit, path = order.unit, order.path
        if order.verb == "enter":
            return rules.judge_entry(state, unit, path)
        refusal = rules.judge_mover(state, unit)
        if refusal is not None:
            return refusal
        path = self._whole(rules, state, order)
        left = rules.points_left(state, unit)
        if not path or path[0] != state.at[unit] or len(path) < 2 or OFF_MAP in path[:-1]:
            return self._refuse_path(rules, state, order)
        if path[-1] == OFF_MAP:
            return rules.judge_exit(state, unit, path[:-1], left)
        cost = rules.judge_way(state, unit, path, left)
        if isinstance(cost, Refusal):
            return cost
        return rules.judge_end(state, unit, path[-1]) or cost

    def _whole(self, rules: Rules, state: State, order: Order) -> Path:
        """The cheapest way for an order that names only where the unit goes; empty if there is none."""
        path = order.path
        if len(path) == 1 and path[0] not in (state.at[order.unit], OFF_MAP):
            return next((way for way in rules.ways(state, order.unit) if way[-1] == path[0]), ())
        return path

    def _refuse_path(self, rules: Rules, state: State, order: Order) -> Refusal:
        unit, goal = order.unit, order.path[-1]
        name = rules.name(unit)
        if len(order.path) == 1 and goal >= 0 and goal != state.at[unit]:
            if rules.enemy_hexes(state, unit)[goal]:
                return rules.refuse_enemy(unit, goal)
            refusal = rules.judge_end(state, unit, goal)
            return refusal or rules.refuse("allowance", f"{name} cannot reach {rules.number(goal)}.", goal)
        where = rules.number(state.at[unit])
        return rules.refuse(
            "hex_to_hex", f"{name} stands in {where}: its way begins there and leads from hex to hex."
        )

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        verb, unit = order.verb, order.unit
        if verb == "end":
            rules.end_phase(state, table)
        elif verb in ("recon", "reveal"):
            if verb == "recon":
                rules.pay(state, state.active, "recon", table)
            rules.reveal(state, rules.concealed_in(state, order.path[0]), table)
        elif verb == "fast":
            rules.hasten(state, unit, table)
        else:
            self._march(rules, state, order, table)

    def _march(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        unit, cost = order.unit, self._cost(rules, state, order)
        assert isinstance(cost, int)
        path = order.path if order.verb == "enter" else self._whole(rules, state, order)
        start, left = state.at[unit], rules.points_left(state, unit)
        zones = rules.enemy_zones(state, unit)
        if state.mover != unit:
            state.mover, state.spent = unit, 0
            state.tracks.pop("haste", None)
        state.spent += cost
        rules.note(state, "moves")
        state.flags[unit] |= MOVED
        if path[-1] == OFF_MAP:
            state.put(unit, EXITED)
            state.mover = -1
            table.tell(Withdrew(unit, path))
            rules.left_hex(state, start, table)
            rules.sudden_death(state, table)
            return
        if zones[path[-1]] or (order.verb == "move" and cost > left):
            state.flags[unit] |= STOPPED
        if order.verb == "enter":
            state.put(unit, path[-1])
            table.tell(Entered(unit, path, cost))
            strayed = rules.strayed(state)
            if strayed.pop(unit, None) is not None:
                rules.note_strayed(state, strayed)
        else:
            table.tell(Moved(unit, path, cost))
            rules.walk(state, unit, path, table)
        rules.came_to(state, unit, path if order.verb == "enter" else path[1:], table)
        rules.sudden_death(state, table)
