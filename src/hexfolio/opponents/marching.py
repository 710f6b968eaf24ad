"""Where a unit wants to stand."""

from __future__ import annotations

from hexfolio.core.orders import Order

from .goals import Goals
from .position import Position

IN_THE_WAY = 1.0
"""What it costs to stand where reinforcements are about to come on."""
LOST = -50.0
"""A unit that would stand and die, and leave the hex to the enemy all the same."""
NO_WAY = -100.0
KEPT_BACK = 3
"""Hexes that units who do not fight keep away from the enemy, if they can."""


class March(Goals):
    """The appraisal of hexes in one movement phase. Enemies stand still in it, friends do not."""

    def __init__(self, position: Position, late: bool) -> None:
        super().__init__(position, late)
        self._entries = self._entry_hexes()
        self._away: dict[int, int] = {}

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

    def score(self, unit: int, hex_: int) -> float:
        """How much the side would like to see the unit there at the end of the phase."""
        if not self.position.fights(unit):
            return self.behind(unit, hex_)
        return self.standing(unit, hex_) + self.prospect(unit, hex_) + self.encircling(unit, hex_)

    def standing(self, unit: int, hex_: int, pull: float = 1.0) -> float:
        """How good a hex is for a unit that will have to stay there through the enemy's turn."""
        shelter = self.position.habits.shelter * self.ground.shelter[hex_]
        cut_off = self.position.habits.cut_off
        cut_off = cut_off if cut_off and self.front.cut_off(hex_) else 0.0
        return (
            pull * self.position.vigour(unit) * self.pull(unit, hex_)
            + self.holding(unit, hex_)
            + self.post(unit, hex_)
            + shelter
            - self.danger(unit, hex_)
            - cut_off
            - (IN_THE_WAY if hex_ in self._entries else 0.0)
            + self.rest(unit, hex_)
        )

    def rest(self, unit: int, hex_: int) -> float:
        """Worth of being away from the enemy for a unit that could be made whole again."""
        position = self.position
        if not position.battle.special.get("rebuild") or position.is_a(unit, "marine"):
            return 0.0
        gain = position.gain_of_step(unit)
        return position.habits.rest * gain if gain and not self.enemies_beside(hex_) else 0.0

    def behind(self, unit: int, hex_: int) -> float:
        """How good a hex is for a unit that does not fight: safe, and near those who do."""
        position = self.position
        away = self._enemy_away(hex_)
        covered = any(position.fights(friend) for friend in position.friends_in(hex_))
        if position.is_a(unit, "police"):
            return self.holding(unit, hex_)
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

    def _enemy_away(self, hex_: int) -> int:
        """Hexes to the nearest enemy who fights."""
        if hex_ not in self._away:
            enemies = [enemy for enemy in self.position.enemies if self.position.fights(enemy)]
            self._away[hex_] = self._nearest(hex_, enemies)
        return self._away[hex_]

    def _nearest(self, hex_: int, units: list[int]) -> int:
        at, away = self.position.at, self.position.grid.distances(hex_)
        return min([away[at[unit]] for unit in units], default=KEPT_BACK)

    def retreat(self, order: Order) -> float:
        """How good a way of retreat is, or standing at the price of a step."""
        position, unit = self.position, order.unit
        here, way_back = position.at[unit], position.habits.way_back
        if order.verb == "stand":
            mates = [friend for friend in position.friends_in(here) if friend != unit]
            if position.steps_left(unit) > 1:
                price = position.step_worth(unit) / position.habits.stubbornness
                return self.standing(unit, here, way_back) - price
            if not mates:
                return LOST
            held = max(self.standing(mate, here, way_back) for mate in mates)
            return held - position.habits.last_step * position.step_worth(unit)
        if len(order.path) == 1:
            return NO_WAY
        given_up = position.habits.given_up * position.objectives.get(here, 0.0)
        cut_short = 0.3 if len(order.path) == 2 else 0.0
        return self.standing(unit, order.path[-1], way_back) - given_up - cut_short

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
