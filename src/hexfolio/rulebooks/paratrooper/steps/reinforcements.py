"""Chapter 16: what is decided about reinforcements before they come on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from random import Random
from typing import Any

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..frames import (
    Choose,
    Fog,
    Receive,
    Road,
)
from ..sequence import Sequence as Rules
from .base import TRIES, ParaStep

MOST_PICKS = 200
"""Ways to pick several counters that are listed."""


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
            return rules.strike_pool(state, frame.side, frame.kind), frame.number
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
        kinds: dict[Any, list[int]] = {}
        for unit in units:
            kinds.setdefault((rules.counters[unit].steps, rules.counters[unit].symbol), []).append(unit)
        alike = list(kinds.values())
        shares = (n for n in product(*(range(len(k), -1, -1) for k in alike)) if sum(n) == count)
        return [
            Order(self.verb, units=tuple(sorted(u for k, n in zip(alike, share, strict=True) for u in k[:n])))
            for share in islice(shares, MOST_PICKS)
        ]

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        units, count = self.pool(rules, state)
        return Order(self.verb, units=tuple(sorted(random.sample(units, count))))

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
            assert isinstance(frame, Choose)
            rules.make_due(state, frame.side, order.units, frame.wave, table)


class RoadStep(ParaStep):
    """The road hex near which a group comes on."""

    name = "road"
    rule = "entry_road"
    prompt = "Choose the road hex of the edge for the units that come."
    verbs = frozenset({"road"})

    def decision(self, rules: Rules, state: State) -> Decision:
        frame = self.frame(state)
        asked = self.ask(rules, state, self.prompt, hexes=frame.hexes)
        return asked._replace(rule=rules.clause(rules.own(self.rule, frame.units[0])))

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("road", path=(hex_,)) for hex_ in self.frame(state).hexes]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        frame, hex_ = self.frame(state), order.path[0]
        if hex_ in frame.hexes:
            return None
        rule = rules.own(self.rule, frame.units[0])
        return rules.refuse(rule, f"{rules.number(hex_)} is no road hex of that edge.", hex_)

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        frame = state.frames.pop()
        assert isinstance(frame, Road)
        rules.take_road(state, frame.wave, order.path[0], frame.reach)


class AirLandingStep(ParaStep):
    """Airfields for units that are flown in (16.3)."""

    name = "air-landing"
    rule = "airfield"
    prompt = "Choose the airfields for the units that are flown in."
    verbs = frozenset({"place"})

    def decision(self, rules: Rules, state: State) -> Decision:
        return self.ask(rules, state, self.prompt, rules.aloft(state, state.active))

    def settle(self, rules: Rules, state: State, table: Table) -> bool:
        if any(rules.airfields(state, unit) for unit in rules.aloft(state, state.active)):
            return False
        state.frames.pop()
        return True

    def subjects(self, rules: Rules, state: State) -> Sequence[int]:
        return rules.aloft(state, state.active)

    def orders_of(self, rules: Rules, state: State, subject: int) -> list[Order]:
        return [Order("place", subject, (hex_,)) for hex_ in rules.airfields(state, subject)]

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return rules.judge_airfield(state, order.unit, order.path[0])

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        rules.air_land(state, order.unit, order.path[0], table)
        rules.sudden_death(state, table)


def draw_fog(rules: Rules, state: State, random: Random) -> Order | None:
    """A hex for a fog of war counter, drawn among all of the map."""
    for _ in range(TRIES):
        hex_ = int(random.random() * rules.grid.size)
        if rules.judge_fog(state, hex_) is None:
            return Order("fog", path=(hex_,))
    return None


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
        if state.lists.get("unplaced") and rules.has_fog_hex(state):
            return False
        state.frames.pop()
        return True

    def plain_orders(self, rules: Rules, state: State) -> list[Order]:
        return [Order("fog", path=(hex_,)) for hex_ in rules.fog_hexes(state)]

    def draw(self, rules: Rules, state: State, random: Random) -> Order | None:
        return draw_fog(rules, state, random)

    def judge(self, rules: Rules, state: State, order: Order) -> Refusal | None:
        return rules.judge_fog(state, order.path[0])

    def carry_out(self, rules: Rules, state: State, order: Order, table: Table) -> None:
        rules.place_fog(state, order.path[0], table)
