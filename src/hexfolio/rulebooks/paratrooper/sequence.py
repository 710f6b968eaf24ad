"""Chapters 3, 4, 15.2, 17 and 21: set-up, sequence of play, regrouping, victory."""

from __future__ import annotations

from typing import ClassVar

from ...core.game import Outcome, Table
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, REMOVED, WAITING, State
from .entry import Entry
from .events import Deployed, Finished, PhaseBegan, Regrouped, Resupplied, Rolled, TurnBegan
from .frames import ATTACKED, CROWDED, DEFENDED, FELL_BACK, Checks, Phase, SetUp
from .scenario import Stage

LEVELS = ((41, "strategic victory"), (26, "operational victory"), (11, "tactical victory"))
"""para:24.4.g, 25.4.f, ruling RP-01: the least difference of each level; below them it is a draw."""

SUDDEN = "decisive victory"
FIRST_SUDDEN = 2
"""The turn from which a battle may end at once."""


class Sequence(Entry):
    """Two player turns of phases in a fixed order."""

    airborne_turn: ClassVar[tuple[str, ...]] = (
        "landing", "engineering", "movement", "strikes", "attack", "regroup",
    )  # fmt: skip
    """para:4.2.a: after the command point and reinforcement phases, in which nothing is decided freely."""

    # Chapter 3: set-up

    def begin(self, state: State, table: Table) -> None:
        """para:3.0.a, 24.1.a: the side that the battle names sets up first."""
        self.begin_stage(state, self.battle.set_up_order[0], 0, table)
        self.settle(state, table)

    def stages(self, side: int) -> tuple[Stage, ...]:
        stages: dict[int, tuple[Stage, ...]] = self.special.get("set-up-stages", {})
        return stages.get(side, ())

    def begin_stage(self, state: State, side: int, place: int, table: Table) -> None:
        """para:24.1.b, 25.1.c to g: dice say how many; units may be drawn at random."""
        state.phase, state.active = "set-up", side
        stages = self.stages(side)
        if place >= len(stages):
            self.end_set_up(state, side, table)
            return
        stage = stages[place]
        count = 0
        if stage.kind in ("fog", "disrupt") or stage.drawn:
            die = table.roll()
            table.tell(Rolled(side, f"set-up, {stage.kind}", die))
            count = die + stage.add
        if stage.kind == "fog":
            count = self.draw_fog(state, count, table)
        if stage.drawn:
            self._draw_units(state, stage, count, table)
        state.frames = [SetUp("set-up", side, place, count)]

    def _draw_units(self, state: State, stage: Stage, count: int, table: Table) -> None:
        left = [unit for unit in self.contingent(stage.contingent) if state.at[unit] == WAITING]
        drawn: tuple[int, ...] = ()
        for _ in range(min(count, len(left))):
            drawn = (*drawn, left.pop(table.roll(len(left)) - 1))
        state.lists["drawn"] = drawn

    def stage_units(self, state: State, frame: SetUp) -> list[int]:
        """Units that the stage is about."""
        stage = self.stages(frame.side)[frame.stage]
        if stage.kind == "fog":
            return []
        units = list(state.lists.get("drawn", ())) if stage.drawn else self.contingent(stage.contingent)
        if stage.kind == "disrupt":
            return [unit for unit in units if state.at[unit] >= 0 and not self.is_disrupted(state, unit)]
        return units

    def judge_place(self, state: State, frame: SetUp, unit: int, hex_: int) -> Refusal | None:
        """para:24.1.c and d, 25.1.d, f, h and i: in the area, within stacking."""
        stage = self.stages(frame.side)[frame.stage]
        name, number = self.name(unit), self.number(hex_)
        if stage.kind != "place" or unit not in self.stage_units(state, frame):
            return self.refuse("set_up", f"{name} does not set up now.")
        if self.is_closed(hex_) or not self.battle.key.hex_cost(
            self.board, hex_, self.counters[unit].mobility
        ):
            return self.refuse(
                "set_up", f"{name} may not set up in {number}: the terrain is closed to it.", hex_
            )
        if stage.hexes and hex_ not in stage.hexes:
            text = f"{name} may not set up in {number}: it is not in its area."
            return self.refuse(self.own("set_up_area", unit), text, hex_)
        others = [other for other in self.counted(state, frame.side, hex_) if other != unit]
        if self.parted([*others, unit]):
            return self.refuse(
                "apart", f"{name} may not set up in {number} together with {self.names(others)}.", hex_
            )
        if not self.room_for(state, unit, hex_):
            return self.refuse(
                "set_up_stacking", f"{name} may not set up in {number}: the hex is full.", hex_
            )
        return None

    def judge_stage_over(self, state: State, frame: SetUp) -> Refusal | None:
        stage = self.stages(frame.side)[frame.stage]
        if stage.kind == "fog" and state.lists.get("unplaced"):
            left = len(state.lists["unplaced"])
            return self.refuse("set_up", f"{left} fog of war counters are still to be placed.")
        if stage.kind == "place":
            left_out = [unit for unit in self.stage_units(state, frame) if state.at[unit] == WAITING]
            if left_out:
                return self.refuse("set_up", f"Still to be placed: {self.names(left_out)}.")
        if stage.kind == "disrupt" and frame.number and self.stage_units(state, frame):
            rule = self.own("set_up_disrupted", self.stage_units(state, frame)[0])
            return self.refuse(rule, f"{frame.number} units more begin the battle disrupted.")
        return None

    def end_set_up(self, state: State, side: int, table: Table) -> None:
        table.tell(Deployed(side))
        first, second = self.battle.set_up_order
        if side == first and self.stages(second):
            self.begin_stage(state, second, 0, table)
        else:
            self.begin_turn(state, table)

    # Chapter 4

    def begin_turn(self, state: State, table: Table) -> None:
        """para:4.0.a, 4.2.e: the airborne player turn comes first."""
        state.turn += 1
        table.tell(TurnBegan(state.turn))
        self.begin_player_turn(state, self.airborne_side, table)

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        """para:4.2.a and b, 5.2.a, 25.2.ae: rain ends; command points, reinforcements, then the phases."""
        state.active = side
        state.flags = [0] * len(state.flags)
        if side == self.airborne_side:
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

    # Chapter 15.2

    def judge_regroup(self, state: State, unit: int) -> Refusal | None:
        """para:9.8.a, 15.2.a to c: a disrupted unit, for a command point."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_unit(state, unit):
            return self.refuse("regroup", f"{name} is not a unit of yours on the map.")
        if not self.is_disrupted(state, unit):
            return self.refuse("regroup", f"{name} is not disrupted.")
        return self.judge_price(state, state.active, "regroup", "Regrouping")

    def regroup(self, state: State, unit: int, table: Table) -> None:
        self.pay(state, state.active, "regroup", table)
        state.step[unit] = 0
        table.tell(Regrouped(unit))

    def resupply(self, state: State, unit: int, table: Table) -> None:
        """para:18.3.1.a and b: all of them, and the marker is gone."""
        self.pay(state, state.active, "resupply", table)
        units = tuple(self.helped(state, unit))
        for other in units:
            state.step[other] = 0
        state.put(unit, REMOVED)
        table.tell(Resupplied(unit, units))

    # Chapter 21

    def objectives(self) -> dict[int, int]:
        """Objective hexes and what they are worth."""
        hexes: dict[int, int] = self.battle.victory.get("objectives", {})
        return hexes

    def holds(self, state: State, side: int, hex_: int, fog: bool = True) -> bool:
        """para:2.8.b, rulings RP-03: a unit is inside; fog counters that lie open do at the end."""
        return any(fog or not self.is_fog[unit] for unit in self.units_in(state, side, hex_))

    def sudden_death(self, state: State, table: Table) -> bool:
        """para:21.1.a, 24.4.a and b, ruling RP-04: all objectives held, no enemy unit left, from turn 2."""
        if state.turn < FIRST_SUDDEN or not self.objectives() or state.phase == "set-up":
            return False
        for side in (0, 1):
            left = any(
                state.at[unit] >= 0 and self.is_ground[unit] and not self.is_fog[unit]
                for unit in self.side_counters[1 - side]
            )
            if not left and all(self.holds(state, side, hex_, fog=False) for hex_ in self.objectives()):
                state.tracks["sudden"] = side
                self.finish(state, table)
                return True
        return False

    def victory_points(self, state: State) -> tuple[int, int]:
        """para:21.2.a, 24.4.c to e, 25.4.b to d, rulings RP-05, RP-06 and RP-08."""
        points = [0, 0]
        for hex_, value in self.objectives().items():
            for side in (0, 1):
                if self.holds(state, side, hex_):
                    points[side] += value
        for counter in self.counters:
            if state.at[counter.index] == ELIMINATED:
                points[1 - counter.side] += self.worth(counter.index)
        points[self.airborne_side] += 2 * len(state.lists.get("freed", ()))
        return points[0], points[1]

    def worth(self, unit: int) -> int:
        """What the enemy gets for a counter that was eliminated."""
        if self.counters[unit].side == self.airborne_side:
            return 1 if self.has(unit, "airstrike") else 2 * self.is_ground[unit]
        if self.is_fog[unit]:
            return {"leader": 2, "depot": 1}.get(
                next(iter(self.counters[unit].traits & {"leader", "depot"}), ""), 0
            )
        return 1

    def level(self, margin: int) -> tuple[int, str]:
        """para:21.2.b and c, ruling RP-02: the side ahead, and the level for the difference."""
        for least, name in LEVELS:
            if abs(margin) >= least:
                return (0 if margin > 0 else 1), name
        return -1, "draw"

    def outcome(self, state: State) -> Outcome | None:
        if state.frames or not state.turn:
            return None
        points = self.victory_points(state)
        if "sudden" in state.tracks:
            return Outcome(state.tracks["sudden"], SUDDEN, points)
        return Outcome(*self.level(points[0] - points[1]), points)

    def finish(self, state: State, table: Table) -> None:
        """para:4.2.e: after the last turn victory is judged."""
        state.frames = []
        outcome = self.outcome(state)
        assert outcome is not None
        table.tell(Finished(outcome.winner, outcome.level, outcome.points))
