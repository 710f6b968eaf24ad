"""Pictures: well formed, complete, the same every time."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import yaml

from hexfolio.core.board import Board, Fortification
from hexfolio.core.counters import SIZES, Counter, Marker
from hexfolio.core.hexes import Grid
from hexfolio.render.counters import SYMBOLS, counter_svg, marker_svg
from hexfolio.render.fortifications import FORTIFICATIONS
from hexfolio.render.hexsides import COURSES, CROSSINGS, MARKS
from hexfolio.render.key import label
from hexfolio.render.maps import map_svg
from hexfolio.render.palette import DAY, NATIONS, nation_colours
from hexfolio.render.positions import Piece, position_svg
from hexfolio.render.terrain import TERRAIN
from hexfolio.render.ways import WAYS

HEXSIDES = {*COURSES, *CROSSINGS, *MARKS}
KEY = yaml.safe_load((files("hexfolio.battles") / "terrain-key.yaml").read_text(encoding="utf-8"))


def sketch(straight: str = "columns") -> Board:
    """A map with everything on it: one hex per kind of terrain, one hexside per feature, one line per way."""
    grid = Grid(8, 7, straight)
    kinds = [*TERRAIN]
    terrain = tuple((kinds[h % len(kinds)],) for h in range(grid.size))
    sides = sorted({grid.side(h, d) for h in range(grid.size) for d in range(6)})
    hexsides = {side: frozenset({kind}) for side, kind in zip(sides[20:], sorted(HEXSIDES), strict=False)}
    ways = {}
    for row, kind in enumerate(WAYS):
        line = grid.line(row, (grid.columns - 1) * grid.rows + row)
        steps = pairwise(line)
        ways[kind] = frozenset(grid.side(a, grid.direction(a, b)) for a, b in steps)
    works = {h: Fortification(kind) for h, kind in enumerate([*FORTIFICATIONS, "redoubt"])}
    return Board("Sketch", grid, terrain, hexsides, ways, {"Smith & Sons <Mill>": (9, 10)}, works)


def bare(terrain: str = "clear", side: str = "", way: str = "") -> Board:
    grid = Grid(3, 3)
    middle = grid.side(4, 1)
    return Board(
        "Bare",
        grid,
        tuple((terrain,) for _ in range(grid.size)),
        {middle: frozenset({side})} if side else {},
        {way: frozenset({middle})} if way else {},
    )


def texts(svg: str) -> list[str]:
    return [
        "".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("}text")
    ]


def unit(**changes: object) -> Counter:
    known: dict[str, object] = {"index": 0, "id": "4/47", "side": 0, "steps": ((5, 6, 8), (3, 4, 7))}
    return Counter(**(known | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("straight", ["columns", "rows"])
@pytest.mark.parametrize("relief", [True, False])
def test_every_hex_number_is_printed_once(straight: str, relief: bool) -> None:
    board = sketch(straight)
    printed = [words for words in texts(map_svg(board, relief=relief)) if re.fullmatch(r"\d{4}", words)]
    assert sorted(printed) == sorted(board.grid.number(h) for h in range(board.grid.size))


def test_the_same_board_gives_the_same_picture() -> None:
    assert map_svg(sketch()) == map_svg(sketch())


def test_names_and_titles_may_hold_any_character() -> None:
    printed = texts(map_svg(sketch(), "Rivers & <Hills>"))
    assert "Rivers & <Hills>" in " ".join(printed)
    assert "Smith & Sons <Mill>" in printed


def test_every_kind_of_the_terrain_key_has_a_drawing() -> None:
    assert set(KEY["hexes"]) <= set(TERRAIN)
    assert set(KEY["hexsides"]) <= HEXSIDES
    assert set(KEY["ways"]) <= set(WAYS)
    assert set(DAY.ground) <= set(TERRAIN)


@pytest.mark.parametrize("kind", sorted({*TERRAIN, "tundra"} - {"clear"}))
@pytest.mark.parametrize("relief", [True, False])
def test_every_terrain_shows_on_the_map(kind: str, relief: bool) -> None:
    svg = map_svg(bare(kind), relief=relief)
    assert label(kind) in texts(svg)
    assert len(svg) > len(map_svg(bare(), relief=relief)) + 200


@pytest.mark.parametrize("kind", sorted({*HEXSIDES, "hedge"}))
def test_every_hexside_feature_shows_on_the_map(kind: str) -> None:
    svg = map_svg(bare(side=kind))
    assert label(kind) in texts(svg)
    sheet, plain = (ElementTree.fromstring(s).findall(".//{*}path") for s in (svg, map_svg(bare())))
    assert len(sheet) >= len(plain) + 2, "once on the map, once in the key"


@pytest.mark.parametrize("kind", sorted({*WAYS, "causeway"}))
def test_every_way_shows_on_the_map(kind: str) -> None:
    svg = map_svg(bare(way=kind))
    assert label(kind) in texts(svg)
    assert len(svg) > len(map_svg(bare())) + 400


def test_all_tints_are_told_apart() -> None:
    tints = [DAY.clear, *DAY.ground.values()]
    assert len(tints) == len(set(tints))


def test_the_key_names_only_what_occurs() -> None:
    printed = texts(map_svg(bare("woods", side="river")))
    assert {"Woods", "River"} <= set(printed)
    assert not {"Clear", "Mountain", "Canal", "Road"} & set(printed)


def test_a_counter_shows_values_number_and_size() -> None:
    printed = texts(counter_svg(unit(size="battalion")))
    assert {"5-6-8", "4", "47", "II"} <= set(printed)


def test_a_depleted_counter_shows_its_second_step_in_italics() -> None:
    svg = counter_svg(unit(), step=1)
    assert "3-4-7" in texts(svg)
    assert 'font-style="italic"' in svg


def test_a_mobile_allowance_stands_apart_in_red() -> None:
    svg = counter_svg(unit(mobility="mobile"))
    assert {"5-6-", "8"} <= set(texts(svg))
    assert re.search(r'fill="#a30d18"[^>]*>8<', svg)


def test_a_single_digit_movement_is_not_taken_from_the_wrong_end() -> None:
    assert {"8-8-", "8"} <= set(texts(counter_svg(unit(steps=((8, 8, 8),), mobility="mobile"))))


@pytest.mark.parametrize("symbol", sorted({*SYMBOLS, "balloon"}))
def test_symbols_differ(symbol: str) -> None:
    others = {
        counter_svg(unit(symbol=other)) for other in SYMBOLS if SYMBOLS[other] is not SYMBOLS.get(symbol)
    }
    assert counter_svg(unit(symbol=symbol)) not in others


@pytest.mark.parametrize("size", sorted(SIZES.values()))
def test_every_size_has_its_mark(size: str) -> None:
    assert counter_svg(unit(size=size)) != counter_svg(unit())


def test_counters_take_the_colour_of_their_nation_or_else_of_their_side() -> None:
    assert NATIONS["rok"].face in counter_svg(unit(nation="rok"))
    assert NATIONS["china"].face in counter_svg(unit(nation="rok"), colour="china")
    assert nation_colours("", 0) != nation_colours("", 1)


def test_markers_show_their_value() -> None:
    assert texts(marker_svg(Marker(0, 1, 3, "air"))) == ["3"]


def test_a_position_shows_its_counters_and_counts_stacks() -> None:
    pieces = [Piece(unit(), 9), Piece(unit(id="E"), 9, 1, "red"), Piece(unit(id="7"), 20)]
    svg = position_svg(sketch(), pieces, "Turn 3", "The mill is held.")
    printed = texts(svg)
    assert printed.count("5-6-8") == 2
    assert {"3-4-7", "E", "2", "Turn 3", "The mill is held."} <= set(printed)
    assert svg == position_svg(sketch(), pieces, "Turn 3", "The mill is held.")
