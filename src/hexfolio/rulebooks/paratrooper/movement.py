"""Chapters 10.0 to 10.4, 10.9 and 10.10: movement; with 9.2 to 9.4, 18.2 and 23.4."""

from __future__ import annotations

from itertools import pairwise

from ...core.game import Table
from ...core.paths import reach as find_reach
from ...core.rulings import Refusal
from ...core.state import State
from ..ways import Path, points, way_to
from .costs import Costs
from .events import Hastened
from .frames import DUG_IN, HASTENED, MOVED, STOPPED, WORKED

CLOSED = -1


class Movement(Costs):
    """Where a unit may go, and where it must stop."""

    def points_left(self, state: State, unit: int) -> int:
        """para:10.0.a, 9.2.a, 10.10.c: half points; none for a unit that has stopped, less than none for one
        that came on to the map beyond its allowance."""
        if state.flags[unit] & (WORKED | STOPPED):
            return 0
        allowance = self.allowance(state, unit) * 2
        if state.mover != unit:
            return 0 if state.flags[unit] & MOVED else allowance
        return allowance + state.tracks.get("haste", 0) - state.spent

    def is_stopped(self, state: State, unit: int) -> bool:
        """para:9.2.a, 10.4.a, ruling RP-35: by a zone, or by the price of the one hex that is always open."""
        return bool(state.flags[unit] & STOPPED) or self.points_left(state, unit) < 0

    def movers(self, state: State) -> list[int]:
        """para:10.1.a: units that may begin a move, and the one that is moving."""
        return [
            unit
            for unit in self.side_counters[state.active]
            if state.at[unit] >= 0
            and self.is_unit(state, unit)
            and (self.points_left(state, unit) > 0 or self.judge_fast(state, unit) is None)
        ]

    def reach(self, state: State, unit: int, start: int, left: int) -> tuple[list[int], list[int], list[int]]:
        """para:9.2.a, 9.3.b, 9.4.a: hexes within reach; a zone stops, and is never left for another."""
        return find_reach(
            self.grid.neighbours, self.costs(state, unit), start, left, self.enemy_hexes(state, unit),
            self.enemy_zones(state, unit), b"", True, 0, CLOSED, 0,
        )  # fmt: skip

    def ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way to every hex in which the unit may end its move."""
        return [way for way in self.open_ways(state, unit) if self.may_end(state, unit, way[-1])]

    def open_ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way to every hex within reach, and the single steps that are open from rest."""
        start, left = state.at[unit], self.points_left(state, unit)
        hexes, _, came = self.reach(state, unit, start, left)
        ways = [way_to(hexes, came, position) for position in range(1, len(hexes))]
        found = {way[-1] for way in ways}
        ways += [
            (start, goal)
            for goal in self.grid.around(start)
            if goal not in found and isinstance(self.judge_single(state, unit, start, goal), int)
        ]
        return ways

    def may_end(self, state: State, unit: int, hex_: int) -> bool:
        """para:7.1.b, 23.6.3.a, 25.1.i: stacking binds later, but not for fog counters and armies apart."""
        if hex_ not in state.stacks:
            return True
        if self.is_fog[unit]:
            return self.room_for(state, unit, hex_)
        units = [other for other in self.counted(state, state.side_of[unit], hex_) if other != unit]
        return not self.parted([*units, unit])

    def may_infiltrate(self, state: State, unit: int) -> bool:
        """para:18.2.a, 25.3.e: effective recon and commando units, and the Chinese infantry by night."""
        if self.is_disrupted(state, unit):
            return False
        if self.has(unit, "recon", "commando"):
            return True
        crafty: frozenset[str] = self.special.get("night-fighters", frozenset())
        counter = self.counters[unit]
        return self.is_night(state) and counter.group in crafty and counter.symbol == "infantry"

    def judge_single(self, state: State, unit: int, start: int, goal: int) -> Refusal | int:
        """para:10.4.a to c, 18.2.a, rulings RP-35 and RP-84: one hex from rest, whatever it costs."""
        name = self.name(unit)
        if not self.at_rest(state, unit) or not self.allowance(state, unit):
            return self.refuse("minimum_move", f"{name} has moved: a single hex is open only from rest.")
        direction = self.grid.direction(start, goal)
        cost = self.costs(state, unit)[start * 6 + direction] if direction >= 0 else 0
        if not cost:
            return self.refuse_terrain(state, unit, start, goal)
        if self.enemy_hexes(state, unit)[goal]:
            return self.refuse_enemy(unit, goal)
        zones = self.enemy_zones(state, unit)
        if zones[start] and zones[goal] and not self.may_infiltrate(state, unit):
            return self.refuse_zone(unit, start, goal)
        return cost

    def at_rest(self, state: State, unit: int) -> bool:
        """Has the unit spent nothing so far? To roll for fast movement is not to move yet."""
        return not state.spent if state.mover == unit else not state.flags[unit] & MOVED

    def judge_mover(self, state: State, unit: int) -> Refusal | None:
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_ground[unit]:
            return self.refuse("movement", f"{name} is not a unit of yours on the map.")
        if self.is_concealed(state, unit):
            return self.refuse(
                "concealed_still", f"{name} lies face down and cannot move before it is revealed."
            )
        if not self.is_unit(state, unit) or not self.allowance(state, unit):
            return self.refuse("static", f"{name} does not move.")
        if state.flags[unit] & WORKED:
            return self.refuse_worked(state, unit)
        if self.is_stopped(state, unit):
            return self.refuse_stopped(state, unit, "stop")
        if state.mover != unit and state.flags[unit] & MOVED:
            return self.refuse("one_at_a_time", f"{name} has ended its move: another unit has moved since.")
        return None

    def judge_way(self, state: State, unit: int, path: Path, left: int) -> Refusal | int:
        """The half points a way costs, or why it is closed."""
        if len(path) == 2:
            single = self.judge_single(state, unit, path[0], path[1])
            if isinstance(single, int):
                return single
        return self.judge_steps(state, unit, path, left)

    def judge_steps(self, state: State, unit: int, path: Path, left: int) -> Refusal | int:
        """para:9.2.a, 9.3.b, 9.4.a, 10.0.a to c: step by step, with the points that are left."""
        costs, zones = self.costs(state, unit), self.enemy_zones(state, unit)
        closed, spent = self.enemy_hexes(state, unit), 0
        for place, (start, goal) in enumerate(pairwise(path)):
            direction = self.grid.direction(start, goal)
            if direction < 0:
                text = (
                    f"{self.number(goal)} is not next to {self.number(start)}: a move goes from hex to hex."
                )
                return self.refuse("hex_to_hex", text, goal)
            if zones[start] and place:
                return self.refuse(
                    "stop", f"{self.name(unit)} must stop in {self.number(start)}: an enemy zone.", start
                )
            cost = costs[start * 6 + direction]
            if not cost:
                return self.refuse_terrain(state, unit, start, goal)
            if closed[goal]:
                return self.refuse_enemy(unit, goal)
            if zones[start] and zones[goal]:
                return self.refuse_zone(unit, start, goal)
            spent += cost
            if spent > left:
                price = f"that costs {points(cost)} and it has {points(left - spent + cost)} left"
                text = f"{self.name(unit)} may not enter {self.number(goal)}: {price}."
                return self.refuse("allowance", text, goal)
        return spent

    def judge_end(self, state: State, unit: int, hex_: int) -> Refusal | None:
        if self.may_end(state, unit, hex_):
            return None
        rule, why = (
            ("fog_stacking", "another fog of war counter is there")
            if self.is_fog[unit]
            else ("apart", "units of another army are there")
        )
        return self.refuse(
            rule, f"{self.name(unit)} may not end its move in {self.number(hex_)}: {why}.", hex_
        )

    # Withdrawal

    def judge_exit(self, state: State, unit: int, path: Path, left: int) -> Refusal | int:
        """para:10.9.a, 23.4.a, b and e, rulings RP-38 and RP-39: mobile defenders leave by their edge, for
        a point more than the way there costs."""
        name, hex_ = self.name(unit), path[-1]
        if state.side_of[unit] != self.defending_side or hex_ not in self.special.get("withdrawal", ()):
            return self.refuse("leave_map", f"{name} may not leave the map from {self.number(hex_)}.", hex_)
        cost = self.judge_way(state, unit, path, left)
        if isinstance(cost, Refusal):
            return cost
        if self.enemy_zones(state, unit)[hex_] and len(path) > 1:
            return self.refuse("stop", f"{name} must stop in {self.number(hex_)}: an enemy zone.", hex_)
        if cost + 2 > left:
            text = f"{name} may not leave: that costs 1 MP more and it has {points(left - cost)} left."
            return self.refuse("withdrawal_cost", text, hex_)
        return cost

    # Fast movement

    def judge_fast(self, state: State, unit: int) -> Refusal | None:
        """para:10.10.a, b and e, ruling RP-84: right after its move, once, for a command point."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_unit(state, unit):
            return self.refuse("fast", f"{name} is not a unit of yours on the map.")
        if not self.allowance(state, unit):
            return self.refuse("fast", f"{name} does not move at all.")
        if state.flags[unit] & WORKED:
            return self.refuse_worked(state, unit)
        if self.is_stopped(state, unit):
            return self.refuse_stopped(state, unit, "fast")
        if state.flags[unit] & HASTENED:
            return self.refuse("fast_once", f"{name} has moved fast in this phase.")
        if state.flags[unit] & MOVED and state.mover != unit:
            return self.refuse("fast", f"{name} must go on before another unit moves.")
        return self.judge_price(state, state.active, "fast", "Fast movement")

    def hasten(self, state: State, unit: int, table: Table) -> None:
        """para:10.10.c: a die of further points."""
        self.pay(state, state.active, "fast", table)
        die = table.roll()
        if state.mover != unit:
            state.mover, state.spent = unit, 0
            state.tracks.pop("haste", None)
        state.tracks["haste"] = state.tracks.get("haste", 0) + 2 * die
        state.flags[unit] |= HASTENED | MOVED
        table.tell(Hastened(unit, die))

    # Refusals

    def refuse_worked(self, state: State, unit: int) -> Refusal:
        """para:19.3.a, 20.1.d: who has worked stays where it is."""
        rule = "dug_in" if state.flags[unit] & DUG_IN else "worked"
        return self.refuse(
            rule, f"{self.name(unit)} has done engineering work and may not move in this turn."
        )

    def refuse_stopped(self, state: State, unit: int, rule: str) -> Refusal:
        """para:9.2.a, 10.4.a, ruling RP-35: a zone ends a move, and so does the one hex always open."""
        name = self.name(unit)
        if self.enemy_zones(state, unit)[state.at[unit]]:
            return self.refuse(rule, f"{name} has entered an enemy zone: its movement is over.")
        return self.refuse("minimum_move", f"{name} has moved its one hex: its movement is over.")

    def refuse_enemy(self, unit: int, goal: int) -> Refusal:
        text = f"{self.name(unit)} may not enter {self.number(goal)}: an enemy unit is there."
        return self.refuse("enemy_hex", text, goal)

    def refuse_zone(self, unit: int, start: int, goal: int) -> Refusal:
        where = f"in {self.number(start)} to that in {self.number(goal)}"
        text = f"{self.name(unit)} may not go from the enemy zone {where}."
        return self.refuse("zone_to_zone", text, start, goal)

    def refuse_terrain(self, state: State, unit: int, start: int, goal: int) -> Refusal:
        if self.grid.direction(start, goal) < 0:
            text = f"{self.number(goal)} is not next to {self.number(start)}: a move goes from hex to hex."
            return self.refuse("hex_to_hex", text, goal)
        if "uncrossable" in self.board.side_features(start, goal):
            text = f"The hexside between {self.number(start)} and {self.number(goal)} cannot be crossed."
            return self.refuse("uncrossable", text, start, goal)
        text = f"{self.name(unit)} may not enter {self.number(goal)}: the terrain is closed to it."
        return self.refuse("closed_hex", text, goal)
