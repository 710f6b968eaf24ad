"""Ways of breaking Korean War Battles: its rules, and the figures of its battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest

from hexfolio.battles import registry
from hexfolio.battles.registry import load as read_battle
from hexfolio.core.battle import Arrival, Battle, Placement
from hexfolio.core.counters import Counter
from hexfolio.core.rulings import Refusal
from hexfolio.core.state import State
from hexfolio.rulebooks.books import open_rules
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg

from .making import Mutant, Patch, Wrong, both, module_value, pretending, wrap

OPEN_RULES = "hexfolio.casebook.position.open_rules"


@cache
def _read(battle_id: str, book: str, options: tuple[tuple[str, str], ...]) -> Battle:
    return read_battle(battle_id, book, dict(options))


def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read every battle only once, for speed."""

    def load(battle_id: str, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Battle:
        return _read(battle_id, book, tuple(sorted(options.items())))

    monkeypatch.setattr(registry, "load", load)


def dg(name: str, patch: Patch, clauses: str) -> Mutant:
    """A mutant of the book kwb-dg."""
    return Mutant(name, both(read_once, patch), tuple(f"kwb-dg:{clause}" for clause in clauses.split()))


# Rules


def law(method: str, wrong: Wrong) -> Patch:
    """Replace a rule of kwb-dg by `wrong`, which is given the right one, the rulebook and the arguments."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, KwbDg, method, wrong)

    return patch


def judged_anytime(verb: str, judge: str) -> Patch:
    """Outside set-up an order is judged by its own rule, whatever is asked."""

    def wrong(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
        if order.verb == verb and state.phase != "set-up":
            given = {"bridge": (order,), "announce": ()}.get(verb, (order.unit,))
            return getattr(rules, judge)(state, *given)
        return right(state, order, side)

    return law("judge", wrong)


def without_lists(*names: str) -> Wrong:
    """Ask the right rule, with some lists of the position forgotten."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        lists = {name: units for name, units in state.lists.items() if name not in names}
        with pretending(state, "lists", lists):
            return right(state, *args)

    return wrong


def without_tracks(*names: str) -> Wrong:
    """Ask the right rule, with the tracks whose names begin so forgotten."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        tracks = {name: value for name, value in state.tracks.items() if not name.startswith(names)}
        with pretending(state, "tracks", tracks):
            return right(state, *args)

    return wrong


def keeping_lists(*names: str) -> Wrong:
    """The right rule, but these lists stay as they were."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        kept = {name: state.lists[name] for name in names if name in state.lists}
        result = right(state, *args)
        state.lists.update(kept)
        return result

    return wrong


def keeping_tracks(*names: str) -> Wrong:
    """The right rule, but the tracks whose names begin so stay as they were."""

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        kept = {name: value for name, value in state.tracks.items() if name.startswith(names)}
        result = right(state, *args)
        state.tracks.update(kept)
        return result

    return wrong


def mistaking(name: str, value: Wrong) -> Wrong:
    """Ask the right rule of a rulebook that is wrong about one thing; `value` is given what the rule is."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        with pretending(rules, name, value(rules, *args)):
            return right(*args)

    return wrong


def barred(condition: Wrong) -> Wrong:
    """The right rule, but refuse besides what meets the condition."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        own = right(*args)
        if isinstance(own, Refusal) or not condition(rules, *args):
            return own
        return rules.refuse("sequence", "Refused by a mutant.")

    return wrong


def forgiven(named: str, condition: Wrong) -> Wrong:
    """Let pass what the right rule refuses under this name, if the condition holds."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        own = right(*args)
        named_so = getattr(own, "rule", "") == rules.clause(named)
        return None if named_so and condition(rules, *args) else own

    return wrong


# Figures


def data(change: Callable[[Battle], dict[str, Any]]) -> Patch:
    """Play by the right rules, with other figures in the battle."""
    return module_value(OPEN_RULES, lambda battle: open_rules(replace(battle, **change(battle))))


def unit_of(battle: Battle, name: str) -> int:
    """The index of a counter, -1 if the battle has none of that name."""
    return next((counter.index for counter in battle.counters if counter.id == name), -1)


def hexes_of(battle: Battle, text: str) -> tuple[int, ...]:
    return tuple(map(battle.board.grid.index, text.split()))


def special(name: str, change: Callable[[Battle, Any], Any]) -> Patch:
    """Another figure under `rules`; `change` is given the battle and the right one, None if there is none."""
    return data(
        lambda battle: {"special": {**battle.special, name: change(battle, battle.special.get(name))}}
    )


def hexes_under(name: str, side: str, without: str = "", add: str = "") -> Patch:
    """Hexes that a battle lists for a side, some of them left out or added."""

    def change(battle: Battle, own: dict[str, tuple[int, ...]] | None) -> dict[str, tuple[int, ...]]:
        kept = [hex_ for hex_ in (own or {}).get(side, ()) if hex_ not in hexes_of(battle, without)]
        return {**(own or {}), side: (*kept, *hexes_of(battle, add))}

    return special(name, change)


def arrivals(which: Callable[[Battle, int, Arrival], bool], **changed: Any) -> Patch:
    """Reinforcements with other turns, hexes (as text) or terms."""

    def changes(battle: Battle) -> dict[str, Any]:
        new = {**changed, **({"hexes": hexes_of(battle, changed["hexes"])} if "hexes" in changed else {})}
        return {
            "arrivals": {
                unit: replace(arrival, **new) if which(battle, unit, arrival) else arrival
                for unit, arrival in battle.arrivals.items()
            }
        }

    return data(changes)


def arrival(name: str, **changed: Any) -> Patch:
    """One reinforcement with another turn, other hexes (as text) or terms."""
    return arrivals(lambda battle, unit, own: unit == unit_of(battle, name), **changed)


def due_late(side: str, turn: int) -> Patch:
    """Everybody a side expects in a turn is due one turn later."""
    return arrivals(
        lambda battle, unit, own: own.turn == turn and battle.sides[battle.counters[unit].side].id == side,
        turn=turn + 1,
    )


def set_up(name: str, hexes: str, fixed: bool = True) -> Patch:
    """One counter sets up elsewhere."""

    def change(battle: Battle) -> dict[str, Any]:
        unit, grid = unit_of(battle, name), battle.board.grid
        hit = {unit: Placement(tuple(map(grid.index, hexes.split())), fixed)} if unit >= 0 else {}
        return {"placements": {**battle.placements, **hit}}

    return data(change)


def placements(change: Callable[[Battle, int, Placement], Placement]) -> Patch:
    """All counters that set up, somewhere else."""
    return data(
        lambda battle: {
            "placements": {unit: change(battle, unit, own) for unit, own in battle.placements.items()}
        }
    )


def counters(change: Callable[[Counter], Counter]) -> Patch:
    """Counters with other print on them."""
    return data(lambda battle: {"counters": tuple(map(change, battle.counters))})


def schedule(name: str, change: Callable[[Battle, list[Any]], Iterable[Any]]) -> Patch:
    """Other lines under one heading of the victory schedule."""
    return data(
        lambda battle: {
            "victory": {**battle.victory, name: list(change(battle, list(battle.victory.get(name, ()))))}
        }
    )


def dead(which: Callable[[Any], bool], value: int = 0) -> Patch:
    """Some lines of the deadpile are worth something else."""
    return schedule(
        "dead",
        lambda battle, lines: [(side, value if which(kind) else own, kind) for side, own, kind in lines],
    )


def of(**wanted: str) -> Callable[[Any], bool]:
    """Does a description have all of these words?"""
    return lambda kind: all(word in getattr(kind, part) for part, word in wanted.items())


def worth(name: str, value: int) -> Patch:
    """The lines under one heading of the victory schedule are worth something else."""
    return schedule(name, lambda battle, lines: [(line[0], value, *line[2:]) for line in lines])


def start_steps(name: str, step: int) -> Patch:
    """A counter starts on another side."""
    return data(lambda battle: {"start_steps": {**battle.start_steps, unit_of(battle, name): step}})


# Many mutants of one kind


def late(side: str, turns: tuple[int, ...], battle: str, clauses: str) -> list[Mutant]:
    """Everybody that one line of the arrivals brings comes a turn late."""
    return [
        dg(f"{battle}: {side} arrivals of turn {turn} come late", due_late(side, turn), clauses)
        for turn in turns
    ]


def elsewhere(battle: str, clauses: str, hexes: dict[str, str]) -> list[Mutant]:
    """One unit comes on elsewhere."""
    return [
        dg(f"{battle}: {name} comes on at {where}", arrival(name, hexes=where), clauses)
        for name, where in hexes.items()
    ]


def begins(battle: str, clauses: str, hexes: dict[str, str]) -> list[Mutant]:
    """One unit sets up in another hex."""
    return [
        dg(f"{battle}: {name} begins in {where}", set_up(name, where), clauses)
        for name, where in hexes.items()
    ]
