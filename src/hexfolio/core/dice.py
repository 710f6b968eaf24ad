"""Chance: seeded, scripted or replayed dice and blind draws.

The n-th draw of a game is a keyed hash of its seed and n. So the seed and the count are the whole
generator, nobody can tell the next die from the last ones, and anyone who is given the seed afterwards can
check every die.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Protocol

from .state import State


def draw(seed: int, number: int, sides: int) -> int:
    """The result, 1 to `sides`, of draw `number` in the game with this seed."""
    key = seed.to_bytes(32, "little")
    word = int.from_bytes(blake2b(number.to_bytes(8, "little"), key=key, digest_size=8).digest(), "little")
    return (word * sides >> 64) + 1


class DiceError(ValueError):
    """Scripted or recorded dice do not fit what the rules ask for."""


class Chance(Protocol):
    """A source of dice and blind draws."""

    def roll(self, state: State, sides: int) -> int:
        """A number from 1 to `sides`."""
        ...

    def pick(self, state: State, values: Sequence[int]) -> int:
        """The position of one of `values`, drawn blind."""
        ...


class SeededChance:
    """Dice that follow from the seed in the state."""

    def roll(self, state: State, sides: int) -> int:
        result = draw(state.seed, state.draws, sides)
        state.draws += 1
        return result

    def pick(self, state: State, values: Sequence[int]) -> int:
        return self.roll(state, len(values)) - 1


class FreeChance(SeededChance):
    """Dice from the seed in a game whose earlier dice were laid down, so that its record is not compared."""


class ScriptedChance:
    """Dice laid down beforehand: numbers for dice, texts such as "+2" for a marker drawn blind."""

    def __init__(self, script: Iterable[int | str] = ()) -> None:
        self.script = list(script)

    def roll(self, state: State, sides: int) -> int:
        entry = self._next("a die")
        if not isinstance(entry, int) or not 1 <= entry <= sides:
            raise DiceError(f"The script says {entry} where a die from 1 to {sides} is rolled.")
        return entry

    def pick(self, state: State, values: Sequence[int]) -> int:
        entry = self._next("a blind draw")
        if not isinstance(entry, str) or int(entry) not in values:
            found = " ".join(f"+{value}" for value in values)
            raise DiceError(f"The script says {entry} where a marker is drawn from {found}.")
        return list(values).index(int(entry))

    def _next(self, wanted: str) -> int | str:
        if not self.script:
            raise DiceError(f"The script has no more dice, but {wanted} is needed.")
        return self.script.pop(0)


class RecordedChance:
    """Seeded dice compared with a record; `check=False` takes the record's word (scripted games)."""

    def __init__(self, record: Sequence[int], check: bool = True) -> None:
        self.record = list(record)
        self.check = check
        self._seeded = SeededChance()

    def roll(self, state: State, sides: int) -> int:
        if not self.record:
            raise DiceError("The record has fewer dice than the order needs.")
        recorded = self.record.pop(0)
        if self.check:
            result = self._seeded.roll(state, sides)
            if result != recorded:
                raise DiceError(
                    f"The record says {recorded}, but draw {state.draws} of this seed gives {result}."
                )
        if not 1 <= recorded <= sides:
            raise DiceError(f"The record says {recorded} where a number from 1 to {sides} is needed.")
        return recorded

    def pick(self, state: State, values: Sequence[int]) -> int:
        return self.roll(state, len(values)) - 1

    def finish(self) -> None:
        if self.record:
            raise DiceError(f"The record has {len(self.record)} more dice than the order needs.")
