"""Positions laid out by hand, for studies, puzzles and cases."""

from __future__ import annotations

from typing import ClassVar

from ...core.state import State
from .frames import SetUp
from .view import STATUS, Views


class LayingOut(Views):
    """How counters are put down otherwise than by play."""

    statuses: ClassVar[tuple[tuple[int, str], ...]] = STATUS
    faces: ClassVar[tuple[str, str]] = ("effective", "disrupted")
    marker_value: ClassVar[list[int]] = []

    @property
    def player_turn(self) -> tuple[str, ...]:
        return self.airborne_turn

    def lay_out(self, state: State) -> None:
        """Counters whose place is fixed, on the side that shows."""
        for unit, placement in self.battle.placements.items():
            state.put(unit, placement.hexes[0])
        for unit, step in self.battle.start_steps.items():
            state.step[unit] = step
        for side in (0, 1):
            state.tracks[f"cp {side}"] = self.special["command"][side][0]
        fog = tuple(unit for unit in self.fog_counters if state.at[unit] >= 0)
        if fog:
            state.lists["fog"] = fog
            hidden = tuple(unit for unit in fog if "hidden" in self.counters[unit].traits)
            if hidden:
                state.lists["concealed"] = hidden
        for side in (0, 1):
            strikes = [u for u in self.side_counters[side] if self.has(u, "airstrike", "naval")]
            if strikes:
                self.award(state, side, strikes)
        state.tracks["zones first"] = 0
        state.cache.clear()

    def deploy(self, state: State, side: int) -> None:
        """Nothing is placed by choice in a position laid out by hand."""

    def rearranged(self, state: State) -> None:
        fog = tuple(unit for unit in self.fog_counters if state.at[unit] >= 0)
        if fog:
            state.lists["fog"] = fog
        state.cache.clear()

    def set_face(self, state: State, unit: int, words: list[str]) -> None:
        """Lay a counter as words say: disrupted, hidden."""
        if "disrupted" in words:
            state.step[unit] = 1
        concealed = tuple(other for other in state.lists.get("concealed", ()) if other != unit)
        if "hidden" in words:
            concealed = (*concealed, unit)
        state.lists.pop("concealed", None)
        state.changed(unit)
        if concealed:
            state.lists["concealed"] = concealed

    def is_hidden(self, state: State, unit: int) -> bool:
        return self.is_concealed(state, unit)

    def begin_set_up(self, state: State, side: int) -> None:
        state.phase, state.active = "set-up", side
        state.frames = [SetUp("set-up", side, 0, 0)]

    def zone_of(self, state: State, unit: int) -> tuple[int, ...]:
        """para:9.0.a: the hexes around a unit."""
        exerts = state.at[unit] >= 0 and self.exerts_zone(state, unit)
        return self.grid.around(state.at[unit]) if exerts else ()
