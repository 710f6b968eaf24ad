"""How far a study is: a line that is written over on a terminal, one plain line elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

_PAUSE = 0.2
"""Seconds between two pictures of the line."""


class Progress:
    """Games done, how many a second, and how long the rest will take."""

    def __init__(self, total: int, done: int, where: str, stream: TextIO) -> None:
        self.total = total
        self.done = done
        self._before = done
        self._stream = stream
        self._begun = time.monotonic()
        self._shown = 0.0
        self._live = stream.isatty()
        kept = f", {done} of them finished before" if done else ""
        print(f"Playing {total} games {where}{kept}.", file=stream, flush=True)

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if self._live and (now - self._shown >= _PAUSE or self.done == self.total):
            self._shown = now
            self._stream.write(f"\r\033[K{self.line(now - self._begun)}")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        rate = (self.done - self._before) / seconds if seconds > 0 else 0.0
        text = f"{self.done} of {self.total} games ({self.done / self.total:.0%})"
        if rate <= 0:
            return text
        speed = f"{rate:.1f} a second" if rate >= 1 else f"{rate * 60:.1f} a minute"
        return f"{text}, {speed}, {duration((self.total - self.done) / rate)} left"

    def close(self) -> None:
        if self._live and self._shown:
            self._stream.write("\n")
            self._stream.flush()


def duration(seconds: float) -> str:
    """A time in words for people who wait."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
