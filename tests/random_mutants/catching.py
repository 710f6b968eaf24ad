"""One mutant and what catches it; to be run in a process of its own, which the mutant spoils."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from .patching import Functions, load_anew, replace_code
from .processes import EndlessError, limited
from .sites import Site
from .touching import LineMap
from .trials import Case, Games, remember_battles

SLOWER = 10.0
"""So many times as long as without the mutant may a trial take."""
LEAST = {Case: 2.0, Games: 5.0}
"""Seconds that it may take in any case."""
MOST_LOADING = 60.0
"""Seconds that loading the program may take."""
MOST_GAMES = 6
"""Kinds of games that a mutant is tried with."""

R = TypeVar("R")

CASES, FUZZER, SURVIVED = "cases", "fuzzer", "survived"


class Fate(NamedTuple):
    """What became of a mutant: caught by the cases or the fuzzer, or not; `by` says more."""

    caught: str
    by: str = ""
    cases: int = 0
    """How many cases run the line."""
    games: tuple[str, ...] = ()
    """The games that run the line, if it came to games."""
    otherwise: tuple[str, ...] = ()
    """Of these, the ones that took another course although nothing was wrong with them."""
    seconds: float = 0.0


class Trap:
    """Holds the map and the program; call it with a site in a forked process."""

    def __init__(self, lines: LineMap, loaded: Functions) -> None:
        self.lines, self.loaded = lines, loaded

    def __call__(self, site: Site) -> Fate:
        start = time.process_time()
        return self._fate(site)._replace(seconds=round(time.process_time() - start, 2))

    def put_in(self, site: Site) -> None:
        """Put a mutant into the program of this process."""
        if self.lines.is_loaded_with(site) or not replace_code(site, self.loaded):
            load_anew(site)
            remember_battles()
        elif self.lines.is_battle_loaded_with(site):
            remember_battles()

    def _fate(self, site: Site) -> Fate:
        cases = self.lines.cases_of(site)
        try:
            with limited(MOST_LOADING):
                self.put_in(site)
        except (Exception, EndlessError) as error:
            return Fate(CASES, f"loading the program: {error!r}", len(cases))
        for case in cases:
            if not self._within(case, case.passes):
                return Fate(CASES, str(case), len(cases))
        return self._play(site, len(cases))

    def _play(self, site: Site, cases: int) -> Fate:
        games = self.lines.games_of(site, MOST_GAMES)
        names = tuple(map(str, games))
        for some in games:
            faults = self._within(some, some.faults)
            if faults != []:
                first = faults[0] if faults else "no end"
                return Fate(FUZZER, f"{some}: {first}", cases, names)
        return Fate(SURVIVED, "", cases, names, self._otherwise(games))

    def _otherwise(self, games: Sequence[Games]) -> tuple[str, ...]:
        return tuple(
            str(some) for some in games if self._within(some, some.trail) != self.lines.trace(some).trail
        )

    def _within(self, trial: Case | Games, work: Callable[[], R]) -> R | None:
        """The result of some work; None if it does not end in time."""
        limit = max(LEAST[type(trial)], SLOWER * self.lines.seconds(trial))
        try:
            with limited(limit):
                return work()
        except EndlessError:
            return None
