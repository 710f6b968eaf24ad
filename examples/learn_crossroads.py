"""A policy learns one side of Crossroads against a computer player, by plain policy gradient in numpy.

The policy is a softmax over the actions that the mask offers. An action has a kind (a counter, a hex, a
verb, a goal, a slot) with a weight for each decision, and a few figures of where it leads, again with
weights for each decision. It knows no rule: all figures come from the observation and from the map.

    python examples/learn_crossroads.py --games 1600 --seed 1 --picture curve.png
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfolio.environments import duel
from hexfolio.environments.layout import COUNTER, GENERAL, HEX, SLOT
from hexfolio.environments.observing import MOST_POINTS
from hexfolio.environments.one_side import Duel
from hexfolio.render.png import svg_to_png

Array = npt.NDArray[np.float64]

BATCH = 20
RATE = 0.08
EVERY = 200
"""Training games between two tests."""
TESTS = 100
FIRST_TEST = 1_000_000
"""Seeds from here on are for testing, those below for training."""

FIGURES = (
    "objective", "nearer to objectives", "nearer to the enemy", "friends beside", "enemies beside",
    "strength here", "strength taking part", "superiority", "markers",
)  # fmt: skip


class Step(NamedTuple):
    """An action as it was taken: what it was chosen from, and the lead in points at that time."""

    decision: int
    kinds: npt.NDArray[np.int64]
    figures: Array
    chances: Array
    taken: int
    turn: int
    lead: float


class Reader:
    """Makes figures for the open actions out of an observation."""

    def __init__(self, game: Duel) -> None:
        self.layout = layout = game.layout
        grid = game.battle.rules.battle.board.grid
        hexes = range(layout.hexes)
        self.distance = np.array([[grid.distance(a, b) for b in hexes] for a in hexes], np.float64)
        self.beside = (self.distance == 1).astype(np.float64)
        kinds = [layout.meaning(action) for action in range(layout.actions)]
        names = ["counter", "hex", "goal", "slot", "page", *layout.verbs]
        self.kind = np.array(
            [names.index(layout.verbs[n] if kind == "verb" else kind) for kind, n in kinds], np.int64
        )
        self.kinds, self.decisions = len(names), len(layout.decisions)

    def read(self, seen: dict[str, Any]) -> tuple[int, npt.NDArray[np.int64], Array]:
        """The decision, the open actions and their figures."""
        layout, observation = self.layout, seen["observation"].astype(np.float64)
        actions = np.flatnonzero(seen["action_mask"])
        figures = np.zeros((len(actions), len(FIGURES)))
        hexes, counters = layout.part(observation, "hexes"), layout.part(observation, "counters")
        of = {name: hexes[:, place] for place, name in enumerate(HEX)}
        wanted = (of["objective"] > 0) & (of["held"] < 1)
        to_wanted = self._nearest(wanted)
        to_enemy = self._nearest(of["enemy counters"] > 0)
        own, enemy = self.beside @ of["own strength"], self.beside @ of["enemy strength"]

        def look(rows: npt.NDArray[np.bool_], where: npt.NDArray[np.int64], start: int = -1) -> None:
            figures[rows, 0] = of["objective"][where]
            figures[rows, 1] = (to_wanted[start] if start >= 0 else 6) / 6 - to_wanted[where] / 6
            figures[rows, 2] = (to_enemy[start] if start >= 0 else 6) / 6 - to_enemy[where] / 6
            figures[rows, 3], figures[rows, 4] = own[where], enemy[where]
            figures[rows, 5] = of["enemy strength"][where] - of["own strength"][where]
            figures[rows, 7] = own[where] - of["enemy strength"][where]

        places = self._places(counters)
        if len(chosen := np.flatnonzero(layout.part(observation, "subject"))):
            kind, number = layout.meaning(int(chosen[0]))
            start = int(places[number]) if kind == "counter" else number if kind == "hex" else -1
            goals = (actions >= layout.first_goal) & (actions < layout.first_goal + layout.hexes)
            look(goals, actions[goals] - layout.first_goal, start)
            slots = (actions >= layout.first_slot) & (actions < layout.next_page)
            rows = layout.part(observation, "slots")[actions[slots] - layout.first_slot]
            strength = rows[:, len(SLOT) + len(layout.verbs) :] @ counters[:, COUNTER.index("first value")]
            figures[slots, 6] = strength
            figures[slots, 7] = strength / 2 - (of["enemy strength"][start] if start >= 0 else 0)
            figures[slots, 8] = rows[:, SLOT.index("markers")]
        else:
            units = actions < layout.first_hex
            on_map = units & (places[np.minimum(actions, layout.counters - 1)] >= 0)
            look(on_map, places[actions[on_map]])
            targets = (actions >= layout.first_hex) & (actions < layout.first_verb)
            look(targets, actions[targets] - layout.first_hex)
        decision = np.flatnonzero(layout.part(observation, "decision"))
        return int(decision[0]), actions, figures

    def lead(self, seen: dict[str, Any]) -> float:
        general = self.layout.part(seen["observation"], "general")
        return float(general[GENERAL.index("own points")] - general[GENERAL.index("enemy points")])

    def turn(self, seen: dict[str, Any]) -> int:
        return round(float(seen["observation"][GENERAL.index("turn")]) * 100)

    def _nearest(self, wanted: npt.NDArray[np.bool_]) -> Array:
        """The distance of every hex to the nearest one wanted."""
        if not wanted.any():
            return np.full(self.layout.hexes, 6.0)
        nearest: Array = self.distance[:, wanted].min(axis=1)
        return nearest

    def _places(self, counters: Array) -> npt.NDArray[np.int64]:
        """The hex of every counter, -1 for those off the map."""
        at = counters[:, [COUNTER.index("column"), COUNTER.index("row")]]
        found = ((at[:, None] - self.layout.places[None]) ** 2).sum(axis=2).argmin(axis=1)
        return np.where(counters[:, COUNTER.index("on map")] > 0, found, -1)


class Policy:
    """Weights for the kinds of actions and for their figures, by decision; Adam moves them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        shape = (reader.decisions, reader.kinds + len(FIGURES))
        self.weights, self._mean, self._square = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        self._updates = 0

    def act(self, seen: dict[str, Any], random: np.random.Generator) -> tuple[int, Step]:
        """An action drawn from the policy, and the step to learn from."""
        reader = self.reader
        decision, actions, figures = reader.read(seen)
        weights, kinds = self.weights[decision], reader.kind[actions]
        logits = weights[kinds] + figures @ weights[reader.kinds :]
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        taken = min(int(np.searchsorted(chances.cumsum(), random.random())), len(actions) - 1)
        step = Step(decision, kinds, figures, chances, taken, reader.turn(seen), reader.lead(seen))
        return int(actions[taken]), step

    def learn(self, games: Sequence[tuple[list[Step], float]]) -> None:
        """One step along the gradient: points won from an action on, against the average of its turn."""
        gains: dict[int, list[float]] = {}
        for steps, final in games:
            for step in steps:
                gains.setdefault(step.turn, []).append(final - step.lead)
        average = {turn: float(np.mean(values)) for turn, values in gains.items()}
        spread = {turn: float(np.std(values)) + 1e-6 for turn, values in gains.items()}
        gradient = np.zeros_like(self.weights)
        for steps, final in games:
            for step in steps:
                merit = (final - step.lead - average[step.turn]) / spread[step.turn]
                push = -step.chances
                push[step.taken] += 1
                row = gradient[step.decision]
                np.add.at(row, step.kinds, merit * push)
                row[self.reader.kinds :] += merit * (push @ step.figures)
        self._ascend(gradient / len(games))

    def _ascend(self, gradient: Array) -> None:
        self._updates += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        mean, square = self._mean / (1 - 0.9**self._updates), self._square / (1 - 0.99**self._updates)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


def play(game: Duel, policy: Policy, seed: int) -> tuple[list[Step], float, float]:
    """One game by the policy: its steps, the final lead, and the reward."""
    random = np.random.default_rng(seed)
    seen, _ = game.reset(seed=seed)
    steps, reward, over = [], 0.0, False
    while not over:
        action, step = policy.act(seen, random)
        steps.append(step)
        seen, reward, ended, cut_off, _ = game.step(action)
        over = ended or cut_off
    return steps, policy.reader.lead(seen), reward


def examine(game: Duel, policy: Policy, games: int) -> tuple[int, int, int, float]:
    """Victories, draws, defeats and the average lead in points, over games never trained on."""
    results = [play(game, policy, FIRST_TEST + number)[1:] for number in range(games)]
    rewards = [reward for _, reward in results]
    lead = float(np.mean([lead for lead, _ in results])) * MOST_POINTS
    return sum(r > 0 for r in rewards), sum(r == 0 for r in rewards), sum(r < 0 for r in rewards), lead


def train(game: Duel, games: int, seed: int, tests: int) -> list[tuple[int, int, int, int, float]]:
    """Train, test on the way, and return the curve: games played, victories, draws, defeats, lead."""
    policy = Policy(Reader(game))
    curve, start = [], time.process_time()
    for played in range(0, games + 1, BATCH):
        if played % EVERY == 0 or played + BATCH > games:
            curve.append((played, *examine(game, policy, tests)))
            won, drawn, lost, lead = curve[-1][1:]
            print(
                f"after {played} games ({time.process_time() - start:.0f} s of the processor): "
                f"{won} won, {drawn} drawn, {lost} lost, lead {lead:+.1f}",
                flush=True,
            )
        if played + BATCH <= games:
            batch = [play(game, policy, seed * 100_000 + played + n)[:2] for n in range(BATCH)]
            policy.learn(batch)
    return curve


def picture(curve: Sequence[tuple[int, int, int, int, float]], tests: int, title: str) -> str:
    """The share of victories over the games played, as SVG."""
    last = max(curve[-1][0], 1)
    points = [(60 + 560 * games / last, 260 - 220 * won / tests) for games, won, *_ in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#1f5fa8"/>' for x, y in points)
    rules = "".join(
        f'<path d="M60 {260 - 2.2 * share} H620" stroke="#ccc"/>'
        f'<text x="52" y="{264 - 2.2 * share}" text-anchor="end">{share} %</text>'
        for share in range(0, 101, 25)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="660" height="320" viewBox="0 0 660 320" '
        'font-family="sans-serif" font-size="13"><rect width="660" height="320" fill="#fff"/>'
        f'<text x="60" y="24" font-size="15">{title}</text>{rules}'
        f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>{dots}'
        f'<text x="60" y="284">0</text><text x="620" y="284" text-anchor="end">{last}</text>'
        '<text x="340" y="304" text-anchor="middle">games played in training</text></svg>'
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learn one side of Crossroads.")
    parser.add_argument("--book", default="fm-folio")
    parser.add_argument("--side", type=int, default=0, choices=(0, 1), help="0: blue, 1: red")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=1600, help="games to train on")
    parser.add_argument("--tests", type=int, default=TESTS, help="games of every test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="file for the learning curve, .svg or .png")
    options = parser.parse_args(arguments)
    game = duel("crossroads", options.book, options.side, options.opponent)
    curve = train(game, options.games, options.seed, options.tests)
    if options.picture:
        side = game.battle.rules.battle.sides[options.side].name
        svg = picture(curve, options.tests, f"Crossroads: victories of {side} against {options.opponent}")
        content = svg_to_png(svg) if options.picture.suffix == ".png" else svg.encode()
        options.picture.write_bytes(content)


if __name__ == "__main__":
    main()
