"""Ways of breaking the designer's edition of Korean War Battles, its rules and its battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfolio.core.battle import Arrival, Battle
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.frames import MOVED, Combat
from hexfolio.rulebooks.korean_war.train.rulebook import KwbTrain

from .korean import arrivals, barred, data, due_late, mistaking, read_once, schedule, special
from .making import Mutant, Patch, Wrong, allowed, both, pretending, wrap

PUSAN, SEOUL, CHOSIN = BATTLES = ("pusan-train", "seoul-train", "chosin-train")
TRAIN = "hexfolio.rulebooks.korean_war.train"


def train(name: str, patch: Patch, clauses: str) -> Mutant:
    """A mutant of the book kwb-train."""
    named = tuple(f"kwb-train:{clause}" for clause in clauses.split())
    return Mutant(f"train: {name}", both(read_once, patch), named)


def law(method: str, wrong: Wrong) -> Patch:
    """Replace a rule of kwb-train by `wrong`, which is given the right one, the rulebook and the rest."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, KwbTrain, method, wrong)

    return patch


def lets(method: str, *names: str) -> Patch:
    """A rule that lets pass what it should refuse under these names."""
    return law(method, allowed(*names))


def bars(method: str, condition: Wrong) -> Patch:
    """A rule that refuses what it should allow where the condition holds."""
    return law(method, barred(condition))


def says(method: str, answer: Any) -> Patch:
    """A rule with one answer for everything."""
    return law(method, lambda *_: answer)


# Rules


def unless(condition: Wrong, otherwise: Any = None) -> Wrong:
    """The right rule, but another answer where the condition holds."""
    return lambda right, rules, *args: otherwise if condition(rules, *args) else right(*args)


def as_nation(nation: str, other: str) -> Wrong:
    """Ask the right rule of a rulebook that takes one nation for another."""
    return mistaking("nation", lambda rules, *_: [other if own == nation else own for own in rules.nation])


def second_if(condition: Wrong) -> Patch:
    """A second marker is free where the condition on the combat and the side holds."""
    return law("judge_second_marker", unless(condition))


def kind_of(rules: Any, state: State, combat: Combat, side: int) -> str:
    """What a side does in a combat."""
    if side != state.active:
        return "defence" if combat.kind == "attack" else "counter-battery"
    return combat.kind


def linked_over(edges: Wrong | None = None, limit: int = -1) -> Wrong:
    """The line of a Supply Center itself by other steps, or of a limited length."""

    def wrong(right: Any, rules: Any, state: State) -> Any:
        symbols = rules.mask(rules.listed_hexes("symbols", rules.communist))
        steps = edges(rules) if edges else rules.all_edges
        return rules.spread(steps, rules.closed_hexes(state, rules.communist), symbols, limit)

    return wrong


def raised(test: Wrong) -> Patch:
    """Replacements are refused where the test on the unit holds."""
    return bars(
        "judge_raise",
        lambda rules, state, order: order.unit < 0 and any(test(rules, state, unit) for unit in order.units),
    )


def as_at_the_start(right: Any, rules: Any, state: State, *args: Any) -> Any:
    """What belongs to the start of a movement phase is judged as if nobody had moved yet."""
    flags = [done & ~MOVED for done in state.flags]
    with pretending(state, "flags", flags), pretending(state, "mover", -1):
        return right(state, *args)


# Figures


def at(battle_id: str, change: Wrong) -> Patch:
    """Other figures in one of the battles."""
    return data(lambda battle: change(battle) if battle.id == battle_id else {})


def without(battle_id: str, *names: str) -> Patch:
    """A battle whose sheet leaves some of its rules out."""
    return at(
        battle_id,
        lambda battle: {"special": {key: own for key, own in battle.special.items() if key not in names}},
    )


def figure(name: str, value: Any) -> Patch:
    """Another figure under one key of the rules, in every battle."""
    return special(name, lambda battle, own: value)


def due_early(side: str, turn: int) -> Patch:
    """Everybody a side expects in a turn is due one turn earlier."""

    def hit(battle: Battle, unit: int, own: Arrival) -> bool:
        return own.turn == turn and battle.sides[battle.counters[unit].side].id == side

    return arrivals(hit, turn=turn - 1)


def dates(side: str, clause: str, *turns: int) -> list[Mutant]:
    """Reinforcements of a side that come late or early."""
    return [
        *(train(f"{clause}: {side} of turn {turn} late", due_late(side, turn), clause) for turn in turns),
        *(
            train(f"{clause}: {side} of turn {turn} early", due_early(side, turn), clause)
            for turn in turns
            if turn > 1
        ),
    ]


def track(clause: str, battle_id: str) -> list[Mutant]:
    """Allotments that are wrong in another way each."""
    changes: dict[str, Callable[[Battle], Any]] = {
        "a turn late": lambda battle: battle.allotments[:1] + battle.allotments[:-1],
        "swapped": lambda battle: tuple((second, first) for first, second in battle.allotments),
        "short": lambda battle: (*battle.allotments[:-1], (0, 0)),
    }
    return [
        train(
            f"{clause}: the track is {name}",
            at(battle_id, lambda battle, change=change: {"allotments": change(battle)}),
            clause,
        )
        for name, change in changes.items()
    ]


def line(battle_id: str, heading: str, number: int, change: Wrong) -> Patch:
    """One line of the victory schedule of a battle with another figure."""

    def changed(battle: Battle, lines: list[Any]) -> list[Any]:
        if battle.id != battle_id:
            return lines
        return [tuple(change(*own)) if place == number else own for place, own in enumerate(lines)]

    return schedule(heading, changed)


def worth(value: Wrong) -> Wrong:
    """A line of the schedule with another number of points."""
    return lambda side, own, *rest: (side, value(own), *rest)


def kind_without(word: str) -> Wrong:
    """A line of the schedule that lacks a word of its description."""
    return lambda side, value, kind: (side, value, type(kind)(*(part - {word} for part in kind)))


def scored(battle_id: str, heading: str, number: int, clause: str, words: str = "") -> list[Mutant]:
    """A line of the schedule that scores too much, or for fewer units than it says."""
    name = f"{clause}: line {number} of {heading}"
    return [
        train(f"{name} is worth more", line(battle_id, heading, number, worth(lambda own: own + 1)), clause),
        *(
            train(f"{name} without {word}", line(battle_id, heading, number, kind_without(word)), clause)
            for word in words.split()
        ),
    ]


def hexes_of_line(battle_id: str, heading: str, number: int, gone: str) -> Patch:
    """A line of the schedule that lacks a hex."""

    def changed(battle: Battle, lines: list[Any]) -> list[Any]:
        if battle.id != battle_id:
            return lines
        hex_ = battle.board.grid.index(gone)
        return [
            (side, value, tuple(own for own in hexes if own != hex_), *rest) if place == number else old
            for place, old in enumerate(lines)
            for side, value, hexes, *rest in [old]
        ]

    return schedule(heading, changed)
