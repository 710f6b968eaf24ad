"""Pictures: well formed, complete, the same every time."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import yaml

from hexfolio.core.board import Board, Fortification
from hexfolio.core.counters import SIZES, Counter, Marker
from hexfolio.core.hexes import Grid
from hexfolio.render.counters import SYMBOLS, counter_svg, marker_svg
from hexfolio.render.crossings import crossings_layer
from hexfolio.render.curves import ribbon
from hexfolio.render.fortifications import FORTIFICATIONS
from hexfolio.render.hexsides import COURSES, CROSSINGS, MARKS, course_lines
from hexfolio.render.key import hexside_kinds, label, panel_scale, terrain_kinds
from hexfolio.render.maps import map_frame, map_svg
from hexfolio.render.lettering import Setting
from hexfolio.render.names import settings
from hexfolio.render.obstacles import number_places
from hexfolio.render.palette import DAY, NATIONS, WINTER, Palette, nation_colours, palette_for
from hexfolio.render.places import place_class
from hexfolio.render.positions import Piece, position_svg
from hexfolio.render.svg import Box
from hexfolio.render.terrain import TERRAIN
from hexfolio.render.upright import flat_topped, upright
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


@pytest.mark.parametrize("colours", [DAY, WINTER])
def test_all_tints_are_told_apart(colours: Palette) -> None:
    tints = [colours.clear, *colours.ground.values()]
    assert len(tints) == len(set(tints))


def test_the_key_names_only_what_occurs() -> None:
    printed = texts(map_svg(bare("woods", side="river")))
    assert {"Woods", "River"} <= set(printed)
    assert not {"Clear", "Mountain", "Canal", "Road"} & set(printed)


def open_ground(columns: int = 7, rows: int = 6, **changes: object) -> Board:
    grid = Grid(columns, rows)
    return replace(Board("Open", grid, (("clear",),) * grid.size), **changes)  # type: ignore[arg-type]


def river(grid: Grid, *pairs: str) -> list[int]:
    """The hexsides between hexes written as 0303/0304."""
    found = []
    for pair in pairs:
        a, b = (grid.index(number) for number in pair.split("/"))
        found.append(grid.side(a, grid.direction(a, b)))
    return found


@pytest.mark.parametrize(
    ("board", "colours"),
    [
        (bare("mountain"), DAY),
        (bare("reservoir"), DAY),
        (bare("frozen-mountain"), WINTER),
        (bare(side="frozen-river"), WINTER),
    ],
)
def test_winter_colours_where_anything_is_frozen(board: Board, colours: Palette) -> None:
    assert palette_for(board) == colours
    assert f'fill="{colours.page}"' in map_svg(board)
    assert f'fill="{colours.page}"' in position_svg(board, [Piece(unit(), 4)])


def test_winter_leaves_no_colour_of_the_day_on_the_map() -> None:
    svg = map_svg(
        replace(bare("frozen-mountain", "frozen-river", "road"), places={"Mill": (4,)}, scale_km=4.0)
    )
    ours = {value for value in vars(WINTER).values() if isinstance(value, str)}
    theirs = {value for value in vars(DAY).values() if isinstance(value, str)} - ours
    assert not [colour for colour in theirs if colour in svg]


def test_the_scale_is_shown_in_kilometres_and_miles() -> None:
    printed = texts(map_svg(open_ground(scale_km=4.8)))
    assert {"SCALE", "km", "miles", "One hex is 4.8 km, 3 miles."} <= set(printed)
    assert "SCALE" not in texts(map_svg(open_ground()))


def test_the_north_arrow_follows_the_grid() -> None:
    assert "rotate(" not in map_svg(bare())
    assert "rotate(-30.0)" in map_svg(replace(bare(), grid=Grid(3, 3, north=30)))


@pytest.mark.parametrize("straight", ["columns", "rows"])
@pytest.mark.parametrize(("north", "up"), [("n", (0, -1)), ("e", (-1, 0)), ("s", (0, 1)), ("w", (1, 0))])
def test_maps_are_drawn_with_north_up(straight: str, north: str, up: tuple[int, int]) -> None:
    """`up` is the way on the printed page that is up in the picture."""
    printed = Grid(4, 5, straight, north=north)
    board = Board("Turned", printed, (("clear",),) * printed.size)
    turned = upright(board)
    assert upright(turned) is turned
    drawn = turned.grid
    for h in range(printed.size):
        x, y = printed.centre(h)
        assert drawn.centre(h)[1] == pytest.approx(-(x * up[0] + y * up[1]))
        middle = [sum(corner[axis] for corner in drawn.corners(h)) / 6 for axis in (0, 1)]
        assert middle == pytest.approx(drawn.centre(h))
    assert flat_topped(drawn) == ((straight == "columns") == (up[0] == 0))
    assert "rotate(" not in map_svg(board)


def test_the_key_has_a_sensible_order() -> None:
    board = sketch()
    kinds = terrain_kinds(board)
    assert [k for k in kinds if k in ("sea", "city", "clear", "hill", "mountain", "town")] == [
        "clear",
        "hill",
        "mountain",
        "city",
        "town",
        "sea",
    ]
    sides = hexside_kinds(board)
    assert (
        sides.index("han-river")
        < sides.index("minor-river")
        < sides.index("bridge")
        < sides.index("minefield")
    )


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("minor-river", "Minor river"),
        ("han-river", "Han River"),
        ("frozen-mountain", "Frozen mountain"),
        ("frozen-reservoir-hexside", "Frozen reservoir"),
    ],
)
def test_labels(kind: str, words: str) -> None:
    assert label(kind) == words


def test_the_panel_grows_with_the_map() -> None:
    assert panel_scale(open_ground(14, 11)) == 1
    assert 1 < panel_scale(open_ground(37, 21)) <= 2


def test_a_river_narrows_to_its_source_and_only_there() -> None:
    grid = Grid(7, 6)
    sides = river(grid, "0303/0304", "0304/0403", "0304/0404")
    board = open_ground(hexsides={side: frozenset({"minor-river"}) for side in sides})
    (line,) = course_lines(board)["minor-river"]
    assert len(line.sources) == 2
    lake = tuple(("lake",) if grid.number(h) == "0404" else ("clear",) for h in range(grid.size))
    (line,) = course_lines(replace(board, terrain=lake))["minor-river"]
    assert len(line.sources) == 1
    larger = {**board.hexsides, river(grid, "0404/0504")[0]: frozenset({"han-river"})}
    assert len(course_lines(replace(board, hexsides=larger))["han-river"]) == 1
    assert ribbon([(0, 0), (1, 0)], 0.4, 0.5) == "M0,-10L100,-20L100,20L0,10Z"


def test_bridges_stand_on_each_way_and_span_the_water() -> None:
    grid = Grid(7, 6)
    (side,) = river(grid, "0303/0304")

    def drawn(water: str, *ways: str) -> str:
        board = open_ground(
            hexsides={side: frozenset({water, "bridge"})}, ways={way: frozenset({side}) for way in ways}
        )
        return crossings_layer(board, DAY)

    assert drawn("minor-river").count("translate") == drawn("minor-river", "road").count("translate") == 1
    assert drawn("minor-river", "road", "railway").count("translate") == 2
    assert drawn("minor-river", "road") != drawn("han-river", "road")


def test_places_are_told_apart_by_ground_and_name() -> None:
    grid = Grid(7, 6)
    terrain = [("clear",)] * grid.size
    for number, kind in {"0101": "town", "0202": "hill", "0303": "mountain", "0404": "sea"}.items():
        terrain[grid.index(number)] = (kind,)
    road = frozenset(river(grid, "0202/0302"))
    board = open_ground(terrain=tuple(terrain), ways={"road": road})

    def class_of(name: str, *numbers: str) -> str:
        return place_class(board, name, [grid.index(number) for number in numbers])

    assert class_of("Taegu", "0101") == "town"
    assert class_of("Haengju", "0202") == "village"
    assert class_of("Hill 131", "0202") == "peak"
    assert class_of("Toktong Pass", "0202") == "pass"
    assert class_of("Sobaek", "0303") == "peak"
    assert class_of("Sobaek", "0303", "0202") == "range"
    assert class_of("Korea Strait", "0404") == "sea"
    assert class_of("Naktong River", "0505", "0506") == "river"
    assert class_of("Pian", "0505") == "village"


def test_names_on_a_crowded_map_keep_clear_of_each_other_and_of_hex_numbers() -> None:
    grid = Grid(12, 9)
    towns = {f"Chongsong {h}": (h,) for h in range(0, grid.size, 3)}
    terrain = tuple(("town",) if h % 3 == 0 else ("hill",) for h in range(grid.size))
    board = Board("Crowd", grid, terrain, places=towns)
    boxes = [box for setting in settings(board, map_frame(board)).values() for box in setting.boxes]
    assert len(boxes) == len(towns)
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.overlap(b) > 0]
    figures = [Box(x - 0.1, y - 0.08, x + 0.1, y) for x, y in number_places(board)]
    assert sum(box.overlap(figure) > 0.005 for box in boxes for figure in figures) <= len(boxes) / 10


def test_the_name_of_a_long_area_is_spread_along_it() -> None:
    def name(*numbers: str) -> Setting:
        board = open_ground(9, 9, places={"Han River": tuple(Grid(9, 9).index(n) for n in numbers)})
        return settings(board, map_frame(board))["Han River"]

    level, down = (
        name("0202", "0302", "0402", "0502", "0602", "0702"),
        name("0402", "0403", "0404", "0405", "0406"),
    )
    assert level.lettering.italic
    assert level.lettering.tracking > name("0402").lettering.tracking
    assert max(box.right for box in level.boxes) - min(box.left for box in level.boxes) > 2.5
    assert max(box.bottom for box in down.boxes) - min(box.top for box in down.boxes) > 2


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
