"""Chapters 5.2.3, 5.3 and 6: rough ground, stacking and zones of control."""

from __future__ import annotations

from dataclasses import replace

from ....core.battle import Battle
from ....core.rulings import Refusal
from ....core.state import State
from ....core.terrain import ANY
from ...ways import Path
from ..ground import ROUGH
from ..views import KoreanViews

WATER = frozenset(
    {
        "minor-river", "river", "han-river", "stream", "canal", "frozen-river", "frozen-reservoir-hexside",
        "sea-hexside", "ferry",
    }
)  # fmt: skip
"""Hexsides that zones of control do not cross, with a bridge or without (ruling T07)."""


class Ground(KoreanViews):
    """Vehicles keep off rough ground, zones off water, rough ground and cities."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.has_zone = [
            self.big[unit] or "police" in battle.counters[unit] for unit in range(len(self.counters))
        ]
        self.zone_hexes = [self._zone_hexes(hex_) for hex_ in range(self.grid.size)]

    def adapted(self, battle: Battle) -> Battle:
        """kwb-train:5.2.3.a: rough ground is closed to mobile units; `rough-roads` says whether a road or
        trail leads them in (ruling T04)."""
        battle = super().adapted(battle)
        barred = self.reads("rough-roads", "never")
        hexes = dict(battle.key.hexes)
        for terrain in ROUGH & set(hexes):
            leg = hexes[terrain].get("leg") or hexes[terrain][ANY]
            hexes[terrain] = {"leg": leg, "mobile": replace(leg, closed=True, ways_closed=barred)}
        return replace(battle, key=replace(battle.key, hexes=hexes))

    def refuse_terrain(self, unit: int, start: int, goal: int) -> Refusal:
        if self.mobile[unit] and self.rough[goal]:
            text = f"{self.name(unit)} is mobile and may not enter the rough ground of {self.number(goal)}."
            return self.refuse("rough", text, goal)
        return super().refuse_terrain(unit, start, goal)

    def advance_ways(self, state: State, unit: int, trails: tuple[Path, ...]) -> list[Path]:
        """kwb-train:5.2.3.c: mobile units never advance into rough ground, not even by road."""
        ways = super().advance_ways(state, unit, trails)
        if not self.mobile[unit]:
            return ways
        return [way for way in ways if not any(self.rough[hex_] for hex_ in way[1:])]

    def refuse_advance(self, unit: int, goal: int) -> Refusal:
        if self.mobile[unit] and self.rough[goal]:
            text = f"{self.name(unit)} is mobile: it never advances into rough ground, {self.number(goal)}."
            return self.refuse("advance_rough", text, goal)
        return super().refuse_advance(unit, goal)

    # Chapter 5.3

    def stacking_limit(self, state: State, hex_: int) -> int:
        """kwb-train:5.3.1.b: small units do not count."""
        return len(self.counters)

    def has_room(self, state: State, unit: int, hex_: int, leaving: int = -1) -> bool:
        """kwb-train:5.3.1.a and b: one regiment, brigade or division, and any number of small units."""
        if not self.big[unit] or not state.occupied[state.side_of[unit]][hex_]:
            return True
        return not any(self.big[other] for other in state.stacks[hex_] if other not in (unit, leaving))

    def overfull(self, state: State, hex_: int) -> bool:
        return sum(self.big[unit] for unit in state.stacks.get(hex_, ())) > 1

    # Chapter 6

    def exerts_zone(self, state: State, unit: int) -> bool:
        """kwb-train:6.1.1.a: not battalions, cadres, HQs and Supply Centers."""
        return self.has_zone[unit]

    def zone_from(self, state: State, unit: int, hex_: int) -> tuple[int, ...]:
        """kwb-train:6.1.1.a and 6.1.2.a to c: what is left of the hexes around a unit that has a zone.

        fm-folio:6.0.d: some fortifications keep it out as well.
        """
        if not self.has_zone[unit]:
            return ()
        hexes, proof = self.zone_hexes[hex_], self.zone_proof[state.side_of[unit]]
        return tuple(goal for goal in hexes if goal not in proof) if proof else hexes

    def _zone_hexes(self, hex_: int) -> tuple[int, ...]:
        """kwb-train:6.1.2.a to c: zones neither enter nor leave rough ground and cities, nor cross water."""
        if self._screened(hex_):
            return ()
        return tuple(
            goal
            for goal in self.grid.around(hex_)
            if not self._screened(goal)
            and not self.board.side_features(hex_, goal) & WATER
            and self.land[goal]
        )

    def _screened(self, hex_: int) -> bool:
        return bool(self.rough[hex_]) or "city" in self.board.terrain[hex_]
