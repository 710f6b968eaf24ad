"""News of games: within this process on SQLite, between processes on PostgreSQL."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from .records import MISSED, Notice

if TYPE_CHECKING:
    import psycopg

CHANNEL = "hexfolio"
POLL_SECONDS = 0.25
"""How soon the listening thread notices that it should stop; notices themselves arrive at once."""
RETRY_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0)

Callback = Callable[[Notice], None]
log = logging.getLogger(__name__)


class Push:
    """Callbacks and their news. This one, for SQLite, calls them in the thread that wrote, after it did."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callback] = {}
        self._lock = threading.Lock()

    def listen(self, callback: Callback) -> Callable[[], None]:
        """Call back with every notice from now on, until the returned function is called."""
        key = object()
        with self._lock:
            self._callbacks[key] = callback

        def stop() -> None:
            with self._lock:
                self._callbacks.pop(key, None)

        return stop

    def during(self, connection: Connection, notice: Notice) -> None:
        """What a notice needs within the transaction it tells of."""

    def after(self, notice: Notice) -> None:
        """What a notice needs once that transaction is done."""
        self.deliver(notice)

    def close(self) -> None:
        """No more news."""

    def deliver(self, notice: Notice) -> None:
        """Tell everybody; a listener that fails must not fail the writer or the others."""
        with self._lock:
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            try:
                callback(notice)
            except Exception:
                log.exception("A listener failed on %s.", notice)


class PostgresPush(Push):
    """NOTIFY within the transaction, so that news goes out with the commit; LISTEN in a thread of its own."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def listen(self, callback: Callback) -> Callable[[], None]:
        """As above; the connection is made before this returns, so that nothing after it is missed."""
        stop = super().listen(callback)
        try:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(
                        target=self._run, args=(self._connect(),), name="hexfolio-listen", daemon=True
                    )
                    self._thread.start()
        except BaseException:
            stop()
            raise
        return stop

    def during(self, connection: Connection, notice: Notice) -> None:
        """Hand the notice to the database, which sends it on commit and forgets it on rollback."""
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": notice.payload()}
        )

    def after(self, notice: Notice) -> None:
        """Nothing: our own notices come back to us from the database like everybody's."""

    def close(self) -> None:
        """Stop the thread and wait for it."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _connect(self) -> psycopg.Connection:
        """A connection that listens, taken out of the pool for good."""
        pooled = self._engine.connect()
        pooled.exec_driver_sql(f"LISTEN {CHANNEL}")
        pooled.commit()
        connection = cast("psycopg.Connection", pooled.connection.driver_connection)
        pooled.detach()
        connection.autocommit = True
        return connection

    def _run(self, connection: psycopg.Connection) -> None:
        """Deliver until told to stop, and come back after every failure."""
        import psycopg

        failures = 0
        current: psycopg.Connection | None = connection
        while not self._stopping.is_set():
            try:
                if current is None:
                    current = self._connect()
                    self.deliver(MISSED)
                failures = 0
                self._receive(current)
            except (psycopg.Error, SQLAlchemyError, OSError) as error:
                if current is not None:
                    current.close()
                    current = None
                log.warning("Listening to the database failed; trying again: %s", error)
                self._stopping.wait(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1
        if current is not None:
            current.close()

    def _receive(self, connection: psycopg.Connection) -> None:
        """Deliver what arrives until told to stop."""
        while not self._stopping.is_set():
            for message in connection.notifies(timeout=POLL_SECONDS):
                notice = Notice.parse(message.payload)
                if notice is not None:
                    self.deliver(notice)
