"""The log in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from .. import telling
from ..telling import Teller
from . import events as ev
from .general import General

PURPOSES = {
    "zone": "a drop zone",
    "fast": "fast movement",
    "ranged": "ranged fire",
    "strikes": "airstrikes",
    "naval": "naval gunfire",
    "regroup": "regrouping",
    "resupply": "air supply",
    "demolish": "demolition",
    "roadblock": "a roadblock",
    "repair": "bridge repair",
    "build": "a bridge",
    "recon": "air reconnaissance",
}


def _some(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _shifted(by: int) -> str:
    return f"{abs(by)} {'left' if by < 0 else 'right'}, " if by else ""


def _tell_combat(rules: General, event: ev.Combat) -> str:
    words = "no effect" if event.result == "-" else event.result
    return (
        f"{event.attack} against {event.defence}, {event.differential:+d}, {_shifted(event.shift)}"
        f"column {rules.charts.labels[event.column - 1]}, die {event.die}: {words}"
    )


def _tell_landing(rules: General, event: ev.Landed) -> str:
    words = {"-": "lands well", "D": "lands badly", "S": "is scattered", "E": "is lost"}[event.result]
    die = f"die {event.die}{event.modifier:+d}" if event.modifier else f"die {event.die}"
    return f"{rules.name(event.unit)} {words} at {rules.number(event.hex)} ({die})"


def _tell_work(rules: General, event: ev.Worked) -> str:
    what = {"demolish": "the bridge", "repair": "the bridge", "build": "a bridge", "roadblock": "a roadblock"}
    die = f" (die {event.die})" if event.die else ""
    done = {"demolish": "blows up", "repair": "repairs", "build": "builds", "roadblock": "builds"}
    tried = {"demolish": "fails to blow up", "repair": "fails to repair"}
    verb = done[event.work] if event.done else tried.get(event.work, "fails to build")
    return f"{rules.name(event.unit)} {verb} {what[event.work]} at {rules.way(event.hexes)}{die}"


TELLERS: Mapping[type, Teller] = {
    **telling.TELLERS,
    ev.Commanded: lambda r, e: f"{r.side_name(e.side)} has {_some(e.points, 'command point')}",
    ev.Paid: lambda r, e: (
        f"{r.side_name(e.side)} pays {_some(e.points, 'command point')} ({PURPOSES[e.purpose]})"
    ),
    ev.Rolled: lambda r, e: f"{r.side_name(e.side)} rolls {e.die} ({e.purpose})",
    ev.Awarded: lambda r, e: (
        f"{r.side_name(e.side)} receives {_some(e.strikes, 'airstrike' if e.kind == 'airstrike' else 'ship')}"
    ),
    ev.Due: lambda r, e: f"{r.side_name(e.side)} calls up {_some(e.number, 'unit')}",
    ev.AirLanded: lambda r, e: f"{r.name(e.unit)} is flown in to {r.number(e.hex)}",
    ev.FogPlaced: lambda r, e: f"{r.side_name(e.side)} places a counter face down in {r.number(e.hex)}",
    ev.Revealed: lambda r, e: f"{r.name(e.unit)} is revealed in {r.number(e.hex)}",
    ev.Freed: lambda r, e: f"Prisoners are freed in {r.number(e.hex)}",
    ev.ZonePlaced: lambda r, e: f"{r.side_name(e.side)} marks a drop zone in {r.number(e.hex)}",
    ev.Planned: lambda r, e: f"{r.name(e.unit)} is to drop at {r.number(e.hex)}",
    ev.Landed: _tell_landing,
    ev.Scattered: lambda r, e: (
        f"{r.name(e.unit)} drifts {r.way(e.path)} (dice {e.direction} and {e.distance})"
    ),
    ev.Withdrew: lambda r, e: f"{r.name(e.unit)} leaves the map by {r.way(e.path[:-1])}",
    ev.Hastened: lambda r, e: f"{r.name(e.unit)} moves fast (die {e.die})",
    ev.Attacked: lambda r, e: f"{r.names(e.units)} attack {r.number(e.hex)}",
    ev.Combat: _tell_combat,
    ev.Disrupted: lambda r, e: f"{r.name(e.unit)} is disrupted ({e.cause})",
    ev.Aborted: lambda r, e: f"{r.name(e.unit)} turns away",
    ev.RetreatRolled: lambda r, e: f"{r.name(e.unit)} must retreat {e.die}",
    ev.Pursued: lambda r, e: f"{r.name(e.unit)} pursues {r.way(e.path)}",
    ev.Regrouped: lambda r, e: f"{r.name(e.unit)} regroups",
    ev.Resupplied: lambda r, e: f"Air supply regroups {r.names(e.units)}",
    ev.Worked: _tell_work,
    ev.RoadblockLost: lambda r, e: f"The roadblock in {r.number(e.hex)} is gone",
    ev.Rained: lambda r, e: "It rains",
}
