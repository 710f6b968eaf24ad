"""How even the battles are: a study of each between equal players, summed up as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hexfolio.battles import registry

from .pages import table
from .plan import Plan
from .recording import GameRecord
from .run import study
from .statistics import mean
from .summary import Summary
from .variations import variants
from .workers import Crew


class Question(NamedTuple):
    """A battle by one of its books, to be studied."""

    battle: str
    book: str
    plan: Plan

    @property
    def command(self) -> str:
        """The study that answers it."""
        battle, player = registry.load(self.battle, self.book), self.plan.variants[0].setup.players[0]
        players = " ".join(f"--{side.id} {player}" for side in battle.sides)
        size = f"--games {self.plan.games} --seed {self.plan.seed}"
        return f"hexfolio study {self.battle} --book {self.book} {size} {players}"


def questions(battles: Sequence[str], player: str, games: int, seed: int) -> list[Question]:
    """Every book of the battles; no battles means all."""
    entries = [registry.find(name) for name in dict.fromkeys(battles)] or registry.entries()
    return [
        Question(entry.id, book, Plan(games, seed, variants(entry.id, book, {}, (player, player), ())))
        for entry in entries
        for book in entry.books
    ]


def answer(question: Question, folder: Path, crew: Crew) -> str:
    """Study one battle in a folder of its own, and sum it up."""
    place = folder / f"{question.battle}-{question.book}"
    return section(study(question.plan, place, crew, question.command).summaries[0])


def section(summary: Summary) -> str:
    """What a page says of one battle."""
    battle, (first, second) = summary.rules.battle, summary.sides
    margin, margins = summary.margin(), summary.margins
    lines = [f"## {battle.title} ({battle.id}, {battle.book})", ""]
    lines += [*table(("outcome", "games", "share"), list(_outcomes(summary)), (1, 2)), ""]
    lines += [*table(("average", first, second), list(_averages(summary)), (1, 2)), ""]
    lines.append(
        f"Margin of {first} {margin.value:+.1f} on average ({margin.low:+.1f} to {margin.high:+.1f} "
        f"with 95 % confidence), from {min(margins):+d} to {max(margins):+d} in single games."
    )
    lines.append(f"A game takes {summary.orders().value:.0f} orders in {summary.turns().value:.1f} turns.")
    if summary.faults:
        lines.append(f"{len(summary.faults)} games could not be finished: {summary.faults[0].fault}")
    return "\n".join(lines) + "\n"


def _outcomes(summary: Summary) -> Iterator[tuple[str, str, str]]:
    for level in summary.levels():
        who = f"{summary.sides[level.winner]}: " if level.winner >= 0 else ""
        low, high = (f"{part:.0%}" for part in level.share[1:])
        yield f"{who}{level.name}", str(level.games), f"{level.share.value:.0%} ({low} to {high})"


def _averages(summary: Summary) -> Iterator[tuple[str, str, str]]:
    losses = [[_lost(summary, record, side) for record in summary.games] for side in (0, 1)]
    for title, figures in (
        ("victory points", [[record.points[side] for record in summary.games] for side in (0, 1)]),
        ("counters lost", [[counters for counters, _ in part] for part in losses]),
        ("steps lost", [[steps for _, steps in part] for part in losses]),
    ):
        yield title, f"{mean(figures[0]):.1f}", f"{mean(figures[1]):.1f}"


def _lost(summary: Summary, record: GameRecord, side: int) -> tuple[int, int]:
    """Counters and steps that a side lost in a game."""
    counters = summary.rules.battle.counters
    rows = [row for row in record.losses if counters[row.unit].side == side]
    return sum(row.turn > 0 for row in rows), sum(row.steps for row in rows)
