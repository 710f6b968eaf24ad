"""28.0.vp.d: a city stormed late in the battle by a regiment in supply."""

from __future__ import annotations

from ....core.game import Table
from ....core.state import State
from .marines import Marines


class Capture(Marines):
    """Supply is judged when a unit enters, not while it stays (ruling D48)."""

    def storm(self, state: State, hex_: int, side: int, table: Table) -> None:
        """kwb-dg:28.0.vp.d: only units that were not in the city at the end of the last phase count."""
        for scorer, _, hexes, _ in self.battle.victory.get("storm", ()):
            if side == scorer and hex_ in hexes:
                inside = state.lists.get("inside", ())
                entered = [unit for unit in state.stacks[hex_] if unit not in inside and self.big[unit]]
                if any(self.in_supply(state, unit) for unit in entered):
                    super().storm(state, hex_, side, table)

    def mark_control(self, state: State, table: Table) -> None:
        super().mark_control(state, table)
        for scorer, _, hexes, _ in self.battle.victory.get("storm", ()):
            inside = tuple(unit for unit in self.units_of(state, scorer) if state.at[unit] in hexes)
            if inside:
                state.lists["inside"] = inside
            else:
                state.lists.pop("inside", None)
