"""Battles for the client: what the lobby lists, and all that stays the same during a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from hexfolio.battles import registry
from hexfolio.core.battle import Battle, kept_sheets
from hexfolio.core.board import Board
from hexfolio.core.counters import Counter
from hexfolio.core.game import Rules
from hexfolio.core.terrain import Cost, TerrainKey
from hexfolio.render.table_maps import table_map
from hexfolio.rulebooks import books
from hexfolio.rulebooks.clauses import catalogue
from hexfolio.rulebooks.readings import readings

from . import schemas

MINUTES_A_TURN = 8
"""About how long a turn takes two people for every ten counters."""

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


@lru_cache(maxsize=1)
def battle_list() -> list[schemas.BattleInfo]:
    """All battles for the lobby."""
    return [_info(entry) for entry in registry.entries()]


def _info(entry: registry.BattleEntry) -> schemas.BattleInfo:
    battles = [registry.load(entry.id, book) for book in entry.books]
    battle = battles[0]
    return schemas.BattleInfo(
        id=entry.id,
        title=entry.title,
        description=entry.description,
        turns=entry.turns,
        sides=sides(battle),
        books=[book_info(book) for book in entry.books],
        dates=[battle.dates[0], battle.dates[-1]] if battle.dates else [],
        winter=is_winter(battle.board),
        minutes=entry.turns * max(2, len(battle.counters) * MINUTES_A_TURN // 40),
        options=_options(battles),
        readings={battle.book: _readings(battle) for battle in battles},
    )


def _options(battles: list[Battle]) -> list[schemas.OptionInfo]:
    found: dict[str, schemas.OptionInfo] = {}
    for battle in battles:
        for name, meaning, values in books.options(battle):
            fresh = schemas.OptionInfo(name=name, meaning=meaning, values=list(values), default="", books=[])
            found.setdefault(name, fresh).books.append(battle.book)
    return list(found.values())


def _readings(battle: Battle) -> list[schemas.ReadingInfo]:
    return [
        schemas.ReadingInfo(
            name=reading.name,
            clause=reading.clause,
            rulings=list(reading.rulings),
            question=reading.question,
            meanings=[
                schemas.MeaningInfo(value=value, says=says) for value, says in reading.meanings.items()
            ],
            ours=reading.ours,
            option=reading.option,
        )
        for reading in readings(battle)
    ]


def book_info(book: str) -> schemas.BookInfo:
    return schemas.BookInfo(id=book, title=books.TITLES.get(book, book))


def sides(battle: Battle) -> list[schemas.SideInfo]:
    """The sides, each with the nation that most of its counters belong to."""
    return [
        schemas.SideInfo(id=side.id, name=side.name, nation=_nation(battle, index))
        for index, side in enumerate(battle.sides)
    ]


def _nation(battle: Battle, side: int) -> str:
    nations = [counter.nation for counter in battle.counters if counter.side == side]
    return max(sorted(set(nations)), key=nations.count) if nations else ""


def is_winter(board: Board) -> bool:
    """Is the ground frozen, so that the map is drawn in winter colours?"""
    return any("frozen" in kind for kinds in board.terrain for kind in kinds)


@lru_cache(maxsize=64)
def rules_of(battle_id: str, book: str, options: tuple[tuple[str, str], ...] = (), sheets: str = "") -> Rules:
    """The rulebook of a battle, opened once: rulebooks hold no position."""
    if sheets and sheets == present_sheets(battle_id):
        return rules_of(battle_id, book, options)
    return registry.open_rules(battle_id, book, dict(options), sheets)


@lru_cache(maxsize=32)
def present_sheets(battle_id: str) -> str:
    """The sheets of a battle as they are today; empty if it is not known."""
    try:
        entry = registry.find(battle_id)
    except registry.UnknownBattleError:
        return ""
    return kept_sheets(rules_of(battle_id, entry.books[0]).battle)


def battle_sheet(battle_id: str, book: str, options: str = "") -> schemas.BattleSheet:
    """Everything about a battle that stays the same during a game, under options such as “a=b c=d”."""
    chosen = _rules_under(battle_id, book, options).battle.options
    return _battle_sheet(battle_id, book, tuple(sorted(chosen.items())))


def _rules_under(battle_id: str, book: str, options: str) -> Rules:
    """The rules under these options; an old game may have some that cannot be chosen any more."""
    pairs = (word.partition("=") for word in options.split())
    try:
        return rules_of(battle_id, book, tuple(sorted((name, value) for name, _, value in pairs)))
    except ValueError:
        return rules_of(battle_id, book)


@lru_cache(maxsize=32)
def _battle_sheet(battle_id: str, book: str, options: tuple[tuple[str, str], ...]) -> schemas.BattleSheet:
    rules = rules_of(battle_id, book, options)
    battle, board = rules.battle, rules.battle.board
    entry = registry.find(battle_id)
    return schemas.BattleSheet(
        id=battle.id,
        title=battle.title,
        description=entry.description,
        book=book_info(book),
        books=[book, *rules.builds_on],
        turns=battle.turns,
        first=battle.sides[battle.first].id,
        sides=sides(battle),
        counters=[_counter(rules, counter) for counter in battle.counters],
        track=[_turn(rules, turn) for turn in range(1, battle.turns + 1)],
        levels=[
            schemas.LevelInfo(least=least, side=battle.sides[side].id if side >= 0 else None, name=name)
            for least, side, name in rules.levels()
        ],
        hexes=_hexes(board),
        neighbours=_neighbours(board),
        geometry=_geometry(battle),
        key=list(_key(battle.key)),
        tables=[
            schemas.TableInfo(
                title=table.title,
                lines=[
                    schemas.TableLine(terrain=list(names), columns=list(cells))
                    for names, cells in table.lines
                ],
                results=[list(row) for row in table.results],
            )
            for table in rules.tables()
        ],
        verbs={verb: list(form) for verb, form in rules.notation.verbs.items()},
        any_time=sorted(getattr(rules, "any_time", ())),
        readings=_readings(battle),
        winter=is_winter(board),
        notes=battle.notes,
        reconstructed=[],
    )


def _counter(rules: Rules, counter: Counter) -> schemas.CounterInfo:
    return schemas.CounterInfo(
        id=counter.id,
        name=counter.name or counter.id,
        side=rules.battle.sides[counter.side].id,
        nation=rules.colours_of(counter.index),
        symbol=counter.symbol,
        size=counter.size,
        mobility=counter.mobility,
        steps=[list(step) for step in counter.steps],
        traits=sorted(counter.traits),
    )


def _turn(rules: Rules, turn: int) -> schemas.TurnInfo:
    battle = rules.battle
    return schemas.TurnInfo(
        turn=turn,
        date=battle.dates[turn - 1] if len(battle.dates) >= turn else "",
        support={side.id: battle.allotment(turn, index) for index, side in enumerate(battle.sides)},
        arrivals=[
            battle.counters[unit].id for unit, arrival in battle.arrivals.items() if arrival.turn == turn
        ],
        conditions=list(rules.conditions(turn)),
    )


def _hexes(board: Board) -> dict[str, schemas.HexInfo]:
    places = {hex_: name for name, hexes in board.places.items() for hex_ in hexes}
    return {
        board.grid.number(hex_): schemas.HexInfo(terrain=list(kinds), place=places.get(hex_, ""))
        for hex_, kinds in enumerate(board.terrain)
    }


def _neighbours(board: Board) -> dict[str, list[str | None]]:
    grid = board.grid
    return {
        grid.number(hex_): [
            grid.number(goal) if (goal := grid.neighbour(hex_, direction)) >= 0 else None
            for direction in range(6)
        ]
        for hex_ in range(grid.size)
    }


def _geometry(battle: Battle) -> schemas.Geometry:
    geometry = table_map(battle).geometry
    return schemas.Geometry(
        view_box=geometry["viewBox"],
        unit=geometry["unit"],
        pointy=geometry["pointy"],
        corners=geometry["corners"],
        hexes=geometry["hexes"],
    )


@lru_cache(maxsize=32)
def map_picture(battle_id: str, theme: str) -> str:
    """The map of a battle as SVG for the table."""
    entry = registry.find(battle_id)
    return table_map(registry.load(entry.id, entry.books[0]), theme).svg


def _key(key: TerrainKey) -> Iterator[schemas.CostRow]:
    for name, costs in key.hexes.items():
        yield schemas.CostRow(kind="hex", name=name, costs=_costs(costs), line=key.lines.get(name, name))
    for name, costs in key.hexsides.items():
        yield schemas.CostRow(kind="hexside", name=name, costs=_costs(costs), line=key.lines.get(name, name))
    for name, halves in key.ways.items():
        yield schemas.CostRow(kind="way", name=name, costs={"any": _points(halves)}, line="")


def _costs(costs: Mapping[str, Cost]) -> dict[str, str]:
    return {mobility or "any": _cost(cost) for mobility, cost in costs.items()}


def _cost(cost: Cost) -> str:
    if cost.closed:
        return "closed"
    return f"{'+' if cost.added else ''}{_points(cost.halves)}"


def _points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''} MP"


@lru_cache(maxsize=16)
def book(book_id: str) -> schemas.Book:
    """The clauses of a book by chapter."""
    chapters: dict[str, list[schemas.Clause]] = {}
    for clause in catalogue(book_id).values():
        number = clause.id.partition(":")[2]
        chapter = re.split(r"[.]", number)[0]
        chapters.setdefault(chapter, []).append(
            schemas.Clause(id=clause.id, text=clause.rule, definition=clause.definition)
        )
    return schemas.Book(
        id=book_id,
        title=books.TITLES.get(book_id, book_id),
        chapters=[schemas.Chapter(id=name, clauses=clauses) for name, clauses in chapters.items()],
    )
