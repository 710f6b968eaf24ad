"""What can go wrong with the database, each as a sentence for whoever started the server."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class StorageError(Exception):
    """Something the database could not do; the message is a sentence."""


class DatabaseAddressError(StorageError):
    """The address of the database makes no sense, or its driver is missing."""


class DatabaseUnreachableError(StorageError):
    """Nobody answers at the address of the database."""


class DatabaseBusyError(StorageError):
    """The database answers, but others kept it busy for too long."""


class FolderNotWritableError(StorageError):
    """The file of an SQLite database cannot be made or written."""


class DamagedDatabaseError(StorageError):
    """The file is there, but it is not a database of ours."""


class NewerDatabaseError(StorageError):
    """The database was written by a newer version of the program."""


class DuplicateError(StorageError):
    """A game or a token with this name is there already."""


class UnknownGameError(StorageError):
    """There is no game with this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"There is no game {game_id!r}.")


class UnknownSeatError(StorageError):
    """The game has no such seat."""

    def __init__(self, game_id: str, side: str) -> None:
        super().__init__(f"Game {game_id!r} has no seat {side!r}.")


class BadTextError(StorageError):
    """A text with characters that a database cannot keep."""

    def __init__(self) -> None:
        super().__init__("A text contains characters that cannot be stored.")


class StalePositionError(StorageError):
    """Somebody else wrote to the game first; `current` is where it stands now."""

    def __init__(self, current: int) -> None:
        super().__init__(f"The game has moved on to row {current}.")
        self.current = current


SQLITE_REASONS: tuple[tuple[str, type[StorageError], str], ...] = (
    ("unable to open", FolderNotWritableError, "The database {place} cannot be opened for writing."),
    ("readonly database", FolderNotWritableError, "The database {place} cannot be written."),
    ("not a database", DamagedDatabaseError, "The file {place} is not a database."),
    ("malformed", DamagedDatabaseError, "The database {place} is damaged."),
    ("is locked", DatabaseBusyError, "The database {place} is busy."),
    ("disk is full", StorageError, "The disk that holds the database {place} is full."),
)

UNIQUE_VIOLATION = "23505"
CONNECTION_STATES = ("08", "57")
"""Classes of PostgreSQL's states: connection failed, and shut down; none at all if nobody answered."""


def sentence(error: SQLAlchemyError, place: str) -> StorageError:
    """The same error as one of ours; `place` is the address of the database without its password."""
    if isinstance(error, PoolTimeoutError):
        return DatabaseBusyError(f"The database {place} is busy: too many requests at once.")
    if not isinstance(error, DBAPIError):
        return StorageError(f"The database {place} could not be used: {reason(error)}.")
    said = str(error.orig)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if isinstance(error, IntegrityError) and (state == UNIQUE_VIOLATION or "UNIQUE" in said):
        return DuplicateError(f"The database {place} has this already: {reason(error)}.")
    if type(error.orig).__module__ == "sqlite3":
        for part, kind, text in SQLITE_REASONS:
            if part in said:
                return kind(text.format(place=place))
    elif isinstance(error, OperationalError) and (state is None or state[:2] in CONNECTION_STATES):
        return DatabaseUnreachableError(f"The database {place} cannot be reached: {reason(error)}.")
    return StorageError(f"The database {place} could not do this: {reason(error)}.")


def reason(error: SQLAlchemyError) -> str:
    """The first line of what the driver said, without its full stop."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return said.splitlines()[0].rstrip(".") if said else "no reason was given"
