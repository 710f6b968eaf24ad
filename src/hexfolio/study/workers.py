"""Where the games of a study are played: here, in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import re
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
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


def run_jobs(
    play: Callable[[Job], Record], jobs: Iterable[Job], workers: int, ray: str | None = None
) -> Generator[Record, None, None]:
    """Play games and hand over each as it is finished, in whatever order that is."""
    if ray is not None:
        yield from _on_ray(play, jobs, ray)
    elif workers > 1:
        yield from _in_processes(play, jobs, workers)
    else:
        yield from map(play, jobs)


def _in_processes(play: Callable[[Job], Record], jobs: Iterable[Job], workers: int) -> Iterator[Record]:
    others = set(multiprocessing.active_children())
    # Processes begin afresh: a copy of this one could inherit locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin)
    waiting = iter(jobs)
    try:
        running: set[Future[Record]] = {pool.submit(play, job) for job in islice(waiting, workers * _AHEAD)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(play, job) for job in islice(waiting, len(finished))}
            for future in finished:
                yield future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise StudyError(
            "A worker died, perhaps for want of memory; the same command goes on, --workers takes fewer."
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()


def _begin() -> None:
    """A worker leaves it to the study to decide what an interruption means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(play: Callable[[Job], Record], jobs: Iterable[Job], address: str) -> Iterator[Record]:
    try:
        import ray
    except ImportError:
        raise StudyError("--ray needs Ray: pip install 'hexfolio[ray]'.") from None
    yield from _in_cluster(ray, play, jobs, address)


def _in_cluster(
    ray: Any, play: Callable[[Job], Record], jobs: Iterable[Job], address: str
) -> Iterator[Record]:
    _join(ray, address)
    try:
        task = ray.remote(max_retries=2)(play)
        waiting = iter(jobs)
        ahead = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
        running = [task.remote(job) for job in islice(waiting, ahead)]
        while running:
            finished, running = ray.wait(running)
            running += [task.remote(job) for job in islice(waiting, len(finished))]
            yield from _results(ray, finished)
    finally:
        ray.shutdown()


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
