"""Words and colours of the table: captions of orders, tables, liveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...core.game import PrintedTable
from ...core.orders import Order
from ...core.state import State
from .sequence import Sequence

LIVERIES = {"cw": "cw-paratrooper", "rok": "rok-paratrooper", "cn": "cn-paratrooper"}


class Words(Sequence):
    """What stands on buttons, counters and tracks."""

    captions: ClassVar[Mapping[str, str]] = {
        "fog": "Place a fog of war counter",
        "place": "Set up here",
        "place air-landing": "Fly in here",
        "disrupt": "Begin disrupted",
        "accept": "Accept the historical set-up",
        "receive": "Receive these",
        "choose": "Bring these",
        "road": "Come by this road",
        "zone": "Place a drop zone",
        "plan": "Drop here",
        "land": "Land",
        "demolish": "Demolish the bridge",
        "roadblock": "Build a roadblock",
        "repair": "Repair the bridge",
        "build": "Build a bridge",
        "recon": "Look from the air",
        "reveal": "Turn face up",
        "move": "Move here",
        "enter": "Come on here",
        "fast": "Move fast",
        "top": "Put on top",
        "strike": "Strike",
        "attack": "Attack",
        "suffer": "Take the loss",
        "roll": "Roll for the retreat",
        "retreat": "Retreat here",
        "pursue": "Pursue",
        "regroup": "Regroup",
        "resupply": "Regroup by air supply",
        "end": "Done",
        "end set-up": "Done setting up",
        "end landing": "Begin the landings",
        "end engineering": "Done with the work",
        "end movement": "Done moving",
        "end strikes": "Done striking",
        "end attack": "Done attacking",
        "end pursuit": "Stay",
        "end regroup": "Done regrouping",
    }

    def caption(self, state: State, order: Order) -> str:
        """What the order does, and what it costs in command points."""
        kind = state.frames[-1][0] if state.frames else ""
        words = self.captions.get(f"{order.verb} {kind}") or self.captions[order.verb]
        price = self.charts.prices.get(order.verb, 0)
        free = order.verb == "zone" and state.turn == 1
        return words if not price or free else f"{words} ({price} CP)"

    def colours_of(self, unit: int) -> str:
        """Airborne troops, and allies as this series prints them."""
        counter = self.counters[unit]
        if counter.nation == "us":
            return "us-airborne" if "airborne" in counter.traits else "us"
        return LIVERIES.get(counter.nation, counter.nation)

    def conditions(self, turn: int) -> tuple[str, ...]:
        return ("night",) if turn in self.special.get("night", ()) else ()

    def tables(self) -> list[PrintedTable]:
        return [
            PrintedTable("combat results", ((("all terrain",), self.charts.labels),), self.charts.results)
        ]
