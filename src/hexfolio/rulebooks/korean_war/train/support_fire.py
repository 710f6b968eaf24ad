"""Chapter 8: lost HQs, second markers and bombardment; the shortages and airfields of 12.1.1."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import REMOVED, WAITING, State
from ....core.steps import Step
from ...fire_and_movement.frames import Combat
from ...fire_and_movement.sequence import control_track
from ..events import Rolled
from .combat import Attacking

REACH = 3
"""Hexes of a line of communications."""


class SupportFire(Attacking):
    """One marker for anybody, a second one for those who are in touch with an HQ."""

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        """kwb-train:8.1.1.hq.a: with an HQ a marker drawn blind is lost for good."""
        super().eliminate(state, unit, cause, table)
        if self.hq[unit]:
            self.lose_markers(state, state.side_of[unit], 1, "HQ lost", table)

    def allotment_change(self, state: State, side: int) -> int:
        """kwb-train:12.1.1.airfields.b and 12.3.optional.f, beside lost HQs (8.1.1.hq.b)."""
        change = super().allotment_change(state, side)
        if side == self.un:
            change -= sum(self._airfield_closed(state, hex_) for hex_ in self.special.get("critical", ()))
            extra = self.special.get("extra-marker-hq")
            if extra is not None and state.at[extra] not in (WAITING, REMOVED):
                change += 1
        return change

    def _airfield_closed(self, state: State, hex_: int) -> bool:
        """kwb-train:12.1.1.airfields.b: one with an enemy on it; `empty-airfield` may be read so that one he
        has left stays closed until the UN is back (ruling T23)."""
        if self.real_in(state, self.communist, hex_):
            return True
        held = state.tracks.get(control_track(hex_)) == self.communist
        return held and self.reads("empty-airfield", "until-retaken")

    # Second markers

    def judge_second_marker(self, state: State, combat: Combat, side: int) -> Refusal | None:
        """May a side add a marker to one it has in the combat already?"""
        placed = combat.attacker_markers if side == state.active else combat.defender_markers
        if not placed:
            return None
        if state.tracks.get("shortage") and side == self.short_side:
            text = f"While the supply shortage lasts {self.side_name(side)} has one marker for a combat."
            return self.refuse("shortage", text, combat.hex)
        if side == self.communist:
            return self._judge_line(state, combat, side, "second_communist")
        units = self.involved(state, combat, side)
        fighting = combat.kind == "attack" or side != state.active
        if fighting and units and all(self.nation[unit] == "rok" for unit in units):
            return self._judge_line(state, combat, side, "second_rok")
        return None

    def involved(self, state: State, combat: Combat, side: int) -> tuple[int, ...]:
        """Units of a side in a combat; for the bombarder those next to the target (ruling T17)."""
        if side != state.active:
            return combat.defenders
        if combat.attackers:
            return combat.attackers
        return tuple(
            unit
            for hex_ in self.grid.around(combat.hex)
            if state.occupied[side][hex_]
            for unit in state.stacks[hex_]
        )

    def _judge_line(self, state: State, combat: Combat, side: int, rule: str) -> Refusal | None:
        """kwb-train:8.1.1.com.a and b, rok.a: some unit of the combat within three hexes of an HQ."""
        nation = "rok" if side == self.un else ""
        if self.in_touch(state, self.involved(state, combat, side), side, nation):
            return None
        text = f"{self.side_name(side)} may not add a second marker: no HQ is within {REACH} hexes."
        return self.refuse(rule, text, combat.hex)

    def in_touch(self, state: State, units: tuple[int, ...], side: int, nation: str) -> bool:
        """Does a line of communications lead from one of the units to an HQ?"""
        posts = [
            state.at[unit]
            for unit in self.hqs[side]
            if state.at[unit] >= 0 and (not nation or self.nation[unit] == nation)
        ]
        if not posts:
            return False
        near = self.spread(self.all_edges, self.closed_hexes(state, side), self.mask(posts), REACH)
        return any(near[state.at[unit]] for unit in units if state.at[unit] >= 0)

    def may_support(self, state: State, combat: Combat) -> bool:
        side = self.chance_side(state, combat)
        return (
            super().may_support(state, combat)
            and not self._bars_battery(state, combat, side)
            and self.judge_second_marker(state, combat, side) is None
        )

    # Bombardment

    def bombardment_area(self, state: State) -> Container[int]:
        return () if state.active == self.communist else super().bombardment_area(state)

    def judge_bombardment_range(self, state: State, hex_: int) -> Refusal | None:
        """kwb-train:8.4.a: the Communist side bombards only what is next to a unit of its own."""
        if state.active == self.communist and not self.next_to(state, state.active, hex_):
            text = f"No Communist unit is next to {self.number(hex_)}: it cannot be bombarded."
            return self.refuse("bombard_spotter", text, hex_)
        return super().judge_bombardment_range(state, hex_)

    def _bars_battery(self, state: State, combat: Combat, side: int) -> bool:
        """kwb-train:8.4.1.a: the Communist side has no counter-battery fire."""
        return combat.kind == "bombardment" and side == self.communist and side != state.active

    def refuse_side(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """A side that is not asked for a marker learns why."""
        combat = state.frames[-1]
        if order.verb == "support" and isinstance(combat, Combat):
            side = 1 - step.side(self, state)
            if self._bars_battery(state, combat, side):
                return self.refuse("counter_battery", "The Communist side has no counter-battery fire.")
            refusal = self.judge_second_marker(state, combat, side)
            if refusal is not None:
                return refusal
        return super().refuse_side(state, order, step)

    # Airfields and shortages at Pusan

    @property
    def short_side(self) -> int:
        """The side that a supply shortage hits."""
        side: int = self.special.get("shortage", self.un)
        return side

    def lay_out(self, state: State) -> None:
        super().lay_out(state)
        if "shortage" in self.special:
            state.tracks["shortage"] = 1

    def phase_over(self, state: State, table: Table) -> None:
        """kwb-train:12.1.1.airfields.a: a marker for each airfield, once for every capture (ruling T23)."""
        super().phase_over(state, table)
        for hex_ in self.special.get("critical", ()):
            key = f"critical {hex_}"
            if self.real_in(state, self.un, hex_):
                state.tracks.pop(key, None)
            elif (
                state.active == self.un
                and state.phase in ("combat", "mobile-combat")
                and key not in state.tracks
                and self.real_in(state, self.communist, hex_)
            ):
                state.tracks[key] = 1
                self.lose_markers(state, self.un, 1, "airfield lost", table)

    def turn_over(self, state: State, table: Table) -> None:
        """kwb-train:12.1.1.un-shortage.b: a die lower than the turn ends the shortage for good."""
        super().turn_over(state, table)
        if state.tracks.get("shortage"):
            die = table.roll()
            table.tell(Rolled(self.short_side, die, "supply shortage"))
            if die < state.turn:
                del state.tracks["shortage"]
