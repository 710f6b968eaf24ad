"""28.0.vp.d: a city stormed late in the battle by a regiment in supply."""

from __future__ import annotations

from ....core.game import Table
from ....core.state import State
from .marines import Marines


class Capture(Marines):
    """Supply is judged when a unit takes a hex, not while it stays (ruling D48)."""

    def storm(self, state: State, hex_: int, side: int, captured: bool, table: Table) -> None:
        """kwb-dg:28.0.vp.d: a hex that the side holds already cannot be captured."""
        if captured:
            super().storm(state, hex_, side, captured, table)
