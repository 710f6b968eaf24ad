"""The checks: each looks at one position and yields a sentence for everything that is wrong with it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeGuard

from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.core.game import Game, Legal, Rules
from hexfolio.core.orders import Order
from hexfolio.core.rulings import IllegalOrderError, Refusal
from hexfolio.core.state import Frame, State
from hexfolio.rulebooks.fire_and_movement.frames import Combat

from .bench import Bench

Check = Callable[[Bench], Iterator[str]]


# Checks of a position


def listed_orders_apply(bench: Bench) -> Iterator[str]:
    """Every legal order listed is judged legal and can be carried out on a copy, which alone is changed."""
    game, before = bench.game, bench.state.digest()
    side = _asked(bench)
    for order in bench.listed:
        refusal = game.judge(order, side)
        if refusal is not None:
            yield f"{bench.write(order)} is listed but refused: {refusal}"
        elif fault := _apply_fault(game, order):
            yield f"{bench.write(order)} is listed but {fault}"
    if bench.state.digest() != before:
        yield "carrying out orders on copies changed the game itself."
    if len(set(bench.listed)) < len(bench.listed):
        yield from _twins(bench)


def _twins(bench: Bench) -> Iterator[str]:
    """Orders listed twice for the same unit or hex; two units may well share one, such as air supply."""
    legal = bench.game.legal()
    if len(set(legal.subjects())) < len(legal.subjects()):
        yield "a unit or hex is listed twice."
    for subject in (None, *legal.subjects()):
        orders = legal.plain() if subject is None else legal.of(subject)
        for order, many in Counter(orders).items():
            if many > 1:
                yield f"{bench.write(order)} is listed {many} times."


def wild_orders_get_an_answer(bench: Bench) -> Iterator[str]:
    """An order made up is refused by a clause of the book, or it is in the list and can be carried out."""
    game, rules, state = bench.game, bench.rules, bench.state
    keys = {rules.listed_as(state, order) for order in bench.listed}
    for order in bench.wild:
        refusal = game.judge(order)
        if refusal is not None:
            yield from (f"{bench.write(order)}: {fault}" for fault in _refusal_faults(bench, refusal))
            continue
        if fault := _apply_fault(game, order):
            yield f"{bench.write(order)} is judged legal but {fault}"
        key = rules.listed_as(state, order)
        if key is not None and key not in keys:
            yield f"{bench.write(order)} is judged legal but not listed."


def refused_orders_change_nothing(bench: Bench) -> Iterator[str]:
    """Giving an illegal order raises its refusal and leaves the game as it was."""
    before, position = bench.state.digest(), bench.game.position
    refused = [order for order in bench.wild if bench.game.judge(order) is not None]
    for order in refused:
        try:
            bench.game.apply(order)
        except IllegalOrderError:
            continue
        yield f"{bench.write(order)} is refused but was carried out."
    if refused and (bench.state.digest() != before or bench.game.position != position):
        yield "a refused order changed the position."


def the_other_side_is_refused(bench: Bench) -> Iterator[str]:
    """Nobody gives the orders of the side that is asked but that side."""
    for order in _few(bench, bench.listed):
        refusal = bench.game.judge(order, 1 - _asked(bench))
        if refusal is None:
            yield f"{bench.write(order)} is accepted from the side that is not asked."
        else:
            yield from (f"{bench.write(order)}: {fault}" for fault in _refusal_faults(bench, refusal))


def orders_survive_writing(bench: Bench) -> Iterator[str]:
    """Notation and JSON give back the order they were given."""
    notation = bench.rules.notation
    for order in _few(bench, bench.listed) + bench.wild:
        if notation.read(notation.write(order)) != order:
            yield f"{bench.write(order)} is not the same when read again."
        if notation.from_json(json.loads(json.dumps(notation.to_json(order)))) != order:
            yield f"{bench.write(order)} is not the same when read again from JSON."


def undo_restores(bench: Bench) -> Iterator[str]:
    """Taking back the last orders gives the earlier position exactly, and so does looking back at it."""
    position = bench.game.position
    if not position:
        return
    orders = bench.random.randint(1, min(position, 80))
    other = bench.game.copy()
    other.undo(orders)
    if other.position != position - orders or other.state.digest() != bench.digests[position - orders]:
        yield f"undoing {orders} orders does not restore position {position - orders}."
    yield from _bookkeeping_faults(other.state)


def state_survives_json(bench: Bench) -> Iterator[str]:
    """The position comes back from JSON as it was, with everything derived from it."""
    state = bench.state
    other = bench.rules.state_from_json(json.loads(json.dumps(state.to_json())))
    if other != state or other.digest() != state.digest():
        yield "the position is not the same when read again from JSON."
    if other.stacks != state.stacks or other.occupied != state.occupied:
        yield "stacks are not the same when read again from JSON."
    if list(Legal(bench.rules, other)) != bench.listed:
        yield "the legal orders are not the same when the position is read again from JSON."


def copies_are_independent(bench: Bench) -> Iterator[str]:
    """What is played on a copy does not touch the original."""
    before, other = bench.state.digest(), bench.game.copy()
    for _ in range(5):
        if other.decision is not None:
            other.apply(other.legal().sample(bench.random))
    if bench.state.digest() != before:
        yield "playing on a copy changed the original."
    yield from _bookkeeping_faults(bench.state)


def counters_are_conserved(bench: Bench) -> Iterator[str]:
    """Every counter is in one place, on a step it has, and nothing is where the rules never let it be."""
    state, rules = bench.state, bench.rules
    yield from _bookkeeping_faults(state)
    for counter in rules.battle.counters:
        if not 0 <= state.step[counter.index] < len(counter.steps):
            yield f"{counter.id} is on step {state.step[counter.index]}, which it does not have."
    yield from rules.faults(state)


def views_keep_secrets(bench: Bench) -> Iterator[str]:
    """A view is JSON and is the same for every position that its side cannot tell from this one."""
    asked = _asked(bench)
    for side in (0, 1, None):
        twin = bench.rules.imagine(bench.state, side, bench.random)
        view = bench.rules.view(bench.state, side)
        yield from _bookkeeping_faults(twin)
        if json.loads(json.dumps(view)) != view:
            yield f"the view of side {side} is not the same when read again from JSON."
        other = bench.rules.view(twin, side)
        for key in view:
            if view[key] != other[key]:
                yield f"the view of side {side} gives hidden facts away under {key!r}."
        if side == asked and list(Legal(bench.rules, twin)) != bench.listed:
            yield "the legal orders give hidden facts away."
        if side == asked and _zones(bench.rules, twin, side) != _zones(bench.rules, bench.state, side):
            yield "the enemy zones give hidden facts away."


def _zones(rules: Rules, state: State, side: int | None) -> list[int]:
    return [] if side is None else list(rules.zones_seen(state, side))


def odds_keep_secrets(bench: Bench) -> Iterator[str]:
    """The odds of the combat under way add up, and nothing face down can be read from them."""
    if not any(_is_open(frame) for frame in bench.state.frames):
        return
    odds = bench.rules.odds(bench.state, None)
    if sum(odds.chances.values()) != 1:
        yield f"the chances of the combat under way do not add up: {odds.chances}."
    twin = bench.rules.imagine(bench.state, _asked(bench), bench.random)
    if odds != bench.rules.odds(twin, None):
        yield "the odds give hidden facts away."


def play_goes_on(bench: Bench) -> Iterator[str]:
    """Before the end somebody is asked, something can be answered, and nobody has won."""
    state, decision = bench.state, bench.game.decision
    if decision is None or not bench.listed:
        yield "nothing can be ordered, but the game is not over."
    elif decision.rule not in bench.clauses:
        yield f"the decision {decision.kind} rests on the unknown clause {decision.rule}."
    if bench.game.outcome is not None:
        yield "there is an outcome before the end."
    if state.turn > bench.rules.battle.turns:
        yield f"game turn {state.turn} is played in a battle of {bench.rules.battle.turns}."


# Checks of a finished game


def the_end_is_final(bench: Bench) -> Iterator[str]:
    """After the last turn there is an outcome and every order is refused."""
    if bench.game.outcome is None:
        yield "the game is over without an outcome."
    if bench.state.turn != bench.rules.battle.turns and not bench.rules.may_end_early(bench.state):
        yield f"the game is over in turn {bench.state.turn} of {bench.rules.battle.turns}."
    if bench.listed:
        yield "orders are listed although the game is over."
    for order in bench.wild:
        refusal = bench.game.judge(order)
        if refusal is None:
            yield f"{bench.write(order)} is legal although the game is over."
        else:
            yield from (f"{bench.write(order)}: {fault}" for fault in _refusal_faults(bench, refusal))


def the_same_again(bench: Bench) -> Iterator[str]:
    """The same seed and the same orders give the same dice, events and position."""
    again = Game(bench.rules, bench.state.seed)
    for entry in bench.game.history()[1:]:
        assert entry.order is not None
        events = again.apply(entry.order)
        if events != entry.events or again.entry.dice != entry.dice:
            yield f"order {entry.number} came out differently when it was played again."
            return
    if again.state.digest() != bench.state.digest():
        yield "the same orders led to another position."


def save_and_load(bench: Bench) -> Iterator[str]:
    """A saved game loads, and saves as the same text."""
    text = journal.save(bench.game)
    other = journal.load(text, "fuzz", registry.open_rules)
    if journal.save(other) != text or other.state != bench.state:
        yield "the game is not the same when it was saved and loaded."


POSITION_CHECKS: list[Check] = [
    listed_orders_apply,
    wild_orders_get_an_answer,
    refused_orders_change_nothing,
    the_other_side_is_refused,
    orders_survive_writing,
    undo_restores,
    state_survives_json,
    copies_are_independent,
    counters_are_conserved,
    views_keep_secrets,
    odds_keep_secrets,
    play_goes_on,
]
END_CHECKS: list[Check] = [
    the_end_is_final,
    the_same_again,
    save_and_load,
    undo_restores,
    counters_are_conserved,
]


# What several checks ask


def _asked(bench: Bench) -> int:
    decision = bench.game.decision
    assert decision is not None
    return decision.side


def _few(bench: Bench, orders: list[Order]) -> list[Order]:
    return bench.random.sample(orders, min(len(orders), 10))


def _refusal_faults(bench: Bench, refusal: Refusal) -> Iterator[str]:
    if refusal.rule not in bench.clauses:
        yield f"it is refused by {refusal.rule}, which is no clause of the book."
    if not re.fullmatch(r"\S.* .*\.", refusal.sentence):
        yield f"it is refused without a sentence: {refusal.sentence!r}."
    if not all(0 <= hex_ < bench.rules.battle.board.grid.size for hex_ in refusal.hexes):
        yield f"its refusal points to hexes that are not on the map: {refusal}"


def _apply_fault(game: Game, order: Order) -> str:
    """What goes wrong when a legal order is carried out on a copy; nothing if it works."""
    other = game.copy()
    try:
        other.apply(order)
    except Exception as error:
        return f"raised {error!r}."
    return "" if other.position == game.position + 1 else "did not count as an order."


def _bookkeeping_faults(state: State) -> Iterator[str]:
    """`at` is the truth that stacks and occupied hexes must agree with."""
    stacks: dict[int, list[int]] = {}
    occupied = [bytearray(len(state.occupied[0])) for _ in (0, 1)]
    for unit, place in enumerate(state.at):
        if place >= 0:
            stacks.setdefault(place, []).append(unit)
            occupied[state.side_of[unit]][place] += 1
    if {hex_: sorted(stack) for hex_, stack in state.stacks.items()} != stacks:
        yield "stacks do not agree with where the counters are."
    if occupied != state.occupied:
        yield "occupied hexes do not agree with where the counters are."


def _is_open(frame: Frame) -> TypeGuard[Combat]:
    return isinstance(frame, Combat) and frame.step == "support"
