"""Maps, rosters and the Crossroads battle: what loads, what is refused, and whether the data make sense."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from hexfolio.battles import registry
from hexfolio.battles.exclusive import read_rules
from hexfolio.battles.loading import load_battle, read_support
from hexfolio.battles.map_sheets import read_map
from hexfolio.battles.rosters import CounterStart, check_start, read_counter
from hexfolio.core.battle import Arrival, Battle, Placement, Side
from hexfolio.core.board import Board, Fortification
from hexfolio.core.counters import Counter
from hexfolio.core.hexes import Grid
from hexfolio.core.terrain import ANY, Cost, TerrainKey
from hexfolio.rulebooks.sheets import Entry, SheetError, Where, parse_sheet

BOOKS = ("fm-folio", "fm-st296", "fm-2023")
GRID = Grid(20, 20)
BOARD = Board("sketch", GRID, (("clear",),) * GRID.size)
FOLDER = files("hexfolio.battles") / "crossroads"


def sketch(text: str) -> tuple[Board, TerrainKey]:
    return read_map(parse_sheet(text, "m.yaml") or Entry("m.yaml", 1), "sketch")


def counter(text: str, name: str = "A") -> tuple[Counter, CounterStart]:
    return read_counter(0, 0, name, text, BOARD, Where("r.yaml", 3))


class TestMaps:
    def test_an_empty_sheet_is_open_ground(self) -> None:
        board, key = sketch("")
        assert (board.grid.columns, board.grid.rows) == (20, 20)
        assert set(board.terrain) == {("clear",)}
        assert key.step_cost(board, board.grid.index("0404"), 0, "leg") == 2

    def test_hexes_as_text_number_or_list(self) -> None:
        board, _ = sketch("terrain: {woods: 0405 0406, town: 1010, hill: [0406, 1111 1112], clear: 0405}")
        kinds = {board.grid.number(h): kinds for h, kinds in enumerate(board.terrain) if kinds != ("clear",)}
        assert kinds == {
            "0405": ("woods", "clear"),
            "0406": ("woods", "hill"),
            "1010": ("town",),
            "1111": ("hill",),
            "1112": ("hill",),
        }

    def test_everything_else_on_a_map(self) -> None:
        board, _ = sketch(
            "size: 9x7\n"
            "grid: {straight: rows, displaced: odd, first: 1001, north: e}\n"
            "fortifications: {1003: bunker, 1104: {kind: fort, cancels-zones-of: red}}\n"
            "places: {Hill 60: 1005, Lake: [1006, 1007]}\n"
            "edges: {blue: west, red: [east, north]}\n"
        )
        grid = board.grid
        assert (grid.straight, grid.displaced, grid.first, grid.north) == ("rows", "odd", (10, 1), "e")
        assert board.fortifications == {
            grid.index("1003"): Fortification("bunker"),
            grid.index("1104"): Fortification("fort", "red"),
        }
        assert board.places == {
            "Hill 60": (grid.index("1005"),),
            "Lake": (grid.index("1006"), grid.index("1007")),
        }
        assert board.edges == {"blue": ("west",), "red": ("east", "north")}

    @pytest.mark.parametrize(
        ("text", "km"),
        [("", 0), ("scale: 4.8 km", 4.8), ("scale: 4.8", 4.8), ("scale: 5", 5), ("scale: 3km", 3)],
    )
    def test_scale(self, text: str, km: float) -> None:
        assert sketch(text)[0].scale_km == km

    def test_default_key_in_half_points(self) -> None:
        _, key = sketch("")
        assert key.hexes["clear"] == {ANY: Cost(2)}
        assert key.hexes["rough"] == {ANY: Cost(6)}
        assert key.hexes["village"] == {ANY: Cost(2, added=True)}
        assert key.hexes["sea"] == {ANY: Cost(0, closed=True)}
        assert key.hexsides["han-river"][ANY].halves == 4
        assert key.hexsides["frozen-river"][ANY].halves == 0
        assert key.ways == {"road": 1, "trail": 2}
        assert key.replacing == {"bridge", "ford", "ferry"}
        assert key.no_attack == {"restricted", "sea-hexside"}
        assert key.lines == {"minefield": "mines"}

    def test_a_map_key_replaces_and_extends(self) -> None:
        board, key = sketch(
            "terrain: {mountain: 0404, paddy: 0405}\n"
            "hexsides: {wall: 0404/0405, cliff: 0405/0406, wire: 0406/0407}\n"
            "ways: {path: 0101-0102, road: 0101-0102}\n"
            "key:\n"
            "  mountain: {leg: 3, mobile: no}\n"
            "  swamp: {mobile: no}\n"
            "  paddy: 3/2\n"
            "  airfield: {cost: 2, line: town}\n"
            "  minefield: +2\n"
            "  wall: +1/2\n"
            "  cliff: no\n"
            "  wire: {cost: {leg: +1, mobile: no}, line: ditch}\n"
            "  path: 3/2\n"
            "  road: 1\n"
        )
        assert key.hexes["mountain"] == {"leg": Cost(6), "mobile": Cost(0, closed=True)}
        assert key.hexes["swamp"] == {"leg": Cost(6), "mobile": Cost(0, closed=True)}
        assert key.hexes["paddy"] == {ANY: Cost(3)}
        assert key.hexsides["wall"] == {ANY: Cost(1, added=True)}
        assert key.no_attack == {"restricted", "sea-hexside", "cliff"}
        assert key.lines == {"minefield": "mines", "airfield": "town", "wire": "ditch"}
        assert key.ways == {"road": 2, "trail": 2, "path": 3}
        assert key.hex_cost(board, board.grid.index("0404"), "mobile") == 0
        assert "mountain" in sketch("")[1].hexes
        assert sketch("")[1].hexes["mountain"] == {ANY: Cost(6)}

    def test_roads_bridges_and_rivers(self) -> None:
        board, key = sketch(
            "hexsides: {river: 0505/0506 0605/0506, bridge: 0505/0506}\n"
            "ways: {road: [0101-0201-0302, 0302-0303], railway: 0302-0303}\n"
        )
        grid = board.grid
        here = grid.index("0506")
        assert key.step_cost(board, here, grid.direction(here, grid.index("0505")), "leg") == 2
        assert key.step_cost(board, here, grid.direction(here, grid.index("0605")), "leg") == 4
        assert len(board.ways["road"]) == 3
        assert len(board.ways["railway"]) == 1
        assert board.way_in_hex("road", grid.index("0201"))
        assert key.step_cost(board, grid.index("0303"), 0, "mobile") == 1

    @pytest.mark.parametrize(
        ("text", "line", "says"),
        [
            ("size: 5x5\nterrain:\n  town: 0101\n  woods: 0102 0606\n", 4, "There is no hex 0606"),
            ("terrain:\n  woods:\n    - 0404\n    - 04x5\n", 4, "'04x5' is not a hex number"),
            (
                "terrain:\n  wood: 0404\n",
                2,
                "wood is not in the terrain key under terrain: known are clear, ",
            ),
            ("hexsides:\n  woods: 0404/0405\n", 2, "under hexsides: known are stream, "),
            ("ways:\n  motorway: 0404-0405\n", 2, "known are road, trail, railway"),
            ("size: 5x5\nsize: 6x6\n", 2, "size is here twice"),
            ("size: 5x5\nroads: []\n", 2, "A map has no key roads: expected one of title, size, "),
            ("ways:\n  road:\n    - 0101-0102\n    - 0102-0104\n", 4, "Hexes 0102 and 0104 are not adjacent"),
            ("ways:\n  road: 0404\n", 2, "hexes in a row such as"),
            ("hexsides:\n  river: 0404/0404\n", 2, "not adjacent"),
            ("hexsides:\n  river: 0404-0405\n", 2, "two hexes such as 0505/0506"),
            ("size: large\n", 1, "not a map size"),
            ("size: 5x5\nscale: 3 miles\n", 2, "3 miles is not a scale: kilometres from hex to hex"),
            ("scale: 0\n", 1, "0 is not a scale"),
            ("scale: [4, 5]\n", 1, "is not a scale"),
            ("size: 0x5\n", 1, "do not fit"),
            ("grid: {straight: up}\n", 1, 'straight "columns" or "rows"'),
            ("grid: {first: a}\n", 1, "four digits"),
            ("edges:\n  blue: left\n", 2, "There is no map edge left"),
            ("fortifications:\n  0404: {type: fort}\n", 2, "A fortification has no key type"),
            ("fortifications:\n  9999: fort\n", 2, "There is no hex 9999"),
            ("key:\n  woods: many\n", 2, "many is not a movement cost: expected 2"),
            ("key:\n  bog: {leg: 2}\n", 2, "bog needs a cost for mobile"),
            ("key:\n  bog: {line: marsh}\n", 2, "bog needs a movement cost"),
            ("key:\n  woods: {leg: 2, wheeled: 3}\n", 2, "has no key leg"),
            ("key:\n  road: {leg: 1, mobile: 2}\n", 2, "road is a way"),
            ("key:\n  road: no\n", 2, "road is a way"),
            ("key:\n  7: 1\n", 2, "a word was expected"),
            ("terrain: woods\n", 1, "terrain must be a mapping"),
        ],
    )
    def test_refused(self, text: str, line: int, says: str) -> None:
        with pytest.raises(SheetError) as caught:
            sketch(text)
        assert str(caught.value).startswith(f"m.yaml line {line}: ")
        assert says in str(caught.value)


class TestRosters:
    def test_one_group_makes_a_depleted_side(self) -> None:
        unit, start = counter("2-3-8 leg at 0710")
        assert unit.steps == ((2, 3, 8), (1, 2, 8))
        assert (unit.mobility, unit.size, unit.symbol) == ("leg", "", "infantry")
        place = GRID.index("0710")
        assert start == CounterStart(place, 0, frozenset(), Placement((place,), True), None)

    def test_words(self) -> None:
        unit, start = counter(
            "5-4-8/3-2-8 / 1-1-8 mobile engineer no-zoc battalion nation=us symbol=armor "
            "depleted moved at 1010"
        )
        assert unit.steps == ((5, 4, 8), (3, 2, 8), (1, 1, 8))
        assert (unit.mobility, unit.size, unit.nation, unit.symbol) == ("mobile", "battalion", "us", "armor")
        assert unit.traits == {"engineer", "no-zoc"}
        assert start.step == 1
        assert start.done == {"moved"}

    def test_one_step(self) -> None:
        assert counter("1-2-3 one-step at 0101")[0].steps == ((1, 2, 3),)

    def test_places(self) -> None:
        def hexes(*numbers: str) -> tuple[int, ...]:
            return tuple(GRID.index(number) for number in numbers)

        def start(text: str) -> CounterStart:
            return counter(f"2-3-8 {text}")[1]

        assert start("due turn 3 at 0101") == CounterStart(arrival=Arrival(3, hexes("0101")))
        assert start("due turn 12 at 0101, 0102").arrival == Arrival(12, hexes("0101", "0102"))
        assert start("to set up").placement == Placement(tuple(range(GRID.size)), False)
        assert start("to set up in 0101,0102").placement == Placement(hexes("0101", "0102"), False)
        near = start("leg to set up within 1 of 0404")
        assert near.place == -1
        assert near.placement == Placement(
            tuple(sorted(hexes("0404", "0403", "0504", "0505", "0405", "0305", "0304"))), False
        )

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("leg at 0404", "needs values such as 4-4-4"),
            ("2-3 leg at 0404", "needs values"),
            ("2-3-8 legs at 0404", "has the word legs: expected one of leg, mobile"),
            ("2-3-8 leg mobile at 0404", "is leg and mobile"),
            ("2-3-8 company battalion at 0404", "is company and battalion"),
            ("2-3-8 / 1-1-8 one-step at 0404", "is one-step"),
            ("2-3-8 one-step depleted at 0404", "is one-step"),
            ("2-3-8 nation= at 0404", "nothing after it"),
            ("2-3-8 leg", "needs a place"),
            ("2-3-8 at 0404 depleted", "needs a place at the end"),
            ("2-3-8 at 9999", "There is no hex 9999"),
            ("2-3-8 due turn x at 0404", "needs a place"),
            ("2-3-8 to set up in 0101,01", "'01' is not a hex number"),
        ],
    )
    def test_refused(self, text: str, says: str) -> None:
        with pytest.raises(SheetError) as caught:
            counter(text)
        assert str(caught.value).startswith("r.yaml line 3: ")
        assert says in str(caught.value)

    def test_a_name_is_one_word(self) -> None:
        with pytest.raises(SheetError, match="not a name for a counter"):
            counter("2-3-8 at 0404", "1st Guards")


class TestWhereCountersStand:
    """0404 and all hexes beside it but 0403 are sea; mountains are closed to vehicles off the road."""

    MAP = (
        "terrain: {sea: 0404 0504 0505 0405 0305 0304, mountain: 0707 0808}\n"
        "ways: {road: 0706-0707}\n"
        "key: {mountain: {leg: 3, mobile: no}}\n"
    )

    def check(self, text: str) -> None:
        board, key = sketch(self.MAP)
        where = Where("r.yaml", 3)
        check_start(*read_counter(0, 0, "A", f"2-3-8 {text}", board, where), board, key, where)

    @pytest.mark.parametrize(
        "text",
        [
            "at 0403",
            "at 0808",
            "mobile at 0707",
            "due turn 2 at 0101,0102",
            "due turn 2 within 1 of 0404",
            "due turn 2 with B",
            "to set up",
            "to set up within 1 of 0404 by default 0403",
            "to set up in 0101,0102 by default 0102",
            "to set up beside any by default 0101",
        ],
    )
    def test_open_ground(self, text: str) -> None:
        self.check(text)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("at 0404", "Counter A cannot be in 0404, which is sea: ground open to leg units was expected."),
            ("mobile at 0808", "cannot be in 0808, which is mountain: ground open to mobile units"),
            ("due turn 2 at 0101,0404", "cannot be in 0404"),
            ("due turn 2 within 0 of 0404", "cannot be in 0404"),
            ("to set up in 0403,0404", "cannot be in 0404"),
            ("to set up within 0 of 0404", "cannot be in 0404"),
            ("to set up by default 0404", "may not set up in 0404, its hex by default"),
            ("to set up in 0101,0102 by default 0103", "may not set up in 0103, its hex by default"),
            ("to set up within 1 of 0404 by default 0402", "may not set up in 0402, its hex by default"),
        ],
    )
    def test_refused(self, text: str, says: str) -> None:
        with pytest.raises(SheetError) as caught:
            self.check(text)
        assert str(caught.value).startswith("r.yaml line 3: ")
        assert says in str(caught.value)


class TestBattleSheets:
    SIDES = (Side("blue", "Blue"), Side("red", "Red"))

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name in ("battle.yaml", "map.yaml"):
            (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
        return tmp_path

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ("turns: 6", "turns: six", "turns must be a whole number"),
            ("turns: 6", "turns: 0", "turns must be 1 or more"),
            ("turns: 6", "turn: 6", "A battle has no key turn:"),
            ("first: blue", "first: green", "There is no side green: expected blue or red"),
            ("[red, blue]", "[red, red]", "Both sides in order"),
            ("support: [4/3,", "support: [4-3,", "not an allotment"),
            ("+4]", "plus]", "not the value of a marker"),
            ("A/7: 5-4-8", "1/12: 5-4-8", "1/12 is here twice"),
            ("1/40: 2-3-4", "1/12: 2-3-4", "Counter 1/12 is here twice"),
            ("at 0305", "at 1512", "There is no hex 1512"),
            ("    1206: 8", "    1506: 8", "There is no hex 1506"),
            ("[20, blue", "[-20, blue", "from the highest margin"),
            ("bombardment-range:", "bombard:", "The rules has no key bombard"),
            ("lines: {hill: broken, village: woods, swamp", "lines: {hills: broken, swamp", "no key hills"),
            ("1 May morning, ", "", "6 dates were expected"),
            ("books: [fm-folio, ", "books: [", "is not laid out for the book fm-folio"),
            ("sides: {blue: Western Brigade,", "sides: {", "A battle has two sides, not 1"),
        ],
    )
    def test_refused(self, folder: Path, old: str, new: str, says: str) -> None:
        sheet = folder / "battle.yaml"
        text = sheet.read_text(encoding="utf-8")
        assert old in text
        sheet.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(SheetError) as caught:
            load_battle(folder, "fm-folio")
        assert says in str(caught.value)
        assert str(caught.value).startswith(f"{sheet} line ")

    def test_a_missing_map_is_named(self, folder: Path) -> None:
        (folder / "map.yaml").unlink()
        with pytest.raises(SheetError, match=r"map\.yaml: The file cannot be read"):
            load_battle(folder, "fm-folio")

    def test_support_is_printed_first_player_first(self) -> None:
        where = Where("b.yaml", 1)
        assert read_support(parse_sheet("[8/9, 4]", "b.yaml"), where, 0) == ((8, 9), (4, 4))
        assert read_support("8/9", where, 1) == ((9, 8),)
        assert read_support(4, where, 0) == ((4, 4),)

    def test_exclusive_rules(self) -> None:
        sheet = parse_sheet(
            "stacking: 2\nbombardment-range: {from: hq, hexes: 5}\nfriendly-edges: {blue: [west]}\n"
            "supply-sources: {blue: [0101]}\nexits: {red: 0101 0102}\nset-up: [red, blue]\n",
            "b.yaml",
        )
        assert read_rules(sheet, self.SIDES, BOARD, ()) == {
            "stacking": 2,
            "bombardment-range": {"from": "hq", "hexes": 5},
            "friendly-edges": {"blue": ("west",)},
            "supply-sources": {"blue": (0,)},
            "exits": {"red": (0, 1)},
            "set-up": (1, 0),
        }

    def test_depleted_counters_are_kept(self, folder: Path) -> None:
        sheet = folder / "battle.yaml"
        text = sheet.read_text(encoding="utf-8").replace("symbol=infantry at 0305", "depleted at 0305")
        sheet.write_text(text, encoding="utf-8")
        assert load_battle(folder, "fm-folio").start_steps == {0: 1}


class TestRegistry:
    def test_entries(self) -> None:
        entry = registry.find("crossroads")
        assert entry in registry.entries()
        assert (entry.title, entry.books) == ("Crossroads", BOOKS)

    def test_ids_are_folders(self) -> None:
        for entry in registry.entries():
            assert (files("hexfolio.battles") / entry.id / "battle.yaml").is_file()

    def test_unknown(self) -> None:
        with pytest.raises(registry.UnknownBattleError, match=r"no battle waterloo: known are .*crossroads"):
            registry.load("waterloo", "fm-folio")
        with pytest.raises(registry.UnknownBattleError, match="fm-folio, fm-st296, fm-2023"):
            registry.load("crossroads", "fm-1999")

    def test_options_are_kept(self) -> None:
        assert registry.load("crossroads", "fm-2023", {"fog": "on"}).options == {"fog": "on"}


@pytest.fixture(params=BOOKS)
def crossroads(request: pytest.FixtureRequest) -> Battle:
    return registry.load("crossroads", request.param)


class TestCrossroads:
    def test_every_kind_of_terrain_is_there(self) -> None:
        board = registry.load("crossroads", "fm-folio").board
        hexes = {kind for kinds in board.terrain for kind in kinds}
        sides = {feature for features in board.hexsides.values() for feature in features}
        assert " ".join(sorted(hexes)) == (
            "airfield broken city clear desert grove hill marsh mixed mountain rough sea swamp town village "
            "woods"
        )
        assert " ".join(sorted(sides)) == (
            "bridge canal ditch escarpment ferry ford minefield river sea-hexside stream"
        )
        assert set(board.ways) == {"road", "trail", "railway"}

    def test_counters_of_each_side(self, crossroads: Battle) -> None:
        for side in (0, 1):
            own = [counter for counter in crossroads.counters if counter.side == side]
            assert 8 <= len(own) <= 12
            assert {counter.mobility for counter in own} == {"leg", "mobile"}
            assert sum(len(counter.steps) == 1 for counter in own) == 1
            for trait in ("commando", "engineer", "hq"):
                assert sum(trait in counter for counter in own) == 1
            turns = {crossroads.arrivals[c.index].turn for c in own if c.index in crossroads.arrivals}
            assert len(turns) == 2
            free = [c for c in own if (p := crossroads.placements.get(c.index)) and not p.fixed]
            assert len(free) == 1
            assert len([marker for marker in crossroads.markers if marker.side == side]) in (7, 8)
        assert all(1 <= marker.value <= 4 for marker in crossroads.markers)
        assert [counter.index for counter in crossroads.counters] == list(range(len(crossroads.counters)))

    def test_every_counter_has_a_place_or_a_turn(self, crossroads: Battle) -> None:
        for unit in crossroads.counters:
            assert (unit.index in crossroads.placements) != (unit.index in crossroads.arrivals)

    def test_named_hexes_are_land(self, crossroads: Battle) -> None:
        for hex_ in (*_named_hexes(crossroads),):
            number = crossroads.board.grid.number(hex_)
            assert "sea" not in crossroads.board.terrain[hex_], number

    def test_one_unit_in_a_hex_and_none_in_closed_terrain(self, crossroads: Battle) -> None:
        fixed = [p.hexes[0] for p in crossroads.placements.values() if p.fixed]
        assert len(fixed) == len(set(fixed))
        for index, placement in crossroads.placements.items():
            mobility = crossroads.counters[index].mobility
            assert all(crossroads.key.hex_cost(crossroads.board, h, mobility) for h in placement.hexes)
            assert placement.fixed or not set(placement.hexes) <= set(fixed)

    def test_free_set_up_keeps_clear_of_the_enemy(self, crossroads: Battle) -> None:
        for index, placement in crossroads.placements.items():
            side = crossroads.counters[index].side
            enemies = {
                hex_
                for other, theirs in crossroads.placements.items()
                if crossroads.counters[other].side != side
                for hex_ in theirs.hexes
            }
            assert not enemies & set(placement.hexes)

    def test_reinforcements_come_from_the_map_edge(self, crossroads: Battle) -> None:
        grid = crossroads.board.grid
        edge = {hex_ for name in ("north", "east", "south", "west") for hex_ in grid.edge(name)}
        for index, arrival in crossroads.arrivals.items():
            mobility = crossroads.counters[index].mobility
            assert 1 < arrival.turn <= crossroads.turns
            assert set(arrival.hexes) <= edge
            assert all(crossroads.key.hex_cost(crossroads.board, h, mobility) for h in arrival.hexes)

    def test_way_ends_lie_on_the_map_edge_or_on_another_way(self, crossroads: Battle) -> None:
        board = crossroads.board
        edge = {h for name in ("north", "east", "south", "west") for h in board.grid.edge(name)}
        for way in board.ways:
            for hex_ in range(board.grid.size):
                if _way_sides(board, way, hex_) == 1 and hex_ not in edge:
                    others = [w for w in board.ways if w != way and board.way_in_hex(w, hex_)]
                    assert others, f"{way} ends in {board.grid.number(hex_)}"

    def test_roads_are_one_net_with_the_objectives_on_it(self, crossroads: Battle) -> None:
        board, grid = crossroads.board, crossroads.board.grid
        start = grid.index("0706")
        assert _way_sides(board, "road", start) == 4
        seen, queue = {start}, [start]
        while queue:
            here = queue.pop()
            for next_ in grid.around(here):
                if next_ not in seen and board.side_between(here, next_) in board.ways["road"]:
                    seen.add(next_)
                    queue.append(next_)
        assert seen == {hex_ for hex_ in range(grid.size) if board.way_in_hex("road", hex_)}
        assert set(crossroads.victory["objectives"]) <= seen

    def test_roads_cross_the_river_on_bridges(self, crossroads: Battle) -> None:
        for side in crossroads.board.ways["road"]:
            features = crossroads.board.hexsides.get(side, frozenset())
            assert "river" not in features or "bridge" in features
        for features in crossroads.board.hexsides.values():
            assert "river" in features or not features & {"bridge", "ford"}

    def test_nothing_but_the_lake_is_out_of_reach(self, crossroads: Battle) -> None:
        board, grid, key = crossroads.board, crossroads.board.grid, crossroads.key
        start = grid.index("0106")
        seen, queue = {start}, [start]
        while queue:
            here = queue.pop()
            for direction in range(6):
                next_ = grid.neighbour(here, direction)
                if next_ not in seen and key.step_cost(board, here, direction, "leg"):
                    seen.add(next_)
                    queue.append(next_)
        assert seen == {hex_ for hex_ in range(grid.size) if board.terrain[hex_] != ("sea",)}

    def test_the_bunker_is_held_behind_the_minefield(self, crossroads: Battle) -> None:
        board = crossroads.board
        ((bunker, _),) = board.fortifications.items()
        holders = [i for i, p in crossroads.placements.items() if p.fixed and p.hexes == (bunker,)]
        assert [crossroads.counters[i].side for i in holders] == [1]
        mined = [n for n in board.grid.around(bunker) if "minefield" in board.side_features(bunker, n)]
        assert len(mined) == 2

    def test_track_and_schedule(self, crossroads: Battle) -> None:
        assert (crossroads.turns, crossroads.first, crossroads.set_up_order) == (6, 0, (1, 0))
        assert len(crossroads.dates) == len(crossroads.allotments) == 6
        for side in (0, 1):
            cup = sum(marker.side == side for marker in crossroads.markers)
            assert all(0 < allotment[side] <= cup for allotment in crossroads.allotments)
        objectives = crossroads.victory["objectives"]
        assert objectives[crossroads.board.grid.index("0706")] == 10
        assert crossroads.victory["control"] == dict.fromkeys(objectives, 1)
        margins = [margin for margin, _, _ in crossroads.victory["levels"]]
        assert margins == sorted(margins, reverse=True)
        assert min(margins) < -sum(objectives.values()) < 0 < max(margins) <= sum(objectives.values())

    def test_lines_of_each_book(self) -> None:
        lines = {book: registry.load("crossroads", book).key.line for book in BOOKS}
        assert [lines[book]("minefield") for book in BOOKS] == ["mines", "mountain", "mountain"]
        assert [lines[book]("woods") for book in BOOKS] == ["woods", "hill", "woods"]
        assert [lines[book]("river") for book in BOOKS] == ["river", "minor-river", "river"]


def _named_hexes(battle: Battle) -> Iterator[int]:
    """Every hex the battle sheet names, and every place and way but the lake."""
    for placement in battle.placements.values():
        yield from placement.hexes
    for arrival in battle.arrivals.values():
        yield from arrival.hexes
    yield from battle.victory["objectives"]
    yield from battle.board.fortifications
    for name, hexes in battle.board.places.items():
        yield from hexes if name != "Lake Sarn" else ()
    for way in battle.board.ways:
        yield from (hex_ for hex_ in range(battle.board.grid.size) if battle.board.way_in_hex(way, hex_))


def _way_sides(board: Board, way: str, hex_: int) -> int:
    return sum(board.grid.side(hex_, direction) in board.ways[way] for direction in range(6))


def test_a_battle_s_fingerprint_follows_its_data_not_its_comments(tmp_path: Path) -> None:
    source = files("hexfolio.battles") / "crossroads"
    prints = []
    for name, old, new in (
        ("same", "", ""),
        ("comment", "# West", "# To the west"),
        ("cost", "leg: 3", "leg: 4"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        for sheet in ("battle.yaml", "map.yaml"):
            text = (source / sheet).read_text(encoding="utf-8")
            (folder / sheet).write_text(text.replace(old, new) if old else text, encoding="utf-8")
        prints.append(load_battle(folder, "fm-folio").fingerprint)
    assert prints[0] == prints[1] != prints[2]
