"""Computer players: they think in processes of their own and answer for their seats."""

from __future__ import annotations

import logging
import os
import secrets
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from time import monotonic
from typing import Any, NamedTuple

from hexfolio import opponents
from hexfolio.core.game import Game
from hexfolio.opponents.seat import Seat

from .battle_sheets import rules_of

MOST_ORDERS = 24
MOST_SECONDS = 0.3
"""After so long a player hands over what it has decided so far, so that people can follow."""

TRIES = 3
log = logging.getLogger("hexfolio.computers")


class Task(NamedTuple):
    """A decision that a computer player owes."""

    battle: str
    book: str
    options: tuple[tuple[str, str], ...]
    state: dict[str, Any]
    player: str
    seed: int


Answers = list[tuple[str, str]]
"""Orders as lines of text, each with its reason."""


def think(task: Task) -> Answers:
    """What a player does from a position on, until another side is asked or people shall see something.

    Runs in a process of its own. The player sees its seat, never the position.
    """
    rules = rules_of(task.battle, task.book, task.options)
    game = Game.from_state(rules, rules.state_from_json(task.state))
    player = opponents.find(task.player)(task.seed)
    answers: Answers = []
    begun, side = monotonic(), None
    while len(answers) < MOST_ORDERS and monotonic() - begun < MOST_SECONDS:
        decision = game.decision
        if decision is None or side not in (None, decision.side):
            break
        side = decision.side
        choice = player.choose(Seat(game, side))
        answers.append((rules.notation.write(choice.order), choice.reason))
        game.apply(choice.order, side)
    return answers


def _begin_work() -> None:
    """A worker leaves Ctrl+C to the server, and does not outlive it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_server, daemon=True).start()


def _follow_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


class Computers:
    """The workers that think, and the threads that wait for them, one game at a time."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._threads = ThreadPoolExecutor(max_workers=4 * workers, thread_name_prefix="computer")
        self._busy: set[str] = set()
        self._closed = False

    def play(self, game_id: str, step: Callable[[], bool]) -> None:
        """Do `step` again and again until it says that nothing is left to do; once at a time for a game."""
        with self._lock:
            if game_id in self._busy or self._closed:
                return
            self._busy.add(game_id)
        self._threads.submit(self._run, game_id, step)

    def _run(self, game_id: str, step: Callable[[], bool]) -> None:
        try:
            while not self._closed and step():
                pass
        except Exception:
            log.exception("A computer player failed in game %s.", game_id)
        finally:
            with self._lock:
                self._busy.discard(game_id)

    def answer(self, task: Task) -> Answers:
        """Let a worker think; one that died is replaced."""
        for attempt in range(TRIES):
            pool = self._executor()
            try:
                return pool.submit(think, task).result()
            except BrokenProcessPool:
                log.warning("A worker of the computer players died (attempt %d).", attempt + 1)
                with self._lock:
                    if self._pool is pool:  # else another game has replaced it already
                        self._pool = None
        raise RuntimeError("The workers of the computer players keep dying.")

    def _executor(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                context = get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    max_workers=self._workers, mp_context=context, initializer=_begin_work
                )
            return self._pool

    def close(self) -> None:
        with self._lock:
            self._closed = True
            pool = self._pool
        self._threads.shutdown(wait=False, cancel_futures=True)
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def new_seed() -> int:
    return secrets.randbits(63)
