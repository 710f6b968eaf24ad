"""Games to try things in: no journal is kept, and nothing is judged twice."""

from __future__ import annotations

from hexfolio.core.events import Event
from hexfolio.core.game import Game, Table
from hexfolio.core.orders import Order


class Sandbox(Game):
    """A game whose orders come from players who give legal ones; it cannot be saved or taken back."""

    __slots__ = ()

    def apply(self, order: Order | str, side: int | None = None) -> list[Event]:
        table = Table(self.state, self.chance)
        self.rules.carry_out(self.state, self._order(order), table)
        self.state.cache.clear()
        return table.events


def branch(game: Game) -> Sandbox:
    """A game to try things in that begins where another one stands."""
    copy = Sandbox.__new__(Sandbox)
    copy.rules, copy.chance, copy.entry = game.rules, game.chance, game.entry
    copy.laid_out, copy.state = True, game.state.copy()
    return copy
