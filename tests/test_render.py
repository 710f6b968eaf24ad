"""Pictures: well formed, complete, the same every time."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import yaml

from hexfolio.battles import registry
from hexfolio.core.battle import Arrival, Battle
from hexfolio.core.board import Board, Fortification, NameLine
from hexfolio.core.counters import SIZES, Counter, Marker
from hexfolio.core.hexes import Grid
from hexfolio.render.battle_maps import battle_svg
from hexfolio.render.battle_marks import battle_marks, side_nation
from hexfolio.render.counters import SYMBOLS, counter_svg, marker_svg
from hexfolio.render.crossings import crossings_layer
from hexfolio.render.curves import ribbon
from hexfolio.render.erosion import eroded
from hexfolio.render.fortifications import FORTIFICATIONS
from hexfolio.render.hexsides import COURSES, CROSSINGS, MARKS, course_lines
from hexfolio.render.key import Heading, KeyRow, hexside_kinds, key_panel, label, panel_scale, terrain_kinds
from hexfolio.render.lettering import Setting
from hexfolio.render.maps import map_frame, map_svg
from hexfolio.render.names import settings
from hexfolio.render.obstacles import number_places
from hexfolio.render.palette import DAY, NATIONS, WINTER, Palette, nation_colours, palette_for
from hexfolio.render.pictures import indexed_png
from hexfolio.render.places import place_class
from hexfolio.render.png import png_zoom
from hexfolio.render.positions import Piece, position_svg
from hexfolio.render.rasters import Lattice
from hexfolio.render.relief import Ground, worn_ground
from hexfolio.render.svg import Box
from hexfolio.render.terrain import TERRAIN
from hexfolio.render.turn_track import date_lines
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


def test_the_panel_shrinks_a_little_rather_than_begin_a_column() -> None:
    board = bare("hill", "river", "road")
    rows = [KeyRow("", 0.5)] * 4
    wide = Box(0, 0, 1, 20)
    _, loose = key_panel(board, Heading("Bare"), wide, DAY, False, [("More", rows)])
    tight = Box(0, 0, 1, loose.bottom * 0.9)
    _, packed = key_panel(board, Heading("Bare"), tight, DAY, False, [("More", rows)])
    assert packed.bottom == pytest.approx(tight.bottom)
    assert packed.right < loose.right
    _, broken = key_panel(
        board, Heading("Bare"), Box(0, 0, 1, loose.bottom * 0.6), DAY, False, [("More", rows)]
    )
    assert broken.right > loose.right


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


def test_relief_is_a_picture_inside_the_file_and_no_filter() -> None:
    svg = map_svg(bare("mountain"))
    assert "<filter" not in svg
    pictures = re.findall(r'<image [^>]*href="data:image/png;base64,([^"]+)"', svg)
    assert len(pictures) == 2, "the ground, and the sample in the key"
    assert all(b64decode(picture).startswith(b"\x89PNG") for picture in pictures)
    assert "<image" not in map_svg(bare("mountain"), relief=False) + map_svg(bare("woods"))


def test_the_largest_map_stays_small_enough_for_a_browser() -> None:
    assert len(map_svg(registry.board("pusan"))) < 2_000_000


def test_outlines_are_filled_but_not_their_holes() -> None:
    lattice = Lattice.over(Box(-1, -1, 2, 2), 10)
    outer, inner = [(0, 0), (1, 0), (1, 1), (0, 1)], [(0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)]
    assert sum(lattice.filled([outer])) == 100
    assert sum(lattice.filled([outer, inner])) == 84
    assert sum(lattice.filled([[(x + 1.5, y) for x, y in outer]])) == 50, "the rest lies outside"


def test_blurring_spreads_but_loses_nothing() -> None:
    lattice = Lattice.over(Box(0, 0, 3, 2), 10)
    spot = [0.0] * lattice.size
    spot[lattice.width * 10 + 15] = 1.0
    soft = lattice.blurred(spot, 0.2)
    assert sum(soft) == pytest.approx(1)
    assert max(soft) == soft[lattice.width * 10 + 15] < 0.1
    assert lattice.blurred(spot, 0.01) == spot


def test_ground_is_worn_into_valleys_without_hollows() -> None:
    lattice = Lattice.over(Box(0, 0, 3, 3), 12)
    base = bytearray(lattice.size)
    heights = eroded(lattice, [1.0] * lattice.size, base, "test")
    risen = [i for i, low in enumerate(base) if not low]
    around = [1, -1, lattice.width, -lattice.width]
    around += [a + b for a in around[:2] for b in around[2:]]
    assert all(heights[i] > 0 for i in risen)
    assert all(min(heights[i + step] for step in around) < heights[i] for i in risen)
    assert heights == eroded(lattice, [1.0] * lattice.size, bytearray(lattice.size), "test")
    assert heights != eroded(lattice, [1.0] * lattice.size, bytearray(lattice.size), "other")


def test_slopes_towards_the_north_west_are_lit() -> None:
    square = ((0.3, 0.3), (2.7, 0.3), (2.7, 2.7), (0.3, 2.7))
    ground = worn_ground(Ground(Box(0, 0, 3, 3), (("mountain", (square,)),)))
    width = ground.lattice.width
    places = [(i % width, i // width) for i in range(ground.lattice.size)]
    upper = [light for (x, y), light in zip(places, ground.shade, strict=True) if x + y < 0.6 * width]
    lower = [light for (x, y), light in zip(places, ground.shade, strict=True) if x + y > 1.4 * width]
    assert sum(upper) > sum(lower)


def test_a_picture_of_few_colours_is_a_sound_png() -> None:
    png = indexed_png(2, bytes([0, 1, 1, 0]), [(255, 0, 0, 255), (0, 0, 255, 128)])
    assert b"PLTE\xff\0\0\0\0\xff" in png
    start = png.index(b"IDAT")
    length = int.from_bytes(png[start - 4 : start], "big")
    assert zlib.decompress(png[start + 4 : start + 4 + length]) == bytes([2, 0, 1, 2, 1, 255])
    assert png[start + 4 + length :][:4] == zlib.crc32(png[start : start + 4 + length]).to_bytes(4, "big")


def test_large_pictures_are_drawn_smaller_as_png() -> None:
    assert png_zoom('<svg xmlns="x" viewBox="0 0 9 9" width="900" height="800" role="img">') == 1
    zoom = png_zoom('<svg xmlns="x" viewBox="0 0 9 9" width="6000" height="4000" role="img">')
    assert zoom == pytest.approx(6**-0.5)


def lettered(*lines: NameLine) -> dict[str, Setting]:
    board = open_ground(14, 9, names=lines)
    return settings(board, map_frame(board))


def test_a_name_runs_beside_its_river() -> None:
    grid = Grid(14, 9)
    sides = tuple(grid.side(grid.index(f"{column:02}05"), d) for column in range(3, 10) for d in (2, 3))
    board = open_ground(
        14, 9, names=(NameLine("Wend", sides=sides),), hexsides={s: frozenset({"river"}) for s in sides}
    )
    ((_, setting),) = settings(board, map_frame(board)).items()
    middles = [grid.corners(side // 6)[side % 6] for side in sides]
    for box in setting.boxes:
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        assert 0.05 < min(abs(x - mx) + abs(y - my) for mx, my in middles) < 0.9
    xs = [x for x, _ in setting.line]
    assert xs == sorted(xs)
    assert setting.lettering.colour == "water_name"


def test_a_name_is_read_from_left_to_right_or_downwards() -> None:
    grid = Grid(14, 9)
    level = tuple(grid.index(f"{column:02}04") for column in range(10, 2, -1))
    upright_line = tuple(grid.index(f"05{row:02}") for row in range(8, 2, -1))
    for hexes, axis in ((level, 0), (upright_line, 1)):
        (setting,) = lettered(NameLine("Wend River", hexes=hexes)).values()
        along = [point[axis] for point in setting.line]
        assert along == sorted(along)


def test_a_name_may_stand_several_times() -> None:
    grid = Grid(14, 9)
    lines = [
        NameLine("Wend", hexes=tuple(grid.index(f"{column:02}{row}") for column in range(3, 9)))
        for row in ("03", "06")
    ]
    svg = map_svg(open_ground(14, 9, names=tuple(lines)))
    assert texts(svg).count("Wend") == 2
    used = re.findall(r'textPath href="#([^"]+)"', svg)
    assert len(set(used)) == 2
    assert all(svg.count(f'id="{name}"') == 1 for name in used)


def crossroads(**changes: object) -> Battle:
    return replace(registry.load("crossroads", "fm-2023"), **changes)  # type: ignore[arg-type]


def test_a_battle_has_a_turn_track_and_a_map_has_none() -> None:
    battle = crossroads()
    printed = texts(battle_svg(battle, relief=False))
    assert "TURN TRACK" in printed
    track = printed[printed.index("TURN TRACK") + 2 :]
    assert track[:8] == ["1", "1 May morning", "4", "3", "2", "1 May evening", "6", "3"]
    assert "TURN TRACK" not in texts(map_svg(battle.board, relief=False))


def test_the_turn_track_leaves_out_what_a_battle_does_not_have() -> None:
    printed = texts(battle_svg(crossroads(dates=(), allotments=(), arrivals={}), relief=False))
    assert "TURN TRACK" in printed
    assert not [words for words in printed if "markers" in words or "dot" in words or "May" in words]


@pytest.mark.parametrize(
    ("date", "width", "lines"),
    [
        ("5-6 August 1950", 0.6, ["5-6", "Aug"]),
        ("16 September", 1.5, ["16 Sep"]),
        ("1 May evening", 0.8, ["1 May", "evening"]),
        ("31 August - 1 September", 0.8, ["31 Aug \N{EN DASH}", "1 Sep"]),
    ],
)
def test_dates_are_short_on_the_track(date: str, width: float, lines: list[str]) -> None:
    assert date_lines(date, width) == lines


def test_supply_entries_exits_and_points_are_marked_at_the_edge_of_their_hex() -> None:
    plain = crossroads()
    grid = plain.board.grid
    special = {
        "symbols": {"blue": (grid.index("0101"),)},
        "sources": {"red": (grid.index("1409"), grid.index("0905"))},
        "exits": {"red": (grid.index("1401"),)},
    }
    battle = replace(plain, special=special)
    marks = battle_marks(battle, battle.board, map_frame(battle.board))
    found = {(mark.kind, mark.side, grid.number(mark.hex)) for mark in marks}
    assert {("supply", 0, "0101"), ("port", 1, "1409"), ("supply", 1, "0905"), ("exit", 1, "1401")} <= found
    entries = {grid.number(h) for arrival in plain.arrivals.values() for h in arrival.hexes}
    assert {number for kind, _, number in found if kind == "entry"} == entries
    assert ("points", 0, "0706") in found
    for mark in marks:
        x, y = grid.centre(mark.hex)
        assert 0.25 < ((mark.place[0] - x) ** 2 + (mark.place[1] - y) ** 2) ** 0.5 < 0.5
    boxes = [mark.box for mark in marks]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.overlap(b) > 0.01]
    printed = texts(battle_svg(battle, relief=False))
    assert {"Western Brigade supply", "Fourways Garrison port", "Fourways Garrison exit"} <= set(printed)
    assert "Fourways Garrison supply" not in texts(battle_svg(plain, relief=False))


def test_arrows_of_entry_point_into_the_map() -> None:
    battle = crossroads(arrivals={0: Arrival(2, (4,))})
    marks = [m for m in battle_marks(battle, battle.board, map_frame(battle.board)) if m.kind == "entry"]
    assert [m.hex for m in marks] == [4]
    assert 45 < marks[0].turn % 360 < 135, "from the west edge to the east"


def test_the_key_of_a_battle_tells_levels_of_victory_and_forces() -> None:
    printed = texts(battle_svg(crossroads(), relief=False))
    assert {"VICTORY", "20 or more", "4 to 19", "Draw", "FORCES", "1 May morning to 3 May evening"} <= set(
        printed
    )
    assert "\N{MINUS SIGN}17 or less" in printed


def test_short_names_of_nations_have_the_nations_colours() -> None:
    assert nation_colours("nk", 0) == NATIONS["north-korea"]
    assert nation_colours("cn", 1) == NATIONS["china"]
    battle = crossroads(
        counters=(unit(nation="us"), unit(index=1, nation="rok"), unit(index=2, nation="rok"))
    )
    assert side_nation(replace(battle, placements={}, arrivals={}), 0) == "rok"
    assert side_nation(replace(battle, placements={0: battle.placements[0]}, arrivals={}), 0) == "us"
