"""Who meets whom where, and the games that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.core.game import Rules
from hexfolio.study.plan import StudyError, game_seed

from .stamps import stamp


class Ground(NamedTuple):
    """A battle by one of its books."""

    battle: str
    book: str


class Meeting(NamedTuple):
    """Two players on one ground; of the two, the first is higher in the list of players."""

    ground: Ground
    players: tuple[str, str]


class Job(NamedTuple):
    """One game. Games of one number are a pair: the same seed, with the sides changed in the second."""

    meeting: Meeting
    number: int
    swapped: bool
    """Does the second player have the first side?"""
    seed: int
    effort: int | None
    stamp: str


@dataclass(frozen=True)
class Plan:
    """A ladder before any game of it is played."""

    players: tuple[str, ...]
    """From the lowest to the highest, as the registry lists them."""
    grounds: tuple[Ground, ...]
    games: int
    seed: int
    effort: int | None = None
    far: int | None = None
    """Games of players who are not next to each other in the list, if that is another number."""

    def meetings(self) -> list[Meeting]:
        pairs = [(high, low) for low, high in combinations(self.players, 2)]
        return [Meeting(ground, pair) for ground in self.grounds for pair in pairs]

    def jobs(self) -> Iterator[Job]:
        """All games, the first pair of every meeting before the second of any."""
        meetings = [(meeting, self._effort(meeting), stamp_of(meeting)) for meeting in self.meetings()]
        for number in range(1, max(self.games, self.far or 0) // 2 + 1):
            seed = game_seed(self.seed, number)
            for meeting, effort, mark in meetings:
                if number > self.games_of(meeting) // 2:
                    continue
                for swapped in (False, True):
                    yield Job(meeting, number, swapped, seed, effort, mark)

    def games_of(self, meeting: Meeting) -> int:
        """How many games two players play on a ground."""
        high, low = map(self.players.index, meeting.players)
        return self.games if self.far is None or high - low == 1 else self.far

    def _effort(self, meeting: Meeting) -> int | None:
        return self.effort if any(map(takes_effort, meeting.players)) else None


def make_plan(
    players: Sequence[str],
    battles: Sequence[str],
    games: int,
    seed: int,
    effort: int | None = None,
    far: int | None = None,
) -> Plan:
    """A ladder as asked for on the command line; no battles means all."""
    for name in players:
        opponents.find(name)
    chosen = tuple(name for name in opponents.OPPONENTS if name in players)
    if len(chosen) < 2:
        raise StudyError("A ladder needs two players or more: name them after --players.")
    for number in (games, games if far is None else far):
        if number < 2 or number % 2:
            raise StudyError(
                f"Games are played in pairs: expected an even number of 2 or more, not {number}."
            )
    if seed < 0:
        raise StudyError("The seed of a ladder must be 0 or more.")
    if effort is not None and effort < 1:
        raise StudyError(f"The effort of a player must be 1 or more, not {effort}.")
    if effort is not None and not any(map(takes_effort, chosen)):
        raise StudyError(f"--effort is for players with a budget: {', '.join(chosen)} have none.")
    names = dict.fromkeys(battles) or [entry.id for entry in registry.entries()]
    entries = [registry.find(name) for name in names]
    grounds = tuple(Ground(entry.id, book) for entry in entries for book in entry.books)
    return Plan(chosen, grounds, games, seed, effort, far)


@lru_cache(maxsize=16)
def takes_effort(player: str) -> bool:
    """Does a player have a budget that can be set?"""
    return hasattr(opponents.find(player)(0), "effort")


@lru_cache(maxsize=32)
def open_ground(ground: Ground) -> Rules:
    """The rules of a ground; kept, because a worker plays many games on few grounds."""
    return registry.open_rules(*ground)


def stamp_of(meeting: Meeting) -> str:
    """Rules, data and players as they are: games of another stamp do not count."""
    return stamp(meeting.players, meeting.ground.battle, open_ground(meeting.ground).edition)
