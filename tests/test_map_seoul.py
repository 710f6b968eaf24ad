"""The map of Inchon and Seoul: hexes the rule books name, the Han as a barrier, supply, ways and streams."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from itertools import combinations

import pytest

from hexfolio.battles.loading import load_shared_map
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.board import Board
from hexfolio.core.hexes import OFF_MAP
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.fire_and_movement.tables import combat_table
from hexfolio.rulebooks.sheets import Where

INCHON = ("0109", "0208", "0209")
YONGDUNGPO = ("1106", "1107", "1207")
SEOUL = ("1305", "1306", "1404", "1405", "1406", "1505")
RIVERS = ("han-river", "minor-river")
BLOWN = ("1206", "1306")

NAMED = {
    "0109": ("city", "Inchon: UN source and entry hex in both books, set-up of a Marine regiment"),
    "0209": ("city", "Inchon: set-up of a Marine regiment"),
    "0208": ("city", "Inchon: set-up of the 226th Regiment; retaking it is worth 20 points"),
    "0108": ("clear", "set-up of the Korean Marines and entry of a ROK regiment"),
    "0805": ("airfield", "Kimpo airfield: set-up of the 107th Regiment, entry of the 187th Airborne"),
    "0708": ("town", "Sosa: set-up of a tank battalion"),
    "0906": ("clear", "set-up of the 877th"),
    "1106": ("city", "Yongdungpo: set-up of a tank battalion, one of two hexes"),
    "1207": ("city", "Yongdungpo: set-up of a tank battalion, the other hex"),
    "1107": ("city", "Yongdungpo: set-up of a depot or Supply Center"),
    "1211": ("town", "Anyang: set-up of a tank battalion and of a depot or Supply Center"),
    "1406": ("city", "Seoul: set-up of a depot or Supply Center"),
    "1412": ("hill", "North Korean symbol and entry hex, set-up of 18/70"),
    "0101": ("clear", "North Korean symbol"),
    "0701": ("clear", "North Korean symbol, entry of the 78th"),
    "1701": ("hill", "North Korean symbol, entry of the 25th"),
    **dict.fromkeys(SEOUL, ("city", "Seoul: set-up of the garrison, victory")),
}
ENTRIES = {"0101": "west north", "0701": "north", "1412": "south", "1701": "north east"}

FRONT = {
    "0805": "Kimpo airfield, and the 187th that lands there",
    "0905": "south bank at the Haengju ferry, where the Marines crossed",
    "0708": "Sosa",
    "1106": "Yongdungpo",
    "1107": "Yongdungpo",
    "1206": "south bank at the blown bridges",
    "1207": "Yongdungpo",
    "1507": "south bank at Sinsa-ri, where the 32nd Infantry crossed",
    "1211": "Anyang",
    "1412": "the Suwon road",
    "0503": "Kimpo, to clear the peninsula",
    "0101": "the end of the peninsula",
}
NORTH_BANK = ("1305", "0904", "0701", "1701", "1001", "1501", "1703", "1706")
SOUTH_BANK = ("0109", "0805", "1107", "1206", "1211", "1412", "0101", "1707")

SPRINGS = {
    "Kulpo-chon": "0606 0607 0507",
    "Kal-chon": "1011 1111 1112",
    "Mokkam-chon": "0809 0909 0910",
    "Changnung-chon": "1102 1201 1202",
    "Sa-chon": "1203 1204 1304",
    "Tan-chon": "1408 1409 1509",
    "Sorae creek": "0810 0811 0911",
}
"""Where streams rise, by the three hexes of the corner."""

LANDMARKS = {
    "0506": "Kyeyang-san, alone above the Kimpo plain",
}
"""Single hexes of their terrain, and why they stay."""

Corner = frozenset[int]
Step = Callable[[int, int], bool]


@cache
def sheet() -> tuple[Board, TerrainKey]:
    return read_map(load_shared_map("seoul", Where("test", 1)), "Seoul")


def board() -> Board:
    return sheet()[0]


def index(number: str) -> int:
    return board().grid.index(number)


def numbers(hexes: Iterable[int]) -> list[str]:
    return sorted(board().grid.number(h) for h in hexes)


def kinds(h: int) -> tuple[str, ...]:
    return board().terrain[h]


def is_land(h: int) -> bool:
    return "sea" not in kinds(h)


def land() -> set[int]:
    return {h for h in range(board().grid.size) if is_land(h)}


def between(a: int, b: int) -> frozenset[str]:
    return board().side_features(a, b)


def reached(starts: Iterable[int], may: Step) -> set[int]:
    """All hexes that can be reached from the starts by permitted steps."""
    found = set(starts)
    ahead = list(found)
    while ahead:
        here = ahead.pop()
        for there in board().grid.around(here):
            if there not in found and may(here, there):
                found.add(there)
                ahead.append(there)
    return found


def dry(a: int, b: int) -> bool:
    """A step on land that does not cross the Han."""
    return is_land(b) and "han-river" not in between(a, b)


def bank(number: str) -> set[int]:
    return reached([index(number)], dry)


def un_line(a: int, b: int) -> bool:
    """A step of a UN line in the S&T book: no mountain, no river hexside without a bridge."""
    if not is_land(b) or "mountain" in kinds(b):
        return False
    features = between(a, b)
    return "bridge" in features or not features & set(RIVERS)


def on_way(*ways: str) -> Step:
    def may(a: int, b: int) -> bool:
        side = board().side_between(a, b)
        return any(side in board().ways[way] for way in ways)

    return may


def hexes_of(side: int) -> tuple[int, int]:
    h, d = divmod(side, 6)
    return h, board().grid.neighbour(h, d)


def sides_with(*features: str) -> set[int]:
    return {side for side, found in board().hexsides.items() if found & set(features)}


def corners(side: int) -> list[Corner]:
    """The two ends of a hexside, each as the hexes on the map that meet there."""
    grid = board().grid
    a, b = hexes_of(side)
    shared = set(grid.around(a)) & set(grid.around(b))
    found = [frozenset({a, b, other}) for other in shared]
    return found + [frozenset({a, b})] * (2 - len(found))


def ends_of(sides: Collection[int]) -> list[Corner]:
    """Corners where only one of these hexsides ends."""
    seen = [corner for side in sides for corner in corners(side)]
    return [corner for corner in seen if seen.count(corner) == 1 or len(corner) == 2]


def groups(sides: Collection[int]) -> list[set[int]]:
    """Hexsides joined at corners."""
    joined: list[set[int]] = []
    for side in sides:
        touching = [g for g in joined if any(set(corners(side)) & set(corners(other)) for other in g)]
        joined = [g for g in joined if g not in touching]
        joined.append(set().union({side}, *touching))
    return joined


class TestNamedHexes:
    @pytest.mark.parametrize("number", NAMED)
    def test_is_there_with_its_feature(self, number: str) -> None:
        feature, why = NAMED[number]
        assert feature in kinds(index(number)), why

    @pytest.mark.parametrize("number", NAMED)
    def test_units_can_stand_there(self, number: str) -> None:
        key = sheet()[1]
        for mobility in ("leg", "mobile"):
            assert key.hex_cost(board(), index(number), mobility) > 0

    @pytest.mark.parametrize("number", ENTRIES)
    def test_entry_hexes_lie_on_a_road_at_the_edge(self, number: str) -> None:
        for edge in ENTRIES[number].split():
            assert index(number) in board().grid.edge(edge)
        assert board().way_in_hex("road", index(number))

    def test_names(self) -> None:
        places = {name: tuple(numbers(hexes)) for name, hexes in board().places.items()}
        assert places["Inchon"] == INCHON
        assert places["Yongdungpo"] == YONGDUNGPO
        assert places["Seoul"] == SEOUL
        assert places["Kimpo airfield"] == ("0805",)
        assert places["Sosa"] == ("0708",)
        assert places["Anyang"] == ("1211",)

    def test_no_other_cities(self) -> None:
        assert numbers(h for h in land() if "city" in kinds(h)) == sorted(INCHON + YONGDUNGPO + SEOUL)

    @pytest.mark.parametrize("city", [INCHON, YONGDUNGPO, SEOUL])
    def test_a_city_is_one_town(self, city: tuple[str, ...]) -> None:
        hexes = {index(number) for number in city}
        assert reached([index(city[0])], lambda a, b: b in hexes and dry(a, b)) == hexes

    def test_seoul_has_room_for_its_garrison(self) -> None:
        """Five regiments, one to a hex, and three battalions and a depot beside them."""
        assert len(SEOUL) >= 5
        assert 2 * len(SEOUL) >= 5 + 3 + 1

    def test_the_landing_hexes_touch(self) -> None:
        for a, b in combinations(INCHON, 2):
            assert board().grid.distance(index(a), index(b)) == 1
        assert board().grid.distance(index("0108"), index("0109")) == 1
        assert board().grid.distance(index("0108"), index("0208")) == 1


class TestSheet:
    def test_north_is_up(self) -> None:
        grid = board().grid
        assert [grid.direction_name(d) for d in range(6)] == ["n", "ne", "se", "s", "sw", "nw"]
        assert (grid.columns, grid.rows) == (17, 12)
        assert grid.direction(index("1305"), index("1304")) == 0
        assert index("0109") in grid.edge("west")
        assert index("1706") in grid.edge("east")

    def test_edges(self) -> None:
        assert board().edges == {"un": ("west",), "nk": ("north", "east", "south")}

    def test_the_combat_table_knows_the_ground(self) -> None:
        known = set(combat_table("fm-st296-pusan-inchon").shift)
        used = {kind for found in board().terrain for kind in found}
        assert used - known == {"sea", "airfield"}
        features = {kind for found in board().hexsides.values() for kind in found}
        assert features - known == {"ford", "bridge-blown"}

    def test_single_hexes_of_high_ground_are_landmarks(self) -> None:
        grid = board().grid
        alone = [
            h
            for h in land()
            for kind, kin in (
                ("hill", {"hill", "mountain"}),
                ("mountain", {"mountain"}),
                ("marsh", {"marsh"}),
            )
            if kind in kinds(h) and not any(kin & set(kinds(other)) for other in grid.around(h))
        ]
        assert numbers(alone) == sorted(LANDMARKS)

    def test_clear_ground_is_never_a_single_hex(self) -> None:
        grid = board().grid
        closed = [
            h
            for h in land()
            if kinds(h) == ("clear",)
            and all({"hill", "mountain"} & set(kinds(other)) for other in grid.around(h))
        ]
        assert numbers(closed) == []

    def test_only_sea_lies_at_the_sea(self) -> None:
        """All open water is one sea, in two arms at the western and southern edges."""
        grid = board().grid
        sea = set(range(grid.size)) - land()
        edge = {h for h in sea if h in grid.edge("west") or h in grid.edge("south")}
        assert reached(edge, lambda _, b: b in sea) == sea


class TestHan:
    def test_one_course_from_edge_to_edge(self) -> None:
        han = sides_with("han-river")
        assert len(groups(han)) == 1
        ends = ends_of(han)
        assert sorted(numbers(corner) for corner in ends) == [["0201", "0301"], ["1706", "1707"]]
        seen = [corner for side in han for corner in corners(side)]
        assert max(seen.count(corner) for corner in seen) == 2, "the river has a branch"

    def test_parts_the_land_in_two(self) -> None:
        north, south = bank("1305"), bank("0109")
        assert not north & south
        assert north | south == land()
        assert {index(number) for number in (*SEOUL, *NORTH_BANK)} <= north
        assert {index(number) for number in (*INCHON, *YONGDUNGPO, *SOUTH_BANK)} <= south

    def test_every_han_hexside_has_a_bank_on_either_side(self) -> None:
        north, south = bank("1305"), bank("0109")
        for side in sides_with("han-river"):
            a, b = hexes_of(side)
            assert {a in north, b in north} == {True, False}
            assert {a in south, b in south} == {True, False}

    def test_nothing_stands_across_it(self) -> None:
        for side in sides_with("han-river"):
            assert not board().hexsides[side] & {"bridge", "ford", "ferry"}

    def test_only_the_blown_bridges_carry_ways(self) -> None:
        a, b = (index(number) for number in BLOWN)
        crossed = {side for way in board().ways.values() for side in way if side in sides_with("han-river")}
        assert crossed == {board().side_between(a, b)} == sides_with("bridge-blown")
        assert not board().ways["trail"] & crossed

    def test_the_blown_bridge_leaves_the_river_at_full_cost(self) -> None:
        key = sheet()[1]
        side = board().side_between(*(index(number) for number in BLOWN))
        for mobility in ("leg", "mobile"):
            assert key.side_cost(board(), side, mobility) == key.side_cost(
                board(), board().side_between(index("1106"), index("1105")), mobility
            )


class TestSupply:
    @pytest.mark.parametrize("number", FRONT)
    def test_st_line_reaches_the_front(self, number: str) -> None:
        assert index(number) in reached([index("0109")], un_line), FRONT[number]

    def test_st_line_reaches_all_the_south_bank_but_the_mountains(self) -> None:
        low = {h for h in bank("0109") if "mountain" not in kinds(h)}
        assert numbers(low - reached([index("0109")], un_line)) == []

    def test_st_line_never_crosses_the_han_by_itself(self) -> None:
        assert not reached([index("0109")], un_line) & bank("1305")

    @pytest.mark.parametrize(("south", "north"), [("0905", "0904"), BLOWN, ("1507", "1406")])
    def test_st_line_over_an_engineer_bridge_reaches_seoul(self, south: str, north: str) -> None:
        laid = {index(south), index(north)}
        assert "han-river" in between(*laid)
        found = reached([index("0109")], lambda a, b: {a, b} == laid or un_line(a, b))
        assert {index(number) for number in (*SEOUL, "0701", "1001", "1501")} <= found

    @pytest.mark.parametrize("source", INCHON)
    def test_every_inchon_hex_lies_on_the_net(self, source: str) -> None:
        assert board().way_in_hex("road", index(source))

    def test_designer_line_reaches_all_the_south_bank(self) -> None:
        """Three hexes, none mountain, to a chain of roads and trails that leads to Inchon."""
        chain = on_way("road", "trail")
        near = reached([index("0109")], lambda a, b: chain(a, b) and dry(a, b))
        assert {index(number) for number in (*INCHON, *FRONT)} <= near
        for _ in range(3):
            near |= {
                there
                for here in near
                if "mountain" not in kinds(here)
                for there in board().grid.around(here)
                if dry(here, there)
            }
        assert numbers(bank("0109") - near) == []


class TestWays:
    def test_all_roads_and_trails_are_one_net(self) -> None:
        chain = on_way("road", "trail")
        touched = {h for h in land() if any(board().way_in_hex(way, h) for way in ("road", "trail"))}
        assert reached([index("0109")], chain) == touched

    def test_all_railways_are_one_net(self) -> None:
        touched = {h for h in land() if board().way_in_hex("railway", h)}
        assert reached([index("0109")], on_way("railway")) == touched

    def test_the_roads_of_either_bank_hang_together(self) -> None:
        chain = on_way("road", "trail")
        for start in ("0109", "1305"):
            side = bank(start)
            touched = {h for h in side if any(board().way_in_hex(way, h) for way in ("road", "trail"))}
            assert reached([index(start)], lambda a, b: chain(a, b) and dry(a, b)) == touched

    def test_every_settlement_lies_on_a_road(self) -> None:
        for h in land():
            if {"city", "town", "airfield"} & set(kinds(h)):
                assert board().way_in_hex("road", h), board().grid.number(h)

    def test_ways_keep_to_the_land_and_off_the_mountains(self) -> None:
        for way in board().ways.values():
            for side in way:
                for h in hexes_of(side):
                    assert is_land(h)
                    assert "mountain" not in kinds(h)

    def test_every_crossing_has_a_bridge_or_a_ford(self) -> None:
        bare = {
            tuple(numbers(hexes_of(side)))
            for way in board().ways.values()
            for side in way & sides_with(*RIVERS)
            if not board().hexsides[side] & {"bridge", "ford"}
        }
        assert bare == {BLOWN}

    def test_roads_and_railways_have_bridges_and_trails_fords(self) -> None:
        ways = board().ways
        built = ways["road"] | ways["railway"]
        streams = sides_with("minor-river")
        assert built & streams == sides_with("bridge")
        assert (ways["trail"] & streams) - built == sides_with("ford")

    def test_a_trail_does_not_repeat_a_road(self) -> None:
        assert not board().ways["road"] & board().ways["trail"]

    @pytest.mark.parametrize("mobility", ["leg", "mobile"])
    def test_no_land_is_cut_off(self, mobility: str) -> None:
        key, grid = sheet()[1], board().grid
        for start in ("0109", "1305", "1701"):
            found = reached(
                [index(start)],
                lambda a, b: key.step_cost(board(), a, grid.direction(a, b), mobility) > 0,
            )
            assert found == land()


class TestStreams:
    def test_each_runs_from_a_spring_or_the_edge_to_the_han_or_the_sea(self) -> None:
        han = {corner for side in sides_with("han-river") for corner in corners(side)}
        springs = {frozenset(index(n) for n in text.split()) for text in SPRINGS.values()}
        streams = sides_with("minor-river")
        ends = ends_of(streams)
        assert springs <= set(ends)
        for corner in set(ends) - springs:
            at_sea = any(not is_land(h) for h in corner)
            assert corner in han or at_sea or self.off_map(corner), numbers(corner)

    def test_each_system_has_a_mouth(self) -> None:
        han = {corner for side in sides_with("han-river") for corner in corners(side)}
        systems = groups(sides_with("minor-river"))
        assert len(systems) == 7
        for system in systems:
            mouths = [c for c in ends_of(system) if c in han or any(not is_land(h) for h in c)]
            assert len(mouths) == 1, [numbers(hexes_of(side)) for side in system]

    def test_rivers_run_between_land_hexes_and_under_one_name(self) -> None:
        assert not sides_with("han-river") & sides_with("minor-river")
        for side in sides_with(*RIVERS):
            assert all(h != OFF_MAP and is_land(h) for h in hexes_of(side))

    def test_bridges_cross_something(self) -> None:
        assert sides_with("bridge", "ford", "bridge-blown") <= sides_with(*RIVERS)

    def off_map(self, corner: Corner) -> bool:
        return len(corner) == 2
