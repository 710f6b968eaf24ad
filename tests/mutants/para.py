"""Ways of breaking Paratrooper: its rules, its steps of play, its charts and the figures of its battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfolio.core.rulings import Refusal
from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper
from hexfolio.rulebooks.paratrooper.tables import Charts, charts

from .korean import barred, forgiven, mistaking, read_once, special
from .making import Mutant, Patch, Wrong, allowed, both, then, wrap

SUKCHON, TOMAHAWK = "sukchon", "tomahawk"
CHARTS = "korea"


def para(name: str, patch: Patch, clauses: str) -> Mutant:
    """A mutant of the book para."""
    return Mutant(f"para {name}", both(read_once, patch), tuple(f"para:{c}" for c in clauses.split()))


# Rules


def law(method: str, wrong: Wrong) -> Patch:
    """Replace a rule by `wrong`, which is given the right one, the rulebook and the arguments."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, Paratrooper, method, wrong)

    return patch


def step(name: str, method: str, wrong: Wrong) -> Patch:
    """The same for the step of play with that name; `wrong` is given the step instead."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, type(Paratrooper.steps[name]), method, wrong)

    return patch


def lets(method: str, *names: str, answer: Any = None) -> Patch:
    """A rule that lets pass what it should refuse under these names (of `cites`)."""
    return law(method, allowed(*names, answer=answer))


def pardons(method: str, name: str, condition: Wrong) -> Patch:
    """The same for one name, where the condition holds."""
    return law(method, forgiven(name, condition))


def bars(method: str, condition: Wrong) -> Patch:
    """A rule that refuses besides what meets the condition, which is given rules, state and the rest."""
    return law(method, barred(condition))


def says(method: str, answer: Any) -> Patch:
    """A rule with one answer for everything."""
    return law(method, lambda *_: answer)


def says_if(method: str, condition: Wrong, answer: Any = None) -> Patch:
    """The right rule, but another answer where the condition holds."""
    return law(method, lambda right, rules, *args: answer if condition(rules, *args) else right(*args))


def changes(method: str, change: Wrong) -> Patch:
    """The right answer, changed: `change` is given it, the rulebook and the arguments."""
    return law(method, lambda right, rules, *args: change(right(*args), rules, *args))


def adds(method: str, do: Wrong) -> Patch:
    """The right rule, and something done after it."""
    return law(method, then(do))


def mistakes(method: str, name: str, value: Wrong) -> Patch:
    """A rule asked of a rulebook that is wrong about one of its attributes."""
    return law(method, mistaking(name, value))


def no_orders(step_name: str, condition: Wrong) -> Patch:
    """A step that refuses besides orders that meet the condition: it is given rules, state and the order."""

    def wrong(right: Any, own: Any, rules: Any, state: State, order: Any) -> Any:
        refusal = right(rules, state, order)
        if refusal is None and condition(rules, state, order):
            return rules.refuse("sequence", "Refused by a mutant.")
        return refusal

    return step(step_name, "judge", wrong)


def at_any_time(verb: str, judge: Callable[[Any, State, Any], Refusal | None]) -> Patch:
    """An order is judged by its own rule whatever is asked."""

    def wrong(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
        return judge(rules, state, order) if order.verb == verb else right(state, order, side)

    return law("judge", wrong)


def forgets(flag: int) -> Wrong:
    """Ask the right rule with one kind of flag wiped from all units for good."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        state.flags = [done & ~flag for done in state.flags]
        return right(state, *args)

    return wrong


# Charts and figures


def chart(name: str, change: Callable[[Any], Any]) -> Patch:
    """Charts with another value of one of their attributes; `change` is given the right one."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        own = charts(CHARTS)
        monkeypatch.setattr(own, name, change(getattr(own, name)))

    return patch


def reading(method: str, wrong: Wrong) -> Patch:
    """Charts that are read wrongly: `wrong` gets the right method, the charts and the arguments."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, Charts, method, wrong)

    return patch


def price(action: str, value: int) -> Patch:
    """An action with another price in command points."""
    return chart("prices", lambda own: {**own, action: value})


def figure(name: str, value: Any) -> Patch:
    """Another figure under one key of the rules, in every battle and sketch."""
    return special(name, lambda battle, own: value)


def figure_of(name: str, change: Callable[[Any], Any]) -> Patch:
    """The figure under one key of the rules changed where there is one."""
    return special(name, lambda battle, own: None if own is None else change(own))


def unmarked(trait: str) -> Patch:
    """Counters that lack a mark, whatever is printed on them."""
    return law("has", lambda right, rules, unit, *traits: right(unit, *(t for t in traits if t != trait)))
