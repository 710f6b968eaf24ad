"""Version 8 of 2023 (fm-2023): what it changes."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from itertools import chain, combinations
from typing import Any, ClassVar

from ...core.game import PrintedTable, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .bombardment import BombardmentStep
from .combat import CombatStep
from .events import Bombarded
from .frames import Combat, Retreat
from .movement import Charges, half_allowance
from .retreat import Narrow, Path
from .rulebook import FireAndMovement
from .support_fire import CHANCES

MOUNTAIN = "mountain"
"""The line of the table that begins with a blank cell in print."""

BOMBARDMENT_CITES = {
    "bombardment_time": "2.3.2.c",
    "phase_bombardment": "4.1.g",
    "bombard_unit_once": "8.0.c",
    "bombard_hex_once": "8.1.e",
    "bombard_range": "8.1.1.b",
    "two_markers": "8.1.e",
    "blind_bombardment": "8.1.2.b",
    "friendly_fire": "8.1.3.c",
    "own_bombardment": "2.3.2.c",
    "bombard_target": "8.1.d",
    "retreat_nearest": "8.1.5.b",
    "retreat_friend": "8.1.5.c",
}
CITES = {
    **BOMBARDMENT_CITES,
    "game_over": "4.1.n",
    "own_phase": "5.2.a",
    "own_combat": "8.0.f",
    "own_decision": "4.1.b",
    "sequence": "4.1.b",
    "phase_movement": "4.1.e",
    "phase_combat": "4.1.h",
    "phase_mobile-movement": "4.1.j",
    "phase_mobile-combat": "4.1.l",
    "moves_in_movement": "5.2.a",
    "attacks_in_combat": "4.1.h",
    "one_combat_at_a_time": "8.0.f",
    "set_up": "3.0.c",
    "set_up_order": "3.0.b",
    "set_up_complete": "3.0.a",
    "reinforcement": "3.0.d",
    "arrival_turn": "3.0.d",
    "arrival_phase": "4.1.e",
    "on_map": "5.1.b",
    "mobile_only": "5.5.c",
    "moved_early": "4.1.f",
    "move_finished": "5.2.j",
    "unbroken_way": "5.1.c",
    "allowance": "5.2.d",
    "enemy_hex": "5.2.f",
    "closed_hex": "5.2.g",
    "closed_hexside": "5.2.g",
    "leave_map": "5.2.h",
    "leg_stop": "6.1.a",
    "infiltration_cost": "6.1.c",
    "no_mine_infiltration": "6.1.l",
    "no_fort_infiltration": "6.1.m",
    "stacking": "5.3.b",
    "stop_on_friend": "5.3.d",
    "adjacent": "8.2.a",
    "no_target": "8.2.b",
    "target_once": "8.0.c",
    "attack_once": "8.2.d",
    "attacked_early": "4.1.i",
    "mobile_attack": "2.3.2.h",
    "attack_hexside": "8.2.f",
    "attack_hex": "8.2.g",
    "strength_whole": "8.2.i",
    "attack_strength": "2.3.2.a",
    "defence_strength": "2.3.2.b",
    "marker_added": "7.2.g",
    "fort_defence": "8.2.3.a",
    "fort_markers": "8.2.3.b",
    "hex_line": "8.2.2.a",
    "hexside_line": "8.2.2.b",
    "choose_loss": "8.2.4.d",
    "no_result": "8.2.1.k",
    "retreat": "8.3.a",
    "retreat_length": "8.3.l",
    "retreat_enemy": "8.3.g",
    "retreat_zone": "8.3.h",
    "retreat_terrain": "8.3.j",
    "retreat_off_map": "8.3.m",
    "retreat_away": "8.3.d",
    "retreat_direction": "8.3.d",
    "retreat_vacant": "8.3.e",
    "no_displacement": "8.3.1.c",
    "displacement": "8.3.1.a",
    "displacement_hex": "8.3.1.d",
    "displacement_involved": "8.3.1.d",
    "displaced_rest": "8.3.1.h",
    "advance": "8.5.g",
    "no_advance": "8.5.a",
    "advance_units": "8.5.g",
    "advance_path": "8.5.j",
    "advance_stacking": "8.5.j",
    "advance_enemy": "8.5.m",
    "advance_closed": "8.5.m",
    "advanced_rest": "8.5.k",
    "support_windows": "8.2.1.b",
    "one_marker": "8.2.1.b",
    "blind_support": "7.2.e",
    "marker_in_hand": "7.2.b",
    "no_cancel": "8.2.1.a",
}


class Version8Bombardment(FireAndMovement):
    """Chapter 8.1: bombardment in a phase of its own. Older books may use it as a whole (fm-2023:3.0.f)."""

    player_turn: ClassVar[tuple[str, ...]] = (
        "movement",
        "bombardment",
        "combat",
        "mobile-movement",
        "mobile-combat",
    )
    """fm-2023:4.1.b: movement, bombardment, combat, mobile movement, mobile combat."""

    steps: ClassVar[Mapping[str, Step[Any]]] = {
        **FireAndMovement.steps,
        "bombardment": BombardmentStep("bombardment"),
        "combat": CombatStep("combat"),
    }
    bombardment_effects: ClassVar[Mapping[str, str]] = {
        "De": "eliminated",
        "D3": "retreat 3",
        "D2": "retreat 2",
        "(A)": "friendly fire",
    }
    """fm-2023:8.1.3.a to c: De, D2 and D3 act; Ae, A1, A2, A3 and Ex do nothing."""

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        """fm-2023:8.0.c: a new bombardment phase opens every hex again."""
        state.lists.pop("bombarded", None)
        super().begin_phase(state, phase, table)

    def bombardment_open(self, state: State) -> Refusal | None:
        """fm-2023:2.3.2.c and 4.1.k: in the bombardment phase only."""
        if state.phase == "bombardment":
            return None
        return self.refuse("bombardment_time", "Bombardments take place in the bombardment phase only.")

    def judge_bombarding_markers(self, state: State, order: Order) -> Refusal | None:
        """fm-2023:8.1.e and 8.1.2.b: one or two markers, drawn blind."""
        number = order.number or len(order.markers)
        if self.bombards_blind and (order.markers or not order.number):
            return self.refuse(
                "blind_bombardment",
                "Say how many markers bombard, as in “bombard 1010 draw 2”; they are drawn blind.",
            )
        if not self.bombards_blind and (order.number or not order.markers):
            return self.refuse("two_markers", "Name one or two markers, as in “bombard 1010 +2 +3”.")
        if number > 2:
            return self.refuse("two_markers", "At most two markers bombard the same hex.")
        available = self.markers_left(state, state.active)
        if number > available:
            return self.refuse(
                "marker_in_hand",
                f"{self.side_name(state.active)} has {available} markers available in this game turn.",
            )
        missing = Tally(order.markers) - Tally(self.marker_value[m] for m in state.hands[state.active])
        if missing:
            text = f"{self.side_name(state.active)} has not so many markers +{next(iter(missing))} available."
            return self.refuse("marker_in_hand", text)
        return None

    @property
    def bombards_blind(self) -> bool:
        """fm-2023:8.1.2.b: also in an older book, whose markers are chosen openly in a combat."""
        return True

    def bombard_orders(self, state: State, hex_: int) -> list[Order]:
        """fm-2023:8.1.e: one or two markers."""
        most = min(2, self.markers_left(state, state.active))
        if self.bombards_blind:
            return [Order("bombard", path=(hex_,), number=number) for number in range(1, most + 1)]
        values = sorted(self.marker_value[marker] for marker in state.hands[state.active])
        sets = dict.fromkeys(chain.from_iterable(combinations(values, n) for n in range(1, most + 1)))
        return [Order("bombard", path=(hex_,), markers=markers) for markers in sets]

    def open_bombardment(self, state: State, order: Order, table: Table) -> None:
        """fm-2023:8.1.2.a and b, 8.1.g: markers are drawn and revealed; the defender adds none, or by the
        other reading he has his chances (ruling counter-battery)."""
        hex_, side = order.path[0], state.active
        table.tell(Bombarded(hex_, side))
        if self.bombards_blind:
            markers = tuple(self.draw_marker(state, side, table) for _ in range(order.number))
        else:
            single = (Order("support", markers=(value,)) for value in order.markers)
            markers = tuple(self.take_marker(state, side, one, table) for one in single)
        chance = 1 if self.reads("counter-battery", "allowed") else CHANCES
        state.frames.append(Combat("support", chance, "bombardment", hex_, (), state.stacks[hex_], markers))

    def may_support(self, state: State, combat: Combat) -> bool:
        """fm-2023:8.1.2.b: who bombards has placed all his markers at once."""
        own = combat.kind == "bombardment" and self.chance_side(state, combat) == state.active
        return not own and super().may_support(state, combat)

    def markers_down(self, combat: Combat) -> tuple[bool, bool]:
        """fm-2023:8.1.2.b: the markers of a bombardment are drawn blind, and revealed at once."""
        attacker, defender = super().markers_down(combat)
        bombards = combat.kind == "bombardment" and combat.step == "support"
        return attacker or (bombards and self.bombards_blind), defender

    def bombardment_effect(self, result: str) -> str:
        """fm-2023:8.1.3.a: De counts, or by the other reading it is void like every bold result (ruling
        bombard-de)."""
        if result == "De" and self.reads("bombard-de", "void"):
            return "none"
        return super().bombardment_effect(result)

    def friendly_fire(self, state: State, hex_: int) -> tuple[int, ...]:
        """fm-2023:8.1.3.c: one unit next to the bombarded hex, if there is any."""
        around = self.grid.around(hex_)
        return tuple(unit for unit in state.on_map(state.active) if state.at[unit] in around)

    def leads_away(self, state: State, unit: int, retreat: Retreat, path: Path) -> bool:
        """fm-2023:8.1.5.b: after a bombardment the direction is a preference, see `prefer`."""
        return retreat.kind == "bombardment" or super().leads_away(state, unit, retreat, path)

    def fallback(self, state: State, unit: int, retreat: Retreat, paths: list[Path]) -> list[Path]:
        """Version 8 knows no penalty for a retreat toward the enemy."""
        return []

    def preferences(self, state: State, unit: int, retreat: Retreat) -> list[tuple[str, Narrow]]:
        """fm-2023:8.1.5.b and c: if possible away from the nearest enemy, or else toward a friend."""
        others = super().preferences(state, unit, retreat)
        if retreat.kind != "bombardment" or not self.nearest_enemies(state, unit):
            return others
        return [("retreat_nearest", lambda paths: self._off_one(state, unit, paths)), *others]

    def _off_one(self, state: State, unit: int, paths: list[Path]) -> list[Path]:
        distance, nearest = self.grid.distance, self.nearest_enemies(state, unit)
        return [
            path
            for path in paths
            if any(distance(path[-1], hex_) > distance(path[0], hex_) for hex_ in nearest)
        ] or paths

    def havens(self, state: State, unit: int) -> list[int]:
        """fm-2023:8.1.5.c: the nearest friendly unit; its owner chooses among several equally near."""
        return self.nearest(state.at[unit], super().havens(state, unit))


class Version8Rules(Version8Bombardment):
    """Fire & Movement, version 8 of 2023."""

    book = "fm-2023"
    revision = "fm-2023/2"
    cites: ClassVar[dict[str, str]] = {rule: f"fm-2023:{clause}" for rule, clause in CITES.items()}
    game_turn: ClassVar[tuple[str, ...]] = (
        "support fire markers",
        "first player turn",
        "second player turn",
        "game turn end",
    )
    """fm-2023:4.1.a: the support fire marker phase comes before the first player turn."""

    def exerts_zone(self, state: State, unit: int) -> bool:
        """fm-2023:6.0.b: a unit with a black hexagon exerts no zone."""
        return "no-zoc" not in self.counters[unit]

    def mobile_charges(self, unit: int, allowance: int) -> Charges:
        """fm-2023:6.1.f: half the printed allowance, rounded down, for every enemy zone hex entered."""
        half = half_allowance(allowance)
        return Charges(stop=False, enter=half, cross=half, leave=0)

    def infiltration(self, state: State, unit: int, terrain_cost: int, left: int) -> int:
        """fm-2023:6.1.b and c: the whole allowance, which must cover the hex and the hexside."""
        return left if terrain_cost <= left else 0

    def judge_attack_hexside(self, state: State, unit: int, start: int, hex_: int) -> Refusal | None:
        """fm-2023:8.2.g: nor may a unit attack into a hex that it would be prohibited to enter."""
        refusal = super().judge_attack_hexside(state, unit, start, hex_)
        if refusal is None and not self.costs[unit][start * 6 + self.grid.direction(start, hex_)]:
            return self.refuse(
                "attack_hex",
                f"{self.name(unit)} may not attack {self.number(hex_)}: it could not enter that hex.",
                hex_,
            )
        return refusal

    # Combat

    @property
    def bombards_blind(self) -> bool:
        """fm-2023:8.1.2.b: as the markers of this book are drawn for every combat."""
        return self.draws_blind

    def column(self, line: str, differential: int) -> int:
        """fm-2023:crt.d: the mountain line begins in column 1, or in column 2 by the other reading (ruling
        crt-2023-mountain)."""
        column = super().column(line, differential)
        return max(column, 2) if line == MOUNTAIN and self.reads("mountain-column", "2") else column

    def tables(self) -> list[PrintedTable]:
        """fm-2023:crt.d: by the other reading the first cell of the mountain line is blank, as printed."""
        if not self.reads("mountain-column", "2"):
            return super().tables()
        return [
            table._replace(
                lines=tuple(
                    (terrain, ("", *cells[1:])) if MOUNTAIN in terrain else (terrain, cells)
                    for terrain, cells in table.lines
                )
            )
            for table in super().tables()
        ]

    def may_cancel(self, combat: Combat) -> bool:
        """fm-2023:8.2.1.a: a declared attack cannot be called off."""
        return False

    # Direction of retreat

    def leads_away(self, state: State, unit: int, retreat: Retreat, path: Path) -> bool:
        """fm-2023:8.3.d: nothing is said of the attackers; distance and zones keep the unit off them."""
        return True

    def displacement_bars(self, retreat: Retreat, unit: int) -> tuple[int, ...]:
        """fm-2023:8.3.1.a: units of the same combat may be displaced."""
        return (unit,)

    def preferences(self, state: State, unit: int, retreat: Retreat) -> list[tuple[str, Narrow]]:
        """fm-2023:8.3.d: if possible a retreat ends nearer to a friendly map edge or supply source."""
        others = super().preferences(state, unit, retreat)
        return [*others, ("retreat_direction", lambda paths: self._homeward(state, unit, paths))]

    def _homeward(self, state: State, unit: int, paths: list[Path]) -> list[Path]:
        return [path for path in paths if self._nears_home(state, unit, path)] or paths

    def _nears_home(self, state: State, unit: int, path: Path) -> bool:
        distance = self.grid.distance
        return any(
            min(distance(path[-1], hex_) for hex_ in home) < min(distance(path[0], hex_) for hex_ in home)
            for home in self.homes(state, state.side_of[unit])
        )

    def homes(self, state: State, side: int) -> list[tuple[int, ...]]:
        """Friendly map edges and supply sources, as far as the battle names any."""
        name = self.battle.sides[side].id
        edges = [self.grid.edge(edge) for edge in self.special.get("friendly-edges", {}).get(name, ())]
        edges += [self.grid.edge(edge) for edge in self.board.edges.get(name, ())]
        return edges + [(hex_,) for hex_ in self.special.get("supply-sources", {}).get(name, ())]
