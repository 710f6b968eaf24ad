"""Where a unit wants to stand: objectives, prospects of attack, danger and shelter."""

from __future__ import annotations

from hexfolio.core.orders import Order

from .front import Front
from .ground import FAR
from .position import ATTACK, DEFENCE, MOVEMENT, Position

FADES = [0.93**cost for cost in range(FAR)] + [0.0]
"""How much of a goal's pull is left after so many half points of the way to it."""
ENEMY_PULL = 3.0
QUARRY = 0.5
"""How much more an enemy draws for each point his loss is worth."""
GUARD = 0.25
"""How likely an objective is lost that nobody guards when an enemy could come."""
DEAREST = 8.0
"""What a guard counts at most: a post is no more use than the unit in it."""
RING = 0.06
"""Share of a prize that every further hex around it is worth that our zones cover."""
IN_THE_WAY = 1.0
"""What it costs to stand where reinforcements are about to come on."""
WARNING = 4.0
"""Turns ahead in which an enemy's way to an objective is a matter of concern."""
ENEMY_EXIT = 6.0
"""What it is worth to keep the enemy from leaving the map."""
WAY_OUT = 12.0
HASTE = 0.12
"""What a half point of the way to the exit is worth to a unit that has to leave."""

FEAR = 0.1
"""What each point of strength that a unit is short of costs, in steps."""
APPROACH = 0.25
"""How much an enemy counts who could come up within a turn, beside one who is there."""
OVERWHELMING = 12.0
"""Enemy strength beyond which more does not matter."""
SHELTERED = 2
"""Points of strength that a point of shelter takes from an attack."""
POST = 1.2
"""What a place in the line is worth to a side that has more to lose than to win."""
CUT_OFF = 1.0
"""What it costs to stand out of supply."""

WAY_BACK = 0.25
"""How much nearness to goals counts in a retreat: the way back can be marched next turn."""
LAST_STEP = 4.0
"""How much dearer a unit's last step is."""
NO_WAY = -100.0

KEPT_BACK = 3
"""Hexes that units who do not fight keep away from the enemy, if they can."""


class March:
    """The appraisal of hexes in one movement phase. Enemies stand still in it, friends do not."""

    def __init__(self, position: Position, late: bool) -> None:
        self.position = position
        self.late = late
        self.ground = position.ground
        self._threats: dict[int, float] = {}
        self._entries = self._entry_hexes()
        self.redraw()

    def _entry_hexes(self) -> frozenset[int]:
        """Where reinforcements of this side come on in this turn or the next."""
        position, battle = self.position, self.position.battle
        due = range(position.view["turn"], position.view["turn"] + 2)
        return frozenset(
            hex_
            for unit, arrival in battle.arrivals.items()
            if battle.counters[unit].side == position.side and arrival.turn in due and len(arrival.hexes) == 1
            for hex_ in arrival.hexes
        )

    def redraw(self) -> None:
        """Look at the lines and goals anew, after friends have moved."""
        self.front = Front(self.position)
        self._fields: dict[str, list[tuple[float, list[int]]]] = {}
        self._pulls: dict[tuple[int, str], float] = {}
        self.goals = self._goals()

    # Goals

    def _goals(self) -> dict[int, float]:
        """Hexes worth going to, and how much."""
        position = self.position
        goals = [(hex_, worth) for hex_, worth in position.objectives.items() if not position.holds(hex_)]
        for hex_, worth in self._guarded():
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
            guarded.append((nearest, ENEMY_EXIT))
        return guarded

    def _threatened(self, hex_: int, worth: float) -> list[tuple[int, float]]:
        """An objective in danger pulls, and so does the way by which the enemy would come."""
        urgency = max(0.0, 1.0 - self.front.turns_away(hex_) / WARNING)
        if not urgency:
            return []
        garrison = sum(self.position.value(unit, DEFENCE) for unit in self._around(hex_))
        need = min(1.0, max(0.0, 2 * self.threat(hex_) - garrison) / OVERWHELMING)
        way = [(at, worth * urgency / 2) for at in self.front.break_in(hex_)]
        return [(hex_, worth * need), *way]

    def _around(self, hex_: int) -> list[int]:
        return self.position.friends_in(hex_) + self.position.friends_next_to(hex_)

    def _enemy_weight(self, unit: int) -> float:
        return self.position.drive * (ENEMY_PULL + QUARRY * self.position.kill_worth(unit))

    # Scores

    def score(self, unit: int, hex_: int) -> float:
        """How much the side would like to see the unit there at the end of the phase."""
        if not self.position.fights(unit):
            return self.behind(unit, hex_)
        return self.standing(unit, hex_) + self.prospect(unit, hex_) + self.encircling(unit, hex_)

    def standing(self, unit: int, hex_: int, pull: float = 1.0) -> float:
        """How good a hex is for a unit that will have to stay there through the enemy's turn."""
        shelter = 0.1 * self.ground.shelter[hex_]
        cut_off = CUT_OFF if self.front.cut_off(hex_) else 0.0
        return (
            pull * self.pull(unit, hex_)
            + self.holding(unit, hex_)
            + self.post(unit, hex_)
            + shelter
            - self.danger(unit, hex_)
            - cut_off
            - (IN_THE_WAY if hex_ in self._entries else 0.0)
        )

    def behind(self, unit: int, hex_: int) -> float:
        """How good a hex is for a unit that does not fight: safe, and near those who do."""
        position = self.position
        away = self._nearest(hex_, [enemy for enemy in position.enemies if position.fights(enemy)])
        covered = any(position.fights(friend) for friend in position.friends_in(hex_))
        score = -(0.5 if covered else 1.0) * (1.0 + position.step_worth(unit)) * max(0, KEPT_BACK - away)
        if position.leaving(unit):
            return score + self.pull(unit, hex_)
        if position.is_a(unit, "dummy"):
            return self.pull(unit, hex_) - (1.0 if away < 2 else 0.0)
        if position.is_a(unit, "depot"):
            hungry = [friend for friend in position.own if not position.supplied(friend) and friend != unit]
            return score - 0.15 * max(0, self._nearest(hex_, hungry) - 2) if hungry else score
        if position.is_a(unit, "hq", "engineer"):
            friends = [friend for friend in position.own if position.fights(friend)]
            return score - 0.2 * max(0, away - KEPT_BACK) - 0.2 * max(0, self._nearest(hex_, friends) - 1)
        return score + self.holding(unit, hex_)

    def _nearest(self, hex_: int, units: list[int]) -> int:
        at, distance = self.position.at, self.position.grid.distance
        return min((distance(hex_, at[unit]) for unit in units), default=KEPT_BACK)

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
        if position.leaving(unit):
            return f"goes to {number}, toward the exit"
        if not position.fights(unit):
            return f"goes to {number}, behind the line"
        if self.prospect(unit, hex_) > 0:
            return f"goes to {number} to attack"
        return f"goes to {number}, nearer to what matters"

    def pull(self, unit: int, hex_: int) -> float:
        """How near the most attractive goal is."""
        mobility = self.position.mobility(unit)
        if self.position.leaving(unit):
            return max(0.0, WAY_OUT - HASTE * self.front.way_out(mobility)[hex_])
        key = hex_, mobility
        if key not in self._pulls:
            field = self._field(mobility)
            self._pulls[key] = max([weight * FADES[costs[hex_]] for weight, costs in field], default=0.0)
        return self._pulls[key]

    def _field(self, mobility: str) -> list[tuple[float, list[int]]]:
        """The goals as weights and ways to them."""
        if mobility not in self._fields:
            cost_to = self.ground.cost_to
            self._fields[mobility] = [
                (weight, cost_to(hex_, mobility)) for hex_, weight in self.goals.items() if weight > 0
            ]
        return self._fields[mobility]

    def holding(self, unit: int, hex_: int) -> float:
        """Worth of standing on an objective: to take it, or to keep it. One guard is enough."""
        position = self.position
        worth = position.objectives.get(hex_, 0.0)
        if not worth or position.leaving(unit) or position.is_a(unit, "dummy"):
            return 0.0
        if not position.holds(hex_):
            return 2 * worth
        return min(worth, DEAREST) * self._risk(unit, hex_)

    def _risk(self, unit: int, hex_: int) -> float:
        """How likely an objective would be lost if the unit were not there: 0 to 1."""
        position = self.position
        garrison = sum(
            position.value(friend, DEFENCE) for friend in position.friends_in(hex_) if friend != unit
        )
        if garrison:
            return max(0.0, self.threat(hex_) - garrison) / OVERWHELMING
        urgency = max(0.0, 1.0 - self.front.turns_away(hex_) / WARNING)
        near = sum(
            position.value(friend, ATTACK) for friend in position.friends_next_to(hex_) if friend != unit
        )
        return urgency * min(1.0, GUARD + self.threat(hex_) / OVERWHELMING) / (1.0 + near / 4)

    def post(self, unit: int, hex_: int) -> float:
        """Worth of a place in the line: where the enemy could come next, and few others stand."""
        position = self.position
        if position.leaving(unit) or self.front.turns_away(hex_) > 1:
            return 0.0
        others = sum(1 for friend in self._around(hex_) if friend != unit and position.fights(friend))
        return POST * (1.0 - position.drive) / (1 + others)

    # Attack

    def prospect(self, unit: int, hex_: int) -> float:
        """The best attack the unit could join from the hex, judged by strength."""
        targets = {self.position.at[enemy] for enemy in self.position.enemies_next_to(hex_)}
        return max((self._prospect(unit, hex_, target) for target in targets), default=0.0)

    def _prospect(self, unit: int, hex_: int, target: int) -> float:
        position = self.position
        if not self._strikes(unit):
            return -0.5
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self._strikes(other)
        ]
        defenders = position.units_in[target]
        attack = position.value(unit, ATTACK)
        strength = attack + sum(position.value(other, ATTACK) for other in friends)
        margin = strength + 0.4 * self._reserves(unit, target, friends)
        margin -= sum(position.value(enemy, DEFENCE) for enemy in defenders)
        margin -= SHELTERED * self.ground.shelter[target]
        if not friends:
            margin -= self.ground.screen(target, hex_)
        prize = 0.3 + 0.25 * position.prize(target) + max(position.step_worth(enemy) for enemy in defenders)
        gain = _rise(margin) * prize - _fall(margin) * position.step_worth(unit)
        return max(-1.0, min(4.0, gain)) * attack / (attack + 2)

    def encircling(self, unit: int, hex_: int) -> float:
        """Worth of closing the ways to and from an enemy who holds a prize."""
        position = self.position
        around = self.position.grid.around
        total = 0.0
        for target in {position.at[enemy] for enemy in position.enemies_next_to(hex_)}:
            prize = position.prize(target)
            if prize:
                ours = {
                    position.at[other] for other in position.own if other != unit and position.fights(other)
                }
                ring = [near for near in around(target) if near not in ours and ours.isdisjoint(around(near))]
                total += RING * prize * sum(near == hex_ or near in around(hex_) for near in ring)
        return total

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
        if not position.fights(unit):
            return False
        if not self.late:
            return True
        return position.mobility(unit) == "mobile" and not position.has(unit, "attacked")

    # Danger

    def danger(self, unit: int, hex_: int) -> float:
        """How badly a unit would be placed there if the enemy came."""
        position = self.position
        beside = sum(1 for other in position.friends_next_to(hex_) if other != unit)
        mates = sum(position.value(other, DEFENCE) for other in position.friends_in(hex_) if other != unit)
        defence = position.value(unit, DEFENCE) + mates + SHELTERED * self.ground.shelter[hex_] + beside
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
        at = position.at[enemy]
        distance = position.grid.distance(hex_, at)
        if distance > self._range(enemy):
            return 0.0
        strength = float(position.value(enemy, ATTACK))
        if distance <= 1:
            return max(0.0, strength - self.ground.screen(hex_, at))
        return APPROACH * strength

    def _range(self, unit: int) -> int:
        """About how far away the unit can attack after a move."""
        return 1 + self.position.value(unit, MOVEMENT) // 2


def _rise(margin: float) -> float:
    """The chance that a defender is hit or driven off, by the lead of the attack: a rule of thumb."""
    return max(0.0, min(1.0, 0.3 + 0.11 * margin))


def _fall(margin: float) -> float:
    """The chance that an attacker loses a step, by the lead of the attack."""
    return max(0.15, min(1.0, 0.55 - 0.04 * margin))
