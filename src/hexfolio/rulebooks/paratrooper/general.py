"""Chapters 1 and 2: the rulebook bound to a battle, and the words that every other chapter uses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...core.battle import Battle
from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, State
from ...core.steps import Step
from ..bound import BoundRules
from ..events import Eliminated
from .cites import CITES
from .events import Disrupted
from .frames import FRAME_TYPES
from .tables import charts

STRENGTH, RANGE, MOVEMENT = 0, 1, 2
FOG = frozenset({"depot", "leader", "rear-guard", "tank-detachment", "deception", "prisoners"})
"""Kinds of fog of war counters (23.6.6)."""

NO_UNITS = frozenset({"airstrike", "naval", "supply"})
"""Counters that are not ground units."""


class General(BoundRules):
    """What the rulebook knows before play begins. Every chapter builds on it."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "fog": ("hex",),
        "place": ("unit", "hex"),
        "disrupt": ("unit",),
        "accept": (),
        "receive": ("units",),
        "choose": ("units",),
        "road": ("hex",),
        "zone": ("hex",),
        "plan": ("unit", "hex"),
        "land": ("unit",),
        "demolish": ("unit", "hex"),
        "roadblock": ("unit",),
        "repair": ("unit", "hex"),
        "build": ("unit", "hex"),
        "recon": ("hex",),
        "reveal": ("hex",),
        "move": ("unit", "path"),
        "enter": ("unit", "path"),
        "fast": ("unit",),
        "top": ("unit",),
        "strike": ("hex", "with"),
        "attack": ("hex", "with"),
        "suffer": ("unit",),
        "roll": ("unit",),
        "retreat": ("unit", "path"),
        "pursue": ("unit", "path"),
        "regroup": ("unit",),
        "resupply": ("unit",),
        "end": (),
    }
    frame_types: ClassVar[Mapping[str, type[Any]]] = FRAME_TYPES
    cites: ClassVar[Mapping[str, str]] = {rule: f"para:{clause}" for rule, clause in CITES.items()}

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.charts = charts(battle.table)
        self.airborne_side: int = self.special["airborne"]
        self.defending_side = 1 - self.airborne_side
        everyone = range(len(battle.counters))
        self.is_fog = [bool(FOG & counter.traits) for counter in battle.counters]
        self.is_ground = [not NO_UNITS & counter.traits for counter in battle.counters]
        self.is_prisoners = ["prisoners" in counter.traits for counter in battle.counters]
        self.ground_counters = [[u for u in self.side_counters[side] if self.is_ground[u]] for side in (0, 1)]
        self.fog_counters = [unit for unit in everyone if self.is_fog[unit]]
        self._contingents: dict[str, list[int]] = {}
        for counter in battle.counters:
            self._contingents.setdefault(counter.group, []).append(counter.index)
        self.options = battle.options
        self.compass = {name: direction for direction, name in enumerate(("n", "ne", "se", "s", "sw", "nw"))}

    def has(self, unit: int, *traits: str) -> bool:
        """Has the counter one of these traits?"""
        return not self.counters[unit].traits.isdisjoint(traits)

    def contingent(self, name: str) -> list[int]:
        """para:2.7.a: the units of a contingent."""
        return self._contingents.get(name, [])

    def sided(self, rule: str, side: int) -> str:
        """The name of a rule as the battle's sheet has it for a side, if it tells them apart."""
        own = f"{rule} {self.battle.sides[side].id}"
        return own if own in self.battle.cites else rule

    def own(self, rule: str, unit: int) -> str:
        """The same for a unit: by its contingent first, then by its side."""
        named = f"{rule} {self.counters[unit].group}"
        return named if named in self.battle.cites else self.sided(rule, self.counters[unit].side)

    @abstractmethod
    def end_phase(self, state: State, table: Table) -> None:
        """The phase under way is over; go on with the sequence of play."""

    @abstractmethod
    def begin_turn(self, state: State, table: Table) -> None:
        """Go on with the next game turn."""

    def names(self, units: Iterable[int]) -> str:
        return ", ".join(map(self.name, units))

    def note(self, state: State, what: str) -> None:
        """Remember something until the track of that name is taken away."""
        state.tracks[what] = 1

    # Units and their two sides

    def strength(self, state: State, unit: int) -> int:
        """para:2.4.c and g: one strength for attack and defence, of the side that shows."""
        return self.values(state, unit)[STRENGTH]

    def allowance(self, state: State, unit: int) -> int:
        """para:2.4.f: movement points for one movement phase."""
        return self.values(state, unit)[MOVEMENT]

    def is_disrupted(self, state: State, unit: int) -> bool:
        """para:15.0.a: a unit is combat effective or disrupted."""
        return state.step[unit] > 0

    def is_mechanized(self, unit: int) -> bool:
        """para:2.4.k, 23.1.b: motorized units are mechanized for movement only."""
        return self.counters[unit].mobility == "mechanized"

    def is_concealed(self, state: State, unit: int) -> bool:
        return unit in state.lists.get("concealed", ())

    def is_unit(self, state: State, unit: int) -> bool:
        """para:2.4.a, 23.6.6.a and h: a ground unit that can fight: not concealed, no prisoners."""
        if not self.is_ground[unit] or self.is_prisoners[unit]:
            return False
        return unit not in state.lists.get("concealed", ())

    def units_in(self, state: State, side: int, hex_: int) -> list[int]:
        """Ground units of a side in a hex, the lowest of the stack first, without those in the air."""
        if not state.occupied[side][hex_]:
            return []
        planned = state.lists.get("planned", ())
        return [
            unit
            for unit in state.stacks[hex_]
            if state.side_of[unit] == side and unit not in planned and self.is_unit(state, unit)
        ]

    def bars(self, state: State, side: int, hex_: int) -> bool:
        """para:7.6.a, ruling RP-64 and RP-89: does a hex hold units of a side, or what may be one?"""
        return bool(state.occupied[side][hex_]) and any(
            state.side_of[unit] == side and self.exerts_zone(state, unit) for unit in state.stacks[hex_]
        )

    def exerts_zone(self, state: State, unit: int) -> bool:
        """para:9.1.a, 23.6.5.b, 23.6.6.h: every ground unit, effective or not; prisoners do not."""
        if not self.is_ground[unit] or unit in state.lists.get("planned", ()):
            return False
        return not self.is_prisoners[unit] or unit in state.lists.get("concealed", ())

    def zones(self, state: State, side: int) -> bytes:
        """para:9.0.a, 9.1.b: all hexes next to a unit of a side, one byte a hex."""
        zones = state.zones[side]
        if zones is None:
            marked = bytearray(self.grid.size)
            at, around = state.at, self.grid.around
            for unit in self.ground_counters[side]:
                if at[unit] >= 0 and self.exerts_zone(state, unit):
                    for hex_ in around(at[unit]):
                        marked[hex_] = 1
            zones = state.zones[side] = bytes(marked)
        return zones

    def next_to(self, state: State, side: int, hex_: int) -> bool:
        """Is a unit of a side, or what may be one, next to the hex?"""
        return bool(self.zones(state, side)[hex_])

    def terrain(self, hex_: int) -> str:
        """para:6.2.1.f, 11.4.6.a: the one terrain of a hex that counts, ways left out."""
        kinds = self.board.terrain[hex_]
        known = [kind for kind in kinds if kind in self.charts.drop_columns]
        return max(known, key=lambda kind: self.charts.hex_shifts.get(kind, 0)) if known else kinds[0]

    def is_closed(self, hex_: int) -> bool:
        """para:6.2.2.g, 10.4.b: hexes of water alone."""
        return self.battle.key.never(self.board, hex_)

    # Chapter 15: disruption

    def disrupt(self, state: State, unit: int, cause: str, table: Table) -> None:
        """para:11.5.c, 15.1.f, 15.3.a: a unit that is disrupted already, or has one step, is eliminated."""
        if state.step[unit] + 1 >= len(self.counters[unit].steps):
            self.eliminate(state, unit, cause, table)
            return
        state.step[unit] += 1
        table.tell(Disrupted(unit, cause))

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        """para:2.3.b, 11.5.d: into the display of eliminated units."""
        hex_ = state.at[unit]
        state.put(unit, ELIMINATED)
        table.tell(Eliminated(unit, cause))
        self.left_hex(state, hex_, table)

    def left_hex(self, state: State, hex_: int, table: Table) -> None:
        """Called when a unit has left a hex, or the air."""

    # Refusals that every step shares

    def refuse_finished(self) -> Refusal:
        return self.refuse("game_over", "The battle is over: no more orders can be given.")

    def refuse_side(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        asked = self.side_name(step.side(self, state))
        return self.refuse("phasing", f"It is for {asked} to decide now, not for the other side.")

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """para:4.0.b: an action belongs to its own phase only."""
        asked = ", ".join(f"“{verb}”" for verb in sorted(step.verbs))
        rule = OUT_OF_STEP.get(order.verb, "sequence")
        return self.refuse(rule, f"“{order.verb}” is not possible now. Expected {asked}.")


OUT_OF_STEP = {
    "move": "sequence",
    "enter": "reinforcements_deploy",
    "attack": "ground_attack_phase",
    "strike": "strike_phase",
    "zone": "zones_first",
    "plan": "drop_units",
    "land": "placing",
    "demolish": "engineering_phase",
    "roadblock": "roadblock_phase",
    "repair": "engineering_phase",
    "build": "engineering_phase",
    "pursue": "pursuit_time",
    "regroup": "regroup",
    "recon": "air_recon",
    "reveal": "own_reveal",
    "fast": "fast",
    "top": "reorder",
}
"""The rule that ties an order to its phase."""
