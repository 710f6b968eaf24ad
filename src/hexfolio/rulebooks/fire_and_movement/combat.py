"""Chapters 7.0 to 7.6 (8.0 and 8.2 in the newest edition): ground combat."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations
from random import Random
from typing import Generic, TypeVar

from ...core.battle import Battle
from ...core.game import Decision, Table
from ...core.odds import Item, Line
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .advance import Advances
from .events import Attacked
from .events import Combat as CombatEvent
from .frames import ADVANCED, ATTACKED, DISPLACED, TARGETED, Combat, Retreat

BRIDGED = frozenset({"river", "minor-river", "han-river", "stream", "canal", "ditch", "frozen-river"})
"""Hexside features that a bridge, or a road crossing them, bridges."""


class CombatRules(Advances):
    """Who may attack whom, with what strength, on which line of the table, and what follows."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.hex_lines = [self._hex_line(hex_) for hex_ in range(self.grid.size)]
        self._side_lines: dict[tuple[int, bool], str] = {}

    # Eligibility

    def judge_target(self, state: State, hex_: int) -> Refusal | None:
        """fm-folio:7.2.b, fm-2023:8.0.c: an enemy unit is there, and is attacked at most once in a phase."""
        if not state.occupied[1 - state.active][hex_]:
            return self.refuse("no_target", f"There is no enemy unit in {self.number(hex_)} to attack.", hex_)
        if any(state.flags[unit] & TARGETED for unit in state.stacks[hex_]):
            return self.refuse(
                "target_once",
                f"The unit in {self.number(hex_)} has been attacked in this phase already.",
                hex_,
            )
        return None

    def judge_attacker(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """May this unit take part in an attack on the hex?"""
        name, at = self.name(unit), state.at[unit]
        if state.side_of[unit] != state.active:
            return self.refuse("own_combat", f"{name} belongs to the other side, which does not attack now.")
        if at < 0:
            return self.refuse("adjacent", f"{name} is not on the map.")
        if self.grid.direction(at, hex_) < 0:
            return self.refuse(
                "adjacent", f"{name} in {self.number(at)} is not next to {self.number(hex_)}.", at, hex_
            )
        return self.judge_attacker_status(state, unit) or self.judge_attack_hexside(state, unit, at, hex_)

    def judge_attacker_status(self, state: State, unit: int) -> Refusal | None:
        """fm-folio:4.1.p and 7.2.a, fm-2023:4.1.l and 8.2.d: once each; late, only mobile units."""
        flags, name = state.flags[unit], self.name(unit)
        if flags & ADVANCED:
            return self.refuse(
                "advanced_rest", f"{name} advanced after combat and does nothing more in this player turn."
            )
        if flags & DISPLACED:
            return self.refuse(
                "displaced_rest", f"{name} was displaced and may not attack for the rest of this player turn."
            )
        late = state.phase == "mobile-combat"
        if late and not self.may_attack_late(state, unit):
            return self.refuse(
                "mobile_attack", f"{name} is not a mobile unit: only mobile units attack in this phase."
            )
        if flags & ATTACKED:
            if late:
                return self.refuse(
                    "attacked_early", f"{name} already attacked in the combat phase of this player turn."
                )
            return self.refuse("attack_once", f"{name} has attacked in this phase already.")
        return None

    def judge_attack_group(self, state: State, order: Order) -> Refusal | None:
        """May these units, each of which may attack, do so together? Here always."""
        return None

    def may_attack_late(self, state: State, unit: int) -> bool:
        """fm-folio:4.1.p, fm-2023:4.1.l: only mobile units attack in the mobile combat phase."""
        return self.mobile[unit]

    def judge_attack_hexside(self, state: State, unit: int, start: int, hex_: int) -> Refusal | None:
        """fm-folio:7.1.d, fm-2023:8.2.f: no attack across a prohibited or restricted hexside."""
        side = self.board.side_between(start, hex_)
        features = self.board.hexsides.get(side)
        if features:
            key, mobility = self.battle.key, self.counters[unit].mobility
            if key.counting(features) & key.no_attack or (
                key.side_cost(self.board, side, mobility) < 0 and not key.way_cost(self.board, side)
            ):
                return self.refuse(
                    "attack_hexside",
                    f"{self.name(unit)} may not attack across the hexside to {self.number(hex_)}.",
                    start,
                    hex_,
                )
        return None

    def attackers(self, state: State, hex_: int) -> list[int]:
        """fm-folio:7.1.c, fm-2023:8.2.e: every unit that may join an attack on the hex."""
        own = state.occupied[state.active]
        return [
            unit
            for around in self.grid.around(hex_)
            if own[around]
            for unit in state.stacks[around]
            if self.judge_attacker(state, unit, hex_) is None
        ]

    def targets(self, state: State) -> list[int]:
        """Hexes of enemy units next to an own unit that have not been attacked in this phase."""
        adjacent, at, flags = self.adjacent(state, state.active), state.at, state.flags
        enemies = [
            unit for unit in self.units_of(state, 1 - state.active) if at[unit] >= 0 and adjacent[at[unit]]
        ]
        spared = {at[unit] for unit in enemies if flags[unit] & TARGETED}
        return [hex_ for hex_ in dict.fromkeys(at[unit] for unit in enemies) if hex_ not in spared]

    # Strengths

    def attack_items(self, state: State, combat: Combat) -> list[Item]:
        """fm-folio:7.3.a and 7.5.b, fm-2023:8.2.1.j: strengths and markers, halved against a fort."""
        items = [self.attack_item(state, unit, combat) for unit in combat.attackers]
        halved = combat.hex in self.board.fortifications
        for marker in combat.attacker_markers:
            value = self.marker_value[marker]
            if halved:
                items.append(Item(self.clause("fort_markers"), f"+{value} halved", value // 2))
            else:
                items.append(Item(self.clause("marker_added"), f"+{value}", value))
        return items

    def attack_item(self, state: State, unit: int, combat: Combat) -> Item:
        """What one attacker adds."""
        return Item(self.clause("attack_strength"), self.counters[unit].id, self.attack_strength(state, unit))

    def defence_items(self, state: State, combat: Combat) -> list[Item]:
        """fm-folio:7.3.a and 7.5.d, fm-2023:8.2.1.j and 8.2.3.c: strengths, and markers as they are."""
        items = [self.defence_item(state, unit, combat) for unit in combat.defenders]
        items += [
            Item(self.clause("marker_added"), f"+{self.marker_value[marker]}", self.marker_value[marker])
            for marker in combat.defender_markers
        ]
        return items

    def defence_item(self, state: State, unit: int, combat: Combat) -> Item:
        """What one defender adds."""
        strength = self.defence_strength(state, unit)
        if combat.hex in self.board.fortifications:
            return Item(self.clause("fort_defence"), f"{self.counters[unit].id} doubled", strength * 2)
        return Item(self.clause("defence_strength"), self.counters[unit].id, strength)

    # Terrain

    def combat_line(self, state: State, combat: Combat) -> Line:
        """fm-folio:7.4.f, fm-2023:8.2.2.g: the best line for the defender; nothing adds up."""
        return self.line_from(state, combat.hex, [state.at[unit] for unit in combat.attackers])

    def line_from(self, state: State, hex_: int, starts: Sequence[int]) -> Line:
        """The line of a hex that is attacked from others; a bombardment comes from none."""
        best, side = self.hex_lines[hex_], self.hexside_line(state, hex_, starts)
        if side and self.table.shift[side] > self.table.shift[best]:
            return Line(side, self.clause("hexside_line"))
        return Line(best, self.clause("hex_line"))

    def hexside_line(self, state: State, hex_: int, starts: Sequence[int]) -> str:
        """fm-folio:7.4.b to d, fm-2023:8.2.2.b to f: hexsides count only if every attacker comes across one;
        the weakest applies.

        A bridged river is the weaker bridge line, so one attacker over a bridge makes it a bridge attack.
        """
        weakest = ""
        for start in starts:
            line = self.side_line(state, self.board.side_between(start, hex_))
            if not line:
                return ""
            if not weakest or self.table.shift[line] < self.table.shift[weakest]:
                weakest = line
        return weakest

    def side_line(self, state: State, side: int) -> str:
        """The line of one hexside; empty if it gives no shelter."""
        features = self.board.hexsides.get(side)
        if not features:
            return ""
        key = side, self.bridged(state, side)
        if key not in self._side_lines:
            self._side_lines[key] = self._best_side_line(features, key[1])
        return self._side_lines[key]

    def _best_side_line(self, features: frozenset[str], bridged: bool) -> str:
        line_of, shift = self.battle.key.line, self.table.shift
        if features & BRIDGED and bridged:
            features = (features - BRIDGED) | {"bridge"}
        elif any(line_of(crossing) in shift for crossing in features & self.battle.key.replacing):
            features -= BRIDGED
        lines = [line for line in map(line_of, sorted(features)) if line in shift]
        return max(lines, key=shift.__getitem__, default="")

    def bridged(self, state: State, side: int) -> bool:
        """fm-2023:8.2.2.e, ruling bridge-exists: a printed bridge, or a road across the water."""
        return "bridge" in self.board.hexsides[side] or side in self.board.ways.get("road", ())

    def _hex_line(self, hex_: int) -> str:
        """fm-folio:7.4.a, fm-2023:8.2.2.a: the best line in a hex; unlisted terrain is clear."""
        lines = [self.table.listed(self.battle.key.line(terrain)) for terrain in self.board.terrain[hex_]]
        shift = self.table.shift
        best = max(lines, key=shift.__getitem__)
        if best == "clear" and "road" in shift and self.board.way_in_hex("road", hex_):
            return "road"
        return best

    # Resolution

    def declare(self, state: State, order: Order, table: Table) -> None:
        """fm-folio:7.1.b, fm-2023:8.2.1.a: the attack is announced; then come the chances for markers."""
        hex_ = order.path[0]
        table.tell(Attacked(hex_, order.units))
        state.frames.append(Combat("support", 0, "attack", hex_, order.units, state.stacks[hex_]))

    def resolve(self, state: State, combat: Combat, table: Table) -> None:
        """fm-folio:4.1.m, fm-2023:8.2.1.k: the die is rolled and the result carried out at once."""
        outcome = self.roll(state, combat, table)
        for unit in combat.attackers:
            state.flags[unit] |= ATTACKED
        for unit in combat.defenders:
            state.flags[unit] |= TARGETED
        state.tracks["attacks"] += 1
        table.tell(outcome)
        state.frames.append(combat._replace(step="aftermath"))
        self.apply_result(state, combat, outcome.result, table)

    def roll(self, state: State, combat: Combat, table: Table) -> CombatEvent:
        """fm-folio:7.3.a and b, fm-2023:8.2.1.j and k: totals, line, column, die; markers are spent."""
        attack = sum(item.value for item in self.attack_items(state, combat))
        defence = sum(item.value for item in self.defence_items(state, combat))
        line = self.combat_line(state, combat).terrain
        column = self.column(line, attack - defence)
        die = table.roll()
        self.spend_markers(state, combat)
        result = self.table.result(column, die)
        return CombatEvent(combat.hex, attack, defence, attack - defence, line, column, die, result)

    def column(self, line: str, differential: int) -> int:
        """fm-folio:7.3.b, fm-2023:8.2.1.k: the column of a differential on a line of the table."""
        return self.table.column(line, differential)

    def apply_result(self, state: State, combat: Combat, result: str, table: Table) -> None:
        """fm-folio:7.6, fm-2023:8.2.4: what each result does."""
        attacker, defender = state.active, 1 - state.active
        if result == "De":
            for unit in combat.defenders:
                self.eliminate(state, unit, result, table)
        elif result in ("D2", "D3"):
            causes = tuple(state.at[unit] for unit in combat.attackers)
            self.begin_retreat(
                state,
                Retreat(
                    "retreat", defender, "attack", int(result[1]), combat.hex, combat.defenders, causes,
                    attackers=combat.attackers, involved=combat.defenders,
                ),
            )  # fmt: skip
        elif result == "Ex":
            self.take_loss(state, attacker, combat.attackers, result, table)
            self.take_loss(state, defender, combat.defenders, result, table)
        elif result in ("A1", "A2", "A3"):
            self.begin_retreat(
                state,
                Retreat(
                    "retreat", attacker, "attack", int(result[1]), combat.hex, combat.attackers,
                    causes=(combat.hex,), involved=combat.attackers,
                ),
            )  # fmt: skip
        elif result == "(A)":
            self.take_loss(state, attacker, combat.attackers, result, table)
        elif result == "Ae":
            for unit in combat.attackers:
                self.eliminate(state, unit, result, table)

    def after_combat(self, state: State, combat: Combat, table: Table) -> None:
        """Called when all results of a combat have been carried out; exclusive rules may add to them."""


TRIES = 40
"""After so many draws in vain all targets are listed."""

C = TypeVar("C", bound=CombatRules)


class CombatStep(Step[C], Generic[C]):
    """A combat phase: attacks in any order, each finished before the next (7.0.h, 8.0.f)."""

    verbs = frozenset({"attack", "end"})
    subject_kind = "hex"

    def __init__(self, name: str) -> None:
        self.name = name

    def decision(self, rules: C, state: State) -> Decision:
        who = (
            "with mobile units that have not attacked yet"
            if self.name == "mobile-combat"
            else "enemy units next to your own"
        )
        return Decision(
            self.name, state.active, f"Attack {who}, or end the phase.", rules.clause(f"phase_{self.name}")
        )

    def plain_orders(self, rules: C, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: C, state: State) -> Sequence[int]:
        return rules.targets(state)

    def orders_of(self, rules: C, state: State, subject: int) -> list[Order]:
        units = rules.attackers(state, subject) if rules.judge_target(state, subject) is None else []
        return [
            Order("attack", path=(subject,), units=group)
            for size in range(1, len(units) + 1)
            for group in combinations(units, size)
        ]

    def pick_order(self, rules: C, state: State, subject: int, random: Random) -> Order | None:
        units = rules.attackers(state, subject) if rules.judge_target(state, subject) is None else []
        if not units:
            return None
        chosen = tuple(unit for unit in units if random.random() < 0.5) or (
            units[int(random.random() * len(units))],
        )
        return Order("attack", path=(subject,), units=chosen)

    def draw(self, rules: C, state: State, random: Random) -> Order | None:
        """Draw among the enemy's hexes and `end` until one comes up where something can be done."""
        if self.name == "mobile-combat":
            return self._draw_late(rules, state, random)
        units = rules.units_of(state, 1 - state.active)
        count, at, own = len(units), state.at, state.occupied[state.active]
        stacks, around, far = state.stacks, rules.grid.around, self.far_targets(rules, state)
        for _ in range(TRIES):
            choice = int(random.random() * (count + 1))
            if choice == count:
                return Order("end")
            hex_ = at[units[choice]]
            if hex_ < 0 or stacks[hex_][0] != units[choice]:
                continue
            if hex_ in far or any(own[other] for other in around(hex_)):
                order = self.pick_order(rules, state, hex_, random)
                if order is not None:
                    return order
        return None

    def _draw_late(self, rules: C, state: State, random: Random) -> Order | None:
        """The same for the mobile phase, where few units can attack at all."""
        at, enemies = state.at, state.occupied[1 - state.active]
        hexes = sorted(
            {
                hex_
                for unit in rules.units_of(state, state.active)
                if at[unit] >= 0 and rules.may_attack_late(state, unit)
                for hex_ in rules.grid.around(at[unit])
                if enemies[hex_]
            }
        )
        while hexes:
            choice = int(random.random() * (len(hexes) + 1))
            if choice == len(hexes):
                break
            order = self.pick_order(rules, state, hexes.pop(choice), random)
            if order is not None:
                return order
        return Order("end")

    def far_targets(self, rules: C, state: State) -> Container[int]:
        """Hexes that may be hit from afar now."""
        return ()

    def judge(self, rules: C, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        return self.judge_attack(rules, state, order)

    def judge_attack(self, rules: C, state: State, order: Order) -> Refusal | None:
        hex_ = order.path[0]
        if len(set(order.units)) != len(order.units) or not order.units:
            return rules.refuse(
                "strength_whole",
                "Every attacking unit is named once: its strength is neither split nor doubled.",
            )
        refusal = rules.judge_target(state, hex_)
        for unit in order.units:
            refusal = refusal or rules.judge_attacker(state, unit, hex_)
        return refusal or rules.judge_attack_group(state, order)

    def carry_out(self, rules: C, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            rules.end_phase(state, table)
            return
        rules.declare(state, order, table)


class AftermathStep(Step[CombatRules]):
    """The end of a combat: nothing is asked, exclusive rules may act."""

    name = "aftermath"
    verbs: frozenset[str] = frozenset()

    def settle(self, rules: CombatRules, state: State, table: Table) -> bool:
        combat = state.frames.pop()
        assert isinstance(combat, Combat)
        rules.after_combat(state, combat, table)
        return True
