"""Sides, sizes and ground as both books understand them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.battle import Battle
from ...core.counters import Counter
from ...core.state import State
from ..fire_and_movement.rulebook import FireAndMovement
from ..readings import chosen

ROUGH = frozenset({"mountain", "frozen-mountain", "rough"})
"""Mountain ground; the second book calls it Rough."""
RIVERS = frozenset({"minor-river", "river", "han-river"})
"""Water that interrupts a road without a bridge (ruling D06); frozen rivers do not."""
SMALL = frozenset({"battalion", "company", "cadre", "platoon"})


class Ground(FireAndMovement):
    """Who is who, and what the map means."""

    def __init__(self, battle: Battle) -> None:
        self.readings = chosen(battle)
        super().__init__(self.adapted(battle))
        self.un = battle.side_index("un")
        self.communist = 1 - self.un
        self.dummy = ["dummy" in counter for counter in battle.counters]
        self.hq = ["hq" in counter for counter in battle.counters]
        self.depot = ["depot" in counter for counter in battle.counters]
        self.big = [self.is_big(counter) for counter in battle.counters]
        self.nation = [
            counter.nation or ("us" if counter.side == self.un else "nk") for counter in battle.counters
        ]
        self.rough = bytes(not ROUGH.isdisjoint(terrain) for terrain in self.board.terrain)
        self.land = bytes("sea" not in terrain for terrain in self.board.terrain)
        self.listed_units = [
            [unit for unit in units if "spare" not in battle.counters[unit]] for units in self.side_counters
        ]
        self.hqs = [[unit for unit in units if self.hq[unit]] for units in self.side_counters]
        self.depots = [[unit for unit in units if self.depot[unit]] for units in self.side_counters]
        self.dummies = [unit for unit, dummy in enumerate(self.dummy) if dummy]
        self.named = {counter.id: counter.index for counter in battle.counters}

    def units_of(self, state: State, side: int) -> list[int]:
        """Spare regiments count only once one of them has come into play."""
        lists = state.lists
        return self.side_counters[side] if "broken" in lists or "spent" in lists else self.listed_units[side]

    def adapted(self, battle: Battle) -> Battle:
        """Ruling D06: a road or trail crosses a river only where a bridge or a ford is."""
        return replace(battle, key=replace(battle.key, interrupting=RIVERS))

    def is_big(self, counter: Counter) -> bool:
        """kwb-dg:20.0.a, kwb-train:5.3.1.a: regiments, brigades and divisions; HQs and depots never are."""
        small = counter.size in SMALL or counter.traits & {"hq", "depot", "dummy", "scratch", "police"}
        return not small

    def is_infantry(self, unit: int) -> bool:
        counter = self.counters[unit]
        return counter.symbol in ("infantry", "airborne") and not counter.traits & {"hq", "depot", "police"}

    def is_division(self, unit: int) -> bool:
        return self.counters[unit].size == "division" and not self.hq[unit]

    def fits(self, unit: int, kind: Any) -> bool:
        """Does a description of the victory schedule fit a counter?"""
        counter = self.counters[unit]
        kinds = {
            "infantry": self.is_infantry(unit) and not self.mobile[unit],
            "hq": self.hq[unit],
            "depot": self.depot[unit],
            "mobile": self.mobile[unit],
        }
        size = "" if self.hq[unit] or self.depot[unit] else (counter.size or "regiment")
        return (
            (not kind.nations or self.nation[unit] in kind.nations)
            and (not kind.kinds or any(kinds[name] for name in kind.kinds))
            and (not kind.sizes or size in kind.sizes)
        )

    def is_real(self, unit: int) -> bool:
        """Ruling D25: a dummy holds, captures and supplies nothing."""
        return not self.dummy[unit]

    def real_in(self, state: State, side: int, hex_: int) -> bool:
        """Ruling B03: is a real unit of the side in the hex?"""
        if not state.occupied[side][hex_]:
            return False
        return any(self.is_real(unit) for unit in state.stacks[hex_])

    def sided(self, rule: str, unit: int) -> str:
        """The name of a rule as the battle's sheet has it for a counter's side, if it tells them apart."""
        own = f"{rule} {self.battle.sides[self.counters[unit].side].id}"
        return own if own in self.battle.cites else rule

    def bridged(self, state: State, side: int) -> bool:
        """kwb-dg:12.0.a: only bridges that stand count; a road alone makes none."""
        return "bridge" in self.board.hexsides[side]

    def next_to(self, state: State, side: int, hex_: int) -> bool:
        """Is a unit of the side in a hex next to this one?"""
        return any(state.occupied[side][around] for around in self.grid.around(hex_))
