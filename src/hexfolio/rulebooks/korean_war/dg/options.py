"""Chapters 21 and 25: the early 26th Army, and the link with another battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from ....core.battle import Arrival
from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import REMOVED, WAITING, State
from ....core.steps import Step
from ..events import Announced
from .bombardment import BombardmentRange

LEVELS = ((31, "decisive victory"), (21, "tactical victory"), (10, "pyrrhic victory"), (0, "tactical defeat"))
FOLIO_JUNCTIONS = ("1807", "2210", "2304", "2308", "2311", "2808", "2908", "3603", "3702", "3703")
"""Road junctions of the linked folio battle, by its own numbers."""
FOLIO_ALLOTMENTS = {1: 8, 5: 7, 10: 6}
"""Printed allotments of the linked folio battle, as far as the example of the book shows them."""


class Options(BombardmentRange):
    """Choices made before play begins."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**BombardmentRange.verbs, "announce": ()}

    # Chapter 21

    def judge_announcement(self, state: State) -> Refusal | None:
        """kwb-dg:21.0.d: told before play begins, by the side that has the choice."""
        early = self.special.get("early")
        if not early or state.side_of[next(iter(early["turns"]))] != state.active or state.phase != "set-up":
            return self.refuse(
                "announce_time", "Early reinforcements are announced during set-up, if at all."
            )
        if "announced" in state.tracks:
            return self.refuse("announce_time", "The early reinforcements have been announced already.")
        return None

    def announce(self, state: State, table: Table) -> None:
        state.tracks["announced"] = 1
        table.tell(Announced(state.active))

    def due_turn(self, state: State, unit: int, arrival: Arrival) -> int:
        """kwb-dg:21.0.a and b: earlier than listed, or at all, only if it was announced."""
        early = self.special.get("early", {}).get("turns", {})
        if unit in early and "announced" in state.tracks:
            turn: int = early[unit]
            return turn
        return super().due_turn(state, unit, arrival)

    def begin_turn(self, state: State, table: Table) -> None:
        """kwb-dg:21.0.c: on the first turn of the early arrivals markers leave the pool for good."""
        early = self.special.get("early")
        if early and "announced" in state.tracks and state.turn + 1 == min(early["turns"].values()):
            side = state.side_of[next(iter(early["turns"]))]
            self.lose_markers(state, side, early["markers"], "early reinforcements", table)
        super().begin_turn(state, table)

    def judge_end_of_movement(self, state: State) -> Refusal | None:
        return super().judge_end_of_movement(state) or self.judge_together(state)

    def judge_together(self, state: State) -> Refusal | None:
        """kwb-dg:21.0.e: a group that is announced comes all together or not at all."""
        if "announced" not in state.tracks:
            return None
        for group in self.special.get("together", ()):
            late = [unit for unit in group if state.at[unit] == WAITING]
            come = any(state.at[unit] not in (WAITING, REMOVED) for unit in group)
            if late and come and state.side_of[group[0]] == state.active:
                due = self.arrivals(state)
                held = [unit for unit in late if unit in due and self.entry_ways(state, unit)]
                if held:
                    text = f"{', '.join(map(self.name, held))} must come on with the others."
                    return self.refuse("together", text)
        return None

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        if order.verb == "announce":
            return self.refuse("announce_time", "Early reinforcements are announced before play begins.")
        return super().refuse_verb(state, order, step)

    # Chapter 22

    def own_level(self, margin: int) -> str:
        """kwb-dg:22.0.a: the level a player reads from his own lead in points (ruling D32)."""
        return next((name for least, name in LEVELS if margin >= least), "decisive defeat")

    # Chapter 25

    def junctions_held(self, hexes: Iterable[str]) -> int:
        """kwb-dg:25.0.e: how many of the hexes are road junctions that count in the linked folio battle."""
        return sum(hex_ in FOLIO_JUNCTIONS for hex_ in hexes)

    def naktong_link(self, roll: int, junctions: int = 0) -> dict[str, Any]:
        """kwb-dg:25.0.b to e: what a die rolled in the linked folio battle brings there and costs here."""
        return {
            "markers": roll,
            "points": junctions - roll,
            "allotments": {turn: number + roll for turn, number in FOLIO_ALLOTMENTS.items()},
        }

    def victory_points(self, state: State) -> tuple[int, int]:
        """kwb-dg:25.0.d and e: the die is deducted, road junctions held in a victory there are added."""
        points = list(super().victory_points(state))
        options = self.battle.options
        link = self.naktong_link(int(options.get("naktong-die", 0)), int(options.get("naktong-junctions", 0)))
        points[self.communist] += link["points"]
        return points[0], points[1]
