"""Chapter 4: the sequence of play, and the end of the battle."""

from __future__ import annotations

from typing import ClassVar

from ...core.game import Outcome, Table
from ...core.state import ELIMINATED, NOBODY, State
from ..events import Finished, PhaseBegan, TurnBegan
from .frames import BOMBARDED, TARGETED, Phase
from .set_up import SetUp, set_up_frame

DEFAULT_LEVELS = [(1, 0, "victory"), (0, NOBODY, "draw"), (-1, 1, "victory")]


class Sequence(SetUp):
    """Game turns of two player turns, each of a fixed list of phases."""

    game_turn: ClassVar[tuple[str, ...]] = ("first player turn", "second player turn", "game turn end")
    player_turn: ClassVar[tuple[str, ...]] = ("movement", "combat", "mobile-movement", "mobile-combat")
    """fm-folio:4.1.c: movement, combat, mobile movement, mobile combat."""

    def begin(self, state: State, table: Table) -> None:
        """fm-folio:2.3.1.f, fm-2023:3.0.b: the side named by the exclusive rules sets up first."""
        self.lay_out(state)
        self.begin_set_up(state, self.battle.set_up_order[0])
        self.settle(state, table)

    def lay_out(self, state: State) -> None:
        """What is fixed before anybody decides anything."""
        self.place_fixed(state)
        for hex_, side in self.battle.victory.get("control", {}).items():
            state.tracks[control_track(hex_)] = side

    def rearranged(self, state: State) -> None:
        """Counters have been put elsewhere by hand, for a study or a case."""

    def set_face(self, state: State, unit: int, words: list[str]) -> None:
        """Lay a counter as words say: depleted, step 2."""
        if "depleted" in words:
            state.step[unit] = 1
        if "step" in words:
            state.step[unit] = int(words[words.index("step") + 1]) - 1

    def begin_set_up(self, state: State, side: int) -> None:
        state.phase, state.active = "set-up", side
        state.frames = [set_up_frame(side)]

    def begin_turn(self, state: State, table: Table) -> None:
        """fm-folio:2.3.1.i and 4.1.t, fm-2023:4.1.d: the turn marker advances, both sides take markers."""
        state.turn += 1
        state.lists.pop("bombarded", None)
        table.tell(TurnBegan(state.turn))
        for side in (self.battle.first, 1 - self.battle.first):
            self.take_allotment(state, side, table)
        self.begin_player_turn(state, self.battle.first, table)

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        """fm-folio:4.1.a and r, fm-2023:4.1.c and m: first player, then second, through all phases."""
        state.active = side
        state.flags = [0] * len(state.flags)
        self.begin_phase(state, self.phases(state)[0], table)

    def phases(self, state: State) -> tuple[str, ...]:
        """The phases of the player turn under way."""
        return self.player_turn

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        state.phase = phase
        state.mover, state.spent = NOBODY, 0
        state.tracks["attacks"] = 0
        if phase not in ("movement", "mobile-movement"):
            keep = ~(TARGETED | BOMBARDED)
            state.flags = [flags & keep for flags in state.flags]
        state.frames = [Phase(phase, state.active)]
        table.tell(PhaseBegan(state.turn, state.active, phase))

    def end_phase(self, state: State, table: Table) -> None:
        if state.phase == "set-up":
            self._end_set_up(state, table)
            return
        self.mark_control(state, table)
        phases = self.phases(state)
        following = phases.index(state.phase) + 1
        if following < len(phases):
            self.begin_phase(state, phases[following], table)
        elif state.active == self.battle.first:
            self.begin_player_turn(state, 1 - state.active, table)
        else:
            self.end_turn(state, table)

    def _end_set_up(self, state: State, table: Table) -> None:
        first, second = self.battle.set_up_order
        if state.active == first:
            self.begin_set_up(state, second)
        else:
            self.begin_turn(state, table)

    def end_turn(self, state: State, table: Table) -> None:
        """fm-folio:4.0.b and 4.1.s, fm-2023:4.1.n: markers return; in the end victory is judged."""
        self.return_markers(state)
        if state.turn < self.battle.turns:
            self.begin_turn(state, table)
            return
        state.frames = []
        outcome = self.outcome(state)
        assert outcome is not None
        table.tell(Finished(outcome.winner, outcome.level, outcome.points))

    # Victory

    def mark_control(self, state: State, table: Table) -> None:
        """An objective belongs to the side that last held it at the end of a phase."""
        for hex_ in self.battle.victory.get("objectives", {}):
            for side in (0, 1):
                if state.occupied[side][hex_]:
                    state.tracks[control_track(hex_)] = side

    def victory_points(self, state: State) -> tuple[int, int]:
        """fm-folio:2.3.1.k: exclusive rules say what wins; here objectives held and steps destroyed."""
        points = [0, 0]
        for hex_, value in self.battle.victory.get("objectives", {}).items():
            track = control_track(hex_)
            if track in state.tracks:
                points[state.tracks[track]] += value
        per_step = self.battle.victory.get("step") or 0
        for counter in self.counters:
            lost = len(counter.steps) if state.at[counter.index] == ELIMINATED else state.step[counter.index]
            points[1 - counter.side] += per_step * lost
        return points[0], points[1]

    def outcome(self, state: State) -> Outcome | None:
        if state.frames:
            return None
        points = self.victory_points(state)
        return Outcome(*self.level(points[0] - points[1]), points)

    def level(self, margin: int) -> tuple[int, str]:
        """The winner and the level of victory by the first side's lead in points."""
        levels: list[tuple[int, int, str]] = self.battle.victory.get("levels") or DEFAULT_LEVELS
        return next(((side, name) for least, side, name in levels if margin >= least), levels[-1][1:])


def control_track(hex_: int) -> str:
    return f"control {hex_}"
