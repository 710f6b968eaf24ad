"""The Korean battles as data: orders of battle against the printed lists, tracks, points, and roads."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import pytest

from hexfolio.battles import registry
from hexfolio.core.battle import Battle
from hexfolio.core.board import Board
from hexfolio.core.counters import Counter, values_text
from hexfolio.core.hexes import Grid
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg
from hexfolio.rulebooks.korean_war.editions import EDITIONS
from hexfolio.rulebooks.korean_war.train.rulebook import KwbTrain
from hexfolio.rulebooks.korean_war.views import KoreanViews

BATTLES = ("pusan-dg", "pusan-train", "seoul-dg", "seoul-train", "chosin-dg", "chosin-train")


def rules_of(battle: Battle) -> KoreanViews:
    return EDITIONS[battle.book](battle)


FRAME = {
    # turns, first player, set-up first
    "pusan-dg": (21, "nk", "un"),
    "pusan-train": (21, "communist", "un"),
    "seoul-dg": (14, "un", "un"),
    "seoul-train": (14, "un", "un"),
    "chosin-dg": (14, "chinese", "un"),
    "chosin-train": (14, "communist", "un"),
}

TOTALS = {
    # battle, side: units at the start, and reinforcements without optional ones; each as
    # number, sum of attack, of defence and of movement on full sides, number that are depleted
    ("pusan-dg", "un"): ((26, 68, 106, 92, 3), (10, 24, 26, 59, 1)),
    ("pusan-dg", "nk"): ((18, 113, 115, 61, 4), (6, 36, 35, 24, 1)),
    ("pusan-train", "un"): ((27, 101, 138, 101, 13), (10, 27, 29, 49, 2)),
    ("pusan-train", "communist"): ((18, 113, 118, 63, 4), (6, 36, 36, 24, 1)),
    ("seoul-dg", "un"): ((3, 20, 18, 14, 1), (12, 33, 44, 59, 0)),
    ("seoul-dg", "nk"): ((18, 31, 34, 77, 0), (4, 15, 17, 16, 0)),
    ("seoul-train", "un"): ((2, 14, 14, 8, 0), (11, 35, 43, 48, 0)),
    ("seoul-train", "communist"): ((9, 10, 15, 39, 0), (2, 8, 8, 8, 0)),
    ("chosin-dg", "un"): ((6, 29, 31, 30, 0), (7, 16, 22, 34, 1)),
    ("chosin-dg", "chinese"): ((19, 51, 55, 74, 0), (14, 39, 41, 55, 0)),
    ("chosin-train", "un"): ((6, 26, 31, 24, 0), (5, 19, 21, 22, 1)),
    ("chosin-train", "communist"): ((10, 72, 68, 30, 0), (6, 48, 44, 18, 0)),
}

DUE = {
    # how many counters come in which turn, those that are drawn included; the optional ones after a plus
    ("pusan-dg", "un"): "1:3 2:3 6:1 8:1 9:1 13:1",
    ("pusan-dg", "nk"): "1:2 6:2 13:1 14:1",
    ("pusan-train", "un"): "1:3 2:3 6:1 8:1 9:1 13:1",
    ("pusan-train", "communist"): "1:2 6:2 13:1 14:1",
    ("seoul-dg", "un"): "2:4 3:3 4:2 6:2 13:1 + 1:1",
    ("seoul-dg", "nk"): "5:2 7:1 8:1",
    ("seoul-train", "un"): "1:2 2:2 3:2 4:2 6:2 13:1 + 1:1",
    ("seoul-train", "communist"): "5:2 7:1 8:1",
    ("chosin-dg", "un"): "0:1 1:2 5:1 9:1 10:2 + 7:2",
    ("chosin-dg", "chinese"): "3:2 4:2 6:1 7:1 8:1 12:7 + 11:6",
    ("chosin-train", "un"): "1:2 9:1 10:2 + 7:5",
    ("chosin-train", "communist"): "7:4 12:2 + 7:2",
}

LINES = {
    "pusan-dg": """
        5/1C 2-3-4 at 2205 | 7/1C 2-3-4 at 1506 | 8/1C 2-3-4 at 1706 | 19/24 2-3-4 at 1305
        21/24 2-3-4 at 1105 | 34/24 2-3-4 at 0906 | 24/25 2-3-4 at 0506 | 27/25 2-3-4 at 0205
        35/25 2-3-4 at 0706 | 9/2 2-3-4 at 1111 | 5/1M 8-7-5 at 0509 | 5RCT 5-6-4 at 0308
        Cadre 0-2-4 at 0216 | ROK-HQ2 0-2-3 at 3110 | ROK-Cap 7-9-3 depleted at 3416 | ROK-1 7-9-3 at 2705
        ROK-6 7-9-3 depleted at 3305 | ROK-3 6-8-3 depleted at 3121 | ROK-8 5-8-3 at 3510
        ROK-17 3-4-3 at 1505 | MP-Pusan 0-2-2 at 0215 | MP-Masan 0-2-2 at 0308 | MP-Taegu 0-2-2 at 1908
        NK-HQ1 0-2-3 at 2501 | NK-HQ2 0-2-3 at 3710 | NK-6 10-9-3 depleted at 0303
        NK-12 10-9-3 depleted at 3615 | NK-15 10-9-3 depleted at 3002 | NK-2 10-10-3 at 2502
        NK-3 10-10-3 depleted at 2104 | NK-4 10-10-3 at 1203 | NK-5 10-10-3 at 3220 | NK-1 11-10-3 at 3701
        NK-8 11-10-3 at 3610 | NK-13 11-10-3 at 3603 | NK-766 4-4-4 at 3418 | NK-109 3-3-6 at 3603
        NK-83 3-4-6 at 0105 | Depot-1 0-1-3 in 3706,3710 | Depot-2 0-1-3 in 2501,3701
        Depot-3 0-1-3 in 0301,3721 | Depot-4 0-1-3 due 1 0301,2501,3701,3706,3710,3721
        NK-10 10-10-3 due 1 2501 | NK-7 10-9-3 due 6 0301 | NK-9 10-9-3 depleted due 6 1201
        NK-16 3-3-6 due 13 2501 | NK-17 3-3-6 due 14 3710 | 23/2 2-3-4 due 1 0216 | Tk-89 3-2-8 due 1 0216
        Tk-72 3-2-8 due 6 0216 | CW-27 2-3-4 due 13 0216 | 38/2 5-6-4 depleted due 8 0216
        ROK-HQ1 0-2-3 due 9 0216 | HQ-2 0-2-4 due 1 0216
    """,
    "pusan-train": """
        5/1C 5-6-4 depleted at 2205 | 27/25 5-6-4 depleted at 0205 | 9/2 5-6-4 depleted at 1111
        5/1M 7-7-4 at 0509 | Tk-Mar 3-2-6 at 0509 | 5RCT 5-6-4 at 0308 | Cadre 0-2-4 at 0216
        ROK-Cap 7-9-3 depleted at 3416 | ROK-3 6-8-3 depleted at 3121 | ROK-8 6-8-3 at 3510
        ROK-6 7-9-3 depleted at 3305 | ROK-1 7-9-3 at 2705 | ROK-17 3-4-4 at 1505
        MP-Pusan 0-2-3 in 0215,0216,0316 | MP-Masan 0-2-3 at 0308 | MP-Taegu 0-2-3 at 1908
        NK-HQ1 0-2-3 at 2501 | NK-HQ2 0-2-3 at 3610 | NK-2 10-10-3 at 2501 | NK-6 10-9-3 depleted at 0303
        NK-83 3-4-8 at 0105 | NK-109 3-3-6 at 3603 | NK-766 4-4-4 at 3418 | NK-5 10-10-3 at 3220
        SC-1 0-2-3 in 0301,2501,3701,3706,3710,3721 | SC-4 0-2-3 due 1 0301,2501,3701,3706,3710,3721
        NK-10 10-10-3 due 1 2501 | NK-7 10-9-3 due 6 0301 | NK-9 10-9-3 depleted due 6 1201
        NK-16 3-3-6 due 13 2501 | NK-17 3-3-6 due 14 3710 | 23/2 5-6-4 depleted due 1 0216
        Tk-70 3-2-6 due 2 0216 | 38/2 5-6-4 depleted due 8 0216 | CW-27 2-3-4 due 13 0216
    """,
    "seoul-dg": """
        1/1M 8-7-5 at 0209 | 5/1M 8-7-5 at 0109 | 1KM 4-4-4 depleted at 0108 | Depot-1 0-1-3 at 1107
        Depot-2 0-1-3 at 1211 | Depot-3 0-1-3 at 1406 | NK-42/1 1-1-6 at 0708 | NK-42/2 1-1-6 at 1211
        NK-42/3 1-1-6 in 1106,1207 | NK-107 2-2-4 at 0805 | NK-226 3-3-4 at 0208 | NK-877 1-1-4 at 0906
        NK-18/70 4-3-4 at 1412 | NK-18/1 4-4-4 in 1305,1306,1404,1405,1406,1505
        NK-18/22 4-4-4 in 1305,1306,1404,1405,1406,1505 | NK-31 3-3-4 in 1305,1306,1404,1405,1406,1505
        NK-Seoul 3-2-4 in 1305,1306,1404,1405,1406,1505 | NK-19AA 2-2-5 in 1305,1306,1404,1405,1406,1505
        NK-18AT 1-2-5 in 1305,1306,1404,1405,1406,1505 | NK-36/11 1-1-4 in 1305,1306,1404,1405,1406,1505
        NK-10RR 0-1-4 in 1305,1306,1404,1405,1406,1505 | NK-25 4-5-4 due 5 1701 | NK-9/87 3-3-4 due 5 1412
        NK-9/85 3-4-4 due 7 1412 | NK-78 5-5-4 due 8 0701 | HQ-1M 0-2-6 due 2 0109
        Tk-Mar 3-2-8 due 2 0109 | Eng-1 0-2-4 due 2 0109 | ROK-224 2-2-4 due 2 0108
        Eng-2 0-2-4 due 3 0109 | 32/7 5-6-5 due 3 0109 | 7/3 2-3-4 due 3 0109 | 31/7 5-6-5 due 4 0109
        HQ-7 0-2-6 due 4 0109 | 7/1M 8-7-5 due 6 0109 | ROK-17 3-4-3 due 6 0109 | 17/7 5-6-5 due 13 0109
        187 5-5-5 due 1 0805
    """,
    "seoul-train": """
        1/1M 7-7-4 in 0109,0209 | 5/1M 7-7-4 in 0109,0209 | NK-31 3-3-4 in 1305,1306,1404,1405,1406,1505
        NK-107 2-3-4 at 0805 | NK-226 2-3-4 at 0208 | NK-42/1 1-1-6 at 0708 | NK-42/2 1-1-6 at 1211
        NK-42/3 1-1-6 in 1106,1107,1207 | SC-1 0-1-3 at 1107 | SC-2 0-1-3 at 1211 | SC-3 0-1-3 at 1406
        HQ-1M 0-2-4 due 1 0109 | 1KM 4-4-4 due 1 0109 | Tk-Mar 3-2-6 due 2 0109 | 2SE 0-2-4 due 2 0109
        32/7 5-6-4 due 3 0109 | Tk-73 3-2-6 due 3 0109 | 31/7 5-6-4 due 4 0109 | HQ-7 0-2-4 due 4 0109
        7/1M 7-7-4 due 6 0109 | ROK-17 3-4-4 due 6 0109 | 17/7 5-6-4 due 13 0109 | 187 5-5-5 due 1 0805
        NK-25 4-5-4 due 5 1701 | NK-78 4-3-4 due 8 0701
    """,
    "chosin-dg": """
        HQ-1M 0-2-6 at 0907 | 1/1M 8-7-5 at 0907 | 5/1M 8-7-5 at 0710 | 7/1M 8-7-5 at 0709
        31/7 5-6-5 at 0706 | Cadre-A 0-2-4 at 1206 | HQ-20 0-2-3 in 0611,0912 | HQ-27 0-2-3 at 0407
        CN-58 10-10-3 at 1112 | CN-59 10-10-3 at 0912 | CN-79 10-10-3 at 0408 | CN-89 10-10-3 at 0611
        CN-60 10-10-3 due 5 0912,1112 | CN-76 10-10-3 due 12 0107 | CN-77 10-10-3 due 12 0107
        HQ-26 0-2-3 due 12 0107 | 76a 3-3-4 due 12 0107 | 78a 3-3-4 due 11 0107 | 88c 3-3-4 due 11 0107
        CW-41 1-1-4 due 1 1903,1909 | Tk-Mar 3-2-8 due 1 1903,1909 | 17/7 5-6-5 due 9 1301
        7/3 2-3-4 due 10 1903,1909 | 65/3 5-6-5 due 10 1903,1909 | 32/7 5-6-5 due 7 1903
        15/3 5-6-5 due 7 1903 | Cadre-B 0-2-4 depleted due 5 0907
    """,
    "chosin-train": """
        1/1M 7-7-4 at 0907 | 5/1M 7-7-4 at 0710 | 7/1M 7-7-4 at 0709 | 31/7 5-6-4 at 0706
        Cadre 0-2-4 at 1903 | HQ-20 0-2-3 in 0407,0612,1110 | HQ-27 0-2-3 in 0407,0612,1110
        SC-1 0-2-3 at 0107 | SC-2 0-2-3 at 0612 | HQ-26 0-2-3 due 7 0107 | CN-76 12-10-3 due 7 0107
        CN-77 12-10-3 due 7 0107 | SC-3 0-2-3 due 7 0107 | CN-81 12-10-3 due 12 0107
        CN-94 12-10-3 due 12 0107 | CN-78 12-10-3 due 7 0107 | CN-88 12-10-3 due 7 0107
        CW-41 1-1-4 due 1 1903 | Tk-Mar 3-2-6 due 1 1903 | 17/7 5-6-4 due 9 1301
        7/3 5-6-4 depleted due 10 1903 | 65/3 5-6-4 due 10 1903 | 32/7 5-6-4 due 7 1903
        15/3 5-6-4 due 7 1903 | Tk-64 3-2-6 due 7 1903 | Tk-73 3-2-6 due 7 1903 | HQ-3 0-2-4 due 7 1903
    """,
}
"""Lines of the printed set-up and reinforcement lists: name, full side, hex or hexes, turn."""

CHINESE = {
    # S&T edition: regiments at the start, how far from which hex
    "58": (2, 1, "1111"),
    "59": (3, 1, "0912"),
    "60": (2, 1, "1111"),
    "79": (3, 1, "0408"),
    "80": (3, 2, "0506"),
    "81": (1, 2, "0506"),
    "89": (3, 1, "0611"),
}

TRACKS = {
    # Communist/UN by game turn, from the designer's charts
    "pusan": "3/6 3/5 4/5 6/6 6/6 5/5 5/5 4/5 4/5 3/5 4/5 5/6 5/6 6/6 6/6 4/5 4/4 3/4 3/4 3/4 3/4",
    "seoul": "0/8 1/8 2/8 3/8 4/8 3/7 3/7 4/7 3/6 2/6 2/6 2/6 2/6 2/6",
    "chosin": "4/3 4/4 4/5 4/5 4/6 4/6 4/6 3/6 3/7 3/7 3/7 3/7 3/7 3/7",
}

DEAD = {
    # points for units in the deadpile: who scores, how many, for what
    "pusan-dg": """nk 2 rok infantry regiment division; nk 2 us battalion; nk 5 us cw regiment brigade;
        nk 5 us rok hq; un 1 nk infantry regiment division; un 2 nk mobile; un 2 nk hq; un 2 nk depot""",
    "pusan-train": """communist 2 rok infantry regiment division; communist 2 us battalion;
        communist 5 us cw regiment brigade; communist 5 us rok hq; un 1 nk infantry regiment division;
        un 2 nk mobile; un 2 nk hq; un 2 nk depot""",
    "seoul-dg": "nk 2 rok infantry regiment division; nk 2 us battalion; nk 5 us regiment; nk 5 us hq",
    "seoul-train": """communist 2 rok infantry regiment; communist 2 us battalion cadre;
        communist 5 us regiment; communist 5 us hq; un 1 nk infantry regiment; un 1 nk depot""",
    "chosin-dg": "chinese 2 us cw battalion; chinese 4 us regiment; chinese 4 us hq",
    "chosin-train": "communist 2 us cw battalion cadre; communist 5 us cw regiment; communist 5 us cw hq",
}


@cache
def battle(battle_id: str) -> Battle:
    return registry.load(battle_id, f"kwb-{battle_id.partition('-')[2]}")


def map_of(battle_id: str) -> str:
    return battle_id.partition("-")[0]


def counters_of(battle_id: str, side: str) -> list[Counter]:
    """Counters that the lists name, without division counters that stand for three regiments."""
    fight = battle(battle_id)
    unlisted = set(fight.special.get("formations", {}))
    return [
        counter
        for counter in fight.counters
        if counter.side == fight.side_index(side)
        and counter.index not in unlisted
        and not counter.traits & {"spare", "dummy", "scratch"}
    ]


def line_of(fight: Battle, counter: Counter) -> str:
    """A counter as a printed list has it."""
    grid = fight.board.grid
    depleted = " depleted" if fight.start_steps.get(counter.index) else ""
    placement, arrival = fight.placements.get(counter.index), fight.arrivals.get(counter.index)
    hexes = placement.hexes if placement else arrival.hexes if arrival else ()
    where = ",".join(sorted(grid.number(hex_) for hex_ in hexes))
    how = f"due {arrival.turn}" if arrival else "at" if placement and placement.fixed else "in"
    return f"{counter.id} {values_text(counter.steps[0])}{depleted} {how} {where}"


class TestOrdersOfBattle:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_turns_and_players(self, battle_id: str) -> None:
        fight = battle(battle_id)
        turns, first, sets_up = FRAME[battle_id]
        assert (fight.turns, fight.sides[fight.first].id) == (turns, first)
        assert fight.sides[fight.set_up_order[0]].id == sets_up
        assert len(fight.dates) == turns

    @pytest.mark.parametrize(("battle_id", "side"), TOTALS)
    def test_totals(self, battle_id: str, side: str) -> None:
        fight = battle(battle_id)
        start, due = [], []
        for counter in counters_of(battle_id, side):
            arrival = fight.arrivals.get(counter.index)
            if arrival is None:
                start.append(counter)
            elif not is_option(fight, counter):
                due.append(counter)
        assert (total(fight, start), total(fight, due)) == TOTALS[battle_id, side]

    @pytest.mark.parametrize(("battle_id", "side"), DUE)
    def test_who_comes_when(self, battle_id: str, side: str) -> None:
        fight = battle(battle_id)
        listed, options = Count[int](), Count[int]()
        for counter in counters_of(battle_id, side):
            if counter.index in fight.arrivals:
                turns = options if is_option(fight, counter) else listed
                turns[fight.arrivals[counter.index].turn] += 1
        if side == fight.sides[1 - fight.side_index("un")].id:
            listed.update(turn for turn, _, _ in fight.special.get("random-arrivals", ()))
        text = " ".join(f"{turn}:{count}" for turn, count in sorted(listed.items()))
        more = " ".join(f"{turn}:{count}" for turn, count in sorted(options.items()))
        assert f"{text} + {more}".removesuffix(" + ") == DUE[battle_id, side]

    @pytest.mark.parametrize(
        ("battle_id", "line"),
        [
            (battle_id, " ".join(line.split()))
            for battle_id, text in LINES.items()
            for line in text.strip().replace("\n", "|").split("|")
        ],
    )
    def test_line(self, battle_id: str, line: str) -> None:
        fight = battle(battle_id)
        assert line_of(fight, fight.counter(line.partition(" ")[0])) == line

    @pytest.mark.parametrize("division", CHINESE)
    def test_chinese_regiments_stand_round_their_division(self, division: str) -> None:
        fight = battle("chosin-dg")
        count, reach, centre = CHINESE[division]
        grid = fight.board.grid
        area = tuple(grid.within(grid.index(centre), reach))
        own = [fight.counter(f"{division}{letter}") for letter in "abc"]
        assert {counter.steps[0] for counter in own} == {(3, 3, 4)}
        assert [fight.placements[c.index].hexes for c in own if c.index in fight.placements] == [area] * count

    def test_formations_are_three_regiments_of_their_number(self) -> None:
        fight = battle("chosin-dg")
        for unit, regiments in fight.special["formations"].items():
            number = fight.counters[unit].id.removeprefix("CN-")
            assert [fight.counters[r].id for r in regiments] == [f"{number}{letter}" for letter in "abc"]
        assert len(fight.special["formations"]) == 11

    def test_chinese_divisions_of_the_designers_edition(self) -> None:
        fight = battle("chosin-train")
        near = {"HQ-20": "58 59 60 89", "HQ-27": "79 80"}
        for hq, divisions in near.items():
            for number in divisions.split():
                counter = fight.counter(f"CN-{number}")
                placement = fight.placements[counter.index]
                assert (placement.near, placement.reach, counter.steps[0]) == (hq, 2, (12, 10, 3))
        assert fight.placements[fight.counter("HQ-1M").index].near == "*/1M"

    def test_marines_have_four_steps_at_chosin_and_two_elsewhere(self) -> None:
        steps = [(8, 7, 5), (6, 6, 5), (4, 5, 5), (2, 4, 4)]
        for name in ("1/1M", "5/1M", "7/1M"):
            assert list(battle("chosin-dg").counter(name).steps) == steps
            assert list(battle("seoul-dg").counter(name).steps) == steps[:2]
            assert battle("seoul-train").counter(name).steps == ((7, 7, 4), (5, 6, 4))

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_reduced_sides_are_weaker(self, battle_id: str) -> None:
        """Half of the full side, fractions dropped, never 0 for something; the Marines hold out better."""
        for counter in battle(battle_id).counters:
            for full, reduced in pairwise(counter.steps):
                assert reduced != full
                assert all(less <= more for less, more in zip(reduced, full, strict=True)), counter.id
                if not counter.traits & {"marine", "depot"}:
                    half = tuple(max(value // 2, min(value, 1)) for value in full[:2])
                    assert reduced == (*half, full[2]), counter.id

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_tanks_and_trucks_are_mobile_and_small_units_have_no_zone(self, battle_id: str) -> None:
        fight = battle(battle_id)
        rules = rules_of(fight)
        assert isinstance(rules, KwbDg | KwbTrain)
        for counter in fight.counters:
            assert (counter.mobility == "mobile") == (counter.symbol in ("armor", "motorized")), counter.id
            small = counter.size in ("battalion", "cadre") or bool(counter.traits & {"hq", "depot"})
            assert rules.has_zone[counter.index] != small, counter.id

    def test_dummies_scratch_units_and_spares(self) -> None:
        for battle_id, trait, count in (
            ("pusan-dg", "dummy", 5),
            ("seoul-dg", "dummy", 5),
            ("seoul-train", "scratch", 12),
            ("pusan-dg", "spare", 39 + 15),
            ("pusan-train", "spare", 15 + 9),
            ("seoul-train", "spare", 15),
            ("chosin-train", "spare", 18),
        ):
            found = [counter for counter in battle(battle_id).counters if trait in counter]
            assert len(found) == count, (battle_id, trait)
            assert trait == "spare" or {counter.steps[0][2] for counter in found} == {4}
        assert len(battle("seoul-train").special["scratch"]) == 12

    def test_pusan_has_regiments_for_every_division(self) -> None:
        fight = battle("pusan-dg")
        needed, held = Count[tuple[int, ...]](), Count[tuple[int, ...]]()
        for counter in fight.counters:
            if counter.size == "division" and "hq" not in counter:
                needed[fight.special["breakdown"][counter.nation][counter.steps[0]]] += 3
            if "spare" in counter:
                held[counter.steps[0]] += 1
        assert held == needed


def is_option(fight: Battle, counter: Counter) -> bool:
    """Does its owner choose whether it comes? The 78th and 88th at Chosin come by an announcement."""
    terms = fight.arrivals[counter.index].terms
    return "optional" in terms or ("called" in terms and counter.nation == "cn")


def total(fight: Battle, counters: list[Counter]) -> tuple[int, int, int, int, int]:
    attack, defence, movement = (sum(counter.steps[0][place] for counter in counters) for place in range(3))
    depleted = sum(bool(fight.start_steps.get(counter.index)) for counter in counters)
    return len(counters), attack, defence, movement, depleted


class TestTracksAndPoints:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_allotments_are_the_designers_in_both_editions(self, battle_id: str) -> None:
        """Ruling D59: the S&T track is on its map only, so the designer's stands in for it."""
        fight = battle(battle_id)
        un = fight.side_index("un")
        printed = [f"{allotment[1 - un]}/{allotment[un]}" for allotment in fight.allotments]
        assert " ".join(printed) == TRACKS[map_of(battle_id)]
        assert len(printed) == fight.turns

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_pools_are_larger_than_any_allotment(self, battle_id: str) -> None:
        fight = battle(battle_id)
        for side in (0, 1):
            pool = [marker.value for marker in fight.markers if marker.side == side]
            largest = max(fight.allotment(turn, side) for turn in range(1, fight.turns + 1))
            extra = 1 if "extra-marker-hq" in fight.special and side == fight.side_index("un") else 0
            assert len(pool) > largest + extra
            assert set(pool) <= {1, 2, 3, 4}

    @pytest.mark.parametrize("name", ["pusan", "seoul", "chosin"])
    def test_both_editions_use_the_same_pools_and_dates(self, name: str) -> None:
        dg, train = battle(f"{name}-dg"), battle(f"{name}-train")
        assert [(m.side, m.value) for m in dg.markers] == [(m.side, m.value) for m in train.markers]
        assert dg.dates == train.dates
        assert dg.allotments == train.allotments

    def test_the_pool_at_pusan_bears_its_losses(self) -> None:
        """kwb-train: three markers go on turn 16, one with each airfield; enough are left to the end."""
        fight = battle("pusan-train")
        un = fight.side_index("un")
        pool = sum(marker.side == un for marker in fight.markers)
        lost = fight.special["marker-cuts"][un][16] + len(fight.special["critical"])
        assert pool - lost >= max(fight.allotment(turn, un) for turn in range(16, 22))

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_points_for_the_deadpile(self, battle_id: str) -> None:
        fight = battle(battle_id)
        expected = [tuple(line.split(None, 2)) for line in DEAD[battle_id].split(";")]
        found = [
            (fight.sides[side].id, str(points), {*kind.nations, *kind.kinds, *kind.sizes})
            for side, points, kind in fight.victory["dead"]
        ]
        assert found == [(side, points, set(words.split())) for side, points, words in expected]

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_every_award_for_the_dead_fits_somebody(self, battle_id: str) -> None:
        fight = battle(battle_id)
        rules = rules_of(fight)
        for side, points, kind in fight.victory["dead"]:
            fitting = [c.id for c in fight.counters if c.side != side and rules.fits(c.index, kind)]
            assert fitting, (fight.sides[side].id, points, kind)

    @pytest.mark.parametrize(
        ("battle_id", "key", "lines"),
        [
            ("pusan-dg", "held", "nk 10 1908; nk 10 0308"),
            ("pusan-dg", "ever", "nk 25 0215 0216 0316"),
            ("pusan-train", "ever", "communist 10 1908; communist 10 0308; communist 25 0215 0216 0316"),
            ("seoul-dg", "clear", "un 10 1305 1306 1404 1405 1406 1505"),
            ("seoul-train", "cleared", "un 3 1305 1306 1404 1405 1406 1505"),
        ],
    )
    def test_points_for_cities(self, battle_id: str, key: str, lines: str) -> None:
        fight = battle(battle_id)
        number = fight.board.grid.number
        found = [
            f"{fight.sides[side].id} {points} {' '.join(sorted(map(number, hexes)))}"
            for side, points, hexes in fight.victory[key]
        ]
        assert "; ".join(found) == lines

    def test_other_points(self) -> None:
        for battle_id, turn in (("seoul-dg", 5), ("seoul-train", 6)):
            ((_, points, _, since),) = battle(battle_id).victory["storm"]
            assert (points, since) == (20, turn)
        assert battle("chosin-dg").victory["left"] == [(0, 2)]
        assert battle("chosin-train").victory["unsupplied"] == [(0, 3)]
        assert battle("chosin-dg").special["optional-price"] == (4, 4)
        assert battle("chosin-train").special["optional-price"] == (3, 2)
        for battle_id in ("chosin-dg", "chosin-train"):
            assert [points for _, points, _ in battle(battle_id).victory["exited"]] == [1, 2]
            assert battle(battle_id).special["exits-from"] == 3

    @pytest.mark.parametrize("battle_id", ["pusan-dg", "pusan-train"])
    def test_withdrawals(self, battle_id: str) -> None:
        fight = battle(battle_id)
        found = {
            fight.counters[unit].id: (line["turn"], line["points"])
            for unit, line in fight.special["withdrawals"].items()
        }
        assert found == {"5/1M": (16, 3), "ROK-17": (20, 2)}

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_levels(self, battle_id: str) -> None:
        """Rulings D32 and T01: 31 is decisive, 10 is pyrrhic; only the S&T edition scores both ways."""
        fight = battle(battle_id)
        assert fight.sides[1].id == "un", "margins are the Communist's points less those of the UN"
        levels = [(least, name) for least, _, name in fight.victory["levels"]]
        assert levels[:3] == [(31, "decisive victory"), (21, "tactical victory"), (10, "pyrrhic victory")]
        winners = [winner for _, winner, _ in fight.victory["levels"]]
        if battle_id.endswith("dg"):
            assert [least for least, _ in levels] == [31, 21, 10, 1, 0, -9, -20, -30, -31]
            assert winners == [0, 0, 0, 0, -1, 1, 1, 1, 1]
            assert [name for _, name in levels] == [name for _, name in reversed(levels)]
        else:
            assert levels[3:] == [(0, "tactical victory"), (-1, "decisive victory")]
            assert winners == [0, 0, 0, 1, 1]


# Roads and ground

Step = Callable[[int, int], bool]
MAIN_SUPPLY_ROAD = ["1803", "1804", "1705", "1605", "1506", "1406", "1306", "1206", "1106", "1006"]
"""The hexes between Oro-ri (1903) and Hagaru-ri (0907)."""

FRONTS = {
    # the UN's road heads: where supplies leave the road for the front
    "pusan-dg": "1908 0509 1111 3110 0308 1706 2705 2221 3121",
    "pusan-train": "1908 0509 1111 3110 0308 1706 2705 2221 3121",
    "seoul-dg": "0805 0708 1106 1107 1207 1211 1206",
    "seoul-train": "0805 0708 1106 1107 1207 1211 1206",
    "chosin-dg": "0907 1206 0709 0710 0706",
    "chosin-train": "0907 1206 0709 0710 0706",
}


def spread(board: Board, starts: Iterable[int], open_step: Step) -> set[int]:
    found = set(starts)
    ahead = list(found)
    while ahead:
        here = ahead.pop()
        for there in board.grid.around(here):
            if there not in found and open_step(here, there):
                found.add(there)
                ahead.append(there)
    return found


def on_foot(fight: Battle, mobility: str = "leg") -> Step:
    board, key = fight.board, fight.key
    return lambda here, there: key.step_cost(board, here, board.grid.direction(here, there), mobility) > 0


def by_way(board: Board, *ways: str) -> Step:
    sides = frozenset().union(*(board.ways[way] for way in ways))
    return lambda here, there: board.side_between(here, there) in sides


def cuts_hagaru(board: Board, number: str, *ways: str) -> bool:
    """Is there no way from Oro-ri to Hagaru-ri that keeps out of a hex?"""
    barred = board.grid.index(number) if number else -1
    along = by_way(board, *ways)
    found = spread(board, [board.grid.index("1903")], lambda a, b: b != barred and along(a, b))
    return board.grid.index("0907") not in found


class TestRoads:
    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_every_source_is_joined_to_its_front_by_road(self, battle_id: str) -> None:
        """By road, over bridges only: a river without one interrupts it."""
        rules = rules_of(battle(battle_id))
        board, key = rules.board, rules.battle.key
        road = by_way(board, "road")

        def unbroken(here: int, there: int) -> bool:
            return road(here, there) and key.way_cost(board, board.side_between(here, there)) > 0

        front = {board.grid.index(number) for number in FRONTS[battle_id].split()}
        sources = rules.listed_hexes("sources", rules.un)
        assert sources
        for source in sources:
            missed = front - spread(board, [source], unbroken)
            assert {board.grid.number(hex_) for hex_ in missed} == set(), board.grid.number(source)

    def test_there_is_one_road_into_chosin(self) -> None:
        board = battle("chosin-dg").board
        on_road = {board.grid.number(h) for h in range(board.grid.size) if board.way_in_hex("road", h)}
        assert not cuts_hagaru(board, "", "road")
        cutting = {number for number in on_road - {"1903", "0907"} if cuts_hagaru(board, number, "road")}
        assert cutting == set(MAIN_SUPPLY_ROAD)

    def test_a_trail_leads_round_the_escarpment_and_not_round_koto_ri(self) -> None:
        """From the Sinhung valley to Koto-ri; the last three hexes before Hagaru-ri have no way round."""
        board = battle("chosin-dg").board
        cutting = [number for number in MAIN_SUPPLY_ROAD if cuts_hagaru(board, number, "road", "trail")]
        assert cutting == ["1206", "1106", "1006"]

    @pytest.mark.parametrize("number", MAIN_SUPPLY_ROAD)
    def test_the_chinese_need_one_hex_of_it(self, number: str) -> None:
        """kwb-train: with the trail to Koto-ri cut as well, one division on the road starves Hagaru-ri.

        The last hex alone is not enough: three hexes lead round it along the other bank (1107, 1007).
        """
        rules = rules_of(battle("chosin-train"))
        state = rules.new_state(1)
        for name, place in (("1/1M", "0907"), ("CN-58", number), ("CN-59", "1204")):
            state.put(rules.named[name], rules.grid.index(place))
        starved = [rules.name(unit) for unit in rules.out_of_supply(state, rules.un)]
        assert starved == ([] if number == "1006" else ["1/1M"])
        state.put(rules.named["CN-58"], rules.grid.index("1011"))
        state.cache.clear()
        assert rules.out_of_supply(state, rules.un) == []

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_the_sides_can_reach_each_other_on_foot(self, battle_id: str) -> None:
        fight = battle(battle_id)
        fixed = {
            side: {
                placement.hexes[0] if placement.fixed else placement.default
                for unit, placement in fight.placements.items()
                if fight.counters[unit].side == side
            }
            for side in (0, 1)
        }
        entries = {hex_ for arrival in fight.arrivals.values() for hex_ in arrival.hexes}
        for side in (0, 1):
            for start in fixed[side]:
                assert fixed[1 - side] | entries <= spread(fight.board, [start], on_foot(fight))

    @pytest.mark.parametrize(
        ("mobility", "points", "where"),
        [("leg", 3, BATTLES), ("mobile", 6, BATTLES[::2]), ("mobile", 6, BATTLES[1::2])],
    )
    def test_no_land_is_cut_off(self, mobility: str, points: int, where: tuple[str, ...]) -> None:
        """The slowest unit gets everywhere, under the key of its book in which rivers interrupt roads.

        kwb-train:5.2.3.a keeps tanks out of the mountains beside the roads, and so out of one valley.
        """
        for battle_id in where:
            rules = rules_of(battle(battle_id))
            board, key, grid = rules.board, rules.battle.key, rules.grid

            def open_step(
                here: int, there: int, board: Board = board, key: TerrainKey = key, grid: Grid = grid
            ) -> bool:
                return 0 < key.step_cost(board, here, grid.direction(here, there), mobility) <= points * 2

            found = spread(board, rules.listed_hexes("sources", rules.un)[:1], open_step)
            barred = mobility == "mobile" and battle_id.endswith("train")
            missed = {h for h in range(grid.size) if rules.land[h] and h not in found}
            assert all(barred and rules.rough[h] for h in missed if grid.number(h) not in VALLEY), battle_id
            if battle_id.startswith("chosin") and barred:
                assert {grid.number(h) for h in missed if not rules.rough[h]} == VALLEY

    @pytest.mark.parametrize("battle_id", BATTLES)
    def test_the_police_alone_stay_out_of_the_mountains(self, battle_id: str) -> None:
        """Who has too few points for the dearest hex of his class, rivers left aside."""
        rules = rules_of(battle(battle_id))
        key, board = rules.battle.key, rules.board
        dearest = {
            m: max(key.hex_cost(board, h, m) for h in range(rules.grid.size)) for m in ("leg", "mobile")
        }
        slow = {c.id for c in rules.counters if c.steps[0][2] * 2 < dearest[c.mobility]}
        assert slow == ({"MP-Pusan", "MP-Masan", "MP-Taegu"} if battle_id == "pusan-dg" else set())


VALLEY = {"0109", "0110", "0210", "0211"}
"""North-western headwater of the Chosin map, between mountains."""
