"""Positions as a journal keeps them: each as its change from the one before, with a short digest."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from .deltas import DeltaError, changed, delta
from .state import State

Facts = dict[str, Any]
"""A position as JSON has it, its stacks by hex so that a change touches few of them."""

DIGITS = 12
"""Of the digest of a position, as far as a journal keeps it."""


def facts_of(state: State) -> Facts:
    """The facts of a position."""
    return spread(state.to_json())


def spread(data: Facts) -> Facts:
    """The facts of a position that `State.to_json` gave."""
    return {**data, "stacks": {str(data["at"][stack[0]]): stack for stack in data["stacks"]}}


def state_json(facts: Facts) -> Facts:
    """The position as `State.to_json` gave it."""
    try:
        stacks = [stack for _, stack in sorted(facts["stacks"].items(), key=lambda item: int(item[0]))]
        return {**facts, "stacks": stacks}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DeltaError(f"This is not a position: {error}.") from None


def digest_of(data: Facts) -> str:
    """The short digest of a position, as JSON has it."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()[:DIGITS]


class Trail:
    """Follows a game from position to position, and says how each differs from the one before."""

    def __init__(self, facts: Facts | None = None) -> None:
        self.facts = facts

    def step(self, state: State) -> tuple[Any, str]:
        """The change that leads to a position, and its digest."""
        data = state.to_json()
        facts = spread(data)
        change = delta(self.facts, facts)
        self.facts = facts
        return change, digest_of(data)

    def follow(self, change: Any, digest: str) -> Facts:
        """The position, as JSON has it, that a kept change leads to."""
        facts = changed(self.facts, change)
        data = state_json(facts)
        if digest_of(data) != digest:
            raise DeltaError("The position that was kept is not the one its digest tells of.")
        self.facts = facts
        return data
