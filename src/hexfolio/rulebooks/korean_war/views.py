"""What both books add to the view and to the log."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from ...core.events import Event
from ...core.orders import Order
from ...core.state import WAITING, State
from . import events as ev
from .attacks import MOST_GROUPED
from .course import Course
from .telling import TELLERS

TOLD_TRACKS = ("airlifts", "airlift debt", "shortage", "announced", "cleared", "storm")


class KoreanViews(Course):
    """Supply, points and the state of the special rules, beside the view of the base rules."""

    tellers = TELLERS
    captions: ClassVar[Mapping[str, str]] = {
        **Course.captions,
        "accept": "Accept the historical set-up",
        "airlift": "Supply by air",
        "announce": "Announce early reinforcements",
        "break": "Break the division down",
        "bridge": "Bridge this hexside",
        "deplete": "Start depleted",
        "emergency": "Use up for emergency supply",
        "end rebuilding": "Done rebuilding",
        "form": "Form the division",
        "hide": "Turn face down",
        "raise": "Raise from the dead pile",
        "rebuild": "Rebuild",
        "restore": "Start at full strength",
        "show": "Turn face up",
        "withdraw": "Withdraw",
    }

    def listed_as(self, state: State, order: Order) -> Order | None:
        """Lists hold doubled attacks and groups to be raised as a sample, and orders of any moment only where
        they are of use."""
        if order.verb in ("airlift", "emergency") or len(order.units) > MOST_GROUPED:
            return None
        if order.verb == "raise":
            return order if len(order.units) == 1 else None
        if order.verb == "attack":
            crowd = len(self.attackers(state, order.path[0])) > MOST_GROUPED
            order = Order("attack", path=order.path, units=order.units)
            return None if crowd else super().listed_as(state, order)
        if order.verb == "bridge":
            return order._replace(path=(min(order.path), max(order.path)))
        if order.verb == "place" and order.path[0] == state.at[order.unit]:
            return None
        return super().listed_as(state, order)

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        view = super().view(state, side)
        setting_up = state.phase == "set-up"
        if setting_up:
            view["points"] = dict.fromkeys(view["points"], 0)
            view["standing"] = None
        if setting_up and side != state.active and view["asked"]:
            name = self.side_name(state.active)
            view["asked"] = {**view["asked"], "units": [], "prompt": f"{name} is setting up."}
        units = [] if side is None or setting_up else self.out_of_supply(state, side)
        view["unsupplied"] = [self.name(unit) for unit in units]
        view["situation"] = {} if setting_up else self.situation(state)
        return view

    def counters_seen(self, state: State, side: int | None) -> dict[str, list[Any]]:
        """A side sets up behind a screen."""
        seen = super().counters_seen(state, side)
        if state.phase == "set-up" and side != state.active:
            for unit in self.side_counters[state.active]:
                seen[self._names[unit]] = ["off-map", 0, []]
        return seen

    def imagine(self, state: State, side: int | None, random: Random) -> State:
        """To the other side, a set-up under way might as well not have begun."""
        twin = super().imagine(state, side, random)
        if state.phase == "set-up" and side != state.active:
            for unit in self.side_counters[twin.active]:
                twin.put(unit, WAITING)
                twin.step[unit] = self.battle.start_steps.get(unit, 0)
            for name in ("hidden", "broken", "formed", "spent"):
                twin.lists.pop(name, None)
            twin.tracks.pop("announced", None)
            for unit, placement in self.battle.placements.items():
                if placement.fixed and twin.side_of[unit] == twin.active:
                    twin.put(unit, placement.hexes[0])
        return twin

    def situation(self, state: State) -> dict[str, Any]:
        """What lies on the tracks for all to see, in words."""
        names = self.battle.sides
        told: dict[str, Any] = {
            "allotments": {names[side].id: self.allotment(state, side) for side in (0, 1)}
        }
        for track in TOLD_TRACKS:
            if track in state.tracks:
                told[track] = state.tracks[track]
        overdue = {
            self.name(due): state.tracks[f"overdue {due}"]
            for due in self.withdrawals
            if f"overdue {due}" in state.tracks
        }
        if overdue:
            told["overdue"] = overdue
        if "optional" in state.lists:
            told["optional"] = [self.name(unit) for unit in state.lists["optional"]]
        return told

    def reveals(self, event: Event) -> bool:
        return isinstance(event, ev.Unmasked) or super().reveals(event)
