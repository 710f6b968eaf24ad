"""The search for a plan: some are written and raced, then crossed with the winner and raced again."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import NamedTuple, Protocol

from ..schedule import Notes
from ..seat import Seat
from .crew import may_share, shared
from .plans import Author, Plan
from .race import Clock, Count, Result, race
from .trials import Trials

LEAST = 12
"""Trials below which no search is begun: so few say nothing."""
HOPE = 0.7
"""Share of them for which there should be time by what is known before."""
ENOUGH = 3
"""Trials for each plan that there should be room for."""
MOST_PLANS = 10
FIRST = 0.6
"""Share of the budget for plans as they were written; the rest is for crossings of them."""
WRITING = 0.3
"""Share of the time that may go into writing plans."""


class Found(NamedTuple):
    """The plan that is to be played, and out of how many in how many trials it was the best."""

    plan: Plan
    plans: int
    trials: int


class Means(Protocol):
    """What a search has to spend."""

    def suffice(self, trials: Trials) -> bool:
        """Is there room for enough trials to make a search worth while?"""

    def gather(self, plans: Iterable[Plan], share: float) -> list[Plan]:
        """As many plans as there is room for with a share of what there was at first."""

    def race(self, trials: Trials, share: float) -> Result:
        """A race of the plans of the trials, for a share of what there was at first."""


class ByCount:
    """A number of trials."""

    def __init__(self, trials: float) -> None:
        self._trials = trials

    def suffice(self, trials: Trials) -> bool:
        return self._trials >= LEAST

    def gather(self, plans: Iterable[Plan], share: float) -> list[Plan]:
        most = min(MOST_PLANS, max(2, int(share * self._trials / ENOUGH)))
        return [plan for plan, _ in zip(plans, range(most), strict=False)]

    def race(self, trials: Trials, share: float) -> Result:
        return race(len(trials.plans), trials.run, Count(int(share * self._trials)))


class ByClock:
    """A time to be ready by; a second process helps if it can."""

    def __init__(self, seconds: float, guess: float = 0.0) -> None:
        """`guess` is about how long a trial takes, as far as that is known."""
        self._seconds = seconds
        self.trial_seconds = guess
        self._begun = self._from = monotonic()
        self._pace = 0.0

    def suffice(self, trials: Trials) -> bool:
        """One trial tells how many there may be; if there can hardly be enough, not even that is made."""
        hands = 2.0 if may_share() else 1.0
        if hands * self._seconds < HOPE * LEAST * self.trial_seconds:
            return False
        trials.trial(0, 0)
        self.trial_seconds = max(1e-6, monotonic() - self._begun)
        self._pace = hands / self.trial_seconds
        return (self._seconds - self.trial_seconds) * self._pace >= LEAST

    def gather(self, plans: Iterable[Plan], share: float) -> list[Plan]:
        self._from = monotonic()
        until = self._from + WRITING * share * self._seconds
        found: list[Plan] = []
        for plan in plans:
            found.append(plan)
            if len(found) == MOST_PLANS or monotonic() > until:
                break
        return found

    def race(self, trials: Trials, share: float) -> Result:
        end = min(self._from + share * self._seconds, self._begun + self._seconds)
        clock = Clock(end, self._pace)
        del trials.plans[max(2, int(clock.room() / ENOUGH)) :]
        if not may_share():
            return race(len(trials.plans), trials.run, clock)
        with shared(trials.run) as run:
            return race(len(trials.plans), run, clock, batch=2)


def search(seat: Seat, notes: Notes | None, seed: int, means: Means) -> Found:
    """The best plan for the phase under way."""
    author = Author(seat, notes, seed)
    if not means.suffice(Trials(seat, [author.usual], notes, seed)):
        return Found(author.usual, 1, 0)
    plans = means.gather(author.plans(), FIRST)
    if len(plans) == 1:
        return Found(plans[0], 1, 0)
    trials = Trials(seat, plans, notes, seed)
    first = means.race(trials, FIRST)
    best = plans[first.winner]
    others = [plan for plan in plans if plan is not best]
    children = means.gather(author.crossings(best, others), 1 - FIRST)
    if len(children) == 1:
        return Found(best, len(plans), first.trials)
    trials = Trials(seat, children, notes, seed + first.trials)
    second = means.race(trials, 1 - FIRST)
    return Found(children[second.winner], len(plans) + len(children) - 1, first.trials + second.trials)
