"""Chapter 20: stacking and zones of control."""

from __future__ import annotations

from ....core.battle import Battle
from ....core.game import Table
from ....core.state import State
from ..views import KoreanViews

MOST = 2


class Stacking(KoreanViews):
    """Two units in a hex, at most one of them large; small units exert no zone."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.without_zone: dict[int, int] = self.special.get("no-zone", {})
        self.has_zone = [self.big[unit] or self.dummy[unit] for unit in range(len(battle.counters))]

    def stacking_limit(self, state: State, hex_: int) -> int:
        """kwb-dg:20.0.a: two units at most."""
        return MOST

    def has_room(self, state: State, unit: int, hex_: int, leaving: int = -1) -> bool:
        """kwb-dg:20.0.a and b: a second unit must be small, or join a small one (ruling D28)."""
        if not state.occupied[state.side_of[unit]][hex_]:
            return True
        others = [other for other in state.stacks[hex_] if other not in (unit, leaving)]
        if not others:
            return True
        return len(others) < MOST and not (self.big[unit] and self.big[others[0]])

    def stacking_rule(self, state: State, unit: int, hex_: int) -> str:
        others = [other for other in state.stacks[hex_] if other != unit]
        return "stacking_large" if len(others) < MOST else "stacking"

    def overfull(self, state: State, hex_: int) -> bool:
        stack = state.stacks.get(hex_, ())
        return len(stack) > MOST or sum(self.big[unit] for unit in stack) > 1

    def exerts_zone(self, state: State, unit: int) -> bool:
        """kwb-dg:20.0.g and 29.0.f: not battalions, cadres, HQs and depots, nor a surprised regiment."""
        if unit in self.without_zone and state.turn <= self.without_zone[unit]:
            return False
        return self.has_zone[unit]

    def begin_turn(self, state: State, table: Table) -> None:
        """A zone may come back with a new turn."""
        state.zones = [None, None]
        super().begin_turn(state, table)
