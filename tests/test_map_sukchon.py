"""The map of Sukchon and Sunchon: named hexes, the Taedong and its five closed hexsides, ways and costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from hexfolio.battles.loading import load_shared_map
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.hexes import OFF_MAP
from hexfolio.rulebooks.sheets import Where

BOARD, KEY = read_map(load_shared_map("sukchon", Where("tests", 1)), "Sukchon")
GRID = BOARD.grid

NAMED = {
    "0607": ("town", "Sukchon, objective"),
    "3006": ("town", "Sunchon, objective"),
    "0219": ("town", "Yongju, objective, command points"),
    "0615": ("town", "Opa-ri, objective"),
    "2313": ("town", "Chasan"),
    "2703": ("hill", "Sunchon tunnel"),
    "0909": ("rice-paddy", "drop zone William in history"),
    "2709": ("clear", "drop zone Easy in history"),
    "0317": ("peak", "Hill 163, objective"),
    "0514": ("peak", "Hill 281, objective"),
    "2911": ("clear", "crossed at river cost from 2811, not at all from 2810"),
}
ON_WAYS = ("0607", "3006", "0219", "0615", "2313", "2703")
"""Places that roads, railroads or trails lead to."""

ENTRIES = {"south": {"0422", "2422"}, "east": {"3606"}, "north": {"0501", "2701"}, "west": set[str]()}
"""Where roads reach the edges, all of them."""

NEAR_ENTRIES = {
    ("0422", "south", 2): "0222 0322 0422 0522 0622",
    ("2422", "south", 2): "2222 2322 2422 2522 2622",
    ("3606", "east", 2): "3604 3605 3606 3607 3608",
}
PRINTED = ("0810/0911", "1417/1418", "1418/1518", "1418/1519", "1518/1519")
"""The uncrossable hexsides as the rule book numbers them."""

WEST_BANK = ("3006", "2313", "2810", "2811", "3302", "3415", "3419", "3622")
EAST_BANK = ("2911", "3009", "3206", "3301", "3417", "3518", "3519", "3606", "3620")
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


def dry(a: int, b: int) -> bool:
    return "river" not in BOARD.side_features(a, b)


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
        assert (GRID.columns, GRID.rows, GRID.size) == (36, 22, 792)
        assert [GRID.direction_name(d) for d in range(6)] == ["n", "ne", "se", "s", "sw", "nw"]
        assert BOARD.scale_km == 1.25

    def test_even_columns_lie_lower(self) -> None:
        for start, around in {
            "0910": ["0909", "1009", "1010", "0911", "0810", "0809"],
            "1010": ["1009", "1110", "1111", "1011", "0911", "0910"],
        }.items():
            assert [GRID.number(GRID.neighbour(index(start), d)) for d in range(6)] == around

    def test_numbers_are_four_digits_and_unique(self) -> None:
        found = [GRID.number(h) for h in range(GRID.size)]
        assert len(set(found)) == len(found)
        assert all(len(number) == 4 and number.isdigit() for number in found)

    def test_kinds(self) -> None:
        assert {kind for kinds in BOARD.terrain for kind in kinds} == {
            "clear",
            "rice-paddy",
            "hill",
            "peak",
            "woods",
            "town",
        }
        assert {kind for kinds in BOARD.hexsides.values() for kind in kinds} == {
            "river",
            "stream",
            "uncrossable",
            "bridge",
        }
        assert BOARD.ways.keys() == set(MARKED)
        assert all(len(kinds) == 1 for kinds in BOARD.terrain)

    def test_lone_hexes_are_landmarks(self) -> None:
        """High ground alone in the plain is a named hill, and no low hex lies alone among heights."""
        high = {h for h, kinds in enumerate(BOARD.terrain) if kinds[0] in ("hill", "peak")}
        hills = {h for h in high if not high & set(GRID.around(h))}
        assert numbers(hills) == {"0807"}
        assert not [h for h in range(GRID.size) if h not in high and high >= set(GRID.around(h))]


class TestNamedHexes:
    @pytest.mark.parametrize("number", NAMED)
    def test_is_there_with_its_feature(self, number: str) -> None:
        feature, why = NAMED[number]
        assert BOARD.terrain[index(number)] == (feature,), why

    def test_places(self) -> None:
        places = {name: numbers(hexes) for name, hexes in BOARD.places.items()}
        for name, number in {
            "Sukchon": "0607",
            "Sunchon": "3006",
            "Yongju": "0219",
            "Opa-ri": "0615",
            "Chasan": "2313",
            "Sunchon tunnel": "2703",
        }.items():
            assert places[name] == {number}

    def test_towns_are_named(self) -> None:
        towns = {h for h, kinds in enumerate(BOARD.terrain) if "town" in kinds}
        assert towns <= {h for hexes in BOARD.places.values() for h in hexes}

    def test_the_tunnel_lies_on_the_railroad(self) -> None:
        assert BOARD.way_in_hex("railroad", index("2703"))

    @pytest.mark.parametrize("edge", ENTRIES)
    def test_roads_reach_the_edges_where_the_battle_says(self, edge: str) -> None:
        assert numbers(h for h in GRID.edge(edge) if BOARD.way_in_hex("road", h)) == ENTRIES[edge]

    @pytest.mark.parametrize(("road", "edge", "reach"), NEAR_ENTRIES)
    def test_entry_hexes_near_a_road(self, road: str, edge: str, reach: int) -> None:
        near = {h for h in GRID.edge(edge) if GRID.distance(h, index(road)) <= reach}
        assert numbers(near) == set(NEAR_ENTRIES[road, edge, reach].split())

    def test_there_is_room_to_drop(self) -> None:
        """Each drop zone of history has open ground on most of the hexes within two of it."""
        for zone in ("0909", "2709"):
            near = [h for h in range(GRID.size) if GRID.distance(h, index(zone)) <= 2]
            fit = [h for h in near if BOARD.terrain[h][0] in ("clear", "rice-paddy")]
            assert len(fit) * 3 >= len(near) * 2


class TestTaedong:
    def test_the_closed_hexsides_are_the_printed_ones_twenty_columns_on(self) -> None:
        here = {"/".join(f"{int(part) + 2000:04}" for part in text.split("/")) for text in PRINTED}
        assert here == {"2810/2911", "3417/3418", "3418/3518", "3418/3519", "3518/3519"}
        assert sides_with("uncrossable") == {side(text) for text in here}

    def test_they_are_river_hexsides_too_and_closed_to_all(self) -> None:
        assert sides_with("uncrossable") <= sides_with("river") - sides_with("bridge")
        assert "uncrossable" in KEY.no_attack
        for s in sides_with("uncrossable"):
            for a, b in (hexes_of(s), hexes_of(s)[::-1]):
                assert all(
                    KEY.step_cost(BOARD, a, GRID.direction(a, b), mobility) == 0 for mobility in CLASSES
                )

    def test_all_others_can_be_crossed_by_light_units(self) -> None:
        for s in sides_with("river") - sides_with("uncrossable"):
            a, b = hexes_of(s)
            assert moves("light")(a, b)
            assert moves("light")(b, a)

    def test_one_river_from_the_north_edge_to_the_east_edge_with_one_arm(self) -> None:
        river = sides_with("river")
        seen = [corner for s in river for corner in corners(s)]
        ends = [touching(corner) for corner in seen if seen.count(corner) == 1]
        rim = [numbers(hexes) for hexes in ends if len(hexes) < 3]
        assert sorted(rim, key=min) == [{"3201", "3301"}, {"3620", "3621"}]
        assert [numbers(hexes) for hexes in ends if len(hexes) == 3] == [{"3518", "3519", "3618"}]
        forks = {corner for corner in seen if seen.count(corner) == 3}
        assert [numbers(touching(corner)) for corner in forks] == [{"3418", "3518", "3519"}]

    def test_parts_the_map_in_two(self) -> None:
        west, east = reached("3006", dry), reached("3206", dry)
        assert not west & east
        assert west | east == set(range(GRID.size))
        assert {index(number) for number in WEST_BANK} <= west
        assert {index(number) for number in EAST_BANK} <= east

    def test_its_bridge_carries_road_and_railroad(self) -> None:
        (bridge,) = sides_with("river") & sides_with("bridge")
        assert bridge == side("3107/3206")
        assert bridge in BOARD.ways["road"]
        assert bridge in BOARD.ways["railroad"]


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
        assert sides_with("bridge") <= sides_with("river") | sides_with("stream")
        assert sides_with("bridge") == built & (sides_with("river") | sides_with("stream"))

    def test_trails_have_no_bridges_of_their_own(self) -> None:
        wet = BOARD.ways["trail"] & (sides_with("river") | sides_with("stream"))
        assert wet == {side("0408/0508"), side("0608/0609")}


class TestWays:
    @pytest.mark.parametrize("entry", sorted(ENTRIES["south"] | ENTRIES["east"] | ENTRIES["north"]))
    def test_roads_lead_from_every_entry_to_the_towns(self, entry: str) -> None:
        towns = {index(number) for number in ("0607", "3006", "0219", "2313")}
        assert towns <= reached(entry, along("road"))

    def test_ways_lead_to_every_place_of_note(self) -> None:
        assert {index(number) for number in ON_WAYS} <= reached("0422", along(*MARKED))

    def test_railroads_are_two_nets(self) -> None:
        """That of the coast and that of the Taedong valley, as in 1950."""
        coast, valley = reached("0607", along("railroad")), reached("3006", along("railroad"))
        assert not coast & valley
        assert numbers(coast | valley) == {
            GRID.number(h) for h in range(GRID.size) if BOARD.way_in_hex("railroad", h)
        }

    def test_no_way_crosses_a_peak(self) -> None:
        for way in BOARD.ways.values():
            assert not [s for s in way for h in hexes_of(s) if "peak" in BOARD.terrain[h]]

    def test_a_trail_does_not_repeat_a_road(self) -> None:
        assert not BOARD.ways["trail"] & BOARD.ways["road"]

    def test_every_town_lies_on_a_way(self) -> None:
        for h, kinds in enumerate(BOARD.terrain):
            assert "town" not in kinds or any(BOARD.way_in_hex(way, h) for way in MARKED)


class TestCosts:
    @pytest.mark.parametrize(
        ("start", "goal", "light", "mechanized"),
        [
            ("0909", "0908", 1, 2),  # rice paddy
            ("1709", "1708", 2, 4),  # hill
            ("2017", "2016", 3, 0),  # peak
            ("0317", "0318", 2, 3),  # woods
            ("0506", "0606", 1, 1),  # clear
            ("2811", "2911", 3, 5),  # over the Taedong
            ("2810", "2911", 0, 0),  # not here
            ("3107", "3206", 0.5, 0.5),  # over its bridge
            ("0716", "0615", 1, 1),  # trail into a town
            ("0509", "0508", 1, 1),  # railroad through paddy
            ("0508", "0408", 2, 4),  # trail over a stream without a bridge, into paddy
            ("0510", "0509", 0.5, 0.5),  # road over the bridge of a stream
            ("1909", "1809", 0.5, 0.5),  # road in the hills
        ],
    )
    def test_costs(self, start: str, goal: str, light: float, mechanized: float) -> None:
        assert cost(start, goal, "light") == light
        assert cost(start, goal, "mechanized") == mechanized
        assert cost(start, goal, "motorized") == mechanized

    def test_no_hex_is_cut_off(self) -> None:
        assert reached("0607", moves("light")) == set(range(GRID.size))
        peaks = {h for h, kinds in enumerate(BOARD.terrain) if "peak" in kinds}
        assert reached("0607", moves("mechanized")) == set(range(GRID.size)) - peaks
