"""Chapter 16: reinforcements; with the tables of 24 and 25."""

from __future__ import annotations

from ...core.game import Table
from ...core.orders import OFF_MAP
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, REMOVED, WAITING, State
from ..ways import Path, way_to
from .events import Awarded, Due, Rained, Rolled
from .frames import Choose, Fog, Receive, Road
from .landing import Landing
from .scenario import Group, Schedule

RAIN = 2
"""Command points that rain takes (25.2.aa)."""


class Reinforcements(Landing):
    """Who is due, who is picked, and how units come on."""

    def call_reinforcements(self, state: State, side: int, table: Table) -> None:
        """para:16.1.a, 24.1.f, 24.2.u, 25.1.l, 25.2.r: one roll in every such phase from a turn on."""
        state.lists.pop(f"strikes {side}", None)
        if state.turn == 1:
            self._award(state, side, self.special.get("first-strikes", 0), table)
        schedules: dict[int, Schedule] = self.special.get("reinforcements", {})
        schedule = schedules.get(side)
        if schedule is None or state.turn < schedule.turn or not self.expects(state, side, schedule):
            return
        die = table.roll()
        table.tell(Rolled(side, "reinforcements", die))
        line = schedule.lines[die - 1]
        place = schedule.lines.index(line)
        times = state.tracks.get(f"line {side} {place}", 0)
        state.tracks[f"line {side} {place}"] = times + 1
        if line.rain:
            state.tracks["rain"] = state.turn
            self.lose_command(state, side, RAIN)
            table.tell(Rained(state.turn))
        if line.fog:
            count = self.draw_fog(state, line.fog, table)
            if count:
                state.frames.append(Fog("fog", side, count))
        groups = line.groups
        if groups and (times < len(groups) or line.again):
            self._call_group(state, side, groups[min(times, len(groups) - 1)], table)
        self._award(state, side, line.strikes, table)

    def expects(self, state: State, side: int, schedule: Schedule) -> bool:
        """para:25.1.l: as long as something is left to receive; strikes are for the airborne side."""
        if side == self.airborne_side:
            return True
        fog = len(state.lists.get("fog", ())) < len(self.fog_counters)
        names = {group.contingent for line in schedule.lines for group in line.groups}
        return fog or any(self.waiting(state, name) for name in names)

    def waiting(self, state: State, contingent: str) -> list[int]:
        """Units of a contingent that have not come yet."""
        due = state.lists.get("due", ())
        return [unit for unit in self.contingent(contingent) if state.at[unit] == WAITING and unit not in due]

    def _call_group(self, state: State, side: int, group: Group, table: Table) -> None:
        """para:24.1.g and m, 24.2.x and y, rulings RP-50 and RP-71: all, chosen, or drawn at random."""
        units = self.waiting(state, group.contingent)
        if units and group.pick == "random":
            count = min(table.roll(), len(units))
            units = [units.pop(table.roll(len(units)) - 1) for _ in range(count)]
        if not units:
            return
        state.lists["edges"] = tuple(sorted(self.edge_hexes(group)))
        if group.pick == "choice" and len(units) > group.number:
            self._ask_road(state, side, group, ())
            state.frames.append(Choose("choose", side, group.number, tuple(units)))
            return
        self._ask_road(state, side, group, tuple(units))
        self.make_due(state, side, tuple(units), table)

    def edge_hexes(self, group: Group) -> set[int]:
        """para:16.2.a, ruling RP-72: hexes of the edges that units may enter by."""
        return {hex_ for edge in group.edges for hex_ in self.grid.edge(edge) if not self.is_closed(hex_)}

    def _ask_road(self, state: State, side: int, group: Group, units: tuple[int, ...]) -> None:
        """para:24.2.z, 25.2.u, ruling RP-69: one road hex for a group, if there are several."""
        if not group.roads:
            return
        if len(group.roads) == 1:
            self.take_road(state, group.roads[0], group.reach)
            return
        state.frames.append(Road("road", side, units, group.roads, group.reach))

    def take_road(self, state: State, road: int, reach: int) -> None:
        hexes = state.lists.get("edges", ())
        state.lists["edges"] = tuple(h for h in hexes if self.grid.distance(h, road) <= reach)

    def make_due(self, state: State, side: int, units: tuple[int, ...], table: Table) -> None:
        """para:16.1.b and d, 24.1.l and o: they enter in the movement phase of the same player turn."""
        state.lists["due"] = tuple(sorted((*state.lists.get("due", ()), *units)))
        table.tell(Due(side, len(units)))

    def _award(self, state: State, side: int, count: int, table: Table) -> None:
        """para:24.2.r to t, 25.2.o to q, rulings RP-47, RP-48, RP-49, RP-87: the owner picks the strikes."""
        if self.is_night(state) or self.rains(state):
            count = min(max(count, int(self.rains(state))), 1)
        pool = self.strike_pool(state, side)
        count = min(count, len(pool))
        if not count:
            return
        table.tell(Awarded(side, count))
        kinds = {self.counters[unit].steps[0] for unit in pool}
        if count == len(pool) or len(kinds) == 1:
            self.award(state, side, pool[:count])
            return
        state.frames.append(Receive("receive", side, count))

    # Coming on

    def arrivals(self, state: State) -> list[int]:
        """para:6.2.2.f, 16.1.d: units that enter in this movement phase; who strayed this turn does not."""
        strayed = state.lists.get("strayed", ())[::2]
        adrift = state.lists.get("adrift", ())
        own = [unit for unit in strayed if state.side_of[unit] == state.active and unit not in adrift]
        due = [unit for unit in state.lists.get("due", ()) if state.at[unit] == WAITING]
        return own + [unit for unit in due if state.side_of[unit] == state.active]

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """para:6.2.2.f, 16.2.1.a, 24.2.ae, rulings RP-27 and RP-70: hexes free of the enemy."""
        strayed = state.lists.get("strayed", ())
        closed = self.enemy_hexes(state, unit)
        if unit in strayed[::2]:
            last = strayed[2 * strayed[::2].index(unit) + 1]
            edge = next((e for e in ("north", "south", "east", "west") if last in self.grid.edge(e)), "north")
            free = [h for h in self.grid.edge(edge) if not closed[h] and not self.is_closed(h)]
            nearest = min((self.grid.distance(h, last) for h in free), default=0)
            return tuple(h for h in free if self.grid.distance(h, last) == nearest)
        late = unit in state.lists.get("late", ())
        hexes = state.lists.get(f"late edges {state.side_of[unit]}" if late else "edges", ())
        return tuple(h for h in hexes if not closed[h])

    def entry_cost(self, state: State, unit: int, hex_: int) -> int:
        """para:16.2.a: the first hex is paid for; along a road that leads on to the map, at its rate."""
        if hex_ in self.special.get("entry-roads", ()):
            return min(rate for rate in self.battle.key.ways.values() if rate)
        return self.battle.key.hex_cost(self.board, hex_, self.counters[unit].mobility)

    def entry_ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way on to every hex within reach."""
        best: dict[int, tuple[int, Path]] = {}
        left = self.allowance(state, unit) * 2
        for hex_ in self.entry_hexes(state, unit):
            first = self.entry_cost(state, unit, hex_)
            if not first:
                continue
            hexes, spent, came = self.reach(state, unit, hex_, max(left - first, 0))
            if self.enemy_zones(state, unit)[hex_] or first > left:
                hexes, spent, came = [hex_], [0], [-1]
            for place, end in enumerate(hexes):
                cost = first + spent[place]
                if self.may_end(state, unit, end) and (end not in best or cost < best[end][0]):
                    best[end] = cost, way_to(hexes, came, place)
        return [path for _, path in best.values()]

    def judge_entry(self, state: State, unit: int, path: Path) -> Refusal | int:
        name = self.name(unit)
        if unit not in self.arrivals(state):
            return self.refuse("reinforcement", f"{name} is not due to come on now.")
        if OFF_MAP in path:
            return self.refuse("entry_hex", f"The way of {name} begins in an entry hex and stays on the map.")
        number = self.number(path[0])
        if path[0] not in self.entry_hexes(state, unit):
            rule = "strayed" if unit in state.lists.get("strayed", ())[::2] else "entry_hex"
            rule = "entry_enemy" if self.enemy_hexes(state, unit)[path[0]] else rule
            return self.refuse(rule, f"{name} may not come on at {number}.", path[0])
        left = self.allowance(state, unit) * 2
        first = self.entry_cost(state, unit, path[0])
        if not first:
            return self.refuse(
                "closed_hex", f"{name} may not enter {number}: the terrain is closed to it.", path[0]
            )
        if len(path) == 1:
            return self.judge_end(state, unit, path[0]) or first
        if self.enemy_zones(state, unit)[path[0]]:
            return self.refuse("entry_stop", f"{name} must stop in {number}: an enemy zone.", path[0])
        cost = self.judge_way(state, unit, path, left - first)
        if isinstance(cost, Refusal):
            return cost
        return self.judge_end(state, unit, path[-1]) or first + cost

    def judge_all_entered(self, state: State) -> Refusal | None:
        """para:16.1.e, 24.1.l, 24.2.v: who can come on must."""
        for unit in self.arrivals(state):
            if self.entry_ways(state, unit):
                rule = "strayed" if unit in state.lists.get("strayed", ())[::2] else "deploy_now"
                return self.refuse(rule, f"{self.name(unit)} must come on in this turn.")
        return None

    def put_off(self, state: State) -> None:
        """para:24.2.ae, 25.2.v: who found all entry hexes blocked comes next turn anywhere on that edge."""
        late = tuple(unit for unit in state.lists.get("due", ()) if state.at[unit] == WAITING)
        for name in ("due", "late"):
            state.lists.pop(name, None)
            if late:
                state.lists[name] = late
        hexes = set(state.lists.pop("edges", ()))
        if hexes and any(state.side_of[unit] == state.active for unit in late):
            edges = [e for e in ("north", "south", "east", "west") if hexes & set(self.grid.edge(e))]
            state.lists[f"late edges {state.active}"] = tuple(
                sorted({h for e in edges for h in self.grid.edge(e) if not self.is_closed(h)})
            )

    def on_table(self, state: State, unit: int) -> bool:
        return state.at[unit] not in (ELIMINATED, REMOVED)
