"""Plays a random map a little way and asks an oracle and the engine the same questions again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from hexfolio.core.game import Game

from .sketches import Hex, Sketch, hex_of


@dataclass(frozen=True)
class Position:
    """What lies on the table."""

    turn: int
    active: int
    phase: str
    at: dict[str, Hex]
    """The counters on the map."""

    def units(self, hex_: Hex) -> list[str]:
        return [name for name, place in self.at.items() if place == hex_]


def read_position(game: Game) -> Position:
    state, battle = game.state, game.battle
    grid = battle.board.grid
    places = zip(battle.counters, state.at, strict=True)
    at = {counter.id: hex_of(grid.number(place)) for counter, place in places if place >= 0}
    return Position(state.turn, state.active, state.phase, at)


class SupplyOracle(Protocol):
    """Says who is in supply, and remembers what has happened as far as supply depends on it."""

    def in_supply(self, position: Position, name: str) -> bool: ...

    def watch(self, before: Position, words: list[str], after: Position) -> None:
        """An order was carried out."""

    def tricks(self, position: Position, random: Random) -> list[str]:
        """Orders worth trying that the list of legal orders may leave out."""


class Difference(AssertionError):
    """Engine and oracle do not agree; the text is the map, what was played, and the two answers."""


@dataclass
class Report:
    """What a run has looked at."""

    maps: int = 0
    answers: int = 0
    yes: int = 0

    def __str__(self) -> str:
        return f"{self.maps} maps, {self.answers} answers compared, {self.yes} of them yes"


def compare_supply(
    name: str,
    seed: int,
    maps: int,
    sketch_of: Callable[[Random], Sketch],
    oracle_of: Callable[[Sketch], SupplyOracle],
    orders: int = 12,
) -> Report:
    report = Report()
    for map_ in range(maps):
        random = Random(f"{name} {seed} {map_}")
        sketch = sketch_of(random)
        game, oracle = sketch.open(), oracle_of(sketch)
        played: list[str] = []
        for _ in range(orders + 1):
            position = read_position(game)
            for unit in sorted(position.at):
                if "dummy" in sketch.pieces[unit]:
                    continue  # kwb-dg, ruling D25: supply is nothing to a dummy
                expected = oracle.in_supply(position, unit)
                found = game.rules.in_supply(game.state, game.battle.counter(unit).index)  # type: ignore[attr-defined]
                report.answers += 1
                report.yes += expected
                if found != expected:
                    said = f"{unit} in supply: the oracle says {expected}, the engine {found}"
                    raise Difference(failure(f"{name} {seed} {map_}", sketch, played, said))
            words = play_one(game, oracle.tricks(position, random), random)
            if not words:
                break
            played.append(" ".join(words))
            oracle.watch(position, words, read_position(game))
        report.maps += 1
    return report


def play_one(game: Game, tricks: list[str], random: Random) -> list[str]:
    """Play a random order, if possible one of the tricks; its words."""
    if game.decision is None:
        return []
    notation = game.rules.notation
    for trick in random.sample(tricks, len(tricks)):
        order = notation.read(trick)
        if not game.judge(order):
            game.apply(order)
            return trick.split()
    order = game.legal().sample(random)
    words = notation.write(order).split()
    game.apply(order)
    return words


def failure(where: str, sketch: Sketch, played: list[str], said: str) -> str:
    return "\n".join((f"Map {where}:", sketch.text(), "Played:", *played, said))
