"""The map from lines to what runs them: made once for a state of the sources, and kept in a file."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import hexfolio

from .patching import drop_caches, load_anew, load_program
from .processes import Crew
from .sites import Site
from .tracing import Ruler, Tracer, watch_loading
from .trials import BOOKS, Case, Games

PROGRAM = ("core", "rulebooks", "battles", "casebook", "fuzz")
"""The packages whose change makes the map worthless."""
FORM = 2
"""Raised when what is kept changes."""
CHUNK = 60
"""Cases watched in one process."""


class Trace(NamedTuple):
    """What a case or some games do without any mutant."""

    bits: int
    loading: int
    """Lines that run while battles are loaded."""
    seconds: float
    trail: str = ""


class LineMap:
    """Which cases and games run a line, and how long they take."""

    def __init__(
        self, cases: Sequence[Case], games: Sequence[Games], traces: dict[str, Trace], importing: int
    ) -> None:
        self.ruler = Ruler()
        self.cases, self.games, self.traces, self.importing = cases, games, traces, importing
        self.loading = 0
        for trace in traces.values():
            self.loading |= trace.loading

    def is_loaded_with(self, site: Site) -> bool:
        """Does the line run when the module is loaded, so that the mutant needs loading anew?"""
        return bool(self.importing & self._bits(site))

    def is_battle_loaded_with(self, site: Site) -> bool:
        return bool(self.loading & self._bits(site))

    def cases_of(self, site: Site) -> list[Case]:
        """The cases that run a site, short ones first; all, if it runs only when its module is loaded."""
        if self.is_loaded_with(site):
            among = [case for case in self.cases if case.book in BOOKS[site.family]]
            return sorted(among, key=lambda case: case.id)
        bits = self._bits(site)
        touching = [case for case in self.cases if self.traces[case.id].bits & bits]
        return sorted(touching, key=self.seconds)

    def games_of(self, site: Site, most: int) -> list[Games]:
        """The same for games."""
        bits = self._bits(site)
        if self.is_loaded_with(site):
            touching = [games for games in self.games if games.book in BOOKS[site.family]]
        else:
            touching = [games for games in self.games if self.traces[str(games)].bits & bits]
        return sorted(touching, key=self.seconds)[:most]

    def seconds(self, trial: Case | Games) -> float:
        return self.trace(trial).seconds

    def trace(self, trial: Case | Games) -> Trace:
        return self.traces[trial.id if isinstance(trial, Case) else str(trial)]

    def _bits(self, site: Site) -> int:
        return self.ruler.bits(site.file, site.lines)


def fingerprint() -> str:
    """A hash of the program that is being changed."""
    root = Path(hexfolio.__path__[0])
    digest = hashlib.sha256(f"{FORM} {sys.version}".encode())
    for package in PROGRAM:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def line_map(folder: Path, cases: Sequence[Case], games: Sequence[Games], jobs: int) -> LineMap:
    """The map for these cases and games: what is not in the folder yet is watched, and kept there."""
    file = folder / f"lines-{fingerprint()}.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    wanted: dict[str, Case | Games] = {case.id: case for case in cases}
    wanted.update({str(some): some for some in games})
    missing = [wanted[name] for name in wanted if name not in kept]
    if missing or "" not in kept:
        load_program()
        kept.update(_watch(missing, jobs))
        folder.mkdir(exist_ok=True)
        for old in folder.glob("lines-*.json"):
            old.unlink()
        file.write_text(json.dumps(kept))
    traces = {name: _read(kept[name]) for name in wanted}
    return LineMap(cases, games, traces, int(kept[""], 16))


def _watch(trials: Sequence[Case | Games], jobs: int) -> dict[str, Any]:
    cases = [trial for trial in trials if isinstance(trial, Case)]
    parts: list[list[Case] | list[Games] | None] = [None]
    parts += [[trial] for trial in trials if isinstance(trial, Games)]
    parts += [cases[start : start + CHUNK] for start in range(0, len(cases), CHUNK)]
    found: dict[str, Any] = {}
    for done, (number, part) in enumerate(Crew(_watch_part, parts, jobs).results(), 1):
        if part is None:
            raise RuntimeError(f"Watching what runs which line ended early: {parts[number]}")
        found.update(part)
        print(f"Watching which lines run: {done} of {len(parts)} parts", file=sys.stderr)
    return found


def _watch_part(part: Iterable[Case | Games] | None) -> dict[str, Any]:
    ruler = Ruler()
    if part is None:
        return {"": f"{Tracer(ruler).lines_of(lambda: load_anew(None)):x}"}
    since, found = watch_loading(ruler), {}
    for trial in part:
        _try(trial)
        since()
        start = time.process_time()
        trail = _try(trial)
        seconds = time.process_time() - start
        since()
        drop_caches()  # so that what is remembered is worked out under watch
        bits = Tracer(ruler).lines_of(lambda trial=trial: _try(trial))  # type: ignore[misc]
        loading = since()
        name = trial.id if isinstance(trial, Case) else str(trial)
        found[name] = [f"{bits | loading:x}", f"{loading:x}", round(seconds, 4), trail]
    return found


def _try(trial: Case | Games) -> str:
    """Run a case or games that nothing is wrong with; the trail of games."""
    if isinstance(trial, Case):
        if not trial.passes():
            raise RuntimeError(f"This case fails without any mutant: {trial}")
        return ""
    if faults := trial.faults():
        raise RuntimeError(f"These games go wrong without any mutant: {trial}: {faults[0]}")
    return trial.trail()


def _read(kept: list[Any]) -> Trace:
    bits, loading, seconds, trail = kept
    return Trace(int(bits, 16), int(loading, 16), seconds, trail)
