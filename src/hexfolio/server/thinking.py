"""How a computer player thinks, in a process that does nothing else and remembers its players."""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from hexfolio import opponents
from hexfolio.core.game import Game
from hexfolio.opponents.opponent import Opponent
from hexfolio.opponents.seat import Seat

from .battle_sheets import rules_of

MOST_ORDERS = 24
MOST_SECONDS = 0.3
"""After so long a player hands over what it has decided so far, so that people can follow."""

MOST_PLAYERS = 64
"""Players a process remembers; the one that was asked longest ago is forgotten first."""


class Last(NamedTuple):
    """The last order of a side that stands: the row it is written in, and its line."""

    number: int
    line: str


NOTHING = Last(0, "")


class Task(NamedTuple):
    """A decision that a computer player owes, or that somebody wants a hint for."""

    game: str
    side: str
    battle: str
    book: str
    options: tuple[tuple[str, str], ...]
    state: dict[str, Any]
    number: int
    """Of the row the position follows from."""
    last: Last
    player: str
    seed: int
    most: int = MOST_ORDERS
    sheets: str = ""
    """Those the game is played by; empty for those of today."""


Answers = list[tuple[str, str]]
"""Orders as lines of text, each with its reason."""


class Thought(NamedTuple):
    """A player, the position it was asked about last, and what it answered."""

    player: Opponent
    task: Task
    answers: Answers

    @property
    def last(self) -> Last:
        return Last(self.task.number + len(self.answers), self.answers[-1][0])


class Memory:
    """Players and what each of them answered last.

    Notes and plans of a player hold as long as its last order is still the last one of its side. They do not
    when it was taken back, never written down, or followed by one that somebody else gave for the side.
    """

    def __init__(self, room: int = MOST_PLAYERS) -> None:
        self._room = room
        self._kept: OrderedDict[tuple[str, str, str], Thought] = OrderedDict()

    def answered(self, task: Task) -> Answers:
        """What a player answered who is asked the same once more, as people do who want a hint again."""
        thought = self._kept.get(_who(task))
        if thought is None or (thought.task.number, thought.task.state) != (task.number, task.state):
            return []
        return thought.answers[: task.most]

    def recall(self, task: Task) -> Opponent:
        """The player who knows this game, else a new one."""
        thought = self._kept.pop(_who(task), None)
        if thought is None or thought.last != task.last:
            return opponents.find(task.player, live=True)(task.seed)
        return thought.player

    def keep(self, task: Task, player: Opponent, answers: Answers) -> None:
        if not answers:
            return
        self._kept[_who(task)] = Thought(player, task, answers)
        if len(self._kept) > self._room:
            self._kept.popitem(last=False)


def _who(task: Task) -> tuple[str, str, str]:
    return task.game, task.side, task.player


_memory = Memory()


def think(task: Task, memory: Memory = _memory) -> Answers:
    """What a player does from a position on, until another side is asked or people shall see something.

    The player sees its seat, never the position.
    """
    if answered := memory.answered(task):
        return answered
    rules = rules_of(task.battle, task.book, task.options, task.sheets)
    game = Game.from_state(rules, rules.state_from_json(task.state))
    player = memory.recall(task)
    answers: Answers = []
    begun, side = monotonic(), None
    while len(answers) < task.most and monotonic() - begun < MOST_SECONDS:
        decision = game.decision
        if decision is None or side not in (None, decision.side):
            break
        side = decision.side
        choice = player.choose(Seat(game, side))
        answers.append((rules.notation.write(choice.order), choice.reason))
        game.apply(choice.order, side)
    memory.keep(task, player, answers)
    return answers


def begin_work(lifeline: Connection) -> None:
    """A worker leaves Ctrl+C to the server, and does not outlive it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_server, args=(lifeline,), daemon=True).start()


def _follow_server(lifeline: Connection) -> None:
    """Nothing is ever sent; the line ends with the server, or when it wants the worker no more."""
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)
