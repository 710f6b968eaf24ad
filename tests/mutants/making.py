"""Ways of breaking a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from hexfolio.core.odds import Item, Line
from hexfolio.core.rulings import Refusal
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import EDITIONS

FOLIO = "fm-folio"


ST296 = "fm-st296"


NEW = "fm-2023"


Patch = Callable[[pytest.MonkeyPatch], None]


Wrong = Callable[..., Any]


class Mutant(NamedTuple):
    """A rule broken on purpose, and the clauses whose cases must notice."""

    name: str
    patch: Patch
    clauses: tuple[str, ...]


def mutant(name: str, patch: Patch, old: str = "", new: str = "", folio: str = "", st296: str = "") -> Mutant:
    """`old` are clauses of both older books, `new` those of version 8; `folio` and `st296` of one book."""
    named = {FOLIO: f"{old} {folio}", ST296: f"{old} {st296}", NEW: new}
    clauses = [f"{book}:{clause}" for book, text in named.items() for clause in text.split()]
    return Mutant(name, patch, tuple(dict.fromkeys(clauses)))


def rule(method: str, wrong: Wrong, under: tuple[str, ...] = (FOLIO, ST296, NEW)) -> Patch:
    """Replace a rule by `wrong`, which is given the right one, the rulebook and the arguments."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for book in under:
            wrap(monkeypatch, EDITIONS[book], method, wrong)

    return patch


def step(name: str, method: str, wrong: Wrong) -> Patch:
    """The same for the step of play with that name."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for kind in {type(edition.steps[name]) for edition in EDITIONS.values() if name in edition.steps}:
            wrap(monkeypatch, kind, method, wrong)

    return patch


def wrap(monkeypatch: pytest.MonkeyPatch, owner: type, method: str, wrong: Wrong) -> None:
    """Replace a method by `wrong`, which is given the right one, the object and the arguments."""
    right = getattr(owner, method)

    def replacement(self: Any, *args: Any, **named: Any) -> Any:
        return wrong(lambda *given: right(self, *given), self, *args, *named.values())

    monkeypatch.setattr(owner, method, replacement)


def fact(name: str, old: Any = None, new: Any = None) -> Patch:
    """Replace an attribute of the editions."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for book, value in ((FOLIO, old), (ST296, old), (NEW, new)):
            if value is not None:
                monkeypatch.setattr(EDITIONS[book], name, value)

    return patch


def attribute(owner: Any, name: str, value: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(owner, name, value)


def module_value(target: str, value: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(target, value)


def both(*patches: Patch) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for one in patches:
            one(monkeypatch)

    return patch


@contextmanager
def pretending(thing: Any, name: str, value: Any) -> Iterator[None]:
    """An attribute has another value for a moment."""
    before = getattr(thing, name)
    setattr(thing, name, value)
    try:
        yield
    finally:
        setattr(thing, name, before)


def pretend(name: str, value: Any) -> Wrong:
    """Ask the right rule, with an attribute of the position changed."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        with pretending(state, name, value):
            return right(state, *args)

    return wrong


def without_flags(flags: int) -> Wrong:
    """Ask the right rule, with what units have done forgotten."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        with pretending(state, "flags", [done & ~flags for done in state.flags]):
            return right(state, *args)

    return wrong


def without_enemies(right: Any, rules: Any, state: State, *args: Any) -> Any:
    """Ask the right rule on a map without units; zones stay."""
    rules.zones(state, 0), rules.zones(state, 1)
    size = rules.grid.size
    with pretending(state, "occupied", [bytearray(size), bytearray(size)]):
        return right(state, *args)


def without_zones(right: Any, rules: Any, state: State, *args: Any) -> Any:
    with pretending(state, "zones", [bytes(rules.grid.size)] * 2):
        return right(state, *args)


def then(do: Wrong) -> Wrong:
    """The right rule, and something on top of it."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        result = right(*args)
        do(rules, *args)
        return result

    return wrong


def refused(condition: Wrong) -> Wrong:
    """The right rule, but refuse where the condition holds."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        return rules.refuse("sequence", "Refused by a mutant.") if condition(rules, *args) else right(*args)

    return wrong


def allowed(*named: str, answer: int | None = None) -> Wrong:
    """Let pass what the right rule refuses under these names."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        own = right(*args)
        refusal = isinstance(own, Refusal) and own.rule in [rules.clause(name) for name in named]
        return answer if refusal else own

    return wrong


def more(amount: Wrong) -> Wrong:
    """The right number and some more."""
    return lambda right, rules, *args: right(*args) + int(amount(rules, *args))


def forget(flags: int) -> Wrong:
    """Every new phase forgets what units have done."""

    def do(rules: Any, state: State, *args: Any) -> None:
        state.flags = [done & ~flags for done in state.flags]

    return then(do)


def at_any_time(verb: str, name: str) -> Patch:
    """An order is judged by its own step whatever is asked."""

    def wrong(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
        if order.verb == verb and state.phase != "set-up":
            return rules.steps[name].judge(rules, state, order)
        return right(state, order, side)

    return rule("judge", wrong)


def no_end_while(phase: str, condition: Wrong) -> Patch:
    """The phase cannot be ended while the condition holds."""

    def wrong(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
        if order.verb == "end" and condition(rules, state):
            return rules.refuse("sequence", "Refused by a mutant.")
        return right(rules, state, order)

    return step(phase, "judge", wrong)


def line_of(choose: Wrong) -> Wrong:
    """A line chosen among that of the hex and that of the hexsides in another way."""

    def wrong(right: Any, rules: Any, state: State, combat: Any) -> Line:
        starts = [state.at[unit] for unit in combat.attackers]
        side = rules.hexside_line(state, combat.hex, starts) if starts else None
        return Line(choose(rules, state, combat, rules.hex_lines[combat.hex], side), rules.cites["hex_line"])

    return wrong


def items(change: Wrong) -> Wrong:
    """All figures of a side in a combat, with other values."""

    def wrong(right: Any, rules: Any, state: State, combat: Any) -> list[Item]:
        return [Item("", "", int(value)) for value in change(rules, state, combat, right(state, combat))]

    return wrong


def attackers_only(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    return [figure.value for figure in own][: len(combat.attackers)]


def support_if(condition: Wrong) -> Patch:
    def wrong(right: Any, rules: Any, state: State, combat: Any) -> bool:
        return bool(right(state, combat)) and bool(condition(rules, state, combat))

    return rule("may_support", wrong)


def no_fresh_turn(flag: int) -> Wrong:
    """Units stay marked when the other side's player turn begins."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        marked = [done & flag for done in state.flags]
        right(state, *args)
        state.flags = [done | old for done, old in zip(state.flags, marked, strict=True)]

    return wrong
