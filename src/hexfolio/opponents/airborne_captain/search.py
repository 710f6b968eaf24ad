"""Finding a good plan: attacks put together unit by unit, then every unit's place once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..airborne.position import RANGE, AirPosition
from .plan import NOBODY, Place, Plan

MOST_PLACES = 14
"""Hexes that are weighed for a unit, beside those from which it can attack."""
MOST_STANDS = 4
"""Hexes from which guns are weighed to fire."""
ROUNDS = 2
LEAST = 0.02
"""A change must be better by more than this."""

Reach = Mapping[int, Sequence[int]]
"""Where each unit can go in this phase, its own hex included."""


class Search:
    """Improves a plan as long as that is worth the time."""

    def __init__(self, plan: Plan, reach: Reach) -> None:
        self.plan = plan
        self.position: AirPosition = plan.position
        self.options = {unit: self._options(unit, hexes) for unit, hexes in reach.items()}

    def _options(self, unit: int, hexes: Sequence[int]) -> list[Place]:
        """Places worth weighing: the best by themselves, and all from which somebody can be attacked."""
        position, plan = self.position, self.plan
        ranked = sorted(hexes, key=lambda hex_: (-plan.lone(unit, hex_), hex_))
        places = [Place(hex_) for hex_ in ranked[:MOST_PLACES]]
        places += [Place(hex_) for hex_ in ranked[MOST_PLACES:] if hex_ in position.objectives]
        strong = position.strength(unit) > 0
        for hex_ in ranked:
            targets = [foe for foe in position.grid.around(hex_) if position.enemies_in(foe)]
            if targets and strong:
                places += [Place(hex_, foe) for foe in targets]
        if position.value(unit, RANGE) > 1:
            places += self._shots(unit, ranked)
        return places

    def _shots(self, unit: int, ranked: Sequence[int]) -> list[Place]:
        """The best places from which guns can fire: in range, with no enemy next to them."""
        position, distance = self.position, self.position.grid.distance
        reach, foes = position.value(unit, RANGE), sorted({position.at[foe] for foe in position.enemies})
        places: list[Place] = []
        stands = 0
        for hex_ in ranked:
            if hex_ in position.enemy_zones:
                continue
            targets = [Place(hex_, foe) for foe in foes if 1 < distance(hex_, foe) <= reach]
            places += targets
            stands += bool(targets)
            if stands >= MOST_STANDS:
                break
        return places

    def run(self) -> None:
        for _ in range(ROUNDS):
            changed = self._gather()
            changed |= self._polish()
            if not changed:
                break

    def _polish(self) -> bool:
        """Every unit's best place, as long as the others stay."""
        changed = False
        for unit, options in self.options.items():
            gain, place = self.plan.best(unit, options)
            if gain > LEAST:
                self.plan.move(unit, place)
                changed = True
        return changed

    def _gather(self) -> bool:
        """Attacks that take several units at once: each alone would not go."""
        by_target: dict[int, dict[int, list[Place]]] = {}
        for unit, options in self.options.items():
            for place in options:
                if place.target != NOBODY:
                    by_target.setdefault(place.target, {}).setdefault(unit, []).append(place)
        order = sorted(by_target, key=lambda target: (-self._appeal(target), target))
        return sum(self._assemble(by_target[target]) for target in order) > 0

    def _appeal(self, target: int) -> float:
        """Targets that are tried first: objectives, and those who are weak for what they are worth."""
        position, field = self.position, self.plan.field
        foes = position.enemies_in(target)
        worth = sum(map(field.hurt, foes)) + position.objectives.get(target, 0)
        return worth - 0.4 * sum(map(position.strength, foes)) - field.shelter(target)

    def _assemble(self, options: Mapping[int, Sequence[Place]]) -> bool:
        """Add the unit that helps most, again and again; keep as many as were best together."""
        plan = self.plan
        before: dict[int, Place] = {}
        total = best = 0.0
        taken: list[int] = []
        kept = 0
        rest = sorted(options, key=lambda unit: (-self.position.strength(unit), unit))
        for unit in rest:
            gain, place = plan.best(unit, options[unit])
            if gain < -plan.field.habits["gamble"] or place == plan.places[unit]:
                continue
            before[unit] = plan.places[unit]
            total += plan.move(unit, place)
            taken.append(unit)
            if total > best + LEAST:
                best, kept = total, len(taken)
        for unit in reversed(taken[kept:]):
            plan.move(unit, before[unit])
        return kept > 0
