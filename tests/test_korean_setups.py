"""The Korean battles at their start: the hexes the sheets name, the default set-ups, and who is in supply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations

import pytest

from hexfolio.battles import registry
from hexfolio.core.battle import Battle
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.core.state import REMOVED, State
from hexfolio.rulebooks import books
from hexfolio.rulebooks.korean_war.editions import EDITIONS
from hexfolio.rulebooks.korean_war.views import KoreanViews

BATTLES = ("pusan-dg", "pusan-train", "seoul-dg", "seoul-train", "chosin-dg", "chosin-train")
YEAR = "1950"
HEXES_NAMED = {
    "pusan-dg": 45,
    "pusan-train": 40,
    "seoul-dg": 25,
    "seoul-train": 28,
    "chosin-dg": 30,
    "chosin-train": 25,
}
"""How many different hexes a sheet names at least."""

FEATURES = {
    "pusan": {
        "Taegu": ("1908", "city"),
        "Masan": ("0308", "city"),
        "Pusan": ("0215 0216 0316", "city"),
        "Yonil airfield": ("2221", "airfield"),
        "Kumchon": ("2501", "town"),
        "Miryang": ("1111", "town"),
        "Changwon": ("0509", "town"),
        "Uisong": ("3110", "town"),
        "Andong": ("3610", "town"),
    },
    "seoul": {
        "Inchon": ("0109 0208 0209", "city"),
        "Yongdungpo": ("1106 1107 1207", "city"),
        "Seoul": ("1305 1306 1404 1405 1406 1505", "city"),
        "Kimpo airfield": ("0805", "airfield"),
        "Sosa": ("0708", "town"),
        "Anyang": ("1211", "town"),
    },
    "chosin": {
        "Hagaru-ri": ("0907", "town"),
        "Koto-ri": ("1206", "town"),
        "Oro-ri": ("1903", "town"),
        "Yudam-ni": ("0709", "village"),
        "Sinhung-ni (the Inlet)": ("0706", "village"),
    },
}
"""Places that the books name or mean, their hexes and what stands there."""

INCHON = FEATURES["seoul"]["Inchon"][0].split()

ON_PLACES = {
    "pusan-dg": {
        "Taegu": "HQ-1C MP-Taegu",
        "Masan": "5RCT MP-Masan",
        "Pusan": "MP-Pusan Cadre",
        "Changwon": "5/1M",
        "Miryang": "9/2",
        "Uisong": "ROK-HQ2",
        "Andong": "NK-8",
        "Kumchon": "NK-HQ1 Depot-2",
    },
    "pusan-train": {
        "Taegu": "MP-Taegu",
        "Masan": "5RCT MP-Masan",
        "Pusan": "MP-Pusan Cadre",
        "Changwon": "5/1M Tk-Mar",
        "Uisong": "ROK-HQ2",
        "Andong": "NK-HQ2 NK-8",
        "Kumchon": "NK-HQ1 NK-2 SC-1",
    },
    "seoul-dg": {
        "Inchon": "NK-226 1/1M 5/1M",
        "Yongdungpo": "Depot-1 NK-42/3",
        "Kimpo airfield": "NK-107",
        "Sosa": "NK-42/1",
        "Anyang": "NK-42/2 Depot-2",
        "Seoul": "Depot-3 NK-18/1 NK-18/22 NK-31 NK-Seoul NK-19AA NK-18AT NK-36/11 NK-10RR",
    },
    "seoul-train": {
        "Inchon": "NK-226 1/1M 5/1M",
        "Kimpo airfield": "NK-107",
        "Sosa": "NK-42/1",
        "Anyang": "NK-42/2 SC-2",
    },
    "chosin-dg": {
        "Hagaru-ri": "HQ-1M 1/1M",
        "Koto-ri": "Cadre-A",
        "Yudam-ni": "7/1M",
        "Sinhung-ni (the Inlet)": "31/7",
    },
    "chosin-train": {
        "Hagaru-ri": "HQ-1M 1/1M",
        "Oro-ri": "Cadre",
        "Yudam-ni": "7/1M",
        "Sinhung-ni (the Inlet)": "31/7",
    },
}
"""Who stands in a place after both default set-ups, and nobody else."""

UNSUPPLIED = {
    "pusan-dg": {},
    "pusan-train": {
        # A Supply Center feeds three hexes far and only three are there: whoever marched on is on his own
        "NK-6": "0303 before Masan, until the fourth Center comes to Chinju (0301) on turn 1",
        "NK-83": "0105 on the south coast, beyond the 6th Division",
        "NK-4": "1203 across the river from the Naktong Bulge, between Chinju and Kumchon",
        "NK-3": "2104 before Waegwan, four hexes from Kumchon",
        "NK-15": "3002 before Sangju, five hexes from either symbol",
        "NK-12": "3615 in the mountains towards Pohang",
        "NK-766": "3418 behind the Capital Division",
        "NK-5": "3220 on the coast road, five hexes south of 3721",
    },
    "seoul-dg": {},
    "seoul-train": {
        # Cut off by the landing, or thrown across its path: no Center lies west of Yongdungpo
        "NK-226": "0208, surprised in Inchon",
        "NK-42/1": "0708, the tanks that met the Marines at Sosa",
        "S1": "0408, scratch unit",
        "S2": "0510, scratch unit",
        "S3": "0606, scratch unit",
        "S4": "0503, scratch unit",
        "S6": "0904, scratch unit",
    },
    "chosin-dg": {},
    "chosin-train": {
        "5/1M": "0710: the 58th Division bars the road between Hagaru-ri and the Toktong Pass, as it did",
    },
}
"""Who is out of supply when both sides have accepted their default set-up, where and why."""

BAD_ROADS = {
    # S&T edition: the escarpment parts coast and plateau, which is why Hagaru-ri and Koto-ri are sources
    ("chosin-dg", "1902"): "HQ-1M 1/1M 5/1M 7/1M 31/7 Cadre-A",
    ("chosin-dg", "1903"): "HQ-1M 1/1M 5/1M 7/1M 31/7 Cadre-A",
}
"""Whom a single source of the UN does not reach although no enemy is on the map."""


def book_of(battle_id: str) -> str:
    return f"kwb-{battle_id.partition('-')[2]}"


@cache
def battle(battle_id: str) -> Battle:
    return registry.load(battle_id, book_of(battle_id))


@cache
def rules(battle_id: str) -> KoreanViews:
    return EDITIONS[book_of(battle_id)](battle(battle_id))


def accepted(playing: KoreanViews, seed: int = 1) -> Game:
    """A game in which everybody who is asked has accepted the default set-up."""
    game = Game(playing, seed)
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply("accept", game.decision.side)
    return game


@cache
def opening(battle_id: str) -> Game:
    """Not to be changed."""
    return accepted(rules(battle_id))


def at(battle_id: str, numbers: str) -> tuple[int, ...]:
    return tuple(battle(battle_id).board.grid.index(number) for number in numbers.split())


def number_of(battle_id: str, hex_: int) -> str:
    return battle(battle_id).board.grid.number(hex_)


def names_in(game: Game, hexes: tuple[int, ...]) -> set[str]:
    return {game.battle.counters[unit].id for hex_ in hexes for unit in game.state.stacks.get(hex_, ())}


def unsupplied(playing: KoreanViews, state: State, side: int) -> set[str]:
    return {playing.name(unit) for unit in playing.out_of_supply(state, side)}


# The hexes the sheets name


def numbers_in_sheet(battle_id: str) -> set[str]:
    """All four-digit numbers of a sheet, its comments included; the only year in them is that of the war."""
    text = (files("hexfolio.battles") / battle_id / "battle.yaml").read_text(encoding="utf-8")
    return set(re.findall(r"(?<![\d.])\d{4}(?![\d.])", text)) - {YEAR}


class TestNamedHexes:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_every_hex_of_the_sheet_is_land_that_any_unit_can_enter(self, battle_id: str) -> None:
        board, key = battle(battle_id).board, battle(battle_id).key
        numbers = numbers_in_sheet(battle_id)
        assert len(numbers) >= HEXES_NAMED[battle_id]
        for number in numbers:
            hex_ = board.grid.index(number)
            assert not key.never(board, hex_), number
            for mobility in ("leg", "mobile"):
                assert key.hex_cost(board, hex_, mobility) > 0, number

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_places_have_their_hexes_and_features(self, battle_id: str) -> None:
        board = battle(battle_id).board
        for place, (numbers, feature) in FEATURES[battle_id.partition("-")[0]].items():
            hexes = at(battle_id, numbers)
            assert sorted(board.places[place]) == sorted(hexes)
            assert all(feature in board.terrain[hex_] for hex_ in hexes), place

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_units_stand_in_the_places_they_are_named_with(self, battle_id: str) -> None:
        board = battle(battle_id).board
        for place, names in ON_PLACES[battle_id].items():
            assert names_in(opening(battle_id), board.places[place]) == set(names.split()), place

    @pytest.mark.parametrize("battle_id", ["pusan-dg", "pusan-train"])
    def test_pusan_scores_its_cities_and_counts_its_airfields(self, battle_id: str) -> None:
        fight = battle(battle_id)
        places = fight.board.places
        scored = [line for key in ("held", "ever") for line in fight.victory.get(key, ())]
        assert sorted((points, sorted(hexes)) for _, points, hexes in scored) == [
            (10, [*places["Masan"]]),
            (10, [*places["Taegu"]]),
            (25, sorted(places["Pusan"])),
        ]
        yonil, northern = fight.special["critical"]
        assert (yonil,) == places["Yonil airfield"]
        assert northern in places["Pusan"]
        for hex_ in fight.special["critical"]:
            assert "airfield" in fight.board.terrain[hex_]

    @pytest.mark.parametrize("battle_id", ["seoul-dg", "seoul-train"])
    def test_seoul_scores_whole_cities(self, battle_id: str) -> None:
        fight = battle(battle_id)
        places = fight.board.places
        ((_, _, stormed, _),) = fight.victory["storm"]
        ((_, _, cleared),) = fight.victory["clear" if battle_id == "seoul-dg" else "cleared"]
        assert (stormed, cleared) == (places["Inchon"], places["Seoul"])
        lines = fight.victory["cities" if battle_id == "seoul-dg" else "occupied"]
        every_city = {hex_ for _, _, hexes in lines for hex_ in hexes}
        assert every_city == {h for h, kinds in enumerate(fight.board.terrain) if "city" in kinds}
        airborne = fight.arrivals[fight.counter("187").index]
        assert airborne.hexes == places["Kimpo airfield"]

    @pytest.mark.parametrize("battle_id", ["seoul-dg", "seoul-train"])
    def test_seoul_lies_north_of_the_han_and_the_landing_south(self, battle_id: str) -> None:
        board = battle(battle_id).board
        north = walk(board.places["Seoul"][:1], battle_id)
        assert set(board.places["Seoul"]) <= north
        assert not north & {*board.places["Inchon"], *board.places["Yongdungpo"], *at(battle_id, "0805")}

    @pytest.mark.parametrize(
        ("battle_id", "sources"),
        [
            ("pusan-dg", "0215 0216 0308"),
            ("pusan-train", "0216"),
            ("seoul-dg", "0109"),
            ("seoul-train", "0109 0208 0209"),
        ],
    )
    def test_sources_on_the_coast_are_harbours(self, battle_id: str, sources: str) -> None:
        board, found = battle(battle_id).board, battle(battle_id).special["sources"]["un"]
        assert found == at(battle_id, sources)
        for hex_ in found:
            assert "city" in board.terrain[hex_]
            shore = any("sea" in board.terrain[around] for around in board.grid.around(hex_))
            assert shore or number_of(battle_id, hex_) in INCHON, "the sea off Inchon lies beyond the map"

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_reinforcements_come_on_at_an_edge_a_port_or_a_place_that_is_named(self, battle_id: str) -> None:
        fight = battle(battle_id)
        board = fight.board
        edge = {hex_ for name in ("north", "east", "south", "west") for hex_ in board.grid.edge(name)}
        elsewhere = set()
        for unit, arrival in fight.arrivals.items():
            for hex_ in arrival.hexes:
                port = any("sea" in board.terrain[around] for around in board.grid.around(hex_))
                if hex_ not in edge and not port:
                    elsewhere.add((fight.counters[unit].id, board.grid.number(hex_)))
        near_1111 = {board.grid.number(hex_) for hex_ in board.grid.within(at(battle_id, "1111")[0], 1)}
        expected: Mapping[str, set[tuple[str, str]]] = {
            "seoul-dg": {("187", "0805")},
            "seoul-train": {("187", "0805")},
            "chosin-dg": {
                ("Cadre-B", "0907"),
                *((name, number) for name in ("58c", "60c") for number in near_1111 - {"1112"}),
            },
        }
        assert elsewhere == expected.get(battle_id, set())

    def test_the_chosin_sheets_use_the_places_of_the_road(self) -> None:
        for battle_id in ("chosin-dg", "chosin-train"):
            fight = battle(battle_id)
            grid = fight.board.grid
            assert at(battle_id, "1903")[0] in fight.special["exits"]["un"]
            assert set(fight.special["exits"]["un"]) <= set(grid.edge("south"))
            communist = fight.sides[0].id
            key = "sources" if battle_id == "chosin-dg" else "symbols"
            assert fight.special[key][communist] == at(battle_id, "0107 0612")
        assert battle("chosin-dg").special["fleeting-sources"]["un"] == at("chosin-dg", "0907")
        assert battle("chosin-dg").special["sources"]["un"] == at("chosin-dg", "1206 1902 1903")
        assert battle("chosin-train").special["sources"]["un"] == at("chosin-train", "1902 1903")


def walk(starts: tuple[int, ...], battle_id: str) -> set[int]:
    """Land that can be reached without crossing the Han."""
    board = battle(battle_id).board
    found, ahead = set(starts), list(starts)
    while ahead:
        here = ahead.pop()
        for there in board.grid.around(here):
            wet = "sea" in board.terrain[there] or "han-river" in board.side_features(here, there)
            if there not in found and not wet:
                found.add(there)
                ahead.append(there)
    return found


# The default set-ups

ASKED = {
    "pusan-dg": ["un", "nk"],
    "pusan-train": ["un", "communist"],
    "seoul-dg": ["nk"],
    "seoul-train": ["un", "communist"],
    "chosin-dg": ["chinese"],
    "chosin-train": ["un", "communist"],
}
"""Sides with anything to choose, in their order; the UN of two S&T battles has fixed hexes only."""


@pytest.fixture(params=BATTLES)
def started(request: pytest.FixtureRequest) -> Game:
    return opening(request.param)


class TestDefaultSetUp:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_each_side_that_is_asked_gives_one_order(self, battle_id: str) -> None:
        game = Game(rules(battle_id), 5)
        asked = []
        while game.decision is not None and game.decision.kind == "set-up":
            assert Order("accept") in game.legal().plain()
            asked.append(game.battle.sides[game.decision.side].id)
            game.apply("accept")
        assert asked == ASKED[battle_id]
        assert game.position == len(asked)
        assert game.decision is not None
        assert (game.decision.kind, game.decision.side) == ("movement", game.battle.first)
        assert game.state.turn == 1

    def test_no_stack_is_overfull(self, started: Game) -> None:
        playing, state = rules(started.battle.id), started.state
        assert not [playing.number(hex_) for hex_ in state.stacks if playing.overfull(state, hex_)]
        assert "crowd" not in " ".join(state.tracks)

    def test_nobody_is_in_the_sea_or_with_the_enemy(self, started: Game) -> None:
        state, fight = started.state, started.battle
        for hex_, stack in state.stacks.items():
            assert len({state.side_of[unit] for unit in stack}) == 1
            for unit in stack:
                assert fight.key.hex_cost(fight.board, hex_, fight.counters[unit].mobility)

    def test_everybody_who_must_be_is_placed(self, started: Game) -> None:
        fight = started.battle
        out = {fight.counters[unit].id for unit in fight.placements if started.state.at[unit] < 0}
        instead = {fight.counters[unit].id for unit in fight.special.get("formations", {})}
        assert out == instead - {fight.counters[unit].id for unit in fight.arrivals}
        on_map = {unit for unit, place in enumerate(started.state.at) if place >= 0}
        drawn = {unit for unit in on_map if "spare" in fight.counters[unit]}
        assert on_map - drawn == set(fight.placements) - {fight.counter(name).index for name in out}
        assert len(drawn) == (3 if fight.id == "seoul-train" else 0)

    def test_everybody_stands_in_the_hex_of_the_sheet(self, started: Game) -> None:
        """`accept` would take the next open hex where a default is not legal; it never has to."""
        fight, state = started.battle, started.state
        for unit, placement in fight.placements.items():
            if state.at[unit] >= 0:
                expected = placement.hexes[0] if placement.fixed else placement.default
                assert state.at[unit] == expected, fight.counters[unit].id

    def test_steps_are_those_of_the_sheet(self, started: Game) -> None:
        state, fight = started.state, started.battle
        for unit, place in enumerate(state.at):
            if place >= 0:
                assert state.step[unit] == fight.start_steps.get(unit, 0)

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_placing_the_same_by_hand_and_ending_is_as_good(self, battle_id: str) -> None:
        """Every default hex is judged by the rules of set-up, counter by counter."""
        playing = rules(battle_id)
        game = Game(playing, 1)
        while game.decision is not None and game.decision.kind == "set-up":
            for unit in [u for u in playing.to_place(game.state, game.decision.side) if game.state.at[u] < 0]:
                game.apply(Order("place", unit, (playing.default_hex(game.state, unit),)))
            game.apply("end")
        assert game.state.at == opening(battle_id).state.at

    def test_dummies_lie_face_down_and_keep_their_distance(self) -> None:
        for battle_id in ("pusan-dg", "seoul-dg"):
            game, playing = opening(battle_id), rules(battle_id)
            dummies = playing.dummies
            assert len(dummies) == 5
            assert set(dummies) <= set(game.state.lists["hidden"])
            if battle_id == "seoul-dg":
                assert not any(playing.next_to(game.state, playing.un, game.state.at[u]) for u in dummies)

    @pytest.mark.parametrize("seed", range(8))
    def test_scratch_units_and_drawn_regiments_stand_alike_whatever_is_drawn(self, seed: int) -> None:
        game = accepted(rules("seoul-train"), seed)
        playing, fight = rules("seoul-train"), game.battle
        scratch = [c.index for c in fight.counters if "scratch" in c]
        for one, other in combinations(scratch, 2):
            assert fight.board.grid.distance(game.state.at[one], game.state.at[other]) > 1
        drawn = [c.index for c in fight.counters if "spare" in c and game.state.at[c.index] >= 0]
        assert {playing.number(game.state.at[unit]) for unit in drawn} == {"1404", "1405", "1505"}


class TestIllegalSetUps:
    """A set-up that the book does not allow is refused by the clause that forbids it."""

    @pytest.mark.parametrize(
        ("battle_id", "first", "order", "clause", "says"),
        [
            ("pusan-dg", "", "place 27/25 0206", "kwb-dg:27.0.e", "27/25 sets up in 0205, nowhere else"),
            ("pusan-dg", "", "place HQ-1C 2501", "kwb-dg:27.0.e", "must set up within 1 of"),
            ("pusan-dg", "", "place NK-6 0303", "kwb-dg:27.0.q", "NK-6 is not among the counters"),
            ("pusan-dg", "", "end", "fm-st296:3.0.b", "Still to be placed: HQ-1C, HQ-24, HQ-25"),
            ("pusan-dg", "accept", "place Depot-1 2501", "kwb-dg:27.0.h", "outside its area"),
            ("pusan-dg", "accept", "place Dummy-1 1908", "kwb-dg:27.0.p", "no unit of its side is near"),
            ("pusan-train", "", "place HQ-24 1908", "kwb-train:12.1.2.f", "HQ-24 must set up within 1 of"),
            ("pusan-train", "accept", "place SC-1 3002", "kwb-train:12.1.2.e", "outside its area"),
            ("pusan-train", "", "restore ROK-3;accept", "kwb-train:12.1.2.d", "3 divisions of the ROK"),
            ("seoul-dg", "", "place NK-31 1106", "kwb-dg:28.0.g", "outside its area"),
            ("seoul-dg", "", "place Dummy-1 0309", "kwb-dg:28.0.k", "an enemy unit is next to it"),
            ("seoul-train", "", "place 1/1M 0208", "kwb-train:12.22.setup.c", "outside its area"),
            ("chosin-dg", "", "place 58a 0907", "kwb-dg:29.0.n", "outside its area"),
            ("chosin-train", "accept", "place HQ-27 0709", "kwb-train:12.31.c", "outside its area"),
            (
                "chosin-train",
                "accept;place HQ-27 0407",
                "place CN-79 0710",
                "kwb-train:12.31.d",
                "must set up within 2 of",
            ),
        ],
    )
    def test_refused(self, battle_id: str, first: str, order: str, clause: str, says: str) -> None:
        game = Game(rules(battle_id), 1)
        *before, order = [part for part in (*first.split(";"), *order.split(";")) if part]
        for other in before:
            game.apply(other)
        refusal = game.judge(order)
        assert refusal is not None
        assert refusal.rule.startswith(clause)
        assert says in refusal.sentence

    def test_no_more_are_broken_up_as_depleted_than_may_be(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """In the battle as it is the spare regiments end first; a designer's may have more of them."""
        playing = rules("pusan-train")
        monkeypatch.setattr(playing, "special", {**playing.special, "depleted-choice": {"rok": 2, "nk": 4}})
        game = Game(playing, 1)
        for order in ("break ROK-Cap", "break ROK-3"):
            game.apply(order)
        refusal = game.judge("break ROK-6")
        assert refusal is not None
        assert refusal.rule == "kwb-train:12.1.2.d"
        game.apply("restore ROK-6")
        assert game.judge("break ROK-6") is None
        assert game.judge("accept") is None

    def test_nobody_sets_up_in_the_sea(self) -> None:
        """Scratch units may stand anywhere on the map, which the sea is not."""
        game = Game(rules("seoul-train"), 1)
        game.apply("accept")
        board = game.battle.board
        sea = next(hex_ for hex_, kinds in enumerate(board.terrain) if "sea" in kinds)
        refusal = game.judge(f"place S1 {board.grid.number(sea)}")
        assert refusal is not None
        assert "the ground is closed" in refusal.sentence

    def test_a_full_hex_takes_no_more(self) -> None:
        game = Game(rules("seoul-dg"), 1)
        game.apply("place NK-31 1404")
        refusal = game.judge("place NK-Seoul 1404")
        assert refusal is not None
        assert refusal.rule.startswith("kwb-dg:20.0")


# Supply at the start


class TestSupplyAtTheStart:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_who_is_out_of_supply(self, battle_id: str) -> None:
        game, playing = opening(battle_id), rules(battle_id)
        found = unsupplied(playing, game.state, 0) | unsupplied(playing, game.state, 1)
        assert found == set(UNSUPPLIED[battle_id])
        for name, reason in UNSUPPLIED[battle_id].items():
            hex_ = game.state.at[game.battle.counter(name).index]
            assert reason.startswith(playing.number(hex_)), name

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_the_united_nations_are_in_supply_wherever_no_enemy_stands_in_the_way(
        self, battle_id: str
    ) -> None:
        playing = rules(battle_id)
        assert unsupplied(playing, alone(opening(battle_id), playing.un), playing.un) == set()

    def test_one_chinese_division_cuts_the_marines_at_yudam_ni_off(self) -> None:
        """Those of 0709 are still fed along the shore; from 0710 that is a hex too far."""
        playing, game = rules("chosin-train"), opening("chosin-train")
        for name, cut in (
            ("CN-58", False),
            ("CN-59", True),
            ("CN-60", True),
            ("CN-79", True),
            ("CN-89", True),
        ):
            state = game.state.copy()
            state.put(game.battle.counter(name).index, REMOVED)
            state.cache.clear()
            assert ("5/1M" in unsupplied(playing, state, playing.un)) == cut, name

    def test_no_choice_of_symbols_feeds_more_north_koreans(self) -> None:
        """kwb-train: three Centers on six symbols; the default leaves as few out of supply as can be."""
        playing = rules("pusan-train")
        game = Game(playing, 1)
        game.apply("accept")
        counts: dict[tuple[int, ...], int] = {}
        for hexes in combinations(playing.listed_hexes("symbols", playing.communist), 3):
            other = game.copy()
            for number, hex_ in enumerate(hexes, 1):
                other.apply(Order("place", game.battle.counter(f"SC-{number}").index, (hex_,)))
            other.apply("end")
            counts[hexes] = len(unsupplied(playing, other.state, playing.communist))
        default = at("pusan-train", "2501 3701 3710")
        assert len(counts) == 20
        assert counts[default] == len(UNSUPPLIED["pusan-train"])
        assert min(counts.values()) == counts[default]

    def test_the_fourth_center_feeds_the_6th_division(self) -> None:
        playing, game = rules("pusan-train"), opening("pusan-train")
        state = game.state.copy()
        state.put(game.battle.counter("SC-4").index, at("pusan-train", "0301")[0])
        state.cache.clear()
        left = unsupplied(playing, state, playing.communist)
        assert left == set(UNSUPPLIED["pusan-train"]) - {"NK-6"}

    def test_the_chinese_of_the_designers_edition_live_on_surprise(self) -> None:
        """kwb-train:12.3.surprise.a feeds them for two turns; after that only those near a Center eat."""
        playing, game = rules("chosin-train"), opening("chosin-train")
        state = game.state.copy()
        for turn, hungry in ((1, ""), (2, ""), (3, "HQ-20 CN-58 CN-59 CN-60 CN-79 CN-80")):
            state.turn = turn
            state.cache.clear()
            assert unsupplied(playing, state, playing.communist) == set(hungry.split()), turn


def alone(game: Game, side: int) -> State:
    """The position with all units of the other side taken off."""
    state = game.state.copy()
    for unit, place in enumerate(state.at):
        if place >= 0 and state.side_of[unit] != side:
            state.put(unit, REMOVED)
    state.cache.clear()
    return state


SUPPLY_KEYS = ("sources", "fleeting-sources", "symbols")


def single_sources() -> Iterator[tuple[str, str, str, str]]:
    """Every source and symbol of the six battles: battle, key, side and number of the hex."""
    for battle_id in BATTLES:
        fight = battle(battle_id)
        for key in SUPPLY_KEYS:
            for side, hexes in fight.special.get(key, {}).items():
                for hex_ in hexes:
                    yield battle_id, key, side, fight.board.grid.number(hex_)


class TestEverySource:
    @pytest.mark.parametrize(("battle_id", "key", "side", "number"), [*single_sources()])
    def test_reaches_its_front_when_nobody_interferes(
        self, battle_id: str, key: str, side: str, number: str
    ) -> None:
        """One source or symbol alone, the enemy gone: it feeds all its side's units, or links all depots."""
        playing = books.open_rules(with_only(battle(battle_id), key, side, number))
        assert isinstance(playing, KoreanViews)
        own = playing.battle.side_index(side)
        state = alone(opening(battle_id), own)
        if key != "symbols":
            expected = BAD_ROADS.get((battle_id, number), "")
            assert unsupplied(playing, state, own) == set(expected.split())
            return
        linked = playing.spread(
            playing.all_edges, playing.closed_hexes(state, own), playing.mask(playing.listed_hexes(key, own))
        )
        depots = [unit for unit in playing.depots[own] if state.at[unit] >= 0]
        assert depots
        assert all(linked[state.at[unit]] for unit in depots)
        with_all_symbols = alone(opening(battle_id), own)
        assert unsupplied(playing, state, own) == unsupplied(rules(battle_id), with_all_symbols, own)

    def test_there_are_as_many_as_the_books_name(self) -> None:
        counts = dict.fromkeys(BATTLES, 0)
        for battle_id, *_ in single_sources():
            counts[battle_id] += 1
        assert counts == {
            "pusan-dg": 9,
            "pusan-train": 7,
            "seoul-dg": 5,
            "seoul-train": 7,
            "chosin-dg": 6,
            "chosin-train": 4,
        }


def with_only(fight: Battle, key: str, side: str, number: str) -> Battle:
    """The battle with one hex left of all sources and symbols of a side."""
    special = dict(fight.special)
    for other in SUPPLY_KEYS:
        if side in special.get(other, {}):
            hexes = (fight.board.grid.index(number),) if other == key else ()
            special[other] = {**special[other], side: hexes}
    return replace(fight, special=special)
