"""What a side may know, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from ...core.battle import Battle
from ...core.events import Event
from ...core.game import PrintedTable
from ...core.orders import Order
from ...core.state import ELIMINATED, EXITED, REMOVED, State
from . import events as ev
from .frames import ADVANCED, ATTACKED, DISPLACED, MOVED, Combat
from .odds import OddsRules
from .sequence import control_track
from .telling import TELLERS, marker_words

STATUS = ((MOVED, "moved"), (ATTACKED, "attacked"), (ADVANCED, "advanced"), (DISPLACED, "displaced"))
OFF_MAP_NAMES = {ELIMINATED: "eliminated", EXITED: "exited", REMOVED: "removed"}


class Views(OddsRules):
    """The only way facts leave the rulebook. Here the whole map is open; markers may lie face down."""

    statuses = STATUS
    tellers = TELLERS
    captions: ClassVar[Mapping[str, str]] = {
        "place": "Set up here",
        "move": "Move here",
        "enter": "Come on here",
        "attack": "Attack",
        "bombard": "Bombard",
        "support": "Add {markers}",
        "pass": "Add no marker",
        "cancel": "Call the attack off",
        "lose": "Lose a step",
        "retreat": "Retreat here",
        "stand": "Stand and lose a step",
        "displace": "Make room here",
        "advance": "Advance here",
        "end": "Done",
        "end set-up": "Done setting up",
        "end movement": "Done moving",
        "end mobile-movement": "Done moving",
        "end bombardment": "Done bombarding",
        "end combat": "Done attacking",
        "end mobile-combat": "Done attacking",
        "end advance": "Advance no farther",
    }
    """What buttons say, by verb, or by verb and decision where that makes a difference."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._numbers = [self.grid.number(hex_) for hex_ in range(self.grid.size)]
        self._names = [counter.id for counter in battle.counters]
        self._status = [[word for bit, word in STATUS if flags & bit] for flags in range(16)]

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        """Everything a side (None: a spectator) may know; what never changes is in the battle."""
        decision = self.decision(state)
        points = self.victory_points(state)
        sides = self.battle.sides
        return {
            "battle": self.battle.id,
            "book": self.book,
            "turn": state.turn,
            "phase": state.phase,
            "active": sides[state.active].id,
            "asked": decision and {
                "side": sides[decision.side].id,
                "kind": decision.kind,
                "prompt": decision.prompt,
                "rule": decision.rule,
                "units": [self.counters[unit].id for unit in decision.units],
                "hexes": [self.grid.number(hex_) for hex_ in decision.hexes],
            },
            "counters": self.counters_seen(state, side),
            "moving": None if state.mover < 0 else {"unit": self.name(state.mover), "spent": state.spent / 2},
            "hands": {sides[owner].id: self.hand_seen(state, owner, side) for owner in (0, 1)},
            "combat": self._combat_seen(state),
            "objectives": self._objectives_seen(state),
            "points": dict(zip((sides[0].id, sides[1].id), points, strict=True)),
            "standing": self._standing(points[0] - points[1]),
            "phases": [] if state.phase == "set-up" else list(self.phases(state)),
        }  # fmt: skip

    def _standing(self, margin: int) -> dict[str, str | None]:
        """Who would win at which level if the battle ended now."""
        winner, level = self.level(margin)
        return {"side": self.battle.sides[winner].id if winner >= 0 else None, "level": level}

    def tables(self) -> list[PrintedTable]:
        table = self.table
        return [PrintedTable(table.title, tuple(table.lines), table.results)]

    def zones_seen(self, state: State, side: int) -> list[int]:
        return [hex_ for hex_, zone in enumerate(self.zones(state, 1 - side)) if zone]

    def reveals(self, event: Event) -> bool:
        return isinstance(event, ev.Revealed)

    def caption(self, state: State, order: Order) -> str:
        kind = state.frames[-1][0] if state.frames else ""
        if order.verb == "support" and not order.markers:
            return "Add a marker, drawn blind"
        words = self.captions.get(f"{order.verb} {kind}") or self.captions.get(order.verb)
        if words is None:
            return super().caption(state, order)
        return words.format(markers=marker_words(order.markers), number=order.number)

    def imagine(self, state: State, side: int | None, random: Random) -> State:
        """Here only the dice to come are unknown, the order of markers in their cups, and which of them lie
        face down."""
        twin = state.copy()
        twin.seed, twin.draws = random.getrandbits(128), 0
        for pool in twin.pools + twin.hands:
            random.shuffle(pool)
        for place, frame in enumerate(twin.frames):
            if isinstance(frame, Combat):
                twin.frames[place] = self._dealt_anew(twin, frame, random)
        return twin

    def _dealt_anew(self, twin: State, combat: Combat, random: Random) -> Combat:
        """Any of a side's unseen markers may be the ones that lie face down."""
        (attacker, defender), active = self.markers_down(combat), twin.active
        if attacker:
            lying = _deal(twin.hands[active], combat.attacker_markers, random)
            combat = combat._replace(attacker_markers=lying)
        if defender:
            lying = _deal(twin.hands[1 - active], combat.defender_markers, random)
            combat = combat._replace(defender_markers=lying)
        return combat

    def counters_seen(self, state: State, side: int | None) -> dict[str, list[Any]]:
        """By identifier: where it is, steps lost, what it has done. Exclusive rules may hide counters."""
        at, step, flags = state.at, state.step, state.flags
        numbers, status = self._numbers, self._status
        return {
            name: [
                numbers[at[unit]] if at[unit] >= 0 else OFF_MAP_NAMES.get(at[unit], "off-map"),
                step[unit],
                status[flags[unit] & 15],
            ]
            for unit, name in enumerate(self._names)
        }

    def _objectives_seen(self, state: State) -> dict[str, str | None]:
        """Who holds each objective, by its number."""
        holders = {
            hex_: state.tracks.get(control_track(hex_)) for hex_ in self.battle.victory.get("objectives", ())
        }
        sides = self.battle.sides
        return {
            self._numbers[hex_]: None if side is None else sides[side].id for hex_, side in holders.items()
        }

    def _combat_seen(self, state: State) -> dict[str, Any] | None:
        combat = next((frame for frame in reversed(state.frames) if isinstance(frame, Combat)), None)
        if not combat:
            return None
        attacker, defender = self.committed(combat)
        return {
            "kind": combat.kind,
            "hex": self.number(combat.hex),
            "attacker": {
                "units": [self.name(unit) for unit in combat.attackers],
                "markers": attacker,
            },
            "defender": {
                "units": [self.name(unit) for unit in combat.defenders],
                "markers": defender,
            },
        }


def _deal(hand: list[int], lying: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Exchange face-down markers with those in hand; the new ones are returned, the hand is changed."""
    unseen = [*hand, *lying]
    random.shuffle(unseen)
    hand[:] = unseen[len(lying) :]
    return tuple(unseen[: len(lying)])
