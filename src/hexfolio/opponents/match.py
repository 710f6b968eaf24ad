"""A match: two players bring one game to its end."""

from __future__ import annotations

from collections.abc import Callable

from hexfolio.core.events import Event
from hexfolio.core.game import Game, Outcome

from .opponent import Choice, Opponent
from .seat import Seat

MOST_ORDERS = 20_000
"""A game that is longer than this does not end."""

OnOrder = Callable[[int, Choice, list[Event]], None]
"""Called after every order with the side, its choice and what happened."""


class EndlessMatchError(RuntimeError):
    """Two players who do not come to an end."""


def play_match(
    game: Game,
    players: tuple[Opponent, Opponent],
    on_order: OnOrder | None = None,
    most_orders: int = MOST_ORDERS,
) -> Outcome:
    """Play a game from where it stands to its end, each player on the side of its place in `players`."""
    seats = Seat(game, 0), Seat(game, 1)
    for _ in range(most_orders):
        decision = game.decision
        if decision is None:
            break
        side = decision.side
        choice = players[side].choose(seats[side])
        events = game.apply(choice.order, side)
        if on_order is not None:
            on_order(side, choice, events)
    if game.outcome is None:
        names = " and ".join(player.name for player in players)
        raise EndlessMatchError(f"The match of {names} did not end within {most_orders} orders.")
    return game.outcome
