"""What every request must keep to: a rate, a size, and headers that keep browsers honest."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import schemas
from .settings import Settings

MOST_ADDRESSES = 10_000
log = logging.getLogger("hexfolio.server")
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Bucket:
    """Tokens that drip in at a rate, up to a burst; each request takes one."""

    __slots__ = ("left", "since")

    def __init__(self, burst: int) -> None:
        self.left = float(burst)
        self.since = monotonic()

    def take(self, rate: float, burst: int) -> bool:
        moment = monotonic()
        self.left = min(burst, self.left + (moment - self.since) * rate)
        self.since = moment
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """ASGI middleware in front of the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            if self._may(scope):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        guarded = _with_headers(send, scope["path"])
        if not self._may(scope):
            await _answer(guarded, 429, "too many requests", "Too many requests: wait a moment.")
            return
        most = self.settings.most_import if scope["path"] == "/api/games/import" else self.settings.most_body
        if _length(scope) > most:
            await _answer(guarded, 413, "too large", f"The request is too large: at most {most} bytes.")
            return
        await self._serve(scope, _counting(receive, most), guarded)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; if it fails, answer in its place, without a word of why."""
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            number = secrets.token_hex(4)
            log.exception("Failure %s at %s %s", number, scope["method"], scope["path"])
            if begun:
                raise
            sentence = f"Something went wrong here. The error number is {number}."
            await _answer(send, 500, f"failure {number}", sentence)

    def _may(self, scope: Scope) -> bool:
        rate = self.settings.rate
        if not rate or not scope["path"].startswith("/api"):
            return True
        address = scope["client"][0] if scope.get("client") else ""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.settings.burst)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(rate, self.settings.burst)


class TooLargeError(Exception):
    """A body that goes on longer than it may."""


def _counting(receive: Receive, most: int) -> Callable[[], Awaitable[Message]]:
    """Receive no more than so many bytes, whatever the headers promised."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise TooLargeError
        return message

    return counted


def _length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def _with_headers(send: Send, path: str) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if path.startswith("/api/games"):
                headers["Cache-Control"] = "no-store"
        await send(message)

    return guarded


async def _answer(send: Send, status: int, error: str, sentence: str) -> None:
    body = schemas.Problem(error=error, sentence=sentence).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
