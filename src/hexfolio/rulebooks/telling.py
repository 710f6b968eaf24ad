"""How the log tells what can happen in any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import events as ev
from .ways import points

Teller = Callable[[Any, Any], str]
"""Makes a sentence of the rulebook and an event."""


def _tell_turn(rules: Any, event: ev.TurnBegan) -> str:
    dates = rules.battle.dates
    return f"Game turn {event.turn}" + (f", {dates[event.turn - 1]}" if len(dates) >= event.turn else "")


def _tell_finish(rules: Any, event: ev.Finished) -> str:
    first, second = (
        f"{side.name} {score}" for side, score in zip(rules.battle.sides, event.points, strict=True)
    )
    verdict = "a draw" if event.side < 0 else f"{event.level} for {rules.side_name(event.side)}"
    return f"The battle ends: {verdict} ({first}, {second})"


TELLERS: Mapping[type, Teller] = {
    ev.Deployed: lambda r, e: f"{r.side_name(e.side)} has set up",
    ev.TurnBegan: _tell_turn,
    ev.PhaseBegan: lambda r, e: f"{r.side_name(e.side)}: {e.phase.replace('-', ' ')} phase",
    ev.Moved: lambda r, e: f"{r.name(e.unit)} moves {r.way(e.path)} ({points(e.cost)})",
    ev.Entered: lambda r, e: f"{r.name(e.unit)} comes on at {r.way(e.path)} ({points(e.cost)})",
    ev.Retreated: lambda r, e: f"{r.name(e.unit)} retreats {r.way(e.path)}",
    ev.Eliminated: lambda r, e: f"{r.name(e.unit)} is eliminated ({e.cause})",
    ev.Finished: _tell_finish,
}
