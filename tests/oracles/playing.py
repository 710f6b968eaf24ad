"""Plays a random map a little way and asks an oracle and the engine the same questions again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Protocol

from hexfolio.core.game import Game
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement

from .sketches import Hex, Sketch, hex_of, number


@dataclass(frozen=True)
class Position:
    """What lies on the table."""

    turn: int
    active: int
    phase: str
    at: dict[str, Hex]
    """The counters on the map."""
    hands: tuple[tuple[int, ...], ...] = ((), ())
    """The markers of each side."""
    asked: str = ""
    """The kind of decision that is owed."""
    known: dict[tuple[int, Hex], bool] = field(default_factory=dict)
    """What an oracle has found out about hexes."""

    @cached_property
    def stacks(self) -> dict[Hex, list[str]]:
        stacks = dict[Hex, list[str]]()
        for name, hex_ in self.at.items():
            stacks.setdefault(hex_, []).append(name)
        return stacks

    def units(self, hex_: Hex) -> list[str]:
        return self.stacks.get(hex_, [])


def read_position(game: Game) -> Position:
    state, battle = game.state, game.battle
    grid = battle.board.grid
    places = zip(battle.counters, state.at, strict=True)
    at = {counter.id: hex_of(grid.number(place)) for counter, place in places if place >= 0}
    hands = tuple(tuple(battle.markers[marker].value for marker in hand) for hand in state.hands)
    asked = game.decision.kind if game.decision else ""
    return Position(state.turn, state.active, state.phase, at, hands, asked)


class SupplyOracle(Protocol):
    """Says who is in supply, and remembers what has happened as far as supply depends on it."""

    def in_supply(self, position: Position, name: str) -> bool: ...

    def watch(self, before: Position, words: list[str], after: Position) -> None:
        """An order was carried out."""

    def asks(self, position: Position) -> dict[str, bool]:
        """Orders that supply decides on, and whether they are allowed."""

    def tricks(self, position: Position, random: Random) -> list[str]:
        """Orders worth trying that the list of legal orders may leave out."""


class DifferenceError(AssertionError):
    """Engine and oracle do not agree; the text is the map, what was played, and the two answers."""


def first_difference(run: Callable[[int, int], Report]) -> Callable[[int, int], list[str]]:
    """A run as the list of what it finds, which ends at the first difference."""

    def found(seed: int, maps: int) -> list[str]:
        try:
            run(seed, maps)
        except DifferenceError as error:
            return [str(error)]
        return []

    return found


@dataclass
class Report:
    """What a run has looked at."""

    maps: int = 0
    answers: int = 0
    yes: int = 0

    def __str__(self) -> str:
        return f"{self.maps} maps, {self.answers} answers compared, {self.yes} of them yes"


class Watcher:
    """One game on a map, what was played in it, and the comparing of answers."""

    def __init__(self, where: str, sketch: Sketch, report: Report) -> None:
        self.where, self.sketch, self.report = where, sketch, report
        self.game: Game = sketch.open()
        self.played: list[str] = []

    def same(self, what: str, expected: object, found: object) -> None:
        self.report.answers += 1
        self.report.yes += bool(expected)
        if expected != found:
            lines = (f"Map {self.where}:", self.sketch.text(), "Played:", *self.played)
            said = f"{what}: the oracle says {expected}, the engine {found}"
            raise DifferenceError("\n".join((*lines, said)))

    def play(self, text: str) -> None:
        self.played.append(text)
        self.game.apply(self.game.rules.notation.read(text))

    def play_any(self, tricks: list[str], random: Random) -> list[str]:
        """Play a random order, if possible one of the tricks; its words, none if the battle is over."""
        if self.game.decision is None:
            return []
        notation = self.game.rules.notation
        allowed = [trick for trick in tricks if self.game.judge(notation.read(trick)) is None]
        self.play(random.choice(allowed) if allowed else notation.write(self.game.legal().sample(random)))
        return self.played[-1].split()


def compare_supply(
    name: str,
    seed: int,
    maps: int,
    sketch_of: Callable[[Random], Sketch],
    oracle_of: Callable[[Sketch], SupplyOracle],
    orders: int = 12,
) -> Report:
    """Ask after every unit on the map, at first and after each of so many orders."""
    report = Report()
    for map_ in range(maps):
        where = f"{name} {seed} {map_}"
        random = Random(where)
        sketch = sketch_of(random)
        watcher, oracle = Watcher(where, sketch, report), oracle_of(sketch)
        for _ in range(orders + 1):
            position = read_position(watcher.game)
            compare_units(watcher, oracle, position)
            for text, allowed in oracle.asks(position).items():
                order = watcher.game.rules.notation.read(text)
                watcher.same(text, allowed, watcher.game.judge(order) is None)
            words = watcher.play_any(oracle.tricks(position, random), random)
            if not words:
                break
            oracle.watch(position, words, read_position(watcher.game))
        report.maps += 1
    return report


def compare_units(watcher: Watcher, oracle: SupplyOracle, position: Position) -> None:
    rules, state = watcher.game.rules, watcher.game.state
    assert isinstance(rules, FireAndMovement)
    for name in sorted(position.at):
        if "dummy" not in watcher.sketch.pieces[name]:  # kwb-dg, ruling D25: supply is nothing to a dummy
            found = rules.in_supply(state, rules.battle.counter(name).index)
            watcher.same(f"{name} in supply", oracle.in_supply(position, name), found)


def moving_on(sketch: Sketch, position: Position, random: Random) -> list[str]:
    """Now and then an attack, so that units are lost, or the end of a phase, so that time goes by."""
    if random.random() < 0.2:
        return ["end"]
    own = [name for name in position.at if sketch.pieces[name].side == position.active]
    targets = [at for name, at in position.at.items() if name not in own]
    return [
        f"attack {number(hex_)} with {name}"
        for name in own
        for hex_ in targets
        if hex_ in sketch.around(position.at[name]) and random.random() < 0.4
    ]
