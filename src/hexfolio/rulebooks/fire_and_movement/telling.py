"""The log in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import telling
from ..telling import Teller
from . import events as ev


def marker_words(values: tuple[int, ...]) -> str:
    return " ".join(f"+{value}" for value in values)


def _tell_attack(rules: Any, event: ev.Attacked) -> str:
    return f"{', '.join(map(rules.name, event.units))} attack {rules.number(event.hex)}"


def _tell_result(rules: Any, event: ev.Combat | ev.Bombardment) -> str:
    text = (
        f"{event.attack} against {event.defence}, {event.differential:+d} on the {event.line} line, "
        f"column {event.column}, die {event.die}: {'no effect' if event.result == '-' else event.result}"
    )
    if isinstance(event, ev.Bombardment) and event.result != "-":
        text += f" ({'no effect' if event.effect == 'none' else event.effect})"
    return text


TELLERS: Mapping[type, Teller] = {
    **telling.TELLERS,
    ev.Placed: lambda r, e: f"{r.name(e.unit)} sets up in {r.number(e.hex)}",
    ev.Allotted: lambda r, e: (
        f"{r.side_name(e.side)} receives "
        + (marker_words(e.markers) if any(e.markers) else f"{len(e.markers)} blind draws from its markers")
    ),
    ev.Exited: lambda r, e: f"{r.name(e.unit)} leaves the map by {r.way(e.path[:-1])}",
    ev.Attacked: _tell_attack,
    ev.Bombarded: lambda r, e: f"{r.side_name(e.side)} bombards {r.number(e.hex)}",
    ev.Cancelled: lambda r, e: f"The attack on {r.number(e.hex)} is called off",
    ev.Supported: lambda r, e: (
        f"{r.side_name(e.side)} adds " + (f"+{e.value}" if e.value else "a marker, face down")
    ),
    ev.Passed: lambda r, e: f"{r.side_name(e.side)} adds no marker",
    ev.Revealed: lambda r, e: f"{r.side_name(e.side)} reveals {marker_words(e.markers)}",
    ev.Combat: _tell_result,
    ev.Bombardment: _tell_result,
    ev.StepLost: lambda r, e: f"{r.name(e.unit)} loses a step ({e.cause})",
    ev.Stood: lambda r, e: f"{r.name(e.unit)} stands: stiff resistance",
    ev.Displaced: lambda r, e: f"{r.name(e.unit)} makes room, {r.way(e.path)}",
    ev.Advanced: lambda r, e: f"{r.name(e.unit)} advances {r.way(e.path)}",
}
