"""Who makes the trials: this process alone, or together with a second one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_all_start_methods, get_context
from multiprocessing.connection import Connection

from .race import Lap, Run


def may_share() -> bool:
    """Is there a second core, and may this process have one work for it?"""
    return (os.cpu_count() or 1) > 1 and "fork" in get_all_start_methods() and not current_process().daemon


@contextmanager
def shared(run: Run) -> Iterator[Run]:
    """The same trials in half the time: a second process makes every other one.

    It is forked for one race, so it knows what is to be tried and nothing has to be sent but numbers.
    """
    context = get_context("fork")
    here, there = context.Pipe()
    partner = context.Process(target=_work, args=(here, there, run), daemon=True)
    partner.start()
    there.close()

    def both(laps: Sequence[Lap]) -> list[float]:
        here.send(list(laps[1::2]))
        scores = [0.0] * len(laps)
        scores[::2] = run(laps[::2])
        scores[1::2] = here.recv()
        return scores

    try:
        yield both
    finally:
        here.close()
        partner.terminate()
        partner.join()


def _work(far_end: Connection, line: Connection, run: Run) -> None:
    """Make trials until whoever asks for them is gone; Ctrl+C is left to him."""
    far_end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            line.send(run(line.recv()))
