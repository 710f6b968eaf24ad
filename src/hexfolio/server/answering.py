"""Computer players at the tables: they answer for their seats, and give hints to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock

from hexfolio import opponents
from hexfolio.core.odds import Odds
from hexfolio.core.orders import Order

from . import problems, schemas
from .computers import Computers, new_seed
from .odds import odds_json
from .offers import choice_json
from .open_table import HUMAN, OpenTable
from .seating import Visitor, check_player
from .storage import StalePositionError
from .thinking import MOST_ORDERS, Task

Opening = Callable[[str], AbstractContextManager[OpenTable]]


class Answering:
    """Lets computers think about tables and carries their answers there."""

    def __init__(self, table: Opening, workers: int) -> None:
        self._table = table
        self._computers = Computers(workers)
        self._lock = Lock()
        self._advising: set[str] = set()

    def close(self) -> None:
        self._computers.close()

    def wake(self, table: OpenTable) -> None:
        """If a computer player owes a decision, let it think."""
        if table.asked is not None and table.player(table.asked) != HUMAN:
            game_id = table.record.id
            self._computers.play(game_id, lambda: self._answer(game_id))

    def _answer(self, game_id: str) -> bool:
        """Let the computer player answer; True if some computer still owes a decision."""
        with self._table(game_id) as table:
            task = _owed(table)
        if task is None:
            return False
        answers = self._computers.answer(task)
        with self._table(game_id) as table:
            if table.player(task.side) == task.player:  # else somebody has taken the seat meanwhile
                _give(table, task, answers)
            return _owed(table) is not None

    # Hints

    def hint(self, visitor: Visitor, body: schemas.HintBody) -> schemas.Hint:
        """What a computer player would do in the visitor's place; the game stays as it is."""
        name = body.player or opponents.USUAL
        check_player(name)
        if name == HUMAN:
            raise problems.malformed("Hints are given by computer players, not by people.")
        with self._one_at_a_time(visitor.game_id):
            with self._table(visitor.game_id) as table:
                task = _asked(visitor, table, body.position, name)
            [(line, reason)] = self._computers.answer(task)
            with self._table(visitor.game_id) as table:
                if table.number != task.number:
                    raise StalePositionError(table.number)
                return _hint(table, task, table.rules.notation.read(line), reason)

    @contextmanager
    def _one_at_a_time(self, game_id: str) -> Iterator[None]:
        with self._lock:
            if game_id in self._advising:
                raise problems.problem(429, "busy", "The computer still thinks about the last question.")
            self._advising.add(game_id)
        try:
            yield
        finally:
            with self._lock:
                self._advising.discard(game_id)


def _owed(table: OpenTable) -> Task | None:
    """What a computer has to think about now."""
    side = table.asked
    if side is None or (player := table.player(side)) == HUMAN:
        return None
    return _task(table, side, player, new_seed(), MOST_ORDERS)


def _asked(visitor: Visitor, table: OpenTable, position: int, player: str) -> Task:
    """The decision somebody wants a hint for."""
    if table.finished or (side := table.asked) is None:
        raise problems.finished()
    visitor.check_decides(table, side)
    if position != table.number:
        raise StalePositionError(table.number)
    # The same question gets the same answer, hence the seed.
    return _task(table, side, player, table.number, 1)


def _task(table: OpenTable, side: str, player: str, seed: int, most: int) -> Task:
    record = table.record
    return Task(
        game=record.id,
        side=side,
        battle=record.battle,
        book=record.book,
        options=tuple(sorted((name, str(value)) for name, value in record.options.items())),
        state=table.game.state.to_json(),
        number=table.number,
        last=table.last_order(side),
        player=player,
        seed=seed,
        most=most,
        sheets=table.sheets,
    )


def _give(table: OpenTable, task: Task, answers: list[tuple[str, str]]) -> None:
    """Write down what a computer has decided, unless the table has changed meanwhile."""
    number = task.number
    try:
        for line, reason in answers:
            table.give(task.side, table.rules.notation.read(line), number, reason)
            number += 1
    except StalePositionError:
        table.catch_up()


def _hint(table: OpenTable, task: Task, order: Order, reason: str) -> schemas.Hint:
    odds = _odds(table, order)
    return schemas.Hint(
        position=table.number,
        side=task.side,
        player=task.player,
        choice=choice_json(table.game, order),
        reason=reason,
        odds=None if odds is None else odds_json(odds),
    )


def _odds(table: OpenTable, order: Order) -> Odds | None:
    """Those of the attack that the order begins, or of the combat under way with the markers it adds."""
    game = table.game
    try:
        return game.odds(order)
    except (ValueError, LookupError):
        pass
    if not order.markers or table.asked is None:
        return None
    attacks = table.side_index(table.asked) == game.state.active
    try:
        return game.odds(None, *((order.markers, ()) if attacks else ((), order.markers)))
    except (ValueError, LookupError):
        return None
