"""Chapter 4: the sequence of play."""

from __future__ import annotations

from typing import ClassVar

from ...core.game import Table
from ...core.state import State
from ..events import PhaseBegan, TurnBegan
from .frames import ATTACKED, CROWDED, DEFENDED, FELL_BACK, Checks, Phase
from .setting_up import SettingUp


class Sequence(SettingUp):
    """Two player turns of phases in a fixed order."""

    airborne_turn: ClassVar[tuple[str, ...]] = (
        "landing", "engineering", "movement", "strikes", "attack", "regroup",
    )  # fmt: skip
    """para:4.2.a: after the command point and reinforcement phases, in which nothing is decided freely."""

    def begin_turn(self, state: State, table: Table) -> None:
        """para:4.0.a, 4.2.e: the airborne player turn comes first."""
        state.turn += 1
        table.tell(TurnBegan(state.turn))
        self.begin_player_turn(state, self.airborne_side, table)

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        """para:4.2.a and b, 5.2.a, 25.2.ae: rain ends; command points, reinforcements, then the phases."""
        state.active = side
        state.flags = [0] * len(state.flags)
        state.lists.pop("adrift", None)
        for name in ("supplies", "planning", "rain"):
            state.tracks.pop(name, None)
        self.reset_command(state, side, table)
        self.begin_phase(state, self.phases(state)[0], table)
        self.call_reinforcements(state, side, table)

    def phases(self, state: State) -> tuple[str, ...]:
        """para:4.2.a and b: the defender has no landing phase."""
        return self.airborne_turn if state.active == self.airborne_side else self.airborne_turn[1:]

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        state.phase = phase
        state.mover, state.spent = -1, 0
        for name in ("haste", "moves", "ranged paid", "strikes paid", "naval paid", "loosened"):
            state.tracks.pop(name, None)
        for name in [track for track in state.tracks if track.startswith(("airstrike ", "naval "))]:
            del state.tracks[name]
        for name in ("tried", "turned away"):
            state.lists.pop(name, None)
        state.cache.clear()
        state.frames = [Phase(phase, state.active)]
        table.tell(PhaseBegan(state.turn, state.active, phase))

    def end_phase(self, state: State, table: Table) -> None:
        """para:7.1.a, 23.6.4.c: what is checked when a phase closes."""
        state.cache.clear()
        if state.phase == "landing":
            self.settle_assaults(state, table)
            self.leave_undropped(state)
        if state.phase == "movement":
            self.put_off(state)
            if state.active == self.airborne_side:
                self.scout(state, table)
        if state.phase in ("landing", "movement", "attack"):
            self.punish_crowds(state, table)
            self._forget(state)
        if self.sudden_death(state, table):
            return
        phases = self.phases(state)
        following = phases.index(state.phase) + 1
        if following < len(phases):
            self.begin_phase(state, phases[following], table)
        elif state.active == self.airborne_side:
            self.begin_player_turn(state, self.defending_side, table)
        elif state.turn < self.battle.turns:
            self.begin_turn(state, table)
        else:
            self.finish(state, table)

    def _forget(self, state: State) -> None:
        """What units did in a phase does not matter in the next, but for engineering work."""

        keep = ~(CROWDED | DEFENDED | FELL_BACK | ATTACKED)
        state.flags = [flags & keep for flags in state.flags]

    def begin_checks(self, state: State) -> None:
        """para:6.2.d: when all are placed the landing checks begin."""
        state.frames.append(Checks("checks", state.active))
