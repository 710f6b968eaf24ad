"""Loading: a battle from the sheets `battle.yaml` and `map.yaml` of its folder."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from hexfolio.core.battle import Battle, Placement
from hexfolio.core.board import Board
from hexfolio.core.counters import Counter, Marker
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.clauses import find_clause
from hexfolio.rulebooks.fire_and_movement import editions as fire_and_movement
from hexfolio.rulebooks.korean_war import editions as korean_war
from hexfolio.rulebooks.paratrooper.cites import CITES as AIRBORNE_CITES
from hexfolio.rulebooks.sheets import (
    Entry,
    Rows,
    Where,
    entry_of,
    hex_text,
    load_sheet,
    mapping,
    need,
    number_of,
    only_keys,
    rows_of,
    sheet_from_data,
    text_of,
    words,
)

from . import airborne
from .exclusive import AWARDS, check_land, read_rules, read_schedule
from .map_sheets import default_key_sheet, read_hex, read_hexes, read_map
from .readings import as_read, read_readings
from .rosters import AIRBORNE, STANDARD, CounterStart, Vocabulary, check_start, read_counter, read_spares
from .sides import Sides, read_order, read_side, read_sides

BATTLE_KEYS = (
    "id", "title", "description", "map", "books", "turns", "first", "sides", "set-up", "dates", "support",
    "counters", "spares", "markers", "rules", "cites", "victory", "editions", "readings",
)  # fmt: skip
DEFAULT_TABLES = {
    "fm-folio": "fm-folio-standard",
    "fm-st296": "fm-st296-pusan-inchon",
    "fm-2023": "fm-2023-standard",
    "kwb-dg": "fm-st296-pusan-inchon",
    "kwb-train": "fm-folio-standard",
    "para": "korea",
}
EDITIONS = {**fire_and_movement.EDITIONS, **korean_war.EDITIONS}
Roster = list[tuple[Counter, CounterStart]]


@dataclass(frozen=True, slots=True)
class BattleEntry:
    """A battle as the registry lists it."""

    id: str
    title: str
    books: tuple[str, ...]
    description: str
    turns: int
    sides: tuple[str, str]


def load_battle(folder: Traversable, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Battle:
    """The battle of a folder, set up for one rule book."""
    sheet = load_battle_sheet(folder)
    return _battle(sheet, load_map_sheet(folder, sheet), default_key_sheet(), book, options)


def read_kept_battle(text: str, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Battle:
    """The battle whose sheets went with a saved game; SheetError where this program would not take them,
    another ValueError where they are no sheets at all."""
    try:
        found = [sheet_from_data(data, "The sheets of this game") for data in json.loads(text)]
        sheet, map_sheet, key_sheet = (entry for entry in found if isinstance(entry, Entry))
    except (RecursionError, TypeError, ValueError):
        sentence = "The sheets of this game are garbled: a battle, a map and a key were expected."
        raise ValueError(sentence) from None
    return _battle(sheet, map_sheet, key_sheet, book, options)


def _battle(
    sheet: Entry, map_sheet: Entry, key_sheet: Entry, book: str, options: Mapping[str, str]
) -> Battle:
    entry = read_entry(sheet)
    if book not in entry.books:
        known = ", ".join(entry.books)
        raise sheet.error(
            f"{entry.title} is not laid out for the book {book}: expected one of {known}.", "books"
        )
    sheets = (sheet, map_sheet, key_sheet)
    readings = read_readings(sheet, book)
    sheet = as_read(sheet, readings, options)
    board, key = read_map(map_sheet, entry.title, key_sheet)
    sides = read_sides(sheet)
    first = read_side(text_of(sheet, "first", sides[0].id), sides, sheet.where("first"))
    turns = number_of(sheet, "turns", least=1)
    vocabulary = AIRBORNE if book in airborne.BOOKS else STANDARD
    roster = read_roster(entry_of(sheet, "counters"), sides, board, vocabulary)
    check_roster(entry_of(sheet, "counters"), roster, board, key, turns)
    roster += read_spare_roster(entry_of(sheet, "spares"), sides, len(roster))
    counters = tuple(counter for counter, _ in roster)
    if book in airborne.BOOKS:
        airborne.check_sheet(sheet)
        rules = airborne.read_rules(entry_of(sheet, "rules"), sides, board, key, roster, turns)
        first = airborne.read_first(sheet, sides, rules)
        placements = airborne.read_placements(rules, roster, board)
        airborne.check_places(entry_of(sheet, "counters"), roster, placements)
    else:
        rules = read_rules(entry_of(sheet, "rules"), sides, board, counters)
        placements = _placements(roster)
    cites = read_cites(entry_of(sheet, "cites"))
    check_cites(entry_of(sheet, "cites"), sides, entry.books, {counter.group for counter in counters})
    edition = _edition(sheet, book)
    return Battle(
        id=entry.id,
        title=entry.title,
        book=book,
        board=replace(board, edges={**board.edges, **rules.get("friendly-edges", {})}),
        key=_edition_key(key, edition),
        sides=sides,
        counters=counters,
        markers=read_markers(entry_of(sheet, "markers"), sides),
        turns=turns,
        first=first,
        allotments=read_support(sheet.get("support", 0), sheet.where("support"), first),
        table=_table(sheet, edition, book),
        placements=placements,
        start_steps={counter.index: start.step for counter, start in roster if start.step},
        arrivals={counter.index: start.arrival for counter, start in roster if start.arrival},
        set_up_order=_set_up_order(sheet, sides, rules),
        special=rules,
        options=dict(options),
        readings=readings,
        victory=read_victory(entry_of(sheet, "victory"), sides, board, counters),
        cites=cites,
        dates=_dates(sheet, turns),
        notes=entry.description,
        fingerprint=_fingerprint(*sheets),
        sheets=sheets,
    )


def _placements(roster: Roster) -> dict[int, Placement]:
    return {counter.index: start.placement for counter, start in roster if start.placement}


def _fingerprint(*sheets: Entry) -> str:
    """A short hash of what the sheets say, whatever their comments and layout."""
    text = json.dumps(sheets)
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def load_battle_sheet(folder: Traversable) -> Entry:
    return _load(folder, "battle.yaml", "A battle")


def load_map_sheet(folder: Traversable, battle: Entry) -> Entry:
    """The map in the battle's folder, or the one it shares with other battles and names under `map`."""
    if "map" in battle:
        return load_shared_map(text_of(battle, "map"), battle.where("map"))
    return _load(folder, "map.yaml", "A map")


def shared_maps() -> list[str]:
    """The maps that lie ready for several battles."""
    folder = files("hexfolio.battles") / "maps"
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def load_shared_map(name: str, where: Where) -> Entry:
    if name not in shared_maps():
        raise where.error(f"There is no map {name}: expected one of {', '.join(shared_maps()) or 'none'}.")
    return _load(files("hexfolio.battles") / "maps", f"{name}.yaml", "A map")


def _load(folder: Traversable, file: str, what: str) -> Entry:
    source = folder / file
    return mapping(load_sheet(source), Where(str(source), 1), what)


def read_entry(sheet: Entry) -> BattleEntry:
    """What the registry lists of a battle sheet."""
    only_keys(sheet, BATTLE_KEYS, "A battle")
    for key in ("id", "title", "books", "turns", "sides", "counters"):
        need(sheet, key, "A battle")
    books = tuple(word for word, _ in words(sheet["books"], sheet.where("books")))
    first, second = read_sides(sheet)
    return BattleEntry(
        text_of(sheet, "id"),
        text_of(sheet, "title"),
        books,
        text_of(sheet, "description", "").strip(),
        number_of(sheet, "turns", least=1),
        (first.name, second.name),
    )


def _set_up_order(sheet: Entry, sides: Sides, rules: Mapping[str, Any]) -> tuple[int, int]:
    if "set-up" in sheet:
        return read_order(sheet["set-up"], sides, sheet.where("set-up"))
    order: tuple[int, int] = rules.get("set-up", (0, 1))
    return order


def read_cites(data: Entry) -> dict[str, str]:
    """Clauses of this battle's section by the name of the rule."""
    cites = {str(rule): text_of(data, rule) for rule in data}
    for rule in data:
        try:
            find_clause(cites[str(rule)])
        except ValueError as error:
            raise data.error(str(error), rule) from None
    return cites


def check_cites(
    data: Entry, sides: Sides, books: Sequence[str], groups: Collection[str] = frozenset()
) -> None:
    """Refuse cites for rules that the books do not have, and clauses that the battle is not played by."""
    editions = [EDITIONS[book] for book in books if book in EDITIONS]
    sources = {source for edition in editions for source in (edition.book, *edition.builds_on)}
    known = {rule for edition in editions for rule in edition.cites}
    if not airborne.BOOKS.isdisjoint(books):
        sources |= airborne.BOOKS
        known |= AIRBORNE_CITES.keys()
    for key in data:
        rule, _, side = str(key).partition(" ")
        if rule not in known:
            raise data.error(f"There is no rule {rule} to cite a clause for in {', '.join(books)}.", key)
        if side and side not in groups:
            read_side(side, sides, data.where(key))
        clause = text_of(data, key)
        if clause.partition(":")[0] not in sources:
            expected = ", ".join(sorted(sources))
            raise data.error(f"{clause} is not in force here: expected a clause of {expected}.", key)


def read_spare_roster(data: Entry, sides: Sides, first: int) -> Roster:
    """Unnamed regiments by side and nation, numbered from `first`."""
    roster: Roster = []
    for name in data:
        side = read_side(name, sides, data.where(name))
        nations = entry_of(data, name)
        for nation in nations:
            lines = entry_of(nations, nation)
            for values in lines:
                count, where = number_of(lines, values, least=0), lines.where(values)
                roster += read_spares(first + len(roster), side, str(nation), str(values), count, where)
    return roster


def read_roster(data: Entry, sides: Sides, board: Board, vocabulary: Vocabulary = STANDARD) -> Roster:
    """All counters of both sides, in the order of the sides and of the sheet."""
    roster: Roster = []
    lines: dict[str, int] = {}
    for name in data:
        read_side(name, sides, data.where(name))
    for side, owner in enumerate(sides):
        part = entry_of(data, owner.id)
        for key in part:
            name, where = str(key), part.where(key)
            if name in lines:
                raise where.error(f"Counter {name} is here twice, first in line {lines[name]}.")
            lines[name] = where.line
            text = text_of(part, key)
            roster.append(read_counter(len(roster), side, name, text, board, where, vocabulary))
    return roster


def check_roster(data: Entry, roster: Roster, board: Board, key: TerrainKey, turns: int) -> None:
    """Refuse counters that could not stand, or never come on, where their lines put them."""
    parts = [entry_of(data, side) for side in data]
    places = {str(name): part.where(name) for part in parts for name in part}
    for counter, start in roster:
        where = places[counter.id]
        check_start(counter, start, board, key, where)
        _check_company(counter, start, roster, where)
        arrival = start.arrival
        if arrival and not (1 <= arrival.turn <= turns or (not arrival.turn and "called" in arrival.terms)):
            raise where.error(
                f"Counter {counter.id} is due in game turn {arrival.turn}: expected 1 to {turns}, "
                f"or no turn at all and the condition called."
            )


def _check_company(counter: Counter, start: CounterStart, roster: Roster, where: Where) -> None:
    """Refuse a place beside a counter that its side does not have."""
    pattern = (start.placement.near if start.placement else "") or (
        start.arrival.beside if start.arrival else ""
    )
    others = [other.id for other, _ in roster if other.side == counter.side and other is not counter]
    if pattern and not any(fnmatchcase(name, pattern) for name in others):
        raise where.error(
            f"Counter {counter.id} belongs beside {pattern}: a counter of its own side was expected."
        )


def read_markers(data: Entry, sides: Sides) -> tuple[Marker, ...]:
    """The support markers of both sides."""
    values: list[tuple[int, int]] = []
    owners = {read_side(name, sides, data.where(name)): name for name in data}
    for side, name in sorted(owners.items()):
        values += ((side, value) for value in read_values(data[name], data.where(name)))
    return tuple(Marker(index, side, value) for index, (side, value) in enumerate(values))


def read_values(value: Any, where: Where) -> list[int]:
    """The values of markers, such as [+1, +1, +2]."""
    return [_marker_value(word, place) for word, place in words(value, where)]


def _marker_value(word: str, where: Where) -> int:
    if not re.fullmatch(r"\+?[0-9]{1,2}", word):
        raise where.error(f"{word} is not the value of a marker: expected +1, +2 and so on.")
    return int(word)


def read_support(value: Any, where: Where, first: int) -> tuple[tuple[int, int], ...]:
    """The allotment per game turn by side; the track prints first/second player, or one figure for each."""
    return tuple(_allotment(word, place, first) for word, place in words(value, where))


def _allotment(word: str, where: Where, first: int) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,2})(?:/([0-9]{1,2}))?", word)
    if not match:
        raise where.error(f"{word} is not an allotment of markers: expected 4/3 (first/second player) or 4.")
    numbers = int(match[1]), int(match[2] or match[1])
    return numbers if first == 0 else (numbers[1], numbers[0])


def _by_side(data: Entry, key: str, sides: Sides) -> Entry:
    part = entry_of(data, key)
    for name in part:
        read_side(name, sides, part.where(name))
    return part


def _edition(sheet: Entry, book: str) -> Entry:
    part = entry_of(sheet, "editions")
    edition = entry_of(part, book)
    only_keys(edition, ("table", "lines"), f"The edition {book}")
    return edition


def _edition_key(key: TerrainKey, edition: Entry) -> TerrainKey:
    lines = entry_of(edition, "lines")
    known = (*key.hexes, *key.hexsides, *key.ways)
    only_keys(lines, known, "The terrain key")
    return replace(key, lines={**key.lines, **{name: text_of(lines, name) for name in lines}})


def _table(sheet: Entry, edition: Entry, book: str) -> str:
    table = text_of(edition, "table", DEFAULT_TABLES.get(book, ""))
    if not table:
        raise sheet.error(f"The book {book} has no table by default: editions must name one.", "editions")
    return table


def _dates(sheet: Entry, turns: int) -> tuple[str, ...]:
    rows = rows_of(sheet, "dates")
    if rows and len(rows) != turns:
        raise sheet.error(f"{turns} dates were expected, one for each turn, not {len(rows)}.", "dates")
    return tuple(map(str, rows))


def read_victory(data: Entry, sides: Sides, board: Board, counters: Sequence[Counter]) -> dict[str, Any]:
    """The victory schedule; margins are the points of the first side less those of the second."""
    known = ("objectives", "control", "eliminated", "levels", *AWARDS)
    only_keys(data, known, "The victory schedule")
    grid = board.grid
    objectives = entry_of(data, "objectives")
    eliminated = entry_of(data, "eliminated")
    only_keys(eliminated, ("step",), "Points for eliminated units")
    return {
        "objectives": {
            read_hex(hex_text(number), grid, objectives.where(number)): number_of(objectives, number)
            for number in objectives
        },
        "control": _control(_by_side(data, "control", sides), sides, board),
        "step": number_of(eliminated, "step", 0),
        "levels": _levels(rows_of(data, "levels"), sides),
        **read_schedule(data, sides, board, counters),
    }


def _control(data: Entry, sides: Sides, board: Board) -> dict[int, int]:
    """The side that holds a hex at the start."""
    found: dict[int, int] = {}
    for name in data:
        side, where = read_side(name, sides, data.where(name)), data.where(name)
        for hex_ in read_hexes(data[name], board.grid, where):
            check_land([hex_], board, where)
            if found.setdefault(hex_, side) != side:
                raise where.error(
                    f"Hex {board.grid.number(hex_)} has two holders: one of {sides[0].id} and {sides[1].id} "
                    f"was expected."
                )
    return found


def _levels(rows: Rows, sides: Sides) -> list[tuple[int, int, str]]:
    """Least margin, winner (-1 for nobody) and name of each level, the highest margin first."""
    levels: list[tuple[int, int, str]] = []
    for index, row in enumerate(rows):
        where = rows.where(index)
        if not (isinstance(row, Rows) and len(row) == 3 and type(row[0]) is int and isinstance(row[2], str)):
            raise where.error("A level is a least margin, a winner and a name, such as [4, blue, victory].")
        if levels and row[0] >= levels[-1][0]:
            raise where.error("Levels go from the highest margin to the lowest.")
        winner = -1 if row[1] == "nobody" else read_side(row[1], sides, where)
        levels.append((row[0], winner, row[2]))
    return levels
