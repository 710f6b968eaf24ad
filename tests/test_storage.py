"""The storage: the same promises on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from hexfolio.server.storage import (
    ENVIRONMENT,
    MISSED,
    BadTextError,
    ChatRecord,
    DamagedDatabaseError,
    DatabaseAddressError,
    DatabaseUnreachableError,
    DuplicateError,
    FolderNotWritableError,
    GameRecord,
    NewerDatabaseError,
    NewRow,
    Notice,
    RowRecord,
    SeatRecord,
    SnapshotRecord,
    StalePositionError,
    Storage,
    TokenRecord,
    UnknownGameError,
    UnknownSeatError,
    hash_token,
    new_game_id,
)
from hexfolio.server.storage.engine import place, resolve
from hexfolio.server.storage.tables import metadata

WAIT = 10.0
"""Seconds after which something that should have happened did not."""

SEATS = (
    SeatRecord("german", "human", "Otto"),
    SeatRecord("allied", "recruit"),
    SeatRecord("spectator", "human"),
)

WRITER = """
import sys
from hexfolio.server.storage import NewRow, Storage
storage = Storage.open(sys.argv[1])
for number in range(10**6):
    storage.append(sys.argv[2], number, [NewRow("order", "german", f"order {number + 1}", [6], ["boom"])])
    print(number + 1, flush=True)
"""

OPENER = """
import sys
from hexfolio.server.storage import Storage
print("ready", flush=True)
sys.stdin.readline()
Storage.open(sys.argv[1]).close()
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    url = request.getfixturevalue("postgres_url")
    assert isinstance(url, str)
    return url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    """A storage of either kind, with whatever games other tests left there."""
    if request.param == "sqlite":
        address = tmp_path_factory.mktemp("storage") / "games.sqlite3"
    else:
        address = request.getfixturevalue("postgres_module_url")
    with Storage.open(address) as opened:
        yield opened


def new_game(**changes: object) -> GameRecord:
    """A game as the server would start it."""
    game = GameRecord(
        id=new_game_id(),
        battle="crossroads",
        book="fm-folio",
        options={"fog": "on"},
        seed=str(2**256 - 1),
        revision="abc",
        title="Crossroads: „Straße“ 👋",
        mode="link",
    )
    return replace(game, **changes)  # type: ignore[arg-type]


def created(storage: Storage, **changes: object) -> str:
    """The id of a game that is now in the storage."""
    game = new_game(**changes)
    storage.create(game, SEATS, [])
    return game.id


def orders(count: int) -> list[NewRow]:
    """Some rows."""
    return [NewRow("order", "german", f"order {number}", [number], ["boom"]) for number in range(count)]


def ask(address: str, *statements: str) -> None:
    """Do something to a database behind the storage's back."""
    engine = create_engine(resolve(address))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_game_comes_back_as_it_was_made(storage: Storage) -> None:
    parent = created(storage)
    game = new_game(
        branched_from=parent,
        branched_at=3,
        imported={"hexfolio": 1, "lines": ["a"]},
        finished=True,
        mode="solo",
    )
    tokens = [
        TokenRecord(game.id, hash_token("both"), ("german", "allied"), "for Otto"),
        TokenRecord(game.id, hash_token("watch"), ("spectator",)),
    ]
    storage.create(game, SEATS, tokens)
    assert storage.game(game.id) == game
    assert storage.position(game.id) == 0
    assert tuple(storage.seats(game.id)) == SEATS
    assert [storage.token(token.token_hash) for token in tokens] == tokens
    assert game.seed not in repr(game)
    assert len(game.id) == 22


def test_what_is_not_there(storage: Storage) -> None:
    assert storage.game("nobody") is None
    assert storage.game("nul \0") is None
    assert storage.game("half \ud83d") is None
    assert storage.token(hash_token("half \ud83d")) is None
    assert storage.token(hash_token("guess")) is None
    assert storage.seats("nobody") == []
    assert storage.rows("nobody") == []
    assert storage.last_snapshot("nobody", 9) is None
    assert storage.list_recent([]) == []
    with pytest.raises(UnknownGameError, match=r"^There is no game 'nobody'\.$"):
        storage.position("nobody")
    with pytest.raises(UnknownGameError):
        storage.append("nobody", 0, orders(1))
    with pytest.raises(UnknownGameError):
        storage.add_chat("nobody", "german", "hello")
    with pytest.raises(UnknownSeatError):
        storage.set_player(created(storage), "martian", "human", None)


def test_failed_create_leaves_nothing(storage: Storage) -> None:
    taken = TokenRecord("", hash_token("taken"), ("german",))
    first, second = new_game(), new_game()
    storage.create(first, SEATS, [taken._replace(game_id=first.id)])
    with pytest.raises(DuplicateError):
        storage.create(second, SEATS, [taken._replace(game_id=second.id)])
    assert storage.game(second.id) is None
    assert storage.seats(second.id) == []


def test_create_with_rows(storage: Storage) -> None:
    game = new_game(position=99)
    storage.create(game, SEATS, [], orders(3))
    assert storage.position(game.id) == 3
    storage.append(game.id, 3, orders(1))
    assert [row.number for row in storage.rows(game.id)] == [1, 2, 3, 4]


def test_recent_games_newest_first(storage: Storage) -> None:
    start = datetime(2030, 1, 1, tzinfo=UTC)
    ids = [created(storage, created=start + timedelta(hours=hour)) for hour in (1, 3, 2)]
    created(storage)
    listed = storage.list_recent([*ids, ids[0], "nobody"])
    assert [game.id for game in listed] == [ids[1], ids[2], ids[0]]
    assert len(storage.list_recent(ids, limit=2)) == 2


def test_set_player(storage: Storage) -> None:
    game_id = created(storage)
    storage.set_player(game_id, "allied", "human", "Ann")
    assert storage.seats(game_id) == [SEATS[0], SeatRecord("allied", "human", "Ann"), SEATS[2]]


def test_rows_come_back_as_written(storage: Storage) -> None:
    game_id = created(storage)
    at = datetime(2030, 1, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    rows = [
        NewRow("order", "german", "move 101>102 „Straße“", (6, 1), ("moves", {"hex": [1, 2]}), at),
        NewRow("undo"),
    ]
    storage.append(game_id, 0, rows)
    first, second = storage.rows(game_id)
    assert first == RowRecord(1, "order", "german", rows[0].text, (6, 1), ("moves", {"hex": [1, 2]}), at)
    assert first.at.tzinfo is UTC
    assert second[:6] == (2, "undo", None, None, (), ())
    assert abs(datetime.now(UTC) - second.at) < timedelta(minutes=1)
    storage.append(game_id, 2, orders(3), finished=True)
    assert [row.number for row in storage.rows(game_id, after=1, upto=4)] == [2, 3, 4]
    game = storage.game(game_id)
    assert game is not None
    assert (game.position, game.finished) == (5, True)
    storage.append(game_id, 5, [NewRow("undo")])
    game = storage.game(game_id)
    assert game is not None
    assert not game.finished


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
def test_stale_numbers_are_refused(storage: Storage, expected: int) -> None:
    game_id = created(storage)
    storage.append(game_id, 0, orders(2))
    before = storage.rows(game_id)
    with pytest.raises(StalePositionError, match=r"^The game has moved on to row 2\.$") as refused:
        storage.append(game_id, expected, orders(1), finished=True)
    assert refused.value.current == 2
    assert storage.rows(game_id) == before
    game = storage.game(game_id)
    assert game is not None
    assert not game.finished


def test_eight_threads_append_at_once(storage: Storage) -> None:
    game_id = created(storage)
    each, threads = 10, 8
    start = threading.Barrier(threads)

    def write(name: int) -> list[int]:
        won: list[int] = []
        start.wait()
        number = 0
        while len(won) < each:
            try:
                storage.append(game_id, number, [NewRow("order", text=f"{name} {number + 1}")])
                number += 1
                won.append(number)
            except StalePositionError as stale:
                number = stale.current
        return won

    with ThreadPoolExecutor(threads) as pool:
        wins = list(pool.map(write, range(threads)))
    assert sorted(number for won in wins for number in won) == list(range(1, threads * each + 1))
    expected = {f"{name} {number}" for name, won in enumerate(wins) for number in won}
    rows = storage.rows(game_id)
    assert [row.number for row in rows] == list(range(1, threads * each + 1))
    assert {row.text for row in rows} == expected


def test_snapshots(storage: Storage) -> None:
    game_id, other = created(storage), created(storage)
    for number in (10, 20, 30):
        storage.save_snapshot(game_id, number, {"turn": number, "units": {"ö": [1, 2]}}, number - 1)
    storage.save_snapshot(other, 15, {}, 15)
    assert storage.last_snapshot(game_id, 9) is None
    assert storage.last_snapshot(game_id, 29) == SnapshotRecord(20, {"turn": 20, "units": {"ö": [1, 2]}}, 19)
    storage.save_snapshot(game_id, 20, {"turn": "again"}, 7)
    assert storage.last_snapshot(game_id, 20) == SnapshotRecord(20, {"turn": "again"}, 7)
    storage.delete_snapshots_after(game_id, 10)
    last = storage.last_snapshot(game_id, 99)
    assert last is not None
    assert last.number == 10
    assert storage.last_snapshot(other, 99) is not None


def test_chat(storage: Storage) -> None:
    game_id, other = created(storage), created(storage)
    said = [storage.add_chat(game_id, "german", "hello"), storage.add_chat(game_id, "spectator", "hi 👋")]
    storage.add_chat(other, "german", "elsewhere")
    assert isinstance(said[0], ChatRecord)
    assert storage.chat(game_id) == said
    assert storage.chat(game_id, said[0].id) == said[1:]


@pytest.mark.parametrize("bad", ["nul \0", "half \ud83d"])
def test_text_that_cannot_be_kept(storage: Storage, bad: str) -> None:
    game_id = created(storage)
    with pytest.raises(BadTextError):
        storage.add_chat(game_id, "german", bad)
    with pytest.raises(BadTextError):
        storage.append(game_id, 0, [NewRow("order", text=bad)])
    with pytest.raises(BadTextError):
        storage.set_player(game_id, "german", "human", bad)


def test_listeners_hear_what_was_committed(storage: Storage) -> None:
    game_id = created(storage)
    heard: queue.Queue[Notice] = queue.Queue()

    def fails(notice: Notice) -> None:
        raise RuntimeError("a listener that fails")

    stop_failing = storage.listen(fails)
    stop = storage.listen(heard.put)
    storage.append(game_id, 0, orders(2))
    with pytest.raises(StalePositionError):
        storage.append(game_id, 0, orders(1))
    message = storage.add_chat(game_id, "german", "hello")
    storage.notify(Notice(game_id, "seats", 0))
    assert [heard.get(timeout=WAIT) for _ in range(3)] == [
        Notice(game_id, "rows", 2),
        Notice(game_id, "chat", message.id),
        Notice(game_id, "seats", 0),
    ]
    stop_failing()
    stop()
    stop()
    storage.append(game_id, 2, orders(1))
    with pytest.raises(queue.Empty):
        heard.get(timeout=0.3)


def test_news_between_processes(postgres_url: str) -> None:
    heard: queue.Queue[Notice] = queue.Queue()
    with Storage.open(postgres_url) as here, Storage.open(postgres_url) as there:
        there.listen(heard.put)
        game_id = created(here)
        here.append(game_id, 0, orders(1))
        assert heard.get(timeout=WAIT) == Notice(game_id, "rows", 1)
        assert there.position(game_id) == 1
        with psycopg.connect(postgres_url, autocommit=True) as stranger:
            stranger.execute("SELECT pg_notify('hexfolio', 'not for us')")
        there.append(game_id, 1, orders(1))
        assert heard.get(timeout=WAIT) == Notice(game_id, "rows", 2)


def test_listener_comes_back_when_its_connection_is_cut(postgres_url: str) -> None:
    heard: queue.Queue[Notice] = queue.Queue()
    with Storage.open(postgres_url) as storage:
        game_id = created(storage)
        storage.listen(heard.put)
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hexfolio'"
        ask(postgres_url, cut)
        assert heard.get(timeout=WAIT) == MISSED
        storage.append(game_id, 0, orders(1))
        assert heard.get(timeout=WAIT) == Notice(game_id, "rows", 1)


def test_acknowledged_rows_survive_a_killed_writer(address: str) -> None:
    with Storage.open(address) as storage:
        game_id = created(storage)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, address, game_id], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(30)]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.readlines()
    # The last line may be cut short by the kill; only whole ones count as acknowledged.
    acknowledged = max(int(line) for line in said if line.endswith("\n"))
    assert acknowledged >= 30
    with Storage.open(address) as storage:
        position = storage.position(game_id)
        assert position in (acknowledged, acknowledged + 1)
        rows = storage.rows(game_id)
        assert [row.number for row in rows] == list(range(1, position + 1))
        assert [row.text for row in rows] == [f"order {number}" for number in range(1, position + 1)]
        storage.append(game_id, position, orders(1))


def test_migrations_make_what_the_code_knows(address: str) -> None:
    Storage.open(address).close()
    engine = create_engine(resolve(address))
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
    engine.dispose()


def test_threads_open_at_once(address: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda _: Storage.open(address), range(4)))
    game_id = created(opened[0])
    for storage in opened:
        assert storage.position(game_id) == 0
        storage.close()


def test_processes_open_at_once(address: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors


def test_newer_database_is_refused(address: str) -> None:
    Storage.open(address).close()
    ask(address, "UPDATE alembic_version SET version_num = 'from the future'")
    with pytest.raises(NewerDatabaseError, match=r"newer version of Hexfolio; please upgrade Hexfolio\.$"):
        Storage.open(address)


def test_sqlite_settings(tmp_path: Path) -> None:
    with Storage.open(tmp_path / "deep" / "games.sqlite3") as storage, storage._read() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderNotWritableError, match=r"^The folder .* cannot be made: .*\.$"):
        Storage.open(tmp_path / "file" / "deep" / "games.sqlite3")
    with pytest.raises(FolderNotWritableError, match="cannot be opened for writing"):
        Storage.open(tmp_path)


def test_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(DamagedDatabaseError, match=r"is not a database\.$"):
        Storage.open(path)


def test_unreachable_database_keeps_its_password() -> None:
    with pytest.raises(DatabaseUnreachableError, match="cannot be reached") as refused:
        Storage.open("postgresql://otto:geheim@127.0.0.1:1/games")
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize("bad", ["mysql://host/games", "sqlite://", "sqlite:///:memory:", "://"])
def test_address_that_makes_no_sense(bad: str) -> None:
    with pytest.raises(DatabaseAddressError, match=r"\.$"):
        Storage.open(bad)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_addresses_of_postgresql(scheme: str) -> None:
    url = resolve(f"{scheme}://otto:geheim@host:5433/games?sslmode=require")
    assert url.drivername == "postgresql+psycopg"
    assert place(url) == "postgresql://otto:***@host:5433/games"


def test_default_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder: Callable[[str], str] = lambda name: str(tmp_path / name)  # noqa: E731
    monkeypatch.setattr("platformdirs.user_data_dir", folder)
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    assert resolve(None).database == str(tmp_path / "hexfolio" / "games.sqlite3")
    monkeypatch.setenv(ENVIRONMENT, "postgresql://host/games")
    assert resolve(None).host == "host"
