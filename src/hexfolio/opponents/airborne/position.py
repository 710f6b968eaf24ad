"""The view of an airborne battle, read by a player: who stands where, how strong, and what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from hexfolio.core.battle import Battle

from ..ground import Ground, ground_of

STRENGTH, RANGE, MOVEMENT = 0, 1, 2
SHELTER = {"peak": 2, "town": 2, "hill": 1, "woods": 1}
"""Columns that terrain gives to a defender, as a rule of thumb."""
UNKNOWN = 3
"""Strength that a counter lying face down is thought to have."""
POINT_OF_STRENGTH = 0.25
"""What a point of strength is worth, in victory points."""
DISRUPTION = 0.45
"""What disrupting a unit is worth, as a share of the unit: for a command point it recovers."""
NOT_UNITS = ("airstrike", "naval", "supply", "prisoners", "deception")


class AirPosition:
    """What one side sees. Hexes where something lies face down count as held by the enemy."""

    def __init__(self, battle: Battle, view: Mapping[str, Any], side: int) -> None:
        self.battle = battle
        self.view = view
        self.side = side
        self.habits: Mapping[str, float] = {}
        """Habits in which whoever looks differs from what is usual for the side."""
        self.grid = battle.board.grid
        self.ground: Ground = ground_of(battle)
        self.airborne: bool = battle.special["airborne"] == side
        self.turn: int = view["turn"]
        self.turns_left: int = battle.turns - self.turn
        self.foul = bool(view["conditions"])
        """Night or rain."""
        own = battle.sides[side].id
        self.command: int = next((track["left"] for track in view["tracks"] if track["side"] == own), 0)
        count = len(battle.counters)
        self.at = [-1] * count
        self.disrupted = [False] * count
        self._words: list[list[str]] = [[]] * count
        self.units_in: dict[int, list[int]] = {}
        for counter in battle.counters:
            self._read(counter.index, view["counters"][counter.id])
        self.flags: frozenset[int] = frozenset(
            self.grid.index(number) for number, *_ in view["flags"].values() if self.airborne
        )
        """Hexes in which something lies face down that this side has not seen."""
        self._are_units = [
            counter.traits.isdisjoint(NOT_UNITS) and not self.has(counter.index, "hidden")
            for counter in battle.counters
        ]
        self._values = [
            counter.steps[-1 if self.disrupted[counter.index] else 0] for counter in battle.counters
        ]
        on_map = [unit for unit in range(count) if self.at[unit] >= 0 and self.is_unit(unit)]
        self.own = [unit for unit in on_map if self.side_of(unit) == side]
        self.enemies = [unit for unit in on_map if self.side_of(unit) != side]
        self.objectives: Mapping[int, int] = battle.victory.get("objectives", {})
        self.holders = {
            self.grid.index(number): -1 if holder is None else battle.side_index(holder)
            for number, holder in view["objectives"].items()
        }
        self.stacking: int = battle.special.get("stacking", 2)

    def _read(self, unit: int, seen: list[Any]) -> None:
        hex_ = self.ground.indices.get(seen[0], -1)
        self._words[unit] = seen[2]
        self.disrupted[unit] = seen[1] > 0
        if hex_ >= 0:
            self.at[unit] = hex_
            self.units_in.setdefault(hex_, []).append(unit)

    # Counters

    def side_of(self, unit: int) -> int:
        return self.battle.counters[unit].side

    def name(self, unit: int) -> str:
        return self.battle.counters[unit].id

    def number(self, hex_: int) -> str:
        return self.grid.number(hex_)

    def is_a(self, unit: int, *traits: str) -> bool:
        return not self.battle.counters[unit].traits.isdisjoint(traits)

    def is_unit(self, unit: int) -> bool:
        """Is this a ground unit that shows itself?"""
        return self._are_units[unit]

    def has(self, unit: int, word: str) -> bool:
        """Has the counter done this, or is it in this state?"""
        return word in self._words[unit]

    def mobility(self, unit: int) -> str:
        return self.battle.counters[unit].mobility

    def value(self, unit: int, which: int) -> int:
        return self._values[unit][which]

    def strength(self, unit: int) -> int:
        return self.value(unit, STRENGTH)

    def counts_for_stacking(self, unit: int) -> bool:
        """Counters of a contingent do; fog of war counters do not."""
        return bool(self.battle.counters[unit].group) and self.is_unit(unit)

    def points(self, unit: int) -> float:
        """What the enemy gets for eliminating a unit."""
        if self.side_of(unit) == self.battle.special["airborne"] or self.is_a(unit, "leader"):
            return 2.0
        return float(self.is_a(unit, "depot") or self.counts_for_stacking(unit))

    def worth(self, unit: int) -> float:
        """What the unit's loss costs its owner: points, and the strength that goes with it."""
        return self.points(unit) + POINT_OF_STRENGTH * self.strength(unit)

    def hurt(self, unit: int) -> float:
        """What it costs to have the unit disrupted: all of it, if it is already, or has one side only."""
        lost = self.disrupted[unit] or len(self.battle.counters[unit].steps) == 1
        return self.worth(unit) * (1.0 if lost else DISRUPTION)

    # Hexes

    def friends_in(self, hex_: int) -> list[int]:
        return [unit for unit in self.units_in.get(hex_, ()) if self.side_of(unit) == self.side]

    def enemies_in(self, hex_: int) -> list[int]:
        units = self.units_in.get(hex_, ())
        return [unit for unit in units if self.side_of(unit) != self.side and self.is_unit(unit)]

    def top_of(self, units: list[int], hex_: int) -> int:
        """Which of several units lies on top of their stack."""
        stack = self.view["stacks"].get(self.number(hex_), [])
        return min(units, key=lambda unit: stack.index(self.name(unit)) if stack else 0)

    def shelter(self, hex_: int) -> int:
        return max((SHELTER.get(kind, 0) for kind in self.battle.board.terrain[hex_]), default=0)

    @cached_property
    def enemy_hexes(self) -> frozenset[int]:
        return frozenset(self.at[unit] for unit in self.enemies) | self.flags

    @cached_property
    def enemy_zones(self) -> frozenset[int]:
        return frozenset(near for hex_ in self.enemy_hexes for near in self.grid.around(hex_))

    def enemy_strength(self, hex_: int) -> int:
        unseen = UNKNOWN if hex_ in self.flags else 0
        return sum(map(self.strength, self.enemies_in(hex_))) + unseen

    def strength_near(self, units: list[int], hex_: int, reach: int) -> int:
        """Strength of units that stand so near to a hex."""
        away, at = self.grid.distances(hex_), self.at
        return sum(self.strength(unit) for unit in units if away[at[unit]] <= reach)

    def crowd(self, hex_: int, but: int = -1) -> int:
        """Friends that count for stacking in a hex, without one of them."""
        return sum(unit != but and self.counts_for_stacking(unit) for unit in self.friends_in(hex_))

    # What is worth having

    def prize(self, hex_: int) -> int:
        """Points for an objective that this side does not hold."""
        return 0 if self.holders.get(hex_, -1) == self.side else self.objectives.get(hex_, 0)

    def stake(self, unit: int) -> int:
        """Points of an objective that only this unit holds."""
        hex_ = self.at[unit]
        others = [other for other in self.friends_in(hex_) if other != unit and self.is_unit(other)]
        return 0 if others else self.objectives.get(hex_, 0)

    def turns_to(self, unit: int, start: int, goal: int) -> float:
        """Turns from a hex to a goal, without regard to the enemy."""
        points = max(2 * self.value(unit, MOVEMENT), 1)
        return self.ground.cost_to(goal, self.mobility(unit))[start] / points
