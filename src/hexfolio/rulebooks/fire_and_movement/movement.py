"""Chapter 5: movement. Costs are counted in half movement points."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import ClassVar, NamedTuple

from ...core.battle import Battle
from ...core.paths import reach as find_reach
from ...core.rulings import Refusal
from ...core.state import State
from ..ways import Path, points, way_to
from .frames import ADVANCED, MOVED, MOVED_LATE
from .stacking import Stacking

CLOSED = -1


class Charges(NamedTuple):
    """What enemy zones do to a moving unit: must it stop, and what steps cost on top of the terrain."""

    stop: bool
    enter: int
    cross: int
    leave: int


class March(NamedTuple):
    """What bears on every step of one unit's move."""

    unit: int
    costs: array[int]
    enemies: bytearray
    zones: bytes
    charges: Charges


class Movement(Stacking):
    """How far units move, and what stops them."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.cross_closed = self._cross_closed()
        self.commando = ["commando" in counter for counter in battle.counters]
        self._charges: dict[tuple[int, int], Charges] = {}

    def _cross_closed(self) -> bytes:
        """Steps from zone to zone that only commandos make (5.1.2.g and h, 6.1.l and m)."""
        closed = bytearray(self.grid.size * 6)
        for hex_ in range(self.grid.size):
            for direction in range(6):
                goal = self.grid.neighbour(hex_, direction)
                features = self.board.hexsides.get(self.grid.side(hex_, direction), frozenset())
                if goal >= 0 and ("minefield" in features or goal in self.board.fortifications):
                    closed[hex_ * 6 + direction] = True
        return bytes(closed) if any(closed) else b""

    # Who may move

    def judge_mover(self, state: State, unit: int) -> Refusal | None:
        """May this unit begin, or go on with, a move in the phase under way?"""
        name = self.name(unit)
        if state.side_of[unit] != state.active:
            return self.refuse("own_phase", f"{name} belongs to the other side, which does not move now.")
        if state.at[unit] < 0:
            return self.refuse("on_map", f"{name} is not on the map.")
        if state.flags[unit] & ADVANCED:
            return self.refuse(
                "advanced_rest", f"{name} advanced after combat and does nothing more in this player turn."
            )
        if state.phase == "mobile-movement" and not self.may_move_late(state, unit):
            return self.refuse(
                "mobile_only", f"{name} is not a mobile unit: only mobile units move in this phase."
            )
        if state.flags[unit] & MOVED and state.mover != unit:
            if state.phase == "mobile-movement" and not state.flags[unit] & MOVED_LATE:
                return self.refuse(
                    "moved_early", f"{name} already moved in the movement phase of this player turn."
                )
            return self.refuse(
                "move_finished", f"{name} has finished its move: another unit has been moved since."
            )
        return None

    def may_move_late(self, state: State, unit: int) -> bool:
        """fm-folio:4.1.n, fm-2023:5.5.c: only mobile units move in the mobile movement phase."""
        return self.mobile[unit]

    def movers(self, state: State) -> list[int]:
        """Units of the active side that may begin or go on with a move."""
        at, flags, mover, done = state.at, state.flags, state.mover, MOVED | ADVANCED
        units = [
            unit for unit in self.units_of(state, state.active) if not flags[unit] & done and at[unit] >= 0
        ]
        if state.phase == "mobile-movement":
            units = [unit for unit in units if self.may_move_late(state, unit)]
        if mover >= 0 and at[mover] >= 0 and self.points_left(state, mover):
            units.append(mover)
        return units

    def points_left(self, state: State, unit: int) -> int:
        """Half points the unit may still spend; one stopped by an enemy zone has none."""
        allowance = self.allowance(state, unit) * 2
        if state.mover != unit:
            return allowance
        if self.must_stop(state, unit, state.at[unit]):
            return 0
        return allowance - state.spent

    def must_stop(self, state: State, unit: int, hex_: int) -> bool:
        """fm-folio:5.1.1.a, fm-2023:6.1.a: does an enemy zone end the move of a unit that enters the hex?"""
        return self.charges(state, unit).stop and bool(self.enemy_zones(state, unit)[hex_])

    # What enemy zones do to a move

    def charges(self, state: State, unit: int) -> Charges:
        """Chapter 6.1: the effect of enemy zones on this unit's movement."""
        key = (unit, state.step[unit])
        charges = self._charges.get(key)
        if not charges:
            if self.mobile[unit]:
                charges = self.mobile_charges(unit, self.allowance(state, unit))
            else:
                charges = self.leg_charges(unit)
            if self.commando[unit]:
                charges = self.commando_charges(charges)
            self._charges[key] = charges
        return charges

    def leg_charges(self, unit: int) -> Charges:
        """fm-folio:5.1.1.a, fm-2023:6.1.a: a leg unit stops in the first enemy zone hex it enters."""
        return Charges(stop=True, enter=0, cross=CLOSED, leave=0)

    def mobile_charges(self, unit: int, allowance: int) -> Charges:
        """fm-folio:5.1.1.c and d: half the printed allowance, rounded down, for each step from zone to zone.

        By the other reading also for leaving any zone hex but the one it started in (ruling mobile-ezoc).
        """
        half = half_allowance(allowance)
        leave = half if self.reads("mobile-zones", "on-leaving") else 0
        return Charges(stop=False, enter=0, cross=half, leave=leave)

    def commando_charges(self, charges: Charges) -> Charges:
        """fm-folio:5.1.2.j, fm-2023:6.1.n: commandos pay nothing for enemy zones; on foot they still stop."""
        return Charges(charges.stop, 0, 0, 0)

    def infiltration(self, state: State, unit: int, terrain_cost: int, left: int) -> int:
        """fm-folio:5.1.2.a and b: a leg unit steps from zone to zone for its whole allowance; the terrain
        does not matter.

        The half points it costs, 0 if it is not possible.
        """
        return left

    # The way of a move

    def march(self, state: State, unit: int) -> March:
        """What bears on every step of a unit's move."""
        enemy = 1 - state.side_of[unit]
        charges = self.charges(state, unit)
        costs = self.march_costs(state, unit)
        return March(unit, costs, state.occupied[enemy], self.zones(state, enemy), charges)

    def march_costs(self, state: State, unit: int) -> array[int]:
        """What every step costs a unit that moves by choice."""
        return self.costs[unit]

    def judge_way(self, state: State, unit: int, path: Path, left: int, fresh: bool) -> Refusal | int:
        """The half points a way costs, or why it is closed. `fresh` is true if nothing has been spent yet."""
        march, direction_of = self.march(state, unit), self.grid.direction
        _, costs, enemies, zones, charges = march
        spent, start = 0, path[0]
        for goal in path[1:]:
            direction = direction_of(start, goal)
            if direction < 0:
                return self.refuse_jump(start, goal)
            cost = costs[start * 6 + direction]
            if not cost or enemies[goal] or zones[goal] or zones[start]:
                if spent and charges.stop and zones[start]:
                    return self.refuse_stop(unit, start, goal)
                first = fresh and not spent
                step = self.judge_step(state, march, start, goal, direction, left, first)
                if isinstance(step, Refusal):
                    return step
                cost = step
            spent += cost
            if spent > left:
                return self.refuse_cost(unit, goal, cost, left - spent + cost)
            start = goal
        return spent

    def judge_step(
        self, state: State, march: March, start: int, goal: int, direction: int, left: int, first: bool
    ) -> Refusal | int:
        """The half points of one step with zone charges, or why it is closed."""
        unit, costs, enemies, zones, charges = march
        if enemies[goal]:
            return self.refuse_enemy(unit, goal)
        cost = costs[start * 6 + direction]
        if not cost:
            return self.refuse_terrain(unit, start, goal)
        if not zones[goal]:
            return cost + charges.leave if zones[start] and not first else cost
        if charges.stop and not self.has_room(state, unit, goal):
            return self.refuse(
                "stop_on_friend",
                f"{self.name(unit)} may not enter {self.number(goal)}: "
                "it would have to stop there, with a friendly unit.",
                goal,
            )
        if not zones[start]:
            return cost + charges.enter
        return self.judge_cross(state, march, start, goal, direction, left, first)

    def judge_cross(
        self, state: State, march: March, start: int, goal: int, direction: int, left: int, first: bool
    ) -> Refusal | int:
        """The half points of a step from one enemy zone directly into another, or why it is closed."""
        unit = march.unit
        if self.cross_closed and self.cross_closed[start * 6 + direction] and not self.commando[unit]:
            return self.refuse_cross(unit, goal)
        cost = march.costs[start * 6 + direction]
        if march.charges.cross >= 0:
            return cost + march.charges.cross
        if not first:
            return self.refuse_stop(unit, start, goal)
        return self.infiltration(state, unit, cost, left) or self.refuse_infiltration(unit, goal, cost, left)

    def judge_leaving(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """fm-folio:5.1.f, fm-2023:5.2.h: no unit leaves the map, unless its side has an exit there."""
        exits = self.special.get("exits", {}).get(self.battle.sides[state.side_of[unit]].id, ())
        if hex_ in exits:
            return None
        return self.refuse(
            "leave_map", f"{self.name(unit)} may not leave the map at {self.number(hex_)}.", hex_
        )

    ferries_units: bool = False
    """Are there single steps besides those from zone to zone?"""

    exit_cost: ClassVar[int] = 2
    """Half points for stepping off the map."""

    def may_leave(self, state: State, unit: int) -> bool:
        """Has the battle exits for this unit at all?"""
        return bool(self.special.get("exits"))

    def exit_ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way to every hex from which the unit may leave the map in this move."""
        if not self.may_leave(state, unit):
            return []
        left, fresh = self.points_left(state, unit), state.mover != unit
        hexes, spent, came = self.reach(state, unit, state.at[unit], left)
        ways = [
            way_to(hexes, came, position)
            for position, hex_ in enumerate(hexes)
            if self.judge_leaving(state, unit, hex_) is None
            and (not position or self.may_leave_zone(state, unit, hex_))
            and spent[position] + self.exit_price(state, unit, hex_, fresh and not position) <= left
        ]
        return [way for way in ways if isinstance(self.judge_way(state, unit, way, left, fresh), int)]

    def exit_price(self, state: State, unit: int, hex_: int, first: bool) -> int:
        """Half points for stepping off the map, with the charge for leaving an enemy zone by the way."""
        beset = not first and self.enemy_zones(state, unit)[hex_]
        return self.exit_cost + self.charges(state, unit).leave if beset else self.exit_cost

    def may_leave_zone(self, state: State, unit: int, hex_: int) -> bool:
        """May a unit that has entered an enemy zone in this move still leave the map from there?"""
        return not self.must_stop(state, unit, hex_)

    def judge_end(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """fm-folio:5.3.a, fm-2023:5.3.b: no unit ends its movement in a hex with another unit."""
        if self.has_room(state, unit, hex_):
            return None
        return self.refuse(
            "stacking",
            f"{self.name(unit)} may not end its move in {self.number(hex_)}: a friendly unit is there.",
            hex_,
        )

    def ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way to every hex where the unit may end its move."""
        hexes, _, came = self.reach(state, unit, state.at[unit], self.points_left(state, unit))
        ways = [
            way_to(hexes, came, position)
            for position in range(1, len(hexes))
            if self.has_room(state, unit, hexes[position])
        ]
        return ways + self.single_steps(state, unit)

    def random_way(self, state: State, unit: int, random: Random) -> tuple[Path, int] | None:
        """One of `ways` without listing them all, and its cost if that is known (else -1).

        How much of the allowance may be spent is drawn first, so that near hexes come up as often as far
        ones.
        """
        left = self.points_left(state, unit)
        if left > 2:
            way = self._random_way_within(state, unit, 2 + int(random.random() * (left - 1)), random)
            if way is not None:
                return way
        return self._random_way_within(state, unit, left, random)

    def _random_way_within(
        self, state: State, unit: int, left: int, random: Random
    ) -> tuple[Path, int] | None:
        start = state.at[unit]
        hexes, spent, came = self.reach(state, unit, start, left)
        beset = self.enemy_zones(state, unit)[start] or self.ferries_units
        steps = self.single_steps(state, unit) if beset else []
        choices: Sequence[int] = range(1, len(hexes) + len(steps))
        while choices:
            choice = int(random.random() * len(choices))
            position = choices[choice]
            if position >= len(hexes):
                return steps[position - len(hexes)], -1
            if self.has_room(state, unit, hexes[position]):
                return way_to(hexes, came, position), spent[position]
            choices = [*choices[:choice], *choices[choice + 1 :]]
        return None

    def reach(self, state: State, unit: int, start: int, left: int) -> tuple[list[int], list[int], list[int]]:
        """Hexes within reach, half points spent and how each was come to; see `core.paths`."""
        march = self.march(state, unit)
        closed = b"" if self.commando[unit] else self.cross_closed
        if march.charges.leave and state.mover != unit and state.at[unit] == start:
            march = self._leaving_freely(march, start, closed)
        _, costs, enemies, zones, (stop, enter, cross, leave) = march
        return find_reach(
            self.grid.neighbours, costs, start, left, enemies, zones, closed, stop, enter, cross, leave
        )

    def _leaving_freely(self, march: March, start: int, closed: bytes) -> March:
        """The hex a unit starts in taken for a free one, so that it pays nothing for leaving it; steps from
        there into zones cost what they cost from zone to zone."""
        costs, zones, cross = march.costs[:], bytearray(march.zones), march.charges.cross
        if not zones[start]:
            return march
        for goal in self.grid.around(start):
            step = start * 6 + self.grid.direction(start, goal)
            if costs[step] and zones[goal]:
                shut = cross < 0 or (closed and closed[step])
                costs[step] = 0 if shut else costs[step] + cross
        zones[start] = 0
        return march._replace(costs=costs, zones=bytes(zones))

    def single_steps(self, state: State, unit: int) -> list[Path]:
        """The steps of a leg unit from zone to zone, open only while its whole allowance is left."""
        if state.mover == unit:
            return []
        start, zones = state.at[unit], self.enemy_zones(state, unit)
        if not zones[start] or self.charges(state, unit).cross >= 0:
            return []
        left = self.allowance(state, unit) * 2
        return [
            (start, goal)
            for goal in self.grid.around(start)
            if zones[goal] and isinstance(self.judge_way(state, unit, (start, goal), left, True), int)
        ]

    # Refusals

    def refuse_jump(self, start: int, goal: int) -> Refusal:
        text = f"{self.number(goal)} is not next to {self.number(start)}: a move goes from hex to hex."
        return self.refuse("unbroken_way", text, goal)

    def refuse_enemy(self, unit: int, goal: int) -> Refusal:
        text = f"{self.name(unit)} may not enter {self.number(goal)}: an enemy unit is there."
        return self.refuse("enemy_hex", text, goal)

    def refuse_cross(self, unit: int, goal: int) -> Refusal:
        text = f"{self.name(unit)} may not go from enemy zone to enemy zone"
        if goal in self.board.fortifications:
            return self.refuse(
                "no_fort_infiltration", f"{text} into the fortification {self.number(goal)}.", goal
            )
        return self.refuse(
            "no_mine_infiltration", f"{text} across the minefield to {self.number(goal)}.", goal
        )

    def refuse_stop(self, unit: int, start: int, goal: int) -> Refusal:
        return self.refuse(
            "leg_stop",
            f"{self.name(unit)} may not enter {self.number(goal)}: it entered an enemy "
            f"zone in {self.number(start)} and must stop there.",
            start,
            goal,
        )

    def refuse_cost(self, unit: int, goal: int, cost: int, left: int) -> Refusal:
        return self.refuse(
            "allowance",
            f"{self.name(unit)} may not enter {self.number(goal)}: that costs "
            f"{points(cost)} and it has {points(left)} left.",
            goal,
        )

    def refuse_infiltration(self, unit: int, goal: int, cost: int, left: int) -> Refusal:
        return self.refuse(
            "infiltration_cost",
            f"{self.name(unit)} may not go from zone to zone into {self.number(goal)}: "
            f"that hex costs {points(cost)} and its whole allowance is {points(left)}.",
            goal,
        )

    def refuse_terrain(self, unit: int, start: int, goal: int) -> Refusal:
        key, mobility = self.battle.key, self.counters[unit].mobility
        side = self.board.side_between(start, goal)
        if key.side_cost(self.board, side, mobility) < 0:
            return self.refuse(
                "closed_hexside",
                f"{self.name(unit)} may not cross the hexside between "
                f"{self.number(start)} and {self.number(goal)}: it is prohibited.",
                start,
                goal,
            )
        terrain = " and ".join(self.board.terrain[goal])
        return self.refuse(
            "closed_hex",
            f"{self.name(unit)} may not enter {self.number(goal)}: {terrain} is prohibited to it.",
            goal,
        )


def half_allowance(allowance: int) -> int:
    """fm-folio:5.1.1.i, fm-2023:6.1.g: half the allowance, rounded down; given in half points."""
    return allowance // 2 * 2
