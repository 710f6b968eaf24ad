"""The field: a position with the odds of attacks that nobody has declared yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from ..airborne.position import MOVEMENT, RANGE, AirPosition
from .habits import habits_in
from .table import BANKS, SHELTER, results

FALLING_BACK = 0.3
"""What it costs a side to fall back with one unit, beside what it suffers on the way."""

Placed = tuple[int, int]
"""A unit and the hex in which it is thought to stand."""


class Field:
    """What an attack on a hex promises, whoever would stand where."""

    def __init__(self, position: AirPosition) -> None:
        self.position = position
        self.grid = position.grid
        self.habits = habits_in(position)
        special = position.battle.special
        nights: Collection[int] = special.get("night", ())
        self.night = position.turn in nights
        self.fighters: frozenset[str] = special.get("night-fighters", frozenset())
        self.apart: frozenset[str] = special.get("apart", frozenset())
        turns = position.battle.turns
        early = self.habits["early"]
        self.stakes = early + (1 - early) * position.turn / turns
        """What a point for an objective is worth now; in the last turn it is a point."""
        self.lasting = max(position.turns_left, 0) / turns
        """How much of the battle is left for strength to be of use."""
        self._banks: dict[tuple[int, int], int] = {}
        self._worth: dict[int, float] = {}
        self._foes: dict[int, list[int]] = {}

    # Units

    def worth(self, unit: int) -> float:
        """What it costs a side to lose a unit: points, and strength as long as it is of use."""
        if unit not in self._worth:
            position = self.position
            points = position.points(unit)
            share = self.habits["strength"] * (0.2 + self.lasting)
            self._worth[unit] = points + share * position.strength(unit)
        return self._worth[unit]

    def hurt(self, unit: int) -> float:
        """What it costs to have a unit disrupted."""
        position = self.position
        steps = position.battle.counters[unit].steps
        if position.disrupted[unit] or len(steps) == 1:
            return self.worth(unit)
        return self.worth(unit) * self.habits["disruption"]

    def foes(self, hex_: int) -> list[int]:
        """Enemies who show themselves in a hex."""
        if hex_ not in self._foes:
            self._foes[hex_] = self.position.enemies_in(hex_)
        return self._foes[hex_]

    def army(self, unit: int) -> str:
        """The army that does not fight beside another one, if there are such."""
        group = self.position.battle.counters[unit].group
        return group if group in self.apart else ""

    # Columns

    @cached_property
    def roadblocks(self) -> frozenset[int]:
        marks = self.position.view["markers"]
        return frozenset(self.grid.index(mark["hex"]) for mark in marks if mark["kind"] == "roadblock")

    @cached_property
    def _bridges(self) -> tuple[frozenset[int], frozenset[int]]:
        """Hexsides whose bridge was blown, and those where one was built."""
        found: dict[str, set[int]] = {"demolished-bridge": set(), "built-bridge": set()}
        for mark in self.position.view["markers"]:
            if mark["kind"] in found:
                ends = self.grid.index(mark["hex"]), self.grid.index(mark["to"])
                found[mark["kind"]].add(self.position.battle.board.side_between(*ends))
        return frozenset(found["demolished-bridge"]), frozenset(found["built-bridge"])

    @cached_property
    def _leaders(self) -> frozenset[int]:
        position = self.position
        return frozenset(position.at[unit] for unit in position.own if position.is_a(unit, "leader"))

    def bank(self, start: int, goal: int) -> int:
        """Columns that the hexside gives to the defender against an attack over it."""
        key = start, goal
        if key not in self._banks:
            board = self.position.battle.board
            side = board.side_between(start, goal)
            features = board.hexsides.get(side, frozenset())
            water = [BANKS[kind] for kind in ("river", "stream", "gully") if kind in features]
            blown, built = self._bridges
            bridged = ("bridge" in features and side not in blown) or side in built
            self._banks[key] = 0 if not water else BANKS["bridge"] if bridged else max(water)
        return self._banks[key]

    def shelter(self, hex_: int) -> int:
        return max((SHELTER.get(kind, 0) for kind in self.position.battle.board.terrain[hex_]), default=0)

    def shift(self, target: int, near: Sequence[Placed], far: Sequence[int], foes: Sequence[int]) -> int:
        """All columns of an attack on a hex; negative is in the defender's favour."""
        position = self.position
        ground = self.shelter(target)
        bank = min((self.bank(hex_, target) for _, hex_ in near), default=0)
        total = -ground - bank - (target in self.roadblocks)
        if near:
            total += self._of_attackers(target, near, foes, bool(ground or bank))
        if self.night and not self._used_to_night([unit for unit, _ in near] + list(far)):
            total -= 1
        total -= any(position.is_a(unit, "leader") for unit in foes)
        if self._leaders:
            hexes = [hex_ for _, hex_ in near] + [position.at[unit] for unit in far]
            total += not self._leaders.isdisjoint(hexes)
        return total

    def _of_attackers(self, target: int, near: Sequence[Placed], foes: Sequence[int], covered: bool) -> int:
        position = self.position
        able = covered and any(
            position.is_a(unit, "engineer") and not position.disrupted[unit] for unit, _ in near
        )
        tanks = any(position.mobility(unit) == "mechanized" for unit, _ in near)
        guns = tanks and any(
            position.is_a(unit, "anti-tank") and not position.disrupted[unit] for unit in foes
        )
        return int(able) - int(guns) + int(self.rings(target, {hex_ for _, hex_ in near}))

    def rings(self, target: int, held: Collection[int]) -> bool:
        """Do units in these hexes, and their zones, close all sides of the target?"""
        around = self.grid.around
        for hex_ in around(target):
            if hex_ not in held and not any(near in held for near in around(hex_)):
                return False
        return True

    def _used_to_night(self, units: Sequence[int]) -> bool:
        counters = self.position.battle.counters
        others = [unit for unit in units if not self.position.is_a(unit, "leader")]
        return bool(others) and all(counters[unit].group in self.fighters for unit in others)

    # What an attack promises

    def faces(
        self, target: int, near: Sequence[Placed], far: Sequence[int], relief: int = 0
    ) -> tuple[str, ...]:
        """The six results of an attack; `relief` is strength that the defenders lose before it."""
        position = self.position
        foes = self.foes(target)
        strength = sum(position.strength(unit) for unit, _ in near) + sum(map(position.strength, far))
        defence = sum(map(position.strength, foes)) - relief
        return results(strength - defence, self.shift(target, near, far, foes))

    def gain(
        self,
        target: int,
        near: Sequence[Placed],
        far: Sequence[int],
        held: Collection[int] = (),
        relief: int = 0,
    ) -> float:
        """What the attack is worth on average; `held` are hexes of friends who bar the way back."""
        return self.value(self.faces(target, near, far, relief), target, near, held)

    def value(
        self, faces: Sequence[str], target: int, near: Sequence[Placed], held: Collection[int] = ()
    ) -> float:
        """What six results are worth on average."""
        foes = self.foes(target)
        if not foes:
            return 0.0
        hexes = {hex_ for _, hex_ in near}.union(held)
        back = sum(self.flight(unit, target, hexes) for unit in foes)
        won = back + self._ground(target, near)
        least = min(map(self.hurt, foes))
        lost = min((self.hurt(unit) for unit, _ in near), default=0.0)
        values = {
            "-": 0.0,
            "AE": -min((self.worth(unit) for unit, _ in near), default=0.0),
            "AR": -sum(FALLING_BACK + self.stake(unit, hex_, near) for unit, hex_ in near),
            "AD": -lost,
            "EX": least - lost,
            "D1": least,
            "DR": won,
            "DX": won + 0.8 * least,
            "DE": won + 0.8 * min(map(self.worth, foes)),
            "DA": won - back + sum(map(self.worth, foes)),
        }
        return sum(values[face] for face in faces) / 6

    def stake(self, unit: int, hex_: int, near: Sequence[Placed]) -> float:
        """What is lost if a unit and all who attack beside it leave their hex."""
        points = self.position.objectives.get(hex_, 0)
        return 2 * self.stakes * points / max(1, sum(other == hex_ for _, other in near)) if points else 0.0

    def _ground(self, target: int, near: Sequence[Placed]) -> float:
        """What it is worth that the enemy leaves a hex: his objective, and ours if we follow."""
        position = self.position
        points = position.objectives.get(target, 0)
        if not points or target in position.flags:
            return 0.0
        follow = any(self.pursues(unit) for unit, _ in near)
        return self.stakes * points * (1 + self.habits["followed"] * follow)

    def pursues(self, unit: int) -> bool:
        return self.position.is_a(unit, "pursuit") and not self.position.disrupted[unit]

    def flight(self, unit: int, start: int, held: Collection[int]) -> float:
        """What a retreat costs a unit, with hostile units in these hexes: zones hurt it on its way."""
        position = self.position
        if not position.value(unit, MOVEMENT):
            return self.worth(unit)
        first, second = self._hits(start, held)
        hits = first / 6 + second * 5 / 6
        hurt, worth = self.hurt(unit), self.worth(unit)
        if hurt >= worth:
            return min(hits, 1.0) * worth + FALLING_BACK
        return min(hits, 1.0) * hurt + min(max(hits - 1.0, 0.0), 1.0) * (worth - hurt) + FALLING_BACK

    def _hits(self, start: int, held: Collection[int]) -> tuple[int, int]:
        """The fewest zones on a way of one hex, and of two or more."""
        around, distance = self.grid.around, self.grid.distance
        zoned: dict[int, bool] = {}

        def zone(hex_: int) -> bool:
            if hex_ not in zoned:
                zoned[hex_] = any(near in held for near in around(hex_))
            return zoned[hex_]

        one = two = 3
        for hex_ in around(start):
            if hex_ in held:
                continue
            hit = int(zone(hex_))
            one = min(one, hit)
            for beyond in around(hex_):
                if two > hit and beyond not in held and distance(start, beyond) == 2:
                    two = min(two, hit + int(zone(beyond)))
        return one, two

    def guns(self, units: Sequence[int]) -> list[int]:
        """Those that can fire from afar."""
        return [unit for unit in units if self.position.value(unit, RANGE) > 1]
