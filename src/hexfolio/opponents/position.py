"""A view, read by a player: who stands where, how strong, and what is worth having."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter, Values
from hexfolio.core.odds import Effect

from .ground import Ground, ground_of
from .habits import USUAL, Habits
from .schedule import Notes, Schedule

ATTACK, DEFENCE, MOVEMENT = 0, 1, 2
UNKNOWN: tuple[Values, ...] = ((2, 2, 4),)
"""What an enemy whose face is hidden is thought to be."""
WAITING = 4
"""Hexes from an exit within which a unit waits for it to be opened."""
SCRATCH: tuple[Values, ...] = ((1, 1, 4),)
"""What a scratch unit is thought to be before anybody has met it."""

ZoneFrom = Callable[[int, int], tuple[int, ...]]
"""The hexes that a unit of ours would control from a hex."""


def _no_zone(unit: int, hex_: int) -> tuple[int, ...]:
    return ()


Chances = Callable[[int, tuple[int, ...], int], tuple[tuple[float, Effect], ...]]
"""Chances and effects of an attack on a hex from others, by the lead in strength."""


def _no_table(hex_: int, starts: tuple[int, ...], differential: int) -> tuple[tuple[float, Effect], ...]:
    return ()


class Position:
    """What one side sees on the map. Flags, under which something may be hidden, count as enemy units."""

    def __init__(
        self,
        battle: Battle,
        view: Mapping[str, Any],
        side: int,
        notes: Notes,
        habits: Habits = USUAL,
        zone_from: ZoneFrom = _no_zone,
        chances: Chances = _no_table,
    ) -> None:
        self.battle = battle
        self.view = view
        self.side = side
        self.habits = habits
        self.zone_from = zone_from
        self.chances = chances
        self.ground: Ground = ground_of(battle)
        self.schedule: Schedule = notes.schedule
        self.grid = battle.board.grid
        flags: Mapping[str, list[Any]] = {} if side == self._hider(battle) else view.get("flags", {})
        count = len(battle.counters)
        self.at = [-1] * (count + len(flags))
        self._faces = self._read_faces(len(self.at))
        self._lost = [0] * len(self.at)
        self._sides = [counter.side for counter in battle.counters] + [1 - side] * len(flags)
        self._status: list[list[str]] = [[]] * len(self.at)
        self.units_in: dict[int, list[int]] = {}
        for counter in battle.counters:
            self._read(counter, view["counters"].get(counter.id))
        self.flags = range(count, len(self.at))
        for unit, (number, status) in zip(self.flags, flags.values(), strict=True):
            self._put(unit, self.grid.index(number))
            self._status[unit] = status
        self._step_worths: dict[int, float] = {}
        self._values = [face[lost] for face, lost in zip(self._faces, self._lost, strict=True)]
        on_map = [unit for unit, hex_ in enumerate(self.at) if hex_ >= 0]
        self.own = [unit for unit in on_map if self.side_of(unit) == side]
        self.enemies = [unit for unit in on_map if self.side_of(unit) != side]
        notes.observe({hex_: self.side_of(units[0]) for hex_, units in self.units_in.items()})
        for number, holder in view["objectives"].items():
            notes.holders[self.grid.index(number)] = -1 if holder is None else battle.side_index(holder)
        self.holders = notes.holders
        self.objectives = notes.worth(view["turn"], view.get("situation", {}))
        self.unsupplied = frozenset(view.get("unsupplied", ()))

    def _read_faces(self, count: int) -> list[tuple[Values, ...]]:
        """The steps of every counter and flag, as far as they are known."""
        faces = [counter.steps for counter in self.battle.counters]
        revealed = self.view.get("situation", {}).get("revealed", {})
        for counter in self.battle.counters:
            if "scratch" in counter:
                shown = revealed.get(counter.id)
                faces[counter.index] = (tuple(map(int, shown.split("-"))),) if shown else SCRATCH
        self._revealed = frozenset(revealed)
        return faces + [UNKNOWN] * (count - len(faces))

    def _hider(self, battle: Battle) -> int:
        """The side whose counters may lie face down; its own view shows them."""
        return next((counter.side for counter in battle.counters if "dummy" in counter), -1)

    def _read(self, counter: Counter, seen: list[Any] | None) -> None:
        hex_ = self.ground.indices.get(seen[0], -1) if seen else -1
        if seen is None or hex_ < 0:
            return
        self._put(counter.index, hex_)
        self._lost[counter.index] = min(seen[1], len(counter.steps) - 1)
        self._status[counter.index] = seen[2]

    def _put(self, unit: int, hex_: int) -> None:
        self.at[unit] = hex_
        self.units_in.setdefault(hex_, []).append(unit)

    # Counters

    def side_of(self, unit: int) -> int:
        return self._sides[unit]

    def name(self, unit: int) -> str:
        return self.battle.counters[unit].id

    def number(self, hex_: int) -> str:
        return self.grid.number(hex_)

    def mobility(self, unit: int) -> str:
        return self.battle.counters[unit].mobility if unit < len(self.battle.counters) else "leg"

    def is_a(self, unit: int, *traits: str) -> bool:
        """Has the counter one of these traits?"""
        return unit < len(self.battle.counters) and not self.battle.counters[unit].traits.isdisjoint(traits)

    def fights(self, unit: int) -> bool:
        """Is this a unit for the line, not an HQ, a depot, an engineer or a dummy?"""
        return self._values[unit][ATTACK] > 0

    def hidden(self, unit: int) -> bool:
        """Is this a unit whose strength nobody knows?"""
        return unit >= len(self.battle.counters) or (
            self.is_a(unit, "scratch") and self.name(unit) not in self._revealed
        )

    def has(self, unit: int, status: str) -> bool:
        """Has the unit done this in the player turn under way?"""
        return status in self._status[unit]

    def supplied(self, unit: int) -> bool:
        return not self.unsupplied or self.name(unit) not in self.unsupplied

    def value(self, unit: int, which: int) -> int:
        """Attack, defence or movement as the counter shows now."""
        return self._values[unit][which]

    @cached_property
    def attack_ranges(self) -> list[int]:
        """By unit, about how far away it can attack after a move."""
        return [1 + values[MOVEMENT] // 2 for values in self._values]

    def steps_left(self, unit: int) -> int:
        return len(self._faces[unit]) - self._lost[unit]

    def step_worth(self, unit: int) -> float:
        """What the unit's next step is worth to its owner: points, and the strength that goes with it."""
        if unit not in self._step_worths:
            self._step_worths[unit] = self._step_worth(unit)
        return self._step_worths[unit]

    def _step_worth(self, unit: int) -> float:
        steps, lost = self._faces[unit], self._lost[unit]
        now, after = steps[lost], (0, 0) if self.steps_left(unit) == 1 else steps[lost + 1]
        strength = now[ATTACK] + now[DEFENCE] - after[ATTACK] - after[DEFENCE]
        return self._step_points(unit) + self.point_of_strength * strength

    def gain_of_step(self, unit: int) -> float:
        """What it is worth to bring the unit's last step back."""
        steps, lost = self._faces[unit], self._lost[unit]
        if not lost:
            return 0.0
        strength = sum(steps[lost - 1][:2]) - sum(steps[lost][:2])
        return self.kill_worth(unit) / self.steps_left(unit) + self.point_of_strength * strength

    def _step_points(self, unit: int) -> float:
        victory = self.battle.victory
        if unit >= len(self.battle.counters):
            return 0.0
        if "step" in victory or "dead" not in victory:
            return float(victory.get("step", 1))
        return self.kill_worth(unit) / self.steps_left(unit)

    def kill_worth(self, unit: int) -> float:
        """What the unit's loss brings the other side."""
        return self.schedule.kill_points[unit] if unit < len(self.battle.counters) else 0.0

    # The clock

    @cached_property
    def replies(self) -> int:
        """Player turns of the enemy that are still to come."""
        later: int = self.battle.turns - self.view["turn"]
        return later + (self.own_turn and self.battle.first == self.side)

    @cached_property
    def final(self) -> bool:
        """Is nothing the enemy does to come after this, and does the player look at the clock?"""
        return self.habits.clock > 0 and self.replies == 0 and self.own_turn

    @cached_property
    def own_turn(self) -> bool:
        active: str = self.view["active"]
        return active == self.battle.sides[self.side].id

    @cached_property
    def point_of_strength(self) -> float:
        """What a point of strength is worth: less when there are few turns left to use it."""
        if not self.habits.clock:
            return self.habits.strength
        to_come: int = 2 * (self.battle.turns - self.view["turn"])
        to_come += self.own_turn == (self.battle.first == self.side)
        return self.habits.strength * min(1.0, float(to_come) / self.habits.clock)

    # Neighbours

    def enemies_next_to(self, hex_: int) -> list[int]:
        sides, own = self._sides, self.side
        return [unit for unit in self._next_to(hex_) if sides[unit] != own]

    def friends_next_to(self, hex_: int) -> list[int]:
        sides, own = self._sides, self.side
        return [unit for unit in self._next_to(hex_) if sides[unit] == own]

    def friends_in(self, hex_: int) -> list[int]:
        return [unit for unit in self.units_in.get(hex_, ()) if self.side_of(unit) == self.side]

    def _next_to(self, hex_: int) -> list[int]:
        around, units_in = self.grid.around(hex_), self.units_in
        return [unit for other in around if other in units_in for unit in units_in[other]]

    @cached_property
    def covered(self) -> list[int]:
        """By hex, how many of our units stand there or control it."""
        count = [0] * self.grid.size
        for unit in self.own:
            for hex_ in self.cover(unit, self.at[unit]):
                count[hex_] += 1
        return count

    def cover(self, unit: int, hex_: int) -> tuple[int, ...]:
        """Hexes that a unit of ours would close to the enemy from a hex."""
        return (hex_, *self.zone_from(unit, hex_))

    def closed_around(self, target: int, unit: int, hex_: int) -> int:
        """How many of the six hexes around a target are no way back if a unit of ours is in a hex."""
        covered, new = self.covered, self.cover(unit, hex_)
        old = self.cover(unit, self.at[unit]) if self.at[unit] >= 0 else ()
        ways = self.ground.next_to[target]
        return 6 - sum(near not in new and covered[near] <= (near in old) for near in ways)

    @cached_property
    def contacts(self) -> int:
        """Places where the sides touch: hexes of ours and hexes of the enemy, whichever are fewer."""
        ours = {self.at[unit] for unit in self.own if self.fights(unit)}
        pairs = [(hex_, self.at[enemy]) for hex_ in ours for enemy in self.enemies_next_to(hex_)]
        return min(len({hex_ for hex_, _ in pairs}), len({hex_ for _, hex_ in pairs}))

    # What is worth having

    def holds(self, hex_: int) -> bool:
        """Does this side hold the hex?"""
        return self.holders.get(hex_, -1) == self.side

    def prize(self, hex_: int) -> float:
        """What it is worth to take a hex."""
        return 0.0 if self.holds(hex_) else self.objectives.get(hex_, 0.0)

    def leaving(self, unit: int) -> bool:
        """Is the unit to leave the map, now or later?"""
        return self.schedule.leaving[self.side_of(unit)]

    def bars_the_way(self, hex_: int, units: Iterable[int]) -> bool:
        """Is the hex nearer to an exit than one of these units that have to leave by it?"""
        distance = self.grid.distance
        return any(
            self.leaving(unit) and distance(hex_, exit_) <= distance(self.at[unit], exit_)
            for unit in units
            for exit_ in self.schedule.exits[self.side_of(unit)]
        )

    def waiting(self, hex_: int) -> float:
        """Points at stake for our units that are to leave by a hex close to which the enemy stands."""
        exits = self.schedule.exits[self.side]
        if not self.schedule.leaving[self.side] or not exits:
            return 0.0
        away = self.grid.distances(hex_)
        near = min(away[exit_] for exit_ in exits)
        if near > 1:
            return 0.0
        worth = sum(
            self.schedule.exit_points[unit] + self.schedule.stay_points[unit]
            for unit in self.own
            if away[self.at[unit]] <= WAITING
        )
        return worth if near == 0 else worth / 2

    def vigour(self, unit: int) -> float:
        """How much a unit is drawn forward, beside one of usual strength."""
        if not self.habits.vigour or self.schedule.leaving[self.side]:
            return 1.0
        usual = self._usual_attack
        return max(0.2, 1.0 + self.habits.vigour * (self.value(unit, ATTACK) - usual) / usual)

    @cached_property
    def _usual_attack(self) -> float:
        attacks = [self.value(unit, ATTACK) for unit in self.own if self.fights(unit)]
        return sum(attacks) / len(attacks) if attacks else 1.0

    @cached_property
    def drive(self) -> float:
        """How much there is to win by attacking, as a share of all that is at stake: 0 to 1."""
        gain = sum(worth for hex_, worth in self.objectives.items() if not self.holds(hex_))
        risk = sum(worth for hex_, worth in self.objectives.items() if self.holds(hex_))
        gain += sum(self.steps_left(unit) * self.step_worth(unit) for unit in self.enemies) / 2
        risk += sum(self.steps_left(unit) * self.step_worth(unit) for unit in self.own) / 2
        share = gain / (gain + risk) if gain + risk else 0.5
        passed: float = self.view["turn"] / self.battle.turns
        push = self.habits.push + self.habits.late_push * (passed - 0.5)
        return max(0.0, min(1.0, share + push))

    def hand(self, side: int) -> list[int]:
        """Values of the markers a side has left, as far as they are shown."""
        shown = self.view["hands"][self.battle.sides[side].id]
        return [int(value[1:]) for value in shown if value[1:].isdigit()]
