"""Chapters 17, 18 and 23: what lowers the support fire allotment."""

from __future__ import annotations

from ....core.game import Table
from ....core.state import ELIMINATED, State
from .hidden import Hidden


class Allotments(Hidden):
    """Lost HQs and depots, critical objectives, air supply and the calendar."""

    def allotment_change(self, state: State, side: int) -> int:
        """kwb-dg:10.2.air.f, 17.0.b, 18.0, 27.0.m and n, 29.0.k: everything that counts at the draw."""
        change = super().allotment_change(state, side)
        change -= sum(state.at[unit] == ELIMINATED for unit in self.depots[side])
        cuts: tuple[int, ...] = self.special.get("support-cuts", {}).get(side, ())
        change -= sum(turn <= state.turn for turn in cuts)
        if side == self.un:
            change -= state.tracks.get("airlift debt", 0)
            change -= sum(
                state.tracks.get(f"critical {hex_}", 0) for hex_ in self.special.get("critical", ())
            )
        if self.special.get("division-price") == side:
            change -= sum(self.is_division(u) and state.at[u] >= 0 for u in self.side_counters[side])
        return change - self._duties_lost(state, side)

    def _duties_lost(self, state: State, side: int) -> int:
        """kwb-dg:27.0.m: a unit lost before it was due costs a marker from the due turn on."""
        return sum(
            state.side_of[unit] == side
            and state.turn >= line["turn"]
            and 0 < state.tracks.get(f"lost {unit}", 0) < line["turn"]
            for unit, line in self.withdrawals.items()
        )

    def phase_over(self, state: State, table: Table) -> None:
        """kwb-dg:18.0.a to c: held at the end of a UN combat phase, until a UN unit enters (ruling D26)."""
        super().phase_over(state, table)
        for hex_ in self.special.get("critical", ()):
            if self.real_in(state, self.un, hex_):
                state.tracks.pop(f"critical {hex_}", None)
            elif (
                state.active == self.un
                and state.phase in ("combat", "mobile-combat")
                and self.real_in(state, self.communist, hex_)
            ):
                state.tracks[f"critical {hex_}"] = 1
