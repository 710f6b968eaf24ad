"""The log in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from ..fire_and_movement import telling
from ..telling import Teller
from . import events as ev

TELLERS: Mapping[type, Teller] = {
    **telling.TELLERS,
    ev.Stirred: lambda r, e: f"{r.side_name(e.side)}: flag {e.flag} {e.what} {r.way(e.path)}",
    ev.Unmasked: lambda r, e: f"{r.name(e.unit)} is turned face up in {r.number(e.hex)}",
    ev.BrokeDown: lambda r, e: f"{r.name(e.unit)} breaks down into {', '.join(map(r.name, e.units))}",
    ev.Replaced: lambda r, e: f"{', '.join(map(r.name, e.units))} takes the place of {r.name(e.unit)}",
    ev.Rebuilt: lambda r, e: f"{r.name(e.unit)} is rebuilt",
    ev.Airlifted: lambda r, e: (
        f"Air supply for {r.name(e.unit) if e.unit >= 0 else 'the units'} in {r.number(e.hex)}"
    ),
    ev.Bridged: lambda r, e: f"{r.name(e.unit)} bridges {r.way(e.hexes).replace('-', '/')}",
    ev.Withdrawn: lambda r, e: f"{r.name(e.unit)} is withdrawn",
    ev.UsedUp: lambda r, e: f"{r.name(e.unit)} is used up ({e.purpose})",
    ev.MarkersLost: lambda r, e: (
        f"{r.side_name(e.side)} loses {' '.join(f'+{value}' for value in e.markers)} for good ({e.cause})"
    ),
    ev.Announced: lambda r, e: f"{r.side_name(e.side)} announces early reinforcements",
    ev.Captured: lambda r, e: f"{r.side_name(e.side)} takes {r.number(e.hex)}",
    ev.Called: lambda r, e: f"{r.name(e.unit)} is called for",
    ev.Rolled: lambda r, e: f"{r.side_name(e.side)} rolls {e.die} ({e.purpose})",
}
