"""The general: tries several plans for its turn on positions as they might be, and plays the best."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..ground import ground_of
from ..opponent import Choice
from ..seat import Seat
from .plans import Scripted, experienced
from .search import ByClock, ByCount, Means, search

EFFORT = 120
"""Player turns that are played in trials for a player turn, where nothing else is said."""
UNITS = 20
"""Units on the map for which that holds: with more of them a turn takes longer, and there are fewer."""
SECONDS = 10.0
"""Time for a player turn where people wait."""
SHARE = 0.6
"""Share of what is left of a turn's budget that goes into the next phase."""
PHASES = frozenset({"landing", "movement", "combat", "mobile-movement", "strikes", "attack"})
"""Phases at whose beginning plans are tried."""


class General:
    """Plans like a captain in several ways, tries them all, and goes on as the best of them does.

    A trial goes to the end of the battle, because nothing else tells surely what a plan is worth. So there is
    room for few while the end is far, and the usual plan is played; the nearer the end, the more.
    `effort` is about how many player turns all trials of a player turn may take in a small battle; the same
    seed and effort give the same game. With `seconds` it thinks as long as that instead, with a second
    process to help.
    """

    name = "general"

    def __init__(self, seed: int = 0, effort: int = EFFORT, seconds: float | None = None) -> None:
        self.effort = effort
        self._seconds = seconds
        self._seed = seed
        self._random = Random(seed)
        self._player: Scripted | None = None
        self._phase: tuple[int, str] = (0, "")
        self._left = 0.0
        self._pace = 0.0
        """Seconds that a player turn takes in a trial, as far as that is known."""
        self._why = ""

    def choose(self, seat: Seat) -> Choice:
        view = seat.view()
        if self._player is None:
            self._player = Scripted(experienced(seat.battle, seat.side)(self._seed))
        if view["active"] == seat.battle.sides[seat.side].id:
            self._player = self._plan(seat, view, self._player)
        else:
            self._why = ""
        choice = self._player.choose(seat)
        return Choice(choice.order, choice.reason + self._why)

    def _plan(self, seat: Seat, view: Mapping[str, Any], before: Scripted) -> Scripted:
        """At the beginning of a phase of one's own turn, find out how to play it."""
        phase = view["turn"], view["phase"]
        if phase == self._phase or view["phase"] not in PHASES:
            return before
        if view["turn"] != self._phase[0]:
            self._left = 1.0
        self._phase = phase
        notes = before.player.notes
        left = _turns_left(seat, view)
        means = self._means(left, _units(seat, view))
        found = search(seat, notes, self._random.getrandbits(48), means)
        if isinstance(means, ByClock):
            self._pace = means.trial_seconds / left
        if found.trials:
            self._left *= 1 - SHARE
        player = found.plan.make(self._seed)
        player.inherit(notes)
        told = f"best of {found.plans} plans in {found.trials} trials"
        self._why = f" ({found.plan.name}: {told})" if found.trials else ""
        return Scripted(player, found.plan.script)

    def _means(self, turns_left: int, units: int) -> Means:
        share = SHARE * self._left
        if self._seconds is not None:
            return ByClock(self._seconds * share, self._pace * turns_left)
        return ByCount(self.effort * share * UNITS / (max(1, units) * turns_left))


def _turns_left(seat: Seat, view: Mapping[str, Any]) -> int:
    """Player turns to the end of the battle, the one under way included."""
    turns: int = seat.battle.turns - view["turn"]
    return 2 * turns + 1 + (seat.battle.first == seat.side)


def _units(seat: Seat, view: Mapping[str, Any]) -> int:
    """How many units are on the map, as far as the side can see."""
    hexes = ground_of(seat.battle).indices
    return sum(place in hexes for place, *_ in view["counters"].values())
