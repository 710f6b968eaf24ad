"""Playing one game of a study and keeping what tables are made of."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Any, NamedTuple

from hexfolio import opponents
from hexfolio.core import journal
from hexfolio.core.battle import Battle
from hexfolio.core.events import Event, event_kind
from hexfolio.core.game import Game, Rules
from hexfolio.core.state import ELIMINATED, State
from hexfolio.opponents.match import play_match

from .plan import Job, StudyError
from .variations import open_setup

MOST_ORDERS = 20_000
"""A game that is longer than this does not end."""


class TurnRow(NamedTuple):
    """A side at the end of a turn; strength is the sum of the first figures of its counters on the map."""

    turn: int
    side: int
    points: int
    counters: int
    steps: int
    strength: int


class LossRow(NamedTuple):
    """What a counter lost; `turn` is when it was eliminated, 0 if it was not."""

    unit: int
    turn: int
    steps: int


class HexRow(NamedTuple):
    """At the end of how many turns a side stood in a hex."""

    hex: int
    side: int
    turns: int


class CombatRow(NamedTuple):
    """A die looked up in a column of the table, by the side whose turn it was."""

    turn: int
    side: int
    kind: str
    hex: int
    differential: int
    column: int
    die: int
    result: str


class GameRecord(NamedTuple):
    """How one game went. A game that could not be finished has a fault, and nothing else counts."""

    variant: int
    number: int
    seed: int
    fault: str = ""
    winner: int = -1
    level: str = ""
    points: tuple[int, int] = (0, 0)
    orders: int = 0
    turns: int = 0
    digest: str = ""
    by_turn: tuple[TurnRow, ...] = ()
    losses: tuple[LossRow, ...] = ()
    hexes: tuple[HexRow, ...] = ()
    combats: tuple[CombatRow, ...] = ()
    text: str = ""
    """The game as a file, if it was asked for."""

    @property
    def key(self) -> tuple[int, int]:
        return self.variant, self.number

    @property
    def margin(self) -> int:
        return self.points[0] - self.points[1]

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameRecord:
        rows: dict[str, type[Any]] = {
            "by_turn": TurnRow, "losses": LossRow, "hexes": HexRow, "combats": CombatRow
        }  # fmt: skip
        values = {name: tuple(rows[name](*row) for row in data[name]) for name in rows}
        return cls(**{**data, **values, "points": tuple(data["points"])})


def play(job: Job) -> GameRecord:
    """Play a game; the seed gives the dice and the players as in a demonstration of the same seed."""
    rules = open_setup(job.setup)
    if rules.edition != job.edition:
        raise StudyError(
            f"A worker plays revision {rules.edition} of rules and data, the study {job.edition}: "
            f"install the same program everywhere."
        )
    first, second = (opponents.find(name) for name in job.setup.players)
    game = Game(rules, job.seed)
    watch = _Watch(game)
    try:
        outcome = play_match(
            game,
            (first(job.seed), second(job.seed + 1)),
            lambda _side, _choice, events: watch.look(events),
            MOST_ORDERS,
        )
    except Exception as error:
        # A player that does not know its way about a battle must not cost the other games of a study.
        fault = f"{type(error).__name__} after {game.position} orders: {error}"
        return GameRecord(job.variant, job.number, job.seed, fault)
    watch.end_turn()
    return GameRecord(
        job.variant,
        job.number,
        job.seed,
        "",
        outcome.winner,
        outcome.level,
        outcome.points,
        game.position,
        game.state.turn,
        game.state.digest(),
        tuple(watch.by_turn),
        tuple(watch.losses()),
        tuple(HexRow(hex_, side, count) for (hex_, side), count in sorted(watch.stood.items())),
        tuple(watch.combats),
        journal.save(game) if job.keep else "",
    )


class _Watch:
    """Looks at a game after every order: whoever plays and by whatever book, a position is a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = real_units(game.battle)
        self.turn = game.state.turn
        self.active = game.state.active
        self.by_turn: list[TurnRow] = []
        self.combats: list[CombatRow] = []
        self.stood: Tally[tuple[int, int]] = Tally()
        self.fell: dict[int, int] = {}

    def look(self, events: list[Event]) -> None:
        state = self.game.state
        turn = self.turn
        for event in events:
            self._combat(event, turn)
        if state.turn != turn:
            self.end_turn()
            self.turn = state.turn
        self.active = state.active

    def end_turn(self) -> None:
        """What the turn that ends here leaves behind."""
        turn, state = self.turn, self.game.state
        for unit in self.units:
            if state.at[unit] == ELIMINATED:
                self.fell.setdefault(unit, max(turn, 1))
            else:
                self.fell.pop(unit, None)  # some books bring units back
        if turn < 1:
            return
        points = self.game.view(None)["points"]
        for side, owner in enumerate(self.game.battle.sides):
            here = [unit for unit in self.units if state.side_of[unit] == side and state.at[unit] >= 0]
            for hex_ in {state.at[unit] for unit in here}:
                self.stood[hex_, side] += 1
            self.by_turn.append(TurnRow(turn, side, points[owner.id], *self._force(state, here)))

    def _force(self, state: State, units: list[int]) -> tuple[int, int, int]:
        counters = self.game.battle.counters
        steps = strength = 0
        for unit in units:
            left = counters[unit].steps[state.step[unit] :]
            steps += len(left)
            strength += left[0][0] if left else 0
        return len(units), steps, strength

    def _combat(self, event: Event, turn: int) -> None:
        column = getattr(event, "column", None)
        die, result = getattr(event, "die", None), getattr(event, "result", None)
        if column is None or die is None or result is None:
            return
        differential = int(getattr(event, "differential", 0))
        row = CombatRow(
            turn,
            self.active,
            event_kind(event),
            int(getattr(event, "hex", -1)),
            differential,
            column,
            die,
            str(result),
        )
        self.combats.append(row)

    def losses(self) -> list[LossRow]:
        battle, state = self.game.battle, self.game.state
        rows = []
        for unit in self.units:
            gone = state.at[unit] == ELIMINATED
            now = len(battle.counters[unit].steps) if gone else state.step[unit]
            steps = max(0, now - battle.start_steps.get(unit, 0))
            if gone or steps:
                rows.append(LossRow(unit, self.fell.get(unit, 0) if gone else 0, steps))
        return rows


def real_units(battle: Battle) -> list[int]:
    """Counters that stand for troops."""
    return [counter.index for counter in battle.counters if "dummy" not in counter]


def chance_of(rules: Rules, column: int, result: str) -> float | None:
    """How likely the table makes a result in a column; None if the book prints no such table."""
    for table in rules.tables():
        if all(1 <= column <= len(row) for row in table.results):
            cells = [row[column - 1] for row in table.results]
            return cells.count(result) / len(cells)
    return None
