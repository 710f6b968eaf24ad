"""Chapters 6.2.1 to 6.2.4: landing checks, scatter and air assaults."""

from __future__ import annotations

from ...core.game import Table
from ...core.state import REMOVED, WAITING, State
from .drops import Drops
from .events import Attacked, Landed, Scattered
from .frames import Casualty, Retreat
from .shifts import Assault


class Landing(Drops):
    """What becomes of a unit that jumps."""

    def landing_modifier(self, state: State, unit: int, hex_: int) -> int:
        """para:6.2.1.b to e, 22.1.b, 25.2.ab, rulings RP-19 and RP-91: fire, night, rain, far from a zone."""
        enemy = 1 - state.side_of[unit]
        fire = self.bars(state, enemy, hex_) or any(
            self.has(other, "anti-air", "heavy-weapons") and not self.is_disrupted(state, other)
            for near in self.grid.around(hex_)
            for other in self.units_in(state, enemy, near)
        )
        far = bool(self.options.get("emergency-drops")) and not self.near_zone(state, hex_)
        return int(fire) + int(self.is_night(state)) + int(self.rains(state)) + int(far)

    def land(self, state: State, unit: int, table: Table) -> None:
        """para:6.2.1.a and g: the table, and what it says is done at once."""
        hex_ = state.at[unit]
        planned = tuple(other for other in state.lists["planned"] if other != unit)
        modifier = self.landing_modifier(state, unit, hex_)
        state.lists["planned"] = planned
        if not planned:
            del state.lists["planned"]
        state.changed(unit)
        die = table.roll()
        result = self.charts.drop(self.terrain(hex_), die + modifier)
        table.tell(Landed(unit, die, modifier, result, hex_))
        aimed = True
        if result == "E":
            self._lose_drop(state, unit, table)
        elif result == "S":
            aimed = self._scatter(state, unit, table)
        elif result == "D" and not self.has(unit, "supply"):
            self.disrupt(state, unit, "landing", table)
        if state.at[unit] >= 0 and self.is_ground[unit]:
            self._come_down(state, unit, aimed, table)

    def _lose_drop(self, state: State, unit: int, table: Table) -> None:
        """para:18.3.g, ruling RP-08."""
        if self.has(unit, "supply"):
            state.put(unit, REMOVED)
        else:
            self.eliminate(state, unit, "landing", table)

    def _scatter(self, state: State, unit: int, table: Table) -> bool:
        """para:6.2.2.a to g, 18.3.f, rulings RP-21 and RP-27: True if it came down where it was planned."""
        start, direction, distance = state.at[unit], table.roll(), table.roll()
        step = self.compass[self.charts.scatter[direction]]
        path = [start]
        for _ in range(distance):
            goal = self.grid.neighbour(path[-1], step)
            if goal < 0:
                break
            path.append(goal)
        table.tell(Scattered(unit, direction, distance, tuple(path)))
        if len(path) <= distance:
            self._blow_away(state, unit, path[-1], table)
            return False
        state.put(unit, path[-1])
        if self.is_closed(path[-1]):
            self._lose_drop(state, unit, table)
        elif not self.has(unit, "supply"):
            self.disrupt(state, unit, "scatter", table)
        return False

    def _blow_away(self, state: State, unit: int, last: int, table: Table) -> None:
        """para:6.2.2.f, rulings RP-27 and RP-29: beside its last hex until next turn; supplies are lost."""
        state.put(unit, WAITING)
        if self.has(unit, "supply"):
            state.put(unit, REMOVED)
            return
        self.disrupt(state, unit, "scatter", table)
        if state.at[unit] == WAITING:
            self.note_strayed(state, {**self.strayed(state), unit: last})
            state.lists["adrift"] = (*state.lists.get("adrift", ()), unit)

    def _come_down(self, state: State, unit: int, aimed: bool, table: Table) -> None:
        """para:6.2.2.h and i, 6.2.3.a to c, rulings RP-23 and RP-28: into an enemy hex."""
        hex_, enemy = state.at[unit], 1 - state.side_of[unit]
        hidden = self.concealed_in(state, hex_)
        if hidden >= 0:
            self.reveal(state, hidden, table)
        self.came_to(state, unit, (hex_,), table)
        if not self.units_in(state, enemy, hex_):
            return
        if self.may_assault(unit):
            self.assault(state, unit, table)
        elif not aimed:
            self.eliminate(state, unit, "landed among the enemy", table)

    def may_assault(self, unit: int) -> bool:
        """para:6.2.3.a and b: airborne infantry, engineers and commandos; no gliders, no heavy weapons."""
        return self.has(unit, "assault")

    def assault(self, state: State, unit: int, table: Table) -> None:
        """para:6.2.3.d to h, rulings RP-25 and RP-26: alone, at once, without terrain."""
        hex_, side = state.at[unit], state.side_of[unit]
        defenders = tuple(self.units_in(state, 1 - side, hex_))
        battle = Assault("air-assault", side, hex_, (unit,), (), defenders)
        table.tell(Attacked(hex_, (unit,), "air-assault"))
        result = self.roll(state, battle, table)
        if result in ("AE", "AR"):
            self.eliminate(state, unit, "air assault", table)
            return
        if result in ("AD", "EX"):
            self.disrupt(state, unit, "air assault", table)
        enemy = 1 - side
        if result in ("DR", "DX", "DE"):
            state.frames.append(Retreat("retreat", enemy, defenders))
        if result in ("D1", "DX", "EX"):
            state.frames.append(Casualty("casualty", enemy, defenders, "disrupt"))
        if result == "DE":
            state.frames.append(Casualty("casualty", enemy, defenders, "eliminate"))
        if result == "DA":
            for other in defenders:
                self.eliminate(state, other, "combat", table)

    def settle_assaults(self, state: State, table: Table) -> None:
        """para:6.2.2.i, 6.2.3.i and j, ruling RP-24: in the end, who stands among the enemy is lost."""
        for unit in self.side_counters[self.airborne_side]:
            hex_ = state.at[unit]
            if hex_ >= 0 and self.is_ground[unit] and self.units_in(state, self.defending_side, hex_):
                self.eliminate(state, unit, "failed air assault", table)
