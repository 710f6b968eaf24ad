"""What draws units: objectives, enemies, threatened places, the way off the map, and places in the line."""

from __future__ import annotations

from functools import lru_cache

from .danger import OVERWHELMING
from .front import Front
from .ground import FAR
from .position import ATTACK, DEFENCE, Position
from .prospects import Prospects

DEAREST = 8.0
"""What a guard counts at most: a post is no more use than the unit in it."""
WARNING = 4.0
"""Turns ahead in which an enemy's way to an objective is a matter of concern."""
OUT_OF_REACH = 0.75
"""Turns that a place to stop the enemy is away from him."""
WAY_OUT = 20.0
"""How much the exit draws a unit that stands in it."""
CONTACT = 1.0
"""Turns from the enemy within which there is a line."""


class Goals(Prospects):
    """Hexes worth going to, and hexes worth holding."""

    def __init__(self, position: Position, late: bool) -> None:
        super().__init__(position, late)
        self._ways_in: dict[int, float] = {}
        self._fades = fades(position.habits.fade)
        self._look()

    def redraw(self) -> None:
        """Look at the lines and goals anew, after friends have moved."""
        self.front = Front(self.position)
        self._look()

    def _look(self) -> None:
        self._fields: dict[str, list[tuple[float, list[int]]]] = {}
        self._pulls: dict[tuple[int, str], float] = {}
        self.guarded = self._guarded()
        self.goals = self._goals()

    def _goals(self) -> dict[int, float]:
        """Hexes worth going to, and how much."""
        position = self.position
        goals = [(hex_, worth) for hex_, worth in position.objectives.items() if not position.holds(hex_)]
        for hex_, worth in self.guarded:
            goals += self._threatened(hex_, worth)
        if not position.schedule.leaving[position.side]:
            goals += [(position.at[unit], self._enemy_weight(unit)) for unit in position.enemies]
        best: dict[int, float] = {}
        for hex_, weight in goals:
            best[hex_] = max(weight, best.get(hex_, 0.0))
        return best

    def _guarded(self) -> list[tuple[int, float]]:
        """What the enemy must not get to: our objectives, and his way off the map."""
        position = self.position
        guarded = [(hex_, worth) for hex_, worth in position.objectives.items() if position.holds(hex_)]
        if position.schedule.leaving[1 - position.side]:
            exits = position.schedule.exits[1 - position.side]
            nearest = min(exits, key=self.front.turns_away)
            guarded.append((nearest, position.habits.enemy_exit))
        return guarded

    def _threatened(self, hex_: int, worth: float) -> list[tuple[int, float]]:
        """An objective in danger pulls, and so does the way by which the enemy would come."""
        urgency = max(0.0, 1.0 - self.front.turns_away(hex_) / WARNING)
        if not urgency:
            return []
        garrison = sum(self.position.value(unit, DEFENCE) for unit in self._around(hex_))
        need = min(1.0, max(0.0, 2 * self.threat(hex_) - garrison) / OVERWHELMING)
        way = [
            (at, worth * urgency / 2)
            for at in self.front.break_in(hex_)
            if self.lanes.turns_away(at) >= OUT_OF_REACH
        ]
        return [(hex_, worth * need), *way]

    def _around(self, hex_: int) -> list[int]:
        return self.position.friends_in(hex_) + self.position.friends_next_to(hex_)

    def _enemy_weight(self, unit: int) -> float:
        position, habits = self.position, self.position.habits
        return position.drive * (habits.enemy_pull + habits.quarry * position.kill_worth(unit))

    def pull(self, unit: int, hex_: int) -> float:
        """How near the most attractive goal is."""
        mobility = self.position.mobility(unit)
        if self.position.leaving(unit):
            return WAY_OUT - self.position.habits.haste * self.front.way_out(mobility)[hex_]
        key = hex_, mobility
        if key not in self._pulls:
            self._pulls[key] = self._strongest(hex_, mobility)
        return self._pulls[key]

    def _strongest(self, hex_: int, mobility: str) -> float:
        strongest = 0.0
        for weight, costs in self._field(mobility):
            if weight <= strongest:
                break
            pull = weight * self._fades[costs[hex_]]
            if pull > strongest:
                strongest = pull
        return strongest

    def _field(self, mobility: str) -> list[tuple[float, list[int]]]:
        """The goals as weights and ways to them, the greatest first."""
        if mobility not in self._fields:
            cost_to = self.ground.cost_to
            goals = sorted(self.goals.items(), key=lambda goal: goal[1], reverse=True)
            self._fields[mobility] = [
                (weight, cost_to(hex_, mobility)) for hex_, weight in goals if weight > 0
            ]
        return self._fields[mobility]

    def holding(self, unit: int, hex_: int) -> float:
        """Worth of standing on an objective: to take it, or to keep it. One guard is enough."""
        position = self.position
        worth = position.objectives.get(hex_, 0.0)
        if not worth or position.leaving(unit) or position.is_a(unit, "dummy"):
            return 0.0
        if not position.holds(hex_):
            return (position.habits.harvest if position.final else 1.0) * position.habits.taking * worth
        if position.final:
            return 0.0
        return position.habits.keeping * min(worth, DEAREST) * self._risk(unit, hex_)

    def _risk(self, unit: int, hex_: int) -> float:
        """How likely an objective would be lost if the unit were not there: 0 to 1."""
        position = self.position
        garrison = sum(
            position.value(friend, DEFENCE) for friend in position.friends_in(hex_) if friend != unit
        )
        if garrison:
            return max(0.0, self.threat(hex_) - garrison) / OVERWHELMING
        if any(position.fights(enemy) for enemy in position.enemies_next_to(hex_)):
            return 1.0
        urgency = max(0.0, 1.0 - self.front.turns_away(hex_) / WARNING)
        near = sum(
            position.value(friend, ATTACK) for friend in position.friends_next_to(hex_) if friend != unit
        )
        return urgency * min(1.0, position.habits.guard + self.threat(hex_) / OVERWHELMING) / (1.0 + near / 4)

    def post(self, unit: int, hex_: int) -> float:
        """Worth of a place in the line: in the enemy's way, behind water, and not where others stand."""
        position = self.position
        if not position.habits.post or position.leaving(unit) or self.lanes.turns_away(hex_) > CONTACT:
            return 0.0
        others = sum(1 for friend in self._around(hex_) if friend != unit and position.fights(friend))
        cover = 1.0 + position.habits.waterfront * self.lanes.water(hex_)
        return position.habits.post * (1.0 - position.drive) * self._in_the_way(hex_) * cover / (1 + others)

    def _in_the_way(self, hex_: int) -> float:
        """How much an enemy is hindered in his way to what we guard: 0 to about 1."""
        if hex_ not in self._ways_in:
            self._ways_in[hex_] = max(
                (
                    min(worth, DEAREST) / DEAREST * self._fades[self.lanes.detour(hex_, goal)]
                    for goal, worth in self.guarded
                ),
                default=0.0,
            )
        return self._ways_in[hex_]


@lru_cache
def fades(fade: float) -> list[float]:
    """How much of a goal's pull is left after so many half points of the way to it."""
    return [fade**cost for cost in range(FAR)] + [0.0]
