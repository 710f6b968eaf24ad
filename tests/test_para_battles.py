"""The battles of Paratrooper: their data against the book, their default set-ups, and games to the end."""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from hexfolio.battles import registry, saves
from hexfolio.battles.loading import load_battle
from hexfolio.casebook.airborne_questions import QUESTIONS
from hexfolio.casebook.run import run_file
from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter
from hexfolio.core.game import Game, Table
from hexfolio.core.hexes import EDGES
from hexfolio.core.orders import Order
from hexfolio.core.state import WAITING
from hexfolio.rulebooks.paratrooper.general import FOG
from hexfolio.rulebooks.paratrooper.results import GROUND, effect
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper
from hexfolio.rulebooks.paratrooper.victory import DEFAULT_LEVELS
from hexfolio.rulebooks.sheets import SheetError

BATTLES = ("sukchon", "tomahawk")
COMMUNIST, UN = 0, 1
SHEETS = files("hexfolio.battles")


def battle(name: str) -> Battle:
    return registry.load(name, "para")


def rules_of(name: str) -> Paratrooper:
    rules = registry.open_rules(name, "para")
    assert isinstance(rules, Paratrooper)
    return rules


def group(battle_: Battle, name: str) -> list[Counter]:
    return [counter for counter in battle_.counters if counter.group == name]


def traits(battle_: Battle) -> Tally[str]:
    return Tally(trait for counter in battle_.counters for trait in counter.traits)


def numbers(battle_: Battle, hexes: object) -> list[str]:
    assert isinstance(hexes, tuple | frozenset)
    return [battle_.board.grid.number(hex_) for hex_ in sorted(hexes)]


class TestCounters:
    @pytest.mark.parametrize(
        ("name", "contingents"),
        [
            ("sukchon", {"NK": 18, "105": 8, "187": 20, "27": 17, "R6": 7, "TR": 6}),
            ("tomahawk", {"NK": 18, "PLA": 26, "187": 20, "R": 2, "TG": 8, "TH": 6, "TB": 5}),
        ],
    )
    def test_contingents(self, name: str, contingents: dict[str, int]) -> None:
        found = Tally(counter.group for counter in battle(name).counters if counter.group)
        assert found == contingents

    @pytest.mark.parametrize(
        ("name", "strikes"), [("sukchon", [3, 3, 4, 4, 4]), ("tomahawk", [3, 3, 4, 4, 4, 5])]
    )
    def test_airstrikes_and_supply(self, name: str, strikes: list[int]) -> None:
        counters = battle(name).counters
        assert sorted(c.steps[0][0] for c in counters if "airstrike" in c) == strikes
        assert sum("supply" in c for c in counters) == 4

    @pytest.mark.parametrize("name", BATTLES)
    def test_fog_of_war(self, name: str) -> None:
        kinds = {
            "depot": 3,
            "leader": 3,
            "rear-guard": 4,
            "tank-detachment": 2,
            "deception": 2,
            "prisoners": 2,
        }
        assert {kind: traits(battle(name))[kind] for kind in FOG} == kinds
        for counter in battle(name).counters:
            if counter.traits & FOG:
                assert counter.side == COMMUNIST
                assert len(counter.steps) == 1
                assert counter.steps[0][2] == 0 or counter.traits & {"leader", "tank-detachment"}

    def test_both_battles_share_the_187th_and_the_north_koreans(self) -> None:
        """para:23.0.a."""

        def prints(name: str, contingent: str) -> list[tuple[object, ...]]:
            return [
                (c.id, c.steps, c.mobility, c.size, c.traits, c.symbol)
                for c in group(battle(name), contingent)
            ]

        for contingent in ("187", "NK"):
            assert prints("sukchon", contingent) == prints("tomahawk", contingent)

    def test_nations_in_contingents(self) -> None:
        """para:23.3.a to c, 25.2.af."""
        sukchon, tomahawk = battle("sukchon"), battle("tomahawk")
        assert [c.symbol for c in group(sukchon, "27") if c.nation == "us"] == ["armor"]
        assert [c.symbol for c in group(tomahawk, "TG") if c.nation == "cw"] == ["engineer"]
        for force in ("TB", "TH"):
            assert {c.nation for c in group(tomahawk, force)} == {"us", "rok"}

    @pytest.mark.parametrize("name", BATTLES)
    def test_who_drops_and_who_assaults(self, name: str) -> None:
        """para:6.2.3.a and b: infantry, engineers and commandos; no heavy weapons, no guns."""
        for counter in battle(name).counters:
            assert ("airborne" in counter) == (counter.group in ("187", "R"))
            if "assault" in counter:
                assert counter.symbol in ("airborne", "engineer", "commando")

    @pytest.mark.parametrize("name", BATTLES)
    def test_units_have_two_sides(self, name: str) -> None:
        for counter in battle(name).counters:
            if counter.group:
                full, disrupted = counter.steps
                assert disrupted[0] < full[0]
                assert disrupted[1] == 1
                assert 0 < disrupted[2] < full[2]
                assert counter.mobility in ("light", "motorized", "mechanized")
                assert counter.size in ("company", "platoon")

    def test_the_whole_mix_is_that_of_the_box(self) -> None:
        """para:2.0.b: 176 counters, with 27 markers that need no counter here."""
        ids = {c.id for name in BATTLES for c in battle(name).counters}
        drop_zones, roadblocks, demolitions, command, turn = 4, 12, 6, 4, 1
        assert len(ids) + drop_zones + roadblocks + demolitions + command + turn == 176


class TestCalendar:
    def test_sukchon(self) -> None:
        """para:24.0.b."""
        sukchon = battle("sukchon")
        assert sukchon.turns == len(sukchon.dates) == 7
        assert sukchon.dates[0] == "20 October 1950, afternoon"
        assert sukchon.dates[-1] == "22 October, afternoon"

    def test_tomahawk(self) -> None:
        """para:25.0.b."""
        tomahawk = battle("tomahawk")
        assert tomahawk.turns == len(tomahawk.dates) == 8
        assert tomahawk.dates[0] == "23 March 1951, morning"
        assert tomahawk.dates[-1] == "25 March, afternoon"

    @pytest.mark.parametrize("name", BATTLES)
    def test_nights_are_those_of_the_dates_and_have_fewer_points(self, name: str) -> None:
        battle_ = battle(name)
        nights = tuple(turn for turn, date in enumerate(battle_.dates, 1) if date.endswith("night"))
        assert battle_.special["night"] == nights
        for points in battle_.special["command"].values():
            assert len(points) == battle_.turns
            days = [value for turn, value in enumerate(points, 1) if turn not in nights]
            assert max(points[turn - 1] for turn in nights) < min(days)

    @pytest.mark.parametrize("name", BATTLES)
    def test_sides(self, name: str) -> None:
        """para:24.0.a, 24.1.a, 25.0.a, 25.1.a."""
        battle_ = battle(name)
        assert [side.id for side in battle_.sides] == ["communist", "un"]
        assert battle_.first == battle_.special["airborne"] == UN
        assert battle_.set_up_order == (COMMUNIST, UN)


class TestRules:
    @pytest.mark.parametrize("name", BATTLES)
    def test_limits(self, name: str) -> None:
        """para:24.1.d and e, 24.2.e to j, o and q, 25.1.h and j, 25.2.d to j, m and n."""
        special = battle(name).special
        assert special["stacking"] == 2
        assert special["ranged-limit"] == (1, 3)
        assert special["strike-limit"] == 3
        assert special["drop-zones"] == (2, 2, ("clear", "rice-paddy"), 2)
        assert special["supply-drops"] == (2, 2)

    def test_drops(self) -> None:
        """para:24.2.c, l and n, 25.2.b and l."""
        assert battle("sukchon").special["drops"] == (("187", 1, 12, False), ("187", 2, 0, True))
        assert battle("tomahawk").special["drops"] == (("187 R", 1, 0, False),)
        assert battle("sukchon").special["first-strikes"] == 5
        assert battle("tomahawk").special["first-strikes"] == 6

    def test_reinforcements_of_the_un_at_sukchon(self) -> None:
        """para:24.2.w to af."""
        sukchon = battle("sukchon")
        turn, lines = sukchon.special["reinforcements"][UN]
        assert turn == 2
        assert [line.strikes for line in lines] == [3, 3, 3, 4, 4, 5]
        brigade, rest = lines[0].groups
        assert (brigade.contingent, brigade.number, brigade.pick) == ("27", 10, "choice")
        assert (rest.contingent, rest.pick) == ("27", "all")
        assert not lines[0].again
        rok, rodgers = lines[3].groups
        assert (rok.contingent, rok.edges, numbers(sukchon, rok.roads)) == ("R6", ("east",), ["3606"])
        assert (rodgers.contingent, rodgers.edges) == ("TR", ("south",))
        for part in (brigade, rest, rodgers):
            assert (part.edges, part.reach, numbers(sukchon, part.roads)) == (("south",), 2, ["0422", "2422"])
        assert lines[5].groups == ()

    def test_reinforcements_of_the_communists_at_sukchon(self) -> None:
        """para:24.1.f to k."""
        turn, lines = battle("sukchon").special["reinforcements"][COMMUNIST]
        assert turn == 2
        assert [line.fog for line in lines] == [0, 2, 1, 0, 0, 0]
        (armor,) = lines[0].groups
        assert (armor.contingent, armor.pick, armor.edges, armor.roads) == (
            "105",
            "random",
            ("north", "east"),
            (),
        )
        assert lines[0].again
        assert [bool(line.groups) for line in lines] == [True] + [False] * 5

    def test_reinforcements_of_the_un_at_tomahawk(self) -> None:
        """para:25.2.r to z."""
        tomahawk = battle("tomahawk")
        turn, lines = tomahawk.special["reinforcements"][UN]
        assert turn == 2
        assert [line.strikes for line in lines] == [5, 5, 5, 4, 3, 0]
        assert [part.contingent for line in lines for part in line.groups] == ["TG", "TG", "TG", "TH", "TB"]
        for line in lines[:5]:
            (part,) = line.groups
            assert (part.pick, part.edges, part.reach, line.again) == ("all", ("south",), 3, False)
            assert numbers(tomahawk, part.roads) == ["1122", "1622", "2422", "3022"]
        assert [line.rain for line in lines] == [False] * 5 + [True]

    def test_reinforcements_of_the_communists_at_tomahawk(self) -> None:
        """para:25.1.l to p."""
        turn, lines = battle("tomahawk").special["reinforcements"][COMMUNIST]
        assert turn == 2
        assert [line.fog for line in lines] == [0, 0, 1, 1, 0, 0]
        for line in lines[:2]:
            (part,) = line.groups
            assert (part.contingent, part.pick, part.edges) == ("PLA", "random", ("north", "east"))
            assert line.again

    def test_special_rules(self) -> None:
        """para:24.3.1.a, 24.3.2.a, 25.1.i and k, 25.3.a to e."""
        sukchon, tomahawk = battle("sukchon"), battle("tomahawk")
        places = [(numbers(sukchon, bonus.hexes), bonus.points) for bonus in sukchon.special["bonus"]]
        assert places == [(["0219"], 2)]
        places = [(numbers(tomahawk, bonus.hexes), bonus.points) for bonus in tomahawk.special["bonus"]]
        assert places == [(["0815"], 1), (["2921"], 1)]
        builders = [b.counters[unit] for b in (sukchon, tomahawk) for unit in b.special["bridge-builders"]]
        assert [(c.nation, "engineer" in c, c.group) for c in builders] == [
            ("cw", True, "27"),
            ("cw", True, "TG"),
        ]
        assert tomahawk.special["apart"] == {"NK", "PLA"}
        assert tomahawk.special["night-fighters"] == {"PLA"}
        assert "apart" not in sukchon.special

    @pytest.mark.parametrize("name", BATTLES)
    def test_edges(self, name: str) -> None:
        """para:23.4.a; a road leads off the map wherever units may come by one."""
        battle_ = battle(name)
        grid, board = battle_.board.grid, battle_.board
        assert set(battle_.special["withdrawal"]) == set(grid.edge("north"))
        rim = {hex_ for edge in ("north", "east", "south", "west") for hex_ in grid.edge(edge)}
        roads = {hex_ for hex_ in rim if board.way_in_hex("road", hex_)}
        assert roads == set(battle_.special["entry-ways"]["road"])

    @pytest.mark.parametrize(
        ("name", "south"), [("sukchon", ["0822", "0922", "2622"]), ("tomahawk", ["0622", "3022"])]
    )
    def test_railways_and_trails_that_lead_off_the_map(self, name: str, south: list[str]) -> None:
        """para:16.2.a: hexes of the edge from which the way goes on to one hex of the map only."""
        battle_ = battle(name)
        grid, board = battle_.board.grid, battle_.board
        entries = battle_.special["entry-ways"]
        for way in ("railroad", "trail"):
            for hex_ in entries.get(way, ()):
                sides = [board.side_between(hex_, near) for near in grid.around(hex_)]
                assert sum(side in board.ways[way] for side in sides) == 1
        found = {hex_ for way in ("railroad", "trail") for hex_ in entries.get(way, ())}
        assert sorted(grid.number(hex_) for hex_ in found & set(grid.edge("south"))) == south

    @pytest.mark.parametrize(("name", "points"), [("sukchon", [5] * 6), ("tomahawk", [5, 5, 5, 5, 10, 10])])
    def test_objectives(self, name: str, points: list[int]) -> None:
        """para:24.4.c, 25.4.b: the values; only Munsan-ni and Tokchon are named."""
        battle_ = battle(name)
        objectives = battle_.victory["objectives"]
        assert sorted(objectives.values()) == points
        assert all(not battle_.key.never(battle_.board, hex_) for hex_ in objectives)
        named = {hex_ for hexes in battle_.board.places.values() for hex_ in hexes}
        assert named.issuperset(objectives)
        if name == "tomahawk":
            places = battle_.board.places
            assert objectives[places["Munsan-ni"][0]] == objectives[places["Tokchon"][0]] == 10

    @pytest.mark.parametrize("name", BATTLES)
    def test_levels_of_the_sheet_are_those_of_the_rulebook(self, name: str) -> None:
        assert battle(name).victory["levels"] == list(DEFAULT_LEVELS)


class TestSetUp:
    @pytest.mark.parametrize("name", BATTLES)
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_history_is_legal(self, name: str, seed: int) -> None:
        """para:23.6.1.d to f, 24.1.b to d, 25.1.c to i: units in their default hexes, fog counters apart."""
        rules = rules_of(name)
        game = Game(rules, seed)
        while game.state.turn == 0:
            game.apply(Order("accept"))
        state, grid = game.state, rules.grid
        for unit, placement in rules.battle.placements.items():
            assert state.at[unit] == placement.default
        fog = [state.at[unit] for unit in rules.fog_counters if state.at[unit] >= 0]
        assert 7 <= len(fog) <= 12
        assert set(fog) <= set(rules.stages(COMMUNIST)[0].defaults)
        assert all(grid.distance(a, b) > 1 for a in fog for b in fog if a != b)
        assert not any(rules.overstacked(state, COMMUNIST, hex_) for hex_ in state.stacks)
        assert all(state.at[unit] == WAITING for unit in rules.side_counters[UN])

    def test_tomahawk_begins_south_of_the_imjin(self) -> None:
        """para:25.1.d to g."""
        rules = rules_of("tomahawk")
        game = Game(rules, 5)
        while game.state.turn == 0:
            game.apply(Order("accept"))
        state = game.state
        south = set(rules.board.areas["south of the Imjin"])
        for name, least, most in (("NK", 18, 18), ("PLA", 13, 18)):
            units = [unit for unit in rules.contingent(name) if state.at[unit] >= 0]
            assert least <= len(units) <= most
            assert all(state.at[unit] in south for unit in units)
            assert 1 <= sum(state.step[unit] for unit in units) <= 6
            defaults = next(s for s in rules.stages(COMMUNIST) if s.contingent == name).defaults
            assert {state.at[unit] for unit in units} <= set(defaults)

    def test_the_239th_stands_between_yongju_and_opa_ri(self) -> None:
        sukchon = battle("sukchon")
        places = sukchon.board.places
        defaults = [placement.default for placement in sukchon.placements.values()]
        assert len(defaults) == 18
        near = [
            hex_
            for hex_ in defaults
            if min(sukchon.board.grid.distance(hex_, places[name][0]) for name in ("Yongju", "Opa-ri")) <= 3
        ]
        assert len(near) == 14


def played_until(name: str, turn: int, phase: str, seed: int = 4) -> Game:
    """A random game at the beginning of a phase of the airborne player turn."""
    game, random = Game(rules_of(name), seed), Random(seed)
    while (game.state.turn, game.state.phase, game.state.active) != (turn, phase, UN):
        game.apply(game.legal().sample(random))
    return game


class TestPlay:
    def test_who_scattered_off_the_map_is_not_dropped_again(self) -> None:
        """Ruling RP-27."""
        game = played_until("sukchon", 2, "landing")
        rules = rules_of("sukchon")
        first, *others = rules.droppable(game.state)
        game.state.lists["strayed"] = (*game.state.lists.get("strayed", ()), first, 0)
        assert rules.droppable(game.state) == others

    @pytest.mark.parametrize("first", [0, 1, 2])
    def test_later_drop_zones_do_not_make_up_for_the_first(self, first: int) -> None:
        """para:24.2.o, ruling RP-14: two more in all, however many were placed on turn 1."""
        game = played_until("sukchon", 2, "landing")
        rules, state = rules_of("sukchon"), game.state
        state.lists["zones"] = (10, 20)[:first]
        state.tracks.pop("zones first")
        if first:
            state.tracks["zones first"] = first
        assert rules.zones_left(state) == 2
        state.lists["zones"] = (*state.lists["zones"], 30, 40)
        assert rules.zones_left(state) == 0

    def test_fast_movement_out_of_an_enemy_zone(self) -> None:
        """Ruling RP-84: a unit that stood still may use it, wherever it stands."""
        game = played_until("tomahawk", 1, "movement")
        rules, state = rules_of("tomahawk"), game.state
        unit, zones = rules.battle.counter("187-A").index, rules.zones(state, COMMUNIST)
        free = [h for h in range(rules.grid.size) if h not in state.stacks and not rules.is_closed(h)]
        state.put(
            unit,
            next(
                h for h in free if zones[h] and any(not zones[n] for n in rules.grid.around(h) if n in free)
            ),
        )
        state.flags[unit] = 0
        state.tracks["cp 1"] = 3
        state.cache.clear()
        game.apply(Order("fast", unit))
        orders = [order for order in game.legal().of(unit) if order.verb == "move"]
        assert orders
        assert all(game.judge(order) is None for order in orders)

    def test_units_whose_edge_stays_blocked_go_on_waiting(self) -> None:
        """para:24.2.ae, 25.2.v: the edge of their first try holds for every later one."""
        game = played_until("sukchon", 2, "movement")
        rules, state = rules_of("sukchon"), game.state
        unit = rules.contingent("R6")[0]
        east = tuple(rules.grid.edge("east"))
        state.lists = {**state.lists, "due": (unit,), "waves": (1,), "edges 1": ()}
        state.tracks = {**state.tracks, "edges 1": 1 << EDGES.index("east")}
        state.active = UN
        for _ in range(2):
            rules.put_off(state)
            assert state.lists["due"] == (unit,)
            assert state.lists["edges 1"] == tuple(sorted(east))


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_random_games_come_to_an_end(name: str, seed: int) -> None:
    rules = rules_of(name)
    game, random = Game(rules, seed), Random(seed)
    for _ in range(3000):
        if game.outcome is not None:
            break
        game.apply(game.legal().sample(random))
    assert game.outcome is not None
    assert rules.state_from_json(json.loads(json.dumps(game.state.to_json()))) == game.state


SLIPS = {
    "sukchon": """
        187-B: 4-1-4 / 2-1-3 light company -> 187-B: 4-1-4 / 2-1-3 leg company
            Counter 187-B has the word leg: expected one of light, mechanized, motorized
        187-B: 4-1-4 / 2-1-3 light company -> 187-B: 4-1-4 light company
            Counter 187-B needs a second side such as 4-1-4 / 2-1-3, or the word one-step
        187-B: 4-1-4 / 2-1-3 light company -> 187-B: 4-1 / 2-1-3 light company
            Counter 187-B needs values such as
        187-B: 4-1-4 / 2-1-3 light company -> 187-A: 4-1-4 / 2-1-3 light company
            187-A is here twice, first in line
        symbol=infantry to set up by default 0217 -> symbol=infantry to set up by default 9917
            There is no hex 9917
        airborne: un -> airborne: us
            There is no side us: expected communist or un
        night: 2 5 -> night: 2 8
            8 is not a game turn: expected 1 to 7
        un: 8 5 8 8 5 8 8 -> un: 8 5 8 8
            7 numbers of command points were expected, one a turn, not 4
        un: 8 5 8 8 5 8 8 -> un: 8 5 8 8 5 8 many
            many is not a whole number
        stacking: 2 -> stacking: two
            stacking must be a whole number
        stacking: 2 -> stack: 2
            The rules has no key stack: expected one of airborne
        ranged-limit: {un: 3, communist: 1} -> ranged-limit: {un: 3}
            Both sides need a limit
        terrain: clear rice-paddy -> terrain: clear swamps
            swamps is not in the terrain key: known are
        radius: 2} -> reach: 2}
            Drop zones has no key reach
        {of: 187, turn: 1, number: 12} -> {of: 187, turn: 1, number: 21}
            21 units are to be dropped, but there are 20
        {of: 187, turn: 1, number: 12} -> {of: 27, turn: 1, number: 12}
            27-AS-A is to be dropped: an airborne unit was expected
        {of: 187, turn: 1, number: 12} -> {of: 187, number: 12}
            A drop has either turn or from turn
        {of: 187, turn: 1, number: 12} -> {of: 188, turn: 1}
            There is no contingent 188: expected one of 105, 187, 27
        {of: 187, turn: 1, number: 12} -> all of them
            A drop must be a mapping
        {from turn: 2, a turn: 2} -> {from turn: 2}
            a turn must be a whole number, it is missing
        fog: 1d6+6 -> fog: 2d6
            2d6 is no number of counters: expected 1d6, or 1d6+6
        by default: 2703 3006 -> by default: 2703 2704
            Another fog of war counter would be next to 2703
        by default: 2703 3006 -> by default: 2703
            12 hexes by default were expected
        place: NK -> place: 187
            187-A belongs to the other side
        place: NK -> place: 105
            105-T1 has no hex by default in its line
        place: NK -> position: NK
            A stage of the set-up has no key position
        4-6: nothing -> 5-6: nothing
            There is no line for the die 4: expected all of 1 to 6
        4-6: nothing -> 3-6: nothing
            The die 3 has two lines
        4-6: nothing -> 6-4: nothing
            6-4 is no result of a die
        4-6: nothing -> 4-6: something
            A line of reinforcements must be a mapping
        3: {fog: 1} -> 3: {fog: some}
            fog must be a whole number
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, edges: east, roads: 3605, within: 2}
            3605 is no road hex of the edge east
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, edges: orient, roads: 3606, within: 2}
            There is no map edge orient
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, edges: east, roads: 3606}
            A group that comes by road has both roads and within
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, roads: 3606, within: 2}
            A group needs the key edges
        choose: 10 -> choose: 18
            18 units of 27 are to come, but there are fewer
        choose: 10 -> choose: 10, random: true
            chosen or come at random, not both
        bonus: {Yongju: 2} -> bonus: {Yonju: 2}
            'Yonju' is not a hex number
        bridge-builders: 27-Eng -> bridge-builders: 27-Engr
            There is no counter 27-Engr in this battle
        withdrawal: north -> withdrawal: up
            There is no map edge up
        road: 0422 -> road: 0421
            No road leads off the map in 0421
        railroad: 0922 -> railway: 0922
            Entry ways has no key railway: expected one of
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, edges: east, flown: true}
            lands on an airfield and has no edges
        {of: R6, edges: east, roads: 3606, within: 2} -> {of: R6, flown: true}
            no airfields to land on
        zone_limit: para:24.2.e -> zone_limits: para:24.2.e
            There is no rule zone_limits to cite a clause for in para
        zone_limit: para:24.2.e -> zone_limit: fm-folio:1.0
            There is no clause fm-folio:1.0
        0607: 5 -> 0697: 5
            There is no hex 0697
        first: un -> first: communist
            The airborne side has the first player turn: un was expected
        group=27 nation=cw symbol=motorized -> group=27 nation=cw symbol=motorized due turn 2 at 0422
            27-AS-A is due in its line: in an airborne battle
        group=27 nation=cw symbol=motorized -> group=27 nation=cw symbol=motorized at 0422
            27-AS-A has a hex in its line, but no stage of the set-up
        group=27 nation=cw symbol=motorized -> depleted group=27 nation=cw symbol=motorized
            27-AS-A begins on its weaker side: a stage of the set-up says who does
        first: un -> support: 4
            An airborne battle has no support
        objectives: -> control:
            The victory schedule of an airborne battle has no key control
        - place: NK -> - {place: NK, number: 1d6}
            The stage place of the set-up has no key number
        {of: 187, from turn: 2} -> {of: 187, turn: 1}
            Two drops may fall on the same turn
        {of: 187, from turn: 2} -> {of: 187, from turn: 1}
            Two drops may fall on the same turn
    """,
    "tomahawk": """
        symbol=infantry to set up by default 0808 -> symbol=infantry to set up by default 0101
            The default hex 0101 is outside the area of NK
        symbol=infantry to set up by default 0808 -> symbol=infantry to set up by default 0211
            NK-1-2 may not set up in 0211, its hex by default
        symbol=infantry to set up by default 0808 -> symbol=infantry to set up by default 0810
            3 units have the default hex 0810: two were expected at most
        number: 1d6+12 -> number: 1d6+22
            Up to 28 units of PLA are drawn, but there are fewer
        by default: 3112 2308 -> by default: 0211 2308
            Hex 0211 is all-river: a hex that units can enter was expected
        apart: NK PLA -> apart: NK CCF
            There is no contingent CCF: expected one of 187, NK, PLA
    """,
}


def slips() -> list[tuple[str, str, str, str]]:
    """Battle, passage, what stands there instead, and what the error says."""
    found: list[tuple[str, str, str, str]] = []
    for name, text in SLIPS.items():
        lines = [line.strip() for line in text.strip().splitlines()]
        for change, error in zip(lines[::2], lines[1::2], strict=True):
            old, _, new = change.partition(" -> ")
            found.append((name, old, new, error))
    return found


@pytest.mark.parametrize(("name", "old", "new", "sentence"), slips())
def test_mistakes_are_named(name: str, old: str, new: str, sentence: str, tmp_path: Path) -> None:
    text = (SHEETS / name / "battle.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "battle.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SheetError) as caught:
        load_battle(tmp_path, "para")
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(f"{path} line ")


@pytest.mark.parametrize("key", ["airborne", "drop-zones"])
def test_what_no_airborne_battle_can_do_without(key: str, tmp_path: Path) -> None:
    lines = (SHEETS / "sukchon" / "battle.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(f"  {key}:")]
    assert len(kept) == len(lines) - 1
    (tmp_path / "battle.yaml").write_text("".join(kept), encoding="utf-8")
    with pytest.raises(SheetError, match=f"line [0-9]+: An airborne battle needs the key {key}"):
        load_battle(tmp_path, "para")


class TestQuestionsOfCases:
    page = (Path(__file__).parent.parent / "docs" / "cases.md").read_text(encoding="utf-8")

    def test_examples_of_the_docs_pass(self, tmp_path: Path) -> None:
        blocks = re.findall(r"^```yaml\n(- case.*?)^```", self.page, re.MULTILINE | re.DOTALL)
        airborne = [block for block in blocks if "books: [para]" in block]
        assert len(airborne) == 3
        for block in airborne:
            file = tmp_path / "case.yaml"
            file.write_text(block, encoding="utf-8")
            assert [result.problem for result in run_file(file)] == [""]

    def test_every_question_has_an_example(self) -> None:
        blocks = re.findall(r"^```yaml\n(- case.*?)^```", self.page, re.MULTILINE | re.DOTALL)
        asked = "\n".join(block for block in blocks if "books: [para]" in block)
        assert [name for name in QUESTIONS if not re.search(rf"\b{name}:", asked)] == []


def test_every_ruling_is_written_down() -> None:
    """Those that clauses, cases, sheets and code name, and no number twice."""
    root = Path(__file__).parent.parent
    page = (root / "docs" / "rulings-para.md").read_text(encoding="utf-8")
    written = re.findall(r"^\| (RP-\d\d) \|", page, re.MULTILINE)
    files = [*(root / "cases" / "paratrooper").glob("*.yaml"), *(root / "src").rglob("*.yaml")]
    files += (root / "src" / "hexfolio" / "rulebooks" / "paratrooper").rglob("*.py")
    named = {code for file in files for code in re.findall(r"RP-\d\d", file.read_text(encoding="utf-8"))}
    assert len(set(written)) == len(written)
    assert named <= set(written)


def test_results_grow_worse_step_by_step() -> None:
    """Screens list results by what they cost; an elimination is worse than a disruption."""
    costs = [effect(result, words) for result, words in GROUND.items()]
    attacker = {cost.text: cost.attacker_steps for cost in costs}
    assert attacker[GROUND["AE"]] > attacker[GROUND["AD"]] > attacker[GROUND["AR"]]
    defender = {cost.text: cost.defender_steps for cost in costs}
    assert defender[GROUND["DE"]] > defender[GROUND["DX"]] > defender[GROUND["DR"]]


FAULTS = Path(__file__).parent / "fixtures" / "revision-1" / "faults"


def before_fault(name: str) -> tuple[Game, str]:
    """A kept game as it was before the order that broke a rule, and that order."""
    fault = next(item for item in json.loads((FAULTS / "faults.json").read_text()) if item["name"] == name)
    game = saves.load((FAULTS / f"{name}.hexfolio").read_text(encoding="utf-8"), name)
    return game.at(fault["entry"] - 1), fault["order"]


class TestFaultsOfRevision1:
    """Games in which revision 1 let a rule be broken go on by the rule."""

    def test_prisoners_are_freed_in_the_first_hex_of_an_entry(self) -> None:
        game, order = before_fault("prisoners-at-entry")
        game.apply(order)
        assert [game.battle.counters[unit].id for unit in game.state.lists["freed"]] == ["PW-1"]

    def test_prisoners_beyond_the_hex_in_which_a_unit_is_lost_are_not_freed(self) -> None:
        game, order = before_fault("prisoners-beyond-death")
        game.apply(order)
        assert [game.battle.counters[unit].id for unit in game.state.lists["freed"]] == ["PW-2"]

    def test_no_fast_movement_after_an_entry_beyond_the_allowance(self) -> None:
        game, order = before_fault("fast-after-entry")
        refusal = game.judge(order)
        assert refusal is not None
        assert refusal.rule == "para:10.4.a"


def test_a_move_beyond_the_allowance_is_shown_as_the_last() -> None:
    """para:10.4.a: the one hex that is always open leaves nothing, and the unit stops."""
    game = registry.new_game("sukchon", "para", 1)
    while game.state.turn == 0:
        game.apply(Order("accept"))
    state, rules = game.state, game.rules
    assert isinstance(rules, Paratrooper)
    unit = next(u for u in rules.ground_counters[UN] if rules.counters[u].id == "187-A")
    start, goal = next(
        (hex_, near)
        for hex_ in range(rules.grid.size)
        for near in rules.grid.around(hex_)
        if rules.costs(state, unit)[hex_ * 6 + rules.grid.direction(hex_, near)] > 2
        and not rules.enemy_zones(state, unit)[near]
        and not rules.enemy_hexes(state, unit)[near]
    )
    state.put(unit, start)
    state.active = UN
    rules.begin_phase(state, "movement", Table(state, game.chance))
    order, step = Order("move", unit, (start, goal)), rules.steps["movement"]
    assert not step.terms(rules, state, order).stops
    short = rules.costs(state, unit)[start * 6 + rules.grid.direction(start, goal)] - 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "allowance", lambda *_: short // 2)
        assert step.terms(rules, state, order) == (0, True, 0, False)
