"""Events: what happened, as named tuples; turned into JSON only when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .battle import Battle
from .orders import OFF_MAP

Event = tuple[Any, ...]
"""Always a named tuple. Fields called unit, units, hex, path, hexes and side hold positions in the battle's
lists;
`cost` holds half movement points."""


Told = dict[str, Any]
"""An event as a log keeps it: its kind, its sentence and its facts."""


def event_kind(event: Event) -> str:
    """The event's name: its class in small letters with hyphens."""
    name = type(event).__name__
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def event_json(event: Event, battle: Battle) -> dict[str, Any]:
    """The event with identifiers and hex numbers instead of positions."""
    fields: tuple[str, ...] = event._fields  # type: ignore[attr-defined]
    data: dict[str, Any] = {"event": event_kind(event)}
    for name, value in zip(fields, event, strict=True):
        data[name] = _named(name, value, battle)
    return data


def told_events(events: Iterable[Event], narrate: Callable[[Event], str], battle: Battle) -> list[Told]:
    """Events as a log keeps them."""
    return [
        {"event": event_kind(event), "text": narrate(event), "facts": event_json(event, battle)}
        for event in events
    ]


def told(event: str, text: str) -> Told:
    """A line of the log that no rulebook wrote."""
    return {"event": event, "text": text, "facts": {}}


def _named(name: str, value: Any, battle: Battle) -> Any:
    if name == "unit":
        return battle.counters[value].id if value >= 0 else None
    if name == "units":
        return [battle.counters[unit].id for unit in value]
    if name == "hex":
        return battle.board.grid.number(value) if value >= 0 else None
    if name in ("path", "hexes"):
        return ["off" if hex_ == OFF_MAP else battle.board.grid.number(hex_) for hex_ in value]
    if name == "side":
        return battle.sides[value].id if value >= 0 else None
    if name == "cost":
        return value / 2
    return list(value) if isinstance(value, tuple) else value
