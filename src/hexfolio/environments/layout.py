"""Where every action and every part of an observation lies; the same for all games of a battle and book."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hexfolio.core.game import Rules
from hexfolio.core.orders import OFF_MAP
from hexfolio.core.steps import StepRules

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

SLOTS = 32
"""Numbered slots for orders that no hex stands for."""

GENERAL = (
    "asked", "second stage", "further page", "turn", "active", "phase", "own points", "enemy points",
    "own markers", "own marker values", "enemy markers", "standing",
)  # fmt: skip
COUNTER = (
    "seen", "on map", "column", "row", "owner", "steps left", "first value", "second value", "last value",
    "acted", "asked", "in combat", "moving", "gone", "unsupplied",
)  # fmt: skip
HEX = (
    "own strength", "enemy strength", "own counters", "enemy counters", "hidden counters", "objective",
    "held", "asked", "in combat", "marked",
)  # fmt: skip
SLOT = ("column", "row", "markers", "number")
"""What is said of a numbered slot besides its verb and its counters."""


class Layout:
    """Actions and observations of one battle under one book, as numbers.

    Actions of the first stage: a counter, a hex, or a verb that needs neither. Of the second stage: the hex
    in which an order ends (the one after the last hex is off the map), a numbered slot, or the next page.
    """

    def __init__(self, rules: Rules, slots: int = SLOTS) -> None:
        if slots < 1:
            raise ValueError("An environment needs at least one numbered slot.")
        battle = rules.battle
        self.counters = len(battle.counters)
        self.hexes = battle.board.grid.size
        self.verbs = tuple(sorted(rules.notation.verbs))
        self.decisions = tuple(sorted(rules.steps)) if isinstance(rules, StepRules) else ()
        self.slots = slots
        centres = np.array([battle.board.grid.centre(hex_) for hex_ in range(self.hexes)], np.float32)
        span = np.maximum(np.ptp(centres, axis=0), 1e-6)
        self.places: Floats = ((centres - centres.min(axis=0)) / span).astype(np.float32)
        """Column and row of every hex, from 0 to 1 across the map."""

        self.first_hex = self.counters
        self.first_verb = self.first_hex + self.hexes
        self.first_goal = self.first_verb + len(self.verbs)
        self.first_slot = self.first_goal + self.hexes + 1
        self.next_page = self.first_slot + slots
        self.actions = self.next_page + 1

        self.shapes: dict[str, tuple[int, ...]] = {
            "general": (len(GENERAL),),
            "decision": (len(self.decisions),),
            "counters": (self.counters, len(COUNTER)),
            "hexes": (self.hexes, len(HEX)),
            "subject": (self.first_goal,),
            "slots": (slots, len(SLOT) + len(self.verbs) + self.counters),
        }
        self.parts: dict[str, slice] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            self.parts[name] = slice(self.size, self.size + prod(shape))
            self.size += prod(shape)

    def part(self, observation: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
        """A part of an observation in its own shape; writing to it writes to the observation."""
        return observation[self.parts[name]].reshape(self.shapes[name])

    def goal(self, hex_: int) -> int:
        """The action of the second stage that stands for an order which ends in a hex."""
        return self.first_goal + (self.hexes if hex_ == OFF_MAP else hex_)

    def meaning(self, action: int) -> tuple[str, int]:
        """What an action stands for: its kind, and the number of the counter, hex, verb or slot."""
        for kind, first in (
            ("page", self.next_page),
            ("slot", self.first_slot),
            ("goal", self.first_goal),
            ("verb", self.first_verb),
            ("hex", self.first_hex),
        ):
            if action >= first:
                return kind, action - first
        return "counter", action
