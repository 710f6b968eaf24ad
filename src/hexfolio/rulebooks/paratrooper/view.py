"""What a side may know, ready for JSON; and the log in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from ...core.events import Event
from ...core.game import PrintedTable
from ...core.odds import Odds
from ...core.orders import OFF_MAP, Order
from ...core.state import ELIMINATED, EXITED, REMOVED, WAITING, State
from ..ways import points
from . import events as ev
from .frames import ATTACKED, MOVED, STRUCK, WORKED
from .sequence import Sequence
from .shifts import Assault

STATUS = ((MOVED, "moved"), (ATTACKED, "attacked"), (WORKED, "worked"), (STRUCK, "struck"))
OFF_MAP_NAMES = {ELIMINATED: "eliminated", EXITED: "exited", REMOVED: "removed"}


class Views(Sequence):
    """The only way facts leave the rulebook: fog of war lies face down, displays are closed to the enemy."""

    captions: ClassVar[Mapping[str, str]] = {
        "fog": "Place a fog of war counter",
        "place": "Set up here",
        "disrupt": "Begin disrupted",
        "accept": "Accept the historical set-up",
        "receive": "Receive these",
        "choose": "Bring these",
        "road": "Come by this road",
        "zone": "Place a drop zone",
        "plan": "Drop here",
        "land": "Land",
        "demolish": "Demolish the bridge",
        "roadblock": "Build a roadblock",
        "repair": "Repair the bridge",
        "build": "Build a bridge",
        "recon": "Look from the air",
        "reveal": "Turn face up",
        "move": "Move here",
        "enter": "Come on here",
        "fast": "Move fast",
        "top": "Put on top",
        "strike": "Strike",
        "attack": "Attack",
        "suffer": "Take the loss",
        "roll": "Roll for the retreat",
        "retreat": "Retreat here",
        "pursue": "Pursue",
        "regroup": "Regroup",
        "resupply": "Regroup by air supply",
        "end": "Done",
        "end set-up": "Done setting up",
        "end landing": "Begin the landings",
        "end engineering": "Done with the work",
        "end movement": "Done moving",
        "end strikes": "Done striking",
        "end attack": "Done attacking",
        "end pursuit": "Stay",
        "end regroup": "Done regrouping",
    }

    def caption(self, state: State, order: Order) -> str:
        kind = state.frames[-1][0] if state.frames else ""
        return self.captions.get(f"{order.verb} {kind}") or self.captions[order.verb]

    def tables(self) -> list[PrintedTable]:
        return [
            PrintedTable("combat results", ((("all terrain",), self.charts.labels),), self.charts.results)
        ]

    def zones_seen(self, state: State, side: int) -> list[int]:
        return [hex_ for hex_, zone in enumerate(self.zones(state, 1 - side)) if zone]

    def reveals(self, event: Event) -> bool:
        return isinstance(event, ev.Revealed)

    def odds(
        self, state: State, order: Order | None, support: tuple[int, ...] = (), against: tuple[int, ...] = ()
    ) -> Odds:
        """The odds of an attack or of a strike on the top unit of a hex."""
        if order is None or order.verb not in ("attack", "strike"):
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
            "markers": self.markers_seen(state),
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
        drawn = state.lists.get("fog", ())
        return {
            str(drawn.index(unit) + 1): [self.number(state.at[unit]), []]
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

    def markers_seen(self, state: State) -> list[dict[str, Any]]:
        """Markers that lie on the map: kind, hex, and for hexsides the hex beyond."""
        found = [{"kind": "drop-zone", "hex": self.number(h)} for h in state.lists.get("zones", ())]
        found += [{"kind": "roadblock", "hex": self.number(h)} for h in state.lists.get("roadblocks", ())]
        for kind in ("demolished", "built"):
            for side in state.lists.get(kind, ()):
                first, second = self._hexes_of(side)
                found.append({"kind": f"{kind}-bridge", "hex": self.number(first), "to": self.number(second)})
        return found

    def _hexes_of(self, side: int) -> tuple[int, int]:
        for hex_ in range(self.grid.size):
            for goal in self.grid.around(hex_):
                if self.board.side_between(hex_, goal) == side:
                    return hex_, goal
        raise LookupError(side)

    def situation(self, state: State) -> dict[str, Any]:
        """What lies on the tracks for all to see."""
        sides = self.battle.sides
        told: dict[str, Any] = {
            "command points": {sides[s].id: self.command_points(state, s) for s in (0, 1)},
            "night": self.is_night(state),
        }
        if self.rains(state):
            told["rain"] = True
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

    # The log

    def narrate(self, event: Event) -> str:
        teller = _TELLERS.get(type(event))
        return teller(self, event) if teller else str(event)

    def way(self, path: tuple[int, ...]) -> str:
        return "-".join("off" if hex_ == OFF_MAP else self.number(hex_) for hex_ in path)


def _tell_combat(rules: Views, event: ev.Combat) -> str:
    words = "no effect" if event.result == "-" else event.result
    return (
        f"{event.attack} against {event.defence}, {event.differential:+d}, shifted {event.shift:+d}, "
        f"column {rules.charts.labels[event.column - 1]}, die {event.die}: {words}"
    )


def _tell_landing(rules: Views, event: ev.Landed) -> str:
    words = {"-": "lands well", "D": "lands badly", "S": "is scattered", "E": "is lost"}[event.result]
    return (
        f"{rules.name(event.unit)} {words} at {rules.number(event.hex)} (die {event.die}{event.modifier:+d})"
    )


def _tell_work(rules: Views, event: ev.Worked) -> str:
    what = {"demolish": "the bridge", "repair": "the bridge", "build": "a bridge", "roadblock": "a roadblock"}
    die = f" (die {event.die}{'' if event.done else ', in vain'})" if event.die else ""
    verb = {"demolish": "blows up", "repair": "repairs", "build": "builds", "roadblock": "builds"}[event.work]
    return f"{rules.name(event.unit)} {verb} {what[event.work]} at {rules.way(event.hexes)}{die}"


def _tell_finish(rules: Views, event: ev.Finished) -> str:
    first, second = (
        f"{side.name} {score}" for side, score in zip(rules.battle.sides, event.points, strict=True)
    )
    verdict = "a draw" if event.side < 0 else f"{event.level} for {rules.side_name(event.side)}"
    return f"The battle ends: {verdict} ({first}, {second})"


_TELLERS: dict[type, Any] = {
    ev.Deployed: lambda r, e: f"{r.side_name(e.side)} has set up",
    ev.TurnBegan: lambda r, e: (
        f"Game turn {e.turn}" + (f", {r.battle.dates[e.turn - 1]}" if len(r.battle.dates) >= e.turn else "")
    ),
    ev.PhaseBegan: lambda r, e: f"{r.side_name(e.side)}: {e.phase} phase",
    ev.Commanded: lambda r, e: f"{r.side_name(e.side)} has {e.points} command points",
    ev.Paid: lambda r, e: f"{r.side_name(e.side)} pays {e.points} for {e.purpose}",
    ev.Rolled: lambda r, e: f"{r.side_name(e.side)} rolls {e.die} ({e.purpose})",
    ev.Awarded: lambda r, e: f"{r.side_name(e.side)} receives {e.strikes} airstrikes",
    ev.Due: lambda r, e: f"{r.side_name(e.side)} calls up {e.number} units",
    ev.FogPlaced: lambda r, e: f"{r.side_name(e.side)} places a counter face down in {r.number(e.hex)}",
    ev.Revealed: lambda r, e: f"{r.name(e.unit)} is revealed in {r.number(e.hex)}",
    ev.Freed: lambda r, e: f"Prisoners are freed in {r.number(e.hex)}",
    ev.ZonePlaced: lambda r, e: f"{r.side_name(e.side)} marks a drop zone in {r.number(e.hex)}",
    ev.Planned: lambda r, e: f"{r.name(e.unit)} is to drop at {r.number(e.hex)}",
    ev.Landed: _tell_landing,
    ev.Scattered: lambda r, e: (
        f"{r.name(e.unit)} drifts {r.way(e.path)} (dice {e.direction} and {e.distance})"
    ),
    ev.Moved: lambda r, e: f"{r.name(e.unit)} moves {r.way(e.path)} ({points(e.cost)})",
    ev.Entered: lambda r, e: f"{r.name(e.unit)} comes on at {r.way(e.path)} ({points(e.cost)})",
    ev.Withdrew: lambda r, e: f"{r.name(e.unit)} leaves the map by {r.way(e.path[:-1])}",
    ev.Hastened: lambda r, e: f"{r.name(e.unit)} moves fast (die {e.die})",
    ev.Attacked: lambda r, e: f"{r.names(e.units)} attack {r.number(e.hex)}",
    ev.Combat: _tell_combat,
    ev.Disrupted: lambda r, e: f"{r.name(e.unit)} is disrupted ({e.cause})",
    ev.Eliminated: lambda r, e: f"{r.name(e.unit)} is eliminated ({e.cause})",
    ev.Aborted: lambda r, e: f"{r.name(e.unit)} turns away",
    ev.RetreatRolled: lambda r, e: f"{r.name(e.unit)} must retreat {e.die}",
    ev.Retreated: lambda r, e: f"{r.name(e.unit)} retreats {r.way(e.path)}",
    ev.Pursued: lambda r, e: f"{r.name(e.unit)} pursues {r.way(e.path)}",
    ev.Regrouped: lambda r, e: f"{r.name(e.unit)} regroups",
    ev.Resupplied: lambda r, e: f"Air supply regroups {r.names(e.units)}",
    ev.Worked: _tell_work,
    ev.RoadblockLost: lambda r, e: f"The roadblock in {r.number(e.hex)} is gone",
    ev.Rained: lambda r, e: "It rains",
    ev.Finished: _tell_finish,
}
