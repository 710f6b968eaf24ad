"""The map of Munsan-ni: hexes the battle names, the banks of the Imjin, ways, waters and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from hexfolio.battles.loading import load_shared_map
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.hexes import OFF_MAP
from hexfolio.rulebooks.sheets import SheetError, Where, parse_sheet

BOARD, KEY = read_map(load_shared_map("tomahawk", Where("tests", 1)), "Tomahawk")
GRID = BOARD.grid

NAMED = {
    "0810": ("town", "Munsan-ni, objective for ten points"),
    "3112": ("town", "Tokchon, objective for ten points"),
    "2921": ("town", "Uijeongbu, command points"),
    "0815": ("town", "Wijon-ni, objective, command points"),
    "1511": ("town", "Pobwon-ni, objective"),
    "2308": ("town", "Sinchon, objective"),
    "2704": ("peak", "Hill 507, objective"),
    "0909": ("clear", "north drop zone in history"),
    "1013": ("rice-paddy", "south drop zone in history"),
    "0101": ("clear", "north of the Imjin, closed to the Communist set-up"),
    "0211": ("all-river", "the wide Imjin"),
}
ON_WAYS = ("0810", "3112", "2921", "0815", "1511", "2308")
"""Places that roads or trails lead to."""

ENTRIES = {
    "south": {"1122", "1622", "2422", "3022"},
    "north": {"1801", "3101"},
    "east": {"3418"},
    "west": set[str](),
}
"""Where roads reach the edges, all of them."""

NEAR_ENTRIES = {
    "1122": "0822 0922 1022 1122 1222 1322 1422",
    "1622": "1322 1422 1522 1622 1722 1822 1922",
    "2422": "2122 2222 2322 2422 2522 2622 2722",
    "3022": "2722 2822 2922 3022 3122 3222 3322",
}
"""South edge hexes within three of its road hexes."""

NORTH_BANK = ("0101", "0111", "0210", "0311", "0307", "0411", "0505", "0907", "1006", "1105", "1101")
SOUTH_BANK = ("0112", "0212", "0312", "0407", "0412", "0506", "0810", "1007", "1106", "1201", "3422")
NORTH, SOUTH = (set(BOARD.areas[f"{bank} of the Imjin"]) for bank in ("north", "south"))
CLASSES = ("light", "mechanized", "motorized")
MARKED = ("road", "railroad", "trail")

Step = Callable[[int, int], bool]


def index(number: str) -> int:
    return GRID.index(number)


def numbers(hexes: Iterable[int]) -> set[str]:
    return {GRID.number(h) for h in hexes}


def side(text: str) -> int:
    a, b = (index(number) for number in text.split("/"))
    assert GRID.direction(a, b) >= 0, f"{text} are not neighbours"
    return BOARD.side_between(a, b)


def sides_with(kind: str) -> set[int]:
    return {s for s, kinds in BOARD.hexsides.items() if kind in kinds}


def hexes_of(s: int) -> tuple[int, int]:
    return s // 6, GRID.neighbour(s // 6, s % 6)


def corners(s: int) -> set[tuple[float, float]]:
    around = GRID.corners(s // 6)
    return {(round(x, 3), round(y, 3)) for x, y in (around[s % 6], around[(s + 1) % 6])}


def touching(corner: tuple[float, float]) -> set[int]:
    """The hexes that meet at a corner: fewer than three at the rim."""
    return {h for h in range(GRID.size) if corner in {(round(x, 3), round(y, 3)) for x, y in GRID.corners(h)}}


def reached(start: str, may: Step) -> set[int]:
    found, ahead = {index(start)}, [index(start)]
    while ahead:
        here = ahead.pop()
        new = {there for there in GRID.around(here) if there not in found and may(here, there)}
        found |= new
        ahead += new
    return found


def on_map(*ways: str) -> Step:
    """Steps along a way, whether or not it counts there."""
    return lambda a, b: any(BOARD.side_between(a, b) in BOARD.ways[way] for way in ways)


def moves(mobility: str) -> Step:
    return lambda a, b: KEY.step_cost(BOARD, a, GRID.direction(a, b), mobility) > 0


def along(*ways: str) -> Step:
    """Steps along a way where it counts."""
    return lambda a, b: (
        any(BOARD.side_between(a, b) in BOARD.ways[way] for way in ways)
        and KEY.way_cost(BOARD, BOARD.side_between(a, b)) > 0
    )


def cost(start: str, goal: str, mobility: str) -> float:
    return KEY.step_cost(BOARD, index(start), GRID.direction(index(start), index(goal)), mobility) / 2


class TestSheet:
    def test_size_and_north(self) -> None:
        assert (GRID.columns, GRID.rows, GRID.size) == (34, 22, 748)
        assert [GRID.direction_name(d) for d in range(6)] == ["n", "ne", "se", "s", "sw", "nw"]
        assert GRID.number(GRID.neighbour(index("0810"), 1)) == "0910"
        assert BOARD.scale_km == 1.2

    def test_kinds(self) -> None:
        assert {kind for kinds in BOARD.terrain for kind in kinds} == {
            "clear",
            "rice-paddy",
            "hill",
            "peak",
            "town",
            "all-river",
        }
        assert {kind for kinds in BOARD.hexsides.values() for kind in kinds} == {
            "river",
            "stream",
            "bridge",
            "bridge-blown",
        }
        assert BOARD.ways.keys() == set(MARKED)
        assert all(len(kinds) == 1 for kinds in BOARD.terrain)

    def test_no_hex_of_high_or_low_ground_lies_alone(self) -> None:
        high = {h for h, kinds in enumerate(BOARD.terrain) if kinds[0] in ("hill", "peak")}
        assert numbers(h for h in high if not high & set(GRID.around(h))) == set()
        low = set(range(GRID.size)) - high
        assert numbers(h for h in low if high >= set(GRID.around(h))) == set()


class TestNamedHexes:
    @pytest.mark.parametrize("number", NAMED)
    def test_is_there_with_its_feature(self, number: str) -> None:
        feature, why = NAMED[number]
        assert BOARD.terrain[index(number)] == (feature,), why

    def test_places(self) -> None:
        places = {name: numbers(hexes) for name, hexes in BOARD.places.items()}
        for name, number in {
            "Munsan-ni": "0810",
            "Tokchon": "3112",
            "Uijeongbu": "2921",
            "Wijon-ni": "0815",
            "Pobwon-ni": "1511",
            "Sinchon": "2308",
        }.items():
            assert places[name] == {number}

    def test_towns_are_named(self) -> None:
        towns = {h for h, kinds in enumerate(BOARD.terrain) if "town" in kinds}
        assert towns <= {h for hexes in BOARD.places.values() for h in hexes}

    @pytest.mark.parametrize("edge", ENTRIES)
    def test_roads_reach_the_edges_where_the_battle_says(self, edge: str) -> None:
        assert numbers(h for h in GRID.edge(edge) if BOARD.way_in_hex("road", h)) == ENTRIES[edge]

    @pytest.mark.parametrize("road", NEAR_ENTRIES)
    def test_entry_hexes_near_a_road(self, road: str) -> None:
        near = {h for h in GRID.edge("south") if GRID.distance(h, index(road)) <= 3}
        assert numbers(near) == set(NEAR_ENTRIES[road].split())


class TestImjin:
    def test_parts_the_land_in_two(self) -> None:
        water = {h for h, kinds in enumerate(BOARD.terrain) if "all-river" in kinds}
        assert numbers(water) == {"0211"}
        assert not NORTH & SOUTH
        assert NORTH | SOUTH | water == set(range(GRID.size))
        assert {index(number) for number in NORTH_BANK} <= NORTH
        assert {index(number) for number in (*SOUTH_BANK, *ON_WAYS)} <= SOUTH
        assert len(SOUTH) > 8 * len(NORTH)

    def test_every_hexside_has_a_bank_on_either_side(self) -> None:
        for s in sides_with("river"):
            a, b = hexes_of(s)
            assert {a in NORTH, b in NORTH} == {a in SOUTH, b in SOUTH} == {True, False}

    def test_every_hexside_can_be_crossed(self) -> None:
        assert not KEY.no_attack & {kind for kinds in BOARD.hexsides.values() for kind in kinds}
        for s in sides_with("river"):
            a, b = hexes_of(s)
            for mobility in CLASSES:
                entered = KEY.hex_cost(BOARD, b, mobility)
                assert moves(mobility)(a, b) == (entered > 0)
            assert moves("light")(a, b)
            assert moves("light")(b, a)

    def test_it_runs_from_the_north_edge_by_the_wide_water_to_the_west_edge(self) -> None:
        seen = [corner for s in sides_with("river") for corner in corners(s)]
        assert max(seen.count(corner) for corner in seen) == 2
        ends = [numbers(touching(corner)) for corner in seen if seen.count(corner) == 1]
        assert sorted(map(sorted, ends)) == [
            ["0111", "0112"],
            ["0111", "0112", "0211"],
            ["0211", "0311", "0312"],
            ["1101", "1201"],
        ]

    def test_nobody_enters_the_wide_water(self) -> None:
        water = index("0211")
        assert KEY.never(BOARD, water)
        for neighbour in GRID.around(water):
            assert not any(moves(mobility)(neighbour, water) for mobility in CLASSES)
            assert not BOARD.side_features(neighbour, water)

    def test_its_bridge_is_down(self) -> None:
        assert sides_with("bridge-blown") == {side("0307/0407")}
        assert not sides_with("bridge") & sides_with("river")
        assert side("0307/0407") in BOARD.ways["railroad"]
        assert cost("0407", "0307", "light") == 3
        assert cost("0407", "0307", "mechanized") == 5


class TestAreas:
    def test_an_area_is_a_list_or_all_within_hexsides(self) -> None:
        text = (
            "size: 3x3\nhexsides: {river: 0101/0201 0102/0201 0102/0202 0103/0202 0103/0203}\n"
            "areas: {corner: 0101 0102, west: {from: 0101, within: river}}\n"
        )
        board, _ = read_map(parse_sheet(text, "m.yaml"), "sketch")
        assert [board.grid.number(h) for h in board.areas["corner"]] == ["0101", "0102"]
        assert [board.grid.number(h) for h in board.areas["west"]] == ["0101", "0102", "0103"]

    @pytest.mark.parametrize(
        ("area", "sentence"),
        [
            ("{from: 0101}", "needs"),
            ("{from: 9999, within: river}", "There is no hex 9999 on this map"),
            ("{from: 0101, within: river, to: 0202}", "no key to"),
        ],
    )
    def test_an_area_that_makes_no_sense_is_refused(self, area: str, sentence: str) -> None:
        with pytest.raises(SheetError, match=sentence):
            read_map(parse_sheet(f"size: 3x3\nareas: {{bank: {area}}}\n", "m.yaml"), "sketch")


class TestWaters:
    def test_rivers_and_streams_are_apart_and_inside_the_map(self) -> None:
        assert not sides_with("river") & sides_with("stream")
        assert all(OFF_MAP not in hexes_of(s) for s in BOARD.hexsides)

    def test_every_stream_reaches_the_river_or_the_edge(self) -> None:
        river = {corner for s in sides_with("river") for corner in corners(s)}
        left = sides_with("stream")
        while left:
            system, new = set[int](), {left.pop()}
            while new:
                system |= new
                ends = {corner for s in new for corner in corners(s)}
                new = {s for s in left if corners(s) & ends}
                left -= new
            ends = {corner for s in system for corner in corners(s)}
            assert any(corner in river or len(touching(corner)) < 3 for corner in ends)

    def test_bridges_lie_on_water_and_carry_a_road_or_railroad(self) -> None:
        built = BOARD.ways["road"] | BOARD.ways["railroad"]
        crossed = built & (sides_with("river") | sides_with("stream"))
        assert sides_with("bridge") | sides_with("bridge-blown") == crossed
        assert not sides_with("bridge") & sides_with("bridge-blown")

    def test_trails_have_no_bridges_of_their_own(self) -> None:
        wet = BOARD.ways["trail"] & (sides_with("river") | sides_with("stream"))
        assert wet
        assert not wet & sides_with("bridge")


class TestWays:
    @pytest.mark.parametrize("entry", ["1122", "1622", "1801"])
    def test_western_roads_lead_to_munsan(self, entry: str) -> None:
        assert {index(number) for number in ("0810", "0815", "1511")} <= reached(entry, along("road"))

    @pytest.mark.parametrize("entry", ["2422", "3022", "3101", "3418"])
    def test_eastern_roads_lead_to_uijeongbu(self, entry: str) -> None:
        assert {index(number) for number in ("2921", "3112")} <= reached(entry, along("road"))

    def test_only_trails_join_west_and_east(self) -> None:
        """The column of tanks that set out from Munsan-ni for Route 33 stuck on them."""
        assert index("3112") not in reached("0810", along("road", "railroad"))
        either = on_map("road", "trail")
        assert {index(number) for number in ON_WAYS} <= reached("0810", either)

    def test_no_way_crosses_a_peak_or_the_wide_water(self) -> None:
        for way in BOARD.ways.values():
            assert not [s for s in way for h in hexes_of(s) if BOARD.terrain[h][0] in ("peak", "all-river")]

    def test_a_trail_does_not_repeat_a_road(self) -> None:
        assert not BOARD.ways["trail"] & BOARD.ways["road"]

    def test_every_town_lies_on_a_way(self) -> None:
        for h, kinds in enumerate(BOARD.terrain):
            assert "town" not in kinds or any(BOARD.way_in_hex(way, h) for way in MARKED)


class TestCosts:
    @pytest.mark.parametrize(
        ("start", "goal", "light", "mechanized"),
        [
            ("0811", "0911", 1, 1),  # clear
            ("1014", "1013", 2, 4),  # rice paddy over a stream
            ("1308", "1309", 2, 4),  # hill
            ("2304", "2303", 3, 0),  # peak
            ("1006", "1007", 5, 0),  # peak over the Imjin
            ("0506", "0505", 4, 8),  # hill over the Imjin
            ("0815", "0814", 0.5, 0.5),  # road over a bridge
            ("0712", "0711", 1, 1),  # railroad over a bridge
            ("1715", "1615", 1, 1),  # trail
            ("2512", "2412", 2, 3),  # trail over a stream without a bridge
        ],
    )
    def test_costs(self, start: str, goal: str, light: float, mechanized: float) -> None:
        assert cost(start, goal, "light") == light
        assert cost(start, goal, "mechanized") == mechanized
        assert cost(start, goal, "motorized") == mechanized

    def test_no_land_is_cut_off(self) -> None:
        assert reached("0810", moves("light")) == NORTH | SOUTH
        peaks = {h for h, kinds in enumerate(BOARD.terrain) if "peak" in kinds}
        assert reached("0810", moves("mechanized")) == (NORTH | SOUTH) - peaks
