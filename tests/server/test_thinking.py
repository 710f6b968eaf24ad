"""Players remember their game while it goes on, and no game waits for another without need."""

from __future__ import annotations

import os
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from hexfolio import opponents
from hexfolio.battles.registry import new_game
from hexfolio.core.game import Game
from hexfolio.opponents import Choice
from hexfolio.opponents.seat import Seat
from hexfolio.server import computers
from hexfolio.server.computers import Computers, StoppedError, Worker
from hexfolio.server.thinking import NOTHING, Last, Memory, Task, think

from .test_computers import running, wait, workers


class Counting:
    """Counts its own orders in its reasons, so that a new player is told from one that remembers."""

    name = "counting"
    made = 0

    def __init__(self, seed: int = 0) -> None:
        type(self).made += 1
        self.given = 0

    def choose(self, seat: Seat) -> Choice:
        self.given += 1
        legal = seat.legal()
        order = (legal.plain() or [legal.of(legal.subjects()[0])[0]])[0]
        return Choice(order, str(self.given))


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(opponents.OPPONENTS, "counting", Counting)
    Counting.made = 0
    return new_game("crossroads", "fm-folio", seed=3)


def task(game: Game, number: int, last: Last = NOTHING, game_id: str = "one", most: int = 1) -> Task:
    decision = game.decision
    assert decision is not None
    side = game.battle.sides[decision.side].id
    state = game.state.to_json()
    return Task(game_id, side, "crossroads", "fm-folio", (), state, number, last, "counting", 1, most)


def carry_out(game: Game, answers: list[tuple[str, str]]) -> None:
    for line, _ in answers:
        game.apply(line)


class TestMemory:
    def test_a_player_goes_on_where_it_was(self, game: Game) -> None:
        memory = Memory()
        first = think(task(game, 10), memory)
        carry_out(game, first)
        second = think(task(game, 11, Last(11, first[-1][0])), memory)
        assert [reason for _, reason in first + second] == ["1", "2"]

    def test_it_goes_on_after_orders_of_the_other_side(self, game: Game) -> None:
        memory = Memory()
        first = think(task(game, 10), memory)
        assert think(task(game, 17, Last(11, first[-1][0])), memory)[0][1] == "2"

    def test_who_asks_twice_gets_the_same_answer_and_does_not_wait_for_it(self, game: Game) -> None:
        memory = Memory()
        carry_out(game, first := think(task(game, 10), memory))
        last = Last(11, first[-1][0])
        asked = task(game, 11, last)
        again = [think(asked, memory) for _ in range(3)]
        assert [reason for [(_, reason)] in again] == ["2", "2", "2"]
        later = asked._replace(number=12, last=Last(12, again[0][0][0]))
        assert think(later, memory)[0][1] == "3"
        assert Counting.made == 1

    def test_it_thinks_anew_where_the_position_is_another_one(self, game: Game) -> None:
        memory = Memory()
        think(task(game, 10), memory)
        changed = task(game, 10)
        changed.state["turn"] += 1
        assert think(changed, memory)[0][1] == "1"
        assert Counting.made == 2

    @pytest.mark.parametrize(
        "last", [NOTHING, Last(9, "end"), Last(12, "end"), Last(11, "move 2/12 0406")], ids=str
    )
    def test_it_is_made_anew_where_its_last_order_is_not_the_last(self, game: Game, last: Last) -> None:
        memory = Memory()
        line = think(task(game, 10), memory)[-1][0]
        assert last != Last(11, line)
        assert think(task(game, 12, last), memory)[0][1] == "1"
        assert Counting.made == 2

    def test_games_and_levels_do_not_share_players(self, game: Game) -> None:
        memory = Memory()
        last = Last(11, think(task(game, 10), memory)[-1][0])
        assert think(task(game, 11, last, "two"), memory)[0][1] == "1"
        recruit = task(game, 11, last)._replace(player="recruit")
        assert think(recruit, memory)[0][1] != "2"

    def test_the_one_asked_longest_ago_is_forgotten(self, game: Game) -> None:
        memory = Memory(room=2)
        lasts = {name: Last(11, think(task(game, 10, NOTHING, name), memory)[-1][0]) for name in "abc"}
        counts = {name: think(task(game, 11, lasts[name], name), memory)[0][1] for name in "cba"}
        assert counts == {"c": "2", "b": "2", "a": "1"}

    def test_one_that_failed_is_not_kept(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        memory = Memory()
        last = Last(11, think(task(game, 10), memory)[-1][0])
        monkeypatch.setattr(Counting, "choose", lambda self, seat: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            think(task(game, 11, last), memory)
        monkeypatch.undo()
        monkeypatch.setitem(opponents.OPPONENTS, "counting", Counting)
        assert think(task(game, 11, last), memory)[0][1] == "1"


class Slow:
    """A worker of the tests: it thinks until it is let go on."""

    made: list[Slow]

    def __init__(self) -> None:
        self.load = 0
        self.gates: dict[str, Event] = {}
        self.ended = False
        self.made.append(self)

    def think(self, task: Task) -> list[tuple[str, str]]:
        gate = self.gates.setdefault(task.game, Event())
        assert gate.wait(30)
        if self.ended:
            raise BrokenProcessPool
        return [("end", str(self.made.index(self)))]

    def end(self) -> None:
        self.ended = True
        for gate in self.gates.values():
            gate.set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[Slow]:
    monkeypatch.setattr(Slow, "made", [], raising=False)
    monkeypatch.setattr(computers, "Worker", Slow)
    return Slow.made


def ask(desk: Computers, game: Game, name: str) -> Future[list[tuple[str, str]]]:
    """Let somebody think in a thread of his own."""
    answer: Future[list[tuple[str, str]]] = Future()

    def run() -> None:
        try:
            answer.set_result(desk.answer(task(game, 0, NOTHING, name)))
        except Exception as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return answer


def at_work(slow: list[Slow], name: str) -> int:
    """Which worker thinks about a game; waits until one does."""
    wait(lambda: any(name in worker.gates for worker in slow))
    return next(index for index, worker in enumerate(slow) if name in worker.gates)


def let_go(slow: list[Slow], name: str) -> None:
    slow[at_work(slow, name)].gates.pop(name).set()


class TestWorkersOfManyGames:
    def test_a_game_alone_keeps_to_one_worker(self, game: Game, slow: list[Slow]) -> None:
        desk = Computers(2)
        for _ in range(3):
            answer = ask(desk, game, "a")
            let_go(slow, "a")
            assert answer.result(30) == [("end", "0")]
        assert len(slow) == 1

    def test_a_short_thought_does_not_wait_for_a_long_one(self, game: Game, slow: list[Slow]) -> None:
        desk = Computers(2)
        long = ask(desk, game, "long")
        at_work(slow, "long")
        for _ in range(2):
            short = ask(desk, game, "short")
            let_go(slow, "short")
            assert short.result(30) == [("end", "1")]
        assert not long.done()
        let_go(slow, "long")
        assert long.result(30) == [("end", "0")]

    def test_with_all_busy_the_least_busy_is_taken(self, game: Game, slow: list[Slow]) -> None:
        desk = Computers(2)
        for name in "ab":
            ask(desk, game, name)
            at_work(slow, name)
        ask(desk, game, "c")
        assert at_work(slow, "c") == 0
        ask(desk, game, "d")
        assert at_work(slow, "d") == 1
        assert [worker.load for worker in slow] == [2, 2]

    def test_one_that_dies_is_replaced(self, game: Game, slow: list[Slow]) -> None:
        desk = Computers(1)
        answer = ask(desk, game, "a")
        at_work(slow, "a")
        slow[0].end()
        wait(lambda: len(slow) == 2 and "a" in slow[1].gates)
        slow[1].gates["a"].set()
        assert answer.result(30) == [("end", "1")]

    def test_closing_ends_the_longest_thought(self, game: Game, slow: list[Slow]) -> None:
        desk = Computers(2)
        answer = ask(desk, game, "a")
        at_work(slow, "a")
        desk.close()
        with pytest.raises(StoppedError):
            answer.result(30)
        with pytest.raises(StoppedError):
            desk.answer(task(game, 0))
        assert slow[0].ended


def test_news_during_the_last_step_is_not_lost() -> None:
    desk = Computers(1)
    steps: list[int] = []
    entered, gate = Event(), Event()

    def step() -> bool:
        steps.append(1)
        entered.set()
        assert gate.wait(30)
        return False

    desk.play("a", step)
    assert entered.wait(30)
    desk.play("a", step)
    gate.set()
    wait(lambda: len(steps) == 2)
    desk.close()


def test_games_take_turns() -> None:
    """However long a game is, it does not keep the threads for itself."""
    desk = Computers(1)
    done: list[int] = []
    gate = Event()

    def step(name: int) -> bool:
        assert gate.wait(30)
        done.append(name)
        return len(done) < 60

    for name in range(9):
        desk.play(str(name), partial(step, name))
    gate.set()
    wait(lambda: len(done) >= 60)
    desk.close()
    assert set(range(4, 9)) <= set(done[:30]), "those that had to wait for one of four threads"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_worker_ends_in_the_middle_of_a_thought() -> None:

    others = set(workers(os.getpid()))
    worker = Worker()
    thought = worker._pool.submit(time.sleep, 300)
    wait(lambda: set(workers(os.getpid())) - others)
    [process] = set(workers(os.getpid())) - others
    wait(thought.running)
    worker.end()
    wait(lambda: not running(process), 60)
