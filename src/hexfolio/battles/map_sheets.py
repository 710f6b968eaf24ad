"""Maps: the board of a map sheet and the terrain key that goes with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from hexfolio.core.board import Board, Fortification, NameLine
from hexfolio.core.hexes import EDGES, Grid, HexError
from hexfolio.core.terrain import ANY, Cost, TerrainKey
from hexfolio.rulebooks.sheets import (
    Entry,
    Rows,
    Where,
    entry_of,
    flag_of,
    hex_text,
    load_sheet,
    mapping,
    need,
    number_of,
    only_keys,
    text_of,
    words,
)

MAP_KEYS = (
    "title",
    "size",
    "scale",
    "grid",
    "terrain",
    "hexsides",
    "ways",
    "fortifications",
    "places",
    "areas",
    "names",
    "edges",
    "key",
)
CLASSES = ("leg", "mobile")
_FAMILIES = (CLASSES, ("light", "mechanized", "motorized"))
"""Classes of movement that a key gives together; no book has classes of two families."""

_LIKE = {"motorized": "mechanized"}
"""Classes that pay as another one where a key does not name them."""

CLEAR = ("clear",)
_SECTIONS = {"hexes": "terrain", "hexsides": "hexsides", "ways": "ways"}
_SCALE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)(?: ?km)?")
_COST = re.compile(r"(\+?)([0-9]{1,3})(/2)?")


@dataclass(frozen=True)
class _Kind:
    """One entry of a terrain key."""

    costs: Mapping[str, Cost] = field(default_factory=dict)
    line: str = ""
    replaces: bool = False
    attack: bool = True
    interrupts: bool = False


_Section = dict[str, _Kind]


def read_map(data: Entry, name: str, key_sheet: Entry | None = None) -> tuple[Board, TerrainKey]:
    """The board and the terrain key of a map sheet; it adds to the key by default, or to another one."""
    only_keys(data, MAP_KEYS, "A map")
    grid = _read_grid(data)
    kinds = _merged_kinds(data, _default_kinds() if key_sheet is None else _read_kinds(key_sheet))
    key = _terrain_key(kinds)
    terrain = _read_terrain(data, grid, kinds["hexes"])
    hexsides = _read_hexsides(data, grid, kinds["hexsides"])
    bare = Board(name=name, grid=grid, terrain=terrain, hexsides=hexsides)
    board = replace(
        bare,
        ways=_read_ways(data, grid, kinds["ways"]),
        places={str(place): hexes for place, hexes in _hex_lists(data, "places", grid)},
        areas=_read_areas(entry_of(data, "areas"), bare, key),
        fortifications=_read_fortifications(data, grid),
        edges=read_edges(entry_of(data, "edges")),
        scale_km=_read_scale(data),
        names=tuple(_read_names(entry_of(data, "names"), grid)),
    )
    return board, key


def read_hex(text: str, grid: Grid, where: Where) -> int:
    """The hex of a printed number."""
    try:
        return grid.index(text)
    except HexError as error:
        raise where.error(str(error)) from None


def read_hexes(value: Any, grid: Grid, where: Where) -> tuple[int, ...]:
    """The hexes of a text with blanks, a single number or a list; each once."""
    return tuple(dict.fromkeys(read_hex(word, grid, place) for word, place in words(value, where)))


def read_edges(data: Entry) -> dict[str, tuple[str, ...]]:
    """The map edges of each side."""
    return {str(side): tuple(_edges(data[side], data.where(side))) for side in data}


def _edges(value: Any, where: Where) -> Iterator[str]:
    for edge, place in words(value, where):
        if edge not in EDGES:
            raise place.error(f"There is no map edge {edge}: expected one of {', '.join(EDGES)}.")
        yield edge


def _read_grid(data: Entry) -> Grid:
    size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text_of(data, "size", "20x20"))
    if not size:
        raise data.error(
            f"{data['size']} is not a map size: columns x rows was expected, such as 14x11.", "size"
        )
    form = entry_of(data, "grid")
    only_keys(form, ("straight", "displaced", "first", "north"), "A grid")
    first = hex_text(form.get("first", "0101"))
    if not re.fullmatch("[0-9]{4}", first):
        raise form.error(f"{first} is not a hex number: four digits were expected, such as 0101.", "first")
    north = number_of(form, "north") if type(form.get("north")) is int else text_of(form, "north", "n")
    try:
        return Grid(
            int(size[1]),
            int(size[2]),
            text_of(form, "straight", "columns"),
            text_of(form, "displaced", "even"),
            (int(first[:2]), int(first[2:])),
            north,
        )
    except HexError as error:
        raise (form if form else data).error(str(error), "size") from None


def _read_scale(data: Entry) -> float:
    """Kilometres from hex to hex, such as 4.8 km; 0 if the sheet does not say."""
    value = data.get("scale")
    if value is None:
        return 0
    match = _SCALE.fullmatch(str(value))
    if not match or not float(match[1]):
        raise data.error(
            f"{value} is not a scale: kilometres from hex to hex were expected, such as 4.8 km.", "scale"
        )
    return float(match[1])


def _known(data: Entry, section: str, kinds: _Section) -> Entry:
    """The part of a map below `section`, whose keys must stand in the terrain key."""
    part = entry_of(data, section)
    for kind in part:
        if kind not in kinds:
            known = ", ".join(kinds)
            raise part.error(f"{kind} is not in the terrain key under {section}: known are {known}.", kind)
    return part


def _read_terrain(data: Entry, grid: Grid, kinds: _Section) -> tuple[tuple[str, ...], ...]:
    found: list[list[str]] = [[] for _ in range(grid.size)]
    part = _known(data, "terrain", kinds)
    for kind, value in part.items():
        for hex_ in read_hexes(value, grid, part.where(kind)):
            found[hex_].append(kind)
    return tuple(tuple(listed) or CLEAR for listed in found)


def _read_hexsides(data: Entry, grid: Grid, kinds: _Section) -> dict[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    part = _known(data, "hexsides", kinds)
    for kind, value in part.items():
        for word, where in words(value, part.where(kind)):
            for side in _sides(word, "/", grid, where):
                found.setdefault(side, set()).add(kind)
    return {side: frozenset(features) for side, features in found.items()}


def _read_ways(data: Entry, grid: Grid, kinds: _Section) -> dict[str, frozenset[int]]:
    part = _known(data, "ways", kinds)
    return {
        way: frozenset(
            side for word, where in words(value, part.where(way)) for side in _sides(word, "-", grid, where)
        )
        for way, value in part.items()
    }


def _sides(word: str, mark: str, grid: Grid, where: Where) -> Iterator[int]:
    """The hexsides crossed between the hexes of a word such as 0101-0201-0302 or 0505/0506."""
    numbers = word.split(mark)
    if len(numbers) < 2 or (mark == "/" and len(numbers) > 2):
        expected = "two hexes such as 0505/0506" if mark == "/" else "hexes in a row such as 0101-0201-0302"
        raise where.error(f"{word} was found where {expected} were expected.")
    for start, goal in pairwise(numbers):
        here, there = read_hex(start, grid, where), read_hex(goal, grid, where)
        direction = grid.direction(here, there)
        if direction < 0:
            raise where.error(f"Hexes {start} and {goal} are not adjacent.")
        yield grid.side(here, direction)


def _hex_lists(data: Entry, section: str, grid: Grid) -> Iterator[tuple[Any, tuple[int, ...]]]:
    part = entry_of(data, section)
    for name, value in part.items():
        yield name, read_hexes(value, grid, part.where(name))


def _read_areas(data: Entry, board: Board, key: TerrainKey) -> dict[str, tuple[int, ...]]:
    """Parts of the map by name: hexes, or all on one side of a river such as {from: 0810, within: river}."""
    return {str(name): _area(data[name], data.where(name), board, key) for name in data}


def _area(value: Any, where: Where, board: Board, key: TerrainKey) -> tuple[int, ...]:
    if not isinstance(value, Entry):
        return read_hexes(value, board.grid, where)
    only_keys(value, ("from", "within"), "An area")
    need(value, "from", "An area")
    need(value, "within", "An area")
    start = read_hex(hex_text(value["from"]), board.grid, value.where("from"))
    bounds = {kind for kind, _ in words(value["within"], value.where("within"))}
    return tuple(sorted(_enclosed(board, key, start, bounds)))


def _enclosed(board: Board, key: TerrainKey, start: int, bounds: set[str]) -> set[int]:
    """All hexes reached from one without crossing such hexsides or entering a hex closed to all."""
    found, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for there in board.grid.around(here):
            if there in found or key.never(board, there) or board.side_features(here, there) & bounds:
                continue
            found.add(there)
            ahead.append(there)
    return found


def _read_names(data: Entry, grid: Grid) -> Iterator[NameLine]:
    """Names and the lines they are written along; a name with a list is written once for each row of it."""
    for name, value in data.items():
        rows = list(enumerate(value)) if isinstance(value, Rows) and value else [(-1, value)]
        for index, row in rows:
            where = value.where(index) if index >= 0 else data.where(name)
            yield _name_line(str(name), list(words(row, where)), grid, where)


def _name_line(name: str, run: list[tuple[str, Where]], grid: Grid, where: Where) -> NameLine:
    if len(run) == 1 and "/" not in run[0][0]:
        word = run[0][0]
        list(_sides(word, "-", grid, where))
        return NameLine(name, hexes=tuple(read_hex(number, grid, where) for number in word.split("-")))
    sides = [side for word, place in run for side in _sides(word, "/", grid, place)]
    for (first, _), (second, place), a, b in zip(run, run[1:], sides, sides[1:], strict=False):
        if not _ends(grid, a) & _ends(grid, b):
            raise place.error(f"Hexsides {first} and {second} do not meet, so {name} cannot run along both.")
    if not sides:
        raise where.error(f"{name} needs a line to run along: hexes as 0101-0201 or hexsides as 0505/0506.")
    return NameLine(name, sides=tuple(sides))


def _ends(grid: Grid, side: int) -> set[tuple[float, float]]:
    """The two corners a hexside lies between."""
    corners = grid.corners(side // 6)
    return {(round(x, 3), round(y, 3)) for x, y in (corners[side % 6], corners[(side + 1) % 6])}


def _read_fortifications(data: Entry, grid: Grid) -> dict[int, Fortification]:
    part = entry_of(data, "fortifications")
    return {
        read_hex(hex_text(number), grid, part.where(number)): _fortification(value, part.where(number))
        for number, value in part.items()
    }


def _fortification(value: Any, where: Where) -> Fortification:
    if isinstance(value, str):
        return Fortification(value)
    form = mapping(value, where, "A fortification")
    only_keys(form, ("kind", "cancels-zones-of"), "A fortification")
    need(form, "kind", "A fortification")
    return Fortification(text_of(form, "kind"), text_of(form, "cancels-zones-of", ""))


@cache
def default_key_sheet() -> Entry:
    """The terrain key that every map begins with."""
    sheet: Entry = load_sheet(files("hexfolio.battles") / "terrain-key.yaml")
    return sheet


@cache
def _default_kinds() -> Mapping[str, _Section]:
    return _read_kinds(default_key_sheet())


def _read_kinds(sheet: Entry) -> Mapping[str, _Section]:
    return {section: _read_section(section, entry_of(sheet, section)) for section in _SECTIONS}


def _read_section(section: str, data: Entry) -> _Section:
    return {name: _read_kind(section, name, value, data.where(name), _Kind()) for name, value in data.items()}


def _merged_kinds(data: Entry, shared: Mapping[str, _Section]) -> dict[str, _Section]:
    """The shared key with the map's own over it; a new name belongs where the map uses it, else to hexes."""
    merged = {section: dict(kinds) for section, kinds in shared.items()}
    own = entry_of(data, "key")
    for name, value in own.items():
        if not isinstance(name, str):
            raise own.error(f"{name} is not a name for terrain: a word was expected.", name)
        used = [s for s, part in _SECTIONS.items() if name in merged[s] or name in entry_of(data, part)]
        for section in used or ["hexes"]:
            old = merged[section].get(name, _Kind())
            merged[section][name] = _read_kind(section, name, value, own.where(name), old)
    return merged


def _read_kind(section: str, name: str, value: Any, where: Where, old: _Kind) -> _Kind:
    """One entry of a key; what it does not say stays as it was."""
    kind = _read_form(name, value, where, old)
    if section == "ways" and any(key != ANY or cost.halves == 0 for key, cost in kind.costs.items()):
        raise where.error(f"{name} is a way: one cost for all classes was expected, such as 1/2.")
    if section != "ways" and not kind.costs:
        raise where.error(f"{name} needs a movement cost: expected 2, +1, 1/2 or no.")
    return kind


def _read_form(name: str, value: Any, where: Where, old: _Kind) -> _Kind:
    if not isinstance(value, Entry) or any(set(value) <= set(family) for family in _FAMILIES):
        return replace(old, costs=_read_costs(name, value, where, old.costs))
    only_keys(value, ("cost", "line", "replaces", "attack", "interrupts"), f"The key of {name}")
    cost = value.get("cost")
    return _Kind(
        costs=old.costs if cost is None else _read_costs(name, cost, value.where("cost"), old.costs),
        line=text_of(value, "line", old.line),
        replaces=flag_of(value, "replaces", old.replaces),
        attack=flag_of(value, "attack", old.attack),
        interrupts=flag_of(value, "interrupts", old.interrupts),
    )


def _read_costs(name: str, value: Any, where: Where, old: Mapping[str, Cost]) -> Mapping[str, Cost]:
    if value is None:
        return {}
    if not isinstance(value, Entry):
        return {ANY: read_cost(value, where)}
    family = next((family for family in _FAMILIES if not set(value).isdisjoint(family)), CLASSES)
    only_keys(value, family, f"The cost of {name} by class")
    given = {class_: read_cost(cost, value.where(class_)) for class_, cost in value.items()}
    for class_, like in _LIKE.items():
        if like in given:
            given.setdefault(class_, given[like])
    costs = {class_: given.get(class_) or old.get(class_) or old.get(ANY) for class_ in family}
    missing = [class_ for class_, cost in costs.items() if cost is None]
    if missing:
        raise where.error(f"{name} needs a cost for {' and '.join(missing)}.")
    return {class_: cost for class_, cost in costs.items() if cost is not None}


def read_cost(value: Any, where: Where) -> Cost:
    """A cost in movement points: 2, +1, 1/2 or no."""
    if value == "no":
        return Cost(0, closed=True)
    match = _COST.fullmatch(str(value)) if isinstance(value, str) or type(value) is int else None
    if not match:
        raise where.error(f"{value} is not a movement cost: expected 2, +1, 1/2 or no.")
    return Cost(int(match[2]) * (1 if match[3] else 2), added=bool(match[1]))


def _terrain_key(kinds: Mapping[str, _Section]) -> TerrainKey:
    sides = kinds["hexsides"]
    return TerrainKey(
        hexes={name: kind.costs for name, kind in kinds["hexes"].items()},
        hexsides={name: kind.costs for name, kind in sides.items()},
        ways={name: kind.costs[ANY].halves for name, kind in kinds["ways"].items() if kind.costs},
        lines={name: kind.line for section in kinds.values() for name, kind in section.items() if kind.line},
        replacing=frozenset(name for name, kind in sides.items() if kind.replaces),
        no_attack=frozenset(name for name, kind in sides.items() if not kind.attack or _closed(kind)),
        interrupting=frozenset(name for name, kind in sides.items() if kind.interrupts),
    )


def _closed(kind: _Kind) -> bool:
    return bool(kind.costs) and all(cost.closed for cost in kind.costs.values())
