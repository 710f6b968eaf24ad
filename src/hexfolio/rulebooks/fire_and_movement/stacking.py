"""Chapter 5.3: stacking."""

from __future__ import annotations

from ...core.state import NOBODY, State
from .zones import Zones


class Stacking(Zones):
    """How many units may share a hex."""

    def stacking_limit(self, state: State, hex_: int) -> int:
        """fm-folio:5.3.a, fm-2023:5.3.a: one unit in a hex, unless exclusive rules say otherwise (1.0.a)."""
        limit: int = self.special.get("stacking", 1)
        return limit

    def overfull(self, state: State, hex_: int) -> bool:
        """Are more units in the hex than may share it?"""
        return len(state.stacks.get(hex_, ())) > self.stacking_limit(state, hex_)

    def tolerates_crowds(self, state: State) -> bool:
        """May a hex hold too many units for the time being?"""
        return False

    def has_room(self, state: State, unit: int, hex_: int, leaving: int = NOBODY) -> bool:
        """May this unit end a move, retreat or advance in the hex, as far as friends are concerned?

        A unit `leaving` the hex is counted out.
        """
        count = state.occupied[state.side_of[unit]][hex_] - (leaving >= 0)
        return count == 0 or count - (state.at[unit] == hex_) < self.stacking_limit(state, hex_)
