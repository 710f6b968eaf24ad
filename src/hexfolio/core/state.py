"""The position as plain data: cheap to copy, exact in JSON, comparable, with a stable hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

WAITING, ELIMINATED, EXITED, REMOVED = -1, -2, -3, -4
"""Where a counter is when it is not on the map; a removed one has left play without being lost."""
NOBODY = -1
"""In the place of a counter: none."""

Frame = tuple[Any, ...]
"""A step of the game that is under way; its first field names the step."""


class State:
    """Counters and where they are, markers, tracks, and the stack of steps under way.

    `stacks`, `occupied`, `zones`, `adjacent` and `cache` repeat what the rest says, for speed; they are
    neither saved nor compared.
    """

    __slots__ = (
        "active", "adjacent", "at", "cache", "draws", "flags", "frames", "hands", "lists", "mover",
        "occupied", "phase", "pools", "seed", "side_of", "spent", "stacks", "step", "tracks", "turn", "zones",
    )  # fmt: skip

    def __init__(self, side_of: Sequence[int], hexes: int, seed: int = 0) -> None:
        count = len(side_of)
        self.side_of = tuple(side_of)
        self.turn = 0
        self.phase = ""
        self.active = 0
        self.mover = NOBODY
        self.spent = 0
        self.seed = seed
        self.draws = 0
        self.at = [WAITING] * count
        self.step = [0] * count
        self.flags = [0] * count
        self.frames: list[Frame] = []
        self.hands: list[list[int]] = [[], []]
        self.pools: list[list[int]] = [[], []]
        self.tracks: dict[str, int] = {}
        self.lists: dict[str, tuple[int, ...]] = {}
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.occupied = [bytearray(hexes), bytearray(hexes)]
        self.zones: list[bytes | None] = [None, None]
        self.adjacent: list[bytes | None] = [None, None]
        self.cache: dict[Any, Any] = {}

    def copy(self) -> State:
        other = State.__new__(State)
        other.side_of = self.side_of
        other.turn = self.turn
        other.phase = self.phase
        other.active = self.active
        other.mover = self.mover
        other.spent = self.spent
        other.seed = self.seed
        other.draws = self.draws
        other.at = self.at[:]
        other.step = self.step[:]
        other.flags = self.flags[:]
        other.frames = self.frames[:]
        other.hands = [self.hands[0][:], self.hands[1][:]]
        other.pools = [self.pools[0][:], self.pools[1][:]]
        other.tracks = self.tracks.copy()
        other.lists = self.lists.copy()
        other.stacks = self.stacks.copy()
        other.occupied = [self.occupied[0][:], self.occupied[1][:]]
        other.zones = self.zones[:]
        other.adjacent = self.adjacent[:]
        other.cache = {}
        return other

    def put(self, counter: int, place: int) -> None:
        """Move a counter to a hex, or off the map (`WAITING`, `ELIMINATED`, `EXITED`, `REMOVED`)."""
        side = self.side_of[counter]
        stacks, occupied = self.stacks, self.occupied[side]
        old = self.at[counter]
        if old >= 0:
            if len(stacks[old]) == 1:
                del stacks[old]
            else:
                stacks[old] = tuple(other for other in stacks[old] if other != counter)
            occupied[old] -= 1
        if place >= 0:
            stacks[place] = (*stacks[place], counter) if place in stacks else (counter,)
            occupied[place] += 1
        self.at[counter] = place
        self.zones[side] = self.adjacent[side] = None

    def changed(self, counter: int) -> None:
        """A counter's step or status changed in a way that may touch its zone of control."""
        self.zones[self.side_of[counter]] = None

    def on_map(self, side: int) -> list[int]:
        """Counters of a side on the map, in the order of the roster."""
        at = self.at
        return [counter for counter, owner in enumerate(self.side_of) if owner == side and at[counter] >= 0]

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "active": self.active,
            "mover": self.mover,
            "spent": self.spent,
            "seed": self.seed,
            "draws": self.draws,
            "at": self.at[:],
            "step": self.step[:],
            "flags": self.flags[:],
            "frames": [_plain(frame) for frame in self.frames],
            "hands": [hand[:] for hand in self.hands],
            "pools": [pool[:] for pool in self.pools],
            "tracks": dict(self.tracks),
            "lists": {name: list(values) for name, values in self.lists.items()},
            "stacks": [list(stack) for _, stack in sorted(self.stacks.items())],
        }

    @classmethod
    def from_json(
        cls, data: dict[str, Any], side_of: Sequence[int], hexes: int, frame: Callable[[list[Any]], Frame]
    ) -> State:
        """The state that `to_json` wrote; `frame` turns a list back into the frame it was.

        Raises ValueError where the numbers are not those of such a battle, for files come from strangers.
        """
        _check(data, len(side_of), hexes)
        state = cls(side_of, hexes, data["seed"])
        for name in ("turn", "phase", "active", "mover", "spent", "draws"):
            setattr(state, name, data[name])
        state.step = list(data["step"])
        state.flags = list(data["flags"])
        state.frames = [frame(entry) for entry in data["frames"]]
        state.hands = [list(hand) for hand in data["hands"]]
        state.pools = [list(pool) for pool in data["pools"]]
        state.tracks = dict(data["tracks"])
        state.lists = {name: tuple(values) for name, values in data["lists"].items()}
        for counter, place in enumerate(data["at"]):
            if place < 0:
                state.put(counter, place)
        for stack in data["stacks"]:
            for counter in stack:
                state.put(counter, data["at"][counter])
        return state

    def digest(self) -> str:
        """A hash that is the same for the same position on every machine."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _check(data: dict[str, Any], counters: int, hexes: int) -> None:
    """Does every counter stand somewhere once, and is every number one?"""
    numbers = [data[name] for name in ("turn", "active", "mover", "spent", "seed", "draws")]
    for name in ("at", "step", "flags"):
        if len(data[name]) != counters:
            raise ValueError(f"{name} is of {len(data[name])} counters, expected {counters}")
        numbers += data[name]
    for values in (*data["hands"], *data["pools"], *data["lists"].values()):
        numbers += values
    numbers += data["tracks"].values()
    if not all(type(number) is int for number in numbers) or not isinstance(data["phase"], str):
        raise ValueError("a number is none")
    if len(data["hands"]) != 2 or len(data["pools"]) != 2:
        raise ValueError("markers are not those of two sides")
    stacked = [counter for stack in data["stacks"] for counter in stack]
    on_map = [counter for counter, place in enumerate(data["at"]) if place >= 0]
    if sorted(stacked) != on_map or not all(REMOVED <= place < hexes for place in data["at"]):
        raise ValueError("a counter stands in no hex of the map, or in two")
    if any(len({data["at"][counter] for counter in stack}) != 1 for stack in data["stacks"]):
        raise ValueError("the counters of a stack stand in different hexes")


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def deep_tuple(value: Any) -> Any:
    """Lists as JSON brings them, turned into tuples all the way down."""
    return tuple(deep_tuple(item) for item in value) if isinstance(value, list) else value
