"""A language model's place at a game: real sessions with the server, over stdio and in memory."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientSession
from mcp.client.stdio import stdio_client

from hexfolio.battles import registry
from hexfolio.cli import main
from hexfolio.cli.common import read_game, write_text
from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.mcp_server.place import Place
from hexfolio.mcp_server.tools import make_server

CHOOSING = {"list_battles", "begin_game", "open_game"}
OTHERS = {
    "view", "legal_orders", "why_illegal", "odds", "read_clause", "log", "give_order", "let_opponent_answer",
}  # fmt: skip

Call = Callable[..., Awaitable[Any]]


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The server says that a call failed, and why."""


def caller(client: Client | ClientSession) -> Call:
    async def call(tool: str, **arguments: Any) -> Any:
        result = await client.call_tool(tool, arguments)
        if result.is_error:
            raise Refused(" ".join(block.text for block in result.content))  # type: ignore[union-attr]
        data = result.structured_content
        return data["result"] if set(data) == {"result"} else data

    return call


def play(folder: Path, scene: Callable[[Call], Awaitable[None]]) -> None:
    """Run a scene with a server in memory, through the handshake of the protocol."""

    async def run() -> None:
        server = make_server(Place(folder, read_game, write_text))
        async with Client(server, mode="legacy") as client:
            await scene(caller(client))

    asyncio.run(run())


def dealt(orders: int, battle: str = "crossroads", book: str = "fm-folio") -> Game:
    """A game after some random orders."""
    game, random = registry.new_game(battle, book, 7), Random(7)
    for _ in range(orders):
        game.apply(game.legal().sample(random))
    return game


def saved(folder: Path, battle: str, book: str, orders: int = 0) -> Game:
    """The same in game.hexfolio."""
    game = dealt(orders, battle, book)
    write_text(str(folder / "game.hexfolio"), journal.save(game))
    return game


def asked(game: Game) -> str:
    assert game.decision is not None
    return game.battle.sides[game.decision.side].id


def test_over_stdio(tmp_path: Path) -> None:
    async def run() -> None:
        program = str(Path(sys.executable).with_name("hexfolio"))
        server = StdioServerParameters(command=program, args=["mcp", "--folder", str(tmp_path)])
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            greeting = await session.initialize()
            assert greeting.server_info.name == "hexfolio"
            assert {tool.name for tool in (await session.list_tools()).tools} == CHOOSING | OTHERS
            call = caller(session)
            begun = await call("begin_game", battle="crossroads", side="red")
            assert begun["your_turn"]
            placed = await call("give_order", order="place 8Cdo 0904")
            assert placed["happened"] == ["8Cdo sets up in 0904"]

    asyncio.run(run())
    game = read_game(str(tmp_path / "game.hexfolio"))
    assert game.position == 1


def test_the_documented_set_up_starts_a_server(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "learning.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (entry,) = json.loads(block)["mcpServers"].values()

    async def run() -> None:
        program = str(Path(sys.executable).with_name(entry["command"]))
        server = StdioServerParameters(command=program, args=entry["args"], cwd=tmp_path)
        async with Client(server, mode="legacy") as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
        assert all(f"`{tool}`" in page for tool in tools)

    asyncio.run(run())


def test_readings_are_told_and_chosen(tmp_path: Path) -> None:
    async def scene(call: Call) -> None:
        battles = {battle["battle"]: battle for battle in await call("list_battles")}
        crossroads = battles["crossroads"]
        assert crossroads["options"]["fm-folio"][0]["values"] == ["fm-2023"]
        zones = next(one for one in crossroads["readings"]["fm-folio"] if one["name"] == "mobile-zones")
        assert zones["question"] == "When does a mobile unit pay half its allowance for enemy zones?"
        assert zones["default"] == "zone-to-zone"
        assert zones["meanings"]["zone-to-zone"] == "Only for a step from zone to zone, each time."
        before = await call("read_clause", clause="fm-folio:5.1.1.d")
        assert before["readings"] == [zones]
        chosen = {"mobile-zones": "on-leaving", "stiff-resistance": "each"}
        begun = await call("begin_game", battle="crossroads", side="red", options=chosen)
        assert begun["options"] == {"mobile-zones": "on-leaving"}
        (otherwise,) = begun["read_otherwise"]
        assert otherwise["clause"] == "fm-folio:5.1.1.d"
        assert otherwise["means"] == zones["meanings"]["on-leaving"]
        during = await call("read_clause", clause="fm-folio:5.1.1.d")
        assert during["readings"] == [{**zones, "this_game": "on-leaving"}]
        assert "readings" not in await call("read_clause", clause="fm-folio:7.8.a")

    play(tmp_path, scene)


def test_a_settled_game_offers_no_other(tmp_path: Path) -> None:
    saved(tmp_path, "crossroads", "fm-folio")

    async def run() -> None:
        place = Place(tmp_path, read_game, write_text)
        place.open("game.hexfolio", "red")
        async with Client(make_server(place, choose_game=False), mode="legacy") as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == OTHERS
            assert (await caller(client)("view"))["battle"] == "crossroads"

    asyncio.run(run())


def test_a_refused_order_gives_its_clause(tmp_path: Path) -> None:
    game = saved(tmp_path, "crossroads", "fm-folio")
    before = (tmp_path / "game.hexfolio").read_bytes()

    async def scene(call: Call) -> None:
        await call("open_game", file="game.hexfolio", side=asked(game))
        answer = await call("why_illegal", order="place 8Cdo 0101")
        assert not answer["legal"]
        assert "outside its set-up area" in answer["sentence"]
        assert answer["hexes"] == ["0101"]
        with pytest.raises(Refused, match=rf"outside its set-up area.*\[{answer['clause']}\]"):
            await call("give_order", order="place 8Cdo 0101")
        clause = await call("read_clause", clause=answer["clause"])
        assert clause["clause"] == answer["clause"]
        assert len(clause["rule"]) > 20
        assert (await call("why_illegal", order="place 8Cdo 0904")) == {"legal": True}

    play(tmp_path, scene)
    assert (tmp_path / "game.hexfolio").read_bytes() == before


@pytest.mark.parametrize(("battle", "book"), [("pusan-dg", "kwb-dg"), ("sukchon", "para")])
def test_a_seat_sees_its_own_view_and_no_other(tmp_path: Path, battle: str, book: str) -> None:
    game = saved(tmp_path, battle, book, 90)
    first, second = (side.id for side in game.battle.sides)

    async def scene(call: Call) -> None:
        opened = await call("open_game", file="game.hexfolio", side=second)
        assert opened["you"] == second
        seen = await call("view")
        assert seen == json.loads(json.dumps(game.view(1)))
        assert seen != json.loads(json.dumps(game.view(0)))
        with pytest.raises(Refused, match=f"You play {second} in game.hexfolio"):
            await call("open_game", file="game.hexfolio", side=first)
        assert (await call("view")) == seen

    play(tmp_path, scene)


def test_orders_of_the_other_side_are_not_shown(tmp_path: Path) -> None:
    game = saved(tmp_path, "crossroads", "fm-folio")
    other = game.battle.sides[1 - game.battle.side_index(asked(game))]

    async def scene(call: Call) -> None:
        await call("open_game", file="game.hexfolio", side=other.id)
        with pytest.raises(Refused, match=f"{other.name} is not asked for an order now"):
            await call("legal_orders")
        with pytest.raises(Refused, match="not for the other side"):
            await call("give_order", order="place 8Cdo 0904")
        answered = await call("let_opponent_answer", player="random")
        assert answered["your_turn"]
        assert answered["happened"]
        with pytest.raises(Refused, match="You are asked for an order yourself"):
            await call("let_opponent_answer")

    play(tmp_path, scene)


def test_a_whole_battle(tmp_path: Path) -> None:
    """The caller orders what comes first or nothing, at random, and the battle comes to its end."""
    random = Random(3)

    async def scene(call: Call) -> None:
        state = await call("begin_game", battle="crossroads", side="blue", book="fm-2023")
        for _ in range(2000):
            if "over" in state:
                break
            if not state["your_turn"]:
                state = await call("let_opponent_answer", player="random")
                continue
            listed = await call("legal_orders")
            orders = listed["orders"]
            if listed["subjects"] and (not orders or random.random() < 0.5):
                subject = random.choice(listed["subjects"])
                orders = (await call("legal_orders", subject=subject))["orders"]
            if orders:
                state = await call("give_order", order=random.choice(orders)["order"])
        assert state["over"]["winner"] in ("blue", "red", None)
        assert any("The battle ends" in line for line in await call("log", orders=3))
        with pytest.raises(Refused, match="The battle is over"):
            await call("legal_orders")

    play(tmp_path, scene)
    assert read_game(str(tmp_path / "game.hexfolio")).outcome is not None


def test_odds(tmp_path: Path) -> None:
    games = (dealt(orders) for orders in range(30, 150))
    game = next(game for game in games if any(order.verb == "attack" for order in game.legal()))
    attack = game.rules.notation.write(next(o for o in game.legal() if o.verb == "attack"))
    write_text(str(tmp_path / "game.hexfolio"), journal.save(game))

    async def scene(call: Call) -> None:
        await call("open_game", file="game.hexfolio", side=asked(game))
        odds = await call("odds", order=attack)
        assert odds == json.loads(json.dumps(game.odds(attack).to_json()))
        assert sum(Fraction(chance) for chance in odds["chances"].values()) == 1

    play(tmp_path, scene)


def test_two_players_share_a_file(tmp_path: Path) -> None:
    saved(tmp_path, "crossroads", "fm-folio")
    red, blue = (Place(tmp_path, read_game, write_text) for _ in range(2))
    red.open("game.hexfolio", "red")
    blue.open("game.hexfolio", "blue")
    assert red.give("place 8Cdo 0904")["happened"] == ["8Cdo sets up in 0904"]
    assert blue.view()["counters"]["8Cdo"][0] == "0904"
    assert blue.log(1) == ["8Cdo sets up in 0904"]


def test_long_lists_come_in_pages(tmp_path: Path) -> None:
    game = saved(tmp_path, "sukchon", "para")

    async def scene(call: Call) -> None:
        await call("open_game", file="game.hexfolio", side=asked(game))
        first = await call("legal_orders")
        found = first["orders"]
        for page in range(2, first["pages"] + 1):
            found += (await call("legal_orders", page=page))["orders"]
        assert first["pages"] > 1
        listed = [game.rules.notation.write(order) for order in game.legal().plain()]
        assert [entry["order"] for entry in found] == listed
        with pytest.raises(Refused, match="There is no page 99"):
            await call("legal_orders", page=99)

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("view", {}, "No game is open: begin one or open one first"),
        ("open_game", {"file": "../x.hexfolio", "side": "red"}, "is not the name of a game"),
        ("open_game", {"file": "notes.txt", "side": "red"}, "is not the name of a game"),
        ("open_game", {"file": "none.hexfolio", "side": "red"}, "There is no game none.hexfolio"),
        ("open_game", {"file": "game.hexfolio", "side": "green"}, "There is no side 'green'"),
        ("begin_game", {"battle": "crossroads", "side": "red"}, "game.hexfolio is there already"),
        (
            "begin_game",
            {"battle": "waterloo", "side": "red", "file": "b.hexfolio"},
            "There is no battle waterloo",
        ),
        ("begin_game", {"battle": "crossroads", "side": "green", "file": "b.hexfolio"}, "no side 'green'"),
        ("read_clause", {"clause": "fm-folio:0.0.z"}, "There is no clause fm-folio:0.0.z"),
    ],
)
def test_mistakes(tmp_path: Path, tool: str, arguments: dict[str, str], sentence: str) -> None:
    saved(tmp_path, "crossroads", "fm-folio")

    async def scene(call: Call) -> None:
        with pytest.raises(Refused, match=sentence):
            await call(tool, **arguments)

    play(tmp_path, scene)
    assert [path.name for path in tmp_path.iterdir()] == ["game.hexfolio"]


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("give_order", {"order": "fly 8Cdo 0904"}, "There is no order “fly”"),
        ("legal_orders", {"subject": "9Cdo"}, "There is no counter '9Cdo'"),
        ("odds", {}, "No combat is under way"),
        ("odds", {"order": "place 8Cdo 0904"}, "There are no odds for"),
        ("let_opponent_answer", {"player": "napoleon"}, "There is no opponent napoleon"),
        ("log", {"orders": 0}, "must be 1 or more"),
    ],
)
def test_mistakes_in_a_game(tmp_path: Path, tool: str, arguments: dict[str, Any], sentence: str) -> None:
    game = saved(tmp_path, "crossroads", "fm-folio")

    async def scene(call: Call) -> None:
        await call("open_game", file="game.hexfolio", side=asked(game))
        with pytest.raises(Refused, match=sentence):
            await call(tool, **arguments)

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mcp", "game.hexfolio"], "A file and --side belong together"),
        (["mcp", "--folder", "nowhere"], "There is no folder nowhere"),
        (["mcp", "game.hexfolio", "--side", "red"], "There is no game game.hexfolio"),
    ],
)
def test_mistakes_on_the_command_line(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delitem(sys.modules, "hexfolio.mcp_server.tools")
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert main(["mcp"]) == 2
    expected = "hexfolio: This command needs the package mcp (pip install hexfolio[mcp]).\n"
    assert capsys.readouterr().err == expected
