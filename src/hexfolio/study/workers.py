"""Where the games of a study are played: here, in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import re
import signal
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from .plan import StudyError

Job = TypeVar("Job")
Record = TypeVar("Record")

LOCAL = "local"
"""The address that stands for a cluster of our own."""

LOCAL_WORKERS = 2
_AHEAD = 2
"""Games handed out for each worker, so that none waits for the next."""

_PATIENCE = 5
"""Seconds to wait for an answer from a cluster."""


class Crew:
    """Those who play the games: called up for the first one, and kept until the end of the block."""

    def __init__(self, workers: int, ray: str | None = None) -> None:
        self.workers = workers
        self.ray = ray
        self._pool: ProcessPoolExecutor | None = None
        self._others: set[BaseProcess] = set()
        self._cluster: Any = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._cluster is not None:
            self._cluster.shutdown()
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()

    def run(self, play: Callable[[Job], Record], jobs: Sequence[Job]) -> Iterator[Record]:
        """Play games and hand over each as it is finished, in whatever order that is."""
        if not jobs:
            return iter(())
        if self.ray is not None:
            return self._in_cluster(play, jobs, self.ray)
        if self.workers > 1:
            return self._in_processes(play, jobs)
        return map(play, jobs)

    def _in_processes(self, play: Callable[[Job], Record], jobs: Iterable[Job]) -> Iterator[Record]:
        if self._pool is None:
            self._others = set(multiprocessing.active_children())
            # Processes begin afresh: a copy of this one could inherit locks that other threads hold.
            self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)
        pool, waiting = self._pool, iter(jobs)
        try:
            running: set[Future[Record]] = {
                pool.submit(play, job) for job in islice(waiting, self.workers * _AHEAD)
            }
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(play, job) for job in islice(waiting, len(finished))}
                for future in finished:
                    yield future.result()
        except BrokenProcessPool:
            raise StudyError(
                "A worker died, perhaps for want of memory; the same command goes on, --workers takes fewer."
            ) from None

    def _in_cluster(
        self, play: Callable[[Job], Record], jobs: Iterable[Job], address: str
    ) -> Iterator[Record]:
        if self._cluster is None:
            try:
                import ray
            except ImportError:
                raise StudyError("--ray needs Ray: pip install 'hexfolio[ray]'.") from None
            _join(ray, address)
            self._cluster = ray
        cluster, waiting = self._cluster, iter(jobs)
        task = cluster.remote(max_retries=2)(play)
        ahead = max(1, int(cluster.cluster_resources().get("CPU", 1))) * _AHEAD
        running = [task.remote(job) for job in islice(waiting, ahead)]
        while running:
            finished, running = cluster.wait(running)
            running += [task.remote(job) for job in islice(waiting, len(finished))]
            yield from _results(cluster, finished)

    def __str__(self) -> str:
        if self.ray is None:
            return "in one process" if self.workers == 1 else f"in {self.workers} processes"
        if self.ray == LOCAL:
            return f"on a local Ray with {LOCAL_WORKERS} workers"
        return f"on the Ray cluster at {self.ray}"


def _begin() -> None:
    """A worker leaves it to the study to decide what an interruption means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _join(ray: Any, address: str) -> None:
    _knock(address)
    quiet = {"log_to_driver": False, "logging_level": "error"}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=LOCAL_WORKERS, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise StudyError(f"There is no Ray cluster at {address}: {reason}.") from None


def _knock(address: str) -> None:
    """Does anybody answer there? Ray itself would wait for minutes."""
    named = re.fullmatch(r"(?:ray://)?\[?([^/\]]+?)\]?:([0-9]{1,5})", address)
    if not named:
        return
    try:
        socket.create_connection((named[1], int(named[2])), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise StudyError(f"There is no Ray cluster at {address}: {error}.") from None


def _results(ray: Any, finished: list[Any]) -> Iterator[Any]:
    try:
        yield from ray.get(finished)
    except ray.exceptions.RayTaskError as error:
        cause = getattr(error, "cause", None)
        raise StudyError(str(cause or error).splitlines()[0]) from None
    except ray.exceptions.RayError as error:
        raise StudyError(f"A worker of the cluster was lost: {str(error).splitlines()[0]}") from None
