"""The benchmark runs, and its battle can be played. Nothing here depends on how fast anything is."""

from __future__ import annotations

import sys
from collections import Counter as Tally
from pathlib import Path
from random import Random

import pytest

from hexfolio.core.game import Game
from hexfolio.rulebooks.fire_and_movement.editions import open_rules
from hexfolio.study.plan import Plan
from hexfolio.study.variations import variants
from hexfolio.study.workers import Crew

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import bench
import players
from plain_battle import plain_battle

TINY = bench.Size(rounds=2, seconds=0.001, positions=2)


@pytest.fixture(scope="module")
def figures() -> bench.Figures:
    return bench.measure(TINY)


def test_the_plain_is_as_large_as_it_says() -> None:
    battle = plain_battle("fm-folio")
    assert battle.board.grid.size == 37 * 21
    assert Tally((counter.side, counter.mobility) for counter in battle.counters) == {
        (0, "leg"): 40,
        (0, "mobile"): 20,
        (1, "leg"): 40,
        (1, "mobile"): 20,
    }
    assert len({counter.id for counter in battle.counters}) == 120
    assert len({placement.hexes for placement in battle.placements.values()}) == 120
    assert battle.board.ways["road"]
    assert battle.board.terrain == plain_battle("fm-2023").board.terrain


@pytest.mark.parametrize("book", bench.BOOKS)
def test_a_game_on_the_plain_comes_to_its_end(book: str) -> None:
    rules = open_rules(plain_battle(book))
    game, random = Game(rules, 7), Random(7)
    while game.outcome is None:
        game.apply(game.legal().sample(random))
    assert game.state.turn == 8
    verbs = {entry.order.verb for entry in game.history() if entry.order}
    assert {"move", "attack", "bombard", "support", "end"} <= verbs


@pytest.mark.parametrize("name", bench.MAPS)
def test_questions_are_asked_in_real_positions(name: str) -> None:
    chores = bench.question_chores(name, 3, 1)
    assert set(chores) == set(bench.QUESTIONS)
    assert all(chores.values())
    assert isinstance(chores["leg range"][0](), tuple)
    assert isinstance(chores["trace"][0](), list)
    assert isinstance(chores["view"][0](), dict)


def test_every_figure_is_a_number_for_every_round(figures: bench.Figures) -> None:
    names = [f"{name} {what}" for name in bench.MAPS for what in (*bench.BOOKS, *bench.QUESTIONS)]
    supply = [f"{name} supply" for name in bench.SUPPLIED]
    assert set(figures) == {bench.CHESS, *names, *bench.KOREA, *bench.AIRBORNE, *supply}
    for rounds in figures.values():
        assert len(rounds) == TINY.rounds
        assert all(figure > 0 for figure in rounds)


def test_the_other_kernel_is_measured_in_its_own_process(figures: bench.Figures) -> None:
    assert set(bench.measure_apart("plain", TINY)) == set(figures)


def test_ratios_are_taken_round_by_round() -> None:
    figures = {bench.CHESS: [10.0, 20.0, 40.0], "a": [20.0, 40.0, 80.0], "b": [40.0, 80.0, 160.0]}
    assert bench.play_cell(figures, ["a"]) == bench.Cell(40, 2)
    assert bench.play_cell(figures, ["a", "b"]) == bench.Cell(60, 3)


def test_the_table_says_what_was_met(figures: bench.Figures) -> None:
    slow = {**figures, bench.CHESS: [1e9] * TINY.rounds}
    text = bench.table({"compiled": figures, "plain": slow}, TINY)
    lines = [line for line in text.splitlines() if line.startswith("  fm-")]
    assert len(lines) == len(bench.MAPS) * len(bench.BOOKS)
    assert all(line.endswith("not met") for line in lines)
    assert max(map(len, text.splitlines())) <= 110


def test_players_are_measured_by_whole_games() -> None:
    size = players.Size(games=3, seconds=60)
    title, line = players.speeds(["crossroads"], ["random", "recruit"], size)
    assert title.split()[-4:] == ["random", "x", "recruit", "x"]
    assert line.startswith("crossroads fm-folio")
    assert line.count("(3)") == 2
    impatient = players.Size(games=3, seconds=0)
    assert players.player_speed("crossroads", "fm-folio", "random", impatient).games == 1


def test_a_second_worker_and_ray_are_measured_against_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {1: 30.0, 2: 15.0}
    runs = {(1, None): players.Run(1, 2), (2, None): players.Run(2, 3), (2, "local"): players.Run(9, 2.5)}
    monkeypatch.setattr(players, "study_seconds", lambda plan, workers: seconds[workers])
    monkeypatch.setattr(players, "crew_run", lambda crew, plan: runs[crew.workers, crew.ray])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    lines = list(players.scaling(players.Size(rounds=2), "random"))
    assert [line.split()[-3:] for line in lines[1:4]] == [
        ["1.0", "2.00", "1.00"],
        ["2.0", "3.00", "1.50"],
        ["9.0", "2.50", "1.25"],
    ]
    assert lines[4].endswith("2.00   at least 1.8: met")
    seconds[2] = 20.0
    assert list(players.scaling(players.Size(), "random"))[-1].endswith("1.50   at least 1.8: not met")


def test_games_of_a_crew_and_of_a_study_are_played() -> None:
    plan = Plan(5, 1, variants("crossroads", "fm-folio", {}, ("random", "random"), ()))
    found = players.crew_run(Crew(1), plan)
    assert found.start > 0
    assert found.rate > 0
    assert players.study_seconds(plan, 1) > 0
