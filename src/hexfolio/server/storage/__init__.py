"""Where the server keeps its games: SQLite by default, PostgreSQL by URL.

    storage = Storage.open("sqlite:///games.sqlite3")

Nothing else of the package need be imported than what is named here.
"""

from .engine import ENVIRONMENT
from .errors import (
    BadTextError,
    DamagedDatabaseError,
    DatabaseAddressError,
    DatabaseBusyError,
    DatabaseUnreachableError,
    DuplicateError,
    FolderNotWritableError,
    NewerDatabaseError,
    StalePositionError,
    StorageError,
    UnknownGameError,
    UnknownSeatError,
)
from .records import (
    MISSED,
    ChatRecord,
    GameRecord,
    NewRow,
    Notice,
    Place,
    RowRecord,
    SeatRecord,
    SnapshotRecord,
    TokenRecord,
    hash_token,
    new_game_id,
)
from .store import Storage

__all__ = [
    "ENVIRONMENT",
    "MISSED",
    "BadTextError",
    "ChatRecord",
    "DamagedDatabaseError",
    "DatabaseAddressError",
    "DatabaseBusyError",
    "DatabaseUnreachableError",
    "DuplicateError",
    "FolderNotWritableError",
    "GameRecord",
    "NewRow",
    "NewerDatabaseError",
    "Notice",
    "Place",
    "RowRecord",
    "SeatRecord",
    "SnapshotRecord",
    "StalePositionError",
    "Storage",
    "StorageError",
    "TokenRecord",
    "UnknownGameError",
    "UnknownSeatError",
    "hash_token",
    "new_game_id",
]
