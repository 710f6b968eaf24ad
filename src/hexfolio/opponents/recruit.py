"""The recruit: a newcomer's opponent. It thinks of its own turn only, and of one unit at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from . import aftermath, airborne, fighting
from .airborne.position import AirPosition
from .habits import USUAL, Habits
from .marching import March
from .moving import Mover
from .opponent import Choice, plain
from .position import Position
from .schedule import Notes, schedule_of
from .seat import Seat

Answer = Callable[[Seat, Position], Choice | None]


NEWCOMER = USUAL.changed(
    dict.fromkeys(("fear", "approach", "guard", "post", "ring", "rest", "cut_off", "reserves"), 0.0)
)
"""No line, no fear for its units, no thought of supply; nobody is counted on who is not there yet."""


class Recruit:
    """Moves each unit once toward what can be won, and attacks with all who are there if that is good."""

    name = "recruit"

    def __init__(self, seed: int = 0, habits: Habits = NEWCOMER) -> None:
        self._habits = habits
        self._random = Random(seed)
        self._notes: Notes | None = None
        move = Mover().choose
        self._answers: dict[str, Answer] = {
            "set-up": _set_up,
            "movement": move,
            "mobile-movement": move,
            "bombardment": fighting.fight,
            "combat": fighting.fight,
            "mobile-combat": fighting.fight,
            "support": fighting.support,
            "loss": aftermath.lose,
            "retreat": aftermath.retreat,
            "displace": partial(aftermath.displace, random=self._random),
            "advance": aftermath.advance,
            "rebuilding": aftermath.rebuild,
        }
        self._airborne = airborne.answers()

    @property
    def notes(self) -> Notes | None:
        """What the player remembers of the battle so far; None before its first decision."""
        return self._notes

    def inherit(self, notes: Notes | None) -> None:
        """Go on from what somebody else remembers."""
        self._notes = notes.copy() if notes else None

    def choose(self, seat: Seat) -> Choice:
        decision = seat.decision
        assert decision is not None
        choice = self._answer(seat, decision.kind)
        return choice or Choice(seat.legal().sample(self._random), "knows nothing better")

    def _answer(self, seat: Seat, kind: str) -> Choice | None:
        if airborne.is_airborne(seat.battle):
            reply = self._airborne.get(kind)
            return reply(seat, self._survey(seat)) if reply else None
        answer = self._answers.get(kind)
        return answer(seat, self._look(seat)) if answer else None

    def _survey(self, seat: Seat) -> AirPosition:
        """The position of an airborne battle as this side sees it."""
        return AirPosition(seat.battle, seat.view(), seat.side)

    def _look(self, seat: Seat) -> Position:
        """The position as this side sees it, and what it remembers of the battle so far."""
        if self._notes is None:
            self._notes = Notes(schedule_of(seat.battle))
        return Position(
            seat.battle, seat.view(), seat.side, self._notes, self._habits, seat.zone_from, seat.outlook
        )


def _set_up(seat: Seat, position: Position) -> Choice | None:
    """As it was, where the battle says how it was; else each unit as far forward as it may."""
    accepted = plain(seat, "accept", "stands where history put it")
    if accepted is not None:
        return accepted
    march = March(position, late=False)
    decision = seat.decision
    assert decision is not None
    for unit in decision.units:
        orders = seat.legal().of(unit)
        if orders:
            best = max(orders, key=lambda order: march.pull(order.unit, order.path[0]))
            return Choice(best, f"sets {position.name(unit)} up toward the front")
    return plain(seat, "end", "is set up")
