"""Find habits for a captain: many small changes at once, followed as far as they win more.

    python examples/tune_captain.py --minutes 60                   # habits of every captain on the ground
    python examples/tune_captain.py chosin-train un --minutes 30   # one side of one battle
    python examples/tune_captain.py chosin-train un --general --against captain

With --borrow it first tries the habits that other captains have, here and in other battles, with --variations
also so many that differ from its own at random, and goes on from the best. Then it plays pairs of games: all
habits are changed a little at random in one, the other way round in the other, with the same dice. What
wins more pulls the habits its way. Prints an entry for the sheet of aims now and then; Ctrl+C loses nothing
that was printed. At the end --check games on dice that were not used before tell whether habits are better
than those of the sheet: what looks like a gain in fifty games is often luck.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from multiprocessing import Pool
from statistics import fmean, stdev
from typing import NamedTuple

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import aims_of
from hexfolio.core.game import Game, Rules
from hexfolio.opponents import captain, recruit
from hexfolio.opponents.airborne import is_airborne
from hexfolio.opponents.airborne_captain.habits import habits_of as air_habits
from hexfolio.opponents.match import play_match
from hexfolio.opponents.schedule import schedule_of

SHIFTED = {"reluctance": 0.3, "push": 0.3, "late_push": 0.5, "optimism": 1.5}
"""Habits to which something is added, and how much for a change of 1; all others are multiplied."""
SHARES = {"fade": (0.3, 0.995)}
"""Habits that are shares close to 1, with their least and greatest value: what is missing is multiplied."""
SPREAD = 0.6
"""Standard deviation of a change."""
STEP = 0.8
"""How far habits go after what wins."""
PAIRS = 32
"""Pairs of games for a step."""
WON = 8.0
"""What it is worth to win a game, beside its points."""
MOST_POINTS = 40
"""More points than this do not count."""
SURPRISE = 2.0
"""A pair counts no more than this, in usual differences."""
REPORT = 5
"""Steps after which the habits are printed."""
MEMORY = 0.2
"""Share of the latest step in the average that is printed: the steps themselves go to and fro."""
LENT = 6
"""Games in which borrowed habits are tried at first; the better half is tried in twice as many, and so on."""
LEAVING, BARRING = ("haste", "escape", "gate"), ("enemy_exit",)
"""Habits that mean something only to a side that is to leave the map, or whose enemy is."""
FRESH = 10**9
"""Seeds from here on are used for nothing but the check at the end."""
DEAREST_HEX = 10.0
HEX_SHARE = 0.6
"""What a hex is worth more or less for a change of 1, as a share of its points."""

Vector = list[float]


class Ground(NamedTuple):
    """A side of a battle by one of its books."""

    battle: str
    book: str
    side: int


class Job(NamedTuple):
    """A game to be played."""

    ground: Ground
    habits: Mapping[str, float]
    hexes: Mapping[int, float]
    against: str
    seed: int


class Score(NamedTuple):
    """How a game ended for the captain."""

    points: int
    won: int

    @property
    def worth(self) -> float:
        return max(-MOST_POINTS, min(MOST_POINTS, self.points)) + WON * self.won


Run = Callable[[list[Job]], list[Score]]
"""Plays games."""


@lru_cache(maxsize=32)
def open_rules(battle: str, book: str) -> Rules:
    return registry.open_rules(battle, book)


def play(job: Job) -> Score:
    """A game of a captain with some habits against a player who does not change."""
    side = job.ground.side
    game = Game(open_rules(*job.ground[:2]), job.seed)
    player = captain.Captain(job.seed, job.habits, job.hexes)
    other = opponents.find(job.against)(job.seed + 1)
    outcome = play_match(game, (player, other) if side == 0 else (other, player))
    points = outcome.points[side] - outcome.points[1 - side]
    return Score(points, 0 if outcome.winner < 0 else 1 if outcome.winner == side else -1)


class Space:
    """Habits as figures around 0 that can be added to, and what they mean."""

    def __init__(
        self,
        usual: Mapping[str, float],
        prizes: Sequence[tuple[tuple[int, ...], float]] = (),
        known: Mapping[int, float] | None = None,
    ) -> None:
        """`prizes` are hexes and their points; to `known` ones the sheet of aims gives worth already."""
        self.usual = usual
        self.known = known or {}
        self.names = [name for name, value in usual.items() if value > 0 or name in SHIFTED]
        self.prizes = prizes
        self.size = len(self.names) + len(prizes)

    def habits(self, vector: Vector) -> dict[str, float]:
        return {name: self._habit(name, x) for name, x in zip(self.names, vector, strict=False)}

    def _habit(self, name: str, x: float) -> float:
        before = self.usual[name]
        if name in SHIFTED:
            return before + SHIFTED[name] * x
        if name in SHARES:
            least, most = SHARES[name]
            return min(most, max(least, 1.0 - (1.0 - before) * math.exp(x)))
        return before * math.exp(x)

    def hexes(self, vector: Vector) -> dict[int, float]:
        more: dict[int, float] = {}
        for (hexes, points), x in zip(self.prizes, vector[len(self.names) :], strict=True):
            for hex_ in hexes:
                more[hex_] = more.get(hex_, 0.0) + HEX_SHARE * min(points, DEAREST_HEX) * x
        return more


def space_of(battle: str, side: int, general: bool, book: str | None = None) -> Space:
    """What a captain of a side can vary: its habits, and what the prizes of the battle are worth to it.

    A general goes on from a captain's habits, and has no other prizes.
    """
    entry = registry.find(battle)
    facts = open_rules(entry.id, book or entry.books[0]).battle
    aims, leaving = aims_of(facts)[side], schedule_of(facts).leaving
    habits = air_habits(facts, side) if is_airborne(facts) else asdict(captain.habits_of(facts, side))
    idle = {*(() if leaving[side] else LEAVING), *(() if leaving[1 - side] else BARRING)}
    own = {**habits, **aims.general} if general else habits
    habits = {name: value for name, value in own.items() if name not in idle}
    if general:
        return Space(habits)
    if is_airborne(facts):
        return Space(habits, (), aims.hexes)
    prizes = {prize.hexes: prize.points for prize in schedule_of(facts).prizes if prize.points >= 1}
    return Space(habits, list(prizes.items()), aims.hexes)


def lenders(space: Space, airborne: bool) -> dict[str, dict[str, float]]:
    """By battle and side, the habits of captains and of a recruit, as far as they mean something here."""
    found = {"its own": dict(space.usual)}
    if not airborne:
        newcomer = asdict(recruit.NEWCOMER)
        found["a recruit"] = {name: newcomer[name] for name in space.usual}
    for entry in registry.entries():
        facts = open_rules(entry.id, entry.books[0]).battle
        for side, aims in zip(facts.sides, aims_of(facts), strict=True):
            habits = {**space.usual, **{n: value for n, value in aims.habits.items() if n in space.usual}}
            if habits not in found.values() and is_airborne(facts) == airborne:
                found[f"{entry.id} {side.id}"] = habits
    return found


def variations(space: Space, number: int, chance: random.Random) -> dict[str, dict[str, float]]:
    """Habits that differ from those of a side at random, all at once."""
    found = {}
    for count in range(number):
        vector = [SPREAD * chance.gauss(0, 1) for _ in space.names] + [0.0] * len(space.prizes)
        found[f"variation {count + 1}"] = {**space.usual, **space.habits(vector)}
    return found


def mean(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Habits half way between two."""
    pairs = {name: (value, other[name]) for name, value in one.items()}
    return {name: math.sqrt(a * b) if a > 0 and b > 0 else (a + b) / 2 for name, (a, b) in pairs.items()}


def borrow(
    found: dict[str, dict[str, float]],
    grounds: Sequence[Ground],
    against: str,
    run: Run,
    seed: int,
) -> str:
    """Which habits win most here: all are tried, then the better half and a mean of the best, and so on."""
    running, scores = list(found), {name: list[float]() for name in found}
    games = LENT
    while len(running) > 1:
        jobs = [
            Job(grounds[number % len(grounds)], found[name], {}, against, seed + number)
            for name in running
            for number in range(len(scores[name]), games)
        ]
        names = [name for name in running for _ in range(len(scores[name]), games)]
        for name, score in zip(names, run(jobs), strict=True):
            scores[name].append(score.worth)
        running.sort(key=lambda name: -fmean(scores[name]))
        for name in running:
            print(f"{games} games with the habits of {name}: worth {fmean(scores[name]):+.1f}", flush=True)
        first, second, *_ = running
        running = running[: len(running) // 2]
        if len(running) > 1:
            between = f"{first}, {second}"
            found[between], scores[between] = mean(found[first], found[second]), []
            running.append(between)
        games *= 2
    return running[0]


def everywhere() -> list[Ground]:
    """Every side of every battle on the ground."""
    return [
        Ground(entry.id, book, side)
        for entry in registry.entries()
        for book in entry.books
        for side in (0, 1)
        if not is_airborne(open_rules(entry.id, book).battle)
    ]


class Climb:
    """Habits on their way to better ones."""

    def __init__(self, space: Space, grounds: Sequence[Ground], against: str, seed: int) -> None:
        self.space = space
        self.grounds = grounds
        self.against = against
        self.chance = random.Random(seed)
        self.at: Vector = [0.0] * space.size
        self.average: Vector = list(self.at)
        self.steps = 0
        self.usual = dict.fromkeys(grounds, 14.0)
        self.scores: list[Score] = []

    def jobs(self) -> tuple[list[Vector], list[Job]]:
        """The changes of a step, and the games that tell what they are worth, two for each."""
        changes, jobs = [], []
        for _ in range(PAIRS):
            change = [self.chance.gauss(0, 1) for _ in self.at]
            ground, seed = self.chance.choice(self.grounds), self.chance.randrange(10**8)
            changes.append(change)
            for sign in (1, -1):
                vector = [x + sign * SPREAD * z for x, z in zip(self.at, change, strict=True)]
                habits, hexes = self.space.habits(vector), self.space.hexes(vector)
                jobs.append(Job(ground, habits, hexes, self.against, seed))
        return changes, jobs

    def follow(self, changes: Sequence[Vector], jobs: Sequence[Job], scores: Sequence[Score]) -> None:
        """Go toward the changes that won, away from those that lost."""
        for number, change in enumerate(changes):
            ground = jobs[2 * number].ground
            gain = scores[2 * number].worth - scores[2 * number + 1].worth
            weight = max(-SURPRISE, min(SURPRISE, gain / self.usual[ground]))
            self.usual[ground] = max(1.0, 0.97 * self.usual[ground] + 0.03 * 1.25 * abs(gain))
            for place, z in enumerate(change):
                self.at[place] += STEP * weight * z / PAIRS
        self.steps += 1
        share = max(1 / self.steps, MEMORY)
        self.average = [
            (1 - share) * old + share * new for old, new in zip(self.average, self.at, strict=True)
        ]
        self.scores = [*self.scores, *scores][-2 * PAIRS * REPORT :]

    def report(self) -> str:
        points = sum(score.points for score in self.scores) / len(self.scores)
        won = sum(score.won > 0 for score in self.scores) / len(self.scores)
        habits = {name: float(f"{value:.3g}") for name, value in self.space.habits(self.average).items()}
        told = f"step {self.steps}: {points:+.1f} points, {won:.0%} won, all changes included"
        grid = open_rules(*self.grounds[0][:2]).battle.board.grid
        more, known = self.space.hexes(self.average), self.space.known
        hexes = {
            grid.number(hex_): round(more.get(hex_, 0.0) + known.get(hex_, 0.0), 1)
            for hex_ in {**known, **more}
        }
        return f"{told}\n  habits: {json.dumps(habits)}\n  hexes: {json.dumps(hexes)}"


def check(climb: Climb, before: Space, run: Run, games: int) -> list[str]:
    """How habits do on fresh dice: those of the sheet, and those that were found."""
    told = []
    for name, space, vector in (
        ("before", before, [0.0] * before.size),
        ("after", climb.space, climb.average),
    ):
        habits, hexes = space.habits(vector), space.hexes(vector)
        grounds = climb.grounds
        jobs = [
            Job(grounds[number % len(grounds)], habits, hexes, climb.against, FRESH + number)
            for number in range(games)
        ]
        scores = run(jobs)
        worth = [score.worth for score in scores]
        error = stdev(worth) / math.sqrt(games)
        won = sum(score.won > 0 for score in scores) / games
        told.append(f"{name}: worth {fmean(worth):+.1f} (give or take {error:.1f}), {won:.0%} won")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description="Find habits for a captain.")
    parser.add_argument("battle", nargs="?", help="default: all on the ground together")
    parser.add_argument("side", nargs="?")
    parser.add_argument("--book", help="play by this book alone (default: by all books of the battle)")
    parser.add_argument("--against", default="recruit", help="who plays the other side (default: recruit)")
    parser.add_argument("--general", action="store_true", help="look for the habits of a general")
    parser.add_argument("--borrow", action="store_true", help="begin with the best habits of all captains")
    parser.add_argument("--variations", type=int, default=0, help="begin with the best of so many, too")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--check", type=int, default=200, help="games on fresh dice at the end")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.battle:
        entry = registry.find(arguments.battle)
        side = open_rules(entry.id, entry.books[0]).battle.side_index(arguments.side)
        books = [arguments.book] if arguments.book else entry.books
        grounds = [Ground(entry.id, book, side) for book in books]
        space = space_of(entry.id, side, arguments.general, arguments.book)
    else:
        grounds, space = everywhere(), Space(asdict(captain.PLAIN))
    before, end = space, time.monotonic() + 60 * arguments.minutes
    with Pool(arguments.workers) as pool:
        run = partial(pool.map, play, chunksize=1)
        if arguments.borrow or arguments.variations:
            airborne = is_airborne(open_rules(*grounds[0][:2]).battle)
            found = lenders(space, airborne) if arguments.borrow else {"its own": dict(space.usual)}
            found |= variations(space, arguments.variations, random.Random(arguments.seed))
            best = borrow(found, grounds, arguments.against, run, arguments.seed)
            print(f"begins with the habits of {best}", flush=True)
            space = Space(found[best], space.prizes, space.known)
        climb = Climb(space, grounds, arguments.against, arguments.seed)
        while time.monotonic() < end:
            changes, jobs = climb.jobs()
            climb.follow(changes, jobs, run(jobs))
            if climb.steps % REPORT == 0:
                print(climb.report(), flush=True)
        print(climb.report(), flush=True)
        if arguments.check > 1:
            print(*check(climb, before, run, arguments.check), sep="\n")


if __name__ == "__main__":
    main()
