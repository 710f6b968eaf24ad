"""Measure whole games of the computer players, and what more workers or a Ray cluster bring to a study.

    python benchmarks/players.py [--games 2] [--seconds 20] [--studied 100] [--rounds 1]

Games of players are counted in processor time of one process, so that other work on the computer matters
little; few games are played, so the figures are rough. Studies are measured by the clock: what they gain by a
second worker shows only where two cores are idle. Everything is measured in one run, so look at the ratios.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from hexfolio.battles import registry
from hexfolio.core.game import Game
from hexfolio.opponents import find
from hexfolio.opponents.match import play_match
from hexfolio.study.plan import Plan, game_seed
from hexfolio.study.recording import play
from hexfolio.study.run import study
from hexfolio.study.variations import variants
from hexfolio.study.workers import LOCAL, LOCAL_WORKERS, Crew

PLAYERS = ("random", "recruit", "captain")
STUDIED, BOOK, STUDENT = "crossroads", "fm-folio", "recruit"
"""The battle that is studied, its book, and who plays it."""
WANTED = 1.8
"""So many times as fast a study is to be with two workers."""
WARM_UP = 4
"""Games before the clock starts, so that every worker has opened the battle."""


@dataclass(frozen=True)
class Size:
    """How much is measured: games of a player, seconds after which it plays no more, games of a study."""

    games: int = 2
    seconds: float = 20.0
    studied: int = 100
    rounds: int = 1


class Speed(NamedTuple):
    """Games a second, and how many were played to find that out."""

    rate: float
    games: int


def player_speed(battle: str, book: str, player: str, size: Size) -> Speed:
    """A player against itself in this process."""
    rules, maker = registry.open_rules(battle, book), find(player)
    begun = process_time()
    for number in range(1, size.games + 1):
        seed = game_seed(1, number)
        play_match(Game(rules, seed), (maker(seed), maker(seed + 1)))
        spent = process_time() - begun
        if spent >= size.seconds:
            break
    return Speed(number / spent, number)


def speeds(battles: Sequence[str], players: Sequence[str], size: Size) -> Iterator[str]:
    """A line for each battle: games a second, and how many times longer than random a game takes."""
    yield f"{'Games a second (games played)':<26}" + "".join(f"{name:>13}{'x':>7}" for name in players)
    for battle in battles:
        book = registry.find(battle).books[0]
        found = [player_speed(battle, book, player, size) for player in players]
        cells = [
            f"{f'{speed.rate:.3g} ({speed.games})':>13}{found[0].rate / speed.rate:>7.0f}" for speed in found
        ]
        yield f"{f'{battle} {book}':<26}" + "".join(cells)


class Run(NamedTuple):
    """Seconds until the first games were there, and games a second from then on."""

    start: float
    rate: float


def crew_run(crew: Crew, plan: Plan) -> Run:
    """The games of a study, without its tables and its report."""
    jobs = list(plan.jobs())
    with crew:
        begun = perf_counter()
        warm = len(list(crew.run(play, jobs[:WARM_UP])))
        ready = perf_counter()
        rest = len(list(crew.run(play, jobs[WARM_UP:])))
        ended = perf_counter()
    assert warm + rest == plan.games
    return Run(ready - begun, rest / (ended - ready))


def study_seconds(plan: Plan, workers: int) -> float:
    """A whole study by the clock: games, tables and report."""
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        begun = perf_counter()
        with contextlib.redirect_stderr(nowhere), Crew(workers) as crew:
            study(plan, Path(folder) / "study", crew, "a measurement")
        return perf_counter() - begun


def scaling(size: Size, player: str = STUDENT) -> Iterator[str]:
    """What a second worker brings, and what Ray costs."""
    plan = Plan(size.studied, 1, variants(STUDIED, BOOK, {}, (player, player), ()))
    crews = {
        "one process": (1, None),
        "two processes": (2, None),
        f"Ray, {LOCAL_WORKERS} workers": (2, LOCAL),
    }
    if importlib.util.find_spec("ray") is None:
        crews.popitem()
        yield "Ray is not installed, so it is not measured."
    runs: dict[str, list[Run]] = {name: [] for name in crews}
    whole: list[float] = []
    for _ in range(size.rounds):
        for name, (workers, ray) in crews.items():
            runs[name].append(crew_run(Crew(workers, ray), plan))
        whole.append(study_seconds(plan, 1) / study_seconds(plan, 2))
    first = next(iter(crews))
    title = f"{size.studied} games of {STUDIED}, {player}"
    yield f"{title:<34}{'first games, s':>16}{'a second':>10}{'x one':>8}"
    for name, found in runs.items():
        ratio = median(run.rate / base.rate for run, base in zip(found, runs[first], strict=True))
        start, rate = median(run.start for run in found), median(run.rate for run in found)
        yield f"{name:<34}{start:>16.1f}{rate:>10.2f}{ratio:>8.2f}"
    told = "met" if median(whole) >= WANTED else "not met"
    yield f"{'whole study, two workers':<34}{'':>26}{median(whole):>8.2f}   at least {WANTED}: {told}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure whole games, and studies with one and two workers.")
    for name, value in vars(Size()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default {value}")
    parser.add_argument("--battle", action="append", help="only this battle (default: all)")
    options = vars(parser.parse_args())
    battles = options.pop("battle") or [entry.id for entry in registry.entries()]
    size = Size(**options)
    busy = f", {os.getloadavg()[0]:.1f} processes were running" if hasattr(os, "getloadavg") else ""
    print(f"At most {size.games} games of each player, few enough to be rough. {os.cpu_count()} cores{busy}.")
    for line in chain(speeds(battles, PLAYERS, size), [""], scaling(size)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
