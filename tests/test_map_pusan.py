"""The Pusan map: what the rule books ask of it, and whether the ground makes sense."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator

import pytest

from hexfolio.battles.loading import load_shared_map
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.sheets import Where

BOARD, KEY = read_map(load_shared_map("pusan", Where("test_map_pusan.py", 1)), "Pusan Perimeter")
GRID = BOARD.grid

# Hexes with a feature of their own: what the books call them, the terrain they must carry, the place name.
FEATURES = {
    "0215": ("western hex of Pusan, printed source of one edition", "city", "Pusan"),
    "0216": ("port of Pusan, entry of every UN reinforcement, source", "city", "Pusan"),
    "0316": ("northern hex of Pusan, objective, listed with the airfields", "city", "Pusan"),
    "0308": ("Masan, printed source of one edition, victory city", "city", "Masan"),
    "1908": ("Taegu, victory city, police", "city", "Taegu"),
    "2221": ("Yonil airfield, objective", "airfield", "Yonil airfield"),
    "0509": ("Changwon, 5th Marines", "town", "Changwon"),
    "1111": ("Miryang, 9th Infantry", "town", "Miryang"),
    "2501": ("Kumchon, NK I Corps, symbol and entry", "town", "Kumchon"),
    "3110": ("Uisong, ROK II Corps", "town", "Uisong"),
    "3610": ("Andong, NK 8th Division", "town", "Andong"),
}

# Set-up hexes of the UN, the same in both editions.
UN_SET_UP = {
    "2205": "5th Cavalry, Waegwan",
    "1506": "7th Cavalry",
    "1706": "8th Cavalry",
    "1305": "19th Infantry",
    "1105": "21st Infantry",
    "0906": "34th Infantry, Naktong Bulge",
    "0506": "24th Infantry, Haman",
    "0205": "27th Infantry",
    "0706": "35th Infantry, south bank below the Nam",
    "0509": "5th Marines",
    "0308": "5th Regimental Combat Team, Masan police",
    "1111": "9th Infantry",
    "0216": "cadre",
    "0215": "Pusan police",
    "1908": "Taegu police",
    "3110": "ROK II Corps",
    "3416": "ROK Capital Division",
    "2705": "ROK 1st Division",
    "3305": "ROK 6th Division",
    "3121": "ROK 3rd Division",
    "3510": "ROK 8th Division",
    "1505": "ROK 17th Regiment",
}

# Set-up hexes of NK divisions, regiments and tanks; 2502 in one edition, 2501 in the other.
NK_SET_UP = {
    "0303": "6th Division",
    "3615": "12th Division",
    "3002": "15th Division",
    "2501": "2nd Division",
    "2502": "2nd Division",
    "2104": "3rd Division",
    "1203": "4th Division",
    "3220": "5th Division, Yongdok",
    "3701": "1st Division",
    "3610": "8th Division",
    "3603": "13th Division, 109th tanks",
    "3418": "766th Regiment",
    "0105": "83rd Motorized Regiment",
}

NK_SYMBOLS = ("0301", "2501", "3701", "3706", "3710", "3721")
NK_ENTRIES = {"2501": "10th, 16th", "0301": "7th", "1201": "9th", "3710": "17th"}
PRINTED_SOURCES = ("0215", "0308")
PORT = "0216"

# Roads and trails that come to a river without bridge or ford.
UNBRIDGED = {
    ("0603", "0604"): "Nam between Uiryong and Chungam-ni, blown",
    ("1105", "1204"): "ferry on the Chogye trail",
    ("1805", "1806"): "Tuksong-dong bridge, blown",
    ("2105", "2205"): "Waegwan, Songju road, blown",
    ("2205", "2305"): "Waegwan, highway and railway, blown 3 August",
    ("3103", "3104"): "Naktong-ni, ferry",
    ("3510", "3610"): "Andong bridges, blown",
    ("3511", "3610"): "Andong, Chinbo road, blown",
}

# The right bank of the Naktong from the mouth of the Nam to Sangju, in its order.
UPPER_WEST_BANK = (
    "0805 0905 1004 1104 1204 1304 1404 1504 1604 1705 1805 1905 2004 2105 2204 2305 2404 2505 "
    "2604 2704 2803 2904 3003 3103 3202 3302"
)

# Where a river begins on the map.
SPRINGS = {
    "1703/1803": "Hoe",
    "2315/2414": "Kumho",
    "2609/2710": "Wi",
    "3009/3110": "Ssanggye",
    "3114/3213": "Kilan",
    "1410/1411": "Miryang",
    "1718/1817": "Hyongsan",
    "1118/1217": "Taehwa",
    "3119/3219": "Osip",
}

NAMES_OF_THE_BATTLE = (
    "Waegwan", "Tabu-dong", "Yongsan", "Changnyong", "Pohang-dong", "Yongchon", "Kigye", "Angang-ni",
    "Kyongju", "Haman", "Chindong-ni", "Chungam-ni", "Namji", "Samnangjin", "Yongdok", "Sobuk-san",
    "Yuhak-san", "Palgong-san", "Naktong Bulge",
)  # fmt: skip

Step = Callable[[int, int], bool]


def at(number: str) -> int:
    return GRID.index(number)


def terrain(number: str) -> tuple[str, ...]:
    return BOARD.terrain[at(number)]


def is_land(hex_: int) -> bool:
    return "sea" not in BOARD.terrain[hex_]


LAND = tuple(hex_ for hex_ in range(GRID.size) if is_land(hex_))


def is_mountain(hex_: int) -> bool:
    return "mountain" in BOARD.terrain[hex_]


def is_open_river(start: int, goal: int) -> bool:
    features = BOARD.side_features(start, goal)
    return "minor-river" in features and "bridge" not in features


def has_way(start: int, goal: int, *kinds: str) -> bool:
    side = BOARD.side_between(start, goal)
    return any(side in BOARD.ways[kind] for kind in kinds)


def flood(starts: Iterable[int], step: Step) -> set[int]:
    """All hexes that can be reached, the first ones included."""
    found = set(starts)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in GRID.around(here):
            if there not in found and step(here, there):
                found.add(there)
                queue.append(there)
    return found


def supply_step(here: int, there: int) -> bool:
    """A UN line of one edition: no mountain, no river without a bridge; the sea carries none."""
    return is_land(there) and not is_mountain(there) and not is_open_river(here, there)


def road_step(here: int, there: int) -> bool:
    return has_way(here, there, "road", "trail") and not is_open_road_river(here, there)


def is_open_road_river(here: int, there: int) -> bool:
    return is_open_river(here, there) and "ford" not in BOARD.side_features(here, there)


def corners(side: int) -> tuple[tuple[int, int], tuple[int, int]]:
    hex_, direction = divmod(side, 6)
    points = GRID.corners(hex_)
    ends = (points[direction], points[(direction + 1) % 6])
    first, second = ((round(x * 1000), round(y * 1000)) for x, y in ends)
    return first, second


def hexes_of(side: int) -> tuple[str, str]:
    hex_, direction = divmod(side, 6)
    first, second = sorted((hex_, GRID.neighbour(hex_, direction)))
    return GRID.number(first), GRID.number(second)


RIVERS = frozenset(side for side, features in BOARD.hexsides.items() if "minor-river" in features)


class TestOrientation:
    def test_the_page_lies_on_its_side(self) -> None:
        assert [GRID.direction_name(d) for d in range(6)] == ["w", "nw", "ne", "e", "se", "sw"]
        assert {GRID.number(h)[:2] for h in GRID.edge("north")} == {"37"}
        assert {GRID.number(h)[:2] for h in GRID.edge("south")} == {"01"}
        assert {GRID.number(h)[2:] for h in GRID.edge("west")} == {"01"}
        assert {GRID.number(h)[2:] for h in GRID.edge("east")} == {"21"}

    @pytest.mark.parametrize(
        ("start", "goal", "name"),
        [("0215", "0216", "e"), ("0215", "0316", "ne"), ("3510", "3610", "ne"), ("2205", "2305", "nw")],
    )
    def test_compass_between_known_hexes(self, start: str, goal: str, name: str) -> None:
        assert GRID.direction_name(GRID.direction(at(start), at(goal))) == name

    def test_the_three_hexes_of_pusan_touch(self) -> None:
        pairs = (("0215", "0216"), ("0215", "0316"), ("0216", "0316"))
        assert [GRID.distance(at(a), at(b)) for a, b in pairs] == [1, 1, 1]

    def test_edges_belong_to_the_sides(self) -> None:
        assert BOARD.edges == {"un": ("south", "east"), "nk": ("north", "west")}


class TestNamedHexes:
    @pytest.mark.parametrize("number", FEATURES)
    def test_feature_and_name(self, number: str) -> None:
        reason, kind, place = FEATURES[number]
        assert kind in terrain(number), reason
        assert at(number) in BOARD.places[place], reason

    def test_every_city_is_one_the_books_score(self) -> None:
        cities = {GRID.number(h) for h in LAND if "city" in BOARD.terrain[h]}
        assert cities == {number for number, (_, kind, _) in FEATURES.items() if kind == "city"}

    def test_the_northern_hex_of_pusan_has_its_airfield(self) -> None:
        assert set(terrain("0316")) == {"city", "airfield"}

    @pytest.mark.parametrize("number", [*UN_SET_UP, *NK_SET_UP, *NK_SYMBOLS, *NK_ENTRIES])
    def test_troops_stand_on_passable_ground(self, number: str) -> None:
        assert KEY.hex_cost(BOARD, at(number), "leg") > 0
        assert not is_mountain(at(number)), "no unit begins on a summit"

    @pytest.mark.parametrize("number", [*NK_SYMBOLS, *NK_ENTRIES])
    def test_nk_symbols_and_entries_lie_on_edge_roads(self, number: str) -> None:
        assert at(number) in {*GRID.edge("north"), *GRID.edge("west")}
        assert BOARD.way_in_hex("road", at(number))

    @pytest.mark.parametrize("number", ["0215", "0216", "0308"])
    def test_sources_are_harbours_on_a_road(self, number: str) -> None:
        assert any(not is_land(h) for h in GRID.around(at(number)))
        assert BOARD.way_in_hex("road", at(number))

    @pytest.mark.parametrize("name", NAMES_OF_THE_BATTLE)
    def test_names_of_the_battle(self, name: str) -> None:
        assert all(is_land(h) for h in BOARD.places[name])

    def test_settlements_and_airfields_have_names(self) -> None:
        named = {h for hexes in BOARD.places.values() for h in hexes}
        built = {"city", "town", "village", "airfield"}
        assert [GRID.number(h) for h in LAND if built & set(BOARD.terrain[h]) and h not in named] == []


class TestFront:
    """On 5 August the Naktong lay between the armies, from the Nam to Andong."""

    def test_the_river_parts_the_armies(self) -> None:
        chinju_bridge = {at("0401"), at("0501")}

        def dry(here: int, there: int) -> bool:
            return is_land(there) and not is_open_river(here, there) and {here, there} != chinju_bridge

        west = {GRID.number(h) for h in flood([at("2501")], dry)}
        assert west >= {"2502", "2104", "1203", "3002", "3603", "3701", "3610", "1201", "3706", "3710"}
        assert not west & set(UN_SET_UP)

    @pytest.mark.parametrize(
        "number", ["2205", "1706", "1505", "1305", "1105", "0906", "0706", "2705", "3510"]
    )
    def test_units_of_the_river_line_touch_the_water(self, number: str) -> None:
        assert any(is_open_river(at(number), h) for h in GRID.around(at(number)))

    def test_no_bridge_stands_at_the_front_of_the_river(self) -> None:
        """Between the mouth of the Nam and Sangju the Naktong has no bridge."""
        for number in UPPER_WEST_BANK.split():
            east = [h for h in GRID.around(at(number)) if GRID.number(h) not in UPPER_WEST_BANK]
            assert not any("bridge" in BOARD.side_features(at(number), h) for h in east), number


class TestSupply:
    @pytest.mark.parametrize("number", UN_SET_UP)
    def test_line_without_mountain_or_open_river(self, number: str) -> None:
        """The unit's own hex does not count, so the line may begin on a mountain; any length."""
        assert at(number) in flood([at(source) for source in PRINTED_SOURCES], supply_step)

    @pytest.mark.parametrize("number", UN_SET_UP)
    def test_line_past_the_zones_of_the_first_turn(self, number: str) -> None:
        """Every NK unit in its place: its zone bars a line except where UN troops stand."""
        held = {at(un) for un in UN_SET_UP}
        enemy = {at(nk) for nk in NK_SET_UP}
        barred = {h for nk in enemy for h in GRID.around(nk)} - held | enemy

        def step(here: int, there: int) -> bool:
            return there not in barred and supply_step(here, there)

        assert at(number) in flood([at(source) for source in (*PRINTED_SOURCES, PORT)], step)

    @pytest.mark.parametrize("number", UN_SET_UP)
    def test_three_hexes_to_the_road_net_of_the_port(self, number: str) -> None:
        net = flood([at(PORT)], road_step)
        near, reached = {at(number)}, {at(number)}
        for _ in range(3):
            near = {h for here in near for h in GRID.around(here) if is_land(h) and not is_mountain(h)}
            reached |= near
        assert reached & net

    @pytest.mark.parametrize("number", ["1506", "1908", "2218", "2221", "2705", "3110", "0106", "0705"])
    def test_the_front_of_later_turns_is_in_reach(self, number: str) -> None:
        assert at(number) in flood([at(source) for source in PRINTED_SOURCES], supply_step)

    @pytest.mark.parametrize("source", ["0215", "0308"])
    def test_each_source_alone_reaches_taegu(self, source: str) -> None:
        assert at("1908") in flood([at(source)], supply_step)

    @pytest.mark.parametrize("number", NK_SET_UP)
    def test_nk_units_reach_every_symbol(self, number: str) -> None:
        reached = flood([at(number)], lambda _, there: is_land(there))
        assert {at(symbol) for symbol in NK_SYMBOLS} <= reached


class TestWays:
    def test_all_roads_and_trails_are_one_net(self) -> None:
        net = flood([at(PORT)], lambda here, there: has_way(here, there, "road", "trail"))
        assert net == {h for h in LAND if BOARD.way_in_hex("road", h) or BOARD.way_in_hex("trail", h)}

    def test_railways_are_one_net(self) -> None:
        net = flood([at(PORT)], lambda here, there: has_way(here, there, "railway"))
        assert net == {h for h in LAND if BOARD.way_in_hex("railway", h)} | {at(PORT)}

    @pytest.mark.parametrize(
        "name",
        ["Masan", "Changwon", "Miryang", "Taegu", "Yongchon", "Kyongju", "Ulsan", "Pohang-dong", "Yongdok",
         "Uisong", "Kunwi", "Yongsan", "Namji", "Waegwan", "Haman", "Chindong-ni", "Yonil airfield"],
    )  # fmt: skip
    def test_unbroken_roads_join_the_perimeter(self, name: str) -> None:
        net = flood([at(PORT)], lambda a, b: has_way(a, b, "road") and not is_open_river(a, b))
        assert BOARD.places[name][0] in net

    def test_every_town_has_a_way(self) -> None:
        built = [h for h in LAND if {"town", "city", "airfield"} & set(BOARD.terrain[h])]
        assert [GRID.number(h) for h in built if not BOARD.way_in_hex("road", h)] == []

    def test_ways_keep_to_land_and_roads_to_the_valleys(self) -> None:
        for way, sides in BOARD.ways.items():
            for number in {number for side in sides for number in hexes_of(side)}:
                assert is_land(at(number)), (way, number)
                assert way != "road" or not is_mountain(at(number)), number

    def test_ways_cross_rivers_by_bridge_or_ford(self) -> None:
        crossings = {side for sides in BOARD.ways.values() for side in sides} & RIVERS
        bare = {hexes_of(side) for side in crossings if not {"bridge", "ford"} & BOARD.hexsides[side]}
        assert bare == set(UNBRIDGED)

    def test_bridges_and_fords_lie_under_ways_over_rivers(self) -> None:
        for side, features in BOARD.hexsides.items():
            if {"bridge", "ford"} & features:
                ways = {way for way, sides in BOARD.ways.items() if side in sides}
                assert "minor-river" in features, hexes_of(side)
                assert ways, hexes_of(side)
                assert ("ford" in features) == (ways == {"trail"}), hexes_of(side)


class TestRivers:
    def test_rivers_are_continuous(self) -> None:
        """A river ends at the map's edge, at the sea, at a spring, or in another river."""
        meeting = Counter(corner for side in RIVERS for corner in corners(side))
        shores = {
            (round(x * 1000), round(y * 1000))
            for h in range(GRID.size)
            if not is_land(h)
            for x, y in GRID.corners(h)
        }
        springs = set()
        for side in RIVERS:
            loose = [c for c in corners(side) if meeting[c] == 1 and c not in shores and not on_edge(side, c)]
            assert len(loose) <= 1, hexes_of(side)
            springs |= {"/".join(hexes_of(side)) for _ in loose}
        assert springs == set(SPRINGS)

    def test_no_river_runs_in_the_sea_or_round_a_hex(self) -> None:
        for side in RIVERS:
            assert all(is_land(at(number)) for number in hexes_of(side)), hexes_of(side)
        for hex_ in LAND:
            wet = sum(GRID.side(hex_, d) in RIVERS for d in range(6))
            assert wet <= 4, GRID.number(hex_)

    def test_every_tributary_joins_the_naktong_or_the_sea(self) -> None:
        """Four systems reach the coast: Naktong, Taehwa, Hyongsan and Osip."""
        left, systems = set(RIVERS), 0
        while left:
            systems += 1
            group = [left.pop()]
            for side in group:
                ends = set(corners(side))
                joined = {other for other in left if ends & set(corners(other))}
                left -= joined
                group += joined
        assert systems == 4


class TestGround:
    @pytest.mark.parametrize("mobility", ["leg", "mobile"])
    def test_all_land_hangs_together(self, mobility: str) -> None:
        def step(here: int, there: int) -> bool:
            return KEY.step_cost(BOARD, here, GRID.direction(here, there), mobility) > 0

        assert flood([at(PORT)], step) == set(LAND)

    def test_the_sea_lies_south_and_east(self) -> None:
        sea = [GRID.number(h) for h in range(GRID.size) if not is_land(h)]
        assert all(number[:2] <= "04" or number[2:] >= "19" for number in sea)
        assert is_land(at("0101"))
        assert not is_land(at("0121"))

    def test_few_hexes_stand_alone(self) -> None:
        built = {"city", "town", "village", "airfield", "marsh"}
        ground = [h for h in LAND if not built & set(BOARD.terrain[h])]
        alone = {GRID.number(h) for h in ground if not any(form(o) == form(h) for o in land_around(h))}
        assert alone == {"0516"}, "Kumjong-san above Pusan"

    def test_the_land_is_hilly(self) -> None:
        share = Counter(form(h) for h in LAND)
        assert share["hill"] > share["open"] > share["mountain"] > 60

    def test_costs(self) -> None:
        assert cost(KEY, "1908", "leg") == 2 * 2
        assert [cost(KEY, "2310", mobility) for mobility in ("leg", "mobile")] == [3 * 2, 5 * 2]
        assert [cost(KEY, "2307", mobility) for mobility in ("leg", "mobile")] == [2 * 2, 3 * 2]
        assert [cost(KEY, "0314", mobility) for mobility in ("leg", "mobile")] == [2 * 2, 4 * 2]
        assert cost(KEY, "2221", "leg") == cost(KEY, "0806", "leg") == 1 * 2
        river = BOARD.side_between(at("1004"), at("1005"))
        assert [KEY.side_cost(BOARD, river, mobility) for mobility in ("leg", "mobile")] == [1 * 2, 2 * 2]
        assert KEY.side_cost(BOARD, BOARD.side_between(at("0707"), at("0806")), "leg") == 0


def cost(key: TerrainKey, number: str, mobility: str) -> int:
    """Half points."""
    return key.hex_cost(BOARD, at(number), mobility)


def form(hex_: int) -> str:
    kinds = set(BOARD.terrain[hex_])
    return next((kind for kind in ("mountain", "hill") if kind in kinds), "open")


def land_around(hex_: int) -> Iterator[int]:
    return (h for h in GRID.around(hex_) if is_land(h))


def on_edge(side: int, corner: tuple[int, int]) -> bool:
    """Does the corner lie on the rim of the map, where fewer than three hexes meet?"""
    hex_, direction = divmod(side, 6)
    near = {hex_, GRID.neighbour(hex_, direction)}
    near |= {h for known in near for h in GRID.around(known)}
    meeting = [h for h in near if corner in {(round(x * 1000), round(y * 1000)) for x, y in GRID.corners(h)}]
    return len(meeting) < 3
