"""The steps of play: what each decision asks and what may be answered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from ...core.game import NO_TERMS, Decision, Table, Terms
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import EXITED, WAITING, State
from ...core.steps import Step
from .events import Entered, Moved, Withdrew
from .frames import (
    MOVED,
    STOPPED,
    Aftermath,
    Casualty,
    Choose,
    Fog,
    Pursuit,
    Receive,
    Retreat,
    Road,
    SetUp,
    Strike,
)
from .movement import Path
from .sequence import Sequence as Rules

MOST_PICKS = 200
"""Ways to pick several counters that are listed."""


class ParaStep(Step[Rules]):
    """What all steps share."""

    rule: ClassVar[str] = "sequence"
    prompt: ClassVar[str] = ""

    def frame(self, state: State) -> Any:
        return state.frames[-1]

    def side(self, rules: Rules, state: State) -> int:
        side: int = self.frame(state)[1]
        return side

    def ask(
        self, rules: Rules, state: State, prompt: str, units: Sequence[int] = (), hexes: Sequence[int] = ()
    ) -> Decision:
        return Decision(
            self.name, self.side(rules, state), prompt, rules.clause(self.rule), tuple(units), tuple(hexes)
        )

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt)


class SetUpStep(ParaStep):
    """Fog counters, units, and those that begin disrupted."""

    name = "set-up"
    rule = "set_up"
    verbs = frozenset({"fog", "place", "disrupt", "accept", "end"})

    def _frame(self, state: State) -> SetUp:
        frame = state.frames[-1]
        assert isinstance(frame, SetUp)
        return frame

    def decision(self, rules: Rules, state: State) -> Decision:
        frame = self._frame(state)
        stage = rules.stages(frame.side)[frame.stage]
        if stage.kind == "fog":
            left = len(state.lists.get("unplaced", ()))
            return self.ask(
                rules, state, f"Place {left} fog of war counters, or accept the historical set-up."
            )
        if stage.kind == "disrupt":
            return self.ask(rules, state, f"Choose {frame.number} units that begin disrupted.")
        waiting = [unit for unit in rules.stage_units(state, frame) if state.at[unit] == WAITING]
        words = (
            "Place your units, or accept the historical set-up."
            if waiting
            else "Change your set-up, or end it."
        )
        return self.ask(rules, state, words, waiting)

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = self._frame(state)
        stage = rules.stages(frame.side)[frame.stage]
        nothing = stage.kind == "disrupt" and (not frame.number or not rules.stage_units(state, frame))
        if nothing or (stage.kind == "fog" and not state.lists.get("unplaced")):
            rules.begin_stage(state, frame.side, frame.stage + 1, table)
            return True
        return False

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        frame = self._frame(state)
        stage = rules.stages(frame.side)[frame.stage]
        orders = [Order("accept")]
        if stage.kind == "fog":
            orders += [Order("fog", path=(hex_,)) for hex_ in rules.fog_hexes(state)]
        if rules.judge_stage_over(state, frame) is None:
            orders.append(Order("end"))
        return orders

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.stage_units(state, self._frame(state))

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        frame = self._frame(state)
        if rules.stages(frame.side)[frame.stage].kind == "disrupt":
            return [Order("disrupt", subject)]
        return [
            Order("place", subject, (hex_,))
            for hex_ in range(rules.grid.size)
            if hex_ != state.at[subject] and rules.judge_place(state, frame, subject, hex_) is None
        ]

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        """Random play accepts the historical set-up rather often; few want to watch it being made."""
        return Order("accept") if random.random() < 0.5 else None

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        frame = self._frame(state)
        stage = rules.stages(frame.side)[frame.stage]
        if order.verb == "accept":
            return None
        if order.verb == "fog":
            if stage.kind != "fog":
                return rules.refuse("set_up", "All fog of war counters are placed.")
            return rules.judge_fog(state, order.path[0])
        if order.verb == "place":
            return rules.judge_place(state, frame, order.unit, order.path[0])
        if order.verb == "disrupt":
            if stage.kind == "disrupt" and order.unit in rules.stage_units(state, frame):
                return None
            return rules.refuse(
                "set_up_disrupted", f"{rules.name(order.unit)} is not among the units to choose from."
            )
        return rules.judge_stage_over(state, frame)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = self._frame(state)
        if order.verb == "fog":
            rules.place_fog(state, order.path[0], table)
        elif order.verb == "place":
            state.put(order.unit, order.path[0])
        elif order.verb == "disrupt":
            state.step[order.unit] = 1
            state.frames[-1] = frame._replace(number=frame.number - 1)
        elif order.verb == "accept":
            self._accept(rules, state, frame, table)
        else:
            rules.begin_stage(state, frame.side, frame.stage + 1, table)

    def _accept(self, rules: Rules, state: State, frame: SetUp, table: Table) -> None:
        """The rest of this stage as history, or the first hexes that will do, have it."""
        stage = rules.stages(frame.side)[frame.stage]
        if stage.kind == "fog":
            while state.lists.get("unplaced"):
                hexes = [h for h in stage.defaults if rules.judge_fog(state, h) is None] or rules.fog_hexes(
                    state
                )
                rules.place_fog(state, hexes[0], table)
        elif stage.kind == "place":
            for place, unit in enumerate(rules.stage_units(state, frame)):
                if state.at[unit] == WAITING:
                    own = stage.defaults[place : place + 1]
                    wanted = [*own, *stage.defaults, *sorted(stage.hexes or range(rules.grid.size))]
                    state.put(
                        unit, next(h for h in wanted if rules.judge_place(state, frame, unit, h) is None)
                    )
        else:
            for unit in rules.stage_units(state, frame)[: frame.number]:
                state.step[unit] = 1
        rules.begin_stage(state, frame.side, frame.stage + 1, table)


class PickStep(ParaStep):
    """Pick so many counters of several: strikes that are awarded, units that come."""

    def __init__(self, name: str, verb: str, rule: str, words: str) -> None:
        self.name = name
        self.verb = verb
        self.verbs = frozenset({verb})
        self.rule_name = rule
        self.words = words

    def pool(self, rules: Rules, state: State) -> tuple[list[int], int]:
        frame = self.frame(state)
        if isinstance(frame, Receive):
            return rules.strike_pool(state, frame.side), frame.number
        assert isinstance(frame, Choose)
        return list(frame.units), frame.number

    def decision(self, rules: Rules, state: State) -> Decision:
        units, count = self.pool(rules, state)
        prompt = f"{self.words} {count}."
        return Decision(
            self.name, self.side(rules, state), prompt, rules.clause(self.rule_name), tuple(units)
        )

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        units, count = self.pool(rules, state)
        seen: set[tuple[Any, ...]] = set()
        orders: list[Order] = []
        for group in combinations(units, count):
            look = tuple(sorted((rules.counters[u].steps, rules.counters[u].symbol) for u in group))
            if look not in seen:
                seen.add(look)
                orders.append(Order(self.verb, units=group))
                if len(orders) >= MOST_PICKS:
                    break
        return orders

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        units, count = self.pool(rules, state)
        if len(set(order.units)) == len(order.units) == count and set(order.units) <= set(units):
            return None
        return rules.refuse(
            self.rule_name, f"{count} different counters of these were expected: {rules.names(units)}."
        )

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = state.frames.pop()
        if isinstance(frame, Receive):
            rules.award(state, frame.side, order.units)
        else:
            rules.make_due(state, frame[1], order.units, table)


class RoadStep(ParaStep):
    """The road hex near which a group comes on."""

    name = "road"
    rule = "entry_road"
    prompt = "Choose the road hex of the edge for the units that come."
    verbs = frozenset({"road"})

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, hexes=self.frame(state).hexes)

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("road", path=(hex_,)) for hex_ in self.frame(state).hexes]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.path[0] in self.frame(state).hexes:
            return None
        return rules.refuse(
            "entry_road", f"{rules.number(order.path[0])} is no road hex of that edge.", order.path[0]
        )

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = state.frames.pop()
        assert isinstance(frame, Road)
        rules.take_road(state, order.path[0], frame.reach)


class FogStep(ParaStep):
    """Fog of war counters that come as reinforcements."""

    name = "fog"
    rule = "fog_reinforcements"
    verbs = frozenset({"fog"})

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, f"Place {len(state.lists.get('unplaced', ()))} fog of war counters.")

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = self.frame(state)
        assert isinstance(frame, Fog)
        if state.lists.get("unplaced") and rules.fog_hexes(state):
            return False
        state.frames.pop()
        return True

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("fog", path=(hex_,)) for hex_ in rules.fog_hexes(state)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return rules.judge_fog(state, order.path[0])

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        rules.place_fog(state, order.path[0], table)


class LandingStep(ParaStep):
    """Drop zones, then planned hexes."""

    name = "landing"
    rule = "landing"
    verbs = frozenset({"zone", "plan", "end"})
    prompt = "Place drop zones, then the units to be dropped; then the landing checks begin."

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if rules.landing_business(state):
            return False
        rules.end_phase(state, table)
        return True

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, rules.droppable(state) + rules.supplies(state))

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        orders = [Order("end")] if rules.judge_planned(state) is None else []
        return orders + rules.zone_orders(state)

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.droppable(state) + rules.supplies(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("plan", subject, (hex_,)) for hex_ in rules.plan_hexes(state, subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "zone":
            return rules.judge_zone(state, order.path[0])
        if order.verb == "plan":
            return rules.judge_plan(state, order.unit, order.path[0])
        return rules.judge_planned(state)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "zone":
            rules.place_zone(state, order.path[0], table)
        elif order.verb == "plan":
            rules.plan(state, order.unit, order.path[0], table)
        elif state.lists.get("planned"):
            rules.begin_checks(state)
        else:
            rules.end_phase(state, table)


class ChecksStep(ParaStep):
    """Landing checks in the order the airborne player chooses (6.2.e)."""

    name = "checks"
    rule = "landing_order"
    verbs = frozenset({"land"})
    prompt = "Choose the next unit to land."

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, state.lists.get("planned", ()))

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if state.lists.get("planned"):
            return False
        state.frames.pop()
        rules.end_phase(state, table)
        return True

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return state.lists.get("planned", ())

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("land", subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.unit in state.lists.get("planned", ()):
            return None
        return rules.refuse("landing_order", f"{rules.name(order.unit)} is not in the air.")

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        rules.land(state, order.unit, table)


class EngineeringStep(ParaStep):
    """Demolitions, roadblocks, bridges."""

    name = "engineering"
    rule = "engineering_phase"
    verbs = frozenset({"demolish", "roadblock", "repair", "build", "end"})
    prompt = "Demolish bridges, build roadblocks or bridges, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [
            u for u in rules.side_counters[state.active] if state.at[u] >= 0 and rules.work_orders(state, u)
        ]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.work_orders(state, subject) if state.at[subject] >= 0 else []

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        if order.verb == "roadblock":
            return rules.judge_roadblock(state, order.unit)
        judges = {"demolish": rules.judge_demolish, "repair": rules.judge_repair, "build": rules.judge_build}
        return judges[order.verb](state, order.unit, order.path[0])

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.work(state, order, table)


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
        ways = rules.ways(state, unit)
        exits = [
            (*way, OFF_MAP)
            for way in [(state.at[unit],), *ways]
            if way[-1] in rules.special.get("withdrawal", ())
            and isinstance(rules.judge_exit(state, unit, way, left), int)
        ]
        return ways + exits

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
        stops = bool(rules.enemy_zones(state, order.unit)[order.path[-1]])
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
        state.tracks["moves"] = 1
        state.flags[unit] |= MOVED
        if path[-1] == OFF_MAP:
            state.put(unit, EXITED)
            state.mover = -1
            table.tell(Withdrew(unit, path))
            rules.left_hex(state, start, table)
            return
        if zones[path[-1]] or (order.verb == "move" and cost > left):
            state.flags[unit] |= STOPPED
        state.put(unit, path[-1])
        told = Entered(unit, path, cost) if order.verb == "enter" else Moved(unit, path, cost)
        table.tell(told)
        if order.verb == "enter":
            strayed = state.lists.get("strayed", ())
            if unit in strayed[::2]:
                place = 2 * strayed[::2].index(unit)
                state.lists["strayed"] = strayed[:place] + strayed[place + 2 :]
        else:
            rules.left_hex(state, start, table)
        rules.went_through(state, unit, path, table)
        rules.came_to(state, unit, table)
        rules.sudden_death(state, table)


class StrikesStep(ParaStep):
    """Airstrikes and naval gunfire. Its subjects are target hexes."""

    name = "strikes"
    rule = "strike_phase"
    verbs = frozenset({"strike", "end"})
    subject_kind = "hex"
    prompt = "Strike enemy units, or end the phase."

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if rules.available(state, state.active):
            return False
        rules.end_phase(state, table)
        return True

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.strike_targets(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.strike_orders(state, subject)

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return None if order.verb == "end" else rules.judge_strike(state, order)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.strike(state, order, table)


class StrikeStep(ParaStep):
    """A strike under way: it asks nothing, and goes down the stack."""

    name = "strike"
    verbs: frozenset[str] = frozenset()

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = self.frame(state)
        assert isinstance(frame, Strike)
        rules.strike_next(state, frame, table)
        if not isinstance(self.frame(state), Strike | Casualty):
            rules.sudden_death(state, table)
        return True


class AttackStep(ParaStep):
    """Ground attacks. Its subjects are target hexes."""

    name = "attack"
    rule = "ground_attack_phase"
    verbs = frozenset({"attack", "end"})
    subject_kind = "hex"
    prompt = "Attack enemy units, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [hex_ for hex_ in rules.targets(state) if rules.attackers(state, hex_)]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return rules.attack_orders(state, subject)

    def pick_order(self, rules: Rules, state: State, subject: int, random: Random) -> Order | None:
        if rules.judge_target(state, subject) is not None:
            return None
        units = rules.attackers(state, subject)
        chosen = [unit for unit in units if random.random() < 0.6] or units[:1]
        order = Order("attack", path=(subject,), units=tuple(chosen))
        if chosen and rules.judge_attack(state, order) is None:
            return order
        orders = self.orders_of(rules, state, subject)
        return orders[int(random.random() * len(orders))] if orders else None

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return None if order.verb == "end" else rules.judge_attack(state, order)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        else:
            rules.attack(state, order, table)


class CasualtyStep(ParaStep):
    """The owner says which of his units suffers (11.5.b)."""

    name = "casualty"
    rule = "choose_loss"
    verbs = frozenset({"suffer"})

    def _units(self, state: State) -> list[int]:
        frame = self.frame(state)
        assert isinstance(frame, Casualty)
        away = state.lists.get("turned away", ())
        return [u for u in frame.units if (state.at[u] >= 0 or state.at[u] == WAITING) and u not in away]

    def decision(self, rules: Rules, state: State) -> Decision:
        words = {"disrupt": "is disrupted", "eliminate": "is eliminated", "abort": "turns away"}
        return self.ask(
            rules, state, f"Choose which unit {words[self.frame(state).effect]}.", self._units(state)
        )

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        units = self._units(state)
        if len(units) > 1:
            return False
        if units:
            self._suffer(rules, state, units[0], table)
        else:
            state.frames.pop()
        return True

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return self._units(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("suffer", subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.unit in self._units(state):
            return None
        return rules.refuse("choose_loss", f"{rules.name(order.unit)} is not among the units of this combat.")

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        self._suffer(rules, state, order.unit, table)

    def _suffer(self, rules: Rules, state: State, unit: int, table: Table) -> None:
        frame = state.frames.pop()
        effect = frame[3]
        if effect == "abort":
            rules.turn_away(state, unit, table)
        elif not rules.is_ground[unit]:
            rules.shoot_down(state, unit, table)
        elif effect == "eliminate":
            rules.eliminate(state, unit, "combat", table)
        else:
            rules.disrupt(state, unit, "combat", table)


class RetreatStep(ParaStep):
    """Units roll and retreat one at a time, in the order their owner chooses (13.1.b)."""

    name = "retreat"
    rule = "retreat"
    verbs = frozenset({"roll", "retreat"})

    def _frame(self, state: State) -> Retreat:
        frame = state.frames[-1]
        assert isinstance(frame, Retreat)
        return frame

    def _units(self, state: State) -> tuple[int, ...]:
        return tuple(unit for unit in self._frame(state).units if state.at[unit] >= 0)

    def decision(self, rules: Rules, state: State) -> Decision:
        frame = self._frame(state)
        if frame.unit >= 0:
            words = f"{rules.name(frame.unit)} retreats {frame.distance} hexes: say where."
            return self.ask(rules, state, words, (frame.unit,), (state.at[frame.unit],))
        return self.ask(rules, state, "Choose the unit that rolls for its retreat.", self._units(state))

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = self._frame(state)
        if frame.unit >= 0:
            return False
        units = self._units(state)
        if not units:
            state.frames.pop()
            return True
        if len(units) == 1:
            rules.roll_retreat(state, frame, units[0], table)
            return self._frame(state).unit < 0
        return False

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        frame = self._frame(state)
        return (frame.unit,) if frame.unit >= 0 else self._units(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        frame = self._frame(state)
        if frame.unit < 0:
            return [Order("roll", subject)]
        return [Order("retreat", subject, way) for way in rules.retreat_ways(state, subject, frame.distance)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        frame = self._frame(state)
        if order.verb == "roll":
            if frame.unit < 0 and order.unit in self._units(state):
                return None
            return rules.refuse("retreat", f"{rules.name(order.unit)} does not roll for a retreat now.")
        if order.unit != frame.unit:
            return rules.refuse("retreat", f"{rules.name(order.unit)} is not the unit that retreats now.")
        return rules.judge_retreat(state, order.unit, frame.distance, order.path)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = self._frame(state)
        if order.verb == "roll":
            rules.roll_retreat(state, frame, order.unit, table)
            return
        state.frames[-1] = frame._replace(unit=-1, distance=0)
        rules.went_through(state, order.unit, order.path, table)
        rules.fall_back(state, order.unit, order.path, table)


class AftermathStep(ParaStep):
    """After losses and retreats: pursuit, if the hex was left."""

    name = "aftermath"
    verbs: frozenset[str] = frozenset()

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        frame = state.frames.pop()
        assert isinstance(frame, Aftermath)
        units = rules.pursuers(state, frame.hex, frame.attackers)
        if units:
            state.frames.append(Pursuit("pursuit", frame.side, frame.hex, units))
        else:
            rules.sudden_death(state, table)
        return True


class PursuitStep(ParaStep):
    """Pursuit at once after the combat, or never (14.2.a)."""

    name = "pursuit"
    rule = "pursuit"
    verbs = frozenset({"pursue", "end"})

    def _units(self, state: State) -> tuple[int, ...]:
        frame = self.frame(state)
        assert isinstance(frame, Pursuit)
        return frame.units

    def decision(self, rules: Rules, state: State) -> Decision:
        hex_ = self.frame(state).hex
        return self.ask(
            rules, state, f"Pursue into {rules.number(hex_)}, or stay.", self._units(state), (hex_,)
        )

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if self._units(state):
            return False
        state.frames.pop()
        rules.sudden_death(state, table)
        return True

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return self._units(state)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        hex_ = self.frame(state).hex
        return [Order("pursue", subject, way) for way in rules.pursuit_ways(state, subject, hex_)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        name = rules.name(order.unit)
        if order.unit not in self._units(state):
            return rules.refuse("pursuers", f"{name} may not pursue.")
        path = order.path if len(order.path) > 1 else (state.at[order.unit], *order.path)
        return rules.judge_pursuit(state, order.unit, self.frame(state).hex, path)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = self.frame(state)
        if order.verb == "end":
            state.frames[-1] = frame._replace(units=())
            return
        state.frames[-1] = frame._replace(units=tuple(u for u in frame.units if u != order.unit))
        path = order.path if len(order.path) > 1 else (state.at[order.unit], *order.path)
        rules.went_through(state, order.unit, path, table)
        rules.pursue(state, order.unit, path, table)


class RegroupStep(ParaStep):
    """Disrupted units recover for command points."""

    name = "regroup"
    rule = "regroup"
    verbs = frozenset({"regroup", "resupply", "end"})
    prompt = "Regroup disrupted units, or end the phase."

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return [unit for unit in rules.side_counters[state.active] if self.orders_of(rules, state, unit)]

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        if rules.judge_regroup(state, subject) is None:
            return [Order("regroup", subject)]
        if rules.judge_resupply(state, subject) is None:
            return [Order("resupply", subject)]
        return []

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        if order.verb == "regroup":
            return rules.judge_regroup(state, order.unit)
        return rules.judge_resupply(state, order.unit)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
        elif order.verb == "regroup":
            rules.regroup(state, order.unit, table)
        else:
            rules.resupply(state, order.unit, table)
