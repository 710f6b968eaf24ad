"""How even the battles are: many games of the recruit against itself, summed up as Markdown."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import NamedTuple

from hexfolio.battles import registry
from hexfolio.core.battle import Battle
from hexfolio.core.game import Game, Rules
from hexfolio.core.rulings import IllegalOrderError
from hexfolio.core.state import ELIMINATED, State

from .match import EndlessMatchError, play_match
from .recruit import Recruit

PROCESSES = 2
MOST_ORDERS = 5000
"""A game of the recruit that is longer than this goes in circles."""
HEAD = """# Balance

The recruit plays both sides. Its tables say how even a battle is between such players, not good ones."""


class FaultyGameError(ValueError):
    """A game that could not be finished; the sentence names it."""


class Job(NamedTuple):
    """One game to be played."""

    battle: str
    book: str
    seed: int


class Record(NamedTuple):
    """How one game went; pairs are by side."""

    winner: int
    level: str
    points: tuple[int, int]
    counters: tuple[int, int]
    steps: tuple[int, int]
    orders: int
    turns: int


@lru_cache(maxsize=16)
def _rules(battle: str, book: str) -> Rules:
    return registry.open_rules(battle, book)


def play(job: Job) -> Record:
    """The recruit against itself; the seed gives the dice and both players."""
    game = Game(_rules(job.battle, job.book), job.seed)
    try:
        outcome = play_match(game, (Recruit(job.seed), Recruit(job.seed + 1)), most_orders=MOST_ORDERS)
    except (EndlessMatchError, IllegalOrderError, LookupError) as error:
        raise FaultyGameError(f"{job.battle} by {job.book}, seed {job.seed}: {error}") from error
    battle, state = game.battle, game.state
    lost = [_losses(battle, state, side) for side in (0, 1)]
    return Record(
        outcome.winner,
        outcome.level,
        outcome.points,
        (lost[0][0], lost[1][0]),
        (lost[0][1], lost[1][1]),
        game.position,
        state.turn,
    )


def _losses(battle: Battle, state: State, side: int) -> tuple[int, int]:
    """Counters a side has lost, and the steps it has less than at the start; dummies do not count."""
    counters = steps = 0
    for counter in battle.counters:
        if counter.side != side or "dummy" in counter:
            continue
        gone = state.at[counter.index] == ELIMINATED
        counters += gone
        now = len(counter.steps) if gone else state.step[counter.index]
        steps += max(0, now - battle.start_steps.get(counter.index, 0))
    return counters, steps


def report(battles: Sequence[str], games: int, seed: int, processes: int = PROCESSES) -> str:
    """Every book of every battle played `games` times, with seeds from `seed` on."""
    pairs = [(entry.id, book) for entry in map(registry.find, battles) for book in entry.books]
    jobs = [Job(battle, book, seed + number) for battle, book in pairs for number in range(games)]
    with ProcessPoolExecutor(processes) as pool:
        records = list(pool.map(play, jobs))
    chosen = "".join(f" --battle {battle}" for battle in battles)
    command = f"hexfolio balance --games {games} --seed {seed}{chosen}"
    parts = [f"{HEAD}\n\n`{command}`, games with the seeds {seed} to {seed + games - 1}.\n"]
    for number, (battle, book) in enumerate(pairs):
        parts.append(_section(_rules(battle, book).battle, records[number * games : (number + 1) * games]))
    return "\n".join(parts)


def _section(battle: Battle, records: Sequence[Record]) -> str:
    names = [side.name for side in battle.sides]
    counts = Tally((record.winner, record.level) for record in records)
    lines = [
        f"## {battle.title} ({battle.id}, {battle.book})",
        "",
        "| outcome | games | share |",
        "| --- | ---: | ---: |",
    ]
    for winner, level in _levels(battle, counts):
        count = counts[winner, level]
        who = f"{names[winner]}: " if winner >= 0 else ""
        lines.append(f"| {who}{level} | {count} | {count / len(records):.0%} |")
    lines += ["", f"| average | {names[0]} | {names[1]} |", "| --- | ---: | ---: |"]
    for title, pairs in (
        ("victory points", [record.points for record in records]),
        ("counters lost", [record.counters for record in records]),
        ("steps lost", [record.steps for record in records]),
    ):
        first, second = (_mean(pair[side] for pair in pairs) for side in (0, 1))
        lines.append(f"| {title} | {first:.1f} | {second:.1f} |")
    margins = [record.points[0] - record.points[1] for record in records]
    spread = f"on average, from {min(margins):+d} to {max(margins):+d}"
    orders, turns = _mean(record.orders for record in records), _mean(record.turns for record in records)
    lines += ["", f"Margin of {names[0]} {_mean(margins):+.1f} {spread}."]
    lines += [f"A game takes {orders:.0f} orders in {turns:.1f} turns.", ""]
    return "\n".join(lines)


def _levels(battle: Battle, counts: Tally[tuple[int, str]]) -> list[tuple[int, str]]:
    """All levels of the battle from one side's best to the other's, then any that are not on its list."""
    listed = [(side, level) for _, side, level in battle.victory.get("levels", ())]
    return listed + sorted(set(counts) - set(listed))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)
