"""Live connections: every seat is told what happened, in order, without gap or repetition."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from . import schemas
from .desk import Desk
from .problems import ProblemError
from .routes import chat_json
from .seating import Visitor
from .storage import Notice, StorageError

HELLO_SECONDS = 10
"""How long a new connection may wait before it says who it is."""

router = APIRouter()
log = logging.getLogger("hexfolio.server")


class Bell(asyncio.Event):
    """Rings when a game has news; `chat` says whether somebody has said something."""

    chat = True


class Hub:
    """Wakes the connections of a game when its journal has grown."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[str, set[Bell]] = {}

    def notice(self, notice: Notice) -> None:
        """Called by the storage, in whatever thread."""
        with suppress(RuntimeError):  # the loop is closed when the server stops
            self._loop.call_soon_threadsafe(self._wake, notice)

    def _wake(self, notice: Notice) -> None:
        missed = not notice.game_id
        for game_id, events in self._waiting.items():
            if missed or game_id == notice.game_id:
                for event in events:
                    event.chat |= notice.topic not in ("rows", "seats")
                    event.set()

    def join(self, game_id: str) -> Bell:
        event = Bell()
        event.set()
        self._waiting.setdefault(game_id, set()).add(event)
        return event

    def leave(self, game_id: str, event: Bell) -> None:
        events = self._waiting[game_id]
        events.discard(event)
        if not events:
            del self._waiting[game_id]


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """A live connection. The key comes in the first message, so that no log ever sees it."""
    desk: Desk = socket.app.state.desk
    hub: Hub = socket.app.state.hub
    if not _same_origin(socket):
        await socket.close(1008)
        return
    await socket.accept()
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = schemas.Hello.model_validate_json(await socket.receive_text())
        visitor = await run_in_threadpool(desk.visitor, game, hello.token)
        await run_in_threadpool(desk.wake, game)
    except (ValidationError, TimeoutError, KeyError):
        await _refuse(
            socket, schemas.Problem(error="malformed", sentence="The connection did not say who it is.")
        )
        return
    except ProblemError as error:
        await _refuse(socket, error.problem)
        return
    except StorageError as error:
        await _refuse(socket, _storage_problem(error))
        return
    except WebSocketDisconnect:
        return
    event = hub.join(game)
    desk.presence.enter(game, visitor.plays)
    hub.notice(Notice(game, "seats", 0))
    teller = asyncio.create_task(_tell(socket, desk, visitor, hello, event))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass  # whatever a client says after its hello, it is not needed
    finally:
        teller.cancel()
        hub.leave(game, event)
        desk.presence.leave(game, visitor.plays)
        hub.notice(Notice(game, "seats", 0))


async def _tell(socket: WebSocket, desk: Desk, visitor: Visitor, hello: schemas.Hello, event: Bell) -> None:
    """Send what is new whenever there is something new."""
    number, chat = hello.after, hello.chat
    while True:
        await event.wait()
        event.clear()
        said, event.chat = event.chat, False
        try:
            message, number, chat = await run_in_threadpool(
                _news, desk, visitor, hello.side, number, chat, said
            )
        except ProblemError as error:
            await _refuse(socket, error.problem)
            return
        except StorageError as error:
            await _refuse(socket, _storage_problem(error))
            return
        except Exception:
            log.exception("A live connection to game %s failed.", visitor.game_id)
            await _refuse(socket, schemas.Problem(error="failure", sentence="Something went wrong here."))
            return
        with suppress(RuntimeError, WebSocketDisconnect):  # gone: the other loop will notice
            await socket.send_text(message.model_dump_json())


def _news(
    desk: Desk, visitor: Visitor, side: str | None, number: int, chat: int, said: bool
) -> tuple[schemas.Live, int, int]:
    with desk.table(visitor.game_id) as table:
        rows = desk.rows(visitor, table, number)
        view = desk.view(visitor, table, side)
    lines = [chat_json(line) for line in desk.storage.chat(visitor.game_id, chat)] if said else []
    last = lines[-1].id if lines else chat
    return schemas.Live(kind="table", rows=rows, table=view, chat=lines), view.position, last


def _storage_problem(error: StorageError) -> schemas.Problem:
    log.error("Storage: %s", error)
    return schemas.Problem(error="storage", sentence="The games cannot be reached just now.")


async def _refuse(socket: WebSocket, problem: schemas.Problem) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(schemas.Live(kind="problem", problem=problem).model_dump_json())
        await socket.close(1008)


def _same_origin(socket: WebSocket) -> bool:
    """Browsers say where a page comes from; pages of other places have no business here."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")
