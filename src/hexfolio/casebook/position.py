"""From a case to a game: its map, counters, markers and the point where play begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from hexfolio.battles import airborne, loading, registry
from hexfolio.battles.exclusive import read_rules
from hexfolio.battles.map_sheets import read_hex, read_map
from hexfolio.battles.rosters import AIRBORNE, STANDARD
from hexfolio.battles.sides import Sides, read_side
from hexfolio.core.battle import Battle, Side
from hexfolio.core.board import Board
from hexfolio.core.counters import Marker
from hexfolio.core.dice import ScriptedChance, SeededChance
from hexfolio.core.game import Game, Table
from hexfolio.core.state import ELIMINATED, EXITED, REMOVED, WAITING, State
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.books import open_rules
from hexfolio.rulebooks.sheets import (
    Entry,
    Rows,
    SheetError,
    Where,
    entry_of,
    hex_text,
    number_of,
    only_keys,
    parse_sheet,
    text_of,
    words,
)

from .rulebook import CaseRules

SIDES = {
    "kwb-dg": (Side("nk", "North Korean"), Side("un", "United Nations")),
    "kwb-train": (Side("communist", "Communist"), Side("un", "United Nations")),
    "para": (Side("communist", "Communist"), Side("un", "United Nations")),
}
PLAIN_SIDES = (Side("blue", "Blue"), Side("red", "Red"))
CASE_KEYS = (
    "case", "books", "proves", "note", "battle", "only", "position", "tracks", "hands", "map", "sides",
    "table", "rules", "options", "turns", "first", "support", "counters", "spares", "markers", "victory",
    "cites", "start", "dice", "play",
)  # fmt: skip
AIRBORNE_KEY = """
rice-paddy: {light: 1, mechanized: 2}
hill: {light: 2, mechanized: 4}
peak: {light: 3, mechanized: no}
woods: {light: 2, mechanized: 3}
town: 1
stream: {cost: {light: +1, mechanized: +2}, interrupts: true}
river: {cost: {light: +2, mechanized: +4}, interrupts: true}
uncrossable: {cost: no, interrupts: true}
railroad: 1
"""
"""What terrain costs in an airborne sketch that has no key of its own."""
AIRBORNE_RULES = """
airborne: un
command: {un: @, communist: @}
stacking: 2
ranged-limit: {un: 3, communist: 1}
strike-limit: 3
drop-zones: {turn 1: 2, later: 2, terrain: clear rice-paddy, radius: 1}
withdrawal: north
set-up-stages: {}
"""
"""What an airborne sketch has unless its case says otherwise; @ stands for the points of all turns."""
OFF_MAP_WORDS = {"eliminated": ELIMINATED, "waiting": WAITING, "exited": EXITED, "removed": REMOVED}
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
        battle = _registered(case, book, options)
        roster, hands = [], _given_hands(case, battle)
    else:
        battle, roster, hands = _sketched(case, book, options)
    rules = open_rules(battle)
    state = rules.new_state(SEED)
    for marker in hands.in_hand:
        state.pools[battle.markers[marker].side].remove(marker)
        state.hands[battle.markers[marker].side].append(marker)
    scripted = "dice" in case or any(isinstance(step, Entry) and "dice" in step for step in _steps(case))
    chance = ScriptedChance(read_dice(case.get("dice", []), case)) if scripted else SeededChance()
    _start(case, rules, state, Table(state, chance))
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


def _given_hands(case: Entry, battle: Battle) -> Hands:
    """Markers of a registered battle that are in hand from the start."""
    data = entry_of(case, "hands")
    in_hand: set[int] = set()
    for side in data:
        owner = read_side(side, battle.sides, data.where(side))
        for value in loading.read_values(data[side], data.where(side)):
            found = [
                marker.index
                for marker in battle.markers
                if marker.side == owner and marker.value == value and marker.index not in in_hand
            ]
            if not found:
                raise data.error(f"{side} has no further marker +{value} in this battle.", side)
            in_hand.add(found[0])
    return Hands((), frozenset(in_hand))


def _read_sides(case: Entry, book: str) -> Sides:
    """The sides of a sketch: those of the book, or the two that the case names."""
    if "sides" not in case:
        return SIDES.get(book, PLAIN_SIDES)
    names = [word for word, _ in words(case["sides"], case.where("sides"))]
    if len(names) != 2:
        raise case.error("A case has two sides.", "sides")
    return Side(names[0], names[0]), Side(names[1], names[1])


def _read_board(case: Entry, book: str) -> tuple[Board, TerrainKey]:
    """A sketch map, or a map that several battles share."""
    if isinstance(case.get("map"), str):
        return read_map(loading.load_shared_map(text_of(case, "map"), case.where("map")), "sketch")
    sketch = entry_of(case, "map") if "map" in case else Entry(case.name, case.line)
    sketch.setdefault("size", "20x20")
    if book in airborne.BOOKS and "key" not in sketch:
        sketch["key"] = parse_sheet(AIRBORNE_KEY, "the terrain key of a sketch")
    return read_map(sketch, "sketch")


def _sketched(case: Entry, book: str, options: Mapping[str, str]) -> tuple[Battle, loading.Roster, Hands]:
    board, key = _read_board(case, book)
    sides = _read_sides(case, book)
    airborne_case = book in airborne.BOOKS
    vocabulary = AIRBORNE if airborne_case else STANDARD
    roster = loading.read_roster(entry_of(case, "counters"), sides, board, vocabulary)
    roster += loading.read_spare_roster(entry_of(case, "spares"), sides, len(roster))
    counters = tuple(counter for counter, _ in roster)
    turns = number_of(case, "turns", 6, least=1)
    if airborne_case:
        airborne.check_victory(entry_of(case, "victory"))
        rules = airborne.read_rules(_airborne_rules(case), sides, board, key, roster, turns)
    else:
        rules = read_rules(entry_of(case, "rules"), sides, board, counters)
    first = read_side(text_of(case, "first", sides[0].id), sides, case.where("first"))
    hands = _read_hands(case, sides)
    order: tuple[int, int] = rules.get("set-up", (0, 1))
    battle = Battle(
        id="case",
        title=text_of(case, "case"),
        book=book,
        board=replace(board, edges={**board.edges, **rules.get("friendly-edges", {})}),
        key=key,
        sides=sides,
        counters=counters,
        markers=hands.markers,
        turns=turns,
        first=first,
        allotments=loading.read_support(case.get("support", 0), case.where("support"), first),
        table=_table(case, book),
        placements={counter.index: start.placement for counter, start in roster if start.placement},
        arrivals={counter.index: start.arrival for counter, start in roster if start.arrival},
        start_steps={counter.index: start.step for counter, start in roster if start.step},
        set_up_order=order,
        special=rules,
        options=dict(options),
        victory=loading.read_victory(entry_of(case, "victory"), sides, board, counters),
        cites=loading.read_cites(entry_of(case, "cites")),
    )
    return battle, roster, hands


def _airborne_rules(case: Entry) -> Entry:
    """The rules of an airborne sketch: those that every such battle needs, changed as the case says."""
    points = " ".join(["10"] * number_of(case, "turns", 6, least=1))
    rules: Entry = parse_sheet(AIRBORNE_RULES.replace("@", points), "the rules of a sketch")
    own = entry_of(case, "rules")
    for name in own:
        rules[name] = own[name]
        rules.lines[name] = own.where(name).line
    rules.name = own.name or rules.name
    return rules


def _table(case: Entry, book: str) -> str:
    default = loading.DEFAULT_TABLES[book]
    table = text_of(case, "table", default)
    family = "-".join(default.split("-")[:2])
    return table if table.startswith(f"{family}-") else default


def _read_hands(case: Entry, sides: Sides) -> Hands:
    data = entry_of(case, "markers")
    only_keys(data, tuple(side.id for side in sides), "The markers")
    markers: list[Marker] = []
    in_hand: set[int] = set()
    for side, owner in enumerate(sides):
        part = entry_of(data, owner.id)
        only_keys(part, ("pool", "hand"), f"The markers of {owner.id}")
        for place in ("pool", "hand"):
            for value in loading.read_values(part.get(place, Rows()), part.where(place)):
                if place == "hand":
                    in_hand.add(len(markers))
                markers.append(Marker(len(markers), side, value))
    return Hands(tuple(markers), frozenset(in_hand))


def _start(case: Entry, rules: CaseRules, state: State, table: Table) -> None:
    """Set the counters up and go to the phase the case names."""
    text = text_of(case, "start", f"{rules.battle.sides[rules.battle.first].id} movement")
    match = _START.fullmatch(text)
    if text in ("beginning", "set-up"):
        rules.begin(state, table)
        return
    if not match or match[3] not in (*rules.player_turn, "set-up") or match[2] is None:
        raise _bad_start(case, rules, text)
    side = read_side(match[2], rules.battle.sides, case.where("start"))
    rules.lay_out(state)
    for owner in rules.battle.set_up_order:
        if match[3] != "set-up" or owner != side:
            rules.deploy(state, owner)
    _rearrange(case, rules, state)
    if match[3] == "set-up":
        rules.begin_set_up(state, side)
    else:
        state.turn, state.active = int(match[1] or 1), side
        rules.begin_phase(state, match[3], table)
    rules.settle(state, table)


def _rearrange(case: Entry, rules: CaseRules, state: State) -> None:
    """Put counters of a registered battle where the case wants them."""
    for key in ("only", "position"):
        changes = entry_of(case, key)
        if key == "only" and "only" in case:
            for unit, place in enumerate(state.at):
                if place >= 0:
                    state.put(unit, REMOVED)
        for name in changes:
            _put(rules, state, str(name), hex_text(changes[name]), changes.where(name))
    rules.rearranged(state)
    tracks = entry_of(case, "tracks")
    for name in tracks:
        state.tracks[str(name)] = number_of(tracks, name)


def _put(rules: CaseRules, state: State, name: str, text: str, where: Where) -> None:
    """One counter: a hex, `depleted`, `step 2` or `hidden` after it, or a word for a place off the map."""
    try:
        unit = rules.battle.counter(name).index
    except KeyError:
        raise where.error(f"There is no counter {name} in this battle.") from None
    match = re.fullmatch(r"(\w+)((?: (?:depleted|disrupted|step [0-9]|hidden))*)", text)
    if not match:
        raise where.error(
            f"{text!r} is no place for {name}: expected such as 0404, 0404 depleted or removed."
        )
    state.step[unit] = 0
    rules.set_face(state, unit, match[2].split())
    place = OFF_MAP_WORDS.get(match[1])
    state.put(unit, read_hex(match[1], rules.grid, where) if place is None else place)


def _bad_start(case: Entry, rules: CaseRules, text: str) -> SheetError:
    phases = ", ".join(rules.player_turn)
    return case.error(
        f"{text!r} is not a point to start from: expected a side and "
        f"one of {phases}, or set-up, or beginning.",
        "start",
    )
