"""The search for a captain's habits: whom it borrows from, and which way it goes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest


@pytest.fixture(scope="module")
def tune(load_example: Callable[[str], Any]) -> Any:
    return load_example("tune_captain")


def test_a_game_is_worth_its_points_and_the_victory(tune: Any) -> None:
    job = tune.Job(tune.Ground("crossroads", "fm-2023", 1), {}, {}, "random", 3)
    score = tune.play(job)
    assert score == tune.play(job)
    assert score.won == 1
    assert score.worth == min(score.points, tune.MOST_POINTS) + tune.WON


def test_habits_are_lent_once_and_only_as_far_as_they_mean_something(tune: Any) -> None:
    space = tune.space_of("pusan-dg", 1, general=False)
    found = tune.lenders(space, airborne=False)
    assert "its own" in found
    assert "chosin-train un" in found
    assert "sukchon un" not in found
    assert all(habits.keys() == space.usual.keys() for habits in found.values())
    assert "haste" not in space.usual  # nobody is to leave the map
    assert len({tuple(habits.values()) for habits in found.values()}) == len(found)


def test_variations_differ_from_a_side_s_own_habits_and_from_each_other(tune: Any) -> None:
    space = tune.space_of("chosin-dg", 1, general=False)
    found = tune.variations(space, 3, Random(1))
    assert list(found) == ["variation 1", "variation 2", "variation 3"]
    assert all(habits.keys() == space.usual.keys() for habits in found.values())
    assert len({habits["haste"] for habits in [space.usual, *found.values()]}) == 4
    assert found == tune.variations(space, 3, Random(1))


def test_habits_that_mean_nothing_to_a_side_are_not_tuned_for_a_general_either(tune: Any) -> None:
    leaving = {"haste", "escape", "gate"}
    assert leaving <= tune.space_of("chosin-dg", 1, general=True).usual.keys()
    assert leaving.isdisjoint(tune.space_of("chosin-dg", 0, general=True).usual)


def test_a_general_of_one_book_goes_on_from_its_habits_by_that_book(tune: Any) -> None:
    by_book = {book: tune.space_of("crossroads", 0, True, book).usual for book in ("fm-folio", "fm-2023")}
    assert by_book["fm-folio"] == tune.space_of("crossroads", 0, general=True).usual
    assert by_book["fm-folio"] != by_book["fm-2023"]


def test_a_mean_lies_between(tune: Any) -> None:
    assert tune.mean({"fear": 0.1, "push": -1.0}, {"fear": 0.4, "push": 2.0}) == {
        "fear": pytest.approx(0.2),
        "push": 0.5,
    }


def test_the_best_of_those_who_lend_is_found_or_a_mean_that_is_better(tune: Any) -> None:
    def run(jobs: list[Any]) -> list[Any]:
        return [tune.Score(-round(100 * abs(job.habits["fear"] - wanted)), 0) for job in jobs]

    grounds = [tune.Ground("crossroads", "fm-2023", 0)]
    habits = {"one": {"fear": 0.1}, "two": {"fear": 0.4}, "three": {"fear": 0.8}, "four": {"fear": 0.9}}
    wanted = 0.8
    assert tune.borrow(dict(habits), grounds, "recruit", run, 1) == "three"
    wanted = 0.2
    found = dict(habits)
    assert found[tune.borrow(found, grounds, "recruit", run, 1)] == {"fear": pytest.approx(0.2)}


def test_habits_go_where_games_are_won(tune: Any) -> None:
    grounds = [tune.Ground("crossroads", "fm-2023", 0)]
    climb = tune.Climb(tune.Space({"fear": 1.0, "push": 0.0}), grounds, "recruit", 1)
    for _ in range(20):
        changes, jobs = climb.jobs()
        scores = [tune.Score(round(10 * (job.habits["push"] - job.habits["fear"])), 0) for job in jobs]
        climb.follow(changes, jobs, scores)
    habits = climb.space.habits(climb.average)
    assert habits["fear"] < 0.5
    assert habits["push"] > 0.3


def test_habits_are_checked_on_dice_that_were_not_used(tune: Any) -> None:
    grounds = [tune.Ground("crossroads", book, 0) for book in ("fm-folio", "fm-2023")]
    before = tune.Space({"fear": 1.0})
    climb = tune.Climb(tune.Space({"fear": 2.0}), grounds, "recruit", 1)
    played: list[Any] = []

    def run(jobs: list[Any]) -> list[Any]:
        played.extend(jobs)
        return [tune.Score(round(10 * job.habits["fear"]) + job.seed % 2, 1) for job in jobs]

    told = tune.check(climb, before, run, 4)
    assert told == [
        "before: worth +18.5 (give or take 0.3), 100% won",
        "after: worth +28.5 (give or take 0.3), 100% won",
    ]
    assert [job.seed for job in played] == [tune.FRESH + number for number in range(4)] * 2
    assert {job.ground for job in played} == set(grounds)
    climb_seeds = {job.seed for job in climb.jobs()[1]}
    assert max(climb_seeds) < tune.FRESH
