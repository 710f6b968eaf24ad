"""Find habits for a captain or a general: a race in which the worse half leaves after every round.

    python examples/tune_captain.py chosin-train un                              # a captain against recruits
    python examples/tune_captain.py chosin-dg un --general --against captain     # a general against captains
    python examples/tune_captain.py crossroads red --book fm-2023 --tries 200    # by one book, more of them
    python examples/tune_captain.py sukchon communist --general --against captain --posts   # its set-up

Entrants are the habits of the sheet of aims, those of other captains, and --tries variations: either all of
them are changed a little, or a few of them much. Everybody plays with the same dice, the better ones in more
and more games, and some of them have children: means of two, or one of them varied again. With --posts
habits stay as they are, and some units are set up elsewhere instead.

What counts is what the ladder counts. A game is worth the share of pairs that it would win together with
games of the same player on the other side: the victory first, then the margin. At the end --check games on
dice that were not used before tell whether the winner is better than the sheet: what looks like a gain in
fifty games is often luck. The entry for the sheet of aims is printed either way.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from multiprocessing import Pool
from statistics import fmean, stdev
from typing import NamedTuple

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import aims_of
from hexfolio.core.battle import Battle
from hexfolio.core.game import Game, Rules
from hexfolio.opponents import captain, recruit
from hexfolio.opponents.airborne import is_airborne
from hexfolio.opponents.airborne_captain.habits import USUAL as AIR_USUAL
from hexfolio.opponents.airborne_captain.habits import habits_of as air_habits
from hexfolio.opponents.match import play_match
from hexfolio.opponents.schedule import schedule_of

SHIFTED = {"reluctance": 0.3, "push": 0.3, "late_push": 0.5, "optimism": 1.5}
"""Habits to which something is added, and how much for a change of 1; all others are multiplied."""
SHARES = {"fade": (0.3, 0.995)}
"""Habits that are shares close to 1, with their least and greatest value: what is missing is multiplied."""
A_LITTLE, MUCH = 0.35, 0.9
"""Standard deviation of a change, if all habits change and if few of them do."""
FEW = 0.25
"""Share of the habits that change if few of them do."""
FIRST = 10
"""Games in which all are tried at first; those who stay are tried in twice as many, and so on."""
ROUNDS = 5
STAYING = 0.43
"""Share of the entrants who stay after a round."""
LEAST = 3
PARENTS = 6
"""So many of the best have children."""
CHILDREN = 0.25
"""Children after a round, as a share of those who stay; there are none in the last two rounds."""
OTHERS = 160
"""Games on the other side that make pairs with those that are tried."""
LEAVING, BARRING = ("haste", "parting", "escape", "gate"), ("enemy_exit",)
"""Habits that mean something only to a side that is to leave the map, or whose enemy is."""
FRESH = 10**9
"""Seeds from here on are used for nothing but the check at the end."""
DEAREST_HEX = 10.0
HEX_SHARE = 0.6
"""What a hex is worth more or less for a change of 1, as a share of its points."""
OWN = "its own"


class Ground(NamedTuple):
    """A side of a battle by one of its books."""

    battle: str
    book: str
    side: int


class Manner(NamedTuple):
    """How a captain plays: its habits, what hexes are worth to it beyond what a captain's sheet says, and
    where it sets up if not where its sheet says."""

    habits: Mapping[str, float]
    hexes: Mapping[int, float] = {}
    posts: Mapping[int, int] | None = None


class Job(NamedTuple):
    """A game to be played."""

    ground: Ground
    manner: Manner
    against: str
    seed: int


class Score(NamedTuple):
    """How a game ended for the captain: by how many points, and whether it won (1), lost (-1) or neither."""

    points: int
    won: int


Run = Callable[[list[Job]], list[Score]]
"""Plays games."""
Measure = Callable[[Ground, Score], float]
"""What a game is worth, from 0 to 1."""


@lru_cache(maxsize=32)
def open_rules(battle: str, book: str) -> Rules:
    return registry.open_rules(battle, book)


def play(job: Job) -> Score:
    """A game of a captain with some habits against a player who does not change."""
    side = job.ground.side
    game = Game(open_rules(*job.ground[:2]), job.seed)
    player = captain.Captain(job.seed, *job.manner)
    other = opponents.find(job.against)(job.seed + 1)
    outcome = play_match(game, (player, other) if side == 0 else (other, player))
    points = outcome.points[side] - outcome.points[1 - side]
    return Score(points, 0 if outcome.winner < 0 else 1 if outcome.winner == side else -1)


class Space:
    """What of a manner can vary: habits that mean something to a side, and its prizes."""

    def __init__(self, usual: Manner, prizes: Sequence[tuple[tuple[int, ...], float]] = ()) -> None:
        """`prizes` are hexes and their points."""
        self.usual = usual
        self.prizes = prizes

    def varied(self, manner: Manner, chance: random.Random) -> Manner:
        """All of it changed a little, or some of it much."""
        few = chance.random() < 0.5

        def change() -> float:
            if few:
                return MUCH * chance.gauss(0, 1) if chance.random() < FEW else 0.0
            return A_LITTLE * chance.gauss(0, 1)

        habits = {name: _changed(name, value, change()) for name, value in manner.habits.items()}
        hexes = dict(manner.hexes)
        for prize, points in self.prizes:
            more = HEX_SHARE * min(points, DEAREST_HEX) * change()
            for hex_ in prize if more else ():
                hexes[hex_] = hexes.get(hex_, 0.0) + more
        return manner._replace(habits=habits, hexes=hexes)


class Posts(Space):
    """What of a set-up can vary: some units stand at another post, at a prize, or beside where they stood."""

    def __init__(self, usual: Manner, ground: Ground) -> None:
        super().__init__(usual)
        self.stands, self.open = stands_of(usual, ground)
        """How many stand in each hex, and hexes that are open to some unit."""
        facts = open_rules(*ground[:2]).battle
        self.grid = facts.board.grid
        self.objectives = [hex_ for prize in schedule_of(facts).prizes for hex_ in prize.hexes]

    def varied(self, manner: Manner, chance: random.Random) -> Manner:
        posts = dict(manner.posts or self.stands)
        for _ in range(chance.randint(1, max(1, sum(posts.values()) // 2))):
            start = chance.choice([hex_ for hex_, number in posts.items() for _ in range(number)])
            near = self.grid.around(start)
            goals = chance.choice([list(posts), self.objectives, near])
            goal = chance.choice([hex_ for hex_ in goals if hex_ in self.open] or [start])
            posts[start] -= 1
            posts[goal] = posts.get(goal, 0) + 1
        return manner._replace(posts={hex_: number for hex_, number in posts.items() if number})


def stands_of(manner: Manner, ground: Ground) -> tuple[dict[int, int], set[int]]:
    """How many units of a side stand where after its set-up, and the hexes that were open to any of them."""
    game, player = Game(open_rules(*ground[:2]), 1), captain.Captain(1, *manner)
    others, found = captain.Captain(1), set[int]()
    units: set[int] = set()
    while (decision := game.decision) is not None and decision.kind == "set-up":
        seat = opponents.Seat(game, decision.side)
        own = decision.side == ground.side
        if own:
            legal = seat.legal()
            places = [order for unit in legal.subjects() for order in legal.of(unit) if order.verb == "place"]
            units |= {order.unit for order in places}
            found |= {order.path[0] for order in places}
        game.apply((player if own else others).choose(seat).order, decision.side)
    return dict(Counter(game.state.at[unit] for unit in sorted(units))), found


def _changed(name: str, value: float, change: float) -> float:
    if name in SHIFTED:
        return value + SHIFTED[name] * change
    if name in SHARES:
        least, most = SHARES[name]
        return min(most, max(least, 1.0 - (1.0 - value) * math.exp(change)))
    return value * math.exp(change)


def space_of(battle: str, side: int, general: bool, book: str | None = None) -> Space:
    """What a captain of a side can vary. A general goes on from what it has beyond a captain."""
    entry = registry.find(battle)
    facts = open_rules(entry.id, book or entry.books[0]).battle
    aims, leaving = aims_of(facts)[side], schedule_of(facts).leaving
    habits = air_habits(facts, side) if is_airborne(facts) else asdict(captain.habits_of(facts, side))
    idle = {*(() if leaving[side] else LEAVING), *(() if leaving[1 - side] else BARRING)}
    own = {**habits, **aims.general.habits} if general else habits
    habits = {name: value for name, value in own.items() if name not in idle}
    prizes = {prize.hexes: prize.points for prize in schedule_of(facts).prizes if prize.points >= 1}
    if is_airborne(facts) and not general:  # its sheet gives hexes worth for the landing alone
        prizes = {}
    if general:
        return Space(Manner(habits, aims.general.hexes, aims.general.posts or None), list(prizes.items()))
    return Space(Manner(habits), list(prizes.items()))


def lenders(space: Space, airborne: bool) -> dict[str, Manner]:
    """By battle and side, the habits of captains and of a recruit, as far as they mean something here."""
    usual = space.usual.habits
    found = {OWN: dict(usual)}
    if not airborne:
        newcomer = asdict(recruit.NEWCOMER)
        found["a recruit"] = {name: newcomer[name] for name in usual}
    for entry in registry.entries():
        facts = open_rules(entry.id, entry.books[0]).battle
        for side, aims in zip(facts.sides, aims_of(facts), strict=True):
            habits = {**usual, **{name: value for name, value in aims.habits.items() if name in usual}}
            if habits not in found.values() and is_airborne(facts) == airborne:
                found[f"{entry.id} {side.id}"] = habits
    return {name: space.usual._replace(habits=habits) for name, habits in found.items()}


def mean(one: Manner, other: Manner) -> Manner:
    """A manner half way between two."""
    pairs = {name: (value, other.habits[name]) for name, value in one.habits.items()}
    return Manner(
        {name: math.sqrt(a * b) if a > 0 and b > 0 else (a + b) / 2 for name, (a, b) in pairs.items()},
        {h: (one.hexes.get(h, 0.0) + other.hexes.get(h, 0.0)) / 2 for h in {**one.hexes, **other.hexes}},
        _mean_posts(one.posts, other.posts),
    )


def _mean_posts(one: Mapping[int, int] | None, other: Mapping[int, int] | None) -> Mapping[int, int] | None:
    """Posts with half of the units of each, as near as may be, and as many as the first has."""
    if one is None or other is None or one == other:
        return one
    wanted = {hex_: (one.get(hex_, 0) + other.get(hex_, 0)) / 2 for hex_ in {**one, **other}}
    posts = {hex_: int(number) for hex_, number in wanted.items()}
    for hex_ in sorted(wanted, key=lambda hex_: posts[hex_] - wanted[hex_]):
        posts[hex_] += sum(posts.values()) < sum(one.values())
    return {hex_: number for hex_, number in posts.items() if number}


def pairs_with(others: Mapping[Ground, Sequence[Score]]) -> Measure:
    """The share of pairs that a game wins with games on the other side; a drawn pair is half a won one."""

    def share(ground: Ground, score: Score) -> float:
        found = others[_other(ground)]
        ends = [score.won + other.won or score.points + other.points for other in found]
        return (sum(end > 0 for end in ends) + sum(end == 0 for end in ends) / 2) / len(ends)

    return share


def _other(ground: Ground) -> Ground:
    return ground._replace(side=1 - ground.side)


def jobs(grounds: Sequence[Ground], manner: Manner, against: str, seeds: Iterable[int]) -> list[Job]:
    """Games by all books in turn."""
    return [Job(grounds[seed % len(grounds)], manner, against, seed) for seed in seeds]


class Race:
    """Entrants, and what they are worth by the games they have played."""

    def __init__(
        self, entrants: Mapping[str, Manner], grounds: Sequence[Ground], against: str, measure: Measure
    ) -> None:
        self.entrants = dict(entrants)
        self.grounds = grounds
        self.against = against
        self.measure = measure
        self.worth: dict[str, list[float]] = {name: [] for name in entrants}

    def run(self, space: Space, run: Run, seed: int) -> str:
        """The best of all who entered or were born on the way; the sheet's own stay to the end."""
        chance = random.Random(seed)
        running, games = list(self.entrants), FIRST
        for number in range(1, ROUNDS + 1):
            self._play(running, games, run, seed)
            running.sort(key=lambda name: -fmean(self.worth[name]))
            self._tell(running, games)
            if number < ROUNDS:
                running = running[: max(LEAST, round(STAYING * len(running)))]
            if number < ROUNDS - 1:
                running += self._children(running, space, chance)
            if OWN not in running:
                running.append(OWN)
            games *= 2
        return running[0]

    def _play(self, running: Sequence[str], games: int, run: Run, seed: int) -> None:
        waiting = [
            (name, job)
            for name in running
            for job in jobs(
                self.grounds,
                self.entrants[name],
                self.against,
                range(seed + len(self.worth[name]), seed + games),
            )
        ]
        for (name, job), score in zip(waiting, run([job for _, job in waiting]), strict=True):
            self.worth[name].append(self.measure(job.ground, score))

    def _children(self, running: Sequence[str], space: Space, chance: random.Random) -> list[str]:
        """Means of two of the best, and variations of one of them, in turn."""
        born = []
        for number in range(round(CHILDREN * len(running))):
            one, other = chance.sample(running[:PARENTS], 2)
            name = f"{one} and {other}" if number % 2 else f"{one}, varied"
            if name in self.entrants:
                continue
            parents = self.entrants[one], self.entrants[other]
            self.entrants[name] = mean(*parents) if number % 2 else space.varied(parents[0], chance)
            self.worth[name] = []
            born.append(name)
        return born

    def _tell(self, running: Sequence[str], games: int) -> None:
        best = "; ".join(f"{name} {fmean(self.worth[name]):.3f}" for name in running[:LEAST])
        own = f"{OWN} {fmean(self.worth[OWN]):.3f}"
        print(f"{games} games, {len(running)} entrants: {best}; {own}", flush=True)


def check(
    manners: Mapping[str, Manner],
    grounds: Sequence[Ground],
    against: str,
    measure: Measure,
    run: Run,
    games: int,
) -> list[str]:
    """How each of several manners does on fresh dice."""
    told = []
    for name, manner in manners.items():
        waiting = jobs(grounds, manner, against, range(FRESH, FRESH + games))
        scores = run(waiting)
        worth = [measure(job.ground, score) for job, score in zip(waiting, scores, strict=True)]
        won = sum(score.won > 0 for score in scores) / games
        points = fmean(score.points for score in scores)
        told.append(
            f"{name}: {fmean(worth):.3f} of the pairs (give or take {stdev(worth) / math.sqrt(games):.3f}), "
            f"{won:.0%} of the games won, {points:+.1f} points"
        )
    return told


def entry_for(ground: Ground, manner: Manner, general: bool) -> str:
    """What a sheet of aims would have to say: in what a captain differs from others, or a general from it."""
    facts = open_rules(*ground[:2]).battle
    number, without = facts.board.grid.number, _without(facts, ground.side, general)
    habits = {
        name: short
        for name, value in manner.habits.items()
        if (short := _short(value)) != _short(without[name])
    }
    hexes = {number(hex_): round(worth, 1) for hex_, worth in manner.hexes.items()}
    told = f"habits: {json.dumps(habits)}\nhexes, beyond those of a captain: {json.dumps(hexes)}"
    posts = {number(hex_): units for hex_, units in (manner.posts or {}).items()}
    return f"{told}\nposts: {json.dumps(posts)}" if posts else told


def _short(value: float) -> float:
    return float(f"{value:.2g}")


def _without(facts: Battle, side: int, general: bool) -> Mapping[str, float]:
    """The habits that a player has about whom the sheet says nothing more."""
    if is_airborne(facts):
        return air_habits(facts, side) if general else AIR_USUAL
    return asdict(captain.habits_of(facts, side) if general else captain.PLAIN)


def main() -> None:
    parser = argparse.ArgumentParser(description="Find habits for a captain or a general.")
    parser.add_argument("battle")
    parser.add_argument("side")
    parser.add_argument("--book", help="play by this book alone (default: by all books of the battle)")
    parser.add_argument("--against", default="recruit", help="who plays the other side (default: recruit)")
    parser.add_argument("--general", action="store_true", help="look for the habits of a general")
    parser.add_argument("--posts", action="store_true", help="look for a set-up instead of habits")
    parser.add_argument("--tries", type=int, default=90, help="variations that enter (default: 90)")
    parser.add_argument("--check", type=int, default=200, help="games on fresh dice at the end")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    entry = registry.find(arguments.battle)
    facts = open_rules(entry.id, entry.books[0]).battle
    side, against, seed = facts.side_index(arguments.side), arguments.against, arguments.seed
    books = [arguments.book] if arguments.book else entry.books
    grounds = [Ground(entry.id, book, side) for book in books]
    own, other = (space_of(entry.id, one, arguments.general, arguments.book) for one in (side, 1 - side))
    chance = random.Random(seed)
    entrants = lenders(own, is_airborne(facts))
    if arguments.posts:
        own, entrants = Posts(own.usual, grounds[0]), {OWN: own.usual}
    for number in range(1, arguments.tries + 1):
        entrants[f"variation {number}"] = own.varied(entrants[OWN], chance)
    with Pool(arguments.workers) as pool:
        run = partial(pool.map, play, chunksize=1)
        waiting = jobs([*map(_other, grounds)], other.usual, against, range(seed, seed + OTHERS))
        others: dict[Ground, list[Score]] = {}
        for job, score in zip(waiting, run(waiting), strict=True):
            others.setdefault(job.ground, []).append(score)
        measure = pairs_with(others)
        race = Race(entrants, grounds, against, measure)
        best = race.run(own, run, seed)
        manners = {name: race.entrants[name] for name in (OWN, best)}
        if arguments.check > 1:
            print(*check(manners, grounds, against, measure, run, arguments.check), sep="\n")
    print(entry_for(grounds[0], race.entrants[best], arguments.general))


if __name__ == "__main__":
    main()
