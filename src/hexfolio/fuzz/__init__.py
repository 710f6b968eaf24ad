"""Random play: whole games of random orders, watched by checks that every rulebook must pass.

What a check finds is collected with the seed of its game and a save that leads there; nothing is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.core.game import Game, Rules
from hexfolio.core.steps import StepRules
from hexfolio.rulebooks.clauses import books, catalogue

from .bench import Bench
from .checks import END_CHECKS, POSITION_CHECKS, Check

MOST_ORDERS = 5000
"""A game that is longer than this does not end."""
STRIDE = 12
"""Positions are looked at about once in so many orders, those in the middle of a combat more often."""
COMBATS = 0.3
"""How often a position in the middle of a combat is looked at besides."""
JUDGED = 4
"""One of so many orders that were drawn at random is judged as if somebody else had given it."""
MOST_FAILURES = 20
"""After so many failures there is no use in going on."""

Progress = Callable[[int, int], None]
"""Called after every game with the number of games played and the number to play."""


@dataclass(frozen=True)
class Failure:
    """Something wrong: seed of the game, position, check, what it saw, and a saved game that leads there."""

    game: int
    position: int
    check: str
    sentence: str
    save: str

    def __str__(self) -> str:
        return f"Game {self.game}, position {self.position}, {self.check}: {self.sentence}"


@dataclass
class Report:
    """What a run of games came to."""

    battle: str
    book: str
    games: int = 0
    orders: int = 0
    positions: int = 0
    failures: list[Failure] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        found = "nothing wrong" if self.ok else f"{len(self.failures)} faults"
        chosen = "".join(f" {name}={value}" for name, value in self.options.items())
        return (
            f"{self.battle} by {self.book}{chosen}: {self.games} games, {self.orders} orders, "
            f"{self.positions} positions examined, {found}."
        )


def fuzz(
    battle_id: str,
    book: str,
    games: int,
    seed: int = 0,
    options: Mapping[str, str] = MappingProxyType({}),
    progress: Progress | None = None,
    orders: int = 0,
) -> Report:
    """Play random games with the seeds `seed`, `seed + 1` and so on, and report what is wrong with them.

    With `orders` it goes on until so many games and so many orders were played.
    """
    rules = registry.open_rules(battle_id, book, options)
    assert isinstance(rules, StepRules)
    report = Report(battle_id, book, options=dict(options))
    while report.games < games or report.orders < orders:
        _play(Game(rules, seed + report.games), report)
        report.games += 1
        if progress is not None:
            progress(report.games, games)
        if len(report.failures) >= MOST_FAILURES:
            break
    return report


def _play(game: Game, report: Report) -> None:
    """One game to its end."""
    assert isinstance(game.rules, StepRules)
    bench = Bench(game, game.rules, Random(game.state.seed), _clauses(game.rules), [game.state.digest()])
    pause = 0
    while game.rules.step(game.state) is not None:
        if pause == 0 or (len(game.state.frames) > 1 and bench.random.random() < COMBATS):
            _examine(bench, POSITION_CHECKS, report)
            pause = pause or bench.random.randint(1, 2 * STRIDE - 1)
        pause -= 1
        if fault := _order_fault(bench):
            report.failures.append(_failure(game, "play", fault))
            return
        report.orders += 1
    _examine(bench, END_CHECKS, report)


def _order_fault(bench: Bench) -> str:
    """Give one random order; what goes wrong, if anything does."""
    game, order = bench.game, None
    if game.position == MOST_ORDERS:
        return f"no end after {MOST_ORDERS} orders."
    try:
        order = game.legal().sample(bench.random)
        # On a copy nothing is remembered of how the order was drawn.
        refusal = bench.rules.judge(game.state.copy(), order, None) if game.position % JUDGED == 0 else None
        if refusal is not None:
            return f"{bench.write(order)} was drawn at random, but it is refused: {refusal}"
        game.apply(order)
    except Exception as error:
        return f"{bench.write(order) if order else 'choosing an order'} raised {error!r}."
    bench.digests.append(game.state.digest())
    return ""


def _examine(bench: Bench, checks: list[Check], report: Report) -> None:
    bench.turn_page()
    report.positions += 1
    for check in checks:
        name = check.__name__.replace("_", " ")
        report.failures += [_failure(bench.game, name, sentence) for sentence in _findings(check, bench)]


def _findings(check: Check, bench: Bench) -> list[str]:
    """What a check says; an exception is a finding too."""
    found: list[str] = []
    try:
        found.extend(check(bench))
    except Exception as error:
        found.append(f"raised {error!r}.")
    return found


def _failure(game: Game, check: str, sentence: str) -> Failure:
    return Failure(game.state.seed, game.position, check, sentence, _save(game))


def _save(game: Game) -> str:
    """The position as it was before anything went wrong with it."""
    try:
        return journal.save(game.at(game.position))
    except Exception as error:
        return f"The game cannot be saved: {error!r}."


def _clauses(rules: Rules) -> frozenset[str]:
    """The clauses a refusal may name: those of the book, of those it builds on, and of version 8 where an
    option borrows from it."""
    borrowed = (value for value in rules.battle.options.values() if value in books())
    cited = {rules.book, *rules.builds_on, *borrowed}
    return frozenset(clause for book in cited for clause in catalogue(book))
