"""Settings of the server, from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass

RATE = "HEXFOLIO_RATE"
WORKERS = "HEXFOLIO_WORKERS"
KEEP_ALIVE = 65
"""Seconds that an idle connection is kept: longer than proxies keep theirs, or requests meet closed doors."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an address for the storage, None for the user's data folder.

    `rate` is how many requests a second one address may send for long; 0 lets everything through.
    `workers` is how many computer players may think at the same time, each in a process of its own.
    """

    database: str | None = None
    rate: float = 50.0
    burst: int = 400
    most_body: int = 64 * 1024
    most_import: int = 2 * 1024 * 1024
    workers: int = max(2, os.cpu_count() or 1)

    @classmethod
    def from_environment(cls, database: str | None = None) -> Settings:
        """The settings that the environment asks for; raises ValueError with a sentence."""
        plain = cls()
        rate, workers = _number(RATE, plain.rate), _number(WORKERS, plain.workers)
        return cls(database=database, rate=rate, workers=max(1, int(workers)))


def _number(name: str, default: float) -> float:
    text = os.environ.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 1e6:
        raise ValueError(f"{name} is {text!r}: expected a number, 0 or greater.")
    return value
