"""Playing a case: its steps one by one, and what is wrong when something is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from hexfolio.core.counters import values_text
from hexfolio.core.dice import DiceError, ScriptedChance
from hexfolio.core.events import Event, event_json
from hexfolio.core.game import Game
from hexfolio.core.orders import Order, OrderError
from hexfolio.core.rulings import Refusal
from hexfolio.core.state import ELIMINATED, EXITED, REMOVED, WAITING
from hexfolio.rulebooks.sheets import Entry, Rows, only_keys

from .matching import plain, same, same_set, shown
from .position import read_dice
from .questions import check_question
from .rulebook import CaseRules

OFF_MAP_WORDS = {"eliminated": ELIMINATED, "off-map": WAITING, "exited": EXITED, "removed": REMOVED}
FACTS = ("turn", "side", "phase", "asked", "hand", "pool", "finished", "points", "outcome")


class UnmetError(Exception):
    """Something a case expects is not so."""


class Player:
    """Plays the steps of one case under one book."""

    def __init__(self, game: Game, case: Entry, book: str) -> None:
        self.game, self.case, self.book = game, case, book
        self.rules = cast(CaseRules, game.rules)
        self.events: list[Event] = list(game.entry.events)
        self.proves = [str(clause) for clause in case["proves"]]
        self.kinds: dict[str, Callable[[Entry], None]] = {
            "refuse": self._refuse,
            "offers": self._offers,
            "offers only": self._offers_only,
            "not offered": self._not_offered,
            "expect": self._expect,
            "ask": self._ask,
            "happened": self._happened,
            "not happened": self._not_happened,
            "dice": self._dice,
        }

    def play(self, steps: Rows) -> int:
        """Play all steps; raises UnmetError with the line of the step that fails."""
        for index, step in enumerate(steps):
            try:
                self._step(step, steps, index)
            except OrderError as error:
                raise steps.where(index).error(str(error)) from None
            except (UnmetError, DiceError) as error:
                raise UnmetError(f"line {steps.lines[index]}, {shown(step)}: {error}") from None
        chance = self.game.chance
        if isinstance(chance, ScriptedChance) and chance.script:
            raise UnmetError(f"dice left over at the end: {shown(chance.script)}")
        return steps.lines[-1] if steps else 0

    def _step(self, step: Any, steps: Rows, index: int) -> None:
        if isinstance(step, str):
            self._order(step)
        elif isinstance(step, Entry):
            kind = next((key for key in step if key in self.kinds), None)
            sides = [side.id for side in self.rules.battle.sides]
            if kind is not None:
                self.kinds[kind](step)
            elif len(step) == 1 and next(iter(step)) in sides:
                side = next(iter(step))
                self._order(f"{side}: {step[side]}")
            else:
                raise step.error(
                    f"This is not a step of play: expected an order or one of {', '.join(self.kinds)}."
                )
        else:
            raise steps.where(index).error(f"{step!r} is not a step of play.")

    def _read(self, text: str) -> tuple[Order, int | None]:
        """An order with the side that gives it, if the text names one."""
        match = re.fullmatch(r"(\w+): (.+)", str(text))
        if match and match[1] in (side.id for side in self.rules.battle.sides):
            return self.rules.notation.read(match[2]), self.rules.battle.side_index(match[1])
        return self.rules.notation.read(str(text)), None

    def _order(self, text: str) -> None:
        order, side = self._read(text)
        refusal = self.game.judge(order, side)
        if refusal is not None:
            raise UnmetError(f"the order is refused: {refusal}")
        self._check_listed(order)
        self.events += self.game.apply(order, side)

    def _refuse(self, step: Entry) -> None:
        only_keys(step, ("refuse", "rule", "says", "hexes"), "A refusal")
        order, side = self._read(step["refuse"])
        before = self.game.state.digest()
        refusal = self.game.judge(order, side)
        if refusal is None:
            raise UnmetError("the order is allowed")
        self._check_not_listed(order, side)
        if self.game.state.digest() != before:
            raise UnmetError("judging the order changed the position")
        self._check_refusal(step, refusal)
        self._check_not_listed(order, side)

    def _check_refusal(self, step: Entry, refusal: Refusal) -> None:
        rules = step.get("rule", self.proves)
        expected = [str(rule) for rule in (rules if isinstance(rules, list) else [rules])]
        if refusal.rule not in expected:
            raise UnmetError(f"refused by {refusal.rule} (“{refusal.sentence}”), expected {shown(expected)}")
        if "says" in step and str(step["says"]).lower() not in refusal.sentence.lower():
            raise UnmetError(f"the refusal says “{refusal.sentence}”, without “{step['says']}”")
        hexes = [self.rules.number(hex_) for hex_ in refusal.hexes]
        if "hexes" in step and not same(step["hexes"], hexes):
            raise UnmetError(f"the refusal points to {shown(hexes)}, expected {shown(step['hexes'])}")

    def _offers(self, step: Entry) -> None:
        only_keys(step, ("offers",), "An offer")
        for text in step["offers"]:
            order, side = self._read(text)
            refusal = self.game.judge(order, side)
            if refusal is not None:
                raise UnmetError(f"“{text}” is not offered: {refusal}")
            self._check_listed(order)

    def _not_offered(self, step: Entry) -> None:
        only_keys(step, ("not offered",), "An offer")
        for text in step["not offered"]:
            order, side = self._read(text)
            if self.game.judge(order, side) is None:
                raise UnmetError(f"“{text}” is offered")
            self._check_not_listed(order, side)

    def _check_listed(self, order: Order) -> None:
        """An order that is allowed is in the list of legal orders, as far as lists hold such orders."""
        rules, state = self.game.rules, self.game.state
        key = rules.listed_as(state, order)
        if key is not None and not any(rules.listed_as(state, other) == key for other in self._near(order)):
            raise UnmetError(f"“{rules.notation.write(order)}” is allowed but not listed as legal")

    def _check_not_listed(self, order: Order, side: int | None) -> None:
        """An order that is refused is not in the list of legal orders, nor one to a goal that is."""
        decision = self.game.decision
        if decision is None or side not in (None, decision.side):
            return
        for other in self._near(order):
            goal = other._replace(path=other.path[-1:]) if order.verb == "move" else other
            if _normal(order) in (_normal(other), _normal(goal)):
                raise UnmetError(f"“{self.rules.notation.write(other)}” is refused but listed as legal")

    def _near(self, order: Order) -> Iterator[Order]:
        """The legal orders of the list that are about what an order is about."""
        legal, about = self.game.legal(), {order.unit, *order.units, *order.path[:1]}
        yield from legal.plain()
        for subject in legal.subjects():
            if subject in about:
                yield from legal.of(subject)

    def _offers_only(self, step: Entry) -> None:
        only_keys(step, ("offers only",), "An offer")
        expected = {_normal(self._read(text)[0]) for text in step["offers only"]}
        actual = {_normal(order) for order in self.game.legal()}
        if expected != actual:
            write = self.rules.notation.write
            missing = sorted(map(write, expected - actual))
            surplus = sorted(map(write, actual - expected))
            raise UnmetError(f"not offered: {shown(missing)}; offered besides: {shown(surplus)}")

    def _ask(self, step: Entry) -> None:
        only_keys(step, ("ask",), "A question")
        if not isinstance(step["ask"], Entry):
            raise step.error("A question is a mapping such as {distance: 0101 0302, is: 2}.", "ask")
        problem = check_question(self.game, self.rules, step["ask"])
        if problem:
            raise UnmetError(problem)

    def _dice(self, step: Entry) -> None:
        only_keys(step, ("dice",), "Dice")
        assert isinstance(self.game.chance, ScriptedChance)
        self.game.chance.script += read_dice(step["dice"], step)

    def _happened(self, step: Entry) -> None:
        only_keys(step, ("happened",), "An event")
        if not self._took_place(step["happened"]):
            told = "; ".join(map(self.rules.narrate, self.events[-6:]))
            raise UnmetError(f"no such event; the last ones: {told}")

    def _not_happened(self, step: Entry) -> None:
        only_keys(step, ("not happened",), "An event")
        if self._took_place(step["not happened"]):
            raise UnmetError("it did happen")

    def _took_place(self, expected: Any) -> bool:
        return any(same(expected, event_json(event, self.rules.battle)) for event in self.events)

    def _expect(self, step: Entry) -> None:
        only_keys(step, ("expect",), "An expectation")
        if not isinstance(step["expect"], Entry):
            raise step.error("Expectations are a mapping such as {A: {at: 0404}}.", "expect")
        for name, expected in step["expect"].items():
            if name in FACTS:
                self._expect_fact(name, expected)
            else:
                self._expect_unit(str(name), expected, step["expect"])

    def _expect_fact(self, name: str, expected: Any) -> None:
        if name in ("hand", "pool"):
            for side, values in expected.items():
                actual = self._markers(name, self.rules.battle.side_index(str(side)))
                if not same_set(values, actual):
                    raise UnmetError(f"{name} of {side}: expected {shown(values)}, found {shown(actual)}")
            return
        actual = self._fact(name)
        if not same(expected, actual):
            raise UnmetError(f"{name}: expected {shown(expected)}, found {shown(actual)}")

    def _markers(self, place: str, side: int) -> list[str]:
        markers = (self.game.state.hands if place == "hand" else self.game.state.pools)[side]
        return [f"+{self.rules.marker_value[marker]}" for marker in markers]

    def _fact(self, name: str) -> Any:
        state, sides = self.game.state, self.rules.battle.sides
        if name == "asked":
            decision = self.game.decision
            return f"{sides[decision.side].id} {decision.kind}" if decision else "nobody"
        if name == "points":
            return dict(zip((side.id for side in sides), self.rules.victory_points(state), strict=True))
        if name == "outcome":
            outcome = self.game.outcome
            if outcome is None:
                return "none"
            winner = sides[outcome.winner].id if outcome.winner >= 0 else "nobody"
            return {"winner": winner, "level": outcome.level}
        return {
            "turn": state.turn,
            "side": sides[state.active].id,
            "phase": state.phase,
            "finished": self.game.outcome is not None,
        }[name]

    def _expect_unit(self, name: str, expected: Any, where: Entry) -> None:
        try:
            counter = self.rules.battle.counter(name)
        except KeyError:
            raise where.error(f"There is no counter {name} in this case, nor a fact of that name.") from None
        if not isinstance(expected, Entry):
            raise where.error(f"What is expected of {name} is a mapping such as {{at: 0404}}.")
        only_keys(expected, ("at", "left", "values", "state", "hidden"), "What is expected of a unit")
        state, unit = self.game.state, counter.index
        place = state.at[unit]
        facts = {
            "at": self.rules.number(place) if place >= 0 else _word(place),
            "left": self._left(unit),
            "values": values_text(self.rules.values(state, unit)),
            "state": self._face(unit),
            "hidden": self.rules.is_hidden(state, unit),
        }
        for key, value in expected.items():
            if plain(value) != plain(facts[key]):
                raise UnmetError(f"{name} {key}: expected {shown(value)}, found {shown(facts[key])}")

    def _face(self, unit: int) -> str:
        """Which side of the counter shows; a book may have words of its own for it."""
        words: tuple[str, str] = getattr(self.rules, "faces", ("full", "depleted"))
        return words[bool(self.game.state.step[unit])]

    def _left(self, unit: int) -> float:
        """Points that are not spent, with those that a die brought."""
        state, allowance = self.game.state, self.rules.allowance(self.game.state, unit)
        if state.mover != unit:
            return allowance
        return max(allowance + (state.tracks.get("haste", 0) - state.spent) / 2, 0)


def _word(place: int) -> str:
    return next(word for word, code in OFF_MAP_WORDS.items() if code == place)


def _normal(order: Order) -> Order:
    return order._replace(units=tuple(sorted(order.units)))
