"""Golden playthroughs: a whole game of every battle by every book, kept as text and compared to the letter.

The dice and the choices are seeded. A file holds every order in notation with its dice, the events as the log
tells them, and the digest of the position whenever a game turn begins. Beside it stand the numbers of legal
orders at positions of the same game; for Crossroads, at every position and one and two deep from the first
move.

After a wanted change of the rules, write the files anew and read the difference before you keep it:

    HEXFOLIO_WRITE_GOLDENS=1 python -m pytest tests/test_goldens.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexfolio.battles import registry
from hexfolio.core.game import Game

FOLDER = Path(__file__).parent / "goldens"
SEEDS = {
    ("crossroads", "fm-folio"): 109,
    ("crossroads", "fm-st296"): 99,
    ("crossroads", "fm-2023"): 19,
    ("pusan-dg", "kwb-dg"): 3,
    ("seoul-dg", "kwb-dg"): 4,
    ("chosin-dg", "kwb-dg"): 20,
    ("pusan-train", "kwb-train"): 2,
    ("seoul-train", "kwb-train"): 2,
    ("chosin-train", "kwb-train"): 32,
    ("sukchon", "para"): 85,
    ("tomahawk", "para"): 6,
}
"""Chosen because nearly every kind of order and event comes up in these games."""
GAMES = pytest.mark.parametrize(("battle", "book"), SEEDS)
SPARSE = 10
"""On large maps legal orders are counted at one position in so many."""


def new_game(battle: str, book: str) -> tuple[Game, Random]:
    seed = SEEDS[battle, book]
    return registry.new_game(battle, book, seed), Random(seed)


def playthrough(battle: str, book: str) -> Iterator[str]:
    """The lines of a golden game."""
    game, choices = new_game(battle, book)
    yield f"{game.battle.title} by {book}, seed {SEEDS[battle, book]}"
    yield from entry_lines(game, 0)
    while game.decision is not None:
        turn = game.state.turn
        game.apply(game.legal().sample(choices))
        yield from entry_lines(game, turn)
    assert game.outcome is not None
    yield f"outcome {game.outcome.winner} {game.outcome.level} {game.outcome.points} {game.state.digest()}"


def entry_lines(game: Game, turn: int) -> Iterator[str]:
    entry = game.entry
    text = "begin" if entry.order is None else game.rules.notation.write(entry.order)
    dice = " ".join(map(str, entry.dice))
    yield f"{entry.number} {text}" + (f" | {dice}" if dice else "")
    for event in entry.events:
        yield f"    {game.rules.narrate(event)}"
    if game.state.turn != turn:
        yield f"turn {game.state.turn} {game.state.digest()}"


def counts(battle: str, book: str) -> Iterator[str]:
    """How many orders are legal at positions of the golden game, ten to a line."""
    game, choices = new_game(battle, book)
    stride = 1 if battle == "crossroads" else SPARSE
    numbers: list[int] = []
    while game.decision is not None:
        if game.position % stride == 0:
            numbers.append(sum(1 for _ in game.legal()))
        game.apply(game.legal().sample(choices))
    for start in range(0, len(numbers), 10):
        yield f"{start * stride}: " + " ".join(map(str, numbers[start : start + 10]))
    if battle == "crossroads":
        yield from depth_counts(battle, book)


def depth_counts(battle: str, book: str) -> Iterator[str]:
    """Orders one and two deep from the first movement phase."""
    game, choices = new_game(battle, book)
    while game.state.phase == "set-up":
        game.apply(game.legal().sample(choices))
    orders = list(game.legal())
    yield f"depth 1: {len(orders)}"
    total = 0
    for order in orders:
        other = game.copy()
        other.apply(order)
        total += sum(1 for _ in other.legal())
    yield f"depth 2: {total}"


def check(name: str, lines: Iterator[str]) -> None:
    path = FOLDER / name
    text = "\n".join(lines) + "\n"
    if os.environ.get("HEXFOLIO_WRITE_GOLDENS"):
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


@GAMES
def test_playthrough(battle: str, book: str) -> None:
    check(f"{battle}-{book}.txt" if battle == "crossroads" else f"{battle}.txt", playthrough(battle, book))


@GAMES
def test_numbers_of_legal_orders(battle: str, book: str) -> None:
    check(f"counts-{book if battle == 'crossroads' else battle}.txt", counts(battle, book))
