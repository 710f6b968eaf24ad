"""Chapter 11: ground combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from ...core.battle import Battle
from ...core.game import Table
from ...core.odds import Item, Line, Odds
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from .events import Attacked, Combat
from .frames import ATTACKED, DEFENDED, FELL_BACK, Aftermath, Casualty, Retreat
from .general import RANGE
from .results import GROUND, STRIKE, effect
from .shifts import Assault, Shifts

MOST_GROUPED = 6
"""Attacks by more units than this are legal but not listed one by one."""


class CombatRules(Shifts):
    """Who may attack whom, the column, the die and what it does."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.ranged_counters = [
            [u for u in units if self.counters[u].steps[0][RANGE] > 1] for units in self.ground_counters
        ]
        self.longest_range = max(counter.steps[0][RANGE] for counter in battle.counters)

    # Who may take part

    def targets(self, state: State) -> list[int]:
        """Hexes with enemy units that may be attacked."""
        held = state.occupied[1 - state.active]
        return [
            hex_ for hex_ in sorted(state.stacks) if held[hex_] and self.judge_target(state, hex_) is None
        ]

    def judge_target(self, state: State, hex_: int) -> Refusal | None:
        """para:11.1.g, 23.6.5.d, ruling RP-65: units that were not attacked yet, or have fallen back."""
        defenders = self.units_in(state, 1 - state.active, hex_)
        if not defenders:
            return self.refuse_target(state, hex_, "no_target")
        if any(state.flags[unit] & DEFENDED and not state.flags[unit] & FELL_BACK for unit in defenders):
            return self.refuse("target_once", f"{self.number(hex_)} has been attacked in this phase.", hex_)
        return None

    def refuse_target(self, state: State, hex_: int, rule: str) -> Refusal:
        """para:23.6.5.d, 23.6.6.h, ruling RP-65: what lies face down, or prisoners, cannot be attacked."""
        there = [unit for unit in state.stacks.get(hex_, ()) if state.side_of[unit] != state.active]
        number = self.number(hex_)
        if any(self.is_concealed(state, unit) for unit in there):
            return self.refuse("concealed_safe", f"What lies face down in {number} cannot be attacked.", hex_)
        if any(self.has(unit, "prisoners") for unit in there):
            return self.refuse("prisoners_safe", f"The prisoners in {number} cannot be attacked.", hex_)
        return self.refuse(rule, f"There is no enemy unit in {number} to attack.", hex_)

    def is_near(self, state: State, unit: int, hex_: int) -> bool:
        """para:11.2.1.a, ruling RP-34: adjacent, and not over a hexside that cannot be crossed."""
        start = state.at[unit]
        return self.grid.distance(start, hex_) == 1 and "uncrossable" not in self.board.side_features(
            start, hex_
        )

    def judge_attacker(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:11.1.f, 11.2.1.a, 11.2.2.a, b, g and m: adjacent, or within range with no enemy next to it."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_unit(state, unit):
            return self.refuse("attackers", f"{name} is not a unit of yours on the map.")
        if state.flags[unit] & ATTACKED:
            return self.refuse("attack_once", f"{name} has attacked in this phase.")
        if self.is_near(state, unit, hex_):
            return None
        reach = self.values(state, unit)[RANGE]
        distance = self.grid.distance(state.at[unit], hex_)
        if reach < 2:
            return self.refuse(
                "adjacent", f"{name} is not next to {self.number(hex_)} and cannot fire farther.", hex_
            )
        if distance > reach:
            return self.refuse(
                "range", f"{self.number(hex_)} is {distance} hexes from {name}, whose range is {reach}.", hex_
            )
        if self.next_to(state, 1 - state.active, state.at[unit]):
            return self.refuse(
                "ranged_free", f"{name} has an enemy next to it and cannot fire at a distance.", hex_
            )
        if any(state.flags[d] & FELL_BACK for d in self.units_in(state, 1 - state.active, hex_)):
            return self.refuse(
                "again_adjacent",
                f"Units that fell back to {self.number(hex_)} are attacked from next to them only.",
                hex_,
            )
        return None

    def attackers(self, state: State, hex_: int) -> list[int]:
        """All that may attack a hex, in the order of the roster."""
        near = {unit for goal in self.grid.around(hex_) for unit in state.stacks.get(goal, ())}
        units = sorted(near.union(self.ranged_counters[state.active]))
        return [unit for unit in units if self.judge_attacker(state, unit, hex_) is None]

    def judge_attack(self, state: State, order: Order) -> Refusal | None:
        hex_ = order.path[0]
        if len(set(order.units)) < len(order.units):
            return self.refuse("attack_once", "A unit is named twice: its strength counts once.")
        refusal = self.judge_target(state, hex_)
        for unit in order.units:
            refusal = refusal or self.judge_attacker(state, unit, hex_)
        return refusal or self._judge_group(state, order.units, hex_)

    def _judge_group(self, state: State, units: Sequence[int], hex_: int) -> Refusal | None:
        """para:7.4.a, 11.2.2.d and e, 25.1.k: full stacks, ranged units, armies apart."""
        far = [unit for unit in units if not self.is_near(state, unit, hex_)]
        limit: int = self.special["ranged-limit"][state.active]
        if len(far) > limit:
            rule = self.sided("ranged_limit", state.active)
            return self.refuse(rule, f"At most {limit} units may add ranged fire to one combat.")
        if self.parted(list(units)):
            return self.refuse(
                "apart_attack", "Units of the two armies may not take part in the same attack."
            )
        for unit in units:
            hex_of = state.at[unit]
            if self.overstacked(state, state.active, hex_of):
                fired = [
                    other
                    for other in self.counted(state, state.active, hex_of)
                    if other != unit and (other in units or state.flags[other] & ATTACKED)
                ]
                if fired:
                    text = f"Only one unit may fire from {self.number(hex_of)}: too many are stacked there."
                    return self.refuse("crowd_fire", text, hex_of)
        return self.judge_ranged(state) if far else None

    def judge_ranged(self, state: State) -> Refusal | None:
        """One price for all ranged fire of a phase."""
        if "ranged paid" in state.tracks:
            return None
        return self.judge_price(state, state.active, "ranged", "Ranged fire")

    # The column

    def assault_of(self, state: State, units: Sequence[int], hex_: int) -> Assault:
        near = tuple(unit for unit in units if self.is_near(state, unit, hex_))
        far = tuple(unit for unit in units if unit not in near)
        defenders = tuple(self.units_in(state, 1 - state.active, hex_))
        return Assault("ground", state.active, hex_, near, far, defenders)

    def odds_of(self, state: State, assault: Assault) -> Odds:
        """para:11.3.a to g: strengths, differential, shifts, column, and the chance of every result."""
        attack = tuple(self._item(state, unit, "attack_strength") for unit in assault.attackers)
        defence = tuple(self._item(state, unit, "defence_strength") for unit in assault.defenders)
        differential = sum(item.value for item in attack) - sum(item.value for item in defence)
        shifts = tuple(self.shifts(state, assault))
        column = self.charts.column(differential, sum(item.value for item in shifts))
        results, chances = self._results_of(column)
        words = STRIKE if assault.kind in ("airstrike", "naval") else GROUND
        effects = {result: effect(result, words[result]) for result in chances}
        line = Line(self.terrain(assault.hex), self.clause("hex_shift"))
        return Odds(attack, defence, line, differential, column, results, chances, effects, shifts)

    def _results_of(self, column: int) -> tuple[dict[int, str], dict[str, Fraction]]:
        """The results of a column by die, and the chance of each."""
        results = {die: self.charts.result(column, die) for die in range(1, 7)}
        faces = list(results.values())
        return results, {result: Fraction(faces.count(result), 6) for result in faces}

    def _item(self, state: State, unit: int, rule: str) -> Item:
        return Item(self.clause(rule), self.name(unit), self.strength(state, unit))

    # Carrying it out

    def attack(self, state: State, order: Order, table: Table) -> None:
        """para:11.1.d, 11.3.g: a declared attack is fought at once."""
        assault = self.assault_of(state, order.units, order.path[0])
        if assault.far and "ranged paid" not in state.tracks:
            self.pay(state, state.active, "ranged", table)
            self.note(state, "ranged paid")
        for unit in assault.attackers:
            state.flags[unit] |= ATTACKED
        state.tracks.pop("loosened", None)
        table.tell(Attacked(assault.hex, assault.attackers, assault.kind))
        result = self.roll(state, assault, table)
        for unit in assault.defenders:
            state.flags[unit] = (state.flags[unit] | DEFENDED) & ~FELL_BACK
        state.frames.append(Aftermath("aftermath", assault.side, assault.hex, assault.near))
        self.apply_result(state, assault, result, table)

    def roll(self, state: State, assault: Assault, table: Table) -> str:
        odds = self.odds_of(state, assault)
        die = table.roll()
        result = odds.results[die]
        shift = sum(item.value for item in odds.shifts)
        table.tell(
            Combat(assault.hex, odds.attack, odds.defence, odds.differential, shift, odds.column, die, result)
        )
        return result

    def apply_result(self, state: State, assault: Assault, result: str, table: Table) -> None:
        """para:11.5.a and b: frames are pushed so that what comes first lies on top."""
        near, foes = assault.near, assault.defenders
        enemy = 1 - assault.side
        if result in ("DR", "DX", "DE"):
            state.frames.append(Retreat("retreat", enemy, foes))
        if result == "AR" and near:
            state.frames.append(Retreat("retreat", assault.side, near))
        if result in ("D1", "DX", "EX"):
            state.frames.append(Casualty("casualty", enemy, foes, "disrupt"))
        if result == "DE":
            state.frames.append(Casualty("casualty", enemy, foes, "eliminate"))
        if result == "DA":
            for unit in foes:
                self.eliminate(state, unit, "combat", table)
        if result in ("AD", "EX") and near:
            state.frames.append(Casualty("casualty", assault.side, near, "disrupt"))
        if result == "AE" and near:
            state.frames.append(Casualty("casualty", assault.side, near, "eliminate"))

    def attack_orders(self, state: State, hex_: int) -> list[Order]:
        """Every group that may attack a hex, up to so many units."""
        if self.judge_target(state, hex_) is not None:
            return []
        units = self.attackers(state, hex_)
        return [
            Order("attack", path=(hex_,), units=group)
            for size in range(1, MOST_GROUPED + 1)
            for group in combinations(units, size)
            if self._judge_group(state, group, hex_) is None
        ]
