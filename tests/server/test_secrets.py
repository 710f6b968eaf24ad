"""What lies face down: no byte that the other side or a spectator receives tells what it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg
from hexfolio.rulebooks.korean_war.setting_up import SettingUp
from hexfolio.server.desk import Desk
from hexfolio.server.open_table import OpenTable

from .helpers import Json, Seat, asked, begin, good

LENGTH = {"seoul-dg": 60, "pusan-dg": 36, "seoul-train": 36}
"""Orders of a random game after the set-up."""


class Recorder(Seat):
    """A seat that keeps all it receives."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.client, seat.game, seat.token)
        self.heard: list[str] = []

    def keep(self, answer: httpx2.Response) -> httpx2.Response:
        self.heard.append(answer.text)
        return answer

    def get(self, path: str = "", **query: Any) -> httpx2.Response:
        return self.keep(super().get(path, **query))

    def post(self, path: str, body: Any, **query: Any) -> httpx2.Response:
        return self.keep(super().post(path, body, **query))


class Match:
    """A game of two by link, with the truth at hand to compare with."""

    def __init__(self, client: TestClient, battle: str, seed: int) -> None:
        people = begin(client, battle, quick_start=False)
        self.client = client
        self.red = "communist" if battle.endswith("train") else "nk"
        self.people: dict[str, Seat] = {
            self.red: people[self.red],
            "un": Recorder(people["un"]),
            "spectator": Recorder(people["spectator"]),
        }
        self.random = Random(seed)
        self.truth: dict[int, list[str]] = {}

    @property
    def desk(self) -> Desk:
        desk: Desk = self.client.app.state.desk  # type: ignore[attr-defined]
        return desk

    @property
    def table(self) -> OpenTable:
        with self.desk.table(self.people["un"].game) as table:
            return table

    @property
    def game(self) -> Game:
        return self.table.game

    def onlookers(self) -> Iterator[Recorder]:
        for name in ("un", "spectator"):
            seat = self.people[name]
            assert isinstance(seat, Recorder)
            yield seat

    def hidden(self) -> list[str]:
        """Names of the counters that lie face down on the map; behind the screen none is on it yet."""
        rules = self.game.rules
        if not isinstance(rules, KwbDg) or self.game.state.phase == "set-up":
            return []
        return [rules.name(unit) for unit in rules.hidden(self.game.state)]

    def give(self, order: Order | str) -> None:
        """Whoever is asked gives an order over HTTP; what others are told is looked through at once."""
        game = self.game
        decision = game.decision
        assert decision is not None
        side = game.battle.sides[decision.side].id
        written = order if isinstance(order, str) else game.rules.notation.write(order)
        for seat in self.onlookers():
            seat.heard.clear()  # during a set-up all counters are listed as off the map
        good(self.people[side].give(written, self.table.number))
        self.truth[self.table.number] = self.hidden()
        for seat in self.onlookers():
            seat.get()
            seat.get("/journal", after=max(0, self.table.number - 2))
        self.look_through()

    def look_through(self) -> None:
        hidden = self.hidden()
        for seat in self.onlookers():
            for text in seat.heard:
                assert named(hidden, text) == []
            seat.heard.clear()


def named(names: list[str], text: str) -> list[str]:
    """Those of the names that a text holds."""
    if not names:
        return []
    words = "|".join(map(re.escape, names))
    return re.findall(rf"(?<![\w/-])(?:{words})(?![\w/-])", text)


def set_up(match: Match) -> None:
    """The United Nations accept; the others place and hide what they can, behind the screen."""
    while asked(match.people["un"].view()) == "un":
        match.give("accept")
    rules, random = match.game.rules, match.random
    assert isinstance(rules, SettingUp)
    before = [seat.view()["view"] for seat in match.onlookers()]
    side = match.game.state.active
    orders = 0
    for unit in rules.to_place(match.game.state, side)[:12]:
        hexes = rules.set_up_hexes(match.game.state, unit)
        if match.game.state.at[unit] < 0 and hexes:
            match.give(Order("place", unit, (random.choice(hexes),)))
            orders += 1
    if isinstance(rules, KwbDg):
        for unit in random.sample(range(len(rules.counters)), len(rules.counters)):
            if orders < 30 and match.game.judge(Order("hide", unit)) is None:
                match.give(Order("hide", unit))
                orders += 1
    assert orders > 5
    for seat, view in zip(match.onlookers(), before, strict=True):
        assert seat.view()["view"] == view, "the screen is not to be seen through"
        assert not any(row["events"] for row in seat.rows()[-orders:])
    match.give("accept")


def questions(match: Match) -> list[tuple[str, Any]]:
    """What the United Nations might ask the server, with most orders beyond what is legal."""
    game, random = match.game, match.random
    state, rules = game.state, game.rules
    un = side_of(match, "un")
    own = [unit for unit, hex_ in enumerate(state.at) if hex_ >= 0 and state.side_of[unit] == un]
    foes = [hex_ for unit, hex_ in enumerate(state.at) if hex_ >= 0 and state.side_of[unit] != un]
    asked_: list[tuple[str, Any]] = [("", None), ("/legal", None), ("/chart", None), ("/odds", {})]
    for hex_ in random.sample(foes, min(4, len(foes))):
        grid = game.battle.board.grid
        near = sorted(own, key=lambda unit: grid.distance(state.at[unit], hex_))[:3]
        for order in (
            Order("move", near[0], (hex_,)),
            Order("attack", path=(hex_,), units=(near[0],)),
            Order("attack", path=(hex_,), units=tuple(sorted(near))),
            Order("bombard", path=(hex_,), markers=(2,)),
        ):
            if order.verb in rules.notation.verbs:
                asked_.append(("/judge", {"order": rules.notation.write(order)}))
                asked_.append(("/odds", {"order": rules.notation.write(order)}))
    return asked_


def side_of(match: Match, name: str) -> int:
    return match.game.battle.side_index(name)


def answers(match: Match, seat: Seat, asked_: list[tuple[str, Any]]) -> list[tuple[int, Json]]:
    found = []
    for path, body in asked_:
        answer = seat.get(path) if body is None else seat.post(path, body)
        found.append((answer.status_code, answer.json()))
    return found


def compare_with_twin(match: Match) -> None:
    """In a position that the United Nations cannot tell from this one, they get the same answers."""
    asked_ = questions(match)
    for name in ("un", "spectator"):
        seat = match.people[name]
        table = match.table
        real = table.game
        first = answers(match, seat, asked_)
        side = None if name == "spectator" else side_of(match, "un")
        twin = real.rules.imagine(real.state, side, match.random)
        try:
            table.game = Game.from_state(real.rules, twin)
            second = answers(match, seat, asked_)
        finally:
            table.game = real
        for question, one, other in zip(asked_, first, second, strict=True):
            assert one == other, question


@pytest.mark.parametrize("battle", LENGTH)
def test_nothing_face_down_is_ever_told(sqlite_client: TestClient, battle: str) -> None:
    match = Match(sqlite_client, battle, 5)
    with match.people["un"].live() as un, match.people["spectator"].live() as spectator:
        set_up(match)
        start = match.table.number
        if not battle.endswith("train"):
            assert len(match.hidden()) >= 6
        for number in range(LENGTH[battle]):
            if match.game.decision is None:
                break
            match.give(match.game.legal().sample(match.random))
            if number % 12 == 0:
                compare_with_twin(match)
                match.look_through()
        for socket in (un, spectator):
            check_live(match, socket)
    check_replay(match, start)


def check_live(match: Match, socket: Any) -> None:
    """What was pushed, each message compared with what was hidden when it was sent."""
    position = 0
    while position < match.table.number:
        text = socket.receive_text()
        position = json.loads(text)["table"]["position"]
        assert named(match.truth.get(position, []), text) == []


def check_replay(match: Match, start: int) -> None:
    """Earlier positions show what was known then."""
    for seat in match.onlookers():
        for orders in range(start, match.table.number, 9):
            answer = seat.get(f"/positions/{orders}")
            assert answer.is_success
            assert named(match.truth[orders], answer.text) == []
