"""The tools of the place, as the Model Context Protocol offers them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from hexfolio import __version__, opponents
from hexfolio.core.rulings import IllegalOrderError

from .place import Place

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = (
    "Hex-and-counter wargames with every rule enforced. You play one side and see only what it may know. "
    "Look at the view, list what may be ordered (subjects first, then the orders of one), ask for odds, give "
    "orders in the one-line notation, and let a computer player answer when the other side is asked. A "
    "refusal names a clause; read it."
)


def make_server(place: Place, choose_game: bool = True) -> MCPServer[Any]:
    """A server for one player. Without `choose_game` the game and the side are settled."""
    server: MCPServer[Any] = MCPServer(
        "hexfolio", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    guard = _Guard()
    for make in (_choosing_tools if choose_game else None, _looking_tools, _playing_tools):
        for tool in make(place) if make else ():
            server.add_tool(guard(tool))
    return server


class _Guard:
    """One call at a time, and mistakes as sentences that the caller reads."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __call__(self, tool: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(tool)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                with self._lock:
                    return tool(*args, **kwargs)
            except (ValueError, IllegalOrderError) as error:
                raise ToolError(str(error)) from None
            except LookupError as error:
                raise ToolError(str(error.args[0])) from None
            except OSError as error:
                raise ToolError(f"The game cannot be read or written: {error.strerror}.") from None

        return guarded


Tools = tuple[Callable[..., Any], ...]


def _choosing_tools(place: Place) -> Tools:
    def list_battles() -> list[dict[str, Any]]:
        """All battles: id, title, rule books, sides, turns, and what may be chosen by each book.

        Readings are questions that a book leaves open, with what each answer means.
        """
        return place.battles()

    def begin_game(
        battle: str,
        side: str,
        file: str = "game.hexfolio",
        book: str | None = None,
        options: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """Begin a battle on one side and save it to a new file. Without a book its first one is used.

        `options` takes options and readings by name, such as {"mobile-zones": "on-leaving"}.
        """
        return place.begin(battle, side, file, book, options or {})

    def open_game(file: str, side: str) -> dict[str, Any]:
        """Sit down at a saved game on one side; you cannot change the side of a game afterwards."""
        return place.open(file, side)

    return list_battles, begin_game, open_game


def _looking_tools(place: Place) -> Tools:
    def view() -> dict[str, Any]:
        """The position as your side sees it: turn, phase, counters (place, steps lost, status), points."""
        return place.view()

    def legal_orders(subject: str | None = None, page: int = 1) -> dict[str, Any]:
        """Without a subject: counters or hexes that may have orders, and orders that need none.

        With a subject: its orders. Orders that name several units (“with …”) are listed in some of
        their combinations; others may be legal too, ask `why_illegal`.
        """
        return place.legal(subject, page)

    def why_illegal(order: str) -> dict[str, Any]:
        """Whether an order is legal now, and if not, the clause and a sentence."""
        return place.why(order)

    def odds(order: str | None = None) -> dict[str, Any]:
        """Exact odds of an attack you may declare; without an order, of the combat under way."""
        return place.odds(order)

    def read_clause(clause: str) -> dict[str, Any]:
        """A clause of a rule book by its id, such as fm-folio:7.8.a.

        Where it can be read in more than one way: how, and which reading your game is played by.
        """
        return place.clause(clause)

    def log(orders: int = 20) -> list[str]:
        """What happened in the last orders of both sides."""
        return place.log(orders)

    return view, legal_orders, why_illegal, odds, read_clause, log


def _playing_tools(place: Place) -> Tools:
    def give_order(order: str) -> dict[str, Any]:
        """Give an order, such as “move A/7 0206-0306” or “end”, and save the game."""
        return place.give(order)

    def let_opponent_answer(player: str = opponents.USUAL) -> dict[str, Any]:
        """Let a computer player (random, recruit, captain, general) act for the other side."""
        return place.answer(player)

    return give_order, let_opponent_answer
