"""Chapters 5.3.2 and 7.6: divisions that break down, and divisions that shrink to a regiment."""

from __future__ import annotations

from ....core.game import Table
from ....core.rulings import Refusal
from ....core.state import ELIMINATED, State
from ...events import Eliminated
from ...fire_and_movement.frames import Retreat
from ...fire_and_movement.retreat import Way
from ..events import Replaced
from ..stacks import crowd_track
from .supply import Supply

ASIAN = ("rok", "nk", "cn")


class Divisions(Supply):
    """ROK, North Korean and Chinese divisions have four levels; spare regiments are drawn blind."""

    def regiments_for(self, state: State, unit: int) -> list[int]:
        return self.spares_left(state, self.nation[unit])

    def draw_regiments(self, state: State, unit: int, table: Table) -> tuple[int, ...]:
        """kwb-train:5.3.2.b: three unnumbered regiments of its nationality, drawn at random."""
        return tuple(self.draw_spare(state, self.nation[unit], table) for _ in range(3))

    def draw_spare(self, state: State, nation: str, table: Table) -> int:
        """One unnumbered regiment, drawn blind; it is in use from now on."""
        left = self.spares_left(state, nation)
        spare = left[table.roll(len(left)) - 1]
        state.lists["spent"] = (*state.lists.get("spent", ()), spare)
        return spare

    def judge_break_nation(self, state: State, unit: int) -> Refusal | None:
        if state.phase == "set-up":
            allowed = self.special.get("breakdown-set-up", ())
            if self.nation[unit] in allowed and self.post_of(state, unit) >= 0:
                return None
            return self.refuse("breakdown_set_up", f"{self.name(unit)} may not be broken up at set-up.")
        if self.nation[unit] not in ASIAN or state.at[unit] < 0:
            return self.refuse("breakdown", f"{self.name(unit)} may not be broken down.")
        return None

    def judge_break_in_play(self, state: State, unit: int) -> Refusal | None:
        """kwb-train:5.3.2.a: at the start of the owner's movement phase."""
        if not self.at_the_start(state):
            return self.refuse(
                "breakdown_time", "Divisions break down at the start of the movement phase only."
            )
        return self.judge_break(state, unit)

    def break_in_play(self, state: State, unit: int, table: Table) -> None:
        """kwb-train:5.3.2.c and e: all three stand in its hex, and must part before the phase ends."""
        hex_ = state.at[unit]
        for regiment in self.break_down(state, unit, table)[1:]:
            state.put(regiment, hex_)
        state.tracks[crowd_track(state.active)] = 1

    def lose_step(self, state: State, unit: int, cause: str, table: Table) -> None:
        """kwb-train:7.6.b: a depleted division goes to the deadpile, a full regiment takes its place."""
        shrinks = (
            self.is_division(unit)
            and self.nation[unit] in ASIAN
            and state.step[unit] + 1 >= len(self.counters[unit].steps)
            and bool(self.spares_left(state, self.nation[unit]))
        )
        if not shrinks:
            super().lose_step(state, unit, cause, table)
            return
        hex_, done = state.at[unit], state.flags[unit]
        state.put(unit, ELIMINATED)
        table.tell(Eliminated(unit, cause))
        regiment = self.draw_spare(state, self.nation[unit], table)
        state.put(regiment, hex_)
        state.flags[regiment] = done
        self.take_over(state, unit, regiment)
        table.tell(Replaced(unit, (regiment,)))

    def finish_way(self, state: State, retreat: Retreat, unit: int, way: Way, table: Table) -> None:
        """kwb-train:7.6.b: the regiment in a division's place loses the steps that its way still costs."""
        spent, rest = len(state.lists.get("spent", ())), way.losses - self.steps_left(state, unit)
        super().finish_way(state, retreat, unit, way, table)
        for regiment in state.lists.get("spent", ())[spent:]:
            self.take_over(state, unit, regiment)
            for _ in range(rest):
                self.lose_step(state, regiment, "retreat", table)

    def steps_left(self, state: State, unit: int) -> int:
        return len(self.counters[unit].steps) - state.step[unit]

    def take_over(self, state: State, unit: int, regiment: int) -> None:
        """The regiment stands for its division in whatever is under way: losses, retreats, advances."""

        def swapped(value: object) -> object:
            if isinstance(value, tuple):
                return tuple(regiment if item == unit else item for item in value)
            return value

        for position, frame in enumerate(state.frames):
            changes = {
                name: swapped(getattr(frame, name))
                for name in ("units", "attackers", "defenders", "involved")
                if hasattr(frame, name)
            }
            if changes:
                state.frames[position] = frame._replace(**changes)  # type: ignore[attr-defined]
        for name in ("doubled", "emergency"):
            if unit in state.lists.get(name, ()):
                state.lists[name] = tuple(regiment if u == unit else u for u in state.lists[name])
