"""A seat at the table: all that a player may look at and use."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol, cast

from hexfolio.core.battle import Battle
from hexfolio.core.events import Event
from hexfolio.core.game import Decision, Game, Legal
from hexfolio.core.orders import Order
from hexfolio.core.rulings import Refusal


class Line(Protocol):
    """The line of the combat table a defender stands on."""

    @property
    def terrain(self) -> str: ...


class Effect(Protocol):
    """What a result does before anybody chooses."""

    @property
    def attacker_steps(self) -> int: ...
    @property
    def defender_steps(self) -> int: ...
    @property
    def attacker_retreat(self) -> int: ...
    @property
    def defender_retreat(self) -> int: ...
    @property
    def defenders_eliminated(self) -> bool: ...
    @property
    def retreat_open(self) -> bool: ...


class Odds(Protocol):
    """The figures of a combat that a player goes by."""

    @property
    def line(self) -> Line: ...
    @property
    def differential(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def results(self) -> Mapping[int, str]: ...
    @property
    def chances(self) -> Mapping[str, Fraction]: ...
    @property
    def effects(self) -> Mapping[str, Effect]: ...


class Seat:
    """One side's place at a game. It shows views, never the position itself."""

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: int) -> None:
        self._game = game
        self.side = side

    @property
    def battle(self) -> Battle:
        return self._game.battle

    @property
    def decision(self) -> Decision | None:
        """The decision owed now, by whichever side."""
        return self._game.decision

    def view(self) -> dict[str, Any]:
        return self._game.view(self.side)

    def legal(self) -> Legal:
        """The orders this side may give now; what the other side may do is not for it to see."""
        decision = self.decision
        if decision is None or decision.side != self.side:
            raise LookupError(f"{self.battle.sides[self.side].name} is not asked for an order now.")
        return self._game.legal()

    def judge(self, order: Order | str) -> Refusal | None:
        return self._game.judge(order, self.side)

    def odds(self, order: Order | str | None = None) -> Odds:
        """Exact odds of an attack this side may declare, or of the combat under way."""
        return cast(Odds, self._game.odds(order))

    def narrate(self, event: Event) -> str:
        return self._game.rules.narrate(event)
