"""Chapter 11.4: column shifts, with 12.6, 17, 18.1, 20.2, 23.5 and 23.6.6.d."""

from __future__ import annotations

from typing import NamedTuple

from ...core.odds import Item
from ...core.state import State
from .costs import BRIDGED
from .movement import Movement

HIGH_GROUND = 2
"""Hexes from a peak within which its holder looks down on the enemy."""


class Assault(NamedTuple):
    """A combat before the die: who attacks which hex how, and who defends it."""

    kind: str
    """"ground", "air-assault", "airstrike" or "naval"."""
    side: int
    hex: int
    near: tuple[int, ...]
    far: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def attackers(self) -> tuple[int, ...]:
        return self.near + self.far


class Shifts(Movement):
    """Everything that moves the column; negative is in the defender's favour."""

    def shifts(self, state: State, assault: Assault) -> list[Item]:
        """para:11.4.c and f: all shifts of a combat, the net of which counts."""
        items = [
            self._terrain(assault),
            self._hexside(state, assault),
            self._engineer(state, assault),
            self._concentric(state, assault),
            self._anti_tank(state, assault),
            self._night(state, assault),
            self._flak(state, assault),
            self._roadblock(state, assault),
            self._leader(state, assault, attacking=True),
            self._leader(state, assault, attacking=False),
            self._high_ground(state, assault),
        ]
        return [item for item in items if item]

    def shift(self, rule: str, what: str, value: int) -> Item | None:
        return Item(self.clause(rule), what, value) if value else None

    def _terrain(self, assault: Assault) -> Item | None:
        """para:11.4.1.a, 11.4.6.a, 6.2.3.f: the defenders' hex, but not in an air assault."""
        if assault.kind == "air-assault":
            return None
        kind = self.terrain(assault.hex)
        return self.shift(
            "hex_shift", f"{kind} in {self.number(assault.hex)}", -self.charts.hex_shifts.get(kind, 0)
        )

    def _hexside(self, state: State, assault: Assault) -> Item | None:
        """para:11.4.1.b to j: only if all adjacent attackers cross such hexsides, the best kind for them."""
        if assault.kind != "ground" or not assault.near:
            return None
        found = [self._crossing(state, state.at[unit], assault.hex) for unit in assault.near]
        if not all(found):
            return None
        shift, kind = min(pair for pair in found if pair)
        return self.shift("hexside_shift", f"every attacker comes over a {kind}", -shift)

    def _crossing(self, state: State, start: int, goal: int) -> tuple[int, str] | None:
        """para:11.4.1.i: what an attack over a hexside is shifted by; a demolished bridge is none."""
        side = self.board.side_between(start, goal)
        features = self.board.hexsides.get(side, frozenset())
        kinds = [kind for kind in BRIDGED if kind in features]
        if not kinds:
            return None
        if self.bridge_stands(state, side):
            return self.charts.side_shifts["bridge"], "bridge"
        kind = max(kinds, key=lambda name: self.charts.side_shifts[name])
        return self.charts.side_shifts[kind], kind

    def bridge_stands(self, state: State, side: int) -> bool:
        """A printed bridge that is not demolished, or one that was built."""
        printed = "bridge" in self.board.hexsides.get(side, frozenset())
        return (printed and side not in state.lists.get("demolished", ())) or side in state.lists.get(
            "built", ()
        )

    def _engineer(self, state: State, assault: Assault) -> Item | None:
        """para:11.4.5.a to c, 18.1.a: one column, told twice; with `engineers` read so, one for the hex and
        one more for hex or hexside (ruling RP-40)."""
        if assault.kind != "ground" or not (self._terrain(assault) or self._hexside(state, assault)):
            return None
        able = any(self.has(unit, "engineer") and not self.is_disrupted(state, unit) for unit in assault.near)
        twice = self.reads("engineers", "both") and self._terrain(assault)
        return self.shift("engineer_shift", "an engineer attacks", 2 if twice else 1) if able else None

    def _concentric(self, state: State, assault: Assault) -> Item | None:
        """para:11.4.2.a to c, ruling RP-42: attackers, zones, ground closed to the defenders, edges."""
        if assault.kind != "ground" or not assault.near:
            return None
        held = {state.at[unit] for unit in assault.near}
        zones = {hex_ for unit in assault.near for hex_ in self.grid.around(state.at[unit])}
        for hex_ in self.grid.around(assault.hex):
            if hex_ in held or hex_ in zones:
                continue
            step = assault.hex * 6 + self.grid.direction(assault.hex, hex_)
            if any(self.costs(state, unit)[step] for unit in assault.defenders):
                return None
        return self.shift("concentric", "the attack is concentric", 1)

    def _anti_tank(self, state: State, assault: Assault) -> Item | None:
        """para:11.4.3.a to c, 23.1.b: mechanized attackers against an effective anti-tank unit."""
        tanks = assault.kind == "ground" and any(self.is_mechanized(unit) for unit in assault.near)
        guns = any(
            self.has(unit, "anti-tank") and not self.is_disrupted(state, unit) for unit in assault.defenders
        )
        return self.shift("anti_tank", "anti-tank guns against vehicles", -1) if tanks and guns else None

    def _night(self, state: State, assault: Assault) -> Item | None:
        """para:11.4.4.a, 12.10.e, 17.0.d, 25.3.d, rulings RP-46 and RP-51: every attack, with exceptions."""
        if not self.is_night(state):
            return None
        exempt: frozenset[str] = self.special.get("night-fighters", frozenset())
        fighters = [unit for unit in assault.attackers if not self.has(unit, "leader")]
        if exempt and fighters and all(self.counters[unit].group in exempt for unit in fighters):
            return None
        return self.shift("night", "night", -1)

    def flak(self, state: State, side: int, hex_: int) -> bool:
        """para:12.6.a and b, 15.1.b: an effective anti-aircraft unit of a side in the hex or next to it."""
        return any(
            self.has(unit, "anti-air") and not self.is_disrupted(state, unit)
            for near in (hex_, *self.grid.around(hex_))
            for unit in self.units_in(state, side, near)
        )

    def _flak(self, state: State, assault: Assault) -> Item | None:
        if assault.kind != "airstrike" or not self.flak(state, 1 - assault.side, assault.hex):
            return None
        return self.shift("flak", "anti-aircraft fire", -1)

    def _roadblock(self, state: State, assault: Assault) -> Item | None:
        """para:20.2.a: one more, but not in an air assault."""
        if assault.kind == "air-assault" or assault.hex not in state.lists.get("roadblocks", ()):
            return None
        return self.shift("roadblock_shift", "a roadblock", -1)

    def _leader(self, state: State, assault: Assault, attacking: bool) -> Item | None:
        """para:23.6.5.c, 23.6.6.d, ruling RP-52: one shift for a side whose units are led."""
        side = assault.side if attacking else 1 - assault.side
        hexes = {state.at[unit] for unit in assault.attackers} if attacking else {assault.hex}
        if attacking and assault.kind in ("airstrike", "naval"):
            return None
        led = any(self.has(unit, "leader") for hex_ in hexes for unit in self.units_in(state, side, hex_))
        return self.shift("leader", "a leader is there", 1 if attacking else -1) if led else None

    def _high_ground(self, state: State, assault: Assault) -> Item | None:
        """para:23.5.a to d, rulings RP-53 and RP-90 (optional): a peak held near by, by day and dry.

        Who comes down among the defenders of a peak does not hold it.
        """
        if not self.options.get("high-ground") or self.is_night(state) or self.rains(state):
            return None
        held = any(
            "peak" in self.board.terrain[hex_] and self.units_in(state, assault.side, hex_)
            for hex_ in self.grid.within(assault.hex, HIGH_GROUND)
            if hex_ != assault.hex
        )
        return self.shift("high_ground", "a peak near by is held", 1) if held else None
