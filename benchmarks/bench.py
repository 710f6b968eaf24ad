"""Measure random play and single questions against python-chess, with the compiled kernel and the plain one.

Everything is measured in turns, round after round, in processor time. The speed of the computer at the
moment cancels out of the ratios, so they are what to look at; figures are medians over the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, median
from time import process_time

import chess

from hexfolio.battles import registry
from hexfolio.core import paths
from hexfolio.core.game import Game
from hexfolio.core.state import State
from hexfolio.core.steps import StepRules
from hexfolio.rulebooks.books import open_rules
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement
from hexfolio.rulebooks.korean_war.views import KoreanViews
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper
from plain_battle import plain_battle

BOOKS = ("fm-folio", "fm-st296", "fm-2023")
MAPS = {"crossroads": "Crossroads, 14x11, 24 counters", "plain": "The Plain, 37x21, 120 counters"}
KOREA = {
    "pusan-dg kwb-dg": "Pusan Perimeter, 37x21, kwb-dg",
    "pusan-train kwb-train": "Pusan Perimeter, 37x21, kwb-train",
    "seoul-dg kwb-dg": "Inchon and Seoul, 17x12, kwb-dg",
    "seoul-train kwb-train": "Inchon and Seoul, 17x12, kwb-train",
    "chosin-dg kwb-dg": "Chosin, 19x12, kwb-dg",
    "chosin-train kwb-train": "Chosin, 19x12, kwb-train",
}
"""Registered battles with their book; played from the historical set-up."""
AIRBORNE = {
    "sukchon para": "Sukchon-Sunchon, 36x22, para",
    "tomahawk para": "Operation Tomahawk, 34x22, para",
}
PUSAN = "pusan-dg kwb-dg"
"""The battle that airborne ones are held against: a map of the same size, and as many counters."""
SUPPLIED = ("pusan-dg kwb-dg", "pusan-train kwb-train")
"""Battles where the supply of a whole side is measured."""
QUESTIONS = {
    "leg range": "movement range, leg",
    "mobile range": "movement range, mobile",
    "trace": "trace to the map edge",
    "state copy": "state.copy()",
    "game copy": "game.copy()",
    "view": "game.view(side)",
}
TARGETS = {"compiled": 1.0, "plain": 0.5}
"""Orders a second against chess moves a second."""
KOREAN_TARGETS = {"compiled": 1.0, "plain": 0.4}
"""The same for the Korean battles with their full orders of battle."""
MOST_AIRBORNE = 2.0
"""At most so many orders of Pusan for one of an airborne battle."""
MOST_SUPPLY = 5.0
"""At most so many orders for the supply of a whole side."""
QUESTION_TARGETS = {"state copy": 0.25, "game copy": 0.25, "view": 2.0}
"""At most so many orders."""
CHESS = "chess"
SEVENTY_FIVE_MOVES = 150

Chore = Callable[[], object]
Figures = dict[str, list[float]]
"""By name, one figure a round: moves or orders a second, and microseconds for questions."""


# What is measured


class ChessPlay:
    """Random games of chess, one after the other."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.board = chess.Board()

    def step(self) -> None:
        """One move, or a new game."""
        moves = list(self.board.legal_moves)
        if not moves or self._drawn():
            self.board = chess.Board()
            moves = list(self.board.legal_moves)
        self.board.push(self.random.choice(moves))

    def _drawn(self) -> bool:
        return self.board.halfmove_clock >= SEVENTY_FIVE_MOVES or self.board.is_insufficient_material()


class RandomPlay:
    """Random games of a battle, one after the other."""

    def __init__(self, rules: StepRules, seed: int) -> None:
        self.rules = rules
        self.random = Random(seed)
        self.game = self._new_game()

    def step(self) -> None:
        """One order, or a new game and its first order."""
        if self.game.outcome is not None:
            self.game = self._new_game()
        self.game.apply(self.game.legal().sample(self.random))

    def _new_game(self) -> Game:
        game = Game(self.rules, self.random.getrandbits(64))
        while game.state.phase == "set-up" and "accept" in self.rules.notation.verbs:
            game.apply("accept")
        return game


def battle_rules(name: str, book: str) -> FireAndMovement:
    """The rules of one of the battles measured."""
    rules = open_rules(plain_battle(book) if name == "plain" else registry.load(name, book))
    assert isinstance(rules, FireAndMovement)
    return rules


def airborne_rules(name: str, book: str) -> Paratrooper:
    rules = open_rules(registry.load(name, book))
    assert isinstance(rules, Paratrooper)
    return rules


def positions(rules: FireAndMovement, count: int, seed: int) -> list[Game]:
    """Games at so many different moments, spread over random play."""
    play = RandomPlay(rules, seed)
    found: list[Game] = []
    while len(found) < count:
        for _ in range(play.random.randrange(20, 60)):
            play.step()
        if play.game.outcome is None:
            found.append(play.game.copy())
    return found


def question_chores(name: str, count: int, seed: int) -> dict[str, list[Chore]]:
    """For each question, the same question asked in many positions of a battle."""
    rules = battle_rules(name, BOOKS[-1])
    games = positions(rules, count, seed)
    return {
        "leg range": [range_chore(rules, game.state, unit) for game, unit in some_units(rules, games, "leg")],
        "mobile range": [
            range_chore(rules, game.state, unit) for game, unit in some_units(rules, games, "mobile")
        ],
        "trace": [trace_chore(rules, game.state, unit) for game, unit in some_units(rules, games, "leg")],
        "state copy": [game.state.copy for game in games],
        "game copy": [game.copy for game in games],
        "view": [view_chore(game) for game in games],
    }


def some_units(rules: FireAndMovement, games: list[Game], mobility: str) -> Iterator[tuple[Game, int]]:
    """In each game, a unit of this class that is on the map."""
    random = Random(len(games))
    for game in games:
        at = game.state.at
        units = [c.index for c in rules.counters if c.mobility == mobility and at[c.index] >= 0]
        if units:
            yield game, random.choice(units)


def range_chore(rules: FireAndMovement, state: State, unit: int) -> Chore:
    """The range of a unit with its whole allowance."""
    charges, enemy = rules.charges(state, unit), 1 - state.side_of[unit]
    neighbours, costs, closed = rules.grid.neighbours, rules.costs[unit], rules.cross_closed
    start, budget = state.at[unit], rules.allowance(state, unit) * 2
    blocked, zones = state.occupied[enemy], rules.zones(state, enemy)
    return lambda: paths.reach(neighbours, costs, start, budget, blocked, zones, closed, *charges)


def trace_chore(rules: FireAndMovement, state: State, unit: int) -> Chore:
    """The way of a unit to the edge of its side, free of the enemy and his zones."""
    side = state.side_of[unit]
    home = set(rules.board.friendly_edge(rules.battle.sides[side].id))
    neighbours, start = rules.grid.neighbours, state.at[unit]
    edges = bytes(cost > 0 for cost in rules.costs[unit])
    closed = bytes(map(max, state.occupied[1 - side], rules.zones(state, 1 - side)))
    goals = bytes(hex_ in home for hex_ in range(rules.grid.size))
    return lambda: paths.trace(neighbours, edges, closed, start, goals, -1)


def supply_chores(name: str, count: int, seed: int) -> list[Chore]:
    """The supply of every unit of the UN side, found anew, in many positions of a battle."""
    rules = battle_rules(*name.split())
    assert isinstance(rules, KoreanViews)
    return [supply_chore(rules, game.state) for game in positions(rules, count, seed)]


def supply_chore(rules: KoreanViews, state: State) -> Chore:
    def chore() -> list[int]:
        state.cache.clear()
        rules.spreads.clear()
        return rules.out_of_supply(state, rules.un)

    return chore


def view_chore(game: Game) -> Chore:
    return lambda: game.view(0)


# Measuring


def per_second(step: Callable[[], None], seconds: float) -> float:
    """How often a step is done in a second of processor time."""
    count = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for _ in range(32):
            step()
        count += 32
    return count / spent


def microseconds(chores: list[Chore], seconds: float) -> float:
    """What one chore takes on average."""
    count = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for chore in chores:
            chore()
        count += len(chores)
    return spent / count * 1e6


@dataclass(frozen=True)
class Size:
    """How much is measured: rounds, seconds for each figure in a round, positions for the questions."""

    rounds: int = 40
    seconds: float = 0.05
    positions: int = 40


def measure(size: Size) -> Figures:
    """All figures with the kernel that is loaded, round after round."""
    plays: dict[str, ChessPlay | RandomPlay] = {CHESS: ChessPlay(1)}
    questions: dict[str, list[Chore]] = {}
    for name in MAPS:
        for book in BOOKS:
            plays[f"{name} {book}"] = RandomPlay(battle_rules(name, book), 1)
        for question, chores in question_chores(name, size.positions, 1).items():
            questions[f"{name} {question}"] = chores
    for name in KOREA:
        plays[name] = RandomPlay(battle_rules(*name.split()), 1)
    for name in AIRBORNE:
        plays[name] = RandomPlay(airborne_rules(*name.split()), 1)
    for name in SUPPLIED:
        questions[f"{name} supply"] = supply_chores(name, size.positions, 1)
    figures: Figures = {name: [] for name in (*plays, *questions)}
    for _ in range(size.rounds):
        for name, play in plays.items():
            figures[name].append(per_second(play.step, size.seconds))
        for name, chores in questions.items():
            figures[name].append(microseconds(chores, size.seconds / 4))
    return figures


def measure_apart(kernel: str, size: Size) -> Figures:
    """All figures with one of the kernels, in a process of its own."""
    command = [sys.executable, __file__, "--json", *_size_options(size)]
    environment = {**os.environ, "HEXFOLIO_KERNEL": kernel}
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(run.stdout)
    if answer["kernel"] != kernel:
        raise SystemExit(f"The {kernel} kernel is not there: run pip install -e . with a C compiler.")
    figures: Figures = answer["figures"]
    return figures


def _size_options(size: Size) -> list[str]:
    return [f"--{name}={value}" for name, value in vars(size).items()]


# The table


@dataclass(frozen=True)
class Cell:
    """A figure and its ratio."""

    figure: float
    ratio: float


def play_cell(figures: Figures, names: list[str]) -> Cell:
    """Orders a second, the mean over some battles, and the ratio to chess in the same round."""
    rates = [mean(rates) for rates in zip(*(figures[name] for name in names), strict=True)]
    ratios = [rate / moves for rate, moves in zip(rates, figures[CHESS], strict=True)]
    return Cell(median(rates), median(ratios))


def question_cell(figures: Figures, map_name: str, question: str) -> Cell:
    """Microseconds, and the ratio to an order on the same map in the same round."""
    books = [figures[f"{map_name} {book}"] for book in BOOKS]
    orders = [1e6 / mean(rates) for rates in zip(*books, strict=True)]
    times = figures[f"{map_name} {question}"]
    return Cell(median(times), median(time / order for time, order in zip(times, orders, strict=True)))


def airborne_cell(figures: Figures, name: str) -> Cell:
    """Orders a second, and what an order costs in orders of Pusan in the same round."""
    ratios = [pusan / rate for pusan, rate in zip(figures[PUSAN], figures[name], strict=True)]
    return Cell(median(figures[name]), median(ratios))


def supply_cell(figures: Figures, name: str) -> Cell:
    """Microseconds, and the ratio to an order of the same battle in the same round."""
    times, rates = figures[f"{name} supply"], figures[name]
    return Cell(median(times), median(time * rate / 1e6 for time, rate in zip(times, rates, strict=True)))


def table(results: dict[str, Figures], size: Size) -> str:
    """The whole report."""
    return "\n".join(
        [*_head(results, size), *_play_lines(results), *_korean_lines(results), *_question_lines(results)]
    )


def _head(results: dict[str, Figures], size: Size) -> Iterator[str]:
    yield f"Python {platform.python_version()}, chess {chess.__version__}, {platform.machine()}."
    yield f"Medians of {size.rounds} rounds, {size.seconds} s of processor time for each figure in a round."


def _play_lines(results: dict[str, Figures]) -> Iterator[str]:
    wanted = " and ".join(f"{TARGETS[kernel]:.1f}" for kernel in results)
    yield from _title("Random play, a second", "x chess", results, f"at least {wanted}")
    yield _line("python-chess, moves", [play_cell(figures, [CHESS]) for figures in results.values()], ",.0f")
    for name, title in MAPS.items():
        yield f"{title}, orders"
        books = [f"{name} {book}" for book in BOOKS]
        for label, names in (*zip(BOOKS, ([book] for book in books), strict=True), ("mean", books)):
            cells = [play_cell(figures, names) for figures in results.values()]
            met = [cell.ratio >= TARGETS[kernel] for kernel, cell in zip(results, cells, strict=True)]
            yield _line(f"  {label}", cells, ",.0f", met)


def _korean_lines(results: dict[str, Figures]) -> Iterator[str]:
    wanted = " and ".join(f"{KOREAN_TARGETS[kernel]:.1f}" for kernel in results)
    yield from _title("Korea, orders a second", "x chess", results, f"at least {wanted}")
    for name, title in KOREA.items():
        cells = [play_cell(figures, [name]) for figures in results.values()]
        met = [cell.ratio >= KOREAN_TARGETS[kernel] for kernel, cell in zip(results, cells, strict=True)]
        yield _line(title, cells, ",.0f", met)
    yield from _title("Airborne, orders a second", "x Pusan", results, f"at most {MOST_AIRBORNE:.1f}")
    for name, title in AIRBORNE.items():
        cells = [airborne_cell(figures, name) for figures in results.values()]
        yield _line(title, cells, ",.0f", [cell.ratio <= MOST_AIRBORNE for cell in cells])
    yield from _title("Supply of a side, microseconds", "x order", results, f"at most {MOST_SUPPLY:.0f}")
    for name in SUPPLIED:
        cells = [supply_cell(figures, name) for figures in results.values()]
        yield _line(KOREA[name], cells, ",.1f", [cell.ratio <= MOST_SUPPLY for cell in cells])


def _question_lines(results: dict[str, Figures]) -> Iterator[str]:
    yield from _title("Questions, microseconds", "x order", results, "copy below 0.25, view at most 2")
    for name, title in MAPS.items():
        yield title
        for question, label in QUESTIONS.items():
            cells = [question_cell(figures, name, question) for figures in results.values()]
            target = QUESTION_TARGETS.get(question)
            met = None if target is None else [cell.ratio <= target for cell in cells]
            yield _line(f"  {label}", cells, ",.1f", met)


def _title(what: str, ratio: str, results: dict[str, Figures], target: str) -> Iterator[str]:
    yield ""
    yield f"{what:<34}" + "".join(f"{kernel:>10}{ratio:>9}" for kernel in results) + f"   {target}"
    yield "-" * 104


def _line(label: str, cells: list[Cell], form: str, met: list[bool] | None = None) -> str:
    columns = "".join(f"{cell.figure:>10{form}}{cell.ratio:>9.2f}" for cell in cells)
    verdict = ", ".join("met" if one else "not met" for one in met or [])
    return f"{label:<34}{columns}   {verdict}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Hexfolio against python-chess.")
    for name, value in vars(Size()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default {value}")
    parser.add_argument("--json", action="store_true", help="only the figures of the kernel that is loaded")
    options = vars(parser.parse_args())
    only_figures = options.pop("json")
    size = Size(**options)
    if only_figures:
        print(json.dumps({"kernel": paths.KERNEL, "figures": measure(size)}))
    else:
        print(table({kernel: measure_apart(kernel, size) for kernel in TARGETS}, size))


if __name__ == "__main__":
    main()
