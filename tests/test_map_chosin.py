"""The map of the Chosin Reservoir: whether the ground bears what the two rulebooks do on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

import pytest

from hexfolio.battles.loading import load_shared_map
from hexfolio.battles.map_sheets import read_map
from hexfolio.rulebooks.sheets import Where

BOARD, KEY = read_map(load_shared_map("chosin", Where("tests", 1)), "Chosin")
GRID = BOARD.grid
EVERY_HEX = range(GRID.size)
MOUNTAIN, RIVER, SHORE, ICE = "frozen-mountain", "frozen-river", "frozen-reservoir-hexside", "reservoir"

NAMED: Mapping[str, tuple[str, str]] = {
    # hex: what must be there, and what the rulebooks do with it
    "0907": ("town", "set-up of HQ 1M and 1/1M, arrival of the Army cadre, UN source until the Chinese come"),
    "1903": ("town", "UN source, entry and exit, set-up of the cadre in the designer's edition"),
    "1902": ("road", "UN source; next to the entry hex, used when that is blocked"),
    "1206": ("town", "UN source and set-up of the Army cadre"),
    "0709": ("road", "set-up of 7/1M"),
    "0710": ("road", "set-up of 5/1M"),
    "0706": ("road", "set-up of 31/7"),
    "1909": ("trail", "UN entry, 41 Commando and the Marine tanks among others"),
    "1301": ("road", "UN entry of 17/7"),
    "0107": ("road", "Chinese source and entry, Supply Center"),
    "0612": ("road", "Chinese source, Supply Center, headquarters in the designer's edition"),
    "0611": ("road", "20th Army headquarters, 89th Division"),
    "0407": ("trail", "27th Army headquarters"),
    "0408": ("trail", "79th Division"),
    "0506": ("road", "80th and 81st Divisions"),
    "0912": ("", "20th Army headquarters, 59th Division, entry of the 60th"),
    "1110": ("", "headquarters in the designer's edition"),
    "1111": ("", "58th and 60th Divisions"),
    "1112": ("trail", "58th Division, entry of the 60th"),
    "1904": ("", "edge hex beside the UN entry, used when that is blocked"),
    "1906": ("", "one end of the widened entry area"),
    "1601": ("", "the other end of the widened entry area"),
}
EDGE_HEXES = {
    "north": ("0107",),
    "west": ("0612", "0912", "1112"),
    "south": ("1902", "1903", "1904", "1906", "1909"),
    "east": ("1301", "1601"),
}
AREAS = (
    # set-up areas: centre, radius, units that must find a hex of their own
    ("1111", 1, 4),
    ("0912", 1, 3),
    ("0408", 1, 3),
    ("0506", 2, 4),
    ("0611", 1, 3),
    ("0407", 2, 4),
    ("0612", 2, 4),
    ("1110", 2, 4),
)
MAIN_SUPPLY_ROAD = "1903-1803-1804-1705-1605-1506-1406-1306-1206-1106-1006-0907-0908-0808-0709-0710"
RIVER_HEADS = {
    # corners where a river begins in the hills
    "1309 1408 1409": "Changjin",
    "0803 0903 0904": "Paegamni-gang",
    "0304 0403 0404": "Pungnyuri-gang",
    "1011 1012 1112": "stream of Yudam-ni",
    "0601 0602 0702": "Pujon",
    "1102 1201 1202": "eastern arm of the Songchon",
    "1407 1507 1508": "Hungnim",
    "1607 1608 1708": "western arm of the Hungnim",
    "1112 1211 1212": "river of the western edge",
    "1609 1709 1710": "southern basin",
}


def at(number: str) -> int:
    return GRID.index(number)


def has(kind: str) -> Callable[[int], bool]:
    return lambda hex_: kind in BOARD.terrain[hex_]


def steps_of(way: str) -> Iterator[tuple[int, int]]:
    """The steps of a way, each once."""
    sides = BOARD.ways[way]
    for here in EVERY_HEX:
        for there in GRID.around(here):
            if here < there and BOARD.side_between(here, there) in sides:
                yield here, there


def sides_with(feature: str) -> Iterator[tuple[int, int]]:
    """The hexsides that carry a feature, as the two hexes they part."""
    for here in EVERY_HEX:
        for there in GRID.around(here):
            if here < there and feature in BOARD.side_features(here, there):
                yield here, there


def reached(starts: Iterable[str], open_step: Callable[[int, int], bool]) -> set[str]:
    """All hexes that can be reached by open steps."""
    found = {at(number) for number in starts}
    todo = list(found)
    while todo:
        here = todo.pop()
        for there in GRID.around(here):
            if there not in found and open_step(here, there):
                found.add(there)
                todo.append(there)
    return {GRID.number(hex_) for hex_ in found}


def along(*ways: str) -> Callable[[int, int], bool]:
    sides = frozenset().union(*(BOARD.ways[way] for way in ways))
    return lambda here, there: BOARD.side_between(here, there) in sides


def united_nations_line(here: int, there: int) -> bool:
    """kwb-dg:10.2: no mountain hex and no river hexside; an intact bridge makes it no river."""
    features = BOARD.side_features(here, there)
    return MOUNTAIN not in BOARD.terrain[there] and (RIVER not in features or "bridge" in features)


def marching(mobility: str) -> Callable[[int, int], bool]:
    """Steps that a unit of this class can take."""
    return lambda here, there: KEY.step_cost(BOARD, here, GRID.direction(here, there), mobility) > 0


def corners_of(here: int, there: int) -> list[frozenset[int]]:
    """Both ends of a hexside, each as the hexes that meet there."""
    shared = set(GRID.around(here)) & set(GRID.around(there))
    return [frozenset((here, there, third)) for third in shared]


def numbers(hexes: Iterable[int]) -> set[str]:
    return {GRID.number(hex_) for hex_ in hexes}


class TestGrid:
    def test_columns_run_south_and_rows_run_west(self) -> None:
        assert (GRID.columns, GRID.rows) == (19, 12)
        assert [GRID.direction_name(d) for d in range(6)] == ["e", "se", "sw", "w", "nw", "ne"]
        assert GRID.direction_name(GRID.direction(at("1206"), at("1205"))) == "e"
        assert GRID.direction_name(GRID.direction(at("0709"), at("0710"))) == "w"

    def test_edges_have_their_compass_names(self) -> None:
        for edge, hexes in EDGE_HEXES.items():
            assert set(hexes) <= numbers(GRID.edge(edge)), edge

    def test_the_entry_area_widens_as_the_rules_say(self) -> None:
        assert GRID.distance(at("1903"), at("1601")) == GRID.distance(at("1903"), at("1906")) == 3
        assert GRID.direction(at("1903"), at("1902")) >= 0
        assert GRID.direction(at("1903"), at("1904")) >= 0

    def test_each_side_has_its_edges(self) -> None:
        assert BOARD.edges == {"un": ("south",), "chinese": ("north", "west")}


class TestNamedHexes:
    @pytest.mark.parametrize("number", NAMED)
    def test_a_unit_can_stand_where_the_rules_put_it(self, number: str) -> None:
        hex_ = at(number)
        assert not has(ICE)(hex_)
        assert not KEY.never(BOARD, hex_)
        assert KEY.hex_cost(BOARD, hex_, "leg") > 0

    @pytest.mark.parametrize(("number", "feature"), [(n, f) for n, (f, _) in NAMED.items() if f])
    def test_it_carries_what_the_rules_want_there(self, number: str, feature: str) -> None:
        ways = {way for way in BOARD.ways if BOARD.way_in_hex(way, at(number))}
        assert feature in {*BOARD.terrain[at(number)], *ways}

    @pytest.mark.parametrize(("centre", "radius", "units"), AREAS)
    def test_set_up_areas_have_room(self, centre: str, radius: int, units: int) -> None:
        land = [hex_ for hex_ in GRID.within(at(centre), radius) if not has(ICE)(hex_)]
        assert len(land) >= units + 1  # a headquarters beside them

    @pytest.mark.parametrize(
        ("place", "number"),
        [("Hagaru-ri", "0907"), ("Oro-ri", "1903"), ("Koto-ri", "1206"), ("Yudam-ni", "0709")],
    )
    def test_places_stand_in_their_hexes(self, place: str, number: str) -> None:
        assert BOARD.places[place] == (at(number),)

    def test_towns_and_villages_have_names(self) -> None:
        named = {hexes[0] for hexes in BOARD.places.values() if len(hexes) == 1}
        settled = {hex_ for hex_ in EVERY_HEX if has("town")(hex_) or has("village")(hex_)}
        assert settled <= named
        assert numbers(settled) >= {"0706", "0709", "0907", "1206", "1903"}
        assert all(BOARD.way_in_hex("road", hex_) for hex_ in settled)

    def test_named_passes_are_mountain_on_the_road(self) -> None:
        for place in ("Toktong Pass", "Funchilin Pass"):
            (hex_,) = BOARD.places[place]
            assert has(MOUNTAIN)(hex_)
            assert BOARD.way_in_hex("road", hex_)


class TestSupply:
    def test_the_front_is_linked_to_hagaru(self) -> None:
        """kwb-dg: every set-up hex of the plateau reaches 0907 free of mountains and rivers."""
        assert {"0706", "0709", "0710", "0907", "1206"} <= reached(["0907"], united_nations_line)

    def test_the_front_is_linked_to_koto_ri_when_hagaru_is_no_source(self) -> None:
        assert {"0706", "0709", "0710", "0907"} <= reached(["1206"], united_nations_line)

    def test_oro_ri_feeds_the_valleys_and_not_the_plateau(self) -> None:
        """Why the book needs the sources 0907 and 1206."""
        for source in ("1902", "1903"):
            lowland = reached([source], united_nations_line)
            assert {"1902", "1903", "1506", "1301", "1501"} <= lowland
            assert not lowland & {"1306", "1206", "0907"}

    def test_mountains_part_plateau_and_lowland_whatever_the_rivers(self) -> None:
        dry = reached(["1206"], lambda _, there: MOUNTAIN not in BOARD.terrain[there])
        assert not dry & numbers(GRID.edge("south"))

    def test_the_road_net_leads_to_both_sources(self) -> None:
        """kwb-train: at most 3 hexes without mountain to a road or trail that ends at a source."""
        for source in ("1902", "1903"):
            assert {"0907", "0710", "0709", "0706", "1903", "1301"} <= reached(
                [source], along("road", "trail")
            )

    def test_clear_ground_of_the_plateau_is_near_the_net(self) -> None:
        net = {at(number) for number in reached(["1903"], along("road", "trail"))}
        for number in reached(["0907"], united_nations_line):
            near: set[int] = {at(number)}
            for _ in range(3):
                near |= {n for h in near for n in GRID.around(h) if not has(MOUNTAIN)(n)}
            assert near & net, number

    def test_chinese_sources_stand_on_the_net(self) -> None:
        """Their lines ignore terrain; the roads lead there all the same."""
        assert {"0107", "0612", "0611", "0407", "0408", "0506", "1112"} <= reached(
            ["0709"], along("road", "trail")
        )


class TestWays:
    def test_one_road_net(self) -> None:
        on_road = {GRID.number(hex_) for step in steps_of("road") for hex_ in step}
        assert reached(["1903"], along("road")) == on_road

    def test_every_trail_hangs_on_the_roads(self) -> None:
        on_net = {GRID.number(hex_) for way in ("road", "trail") for step in steps_of(way) for hex_ in step}
        assert reached(["1903"], along("road", "trail")) == on_net

    def test_one_railway_net(self) -> None:
        on_rails = {GRID.number(hex_) for step in steps_of("railway") for hex_ in step}
        assert reached(["1903"], along("railway")) == on_rails
        assert {"1506", "1206", "0907"} <= on_rails

    def test_the_main_supply_road(self) -> None:
        open_step = along("road")
        for here, there in pairwise(MAIN_SUPPLY_ROAD.split("-")):
            assert open_step(at(here), at(there)), f"{here}-{there}"

    def test_there_is_no_second_road_up_the_escarpment(self) -> None:
        barred = at("1406")
        road = along("road")
        assert "1206" not in reached(["1903"], lambda h, there: there != barred and road(h, there))

    def test_no_way_runs_over_the_ice_and_no_trail_doubles_a_road(self) -> None:
        for way in BOARD.ways:
            assert not [step for step in steps_of(way) for hex_ in step if has(ICE)(hex_)]
        assert not BOARD.ways["road"] & BOARD.ways["trail"]

    def test_every_way_over_a_river_has_a_crossing(self) -> None:
        for way in BOARD.ways:
            for here, there in steps_of(way):
                features = BOARD.side_features(here, there)
                crossing = {"road": {"bridge"}, "railway": {"bridge"}}.get(way, {"bridge", "ford"})
                assert RIVER not in features or features & crossing, numbers((here, there))

    def test_crossings_carry_a_way_over_a_river(self) -> None:
        used = BOARD.ways["road"] | BOARD.ways["trail"]
        for feature in ("bridge", "ford"):
            for here, there in sides_with(feature):
                assert RIVER in BOARD.side_features(here, there)
                assert BOARD.side_between(here, there) in used


class TestWater:
    def test_rivers_are_continuous(self) -> None:
        """A river ends at another river, a reservoir, the edge of the map, or a head that is named here."""
        meeting: dict[frozenset[int], int] = {}
        for here, there in sides_with(RIVER):
            corners = corners_of(here, there)
            assert corners
            for corner in corners:
                meeting[corner] = meeting.get(corner, 0) + 1
        loose = {corner for corner, count in meeting.items() if count == 1 and not any(map(has(ICE), corner))}
        heads = {frozenset(map(at, corner.split())) for corner in RIVER_HEADS}
        arm = frozenset(map(at, ("0806", "0807", "0907")))  # the southern arm of the reservoir
        assert {frozenset(numbers(c)) for c in loose - {arm}} == {frozenset(numbers(c)) for c in heads}

    def test_no_river_side_stands_alone(self) -> None:
        sides = list(sides_with(RIVER))
        corners = [set(corners_of(*side)) for side in sides]
        for index, own in enumerate(corners):
            assert any(own & other for place, other in enumerate(corners) if place != index), sides[index]

    def test_shores_are_reservoir_hexsides(self) -> None:
        shores = {
            frozenset((here, there))
            for here in EVERY_HEX
            for there in GRID.around(here)
            if has(ICE)(here) and not has(ICE)(there)
        }
        arm = frozenset((at("0806"), at("0807")))
        assert {frozenset(side) for side in sides_with(SHORE)} == shores | {arm}

    def test_each_reservoir_is_in_one_piece(self) -> None:
        for place in ("Chosin Reservoir", "Fusen Reservoir"):
            hexes = numbers(BOARD.places[place])
            ice = reached([min(hexes)], lambda _, there: has(ICE)(there))
            assert ice == hexes

    def test_the_ice_bears(self) -> None:
        """kwb-dg:12.0.j: units may enter and cross the reservoir."""
        ice = {"0507", "0607", "0707"}
        crossing = {at(number) for number in ice | {"0407", "0706"}}
        march = marching("leg")
        way = reached(["0407"], lambda here, there: there in crossing and march(here, there))
        assert way == {"0407", "0706", *ice}


class TestGround:
    def test_only_terrain_of_the_chosin_table(self) -> None:
        kinds = {kind for kinds in BOARD.terrain for kind in kinds}
        assert kinds == {"clear", MOUNTAIN, "frozen-marsh", "town", "village", ICE}
        features = {feature for features in BOARD.hexsides.values() for feature in features}
        assert features == {RIVER, SHORE, "bridge", "ford"}

    def test_no_hex_is_cut_off(self) -> None:
        everywhere = {GRID.number(hex_) for hex_ in EVERY_HEX}
        for mobility in ("leg", "mobile"):
            assert reached(["0107"], marching(mobility)) == everywhere, mobility

    def test_both_sides_can_meet_on_dry_land(self) -> None:
        land = reached(["0107"], lambda _, there: not has(ICE)(there))
        assert {"0612", "1903", "1909", "1301", "0907"} <= land

    def test_no_single_step_is_beyond_a_unit(self) -> None:
        """The slowest: a Chinese division with 3 points, the Marine tanks with 6."""
        assert max(KEY.step_costs(BOARD, "leg")) <= 3 * 2
        assert max(KEY.step_costs(BOARD, "mobile")) <= 6 * 2

    @pytest.mark.parametrize(
        ("here", "there", "leg", "mobile"),
        [
            ("1506", "1406", 1, 1),  # up the pass by road
            ("1206", "1205", 2, 2),  # by trail
            ("1111", "1110", 6, 12),  # over the mountain
            ("0706", "0707", 2, 4),  # out on the ice
            ("1107", "1106", 2, 2),  # over the frozen Changjin
            ("1107", "1007", 4, 4),  # frozen marsh
            ("0807", "0907", 4, 4),  # into town off the road
        ],
    )
    def test_costs(self, here: str, there: str, leg: int, mobile: int) -> None:
        """In half points."""
        direction = GRID.direction(at(here), at(there))
        assert KEY.step_cost(BOARD, at(here), direction, "leg") == leg
        assert KEY.step_cost(BOARD, at(here), direction, "mobile") == mobile

    def test_few_islands_of_terrain(self) -> None:
        def ground(hex_: int) -> str:
            return next((kind for kind in (MOUNTAIN, "frozen-marsh", ICE) if has(kind)(hex_)), "clear")

        alone = {h for h in EVERY_HEX if ground(h) not in {ground(n) for n in GRID.around(h)}}
        assert numbers(alone) == {"1007"}  # the bottoms above Hagaru-ri

    def test_mountains_hold_about_half_of_the_map(self) -> None:
        assert 0.45 < sum(map(has(MOUNTAIN), EVERY_HEX)) / GRID.size < 0.65
