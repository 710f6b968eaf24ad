"""A seat at the table: all that a player may look at and use."""

from __future__ import annotations

from random import Random
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.events import Event
from hexfolio.core.game import Decision, Game, Legal
from hexfolio.core.odds import Effect, Odds
from hexfolio.core.orders import Order
from hexfolio.core.rulings import Refusal


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

    def odds(
        self,
        order: Order | str | None = None,
        support: tuple[int, ...] = (),
        against: tuple[int, ...] = (),
    ) -> Odds:
        """Exact odds of an attack this side may declare, or of the combat under way, with markers added."""
        return self._game.odds(order, support, against)

    def outlook(
        self, hex_: int, starts: tuple[int, ...], differential: int
    ) -> tuple[tuple[float, Effect], ...]:
        """Chances and effects of an attack on a hex from others, by the lead in strength."""
        return self._game.outlook(hex_, starts, differential)

    def zone_from(self, unit: int, hex_: int) -> tuple[int, ...]:
        """Hexes that one of this side's own units would control from a hex."""
        if self.battle.counters[unit].side != self.side:
            raise LookupError(f"{self.battle.counters[unit].id} is not a unit of this side.")
        return self._game.zone_from(unit, hex_)

    def imagine(self, random: Random) -> Game:
        """A game to try things in: what this side cannot know is dealt anew, and so are the dice."""
        return self._game.imagine(self.side, random)

    def narrate(self, event: Event) -> str:
        return self._game.rules.narrate(event)
