"""Many games at once: is any order lost, and how long does an order take?

    python benchmarks/load.py [--games 100] [--orders 30] [--database URL]

A server is started in a process of its own. Each game is played by two seats, each with its own link and live
connection; a seat acts when its connection tells that it is asked, fetches its legal orders, and gives one.
The same requests in flight against an endpoint that only echoes show what the way there and back costs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import uvicorn
from fastapi import Request, Response
from websockets.asyncio.client import connect

from hexfolio.server.app import create_app
from hexfolio.server.settings import KEEP_ALIVE, Settings

Json = dict[str, Any]
STALE, QUIET_SECONDS = 409, 60
SET_UP_ROWS = 4
"""Rows that every game begins with: the quick start."""


def serve(port: int, database: str) -> None:
    """The server under load, with an echo beside it."""
    app = create_app(Settings(database=database, rate=0))

    @app.post("/echo")
    async def echo(request: Request) -> Response:
        return Response(await request.body(), media_type="application/json")

    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=KEEP_ALIVE)


class Seat:
    """One side of one game, played by a script."""

    def __init__(self, load: Load, client: httpx2.AsyncClient, game: str, key: Json, seed: int) -> None:
        self.load = load
        self.client = client
        self.path = f"/api/games/{game}"
        self.address = f"{load.url.replace('http', 'ws')}{self.path}/live"
        self.side: str = key["seats"][0]
        self.token: str = key["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.random = Random(seed)
        self.heard: list[Json] = []
        self.given: list[Json] = []

    async def play(self, orders: int) -> None:
        """Until the game has so many rows: listen, and give an order whenever this side is asked."""
        async with connect(self.address, max_size=None, open_timeout=QUIET_SECONDS) as live:
            await live.send(json.dumps({"token": self.token, "after": 0}))
            table: Json | None = None
            while table is None or len(self.heard) < orders:
                message = json.loads(await asyncio.wait_for(live.recv(), QUIET_SECONDS))
                assert message["kind"] == "table", message
                self.heard += message["rows"]
                table = message["table"]
                acting = table["outcome"] is None and table["view"]["asked"]["side"] == self.side
                if acting and table["position"] == len(self.heard) < orders:
                    await self.act(table["position"])
                if table["outcome"]:
                    return

    async def act(self, position: int) -> None:
        answer = await self.client.get(f"{self.path}/legal", headers=self.headers)
        legal = answer.raise_for_status().json()
        if legal["position"] != position or legal["side"] != self.side:
            return  # the news of this seat's own last order came late
        body = {"position": position, "order": await self.choose(legal)}
        begun = time.perf_counter()
        answer = await self.client.post(f"{self.path}/orders", headers=self.headers, json=body)
        taken = time.perf_counter() - begun
        if answer.status_code == STALE:
            return
        self.given += answer.raise_for_status().json()["rows"]
        self.load.latencies.append(taken)

    async def choose(self, legal: Json) -> Json:
        offers = legal["offers"]
        if legal["subjects"] and not offers and self.random.random() < 0.6:
            query = {legal["kind"]: self.random.choice(legal["subjects"])}
            answer = await self.client.get(f"{self.path}/legal", headers=self.headers, params=query)
            offers = answer.raise_for_status().json()["offers"]
        choices = [choice for offer in offers for choice in offer["choices"]]
        order: Json = self.random.choice(choices or legal["plain"])["order"]
        return order


class Load:
    """All games of a run."""

    def __init__(self, url: str, games: int, orders: int) -> None:
        self.url = url
        self.games, self.orders = games, orders
        self.latencies: list[float] = []
        self.seats: list[tuple[Seat, Seat]] = []

    async def run(self) -> Json:
        async with AsyncExitStack() as stack:
            # A client each, as players have: one pool for all would take longer to search than to ask.
            clients = [await stack.enter_async_context(client(self.url)) for _ in range(2 * self.games)]
            floor = await self.measure_echo(clients[: self.games])
            pairs = zip(clients[::2], clients[1::2], strict=True)
            self.seats = [await self.begin(number, *pair) for number, pair in enumerate(pairs)]
            begun = time.perf_counter()
            await asyncio.gather(*(seat.play(self.orders) for pair in self.seats for seat in pair))
            seconds = time.perf_counter() - begun
            for pair in self.seats:
                await self.check(pair)
        return {"floor": floor, "seconds": seconds}

    async def begin(
        self, number: int, first: httpx2.AsyncClient, second: httpx2.AsyncClient
    ) -> tuple[Seat, Seat]:
        body = {"battle": "crossroads", "book": "fm-2023", "mode": "link", "quick_start": True}
        created = (await first.post("/api/games", json=body)).raise_for_status().json()
        blue, red, _ = created["keys"]
        game = created["game"]
        return Seat(self, first, game, blue, number), Seat(self, second, game, red, -number)

    async def check(self, pair: tuple[Seat, Seat]) -> None:
        """The journal is what was acknowledged, and both seats have heard it, each row once."""
        answer = await pair[0].client.get(f"{pair[0].path}/journal", headers=pair[0].headers)
        rows = answer.raise_for_status().json()["rows"]
        acknowledged = sorted(pair[0].given + pair[1].given, key=lambda row: int(row["number"]))
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1)), "a row is missing or double"
        assert rows[SET_UP_ROWS:] == acknowledged, "the journal is not what was acknowledged"
        for seat in pair:
            assert seat.heard == rows[: len(seat.heard)], "a seat has heard something else"
            assert len(seat.heard) == len(rows), "a seat has not heard everything"

    async def measure_echo(self, clients: list[httpx2.AsyncClient]) -> list[float]:
        """As many requests in flight as there are games."""
        body = {"position": 0, "order": {"order": "move", "unit": "1/12", "path": ["0305", "0405"]}}

        async def ask(client: httpx2.AsyncClient) -> list[float]:
            return [await timed(lambda: client.post("/echo", json=body)) for _ in range(10)]

        return [taken for times in await asyncio.gather(*map(ask, clients)) for taken in times]


def client(url: str) -> httpx2.AsyncClient:
    # A connection is dropped here before the server drops it: a request may not meet a closing door.
    limits = httpx2.Limits(keepalive_expiry=KEEP_ALIVE / 2)
    return httpx2.AsyncClient(base_url=url, limits=limits, timeout=QUIET_SECONDS, verify=False)


async def timed(do: Callable[[], Awaitable[httpx2.Response]]) -> float:
    begun = time.perf_counter()
    (await do()).raise_for_status()
    return time.perf_counter() - begun


def report(load: Load, result: Json) -> None:
    print(f"{load.games} games at once, {2 * load.games} live connections, {load.orders} rows each")
    print(f"{'':16}{'requests':>10}{'p50 ms':>10}{'p99 ms':>10}{'per second':>12}")
    line("orders", load.latencies, len(load.latencies) / result["seconds"])
    line("echo", result["floor"], None)
    ratio = statistics.median(load.latencies) / statistics.median(result["floor"])
    print(f"an order takes {ratio:.1f} times as long as an echo; no error, no lost order")


def line(name: str, times: list[float], rate: float | None) -> None:
    cuts = statistics.quantiles(times, n=100)
    told = f"{rate:12.0f}" if rate else ""
    print(f"{name:16}{len(times):10}{cuts[49] * 1000:10.1f}{cuts[98] * 1000:10.1f}{told}")


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.05)
    raise SystemExit("load: the server does not start.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--orders", type=int, default=30, help="rows of each game's journal")
    parser.add_argument("--database", help="file or URL (default: SQLite in a temporary folder)")
    parser.add_argument("--serve", type=int, metavar="PORT", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.database)
        return
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "games.sqlite3")
        port = free_port()
        server = subprocess.Popen([sys.executable, __file__, "--serve", str(port), "--database", database])
        try:
            wait_for(port, server)
            load = Load(f"http://127.0.0.1:{port}", options.games, options.orders)
            report(load, asyncio.run(load.run()))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
