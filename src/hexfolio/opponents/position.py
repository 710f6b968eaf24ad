"""A view, read by a player: who stands where, how strong, and what is worth having."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter
from hexfolio.core.hexes import HexError

from .ground import Ground, ground_of

ATTACK, DEFENCE, MOVEMENT = 0, 1, 2
BEST_OBJECTIVE = 10.0
"""What the most valuable objective counts; the others in proportion."""


class Position:
    """What one side sees on the map."""

    def __init__(self, battle: Battle, view: Mapping[str, Any], side: int) -> None:
        self.battle = battle
        self.view = view
        self.side = side
        self.holders = {
            battle.board.grid.index(number): battle.side_index(holder)
            for number, holder in view["objectives"].items()
            if holder is not None
        }
        self.ground: Ground = ground_of(battle)
        self.grid = battle.board.grid
        self.at = [-1] * len(battle.counters)
        self._lost = [0] * len(battle.counters)
        self._status: list[list[str]] = [[]] * len(battle.counters)
        self.units_in: dict[int, list[int]] = {}
        for counter in battle.counters:
            self._read(counter, view["counters"].get(counter.id))
        on_map = [counter.index for counter in battle.counters if self.at[counter.index] >= 0]
        self.own = [unit for unit in on_map if battle.counters[unit].side == side]
        self.enemies = [unit for unit in on_map if battle.counters[unit].side != side]
        self.objectives = objective_worth(battle)

    def _read(self, counter: Counter, seen: list[Any] | None) -> None:
        if seen is None:
            return
        try:
            hex_ = self.grid.index(seen[0])
        except HexError:
            return
        self.at[counter.index] = hex_
        self._lost[counter.index] = min(seen[1], len(counter.steps) - 1)
        self._status[counter.index] = seen[2]
        self.units_in.setdefault(hex_, []).append(counter.index)

    def name(self, unit: int) -> str:
        return self.battle.counters[unit].id

    def number(self, hex_: int) -> str:
        return self.grid.number(hex_)

    def mobility(self, unit: int) -> str:
        return self.battle.counters[unit].mobility

    def has(self, unit: int, status: str) -> bool:
        """Has the unit done this in the player turn under way?"""
        return status in self._status[unit]

    def value(self, unit: int, which: int) -> int:
        """Attack, defence or movement as the counter shows now."""
        return self.battle.counters[unit].steps[self._lost[unit]][which]

    def steps_left(self, unit: int) -> int:
        return len(self.battle.counters[unit].steps) - self._lost[unit]

    def step_worth(self, unit: int) -> float:
        """What the unit's next step is worth to its owner: points, and the strength that goes with it."""
        now = self.battle.counters[unit].steps[self._lost[unit]]
        after = (
            (0, 0) if self.steps_left(unit) == 1 else self.battle.counters[unit].steps[self._lost[unit] + 1]
        )
        strength = now[ATTACK] + now[DEFENCE] - after[ATTACK] - after[DEFENCE]
        return float(self.battle.victory.get("step", 1)) + 0.15 * strength

    def enemies_next_to(self, hex_: int) -> list[int]:
        return [unit for unit in self._next_to(hex_) if self.battle.counters[unit].side != self.side]

    def friends_next_to(self, hex_: int) -> list[int]:
        return [unit for unit in self._next_to(hex_) if self.battle.counters[unit].side == self.side]

    def _next_to(self, hex_: int) -> list[int]:
        around, units_in = self.grid.around(hex_), self.units_in
        return [unit for other in around if other in units_in for unit in units_in[other]]

    def holds(self, hex_: int) -> bool:
        """Does this side hold the objective?"""
        return self.holders.get(hex_, -1) == self.side

    def prize(self, hex_: int) -> float:
        """What it is worth to take a hex."""
        return 0.0 if self.holds(hex_) else self.objectives.get(hex_, 0.0)

    def hand(self, side: int) -> list[int]:
        """Values of the markers a side has left, as far as they are shown."""
        shown = self.view["hands"][self.battle.sides[side].id]
        return [int(value[1:]) for value in shown if value[1:].isdigit()]


def objective_worth(battle: Battle) -> dict[int, float]:
    """The objectives of a battle, measured against the best of them."""
    objectives: Mapping[int, int] = battle.victory.get("objectives", {})
    best = max(objectives.values(), default=1)
    return {hex_: BEST_OBJECTIVE * value / best for hex_, value in objectives.items()}
