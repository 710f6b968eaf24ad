"""The search for a captain's habits: who enters the race, what a game is worth, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest


@pytest.fixture(scope="module")
def tune(load_example: Callable[[str], Any]) -> Any:
    return load_example("tune_captain")


def test_a_game_can_be_played_again(tune: Any) -> None:
    job = tune.Job(tune.Ground("crossroads", "fm-2023", 1), tune.Manner({}), "random", 3)
    score = tune.play(job)
    assert score == tune.play(job)
    assert score.won == 1
    assert score.points > 0


def test_habits_are_lent_once_and_only_as_far_as_they_mean_something(tune: Any) -> None:
    space = tune.space_of("pusan-dg", 1, general=False)
    found = tune.lenders(space, airborne=False)
    assert tune.OWN in found
    assert "chosin-train un" in found
    assert "sukchon un" not in found
    assert all(manner.habits.keys() == space.usual.habits.keys() for manner in found.values())
    assert "haste" not in space.usual.habits  # nobody is to leave the map
    assert len({tuple(manner.habits.values()) for manner in found.values()}) == len(found)


def test_a_variation_changes_all_habits_a_little_or_some_of_them_much(tune: Any) -> None:
    space = tune.space_of("chosin-dg", 1, general=False)
    habits = [space.varied(space.usual, Random(seed)).habits for seed in range(20)]
    changed = [sum(one[name] != value for name, value in space.usual.habits.items()) for one in habits]
    assert all(one.keys() == space.usual.habits.keys() for one in habits)
    assert min(changed) < len(space.usual.habits) / 2
    assert max(changed) == len(space.usual.habits)
    assert space.varied(space.usual, Random(1)) == space.varied(space.usual, Random(1))


def test_a_variation_gives_hexes_of_one_prize_the_same_worth(tune: Any) -> None:
    space = tune.Space(tune.Manner({"fear": 1.0}, {7: 1.0}), [((7, 8), 3.0)])
    hexes = next(one.hexes for seed in range(20) if (one := space.varied(space.usual, Random(seed))).hexes)
    assert hexes[7] == pytest.approx(1.0 + hexes[8])


@pytest.mark.parametrize(
    ("name", "value", "change", "least", "most"),
    [("fear", 1.0, 1.0, 2.7, 2.8), ("push", -0.2, 1.0, 0.0, 0.2), ("fade", 0.9, 9.0, 0.3, 0.3)],
)
def test_a_habit_is_multiplied_shifted_or_kept_a_share(
    tune: Any, name: str, value: float, change: float, least: float, most: float
) -> None:
    assert least <= tune._changed(name, value, change) <= most


def test_habits_that_mean_nothing_to_a_side_are_not_tuned_for_a_general_either(tune: Any) -> None:
    leaving = {"haste", "escape", "gate"}
    assert leaving <= tune.space_of("chosin-dg", 1, general=True).usual.habits.keys()
    assert leaving.isdisjoint(tune.space_of("chosin-dg", 0, general=True).usual.habits)


def test_a_general_of_one_book_goes_on_from_its_habits_by_that_book(tune: Any) -> None:
    by_book = {
        book: tune.space_of("crossroads", 1, True, book).usual.habits for book in ("fm-folio", "fm-2023")
    }
    assert by_book["fm-folio"] == tune.space_of("crossroads", 1, general=True).usual.habits
    assert by_book["fm-folio"] != by_book["fm-2023"]


def test_hexes_vary_only_where_a_sheet_could_say_so(tune: Any) -> None:
    """Hexes on the sheet of an airborne captain count for the landing alone, and not in all it does."""
    assert tune.space_of("chosin-dg", 1, general=False).prizes
    assert tune.space_of("sukchon", 1, general=True).prizes
    assert not tune.space_of("sukchon", 1, general=False).prizes


def test_a_mean_lies_between(tune: Any) -> None:
    one = tune.Manner({"fear": 0.1, "push": -1.0}, {3: 1.0})
    other = tune.Manner({"fear": 0.4, "push": 2.0}, {4: 3.0})
    assert tune.mean(one, other) == (
        {"fear": pytest.approx(0.2), "push": 0.5},
        {3: pytest.approx(0.5), 4: pytest.approx(1.5)},
        None,
    )


def test_a_mean_of_set_ups_has_as_many_units_and_some_of_each(tune: Any) -> None:
    one, other = tune.Manner({}, posts={1: 4, 2: 3}), tune.Manner({}, posts={1: 2, 3: 5})
    assert tune.mean(one, other).posts == {1: 3, 2: 2, 3: 2}


def test_a_varied_set_up_has_the_same_units_in_hexes_that_are_open_to_them(tune: Any) -> None:
    ground = tune.Ground("sukchon", "para", 0)
    usual = tune.space_of("sukchon", 0, general=True).usual
    posts = tune.Posts(usual, ground)
    assert posts.stands == usual.posts
    varied = [posts.varied(usual, Random(seed)).posts for seed in range(10)]
    assert all(sum(one.values()) == sum(usual.posts.values()) for one in varied)
    assert all(one.keys() <= posts.open for one in varied)
    assert all(one != usual.posts for one in varied)


def test_a_set_up_by_history_can_be_varied(tune: Any) -> None:
    ground = tune.Ground("chosin-dg", "kwb-dg", 0)
    usual = tune.space_of("chosin-dg", 0, general=True).usual
    assert usual.posts is None
    posts = tune.Posts(usual, ground)
    assert sum(posts.stands.values()) == sum(posts.varied(usual, Random(1)).posts.values())


def test_a_game_is_worth_the_pairs_that_it_wins_with_the_other_side(tune: Any) -> None:
    """The victory counts first, then the points; a pair that is equal is half a won one."""
    here = tune.Ground("crossroads", "fm-2023", 0)
    there = here._replace(side=1)
    others = [tune.Score(-9, -1), tune.Score(-2, -1), tune.Score(1, 0), tune.Score(30, 1)]
    measure = tune.pairs_with({there: others})
    assert measure(here, tune.Score(2, 1)) == (0 + 0.5 + 1 + 1) / 4
    assert measure(here, tune.Score(50, -1)) == 1 / 4  # points do not help a loser
    assert measure(here, tune.Score(0, 0)) == 2 / 4


GROUNDS = (("crossroads", "fm-folio", 0), ("crossroads", "fm-2023", 0))


def near(wanted: float) -> Callable[[Any, Any], float]:
    """The nearer its points are to a figure, the more a game is worth."""
    return lambda ground, score: float(-abs(score.points - wanted))


def test_the_best_of_all_entrants_wins_and_may_be_a_child_of_two(tune: Any) -> None:
    played: list[Any] = []

    def run(jobs: list[Any]) -> list[Any]:
        played.extend(jobs)
        return [tune.Score(round(100 * job.manner.habits["fear"]), 0) for job in jobs]

    grounds = [tune.Ground(*ground) for ground in GROUNDS]
    entrants = {tune.OWN: 0.9, "one": 0.1, "two": 0.4, **{f"far {n}": 5.0 + n for n in range(90)}}
    manners = {name: tune.Manner({"fear": fear}) for name, fear in entrants.items()}
    space = tune.Space(manners[tune.OWN])
    assert tune.Race(manners, grounds, "recruit", near(40)).run(space, run, 1) == "two"
    race = tune.Race(manners, grounds, "recruit", near(20))
    best = race.run(space, run, 1)
    assert abs(race.entrants[best].habits["fear"] - 0.2) < 0.1
    assert best not in entrants
    assert {job.ground for job in played} == set(grounds)
    assert max(job.seed for job in played) < tune.FRESH
    games = [len(worth) for worth in race.worth.values()]
    assert min(games) == tune.FIRST
    assert max(games) == len(race.worth[tune.OWN]) == tune.FIRST * 2 ** (tune.ROUNDS - 1)


def test_habits_are_checked_on_dice_that_were_not_used(tune: Any) -> None:
    grounds = [tune.Ground(*ground) for ground in GROUNDS]
    played: list[Any] = []

    def run(jobs: list[Any]) -> list[Any]:
        played.extend(jobs)
        return [tune.Score(round(10 * job.manner.habits["fear"]) + job.seed % 2, 1) for job in jobs]

    manners = {"before": tune.Manner({"fear": 1.0}), "after": tune.Manner({"fear": 2.0})}
    told = tune.check(manners, grounds, "recruit", lambda _, score: score.points / 100, run, 4)
    assert told == [
        "before: 0.105 of the pairs (give or take 0.003), 100% of the games won, +10.5 points",
        "after: 0.205 of the pairs (give or take 0.003), 100% of the games won, +20.5 points",
    ]
    assert [job.seed for job in played] == [tune.FRESH + number for number in range(4)] * 2
    assert {job.ground for job in played} == set(grounds)


def test_what_was_found_is_told_as_a_sheet_of_aims_has_it(tune: Any) -> None:
    ground = tune.Ground(*GROUNDS[0])
    index = tune.open_rules(*GROUNDS[0][:2]).battle.board.grid.index("0706")
    manner = tune.Manner({"fear": 0.12345, "table": 0.29, "rout": 1.404}, {index: 1.26})
    hexes = 'hexes, beyond those of a captain: {"0706": 1.3}'
    assert tune.entry_for(ground, manner, general=True) == f'habits: {{"fear": 0.12}}\n{hexes}'
    posted = manner._replace(posts={index: 2})
    assert tune.entry_for(ground, posted, general=True).endswith('posts: {"0706": 2}')
    habits = '{"fear": 0.12, "table": 0.29, "rout": 1.4}'
    assert tune.entry_for(ground, manner, general=False) == f"habits: {habits}\n{hexes}"
