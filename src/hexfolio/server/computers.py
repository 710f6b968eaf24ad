"""Computer players: they think in processes of their own and answer for their seats."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Lock

from .thinking import Answers, Task, begin_work, think

TRIES = 3
MOST_HOMES = 4000
"""Games of which it is known where their players are remembered."""

log = logging.getLogger("hexfolio.computers")


class StoppedError(RuntimeError):
    """The server ends; nobody thinks any more."""


class Worker:
    """A process that thinks, one task at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        reader, self._lifeline = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin_work, initargs=(reader,))
        self.load = 0
        """Tasks that it was given and has not answered."""

    def think(self, task: Task) -> Answers:
        return self._pool.submit(think, task).result()

    def end(self) -> None:
        """At once, even in the middle of a long thought."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._lifeline.close()


class Computers:
    """The workers that think, and the threads that wait for them, one game at a time."""

    def __init__(self, workers: int) -> None:
        self._most = workers
        self._lock = Lock()
        self._workers: list[Worker] = []
        self._homes: OrderedDict[str, Worker] = OrderedDict()
        """Where the players of a game are remembered."""
        self._threads = ThreadPoolExecutor(max_workers=4 * workers, thread_name_prefix="computer")
        self._busy: dict[str, bool] = {}
        """Games that are being played, and whether there was news during the last step."""
        self._closed = False

    def play(self, game_id: str, step: Callable[[], bool]) -> None:
        """Do `step` again and again until it says that nothing is left to do; once at a time for a game."""
        with self._lock:
            if self._closed:
                return
            if game_id in self._busy:
                self._busy[game_id] = True
                return
            self._busy[game_id] = False
            self._threads.submit(self._run, game_id, step)

    def _run(self, game_id: str, step: Callable[[], bool]) -> None:
        """One step, and then to the end of the queue: no game keeps the others waiting."""
        more = False
        try:
            more = step()
        except Exception:
            if not self._closed:
                log.exception("A computer player failed in game %s.", game_id)
        with self._lock:
            if not self._closed and (self._busy[game_id] or more):
                self._busy[game_id] = False
                self._threads.submit(self._run, game_id, step)
            else:
                del self._busy[game_id]

    def answer(self, task: Task) -> Answers:
        """Let a worker think; one that died is replaced."""
        for attempt in range(TRIES):
            worker = self._take(task.game)
            try:
                return worker.think(task)
            except (BrokenProcessPool, CancelledError, RuntimeError) as error:
                if self._closed:
                    raise StoppedError("The server is stopping.") from None
                if not isinstance(error, BrokenProcessPool):
                    raise
                log.warning("A worker of the computer players died (attempt %d).", attempt + 1)
                self._discard(worker)
            finally:
                with self._lock:
                    worker.load -= 1
        raise RuntimeError("The workers of the computer players keep dying.")

    def _take(self, game_id: str) -> Worker:
        """The worker that remembers the game. One that is idle is better than one that is busy elsewhere:
        to plan anew takes no longer than to wait for somebody else's plan."""
        with self._lock:
            if self._closed:
                raise StoppedError("The server is stopping.")
            worker = self._homes.pop(game_id, None)
            if worker not in self._workers or (worker.load and self._has_idle()):
                worker = self._least_busy()
            assert worker is not None
            worker.load += 1
            self._homes[game_id] = worker
            if len(self._homes) > MOST_HOMES:
                self._homes.popitem(last=False)
            return worker

    def _has_idle(self) -> bool:
        return len(self._workers) < self._most or any(not worker.load for worker in self._workers)

    def _least_busy(self) -> Worker:
        """Processes are started when they are needed: a game alone needs one."""
        if len(self._workers) < self._most and all(worker.load for worker in self._workers):
            self._workers.append(Worker())
        return min(self._workers, key=lambda worker: worker.load)

    def _discard(self, worker: Worker) -> None:
        with self._lock:
            if worker in self._workers:
                self._workers.remove(worker)
        worker.end()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            workers, self._workers = self._workers, []
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.end()


def new_seed() -> int:
    return secrets.randbits(63)
