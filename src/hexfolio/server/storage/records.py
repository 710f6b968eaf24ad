"""What goes into the storage and comes out of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def new_game_id() -> str:
    """An id nobody can guess: 128 random bits in 22 characters that fit into a link."""
    return secrets.token_urlsafe(16)


def hash_sheets(text: str) -> str:
    """The name by which sheets are kept: the same text is kept once."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def hash_token(token: str) -> str:
    """What is stored of a token, so that a stolen database opens no seat."""
    # Tokens come from strangers: a text that is not quite one shall open nothing, but fail nothing either.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game: what it takes to set it up again, and where its journal stands."""

    id: str
    battle: str
    book: str
    options: Mapping[str, Any]
    seed: str = field(repr=False)
    """Decimal. Secret while the game lasts, hence not in the repr, which may end up in a log."""
    revision: str
    title: str
    mode: str
    created: datetime = field(default_factory=now)
    branched_from: str | None = None
    branched_at: int | None = None
    imported: Mapping[str, Any] | None = None
    position: int = 0
    finished: bool = False
    sheets: str | None = None
    """The hash of the sheets it began with; None for a game that was begun before they were kept."""


class SeatRecord(NamedTuple):
    """Who plays a side: 'human' or the name of a computer player."""

    side: str
    player: str
    display_name: str | None = None


class TokenRecord(NamedTuple):
    """What a secret link opens: one seat, or several in solo and hot-seat games."""

    game_id: str
    token_hash: str
    seats: tuple[str, ...]
    label: str | None = None


class NewRow(NamedTuple):
    """A row for the journal; it gets its number when it is appended."""

    kind: str
    side: str | None = None
    text: str | None = None
    dice: Sequence[int] = ()
    events: Sequence[Any] = ()
    at: datetime | None = None
    """When it happened; now if not given."""
    change: str | None = None
    """How the position differs from that of the row before it in the line of play; None if it does not."""
    digest: str | None = None
    """Of the position, in short."""


class RowRecord(NamedTuple):
    """A row of the journal."""

    number: int
    kind: str
    side: str | None
    text: str | None
    dice: tuple[int, ...]
    events: tuple[Any, ...]
    at: datetime
    change: str | None = None
    digest: str | None = None


class Place(NamedTuple):
    """The position after a row, for a row that was written without it."""

    number: int
    change: str
    digest: str


class SnapshotRecord(NamedTuple):
    """The full position after a row, after so many orders that still stand."""

    number: int
    state: Any
    orders: int


class ChatRecord(NamedTuple):
    """A chat message; ids grow within a game in the order in which messages appear."""

    id: int
    game_id: str
    author: str
    text: str
    at: datetime


class Notice(NamedTuple):
    """News for listeners: a game reached row `number`, or has a chat message of that id, or another topic."""

    game_id: str
    topic: str
    number: int

    def payload(self) -> str:
        """As it travels between processes."""
        if self.topic == "rows":
            return f"{self.game_id} {self.number}"
        return f"{self.game_id} {self.topic} {self.number}"

    @classmethod
    def parse(cls, payload: str) -> Notice | None:
        """The notice in a payload, or None if somebody else's payload is no notice."""
        words = payload.split(" ")
        if len(words) == 2:
            words.insert(1, "rows")
        if len(words) != 3 or not words[2].isdecimal():
            return None
        return cls(words[0], words[1], int(words[2]))


MISSED = Notice("", "missed", 0)
"""The connection was lost for a while: any game may have moved on, so look at all of them."""
