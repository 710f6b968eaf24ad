"""The general: tries several plans for its turn on positions as they might be, and plays the best."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import monotonic
from typing import Any

from ..captain import Captain
from ..opponent import Choice
from ..seat import Seat
from .crew import may_share, shared
from .plans import Author, Plan, Scripted
from .race import Clock, Count, Result, Run, race
from .trials import Trials

EFFORT = 60
"""Trials for a player turn where nothing else is said."""
SHARE = 0.6
"""Share of what is left of a turn's budget that goes into the next phase."""
ENOUGH = 3
"""Trials for each plan that there should be room for."""
MOST_PLANS = 10
WRITING = 0.3
"""Share of the time that may go into writing plans."""
SECONDS = 10.0
"""Time for a player turn where people wait."""
PHASES = frozenset({"landing", "movement", "bombardment", "combat", "mobile-movement", "mobile-combat",
                    "strikes", "attack"})  # fmt: skip
"""Phases at whose beginning plans are tried."""
PLAYER_TURNS = 2
"""How far a trial goes at least: the turn under way and the answer."""
TO_THE_END = 4
"""Player turns before the end of the battle from which on trials go to the end."""


class General:
    """Plans like a captain in several ways, tries them all, and goes on as the best of them does.

    `effort` is the number of trials for a player turn; the same seed and effort give the same game. With
    `seconds` it thinks as long as that instead, with a second process to help.
    """

    name = "general"

    def __init__(self, seed: int = 0, effort: int = EFFORT, seconds: float | None = None) -> None:
        self.effort = effort
        self._seconds = seconds
        self._seed = seed
        self._random = Random(seed)
        self._player = Scripted(Captain(seed))
        self._phase: tuple[int, str] = (0, "")
        self._left = 0.0
        self._why = ""

    def choose(self, seat: Seat) -> Choice:
        view = seat.view()
        if view["active"] == seat.battle.sides[seat.side].id:
            self._plan(seat, view)
        else:
            self._why = ""
        choice = self._player.choose(seat)
        return Choice(choice.order, choice.reason + self._why)

    def _plan(self, seat: Seat, view: Mapping[str, Any]) -> None:
        """At the beginning of a phase of one's own turn, find out how to play it."""
        phase = view["turn"], view["phase"]
        if phase == self._phase or view["phase"] not in PHASES:
            return
        if view["turn"] != self._phase[0]:
            self._left = 1.0
        self._phase = phase
        begun = monotonic()
        notes, seed = self._player.player.notes, self._random.getrandbits(48)
        plans = self._gather(Author(seat, notes, seed), begun)
        trials = Trials(seat, plans, notes, seed, _horizon(seat, view))
        result = self._race(plans, trials, begun) if len(plans) > 1 else Result(0, 0, 0.0)
        best = plans[result.winner]
        player = best.make(self._seed)
        player.inherit(notes)
        self._player = Scripted(player, best.script)
        told = f"best of {len(plans)} plans in {result.trials} trials"
        self._why = f" ({best.name}: {told})" if result.trials else ""

    def _gather(self, author: Author, begun: float) -> list[Plan]:
        """As many plans as there is room for."""
        share = SHARE * self._left
        most = MOST_PLANS if self._seconds else min(MOST_PLANS, max(2, int(self.effort * share / ENOUGH)))
        plans: list[Plan] = []
        for plan in author.plans():
            plans.append(plan)
            late = self._seconds and monotonic() > begun + WRITING * share * self._seconds
            if len(plans) >= most or late:
                break
        return plans

    def _race(self, plans: list[Plan], trials: Trials, begun: float) -> Result:
        share = SHARE * self._left
        self._left -= share
        if self._seconds is None:
            return race(len(plans), trials.run, Count(round(self.effort * share)))
        pace = _pace(trials)
        end = begun + self._seconds * share
        if not may_share():
            return _timed(plans, trials.run, Clock(end, pace), 1)
        with shared(trials.run) as run:
            return _timed(plans, run, Clock(end, 2 * pace), 2)


def _timed(plans: list[Plan], run: Run, clock: Clock, batch: int) -> Result:
    """A race of as many plans as there is time for."""
    del plans[max(2, int(clock.room() / ENOUGH)) :]
    return race(len(plans), run, clock, batch)


def _pace(trials: Trials) -> float:
    """How many trials one process makes in a second."""
    begun = monotonic()
    trials.trial(0, 0)
    return 1.0 / max(1e-6, monotonic() - begun)


def _horizon(seat: Seat, view: Mapping[str, Any]) -> int:
    """Player turns that trials go through: the one under way and the answer, or all that are left."""
    left: int = 2 * (seat.battle.turns - view["turn"]) + 1 + (seat.battle.first == seat.side)
    return left if left <= TO_THE_END else PLAYER_TURNS
