"""Airborne battles: what their sheets say under `rules`, as the rulebook reads it."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hexfolio.core.battle import Placement
from hexfolio.core.board import Board
from hexfolio.core.counters import Counter
from hexfolio.core.hexes import EDGES
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.paratrooper.scenario import Arrivals, Bonus, Drop, Group, Schedule, Stage
from hexfolio.rulebooks.sheets import (
    Entry,
    Rows,
    Where,
    entry_of,
    flag_of,
    hex_text,
    mapping,
    need,
    number_of,
    only_keys,
    rows_of,
    text_of,
    words,
)

from .map_sheets import read_hex
from .rosters import CounterStart
from .sides import Sides, read_side

BOOKS = frozenset({"para"})
"""Books whose battles have these rules."""

FACES = range(1, 7)
STAGES: Mapping[str, tuple[str, ...]] = {
    "fog": ("by default",),
    "place": ("in",),
    "draw": ("number", "in", "by default"),
    "disrupt": ("number",),
}
"""Kinds of stages of the set-up, and the keys that each has besides."""

VICTORY = ("objectives", "levels")
"""What a battle says of victory; the points of losses are in the rulebook."""

UNUSED = ("support", "markers", "spares")
"""Keys of battles that no airborne one has."""

Roster = Sequence[tuple[Counter, CounterStart]]


class Sheet(NamedTuple):
    """What the keys refer to."""

    sides: Sides
    board: Board
    key: TerrainKey
    roster: Roster
    turns: int

    def side(self, name: Any, where: Where) -> int:
        return read_side(name, self.sides, where)

    def hex(self, number: Any, where: Where) -> int:
        """A hex that somebody can enter."""
        hex_ = read_hex(hex_text(number), self.board.grid, where)
        if self.key.never(self.board, hex_):
            raise where.error(
                f"Hex {hex_text(number)} is {self.board.terrain[hex_][0]}: a hex that units can enter "
                f"was expected."
            )
        return hex_

    def hexes(self, value: Any, where: Where) -> tuple[int, ...]:
        """Hexes by number, or one place or area named on the map."""
        named = {**self.board.areas, **self.board.places}
        if isinstance(value, str) and value in named:
            return named[value]
        return tuple(dict.fromkeys(self.hex(word, place) for word, place in words(value, where)))

    def contingent(self, name: Any, where: Where) -> str:
        known = sorted({counter.group for counter, _ in self.roster if counter.group})
        if str(name) not in known:
            raise where.error(f"There is no contingent {name}: expected one of {', '.join(known)}.")
        return str(name)

    def members(self, contingent: str) -> list[tuple[Counter, CounterStart]]:
        return [(counter, start) for counter, start in self.roster if counter.group == contingent]

    def unit(self, name: str, where: Where) -> int:
        for counter, _ in self.roster:
            if counter.id == name:
                return counter.index
        raise where.error(f"There is no counter {name} in this battle.")

    def turn(self, word: Any, where: Where) -> int:
        if not str(word).isdecimal() or not 1 <= int(word) <= self.turns:
            raise where.error(f"{word} is not a game turn: expected 1 to {self.turns}.")
        return int(word)


Reader = Callable[[Entry, str, Sheet], Any]


def read_rules(
    data: Entry, sides: Sides, board: Board, key: TerrainKey, roster: Roster, turns: int
) -> dict[str, Any]:
    """All keys under `rules`; raises SheetError for one that is missing, unknown or malformed."""
    only_keys(data, tuple(READERS), "The rules")
    for name in NEEDED:
        need(data, name, "An airborne battle")
    sheet = Sheet(sides, board, key, roster, turns)
    rules = {**UNSAID, **{name: READERS[name](data, name, sheet) for name in data}}
    schedules: dict[int, Schedule] = rules.get("reinforcements", {})
    flown = any(
        group.flown for schedule in schedules.values() for line in schedule.lines for group in line.groups
    )
    if flown and not rules.get("airfields"):
        raise data.error("Units are flown in, but there are no airfields to land on.", "reinforcements")
    return rules


def check_sheet(sheet: Entry) -> None:
    """Refuse what stands in a battle's sheet but means nothing in an airborne battle."""
    for key in UNUSED:
        if key in sheet:
            raise sheet.error(f"An airborne battle has no {key}.", key)
    check_victory(entry_of(sheet, "victory"))


def check_victory(data: Entry) -> None:
    only_keys(data, VICTORY, "The victory schedule of an airborne battle")


def read_first(sheet: Entry, sides: Sides, rules: Mapping[str, Any]) -> int:
    """The airborne player turn comes first (para:4.2)."""
    first: int = rules["airborne"]
    if "first" in sheet and read_side(sheet["first"], sides, sheet.where("first")) != first:
        raise sheet.error(
            f"The airborne side has the first player turn: {sides[first].id} was expected.", "first"
        )
    return first


def read_placements(rules: Mapping[str, Any], roster: Roster, board: Board) -> dict[int, Placement]:
    """Where units of contingents that set up as a whole may be placed, with their hexes by default."""
    everywhere = tuple(range(board.grid.size))
    found: dict[int, Placement] = {}
    for stages in rules["set-up-stages"].values():
        for stage in stages:
            if stage.kind != "place" or stage.drawn:
                continue
            hexes = tuple(sorted(stage.hexes)) or everywhere
            for counter, start in roster:
                if counter.group == stage.contingent and start.placement:
                    found[counter.index] = Placement(hexes, False, default=start.placement.default)
    return found


def check_places(data: Entry, roster: Roster, placed: Mapping[int, Placement]) -> None:
    """Refuse places and turns in the lines of counters that no stage of the set-up asks for."""
    lines = {str(name): entry_of(data, side).where(name) for side in data for name in entry_of(data, side)}
    for counter, start in roster:
        if start.arrival:
            raise lines[counter.id].error(
                f"{counter.id} is due in its line: in an airborne battle drops and reinforcements "
                f"under rules say who comes when."
            )
        if start.step:
            raise lines[counter.id].error(
                f"{counter.id} begins on its weaker side: a stage of the set-up says who does that."
            )
        if start.placement and counter.index not in placed:
            raise lines[counter.id].error(
                f"{counter.id} has a hex in its line, but no stage of the set-up places its contingent."
            )


def _by_side(data: Entry, key: str, sheet: Sheet) -> dict[int, str]:
    """Keys of a part that has one line for each side."""
    part = entry_of(data, key)
    return {sheet.side(name, part.where(name)): name for name in part}


def _number(data: Entry, key: str, sheet: Sheet) -> int:
    return number_of(data, key, least=1)


def _side(data: Entry, key: str, sheet: Sheet) -> int:
    return sheet.side(data[key], data.where(key))


def _hexes(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    return sheet.hexes(data[key], data.where(key))


def _turns(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    return tuple(sheet.turn(word, place) for word, place in words(data[key], data.where(key)))


def _contingents(data: Entry, key: str, sheet: Sheet) -> frozenset[str]:
    return frozenset(sheet.contingent(word, place) for word, place in words(data[key], data.where(key)))


def _units(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    return tuple(sheet.unit(word, place) for word, place in words(data[key], data.where(key)))


def _command(data: Entry, key: str, sheet: Sheet) -> dict[int, tuple[int, ...]]:
    """Command points of both sides, turn by turn, such as `un: 8 5 8`."""
    part, found = entry_of(data, key), {}
    for side, name in _by_side(data, key, sheet).items():
        values = tuple(_whole(word, place) for word, place in words(part[name], part.where(name)))
        if len(values) != sheet.turns:
            raise part.error(
                f"{sheet.turns} numbers of command points were expected, one a turn, not {len(values)}.", name
            )
        found[side] = values
    _both(found, data.where(key), "command points")
    return found


def _limits(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    part = entry_of(data, key)
    found = {side: number_of(part, name, least=0) for side, name in _by_side(data, key, sheet).items()}
    _both(found, data.where(key), "a limit")
    return found[0], found[1]


def _both(found: Mapping[int, Any], where: Where, what: str) -> None:
    if len(found) < 2:
        raise where.error(f"Both sides need {what}.")


def _whole(word: Any, where: Where) -> int:
    if not str(word).isdecimal():
        raise where.error(f"{word} is not a whole number.")
    return int(word)


# Drops


def _zones(data: Entry, key: str, sheet: Sheet) -> tuple[int, int, tuple[str, ...], int]:
    """How many on turn 1, how many later, in which terrain, and how far from them units may be dropped."""
    part = entry_of(data, key)
    only_keys(part, ("turn 1", "later", "terrain", "radius"), "Drop zones")
    terrain = tuple(
        _terrain(word, place, sheet)
        for word, place in words(need(part, "terrain", "Drop zones"), part.where("terrain"))
    )
    return (
        number_of(part, "turn 1", least=0),
        number_of(part, "later", least=0),
        terrain,
        number_of(part, "radius", least=0),
    )


def _terrain(word: str, where: Where, sheet: Sheet) -> str:
    if word not in sheet.key.hexes:
        raise where.error(f"{word} is not in the terrain key: known are {', '.join(sheet.key.hexes)}.")
    return word


def _drops(data: Entry, key: str, sheet: Sheet) -> tuple[Drop, ...]:
    rows = rows_of(data, key)
    drops: list[Drop] = []
    for place in range(len(rows)):
        row = _row(rows, place, "A drop")
        drop = _drop(row, sheet)
        if any(_meet(drop, other) for other in drops):
            raise row.error(
                "Two drops may fall on the same turn: one that names all contingents was expected."
            )
        drops.append(drop)
    return tuple(drops)


def _meet(drop: Drop, other: Drop) -> bool:
    """May both be due in one turn? A turn of choice may be any from the first on."""
    if drop.window and other.window:
        return True
    if drop.window or other.window:
        window, fixed = (drop, other) if drop.window else (other, drop)
        return fixed.turn >= window.turn
    return drop.turn == other.turn


def _drop(row: Entry, sheet: Sheet) -> Drop:
    """Such as {of: 187, turn: 1, number: 12}, or {of: 187, from turn: 2} for a turn of choice."""
    only_keys(row, ("of", "turn", "from turn", "number"), "A drop")
    if ("turn" in row) == ("from turn" in row):
        raise row.error("A drop has either turn or from turn.")
    names = [
        sheet.contingent(word, place) for word, place in words(need(row, "of", "A drop"), row.where("of"))
    ]
    members = [counter for name in names for counter, _ in sheet.members(name)]
    for counter in members:
        if not {"airborne", "glider"} & counter.traits:
            raise row.error(f"{counter.id} is to be dropped: an airborne unit was expected.", "of")
    number = number_of(row, "number", 0, least=0)
    if number > len(members):
        raise row.error(f"{number} units are to be dropped, but there are {len(members)}.", "number")
    window = "from turn" in row
    turn = "from turn" if window else "turn"
    return Drop(" ".join(names), sheet.turn(row[turn], row.where(turn)), number, window)


def _supply(data: Entry, key: str, sheet: Sheet) -> tuple[int, int]:
    part = entry_of(data, key)
    only_keys(part, ("from turn", "a turn"), "Supply drops")
    first = sheet.turn(need(part, "from turn", "Supply drops"), part.where("from turn"))
    return first, number_of(part, "a turn", least=1)


def _row(rows: Rows, place: int, what: str) -> Entry:
    return mapping(rows[place], rows.where(place), what)


# Reinforcements


def _reinforcements(data: Entry, key: str, sheet: Sheet) -> dict[int, Schedule]:
    part = entry_of(data, key)
    return {side: _schedule(entry_of(part, name), sheet) for side, name in _by_side(data, key, sheet).items()}


def _schedule(part: Entry, sheet: Sheet) -> Schedule:
    """From which turn on, and one line for each face of the die."""
    first = sheet.turn(need(part, "from turn", "Reinforcements"), part.where("from turn"))
    lines: dict[int, Arrivals] = {}
    for name in part:
        if name == "from turn":
            continue
        line = _line(part, name, sheet)
        for face in _faces(name, part.where(name)):
            if face in lines:
                raise part.error(f"The die {face} has two lines.", name)
            lines[face] = line
    missing = [face for face in FACES if face not in lines]
    if missing:
        raise part.error(f"There is no line for the die {missing[0]}: expected all of 1 to 6.")
    return Schedule(first, tuple(lines[face] for face in FACES))


def _faces(name: Any, where: Where) -> range:
    """The faces of a die in a line such as 6 or 1-3."""
    match = re.fullmatch(r"([1-6])(?:-([1-6]))?", str(name))
    if not match or int(match[2] or 6) < int(match[1]):
        raise where.error(f"{name} is no result of a die: expected one such as 6, or several such as 1-3.")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _line(part: Entry, name: Any, sheet: Sheet) -> Arrivals:
    if part[name] == "nothing":
        return Arrivals(0, 0, (), again=False, fog=0, rain=False)
    line = mapping(part[name], part.where(name), "A line of reinforcements")
    only_keys(line, ("strikes", "gunfire", "units", "again", "fog", "rain"), "A line of reinforcements")
    rows = rows_of(line, "units")
    return Arrivals(
        strikes=number_of(line, "strikes", 0, least=0),
        gunfire=number_of(line, "gunfire", 0, least=0),
        groups=tuple(_group(_row(rows, place, "A group"), sheet) for place in range(len(rows))),
        again=flag_of(line, "again", False),
        fog=number_of(line, "fog", 0, least=0),
        rain=flag_of(line, "rain", False),
    )


def _group(row: Entry, sheet: Sheet) -> Group:
    """Such as {of: 27, choose: 10, edges: south, roads: 0422 2422, within: 2}, or {of: T, flown: true}."""
    only_keys(row, ("of", "choose", "random", "edges", "roads", "within", "flown"), "A group")
    name = sheet.contingent(need(row, "of", "A group"), row.where("of"))
    number = number_of(row, "choose", 0, least=1) if "choose" in row else 0
    if number > len(sheet.members(name)):
        raise row.error(f"{number} units of {name} are to come, but there are fewer.", "choose")
    random = flag_of(row, "random", False)
    if random and number:
        raise row.error("Units of a group are chosen or come at random, not both.", "random")
    pick = "choice" if number else "random" if random else "all"
    if flag_of(row, "flown", False):
        if {"edges", "roads", "within"} & set(row):
            raise row.error("A group that is flown in lands on an airfield and has no edges.", "flown")
        return Group(name, number, pick, (), (), 0, flown=True)
    need(row, "edges", "A group")
    edges = tuple(_edge(word, place) for word, place in words(row["edges"], row.where("edges")))
    roads = _roads(row, edges, sheet) if "roads" in row else ()
    if bool(roads) != ("within" in row):
        raise row.error("A group that comes by road has both roads and within.")
    return Group(name, number, pick, edges, roads, number_of(row, "within", 0, least=0), flown=False)


def _edge(word: str, where: Where) -> str:
    if word not in EDGES:
        raise where.error(f"There is no map edge {word}: expected one of {', '.join(EDGES)}.")
    return word


def _roads(row: Entry, edges: Sequence[str], sheet: Sheet) -> tuple[int, ...]:
    """Road hexes of the edges that a group comes by."""
    roads = sheet.hexes(row["roads"], row.where("roads"))
    grid = sheet.board.grid
    for road in roads:
        on_edge = any(road in grid.edge(edge) for edge in edges)
        if not on_edge or not sheet.board.way_in_hex("road", road):
            raise row.error(f"{grid.number(road)} is no road hex of the edge {' '.join(edges)}.", "roads")
    return roads


def _entry_ways(data: Entry, key: str, sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """Hexes where ways lead off the map, such as {road: 0422 2422, railroad: 0922}."""
    part, grid, found = entry_of(data, key), sheet.board.grid, {}
    only_keys(part, tuple(sheet.key.ways), "Entry ways")
    for way in part:
        found[way] = sheet.hexes(part[way], part.where(way))
        for hex_ in found[way]:
            if not sheet.board.way_in_hex(way, hex_) or not any(hex_ in grid.edge(edge) for edge in EDGES):
                raise part.error(f"No {way} leads off the map in {grid.number(hex_)}.", way)
    return found


def _edge_hexes(data: Entry, key: str, sheet: Sheet) -> tuple[int, ...]:
    """The hexes of an edge that units can enter."""
    edges = [_edge(word, place) for word, place in words(data[key], data.where(key))]
    hexes = {hex_ for edge in edges for hex_ in sheet.board.grid.edge(edge)}
    return tuple(sorted(hex_ for hex_ in hexes if not sheet.key.never(sheet.board, hex_)))


def _bonus(data: Entry, key: str, sheet: Sheet) -> tuple[Bonus, ...]:
    """Command points by the place that brings them, such as {Yongju: 2}."""
    part = entry_of(data, key)
    return tuple(
        Bonus(sheet.hexes(hex_text(name), part.where(name)), number_of(part, name, least=1)) for name in part
    )


# Set-up


def _stages(data: Entry, key: str, sheet: Sheet) -> dict[int, tuple[Stage, ...]]:
    part, found = entry_of(data, key), {}
    for side, name in _by_side(data, key, sheet).items():
        rows = rows_of(part, name)
        found[side] = tuple(
            _stage(_row(rows, place, "A stage of the set-up"), side, sheet) for place in range(len(rows))
        )
    return found


def _stage(row: Entry, side: int, sheet: Sheet) -> Stage:
    only_keys(row, (*STAGES, "number", "in", "by default"), "A stage of the set-up")
    kinds = [kind for kind in STAGES if kind in row]
    if len(kinds) != 1:
        raise row.error(f"A stage of the set-up has one of {', '.join(STAGES)}.")
    only_keys(row, (kinds[0], *STAGES[kinds[0]]), f"The stage {kinds[0]} of the set-up")
    if kinds[0] == "fog":
        return _fog_stage(row, sheet)
    name = sheet.contingent(row[kinds[0]], row.where(kinds[0]))
    for counter, _ in sheet.members(name):
        if counter.side != side:
            raise row.error(f"{counter.id} belongs to the other side.", kinds[0])
    if kinds[0] == "disrupt":
        return Stage("disrupt", name, _die(row, "number"), False, frozenset(), ())
    hexes = frozenset(sheet.hexes(row["in"], row.where("in"))) if "in" in row else frozenset()
    if kinds[0] == "draw":
        defaults = sheet.hexes(need(row, "by default", "A draw"), row.where("by default"))
        stage = Stage("place", name, _die(row, "number"), True, hexes, defaults)
        most = stage.add + len(FACES)
        if most > len(sheet.members(name)):
            raise row.error(f"Up to {most} units of {name} are drawn, but there are fewer.", "number")
    else:
        stage = Stage("place", name, 0, False, hexes, _own_defaults(row, name, sheet))
    _check_defaults(row, stage, sheet)
    return stage


def _own_defaults(row: Entry, name: str, sheet: Sheet) -> tuple[int, ...]:
    """The default hexes of a contingent as the lines of its counters have them."""
    found: list[int] = []
    for counter, start in sheet.members(name):
        if start.placement is None or start.placement.default < 0:
            raise row.error(f"{counter.id} has no hex by default in its line.", "place")
        found.append(start.placement.default)
    return tuple(found)


def _check_defaults(row: Entry, stage: Stage, sheet: Sheet) -> None:
    """Refuse a historical set-up that is outside its area, or lacks room."""
    number = sheet.board.grid.number
    for hex_ in stage.defaults:
        if stage.hexes and hex_ not in stage.hexes:
            raise row.error(f"The default hex {number(hex_)} is outside the area of {stage.contingent}.")
    for hex_, count in Tally(stage.defaults).items():
        if count > 2:
            raise row.error(f"{count} units have the default hex {number(hex_)}: two were expected at most.")


def _fog_stage(row: Entry, sheet: Sheet) -> Stage:
    """Fog of war counters: not next to one another."""
    defaults = sheet.hexes(need(row, "by default", "Fog of war"), row.where("by default"))
    grid = sheet.board.grid
    for hex_ in defaults:
        if any(near in defaults for near in grid.around(hex_)):
            raise row.error(f"Another fog of war counter would be next to {grid.number(hex_)}.", "by default")
    add = _die(row, "fog")
    if len(defaults) < add + len(FACES):
        raise row.error(f"{add + len(FACES)} hexes by default were expected.", "by default")
    return Stage("fog", "", add, False, frozenset(), defaults)


def _die(row: Entry, key: str) -> int:
    """What is added to a die, in a number such as 1d6 or 1d6+6."""
    text = text_of(row, key, "1d6")
    match = re.fullmatch(r"1d6(?: ?\+ ?([0-9]{1,2}))?", text)
    if not match:
        raise row.error(f"{text} is no number of counters: expected 1d6, or 1d6+6.", key)
    return int(match[1] or 0)


READERS: Mapping[str, Reader] = {
    "airborne": _side,
    "night": _turns,
    "command": _command,
    "stacking": _number,
    "ranged-limit": _limits,
    "strike-limit": _number,
    "drop-zones": _zones,
    "drops": _drops,
    "supply-drops": _supply,
    "first-strikes": _number,
    "first-gunfire": _number,
    "night-strikes": _number,
    "reinforcements": _reinforcements,
    "bonus": _bonus,
    "bridge-builders": _units,
    "bridge-markers": _number,
    "set-up-stages": _stages,
    "withdrawal": _edge_hexes,
    "entry-ways": _entry_ways,
    "airfields": _hexes,
    "apart": _contingents,
    "night-fighters": _contingents,
}
NEEDED = ("airborne", "command", "drop-zones", "set-up-stages")
"""Keys that no airborne battle can do without."""

UNSAID: Mapping[str, Any] = {
    "stacking": 2,
    "ranged-limit": (1, 1),
    "strike-limit": 3,
    "first-strikes": 0,
    "first-gunfire": 0,
    "night-strikes": 0,
    "bridge-markers": 1,
}
"""Figures of a battle whose sheet does not give them."""
