"""Chapter 16: hidden units and dummies."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from ....core.dice import draw
from ....core.events import Event
from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import REMOVED, WAITING, State
from ....core.steps import Step
from ...fire_and_movement.sequence import control_track
from ..events import Stirred, Unmasked
from ..stacks import crowd_track
from .rebuilding import Rebuilding

_FLAG_DRAWS = 1 << 40
"""Draws of the seed that give flags their numbers; far beyond those that dice use."""


class Hidden(Rebuilding):
    """One side may set units up face down, with five dummies among them."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**Rebuilding.verbs, "hide": ("unit",), "show": ("unit",)}

    def hidden(self, state: State) -> tuple[int, ...]:
        """Counters that lie face down."""
        return state.lists.get("hidden", ())

    def is_hidden(self, state: State, unit: int) -> bool:
        return unit in self.hidden(state)

    # Set-up

    def judge_hide(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:16.0.a, g and m: leg units below division, no two real ones next to each other."""
        name = self.name(unit)
        if self.nation[unit] != "nk":
            return self.refuse("hide", "Only North Korean units are hidden.")
        if state.side_of[unit] != state.active or state.at[unit] < 0:
            return self.refuse("hide", f"{name} is not a unit of yours on the map.")
        if self.mobile[unit]:
            return self.refuse("hide", f"{name} is mobile: only leg units are hidden.")
        if self.is_division(unit):
            return self.refuse("hide_division", f"{name} is a division: it is not hidden.")
        if unit in self.hidden(state):
            return self.refuse("hide", f"{name} is hidden already.")
        return self._judge_apart(state, unit, state.at[unit])

    def _judge_apart(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-dg:16.0.g: hidden real units keep away from each other (ruling D23)."""
        for other in self.hidden(state):
            if other != unit and self.is_real(other) and self.grid.distance(state.at[other], hex_) == 1:
                text = f"{self.name(unit)} may not be hidden next to another hidden unit."
                return self.refuse("hide_apart", text, hex_, state.at[other])
        return None

    def judge_show(self, state: State, unit: int) -> Refusal | None:
        if unit in self.hidden(state) and self.is_real(unit) and state.side_of[unit] == state.active:
            return None
        return self.refuse("hide", f"{self.name(unit)} is not a hidden unit of yours.")

    def hide(self, state: State, unit: int) -> None:
        state.lists["hidden"] = tuple(sorted((*self.hidden(state), unit)))

    def show(self, state: State, unit: int) -> None:
        state.lists["hidden"] = tuple(other for other in self.hidden(state) if other != unit)

    def place(self, state: State, unit: int, hex_: int) -> None:
        """kwb-dg:16.0.e: dummies are always face down."""
        super().place(state, unit, hex_)
        if self.dummy[unit] and unit not in self.hidden(state):
            self.hide(state, unit)

    def has_room(self, state: State, unit: int, hex_: int, leaving: int = -1) -> bool:
        """kwb-dg:27.0.p and 28.0.k: at set-up a dummy shares a hex with any unit (ruling D23)."""
        if state.phase == "set-up":
            if self.dummy[unit]:
                return True
            if any(self.dummy[other] for other in state.stacks.get(hex_, ())):
                others = [o for o in state.stacks[hex_] if o != unit and not self.dummy[o]]
                return len(others) < 2 and not (self.big[unit] and any(self.big[o] for o in others))
        return super().has_room(state, unit, hex_, leaving)

    def judge_area(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-dg:27.0.p, 28.0.k: dummies stand with other units or next to set-up hexes."""
        if not self.dummy[unit]:
            return super().judge_area(state, unit, hex_)
        name, number, side = self.name(unit), self.number(hex_), state.active
        if self.special.get("dummies", {}).get("apart") and self.next_to(state, 1 - side, hex_):
            text = f"{name} may not set up in {number}: an enemy unit is next to it."
            return self.refuse("set_up_dummy", text, hex_)
        posts = {state.at[u] for u in self.side_counters[side] if state.at[u] >= 0 and self.is_real(u)}
        if hex_ in posts or not posts.isdisjoint(self.grid.around(hex_)):
            return None
        return self.refuse(
            "set_up_dummy", f"{name} may not set up in {number}: no unit of its side is near.", hex_
        )

    def judge_neighbours(self, state: State, unit: int, hex_: int) -> Refusal | None:
        refusal = super().judge_neighbours(state, unit, hex_)
        if refusal is None and unit in self.hidden(state) and self.is_real(unit):
            return self._judge_apart(state, unit, hex_)
        return refusal

    def has_choice(self, state: State) -> bool:
        return super().has_choice(state) or (
            any(self.dummy)
            and any(self.judge_hide(state, unit) is None for unit in self.side_counters[state.active])
        )

    def accept(self, state: State) -> None:
        """By default some units are hidden among the dummies."""
        super().accept(state)
        for unit in self.side_counters[state.active]:
            if "hidden" in self.counters[unit] and self.judge_hide(state, unit) is None:
                self.hide(state, unit)

    def leave_out(self, state: State) -> None:
        super().leave_out(state)
        if state.active == self.communist:
            self.raise_flags(state)
            if self.crowded(state, state.active):
                state.tracks[crowd_track(state.active)] = 1

    def raise_flags(self, state: State) -> None:
        """Number the flags in an order that nobody can read anything from."""
        chosen = sorted(self.hidden(state), key=lambda unit: draw(state.seed, _FLAG_DRAWS + unit, 1 << 60))
        if chosen:
            state.lists["flags"] = tuple(chosen)

    def set_face(self, state: State, unit: int, words: list[str]) -> None:
        super().set_face(state, unit, words)
        self.show(state, unit)
        if "hidden" in words:
            self.hide(state, unit)

    def rearranged(self, state: State) -> None:
        super().rearranged(state)
        state.lists["hidden"] = tuple(unit for unit in self.hidden(state) if state.at[unit] >= 0)
        for unit in range(len(self.counters)):
            if self.dummy[unit] and state.at[unit] >= 0 and unit not in self.hidden(state):
                self.hide(state, unit)
        self.raise_flags(state)

    # Play

    def judge_attacker_status(self, state: State, unit: int) -> Refusal | None:
        """Ruling D25: a dummy cannot attack."""
        if self.dummy[unit]:
            return self.refuse("dummy_attack", f"{self.name(unit)} is a dummy: it cannot attack.")
        return super().judge_attacker_status(state, unit)

    def targets(self, state: State) -> list[int]:
        """In the order of the map, which tells nothing about what is hidden."""
        return sorted(super().targets(state))

    def bombardment_targets(self, state: State) -> list[int]:
        return sorted(super().bombardment_targets(state))

    def covered(self, state: State, hex_: int) -> bool:
        return any(unit in self.hidden(state) for unit in state.stacks.get(hex_, ()))

    def uncover(self, state: State, units: tuple[int, ...], table: Table) -> None:
        """kwb-dg:16.0.i and j: what is attacked or attacks is turned face up; a dummy is gone (D21)."""
        for unit in units:
            if unit not in self.hidden(state):
                continue
            self.show(state, unit)
            table.tell(Unmasked(unit, state.at[unit]))
            if self.dummy[unit]:
                self.eliminate(state, unit, "dummy", table)
        state.cache.clear()

    def capture(self, state: State, hex_: int, side: int, table: Table) -> None:
        """A hidden unit that takes a hex that matters shows itself: the enemy sees who holds it."""
        if state.tracks.get(control_track(hex_)) != side:
            self.uncover(state, tuple(unit for unit in state.stacks[hex_] if self.is_real(unit)), table)
        super().capture(state, hex_, side, table)

    def seems_held(self, state: State, side: int, hex_: int) -> bool:
        """Until the battle is over a flag may be a unit."""
        return bool(state.occupied[side][hex_]) if state.frames else super().seems_held(state, side, hex_)

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        """What is lost lies face up in the deadpile, and its flag is gone from the map."""
        if unit in self.hidden(state):
            self.show(state, unit)
            table.tell(Unmasked(unit, state.at[unit]))
        super().eliminate(state, unit, cause, table)

    def lose_step(self, state: State, unit: int, cause: str, table: Table) -> None:
        """A unit that is hit shows itself."""
        self.uncover(state, (unit,), table)
        super().lose_step(state, unit, cause, table)

    def rebuild(self, state: State, unit: int, table: Table) -> None:
        self.uncover(state, (unit,), table)
        super().rebuild(state, unit, table)

    def friendly_fire(self, state: State, hex_: int) -> tuple[int, ...]:
        """Shells that fall short hit real units."""
        units = [unit for unit in state.on_map(state.active) if self.is_real(unit)]
        nearest = self.nearest(hex_, [state.at[unit] for unit in units])
        return tuple(unit for unit in units if state.at[unit] in nearest)

    def told(self, state: State, event: Event) -> Event:
        """What a counter does that lies face down is told without saying which it is."""
        unit = event.unit  # type: ignore[attr-defined]
        if unit not in self.hidden(state):
            return event
        flag = state.lists["flags"].index(unit) + 1
        path = event.path  # type: ignore[attr-defined]
        return Stirred(state.side_of[unit], flag, type(event).__name__.lower(), path)

    # What is seen

    def sees(self, side: int | None) -> bool:
        """Does this side know what lies under the flags?"""
        return side == self.communist

    def counters_seen(self, state: State, side: int | None) -> dict[str, list[Any]]:
        """kwb-dg:16.0.b: the other side does not see hidden counters; `flags` says where some are."""
        seen = super().counters_seen(state, side)
        if state.phase == "set-up" and side != state.active:
            return seen
        hidden = self.hidden(state)
        if self.sees(side):
            for unit in hidden:
                place, step, status = seen[self._names[unit]]
                seen[self._names[unit]] = [place, step, [*status, "hidden"]]
            return seen
        for unit in self.side_counters[self.communist]:
            if unit in hidden or (self.dummy[unit] and state.at[unit] in (WAITING, REMOVED)):
                del seen[self._names[unit]]
        return seen

    def flags_seen(self, state: State) -> dict[str, list[Any]]:
        """By number: where a hidden counter is, and what it has done."""
        hidden, numbers = self.hidden(state), self._numbers
        return {
            str(number): [numbers[state.at[unit]], self._status[state.flags[unit] & 15]]
            for number, unit in enumerate(state.lists.get("flags", ()), 1)
            if unit in hidden
        }

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        view = super().view(state, side)
        view["flags"] = {} if state.phase == "set-up" else self.flags_seen(state)
        if not self.sees(side) and view["asked"]:
            hidden = {self.name(unit) for unit in self.hidden(state)}
            units = [name for name in view["asked"]["units"] if name not in hidden]
            view["asked"] = {**view["asked"], "units": units}
        if not self.sees(side) and state.mover in self.hidden(state):
            flag = state.lists["flags"].index(state.mover) + 1
            view["moving"] = {**view["moving"], "unit": f"?{flag}"}
        return view

    def imagine(self, state: State, side: int | None, random: Random) -> State:
        """Deal the hidden counters anew: those that exert a zone among themselves, and the others."""
        twin = super().imagine(state, side, random)
        if state.phase != "set-up" and not self.sees(side):
            for zone in (True, False):
                self._deal(twin, [u for u in self.hidden(state) if self.has_zone[u] is zone], random)
        return twin

    def _deal(self, twin: State, units: list[int], random: Random) -> None:
        places = [(twin.at[unit], twin.flags[unit]) for unit in units]
        dealt = units[:]
        random.shuffle(dealt)
        for unit, (place, status) in zip(dealt, places, strict=True):
            twin.put(unit, place)
            twin.flags[unit] = status
        new = dict(zip(units, dealt, strict=True))
        twin.mover = new.get(twin.mover, twin.mover)
        if flags := twin.lists.get("flags"):
            twin.lists["flags"] = tuple(new.get(unit, unit) for unit in flags)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        if order.verb in ("hide", "show"):
            return self.refuse("hide", "Units are hidden during set-up only.")
        return super().refuse_verb(state, order, step)
