"""Work in processes of their own: forked, so that nothing is loaded again and nothing leaks back."""

from __future__ import annotations

import multiprocessing
import resource
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

MEMORY = 3 * 2**30
"""What a child may ask for; a mutant that piles things up ends there."""
PROCESSOR = 900
"""Seconds of work after which a child is ended from outside, whatever it is doing."""

T = TypeVar("T")
R = TypeVar("R")


class EndlessError(BaseException):
    """Something took much longer than it should; no `except Exception` holds it up."""


class _Child(NamedTuple):
    number: int
    process: BaseProcess
    results: Connection


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise EndlessError after so many seconds of work of this process, however busy the machine is."""

    def stop(number: int, frame: object) -> None:
        raise EndlessError

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class Crew(Generic[T, R]):
    """Does a piece of work for every item, each in a child of its own, some at a time.

    `results()` yields number and result as they come; the result is None where the child died. Leaving the
    loop, by Ctrl+C too, ends the children.
    """

    def __init__(self, work: Callable[[T], R], items: list[T], jobs: int) -> None:
        self.work, self.items, self.jobs = work, items, jobs
        self.context = multiprocessing.get_context("fork")
        self.children: list[_Child] = []

    def results(self) -> Generator[tuple[int, R | None], None, None]:
        waiting = list(range(len(self.items)))[::-1]
        try:
            while waiting or self.children:
                while waiting and len(self.children) < self.jobs:
                    self._start(waiting.pop())
                ready = wait([child.results for child in self.children])
                for child in [child for child in self.children if child.results in ready]:
                    self.children.remove(child)
                    yield child.number, self._result(child)
        finally:
            for child in self.children:
                child.process.kill()
                child.process.join()

    def _start(self, number: int) -> None:
        ours, theirs = self.context.Pipe(duplex=False)
        process = self.context.Process(target=self._run, args=(number, theirs), daemon=True)
        process.start()
        theirs.close()
        self.children.append(_Child(number, process, ours))

    def _run(self, number: int, results: Connection) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        results.send(self.work(self.items[number]))

    def _result(self, child: _Child) -> R | None:
        try:
            result: Any = child.results.recv()
        except EOFError:
            result = None
        child.process.join()
        child.results.close()
        return result  # type: ignore[no-any-return]
