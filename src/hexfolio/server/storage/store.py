"""The storage: everything the server keeps, behind one small interface."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, RowMapping, Table, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from . import tables
from .engine import connect, place, reading, resolve, use_wal, writing
from .errors import BadTextError, StalePositionError, UnknownGameError, UnknownSeatError, sentence
from .migrate import upgrade
from .push import Callback, PostgresPush, Push
from .records import (
    ChatRecord,
    GameRecord,
    NewRow,
    Notice,
    Place,
    RowRecord,
    SeatRecord,
    SnapshotRecord,
    TokenRecord,
    hash_sheets,
    now,
)

# Queries that every request makes are put together once.
_TOKEN = select(tables.tokens).where(tables.tokens.c.token_hash == bindparam("token_hash"))
_ROWS = (
    select(
        *(
            tables.rows.c[name]
            for name in ("number", "kind", "side", "text", "dice", "events", "at", "change", "digest")
        ),
    )
    .where(tables.rows.c.game_id == bindparam("game_id"), tables.rows.c.number > bindparam("after"))
    .order_by(tables.rows.c.number)
)


class Storage:
    """Games in a database. Safe to use from several threads; every method is one transaction."""

    def __init__(self, engine: Engine, url: URL) -> None:
        self._engine = engine
        self._place = place(url)
        self._writer = writing(engine)
        self._reader = reading(engine)
        # SQLite has one writer at a time and lets the others sleep and try again; a queue loses no time.
        alone = engine.dialect.name == "sqlite"
        self._turn: AbstractContextManager[object] = Lock() if alone else nullcontext()
        self._push = PostgresPush(engine) if engine.dialect.name == "postgresql" else Push()

    @classmethod
    def open(cls, address: str | Path | None = None) -> Self:
        """Open the database, making or upgrading it first.

        The address is a URL or the path of an SQLite file; without one, the environment's
        HEXFOLIO_DATABASE_URL, else a file in the user's data folder.
        """
        url = resolve(address)
        engine = connect(url)
        storage = cls(engine, url)
        try:
            with storage._sentences():
                if engine.dialect.name == "sqlite":
                    use_wal(engine)
                upgrade(engine, storage._place)
        except BaseException:
            engine.dispose()
            raise
        return storage

    def close(self) -> None:
        """Stop listening and let go of the database."""
        self._push.close()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Games

    def create(
        self,
        game: GameRecord,
        seats: Sequence[SeatRecord],
        tokens: Sequence[TokenRecord],
        rows: Sequence[NewRow] = (),
        begun: NewRow | None = None,
        sheets: str = "",
    ) -> None:
        """Keep a new game with the sheets it is played by; a branch or an imported game brings its first
        rows along. `begun` is the row before them, which tells how the game began.

        The game's position is the number of those rows, whatever the record says.
        """
        check_text(game.title, *(seat.display_name for seat in seats), *(token.label for token in tokens))
        values = asdict(game) | {"options": dict(game.options), "position": len(rows)}
        with self._write() as connection:
            if sheets:
                values["sheets"] = self._keep_sheets(connection, sheets)
            connection.execute(insert(tables.games), values)
            if seats:
                connection.execute(
                    insert(tables.seats),
                    [seat._asdict() | {"game_id": game.id, "seat_no": no} for no, seat in enumerate(seats)],
                )
            if tokens:
                connection.execute(insert(tables.tokens), [token._asdict() for token in tokens])
            if begun is not None:
                insert_rows(connection, game.id, -1, [begun])
            insert_rows(connection, game.id, 0, rows)

    def sheets(self, name: str) -> str:
        """The sheets that are kept under a hash."""
        query = select(tables.sheets.c.packed).where(tables.sheets.c.hash == name)
        with self._read() as connection:
            return zlib.decompress(connection.execute(query).scalar_one()).decode()

    def _keep_sheets(self, connection: Connection, text: str) -> str:
        """Keep sheets, unless the same are kept already; returns their hash."""
        name = hash_sheets(text)
        packed = zlib.compress(text.encode(), 9)
        upsert = self._upsert(tables.sheets, {"hash": name, "packed": packed})
        connection.execute(upsert.on_conflict_do_nothing(index_elements=["hash"]))
        return name

    def _upsert(self, table: Table, values: Mapping[str, Any]) -> Any:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table).values(values)

    def game(self, game_id: str) -> GameRecord | None:
        """The game with this id."""
        found = self.list_recent([game_id])
        return found[0] if found else None

    def list_recent(self, game_ids: Iterable[str], limit: int = 100) -> list[GameRecord]:
        """Those of the games that exist, the newest first."""
        possible = {game_id for game_id in game_ids if storable(game_id)}
        query = select(tables.games).where(tables.games.c.id.in_(possible))
        query = query.order_by(tables.games.c.created.desc(), tables.games.c.id).limit(limit)
        return [GameRecord(**found) for found in self._all(query)]

    def position(self, game_id: str) -> int:
        """The number of the game's last row."""
        with self._read() as connection:
            return position(connection, game_id)

    # Seats

    def seats(self, game_id: str) -> list[SeatRecord]:
        """The seats of a game, in the order in which they were given."""
        table = tables.seats.c
        query = select(table.side, table.player, table.display_name).where(table.game_id == game_id)
        return [SeatRecord(**found) for found in self._all(query.order_by(table.seat_no))]

    def token(self, token_hash: str) -> TokenRecord | None:
        """What the token with this hash opens."""
        for found in self._all(_TOKEN, token_hash=token_hash):
            return TokenRecord(found["game_id"], token_hash, tuple(found["seats"]), found["label"])
        return None

    def tokens(self, game_id: str) -> list[TokenRecord]:
        """All tokens of a game."""
        return [
            TokenRecord(game_id, found["token_hash"], tuple(found["seats"]), found["label"])
            for found in self._all(select(tables.tokens).where(tables.tokens.c.game_id == game_id))
        ]

    def set_player(self, game_id: str, side: str, player: str, display_name: str | None) -> None:
        """Put somebody else into a seat."""
        check_text(player, display_name)
        table = tables.seats.c
        change = update(tables.seats).where(table.game_id == game_id, table.side == side)
        with self._write() as connection:
            if not connection.execute(change.values(player=player, display_name=display_name)).rowcount:
                raise UnknownSeatError(game_id, side)

    # The journal

    def append(
        self, game_id: str, expected_number: int, rows: Sequence[NewRow], finished: bool = False
    ) -> None:
        """Write the rows that follow row `expected_number`, all or none; once this returns they stay.

        `finished` says whether the game is over after them. Raises StalePositionError if the game's last
        row has another number, because somebody else was first.
        """
        check_text(*(row.text for row in rows))
        number = expected_number + len(rows)
        table = tables.games.c
        # This must come first: it locks the game, so that of two writers one waits and then finds it moved.
        step = update(tables.games).where(table.id == game_id, table.position == expected_number)
        notice = Notice(game_id, "rows", number)
        with self._write() as connection:
            if not connection.execute(step.values(position=number, finished=finished)).rowcount:
                raise StalePositionError(position(connection, game_id))
            insert_rows(connection, game_id, expected_number, rows)
            self._push.during(connection, notice)
        self._push.after(notice)

    def rows(self, game_id: str, after: int = 0, upto: int | None = None) -> list[RowRecord]:
        """The rows with numbers above `after`, up to and including `upto`."""
        query = _ROWS if upto is None else _ROWS.where(tables.rows.c.number <= upto)
        with self._read() as connection:
            found = connection.execute(query, {"game_id": game_id, "after": after}).all()
        return [
            RowRecord(number, kind, side, text, tuple(dice), tuple(events), at, change, digest)
            for number, kind, side, text, dice, events, at, change, digest in found
        ]

    def add_positions(
        self, game_id: str, number: int, begun: NewRow, places: Sequence[Place], sheets: str
    ) -> None:
        """Add to a game that was begun without them its sheets and the position after every row.

        Raises StalePositionError if its last row is not `number` any more. If another process was first,
        nothing is done.
        """
        games, rows = tables.games.c, tables.rows.c
        with self._write() as connection:
            name = self._keep_sheets(connection, sheets)
            bare = update(tables.games).where(games.id == game_id, games.sheets.is_(None))
            if not connection.execute(bare.values(sheets=name)).rowcount:
                return
            if (found := position(connection, game_id)) != number:
                raise StalePositionError(found)
            insert_rows(connection, game_id, -1, [begun])
            if places:
                change = update(tables.rows).where(rows.game_id == game_id, rows.number == bindparam("row"))
                values: dict[str, Any] = {
                    "change": bindparam("new_change"),
                    "digest": bindparam("new_digest"),
                }
                connection.execute(
                    change.values(values),
                    [{"row": p.number, "new_change": p.change, "new_digest": p.digest} for p in places],
                )

    # Snapshots

    def save_snapshot(self, game_id: str, number: int, state: Any, orders: int) -> None:
        """Keep the position after a row (anything that JSON can hold), instead of an older one if any."""
        packed = zlib.compress(json.dumps(state, separators=(",", ":")).encode())
        values = {"game_id": game_id, "number": number, "state": packed, "orders": orders}
        upsert = self._upsert(tables.snapshots, values)
        with self._write() as connection:
            connection.execute(
                upsert.on_conflict_do_update(
                    index_elements=["game_id", "number"], set_={"state": packed, "orders": orders}
                )
            )

    def last_snapshot(self, game_id: str, upto: int) -> SnapshotRecord | None:
        """The latest position that was kept at or before row `upto`."""
        table = tables.snapshots.c
        query = select(tables.snapshots).where(table.game_id == game_id, table.number <= upto)
        for found in self._all(query.order_by(table.number.desc()).limit(1)):
            return SnapshotRecord(
                found["number"], json.loads(zlib.decompress(found["state"])), found["orders"]
            )
        return None

    def delete_snapshots_after(self, game_id: str, number: int) -> None:
        """Forget the positions after later rows."""
        table = tables.snapshots.c
        with self._write() as connection:
            connection.execute(
                delete(tables.snapshots).where(table.game_id == game_id, table.number > number)
            )

    # Chat

    def add_chat(self, game_id: str, author: str, text: str) -> ChatRecord:
        """Keep a chat message."""
        check_text(author, text)
        at = now()
        # Holding the game makes ids appear in their order; else a reader that has seen the higher of two
        # ids would never ask for the lower one, which came later.
        hold = select(tables.games.c.id).where(tables.games.c.id == game_id).with_for_update()
        values = {"game_id": game_id, "author": author, "text": text, "at": at}
        with self._write() as connection:
            if connection.execute(hold).first() is None:
                raise UnknownGameError(game_id)
            key = connection.execute(insert(tables.chat).values(values)).inserted_primary_key
            assert key is not None
            notice = Notice(game_id, "chat", key[0])
            self._push.during(connection, notice)
        self._push.after(notice)
        return ChatRecord(notice.number, game_id, author, text, at)

    def chat(self, game_id: str, after_id: int = 0) -> list[ChatRecord]:
        """The messages with ids above `after_id`, oldest first."""
        table = tables.chat.c
        query = select(tables.chat).where(table.game_id == game_id, table.id > after_id).order_by(table.id)
        return [ChatRecord(**found) for found in self._all(query)]

    # News

    def listen(self, callback: Callback) -> Callable[[], None]:
        """Call back with a Notice for every append and every chat message; returns what ends it.

        On PostgreSQL this hears all processes, in a thread of its own, and a MISSED notice tells that the
        connection was lost for a while. On SQLite it hears this Storage only, in the thread that wrote.
        """
        with self._sentences():
            return self._push.listen(callback)

    def notify(self, notice: Notice) -> None:
        """Send listeners a notice of another kind."""
        with self._write() as connection:
            self._push.during(connection, notice)
        self._push.after(notice)

    # Transactions

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn the library's errors into ours."""
        try:
            yield
        except SQLAlchemyError as error:
            raise sentence(error, self._place) from error

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """For a single query, which needs no transaction around it."""
        with self._sentences(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        with self._turn, self._sentences(), self._writer.begin() as connection:
            yield connection

    def _all(self, query: Any, **values: Any) -> Sequence[RowMapping]:
        with self._read() as connection:
            return connection.execute(query, values).mappings().all()


def position(connection: Connection, game_id: str) -> int:
    """The number of the game's last row."""
    query = select(tables.games.c.position).where(tables.games.c.id == game_id)
    found: int | None = connection.execute(query).scalar_one_or_none()
    if found is None:
        raise UnknownGameError(game_id)
    return found


def insert_rows(connection: Connection, game_id: str, after: int, rows: Sequence[NewRow]) -> None:
    """Write rows that follow row `after`."""
    if not rows:
        return
    values = [
        row._asdict()
        | {
            "game_id": game_id,
            "number": number,
            "dice": list(row.dice),
            "events": list(row.events),
            "at": row.at or now(),
        }
        for number, row in enumerate(rows, after + 1)
    ]
    connection.execute(insert(tables.rows), values)


def check_text(*texts: str | None) -> None:
    """Refuse what PostgreSQL cannot keep, on SQLite too: what works at home works everywhere."""
    if not all(storable(text) for text in texts if text):
        raise BadTextError


def storable(text: str) -> bool:
    """Whether a text has no zero and no half characters."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
