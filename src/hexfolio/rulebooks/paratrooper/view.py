"""What a side may know, ready for JSON."""

from __future__ import annotations

from random import Random
from typing import Any

from ...core.events import Event
from ...core.odds import Odds
from ...core.orders import Order
from ...core.state import ELIMINATED, EXITED, REMOVED, WAITING, State
from . import events as ev
from .frames import ATTACKED, MOVED, STRUCK, WORKED
from .shifts import Assault
from .telling import TELLERS
from .words import Words

STATUS = ((MOVED, "moved"), (ATTACKED, "attacked"), (WORKED, "worked"), (STRUCK, "struck"))
OFF_MAP_NAMES = {ELIMINATED: "eliminated", EXITED: "exited", REMOVED: "removed"}


class Views(Words):
    """The only way facts leave the rulebook: fog of war lies face down, displays are closed to the enemy."""

    tellers = TELLERS

    def zones_seen(self, state: State, side: int) -> list[int]:
        return [hex_ for hex_, zone in enumerate(self.zones(state, 1 - side)) if zone]

    def reveals(self, event: Event) -> bool:
        return isinstance(event, ev.Revealed)

    def odds(
        self, state: State, order: Order | None, support: tuple[int, ...] = (), against: tuple[int, ...] = ()
    ) -> Odds:
        """The odds of an attack or of a strike on the top unit of a hex."""
        if not order or order.verb not in ("attack", "strike"):
            raise ValueError("Odds are given for an attack or a strike that may be ordered now.")
        if order.verb == "attack":
            return self.odds_of(state, self.assault_of(state, order.units, order.path[0]))
        hex_ = order.path[0]
        target = tuple(reversed(self.units_in(state, 1 - state.active, hex_)))[:1]
        kind = self.strike_kind(order.units[0])
        return self.odds_of(state, Assault(kind, state.active, hex_, (), order.units, target))

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        """Everything a side (None: a spectator) may know; what never changes is in the battle."""
        decision, sides = self.decision(state), self.battle.sides
        setting_up = state.phase == "set-up"
        hidden_set_up = setting_up and side != state.active
        score = (0, 0) if setting_up else self.victory_points(state)
        return {
            "battle": self.battle.id,
            "book": self.book,
            "turn": state.turn,
            "phase": state.phase,
            "active": sides[state.active].id,
            "asked": decision and {
                "side": sides[decision.side].id,
                "kind": decision.kind,
                "prompt": decision.prompt if side == decision.side else self._waiting(decision.side),
                "rule": decision.rule,
                "units": [self.name(unit) for unit in decision.units] if side == decision.side else [],
                "hexes": [self.number(hex_) for hex_ in decision.hexes],
            },
            "counters": self.counters_seen(state, side),
            "flags": {} if hidden_set_up else self.flags_seen(state),
            "moving": None if state.mover < 0 else {"unit": self.name(state.mover), "spent": state.spent / 2},
            "hands": {sides[owner].id: self.hand_seen(state, owner, side) for owner in (0, 1)},
            "combat": None,
            "objectives": self._objectives_seen(state),
            "points": dict(zip((sides[0].id, sides[1].id), score, strict=True)),
            "standing": None if setting_up else self._standing(score[0] - score[1]),
            "phases": [] if setting_up else list(self.phases(state)),
            "unsupplied": [],
            "stacks": self.stacks_seen(state, side),
            "markers": self.markers_seen(state),
            "tracks": [] if setting_up else self.tracks_seen(state),
            "conditions": self.conditions_seen(state),
            "support": {"title": "Strikes", "kind": "air"},
            "situation": self.situation(state),
        }  # fmt: skip

    def _standing(self, margin: int) -> dict[str, str | None]:
        winner, level = self.level(margin)
        return {"side": self.battle.sides[winner].id if winner >= 0 else None, "level": level}

    def _waiting(self, side: int) -> str:
        return f"{self.side_name(side)} is to decide."

    def counters_seen(self, state: State, side: int | None) -> dict[str, list[Any]]:
        """By identifier: where it is, whether it is disrupted, what it has done."""
        hidden = set(self.fog_counters) - set(self._known_fog(state, side))
        behind = state.phase == "set-up" and side != state.active
        seen: dict[str, list[Any]] = {}
        for counter in self.counters:
            unit = counter.index
            if unit in hidden or (behind and counter.side == state.active):
                seen[counter.id] = ["off-map", 0, []]
                continue
            at = state.at[unit]
            where = self.number(at) if at >= 0 else OFF_MAP_NAMES.get(at, "off-map")
            words = [word for bit, word in STATUS if state.flags[unit] & bit]
            if self.is_disrupted(state, unit):
                words.append("disrupted")
            if unit in state.lists.get("planned", ()):
                words.append("in the air")
            if unit in state.lists.get("concealed", ()):
                words.append("hidden")
            seen[counter.id] = [where, state.step[unit], words]
        return seen

    def _known_fog(self, state: State, side: int | None) -> list[int]:
        """para:23.6.1.b, c and g: what lies face up, and for its owner what he has placed."""
        concealed, drawn = state.lists.get("concealed", ()), state.lists.get("fog", ())
        unplaced = state.lists.get("unplaced", ())
        shown = [unit for unit in drawn if unit not in concealed and unit not in unplaced]
        if side != self.defending_side:
            return shown
        unseen = drawn[state.tracks.get("unseen from", 0) :] if unplaced else ()
        return shown + [unit for unit in concealed if unit not in unseen]

    def flags_seen(self, state: State) -> dict[str, list[Any]]:
        """Fog of war counters that lie face down, by the order in which they came."""
        drawn, owner = state.lists.get("fog", ()), self.battle.sides[self.defending_side].id
        return {
            str(drawn.index(unit) + 1): [self.number(state.at[unit]), ["fog of war"], owner]
            for unit in sorted(state.lists.get("concealed", ()), key=drawn.index)
        }

    def hand_seen(self, state: State, owner: int, side: int | None) -> list[str]:
        """para:8.0.b: strikes in the display, for their owner; the enemy sees how many."""
        units = self.available(state, owner)
        if side != owner:
            return ["?"] * len(units)
        return [f"+{self.counters[unit].steps[0][0]}" for unit in units]

    def _objectives_seen(self, state: State) -> dict[str, str | None]:
        sides = self.battle.sides
        holders = {
            hex_: next(
                (sides[s].id for s in (0, 1) if state.phase != "set-up" and self.holds(state, s, hex_)), None
            )
            for hex_ in self.objectives()
        }
        return {self.number(hex_): holder for hex_, holder in holders.items()}

    def stacks_seen(self, state: State, side: int | None) -> dict[str, list[str]]:
        """para:7.0.c: where several counters lie in a hex, those that are seen, from the top down."""
        hidden = set(self.fog_counters) - set(self._known_fog(state, side))
        if state.phase == "set-up" and side != state.active:
            hidden.update(self.side_counters[state.active])
        seen = {
            hex_: [self.name(unit) for unit in reversed(stack) if unit not in hidden]
            for hex_, stack in state.stacks.items()
        }
        return {self.number(hex_): stack for hex_, stack in sorted(seen.items()) if len(stack) > 1}

    def markers_seen(self, state: State) -> list[dict[str, Any]]:
        """Markers that lie on the map: kind, hex, the hex beyond for hexsides, the hexes of an area."""
        found: list[dict[str, Any]] = [
            {
                "kind": "drop-zone",
                "hex": self.number(hex_),
                "label": f"DZ {place}",
                "hexes": [self.number(near) for near in sorted(self.grid.within(hex_, self.radius))],
            }
            for place, hex_ in enumerate(state.lists.get("zones", ()), 1)
        ]
        found += [{"kind": "roadblock", "hex": self.number(h)} for h in state.lists.get("roadblocks", ())]
        for kind in ("demolished", "built"):
            for hexside in state.lists.get(kind, ()):
                first, second = self._hexes_of(hexside)
                found.append({"kind": f"{kind}-bridge", "hex": self.number(first), "to": self.number(second)})
        return found

    def _hexes_of(self, side: int) -> tuple[int, int]:
        hex_, direction = self.steps_over[side][0]
        return hex_, self.grid.neighbour(hex_, direction)

    def tracks_seen(self, state: State) -> list[dict[str, Any]]:
        """para:5.2.a and b: command points that are left, and what the track gives in this turn."""
        return [
            {
                "title": "Command points",
                "side": side.id,
                "left": self.command_points(state, index),
                "given": self._on_track(state, index),
                "rule": "para:5.2.b",
            }
            for index, side in enumerate(self.battle.sides)
        ]

    def _on_track(self, state: State, side: int) -> int:
        """What the track gave a side in its last command point phase; before its first one, nothing."""
        values: tuple[int, ...] = self.special["command"][side]
        waits = side == self.defending_side and state.active == self.airborne_side
        turn = min(state.turn - waits, len(values))
        return values[turn - 1] if turn else 0

    def conditions_seen(self, state: State) -> list[dict[str, str]]:
        """para:17.0.a, 25.2.z: what hampers everybody now."""
        found = [{"name": "Night", "rule": "para:17.0.a"}] if self.is_night(state) else []
        if state.turn and self.rains(state):
            found.append({"name": "Rain", "rule": "para:25.2.z"})
        return found

    def situation(self, state: State) -> dict[str, Any]:
        """What else lies open for all to see."""
        told: dict[str, Any] = {}
        if state.phase == "landing":
            told["drop zones left"] = max(self.zones_left(state), 0)
        if state.lists.get("freed"):
            told["prisoners freed"] = len(state.lists["freed"])
        return told

    def imagine(self, state: State, side: int | None, random: Random) -> State:
        """Deal anew what a side cannot know: dice to come, and which fog of war counters lie where."""
        twin = state.copy()
        twin.seed, twin.draws = random.getrandbits(128), 0
        known = set(self._known_fog(state, side))
        drawn = list(twin.lists.get("fog", ()))
        free = [
            unit
            for unit in self.fog_counters
            if unit not in known and state.at[unit] in (WAITING, *range(self.grid.size))
        ]
        dealt = free[:]
        random.shuffle(dealt)
        swap = dict(zip(free, dealt, strict=True))
        for name in ("fog", "concealed", "unplaced"):
            if name in twin.lists:
                twin.lists[name] = tuple(swap.get(unit, unit) for unit in twin.lists[name])
        for unit in free:
            if state.at[unit] >= 0:
                twin.put(unit, WAITING)
        for unit in [u for u in drawn if u in swap and state.at[u] >= 0]:
            twin.put(swap[unit], state.at[unit])
        return twin
