"""A race of plans: all are tried on the same positions, and the worse half leaves after every round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from statistics import fmean, stdev
from time import monotonic
from typing import NamedTuple, Protocol

EXPECTED = -0.5
"""What a plan is thought to gain over the first one beforehand: that one is usual for good reason."""
SPREAD = 2.0
"""Standard deviation of what plans gain."""
NOISE = 1.0
"""Least standard deviation of a trial's difference: a few that agree may agree by chance."""

Lap = tuple[int, int]
"""A plan and a position by their numbers."""
Run = Callable[[Sequence[Lap]], list[float]]


class Budget(Protocol):
    """How much may be tried."""

    def begin(self, rounds: int) -> None:
        """A new round begins; so many are left, this one included."""

    def allows(self, laps: int) -> bool:
        """May so many more trials be made in this round?"""


class Count:
    """A number of trials: the same seed gives the same game."""

    def __init__(self, trials: int) -> None:
        self._left = trials
        self._round = 0

    def begin(self, rounds: int) -> None:
        self._round = self._left // rounds

    def allows(self, laps: int) -> bool:
        if laps > self._round:
            return False
        self._round -= laps
        self._left -= laps
        return True


class Clock:
    """A time to be ready by, and about how many trials can be made in a second."""

    def __init__(self, end: float, pace: float) -> None:
        self._end = self._round_end = end
        self._pace = pace

    def room(self) -> float:
        """About how many trials there is time for."""
        return max(0.0, self._end - monotonic()) * self._pace

    def begin(self, rounds: int) -> None:
        now = monotonic()
        self._round_end = now + max(0.0, self._end - now) / rounds

    def allows(self, laps: int) -> bool:
        return monotonic() + laps / self._pace <= self._round_end


class Result(NamedTuple):
    """The plan that won, how many trials were made, and what it gains over the first plan."""

    winner: int
    trials: int
    gain: float


def race(plans: int, run: Run, budget: Budget, batch: int = 1) -> Result:
    """The plan that is best on average; the first one stays in the race to the end."""
    scores: list[list[float]] = [[] for _ in range(plans)]
    running = list(range(plans))
    rounds = max(1, ceil(log2(plans)) - 1)
    for number in range(rounds):
        budget.begin(rounds - number)
        while len(running) > 1 and budget.allows(len(running) * batch):
            first = len(scores[0])
            laps = [(plan, position) for position in range(first, first + batch) for plan in running]
            for (plan, _), score in zip(laps, run(laps), strict=True):
                scores[plan].append(score)
        running = _better_half(running, scores)
    winner = _winner(running, scores)
    trials = sum(map(len, scores))
    return Result(winner, trials, fmean(scores[winner]) - fmean(scores[0]) if trials else 0.0)


def _better_half(running: list[int], scores: list[list[float]]) -> list[int]:
    if not scores[0]:
        return running
    ranked = sorted(running, key=lambda plan: (-fmean(scores[plan]), plan))
    kept = {0, *ranked[: max(1, len(running) // 2)]}
    return [plan for plan in running if plan in kept]


def _winner(running: list[int], scores: list[list[float]]) -> int:
    gains = {plan: likely_gain(scores[plan], scores[0]) for plan in running if plan}
    best = max(gains, key=lambda plan: (gains[plan], -plan), default=0)
    return best if best and gains[best] > 0 else 0


def likely_gain(scores: Sequence[float], others: Sequence[float]) -> float:
    """What a plan is likely to gain over the first one, by trials on the same positions: the fewer there are
    and the less they agree, the less they count against what is thought beforehand."""
    differences = [score - other for score, other in zip(scores, others, strict=True)]
    if len(differences) < 2:
        return EXPECTED
    trust = len(differences) / max(NOISE, stdev(differences)) ** 2
    before = 1.0 / SPREAD**2
    return (before * EXPECTED + trust * fmean(differences)) / (before + trust)
