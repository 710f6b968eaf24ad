"""Where a unit wants to stand: objectives, prospects of attack, danger and shelter."""

from __future__ import annotations

from typing import NamedTuple

from hexfolio.core.orders import Order

from .ground import FAR
from .position import ATTACK, DEFENCE, MOVEMENT, Position

FADE = 0.93
"""How much of a goal's pull is left for every half point of the way to it."""
ENEMY_PULL = 2.5
GUARD = 0.25
"""Share of an objective's worth that keeps a guard there while no enemy is near."""

FEAR = 0.1
"""What each point of strength that a unit is short of costs, in steps."""
APPROACH = 0.25
"""How much an enemy counts who could come up within a turn, beside one who is there."""
OVERWHELMING = 12.0
"""Enemy strength beyond which more does not matter."""

WAY_BACK = 0.25
"""How much nearness to goals counts in a retreat: the way back can be marched next turn."""
LAST_STEP = 4.0
"""How much dearer a unit's last step is."""
NO_WAY = -100.0


class Goal(NamedTuple):
    """A hex worth going to."""

    hex: int
    weight: float


class March:
    """The appraisal of hexes in one movement phase. Enemies stand still in it, friends do not."""

    def __init__(self, position: Position, late: bool) -> None:
        self.position = position
        self.late = late
        self.ground = position.ground
        self._threats: dict[int, float] = {}
        self._pulls: dict[tuple[int, str], float] = {}
        self.goals = self._goals()

    def _goals(self) -> list[Goal]:
        position = self.position
        goals = [
            Goal(hex_, self._objective_weight(hex_, worth)) for hex_, worth in position.objectives.items()
        ]
        return goals + [Goal(position.at[unit], ENEMY_PULL) for unit in position.enemies]

    def _objective_weight(self, hex_: int, worth: float) -> float:
        """Own objectives pull as far as they are in danger and nobody is there."""
        position = self.position
        if not position.holds(hex_):
            return worth
        garrison = sum(position.value(unit, DEFENCE) for unit in position.friends_next_to(hex_))
        return worth * min(1.0, max(0.0, 2 * self.threat(hex_) - garrison) / OVERWHELMING)

    def score(self, unit: int, hex_: int) -> float:
        """How much the side would like to see the unit there at the end of the phase."""
        return self.standing(unit, hex_) + self.prospect(unit, hex_)

    def standing(self, unit: int, hex_: int, pull: float = 1.0) -> float:
        """How good a hex is for a unit that will have to stay there through the enemy's turn."""
        shelter = 0.1 * self.ground.shelter[hex_]
        return pull * self.pull(unit, hex_) + self.holding(hex_) - self.danger(unit, hex_) + shelter

    def retreat(self, order: Order) -> float:
        """How good a way of retreat is, or standing at the price of a step."""
        position, unit = self.position, order.unit
        here = position.at[unit]
        if order.verb == "stand":
            price = position.step_worth(unit) * (LAST_STEP if position.steps_left(unit) == 1 else 1.0)
            return self.standing(unit, here, WAY_BACK) - price
        if len(order.path) == 1:
            return NO_WAY
        given_up = 0.5 * position.objectives.get(here, 0.0)
        cut_short = 0.3 if len(order.path) == 2 else 0.0
        return self.standing(unit, order.path[-1], WAY_BACK) - given_up - cut_short

    def purpose(self, unit: int, hex_: int) -> str:
        """Why a unit goes to a hex, in a few words."""
        position = self.position
        number = position.number(hex_)
        if hex_ in position.objectives:
            return f"{'covers' if position.holds(hex_) else 'takes'} {number}"
        if self.prospect(unit, hex_) > 0:
            return f"goes to {number} to attack"
        return f"goes to {number}, nearer to what matters"

    def pull(self, unit: int, hex_: int) -> float:
        """How near the most attractive goal is."""
        mobility = self.position.mobility(unit)
        key = hex_, mobility
        if key not in self._pulls:
            self._pulls[key] = max((self._pull(goal, hex_, mobility) for goal in self.goals), default=0.0)
        return self._pulls[key]

    def _pull(self, goal: Goal, hex_: int, mobility: str) -> float:
        cost = self.ground.cost_to(goal.hex, mobility)[hex_]
        return 0.0 if cost >= FAR else goal.weight * float(FADE**cost)

    def holding(self, hex_: int) -> float:
        """Worth of standing on an objective: to take it, or to keep it."""
        worth = self.position.objectives.get(hex_, 0.0)
        if not self.position.holds(hex_):
            return 2 * worth
        return worth * min(1.5, GUARD + 2 * self.threat(hex_) / OVERWHELMING)

    def prospect(self, unit: int, hex_: int) -> float:
        """The best attack the unit could join from the hex, judged by strength."""
        enemies = self.position.enemies_next_to(hex_)
        return max((self._prospect(unit, enemy) for enemy in enemies), default=0.0)

    def _prospect(self, unit: int, enemy: int) -> float:
        position = self.position
        if not self._strikes(unit):
            return -0.5
        target = position.at[enemy]
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self._strikes(other)
        ]
        strength = position.value(unit, ATTACK) + sum(position.value(other, ATTACK) for other in friends)
        margin = strength + 0.4 * self._reserves(unit, target, friends)
        margin -= position.value(enemy, DEFENCE) + self.ground.shelter[target]
        weight = 0.5 + 0.05 * position.prize(target)
        attack = position.value(unit, ATTACK)
        return max(-1.0, min(4.0, margin - 1.0)) * weight * 1.6 * attack / (attack + 2)

    def _reserves(self, unit: int, target: int, friends: list[int]) -> float:
        """Strength that could still come up beside the unit; three hexes are thought to be free."""
        position = self.position
        near = [
            position.value(other, ATTACK)
            for other in position.own
            if other != unit
            and other not in friends
            and not position.has(other, "moved")
            and self._strikes(other)
            and position.grid.distance(position.at[other], target) <= self._range(other)
        ]
        return float(sum(sorted(near, reverse=True)[: max(0, 3 - len(friends))]))

    def _strikes(self, unit: int) -> bool:
        """May the unit attack in the combat phase to come?"""
        position = self.position
        if not self.late:
            return True
        return position.mobility(unit) == "mobile" and not position.has(unit, "attacked")

    def danger(self, unit: int, hex_: int) -> float:
        """How badly a unit would be placed there if the enemy came."""
        position = self.position
        friends = sum(1 for other in position.friends_next_to(hex_) if other != unit)
        defence = position.value(unit, DEFENCE) + self.ground.shelter[hex_] + friends
        return FEAR * max(0.0, self.threat(hex_) - defence) * position.step_worth(unit)

    def threat(self, hex_: int) -> float:
        """Enemy strength next to a hex, and a share of what could come there in a turn."""
        if hex_ not in self._threats:
            self._threats[hex_] = min(
                OVERWHELMING, sum(self._threat(enemy, hex_) for enemy in self.position.enemies)
            )
        return self._threats[hex_]

    def _threat(self, enemy: int, hex_: int) -> float:
        position = self.position
        strength = position.value(enemy, ATTACK)
        distance = position.grid.distance(hex_, position.at[enemy])
        if distance <= 1:
            return float(strength)
        return APPROACH * strength if distance <= self._range(enemy) else 0.0

    def _range(self, unit: int) -> int:
        """About how far away the unit can attack after a move."""
        return 1 + self.position.value(unit, MOVEMENT) // 2
