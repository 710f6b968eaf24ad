"""Chapter 16.1, 16.3 and 16.4: who is due, and who is flown in; with the tables of 24 and 25."""

from __future__ import annotations

from ...core.game import Table
from ...core.hexes import EDGES
from ...core.rulings import Refusal
from ...core.state import WAITING, State
from .events import AirLanded, Awarded, Due, Rained, Rolled
from .frames import AirLanding, Choose, Fog, Receive, Road
from .landing import Landing
from .scenario import Group, Schedule

RAIN = 2
"""Command points that rain takes (25.2.aa)."""


class Reinforcements(Landing):
    """Tables, picks, strikes that are awarded, and airfields.

    Units that are due come in waves: the list “due” has the units, “waves” beside it the number of each one's
    wave, “edges 1” the hexes that wave 1 may enter by, and the track of that name its edges as bits.
    """

    def call_reinforcements(self, state: State, side: int, table: Table) -> None:
        """para:16.1.a, 24.1.f, 24.2.u, 25.1.l, 25.2.r: one roll in every such phase from a turn on."""
        state.lists.pop(f"strikes {side}", None)
        if self.special.get("airfields"):
            state.frames.append(AirLanding("air-landing", side))
        if state.turn == 1:
            self._award(state, side, self.special["first-strikes"], table)
            self._give(state, side, "naval", self.special["first-gunfire"], table)
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
        self._give(state, side, "naval", line.gunfire, table)

    def expects(self, state: State, side: int, schedule: Schedule) -> bool:
        """para:25.1.l: as long as something is left to receive; strikes may come again and again."""
        if side == self.airborne_side or any(line.strikes or line.gunfire for line in schedule.lines):
            return True
        fog = len(state.lists.get("fog", ())) < len(self.fog_counters)
        names = {group.contingent for line in schedule.lines for group in line.groups}
        return fog or any(self.waiting(state, name) for name in names)

    def waiting(self, state: State, contingent: str) -> list[int]:
        """Units of a contingent that have not come yet."""
        called = (*state.lists.get("due", ()), *state.lists.get("aloft", ()))
        return [
            unit for unit in self.contingent(contingent) if state.at[unit] == WAITING and unit not in called
        ]

    def _call_group(self, state: State, side: int, group: Group, table: Table) -> None:
        """para:24.1.g and m, 24.2.x and y, rulings RP-50 and RP-71: all, chosen, or drawn at random."""
        units = self.waiting(state, group.contingent)
        if units and group.pick == "random":
            count = min(table.roll(), len(units))
            units = [units.pop(table.roll(len(units)) - 1) for _ in range(count)]
        if not units:
            return
        wave = 0 if group.flown else self._begin_wave(state, side, group, tuple(units))
        if group.pick == "choice" and len(units) > group.number:
            state.frames.append(Choose("choose", side, group.number, tuple(units), wave))
        else:
            self.make_due(state, side, tuple(units), wave, table)

    def _begin_wave(self, state: State, side: int, group: Group, units: tuple[int, ...]) -> int:
        """para:16.2.a, 24.2.z, 25.2.u, ruling RP-69: its edges, and one road hex if there are several."""
        wave = max(state.lists.get("waves", ()), default=0) + 1
        edges = state.tracks[f"edges {wave}"] = sum(1 << EDGES.index(edge) for edge in group.edges)
        state.lists[f"edges {wave}"] = self.edge_hexes(edges)
        if len(group.roads) == 1:
            self.take_road(state, wave, group.roads[0], group.reach)
        elif group.roads:
            state.frames.append(Road("road", side, units, group.roads, group.reach, wave))
        return wave

    def edge_hexes(self, edges: int) -> tuple[int, ...]:
        """Ruling RP-72: hexes of the edges that units may enter by."""
        named = [edge for bit, edge in enumerate(EDGES) if edges & 1 << bit]
        return tuple(
            sorted({hex_ for edge in named for hex_ in self.grid.edge(edge) if not self.is_closed(hex_)})
        )

    def take_road(self, state: State, wave: int, road: int, reach: int) -> None:
        key = f"edges {wave}"
        state.lists[key] = tuple(h for h in state.lists[key] if self.grid.distance(h, road) <= reach)

    def make_due(self, state: State, side: int, units: tuple[int, ...], wave: int, table: Table) -> None:
        """para:16.1.b and d, 16.3.a, 24.1.l and o: they enter in the movement phase, or land at once."""
        if wave:
            due = zip(state.lists.get("due", ()), state.lists.get("waves", ()), strict=True)
            pairs = sorted([*due, *((unit, wave) for unit in units)])
            state.lists["due"] = tuple(unit for unit, _ in pairs)
            state.lists["waves"] = tuple(number for _, number in pairs)
        else:
            state.lists["aloft"] = (*state.lists.get("aloft", ()), *units)
        table.tell(Due(side, len(units)))

    # Strikes

    def _award(self, state: State, side: int, count: int, table: Table) -> None:
        """para:24.2.s and t, 25.2.p and q: airstrikes for this turn, as many as can fly."""
        self._give(state, side, "airstrike", self.flyable(state, count), table)

    def _give(self, state: State, side: int, kind: str, count: int, table: Table) -> None:
        """para:12.1.b, rulings RP-49 and RP-87: the owner picks among the strikes that are left."""
        pool = self.strike_pool(state, side, kind)
        count = min(count, len(pool))
        if not count:
            return
        table.tell(Awarded(side, count, kind))
        looks = {self.counters[unit].steps[0] for unit in pool}
        if count == len(pool) or len(looks) == 1:
            self.award(state, side, pool[:count])
            return
        state.frames.append(Receive("receive", side, count, kind))

    def flyable(self, state: State, count: int) -> int:
        """para:12.2.e, 17.0.c, 24.2.r, 25.2.o, rulings RP-47 and RP-48: none by night or in rain but what the
        battle grants, which rain brings of itself."""
        if not self.is_night(state) and not self.rains(state):
            return count
        most: int = self.special["night-strikes"]
        return most if self.rains(state) else min(count, most)

    # Chapter 16.3

    def aloft(self, state: State, side: int) -> list[int]:
        """Units of a side that are to land on an airfield; without a free one they wait for the next turn."""
        return [unit for unit in state.lists.get("aloft", ()) if state.side_of[unit] == side]

    def judge_airfield(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:16.3.a and b, ruling RP-89: an airfield that no enemy unit holds."""
        name, number = self.name(unit), self.number(hex_)
        if unit not in self.aloft(state, state.active):
            return self.refuse("reinforcement", f"{name} is not flown in now.")
        if hex_ not in self.special["airfields"]:
            return self.refuse("airfield", f"{name} may not land in {number}: there is no airfield.", hex_)
        if self.enemy_hexes(state, unit)[hex_]:
            return self.refuse(
                "airfield_enemy", f"{name} may not land in {number}: an enemy unit is there.", hex_
            )
        return None

    def airfields(self, state: State, unit: int) -> list[int]:
        hexes: tuple[int, ...] = self.special["airfields"]
        return [hex_ for hex_ in hexes if self.judge_airfield(state, unit, hex_) is None]

    def air_land(self, state: State, unit: int, hex_: int, table: Table) -> None:
        """para:6.2.b, 16.3.c: no landing check."""
        left = tuple(other for other in state.lists["aloft"] if other != unit)
        del state.lists["aloft"]
        if left:
            state.lists["aloft"] = left
        state.put(unit, hex_)
        table.tell(AirLanded(unit, hex_))
        self.came_to(state, unit, (hex_,), table)
