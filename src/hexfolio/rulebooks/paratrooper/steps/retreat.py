"""Chapters 13 and 14: retreat and pursuit."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..frames import (
    Aftermath,
    Pursuit,
    Retreat,
)
from ..sequence import Sequence as Rules
from .base import ParaStep


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
        state.frames[-1] = Retreat(frame.name, frame.side, frame.units)
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
        rules.pursue(state, order.unit, path, table)
