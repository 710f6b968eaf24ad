"""Chapter 3: setting up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import WAITING, State
from ..frames import (
    SetUp,
)
from ..sequence import Sequence as Rules
from .base import ParaStep


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
            units = rules.stage_units(state, frame) if stage.kind == "disrupt" else []
            if order.unit in units:
                return None
            rule = rules.own("set_up_disrupted", (*units, order.unit)[0])
            return rules.refuse(rule, f"{rules.name(order.unit)} is not among the units to choose from.")
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
