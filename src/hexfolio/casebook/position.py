"""From a case to a game: its map, counters, markers and the point where play begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from hexfolio.battles import loading, registry
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.battle import Battle, Side
from hexfolio.core.counters import Marker
from hexfolio.core.dice import ScriptedChance, SeededChance
from hexfolio.core.game import Game, Table
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import open_rules
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement
from hexfolio.rulebooks.sheets import Entry, Rows, SheetError, entry_of, number_of, only_keys, text_of

SIDES = (Side("blue", "Blue"), Side("red", "Red"))
CASE_KEYS = (
    "case", "books", "proves", "note", "battle", "map", "table", "rules", "options", "turns", "first",
    "support", "counters", "markers", "start", "dice", "play",
)  # fmt: skip
SEED = 1
_START = re.compile(r"(?:turn (\d+) )?(?:(\w+) )?([a-z-]+)")


class Hands(NamedTuple):
    """Markers of a case: all of them, and which are in hand."""

    markers: tuple[Marker, ...]
    in_hand: frozenset[int]


def open_case(case: Entry, book: str) -> Game:
    """The game of a case as it stands before its first step of play."""
    only_keys(case, CASE_KEYS, "A case")
    options = {str(name): str(value) for name, value in entry_of(case, "options").items()}
    roster: loading.Roster
    if "battle" in case:
        battle, roster, hands = _registered(case, book, options), [], Hands((), frozenset())
    else:
        battle, roster, hands = _sketched(case, book, options)
    rules = open_rules(battle)
    state = rules.new_state(SEED)
    for marker in hands.in_hand:
        state.pools[battle.markers[marker].side].remove(marker)
        state.hands[battle.markers[marker].side].append(marker)
    scripted = "dice" in case or any(isinstance(step, Entry) and "dice" in step for step in _steps(case))
    chance = ScriptedChance(read_dice(case.get("dice", []), case)) if scripted else SeededChance()
    table = Table(state, chance)
    _start(case, rules, state, table)
    for counter, start in roster:
        state.flags[counter.index] |= sum(bit for bit, word in rules.statuses if word in start.done)
    return Game.from_state(rules, state, chance)


def read_dice(value: object, entry: Entry) -> list[int | str]:
    """Scripted dice: numbers, and markers such as +2 for blind draws."""
    if not isinstance(value, Rows):
        if value == []:
            return []
        raise entry.error("Dice are a list such as [3, +2].", "dice")
    for index, die in enumerate(value):
        if not (isinstance(die, int) or (isinstance(die, str) and re.fullmatch(r"\+\d+", die))):
            raise value.where(index).error(f"{die!r} is neither a die nor a marker such as +2.")
    return list(value)


def _steps(case: Entry) -> Rows:
    play = case.get("play")
    if not isinstance(play, Rows):
        raise case.error("A case needs a list of steps under “play”.", "play")
    return play


def _registered(case: Entry, book: str, options: Mapping[str, str]) -> Battle:
    try:
        return registry.load(text_of(case, "battle"), book, options)
    except registry.UnknownBattleError as error:
        raise case.error(str(error), "battle") from None


def _sketched(case: Entry, book: str, options: Mapping[str, str]) -> tuple[Battle, loading.Roster, Hands]:
    sketch = entry_of(case, "map") if "map" in case else Entry(case.name, case.line)
    sketch.setdefault("size", "20x20")
    board, key = read_map(sketch, "sketch")
    roster = loading.read_roster(entry_of(case, "counters"), SIDES, board.grid)
    rules = loading.read_rules(entry_of(case, "rules"), SIDES, board.grid)
    first = loading.read_side(text_of(case, "first", "blue"), SIDES, case.where("first"))
    hands = _read_hands(case)
    order: tuple[int, int] = rules.get("set-up", (0, 1))
    battle = Battle(
        id="case",
        title=text_of(case, "case"),
        book=book,
        board=replace(board, edges={**board.edges, **rules.get("friendly-edges", {})}),
        key=key,
        sides=SIDES,
        counters=tuple(counter for counter, _ in roster),
        markers=hands.markers,
        turns=number_of(case, "turns", 6, least=1),
        first=first,
        allotments=loading.read_support(case.get("support", 0), case.where("support"), first),
        table=_table(case, book),
        placements={counter.index: start.placement for counter, start in roster if start.placement},
        arrivals={counter.index: start.arrival for counter, start in roster if start.arrival},
        start_steps={counter.index: start.step for counter, start in roster if start.step},
        set_up_order=order,
        special=rules,
        options=dict(options),
    )
    return battle, roster, hands


def _table(case: Entry, book: str) -> str:
    table = text_of(case, "table", loading.DEFAULT_TABLES[book])
    if not table.startswith(f"{book}-") and "table" in case:
        return loading.DEFAULT_TABLES[book]
    return table


def _read_hands(case: Entry) -> Hands:
    data = entry_of(case, "markers")
    only_keys(data, tuple(side.id for side in SIDES), "The markers")
    markers: list[Marker] = []
    in_hand: set[int] = set()
    for side, owner in enumerate(SIDES):
        part = entry_of(data, owner.id)
        only_keys(part, ("pool", "hand"), f"The markers of {owner.id}")
        for place in ("pool", "hand"):
            for value in loading.read_values(part.get(place, Rows()), part.where(place)):
                if place == "hand":
                    in_hand.add(len(markers))
                markers.append(Marker(len(markers), side, value))
    return Hands(tuple(markers), frozenset(in_hand))


def _start(case: Entry, rules: FireAndMovement, state: State, table: Table) -> None:
    """Set the counters up and go to the phase the case names."""
    text = text_of(case, "start", f"{rules.battle.sides[rules.battle.first].id} movement")
    match = _START.fullmatch(text)
    if text in ("beginning", "set-up"):
        rules.begin(state, table)
        return
    if not match or match[3] not in rules.player_turn or match[2] is None:
        raise _bad_start(case, rules, text)
    rules.place_fixed(state)
    state.turn = int(match[1] or 1)
    state.active = loading.read_side(match[2], rules.battle.sides, case.where("start"))
    rules.begin_phase(state, match[3], table)
    rules.settle(state, table)


def _bad_start(case: Entry, rules: FireAndMovement, text: str) -> SheetError:
    phases = ", ".join(rules.player_turn)
    return case.error(
        f"{text!r} is not a point to start from: expected a side and "
        f"one of {phases}, or set-up, or beginning.",
        "start",
    )
