"""Chapters 6.0 to 6.2: drop zones and planned hexes; with air supply (18.3) and emergency drops (22.1)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.battle import Battle
from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import REMOVED, WAITING, State
from .engineering import Engineering
from .events import Planned, ZonePlaced
from .scenario import Drop


class Drops(Engineering):
    """Where units and supplies are to come down, before the first landing check."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.supply_counters = [u for u in self.side_counters[self.airborne_side] if self.has(u, "supply")]
        terrain: tuple[str, ...]
        self.radius: int
        _, _, terrain, self.radius = self.special["drop-zones"]
        self.zone_ground = [
            hex_
            for hex_ in range(self.grid.size)
            if not self.is_closed(hex_) and self.terrain(hex_) in terrain
        ]
        """Hexes of the terrain for drop zones."""

    # Drop zones

    def zones_left(self, state: State) -> int:
        """para:6.1.b, 24.2.e, o and p, ruling RP-14: so many on turn 1, so many for all the rest."""
        first: int
        later: int
        first, later, _, _ = self.special["drop-zones"]
        placed = len(state.lists.get("zones", ()))
        return first - placed if state.turn == 1 else later - placed + state.tracks.get("zones first", 0)

    def judge_zone(self, state: State, hex_: int) -> Refusal | None:
        """para:6.1.b, f, g and h, 24.2.f: where ground units may go, of the right terrain, one to a hex."""
        _, _, terrain, _ = self.special["drop-zones"]
        number = self.number(hex_)
        if "planning" in state.tracks:
            return self.refuse("zones_first", "Drop zones are placed before any unit is.")
        if self.zones_left(state) <= 0:
            rule = "zone_limit" if state.turn == 1 else "zone_limit_later"
            return self.refuse(rule, "No more drop zones can be placed now.")
        if self.is_closed(hex_):
            return self.refuse("zone_closed", f"No unit can enter {number}: {self.terrain(hex_)}.", hex_)
        if self.terrain(hex_) not in terrain:
            return self.refuse(
                "zone_terrain", f"A drop zone cannot be placed in {number}: {self.terrain(hex_)}.", hex_
            )
        if hex_ in state.lists.get("zones", ()):
            return self.refuse("zone_one", f"There is a drop zone in {number} already.", hex_)
        return None if state.turn == 1 else self.judge_price(state, state.active, "zone", "A drop zone")

    def place_zone(self, state: State, hex_: int, table: Table) -> None:
        """para:6.1.d to f: never moved; free on turn 1."""
        if state.turn > 1:
            self.pay(state, state.active, "zone", table)
        state.lists["zones"] = (*state.lists.get("zones", ()), hex_)
        if state.turn == 1:
            state.tracks["zones first"] = len(state.lists["zones"])
        table.tell(ZonePlaced(state.active, hex_))

    def zone_orders(self, state: State) -> list[Order]:
        if self.zones_left(state) <= 0 or "planning" in state.tracks:
            return []
        return [
            Order("zone", path=(hex_,)) for hex_ in self.zone_ground if self.judge_zone(state, hex_) is None
        ]

    # Planned hexes

    def drop_due(self, state: State) -> Drop | None:
        """The drop of this turn, if there is one."""
        drops: tuple[Drop, ...] = self.special.get("drops", ())
        for drop in drops:
            if drop.turn == state.turn and not drop.window:
                return drop
            if (
                drop.window
                and state.turn >= drop.turn
                and state.tracks.get("second drop", state.turn) == state.turn
            ):
                return drop
        return None

    def droppable(self, state: State) -> list[int]:
        """para:6.0.c, 16.1.f: units of the drop of this turn that have no planned hex yet.

        Ruling RP-27: those that scattered off the map come back by its edge, not from the air.
        """
        drop = self.drop_due(state)
        if not drop:
            return []
        strayed = self.strayed(state)
        waiting = [
            unit for unit in self.contingents(drop) if state.at[unit] == WAITING and unit not in strayed
        ]
        if drop.number and self._dropped(state) >= drop.number:
            return []
        return waiting

    def strayed(self, state: State) -> dict[int, int]:
        """para:6.2.2.f: units that scattered off the map, and the last hex of each."""
        pairs = iter(state.lists.get("strayed", ()))
        return dict(zip(pairs, pairs, strict=True))

    def note_strayed(self, state: State, strayed: dict[int, int]) -> None:
        state.lists["strayed"] = tuple(number for pair in strayed.items() for number in pair)

    def contingents(self, drop: Drop) -> list[int]:
        return [unit for name in drop.contingent.split() for unit in self.contingent(name)]

    def _dropped(self, state: State) -> int:
        return sum(self.is_ground[unit] for unit in state.lists.get("planned", ()))

    def supplies(self, state: State) -> list[int]:
        """para:18.3.b, 24.2.q: supply markers that may be dropped now."""
        if "supply-drops" not in self.special:
            return []
        first, a_turn = self.special["supply-drops"]
        if state.turn < first or state.tracks.get("supplies", 0) >= a_turn:
            return []
        return [unit for unit in self.supply_counters if state.at[unit] == WAITING]

    def judge_plan(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:6.0.b, 6.2.c, 9.5.a, 18.3.c, 22.1.a, 24.2.m: in a drop zone or near one."""
        name, number = self.name(unit), self.number(hex_)
        if self.has(unit, "supply"):
            if unit not in self.supplies(state):
                return self.refuse("supply_drops", f"{name} cannot be dropped now.")
        elif unit not in self.droppable(state):
            drop = self.drop_due(state)
            if drop is not None and drop.number and self._dropped(state) >= drop.number:
                return self.refuse("must_drop", f"{drop.number} units are dropped in this turn, no more.")
            return self.refuse("drop_units", f"{name} is not among the units to be dropped now.")
        if self.is_closed(hex_):
            rule = "supply_closed" if self.has(unit, "supply") else "drop_closed"
            return self.refuse(rule, f"Nothing can be dropped in {number}.", hex_)
        if self.has(unit, "supply") or self.options.get("emergency-drops") or self.near_zone(state, hex_):
            return None
        return self.refuse("drop_radius", f"{number} is too far from every drop zone for {name}.", hex_)

    def near_zone(self, state: State, hex_: int) -> bool:
        return any(self.grid.distance(zone, hex_) <= self.radius for zone in state.lists.get("zones", ()))

    def plan_ground(self, state: State, unit: int) -> Sequence[int]:
        """Where a unit may be planned for, as far as the distance from drop zones says."""
        if self.has(unit, "supply") or self.options.get("emergency-drops"):
            return range(self.grid.size)
        zones = state.lists.get("zones", ())
        return sorted({hex_ for zone in zones for hex_ in self.grid.within(zone, self.radius)})

    def plan_hexes(self, state: State, unit: int) -> list[int]:
        hexes = self.plan_ground(state, unit)
        return [hex_ for hex_ in hexes if self.judge_plan(state, unit, hex_) is None]

    def plan(self, state: State, unit: int, hex_: int, table: Table) -> None:
        self.note(state, "planning")
        drop = self.drop_due(state)
        if self.has(unit, "supply"):
            state.tracks["supplies"] = state.tracks.get("supplies", 0) + 1
        elif drop is not None and drop.window:
            state.tracks["second drop"] = state.turn
        state.lists["planned"] = (*state.lists.get("planned", ()), unit)
        state.put(unit, hex_)
        table.tell(Planned(unit, hex_))

    def judge_planned(self, state: State) -> Refusal | None:
        """para:2.8.c, 24.2.l, 25.2.l, rulings RP-17 and RP-86: what must be dropped is dropped, all of it."""
        drop = self.drop_due(state)
        if not drop:
            return None
        begun = not drop.window or state.tracks.get("second drop") == state.turn
        waiting = self.droppable(state)
        if not begun or not waiting:
            return None
        if (
            not state.lists.get("zones")
            and not self.options.get("emergency-drops")
            and self.zone_orders(state)
        ):
            return self.refuse(
                "must_drop", "A drop zone must be placed first: units must be dropped in this turn."
            )
        unit = waiting[0]
        if any(self.judge_plan(state, unit, hex_) is None for hex_ in self.plan_ground(state, unit)):
            wanted = f"{drop.number - self._dropped(state)} more of " if drop.number else ""
            return self.refuse(
                "must_drop_together" if drop.window else "must_drop",
                f"These units must be dropped as well: {wanted}{self.names(waiting)}.",
            )
        return None

    def leave_undropped(self, state: State) -> None:
        """para:6.0.c and d: who was due and had no hex to be dropped in is out of play, not eliminated.

        Of a drop of so many units the others wait for a later one (24.2.n).
        """
        drop = self.drop_due(state)
        if drop is not None and not drop.window and not drop.number:
            for unit in self.droppable(state):
                state.put(unit, REMOVED)

    def landing_business(self, state: State) -> bool:
        """Is there anything to place, to plan or to check?"""
        if state.lists.get("planned"):
            return True
        return (
            self.drop_due(state) is not None
            or bool(self.supplies(state))
            or (
                self.zones_left(state) > 0
                and (state.turn == 1 or self.command_points(state, state.active) > 0)
            )
        )
