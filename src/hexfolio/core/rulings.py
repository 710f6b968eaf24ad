"""Refusals: why an order may not be carried out, as a value."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """An order that the rules do not allow: the clause, a plain sentence, the hexes it speaks of."""

    rule: str
    sentence: str
    hexes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


class IllegalOrderError(Exception):
    """Raised by `Game.apply` for an order that `Game.judge` refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
