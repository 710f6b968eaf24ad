"""The exact odds of an attack or bombardment, every figure with its clause."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from types import MappingProxyType

from ...core.odds import Effect, Item, Odds
from ...core.orders import Order
from ...core.rulings import IllegalOrderError
from ...core.state import State
from .frames import Combat, Retreat
from .sequence import Sequence
from .tables import CombatTable

SEEN: Mapping[int, Fraction] = MappingProxyType({0: Fraction(1)})
"""Where all markers are seen, nothing else can change the differential."""
NO_EFFECT = Effect("no effect")
EFFECTS = {
    "D2": Effect("defender retreats 2 or loses a step", defender_retreat=2),
    "D3": Effect("defender retreats 3 or loses a step", defender_retreat=3),
    "A1": Effect("attackers retreat 1 or lose a step each", attacker_retreat=1),
    "A2": Effect("attackers retreat 2 or lose a step each", attacker_retreat=2),
    "A3": Effect("attackers retreat 3 or lose a step each", attacker_retreat=3),
    "De": Effect("defender eliminated", defenders_eliminated=True),
    "Ae": Effect("attackers eliminated", attackers_eliminated=True),
    "Ex": Effect("one attacker and the defender lose a step", attacker_steps=1, defender_steps=1),
    "(A)": Effect("one attacker loses a step", attacker_steps=1),
}
"""What the results of an attack do, before one knows who takes part."""


class OddsRules(Sequence):
    """Figures for a player who wants to know before he rolls."""

    def odds(
        self, state: State, order: Order | None, support: tuple[int, ...] = (), against: tuple[int, ...] = ()
    ) -> Odds:
        """Odds of a legal attack, or of the combat under way; `support` and `against` add markers."""
        combat = self.declared(state, order) if order else self.combat_under_way(state)
        seen = self.seen_combat(combat)
        attack = [*self.attack_items(state, seen), *self._extra(combat, support, attacking=True)]
        defence = [*self.defence_items(state, seen), *self._extra(combat, against, attacking=False)]
        line = self.combat_line(state, combat)
        differential = sum(item.value for item in attack) - sum(item.value for item in defence)
        column = self.column(line.terrain, differential)
        chances = self._chances(line.terrain, differential, self.unknown_markers(state, combat))
        return Odds(
            tuple(attack),
            tuple(defence),
            line,
            differential,
            column,
            {die: self.table.result(column, die) for die in range(1, 7)},
            chances,
            {result: self._effect(state, combat, result) for result in chances},
        )

    def outlook(
        self, state: State, hex_: int, starts: tuple[int, ...], differential: int
    ) -> tuple[tuple[float, Effect], ...]:
        line = self.line_from(state, hex_, starts).terrain
        return _outlook(self.table, self.column(line, differential))

    def _chances(
        self, terrain: str, differential: int, shifts: Mapping[int, Fraction]
    ) -> dict[str, Fraction]:
        """The chance of every result, whatever the markers are that nobody has seen."""
        if shifts is SEEN:
            return dict(self.table.chances(self.column(terrain, differential)))
        chances: dict[str, Fraction] = {}
        for shift, likely in shifts.items():
            for result, chance in self.table.chances(self.column(terrain, differential + shift)).items():
                chances[result] = chances.get(result, Fraction(0)) + likely * chance
        return chances

    def combat_under_way(self, state: State) -> Combat:
        for frame in reversed(state.frames):
            if isinstance(frame, Combat):
                return frame
        raise LookupError("No combat is under way.")

    def unknown_markers(self, state: State, combat: Combat) -> Mapping[int, Fraction]:
        """Changes of the differential by markers nobody has seen yet, with their chances: every set of them
        that a side may have drawn is equally likely."""
        totals, (attacker, defender) = SEEN, self.markers_down(combat)
        if attacker and combat.attacker_markers:
            halved = combat.hex in self.board.fortifications
            drawn = self._hidden_totals(state, state.active, combat.attacker_markers, halved)
            totals = _add(totals, drawn, 1)
        if defender and combat.defender_markers:
            drawn = self._hidden_totals(state, 1 - state.active, combat.defender_markers, False)
            totals = _add(totals, drawn, -1)
        return totals

    def _hidden_totals(
        self, state: State, side: int, markers: tuple[int, ...], halved: bool
    ) -> dict[int, Fraction]:
        available = sorted({*state.hands[side], *markers})
        draws = list(combinations(available, len(markers)))
        worth = [sum(self.marker_value[m] // (2 if halved else 1) for m in draw) for draw in draws]
        return {total: Fraction(count, len(draws)) for total, count in Tally(worth).items()}

    def seen_combat(self, combat: Combat) -> Combat:
        """The combat without markers that lie face down."""
        attacker, defender = self.markers_down(combat)
        return combat._replace(
            attacker_markers=() if attacker else combat.attacker_markers,
            defender_markers=() if defender else combat.defender_markers,
        )

    def declared(self, state: State, order: Order) -> Combat:
        """The combat that a legal order would open."""
        if order.verb not in ("attack", "bombard"):
            raise ValueError(f"There are no odds for “{order.verb}”: expected an attack or a bombardment.")
        refusal = self.judge(state, order, None)
        if refusal is not None:
            raise IllegalOrderError(refusal)
        hex_ = order.path[0]
        if order.verb == "bombard":
            hand = state.hands[state.active]
            # Of those that are drawn blind any will do, as none is seen.
            markers = tuple(self.pick_markers(hand, order.markers)) or tuple(hand[: order.number])
            return Combat("support", 1, "bombardment", hex_, (), state.stacks[hex_], markers)
        return Combat("support", 0, "attack", hex_, order.units, state.stacks[hex_])

    def _extra(self, combat: Combat, values: tuple[int, ...], attacking: bool) -> list[Item]:
        halved = attacking and combat.hex in self.board.fortifications
        rule = self.clause("fort_markers" if halved else "marker_added")
        return [Item(rule, f"+{value}", value // 2 if halved else value) for value in values]

    def _effect(self, state: State, combat: Combat, result: str) -> Effect:
        if combat.kind == "bombardment":
            return self._bombardment_effect(state, combat, result)
        effect = EFFECTS.get(result, NO_EFFECT)
        if effect.defender_retreat:
            causes = tuple(state.at[unit] for unit in combat.attackers)
            way = self._retreat_open(state, combat.defenders, causes, effect.defender_retreat)
            return replace(effect, retreat_open=way)
        if effect.attacker_retreat:
            way = self._retreat_open(state, combat.attackers, (combat.hex,), effect.attacker_retreat)
            return replace(effect, retreat_open=way)
        if effect.defenders_eliminated:
            return replace(effect, defender_steps=self._steps(state, combat.defenders))
        if effect.attackers_eliminated:
            return replace(effect, attacker_steps=self._steps(state, combat.attackers))
        return effect

    def _bombardment_effect(self, state: State, combat: Combat, result: str) -> Effect:
        effect = self.bombardment_effect(result)
        if effect == "eliminated":
            return Effect(
                "target eliminated",
                defender_steps=self._steps(state, combat.defenders),
                defenders_eliminated=True,
            )
        if effect == "target loses a step":
            return Effect(effect, defender_steps=1)
        if effect == "friendly fire":
            return Effect(effect, attacker_steps=1 if self.friendly_fire(state, combat.hex) else 0)
        if effect.startswith("retreat"):
            return Effect(f"target {effect} or loses a step", defender_retreat=int(effect.split()[1]))
        return Effect("no effect")

    def _steps(self, state: State, units: tuple[int, ...]) -> int:
        return sum(len(self.counters[unit].steps) - state.step[unit] for unit in units)

    def _retreat_open(
        self, state: State, units: tuple[int, ...], causes: tuple[int, ...], distance: int
    ) -> bool:
        """Can every one of these units go at least one hex, as the position is now?"""
        side, hex_ = state.side_of[units[0]], state.at[units[0]]
        retreat = Retreat("retreat", side, "attack", distance, hex_, units, causes, involved=units)
        return all(len(self.find_ways(state, unit, retreat)[0].path) > 1 for unit in units)


@cache
def _outlook(table: CombatTable, column: int) -> tuple[tuple[float, Effect], ...]:
    """The chances of a column as figures for plans."""
    chances = table.chances(column).items()
    return tuple((float(chance), EFFECTS.get(face, NO_EFFECT)) for face, chance in chances)


def _add(totals: Mapping[int, Fraction], more: Mapping[int, Fraction], sign: int) -> dict[int, Fraction]:
    result: dict[int, Fraction] = {}
    for total, chance in totals.items():
        for value, likely in more.items():
            result[total + sign * value] = result.get(total + sign * value, Fraction(0)) + chance * likely
    return result
