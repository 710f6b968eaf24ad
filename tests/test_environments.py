"""Environments: PettingZoo's own tests, nothing hidden in observations, every legal order within reach."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from hexfolio.battles import registry
from hexfolio.core.game import Game, Outcome
from hexfolio.core.orders import Order
from hexfolio.environments import MissingExtraError, duel, environment, raw_environment
from hexfolio.environments.battle_env import BattleEnv
from hexfolio.environments.layout import COUNTER, GENERAL, Layout
from hexfolio.environments.menu import ClosedActionError, Menu
from hexfolio.environments.observing import Observer
from hexfolio.environments.rewards import worth

EDITIONS = [("crossroads", book) for book in ("fm-folio", "fm-st296", "fm-2023")]
OTHERS = [("chosin-dg", "kwb-dg"), ("seoul-train", "kwb-train"), ("sukchon", "para")]
SECRETS = [("pusan-dg", "kwb-dg"), ("sukchon", "para"), ("tomahawk", "para")]


def random_action(env: BattleEnv, random: Random) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return random.choice(np.flatnonzero(mask).tolist())


def positions(battle: str, book: str, seed: int, orders: int, every: int) -> list[Game]:
    """A random game as it stood after every so many orders."""
    game, random, found = registry.new_game(battle, book, seed), Random(seed), []
    for number in range(orders):
        if game.decision is None:
            break
        if number % every == 0:
            found.append(game.copy())
        game.apply(game.legal().sample(random))
    return found


# PettingZoo's own tests


@pytest.mark.parametrize(
    ("battle", "book", "cycles"), [(*e, 300) for e in EDITIONS] + [(*o, 60) for o in OTHERS]
)
def test_api(battle: str, book: str, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(environment(battle, book), num_cycles=cycles)
    # PettingZoo keeps a list of its own environments whose observations are dictionaries with a mask.
    expected = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
    assert [str(w.message) for w in caught if not str(w.message).startswith(expected)] == []


@pytest.mark.parametrize(("battle", "book"), EDITIONS)
def test_seeds(battle: str, book: str) -> None:
    seed_test(lambda: environment(battle, book), num_cycles=150)


def test_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(environment("crossroads", "fm-folio"))
    assert "Finished performance benchmark" in capsys.readouterr().out


# Observations


@pytest.mark.parametrize(("battle", "book"), [(e.id, b) for e in registry.entries() for b in e.books])
def test_every_battle_can_be_played(battle: str, book: str) -> None:
    env, random = raw_environment(battle, book), Random(3)
    env.reset(seed=3)
    for _ in range(60):
        seen = env.observe(env.agent_selection)
        assert env.observation_space(env.agent_selection).contains(seen)
        assert env.layout.part(seen["observation"], "decision").sum() == 1
        env.step(random_action(env, random))


@pytest.mark.parametrize(("battle", "book"), SECRETS)
def test_nothing_hidden_enters(battle: str, book: str) -> None:
    """When all that a side cannot know is dealt anew, neither its observation nor its mask changes."""
    random, redealt = Random(5), 0
    for game in positions(battle, book, 5, 160, 8):
        layout = Layout(game.rules)
        for side in (0, 1):
            observer = Observer(game.battle, layout, side)
            twin = Game.from_state(game.rules, game.rules.imagine(game.state, side, random))
            redealt += twin.state.digest() != game.state.digest()
            assert np.array_equal(observer.observe(game.view(side)), observer.observe(twin.view(side)))
            if game.decision is not None and game.decision.side == side:
                assert np.array_equal(Menu(layout, game).mask, Menu(layout, twin).mask)
    assert redealt


def test_agents_get_the_view_of_their_own_side() -> None:
    env, random, differ = raw_environment("pusan-dg", "kwb-dg"), Random(5), 0
    env.reset(seed=5)
    for _ in range(400):
        env.step(random_action(env, random))
        if env.steps % 40:
            continue
        rows = [env.layout.part(env.observe(agent)["observation"], "counters") for agent in env.agents]
        for side in (0, 1):
            shown = {c.id for c in env.rules.battle.counters if rows[side][c.index, COUNTER.index("seen")]}
            assert shown == set(env.game.view(side)["counters"])
        differ += set(env.game.view(0)["counters"]) != set(env.game.view(1)["counters"])
    assert differ


def test_a_choice_half_made_is_not_shown_to_the_enemy() -> None:
    env, random = raw_environment("crossroads", "fm-folio"), Random(1)
    env.reset(seed=1)
    half = 0
    for _ in range(300):
        if env.terminations[env.agent_selection]:
            break
        other = env.possible_agents[1 - env.possible_agents.index(env.agent_selection)]
        before, position = env.observe(other), env.game.position
        env.step(random_action(env, random))
        if env.game.position == position and env.menu.subject >= 0:
            half += 1
            assert np.array_equal(env.observe(other)["observation"], before["observation"])
            assert not env.observe(other)["action_mask"].any()
            own = env.observe(env.agent_selection)["observation"]
            assert own[GENERAL.index("second stage")] == 1
    assert half > 20


# Actions


def reachable(menu_of: Layout, game: Game) -> tuple[list[Order], int]:
    """All orders that some row of actions leads to, and how many pages were turned."""
    found, pages = [], 0
    for first in np.flatnonzero(Menu(menu_of, game).mask).tolist():
        menu = Menu(menu_of, game)
        order = menu.choose(first)
        if order is not None:
            found.append(order)
        while menu.subject >= 0:
            found += [menu.offers[a] for a in np.flatnonzero(menu.mask).tolist() if a != menu_of.next_page]
            if not menu.mask[menu_of.next_page]:
                break
            menu.choose(menu_of.next_page)
            pages += 1
    return found, pages


@pytest.mark.parametrize(("battle", "book"), [EDITIONS[0], EDITIONS[2], *OTHERS])
def test_every_legal_order_is_within_reach(battle: str, book: str) -> None:
    """With two slots only, so that orders wait for further pages."""
    pages = 0
    for game in positions(battle, book, 2, 150, 10):
        found, turned = reachable(Layout(game.rules, slots=2), game)
        listed = list(game.legal())
        assert sorted(found) == sorted(listed)
        pages += turned
    assert pages


def test_a_subject_without_orders_is_struck() -> None:
    struck = 0
    for game in positions("crossroads", "fm-folio", 2, 150, 1):
        layout = Layout(game.rules)
        menu, kind = Menu(layout, game), game.rules.subject_kind(game.state)
        for subject in game.legal().subjects():
            action = subject + (layout.first_hex if kind == "hex" else 0)
            if not game.legal().of(subject):
                assert menu.choose(action) is None
                assert menu.subject == -1
                assert not menu.mask[action]
                struck += 1
    assert struck


def test_a_closed_action_is_refused() -> None:
    env = raw_environment("crossroads", "fm-folio")
    env.reset(seed=1)
    before = env.game.state.digest()
    for action in (env.layout.next_page, env.layout.actions, -1):
        with pytest.raises(ClosedActionError, match=f"Action {action} is not open now"):
            env.step(action)
    assert (env.game.state.digest(), env.steps) == (before, 0)


def test_meanings_cover_all_actions() -> None:
    layout = Layout(registry.open_rules("crossroads", "fm-folio"), slots=4)
    meanings = [layout.meaning(action) for action in range(layout.actions)]
    assert len(set(meanings)) == layout.actions
    assert meanings[layout.goal(-1)] == ("goal", layout.hexes)
    assert meanings[0] == ("counter", 0)
    assert meanings[-1] == ("page", 0)


# Seeds, rewards, ends


def test_a_seed_is_the_seed_of_the_game() -> None:
    env = raw_environment("crossroads", "fm-folio")
    env.reset(seed=9)
    assert env.game.state.digest() == registry.new_game("crossroads", "fm-folio", 9).state.digest()
    env.reset()
    second = env.game.state.seed
    env.reset()
    assert env.game.state.seed != second
    env.reset(seed=9)
    env.reset()
    assert env.game.state.seed == second


@pytest.mark.parametrize(
    ("battle", "winner", "level", "points", "expected"),
    [
        ("crossroads", 0, "decisive victory", (30, 5), 1.0),
        ("crossroads", 0, "victory", (15, 5), 0.5),
        ("crossroads", -1, "draw", (5, 5), 0.0),
        ("crossroads", 1, "victory", (5, 15), -0.5),
        ("crossroads", 1, "decisive victory", (5, 30), -1.0),
        ("chosin-dg", 0, "tactical defeat", (5, 0), 0.25),
        ("chosin-dg", 1, "pyrrhic victory", (0, 15), -0.5),
        ("chosin-train", 1, "tactical victory", (5, 0), -0.5),
        ("sukchon", 1, "sudden victory", (5, 0), -1.0),
    ],
)
def test_worth_by_level(
    battle: str, winner: int, level: str, points: tuple[int, int], expected: float
) -> None:
    entry = registry.find(battle)
    rules = registry.open_rules(battle, entry.books[0])
    assert worth(rules, Outcome(winner, level, points), "level") == expected


def test_worth_by_lead() -> None:
    rules = registry.open_rules("crossroads", "fm-folio")
    assert worth(rules, Outcome(0, "victory", (15, 5)), "lead") == 0.2
    assert worth(rules, Outcome(1, "victory", (5, 15)), "lead") == -0.2
    assert worth(rules, Outcome(0, "decisive victory", (95, 5)), "lead") == 1.0


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    env, random = raw_environment("crossroads", "fm-folio"), Random(4)
    env.reset(seed=4)
    while not env.terminations[env.agent_selection]:
        assert set(env.rewards.values()) == {0.0}
        env.step(random_action(env, random))
    outcome = env.game.outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert env.rewards["player_1"] == -env.rewards["player_0"] > 0
    assert env.infos["player_0"]["level"] == outcome.level
    assert not env.observe("player_0")["action_mask"].any()


def test_a_long_game_is_cut_off() -> None:
    env, random = raw_environment("crossroads", "fm-folio", most_steps=5), Random(4)
    env.reset(seed=4)
    for step in range(5):
        assert not any(env.truncations.values()), step
        env.step(random_action(env, random))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


# One learner


@pytest.mark.parametrize("side", [0, 1])
def test_a_duel(side: int) -> None:
    game, random = duel("crossroads", "fm-folio", side, "random"), Random(1)
    ends = []
    for _ in range(2):
        seen, _ = game.reset(seed=6)
        random.seed(1)
        over = False
        while not over:
            assert game.battle.game.decision is not None
            assert game.battle.game.decision.side == side
            assert game.observation_space.contains(seen)
            assert np.array_equal(game.action_masks(), seen["action_mask"])
            action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, ended, cut_off, info = game.step(action)
            over = ended or cut_off
        assert ended
        assert (reward > 0) == (info["winner"] == side)
        ends.append(game.battle.game.state.digest())
    assert ends[0] == ends[1]


def test_the_example_learns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], load_example: Callable[[str], Any]
) -> None:
    example = load_example("learn_crossroads")
    picture = tmp_path / "curve.svg"
    example.main(["--games", "20", "--tests", "2", "--picture", str(picture)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in lines] == ["after 0 games", "after 20 games"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"battle": "waterloo"}, "There is no battle waterloo"),
        ({"battle": "crossroads", "book": "para"}, "cannot be played by the book para"),
        ({"battle": "crossroads", "weather": "rain"}, "There is no option weather=rain"),
        ({"battle": "crossroads", "reward": "glory"}, "There is no reward 'glory'"),
        ({"battle": "crossroads", "render_mode": "human"}, "There is no render mode 'human'"),
        ({"battle": "crossroads", "slots": 0}, "at least one numbered slot"),
        ({"battle": "crossroads", "most_steps": 0}, "must be 1 or more"),
    ],
)
def test_mistakes(arguments: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        environment(**arguments)


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("hexfolio.environments.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(
        MissingExtraError, match=r"need the package pettingzoo \(pip install hexfolio\[learn\]\)"
    ):
        environment("crossroads")


def test_rendering() -> None:
    env = raw_environment("crossroads", "fm-folio", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("Crossroads, game turn")
    assert raw_environment("crossroads", "fm-folio").render() is None


def test_options_and_readings_are_arguments() -> None:
    env = raw_environment("crossroads", "fm-folio", bombardment="fm-2023", mobile_zones="on-leaving")
    env.reset(seed=1)
    assert env.game.battle.options == {"bombardment": "fm-2023", "mobile-zones": "on-leaving"}
    assert raw_environment("crossroads", mobile_zones="zone-to-zone").rules.battle.options == {}
    with pytest.raises(ValueError, match="expected mobile-zones to be one of zone-to-zone, on-leaving"):
        environment("crossroads", mobile_zones="never")
