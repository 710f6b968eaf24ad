"""Entries of a game's journal: orders with what they brought about, linked so that branches share a past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .events import Event
from .orders import Order
from .state import State

SNAPSHOT_EVERY = 64
"""A full position is kept every so many orders; what lies between is replayed."""

RESEED = "reseed"
"""The entry “reseed N” is no order: from here on the dice come from seed N."""

REVISED = "revised"
"""The entry “revised EDITION” is no order: from here on the game goes on under mended rules."""


def revised_text(edition: str) -> str:
    """What the log says where mended rules take over."""
    return f"From here on the game is played by revision {edition} of rules and data"


class JournalError(ValueError):
    """A saved game that cannot be read, or a position it does not have; the message says where and why."""


class Entry:
    """One order with its dice and events.

    What was played under an earlier edition of the rules is not played again: each such entry holds its
    position, its text and what was told of it.
    """

    __slots__ = ("dice", "edition", "events", "number", "order", "parent", "snapshot", "text", "told")

    def __init__(
        self,
        parent: Entry | None,
        order: Order | None,
        dice: Sequence[int],
        events: Sequence[Event],
        snapshot: State | None,
        edition: str,
    ) -> None:
        self.parent = parent
        self.number: int = parent.number + 1 if parent else 0
        self.order = order
        self.dice = dice
        self.events = events
        self.snapshot = snapshot
        self.edition = edition
        self.text = ""
        self.told: Sequence[Any] = ()

    def before(self) -> Entry:
        assert self.parent is not None
        return self.parent

    def line(self) -> list[Entry]:
        """The entries from the beginning to this one."""
        entries = [self]
        while (parent := entries[-1].parent) is not None:
            entries.append(parent)
        return entries[::-1]
