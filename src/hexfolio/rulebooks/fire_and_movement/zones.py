"""Chapter 6: zones of control."""

from __future__ import annotations

from ...core.battle import Battle
from ...core.state import State
from .general import General


class Zones(General):
    """Who exerts a zone of control, and where it reaches."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.zone_proof = [self._zone_proof(side.id) for side in battle.sides]

    def _zone_proof(self, side: str) -> frozenset[int]:
        forts = self.board.fortifications.items()
        return frozenset(hex_ for hex_, fort in forts if fort.cancels_zones_of == side)

    def exerts_zone(self, state: State, unit: int) -> bool:
        """fm-folio:6.0.b: every unit exerts a zone, at full strength or depleted, in every phase."""
        return True

    def zone_of(self, state: State, unit: int) -> tuple[int, ...]:
        """fm-folio:6.0.a, fm-2023:6.0.a: the zone of a unit on the map."""
        hex_ = state.at[unit]
        return self.zone_from(state, unit, hex_) if hex_ >= 0 else ()

    def zone_from(self, state: State, unit: int, hex_: int) -> tuple[int, ...]:
        """fm-folio:6.0.a, fm-2023:6.0.a: the six hexes around a hex, whatever the terrain (6.0.c)."""
        if not self.exerts_zone(state, unit):
            return ()
        proof = self.zone_proof[state.side_of[unit]]
        around = self.grid.around(hex_)
        return tuple(h for h in around if h not in proof) if proof else around

    def zones(self, state: State, side: int) -> bytes:
        """All hexes in the zones of a side, one byte a hex. Units never remove a zone (6.0.e)."""
        zones = state.zones[side]
        if not zones:
            marked = bytearray(self.grid.size)
            at, zone_of = state.at, self.zone_of
            for unit in self.units_of(state, side):
                if at[unit] >= 0:
                    for hex_ in zone_of(state, unit):
                        marked[hex_] = 1
            zones = state.zones[side] = bytes(marked)
        return zones

    def adjacent(self, state: State, side: int) -> bytes:
        """All hexes next to a unit of a side, one byte a hex."""
        adjacent = state.adjacent[side]
        if not adjacent:
            marked = bytearray(self.grid.size)
            at, around = state.at, self.grid.around
            for unit in self.units_of(state, side):
                if at[unit] >= 0:
                    for hex_ in around(at[unit]):
                        marked[hex_] = True
            adjacent = state.adjacent[side] = bytes(marked)
        return adjacent

    def enemy_zones(self, state: State, unit: int) -> bytes:
        return self.zones(state, 1 - state.side_of[unit])
