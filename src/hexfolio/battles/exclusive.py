"""What exclusive rules say in figures: the parts of a battle sheet under `rules`, key by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hexfolio.core.board import Board
from hexfolio.core.counters import SIZE_NAMES, Counter, Values
from hexfolio.rulebooks.sheets import (
    Entry,
    Where,
    entry_of,
    flag_of,
    hex_text,
    need,
    number_of,
    only_keys,
    rows_of,
    text_of,
    words,
)

from .map_sheets import read_edges, read_hex
from .sides import Sides, read_order, read_side

NATIONS = ("us", "rok", "cw", "nk", "cn")
KINDS = ("infantry", "hq", "depot", "mobile")


class Kind(NamedTuple):
    """A description of counters: one word of every group that is not empty must fit."""

    nations: frozenset[str]
    kinds: frozenset[str]
    sizes: frozenset[str]


class Sheet(NamedTuple):
    """What the keys refer to: the sides, the map and the counters of the battle."""

    sides: Sides
    board: Board
    counters: Sequence[Counter]

    def side(self, name: Any, where: Where) -> int:
        return read_side(name, self.sides, where)

    def unit(self, name: Any, where: Where) -> int:
        for counter in self.counters:
            if counter.id == str(name):
                return counter.index
        raise where.error(f"There is no counter {name} in this battle.")

    def units(self, value: Any, where: Where) -> tuple[int, ...]:
        return tuple(self.unit(word, place) for word, place in words(value, where))

    def hexes(self, value: Any, where: Where) -> tuple[int, ...]:
        """Hexes by number, or all hexes of places named on the map."""
        found: list[int] = []
        for word, place in words(value, where):
            if word in self.board.places:
                found += self.board.places[word]
            else:
                found.append(read_hex(hex_text(word), self.board.grid, place))
            check_land(found, self.board, place)
        return tuple(dict.fromkeys(found))


def check_land(hexes: Iterable[int], board: Board, where: Where) -> None:
    """Refuse open sea where a hex matters to a rule."""
    for hex_ in hexes:
        if "sea" in board.terrain[hex_]:
            raise where.error(f"Hex {board.grid.number(hex_)} is open sea: a hex on land was expected.")


def read_rules(data: Entry, sides: Sides, board: Board, counters: Sequence[Counter]) -> dict[str, Any]:
    """All keys under `rules`; raises SheetError for one that is unknown or malformed."""
    only_keys(data, tuple(READERS), "The rules")
    sheet = Sheet(sides, board, counters)
    return {key: READERS[key](data, key, sheet) for key in data}


def read_kind(text: str, where: Where) -> Kind:
    """A description such as `us cw regiment brigade`."""
    found = text.split()
    for word in found:
        if word not in (*NATIONS, *KINDS, *SIZE_NAMES):
            expected = ", ".join((*NATIONS, *KINDS, *sorted(SIZE_NAMES)))
            raise where.error(f"{word} describes no counter: expected words among {expected}.")
    chosen = frozenset(found)
    return Kind(chosen & set(NATIONS), chosen & set(KINDS), chosen & SIZE_NAMES)


def read_print(text: Any, where: Where) -> Values:
    """Values as printed on a counter, such as 10-9-3."""
    if not re.fullmatch(r"[0-9]+-[0-9]+-[0-9]+", str(text)):
        raise where.error(f"{text} is not the print on a counter: expected values such as 10-9-3.")
    return tuple(map(int, str(text).split("-")))


Reader = Callable[[Entry, str, Sheet], Any]


def _number(data: Entry, key: str, sheet: Sheet) -> int:
    return number_of(data, key, least=0)


def _flag(data: Entry, key: str, sheet: Sheet) -> bool:
    return flag_of(data, key, False)


def _side(data: Entry, key: str, sheet: Sheet) -> int:
    return sheet.side(data[key], data.where(key))


def _unit(data: Entry, key: str, sheet: Sheet) -> int:
    return sheet.unit(data[key], data.where(key))


def _nations(data: Entry, key: str, sheet: Sheet) -> tuple[str, ...]:
    return tuple(_nation(word, place) for word, place in words(data[key], data.where(key)))


def _nation(name: Any, where: Where) -> str:
    if name not in NATIONS:
        raise where.error(f"There is no nation {name}: expected one of {', '.join(NATIONS)}.")
    return str(name)


def _hexes(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    return sheet.hexes(data[key], data.where(key))


def _hexes_by_side(data: Entry, key: str, sheet: Sheet) -> dict[str, tuple[int, ...]]:
    part = _by_side(data, key, sheet)
    return {str(side): sheet.hexes(part[side], part.where(side)) for side in part}


def _edges(data: Entry, key: str, sheet: Sheet) -> dict[str, tuple[str, ...]]:
    return read_edges(_by_side(data, key, sheet))


def _by_side(data: Entry, key: str, sheet: Sheet) -> Entry:
    part = entry_of(data, key)
    for name in part:
        sheet.side(name, part.where(name))
    return part


def _range(data: Entry, key: str, sheet: Sheet) -> dict[str, Any]:
    part = entry_of(data, key)
    only_keys(part, ("from", "hexes"), "A bombardment range")
    return {"from": text_of(part, "from", "hq"), "hexes": number_of(part, "hexes", least=0)}


def _order(data: Entry, key: str, sheet: Sheet) -> tuple[int, int]:
    return read_order(data[key], sheet.sides, data.where(key))


def _turns_by_unit(data: Entry, key: str, sheet: Sheet) -> dict[int, int]:
    part = entry_of(data, key)
    return {sheet.unit(name, part.where(name)): number_of(part, name, least=1) for name in part}


def _turns_by_side(data: Entry, key: str, sheet: Sheet) -> dict[int, tuple[int, ...]]:
    part = _by_side(data, key, sheet)
    return {
        sheet.side(side, part.where(side)): tuple(
            _turn(word, place) for word, place in words(part[side], part.where(side))
        )
        for side in part
    }


def _turn(word: Any, where: Where) -> int:
    if not str(word).isdecimal():
        raise where.error(f"{word} is not a game turn: a number was expected.")
    return int(word)


def _counts_by_turn(data: Entry, key: str, sheet: Sheet) -> dict[int, dict[int, int]]:
    part = _by_side(data, key, sheet)
    found: dict[int, dict[int, int]] = {}
    for side in part:
        counts = entry_of(part, side)
        found[sheet.side(side, part.where(side))] = {
            _turn(turn, counts.where(turn)): number_of(counts, turn, least=1) for turn in counts
        }
    return found


def _breakdown(data: Entry, key: str, sheet: Sheet) -> dict[str, dict[Values, Values]]:
    part = entry_of(data, key)
    table: dict[str, dict[Values, Values]] = {}
    for nation in part:
        lines = entry_of(part, nation)
        table[_nation(nation, part.where(nation))] = {
            read_print(division, lines.where(division)): read_print(lines[division], lines.where(division))
            for division in lines
        }
    return table


def _formations(data: Entry, key: str, sheet: Sheet) -> dict[int, tuple[int, ...]]:
    part = entry_of(data, key)
    return {sheet.unit(name, part.where(name)): sheet.units(part[name], part.where(name)) for name in part}


def _groups(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, ...]]:
    rows = rows_of(data, key)
    return [sheet.units(row, rows.where(index)) for index, row in enumerate(rows)]


def _dummies(data: Entry, key: str, sheet: Sheet) -> dict[str, bool]:
    part = entry_of(data, key)
    only_keys(part, ("apart",), "Dummies")
    return {"apart": flag_of(part, "apart", False)}


def _withdrawals(data: Entry, key: str, sheet: Sheet) -> dict[int, dict[str, Any]]:
    part = entry_of(data, key)
    found: dict[int, dict[str, Any]] = {}
    for name in part:
        line = entry_of(part, name)
        only_keys(line, ("turn", "points", "substitute", "before"), f"The withdrawal of {name}")
        found[sheet.unit(name, part.where(name))] = {
            "turn": number_of(line, "turn", least=1),
            "points": number_of(line, "points", least=0),
            "substitute": read_kind(text_of(line, "substitute"), line.where("substitute"))
            if "substitute" in line
            else None,
            "before": number_of(line, "before", 0),
        }
    return found


def _early(data: Entry, key: str, sheet: Sheet) -> dict[str, Any]:
    part = entry_of(data, key)
    only_keys(part, ("announced", "markers"), "Early reinforcements")
    return {"turns": _turns_by_unit(part, "announced", sheet), "markers": number_of(part, "markers", 0)}


def _cadres(data: Entry, key: str, sheet: Sheet) -> dict[str, dict[str, Any]]:
    part = entry_of(data, key)
    only_keys(part, ("army", "marine"), "Cadres")
    army, marine = entry_of(part, "army"), entry_of(part, "marine")
    only_keys(army, ("unit", "after"), "The army cadre")
    only_keys(marine, ("unit", "steps", "of"), "The marine cadre")
    found: dict[str, dict[str, Any]] = {}
    if army:
        need(army, "unit", "The army cadre")
        need(army, "after", "The army cadre")
        found["army"] = {"unit": _unit(army, "unit", sheet), "after": _unit(army, "after", sheet)}
    if marine:
        need(marine, "unit", "The marine cadre")
        need(marine, "of", "The marine cadre")
        units = sheet.units(marine["of"], marine.where("of"))
        found["marine"] = {
            "unit": _unit(marine, "unit", sheet),
            "steps": number_of(marine, "steps"),
            "of": units,
        }
    return found


def _scratch(data: Entry, key: str, sheet: Sheet) -> tuple[Values, ...]:
    rows = rows_of(data, key)
    return tuple(read_print(row, rows.where(index)) for index, row in enumerate(rows))


def _random_arrivals(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, str, tuple[int, ...]]]:
    rows = rows_of(data, key)
    found: list[tuple[int, str, tuple[int, ...]]] = []
    for index, row in enumerate(rows):
        if not isinstance(row, Entry):
            raise rows.where(index).error("A random arrival is a mapping with turn, nation and at.")
        only_keys(row, ("turn", "nation", "at"), "A random arrival")
        need(row, "at", "A random arrival")
        found.append(
            (number_of(row, "turn"), text_of(row, "nation"), sheet.hexes(row["at"], row.where("at")))
        )
    return found


def _random_set_up(data: Entry, key: str, sheet: Sheet) -> dict[str, Any]:
    part = entry_of(data, key)
    only_keys(part, ("nation", "count", "in", "by default"), "A random set-up")
    hexes = sheet.hexes(need(part, "in", "A random set-up"), part.where("in"))
    count = number_of(part, "count", least=1)
    defaults = sheet.hexes(need(part, "by default", "A random set-up"), part.where("by default"))
    if len(defaults) != count or not set(defaults) <= set(hexes):
        raise part.error(f"{count} hexes by default were expected, all of them in the area.", "by default")
    return {"nation": text_of(part, "nation"), "count": count, "hexes": hexes, "defaults": defaults}


def _price(data: Entry, key: str, sheet: Sheet) -> tuple[int, int]:
    """Points the enemy gets for an optional unit, by the side of the unit."""
    if isinstance(data[key], Entry):
        part = _by_side(data, key, sheet)
        prices = [number_of(part, side.id, 0) for side in sheet.sides]
        return prices[0], prices[1]
    price = number_of(data, key, least=0)
    return price, price


def _by_nation(data: Entry, key: str, sheet: Sheet) -> dict[str, int]:
    part = entry_of(data, key)
    return {_nation(nation, part.where(nation)): number_of(part, nation, least=0) for nation in part}


READERS: Mapping[str, Reader] = {
    "stacking": _number,
    "bombardment-range": _range,
    "friendly-edges": _edges,
    "supply-sources": _hexes_by_side,
    "exits": _hexes_by_side,
    "set-up": _order,
    "sources": _hexes_by_side,
    "fleeting-sources": _hexes_by_side,
    "symbols": _hexes_by_side,
    "airlifts": _number,
    "human-wave": _side,
    "rebuild": _flag,
    "bridging": _flag,
    "breakdown": _breakdown,
    "breakdown-reach": _number,
    "breakdown-set-up": _nations,
    "breakdown-apart": _flag,
    "formations": _formations,
    "ties": _groups,
    "division-price": _side,
    "dummies": _dummies,
    "critical": _hexes,
    "support-cuts": _turns_by_side,
    "marker-cuts": _counts_by_turn,
    "withdrawals": _withdrawals,
    "fixed": _turns_by_unit,
    "no-zone": _turns_by_unit,
    "exits-from": _number,
    "early": _early,
    "together": _groups,
    "cadres": _cadres,
    "surprise": _number,
    "poor-coordination": _side,
    "shortage": _side,
    "supply-die": _flag,
    "han": _flag,
    "scratch": _scratch,
    "random-arrivals": _random_arrivals,
    "random-set-up": _random_set_up,
    "no-replacements": _nations,
    "optional-price": _price,
    "extra-marker-hq": _unit,
    "depleted-choice": _by_nation,
    "entry-symbols": _flag,
    "naktong-link": _flag,
}


def read_schedule(data: Entry, sides: Sides, board: Board, counters: Sequence[Counter]) -> dict[str, Any]:
    """The victory schedule beyond objectives and steps: lists of awards by their kind."""
    sheet = Sheet(sides, board, counters)
    found: dict[str, Any] = {}
    for key in data:
        if key in AWARDS:
            found[str(key)] = AWARDS[key](data, key, sheet)
    return found


def _award_rows(data: Entry, key: str, length: int, example: str) -> list[tuple[list[Any], Where]]:
    """The lines of an award: one list, or a list of lists."""
    rows = rows_of(data, key)
    if rows and not isinstance(rows[0], list):
        lines: list[tuple[Any, Where]] = [(rows, rows.where(0))]
    else:
        lines = [(row, rows.where(index)) for index, row in enumerate(rows)]
    for line, where in lines:
        if not isinstance(line, list) or len(line) != length or type(line[1]) is not int:
            raise where.error(f"This line of {key} was expected to look like {example}.")
    return lines


def _kind_awards(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, int, Kind]]:
    lines = _award_rows(data, key, 3, "[nk, 2, us battalion]")
    return [(sheet.side(row[0], where), row[1], read_kind(str(row[2]), where)) for row, where in lines]


def _hex_awards(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, int, tuple[int, ...]]]:
    lines = _award_rows(data, key, 3, "[nk, 10, 1908]")
    return [(sheet.side(row[0], where), row[1], sheet.hexes(_text(row[2]), where)) for row, where in lines]


def _storm(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, int, tuple[int, ...], int]]:
    lines = _award_rows(data, key, 4, "[nk, 20, Inchon, 5]")
    return [
        (sheet.side(row[0], where), row[1], sheet.hexes(_text(row[2]), where), _turn(row[3], where))
        for row, where in lines
    ]


def _plain_awards(data: Entry, key: str, sheet: Sheet) -> list[tuple[int, int]]:
    return [(sheet.side(row[0], where), row[1]) for row, where in _award_rows(data, key, 2, "[chinese, 2]")]


def _text(value: Any) -> str:
    return hex_text(value) if isinstance(value, int) else str(value)


AWARDS: Mapping[str, Reader] = {
    "dead": _kind_awards,
    "exited": _kind_awards,
    "held": _hex_awards,
    "ever": _hex_awards,
    "cities": _hex_awards,
    "clear": _hex_awards,
    "occupied": _hex_awards,
    "cleared": _hex_awards,
    "storm": _storm,
    "left": _plain_awards,
    "unsupplied": _plain_awards,
    "exited-optional": _flag,
}
