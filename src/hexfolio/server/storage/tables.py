"""The tables as the code knows them; the migrations build them, and a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC on the way in."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC on the way out."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

sheets = Table(
    "sheets",
    metadata,
    Column("hash", String(32), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("battle", Text, nullable=False),
    Column("book", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("revision", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("mode", String(16), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("branched_from", String(22), ForeignKey("games.id")),
    Column("branched_at", Integer),
    Column("imported", JSON(none_as_null=True)),
    Column("position", Integer, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("sheets", String(32)),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("seat_no", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("display_name", Text),
)

tokens = Table(
    "tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("game_id", String(22), ForeignKey("games.id"), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("label", Text),
    Index("ix_tokens_game_id", "game_id"),
)

rows = Table(
    "rows",
    metadata,
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("side", Text),
    Column("text", Text),
    Column("dice", JSON, nullable=False),
    Column("events", JSON, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("change", Text),
    Column("digest", String(12)),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("orders", Integer, nullable=False),
)

# SQLite numbers rows by itself only if the key is called INTEGER.
chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game_id", String(22), ForeignKey("games.id"), nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_chat_game_id", "game_id", "id"),
)
