"""What a study is about: the battle, who plays it, its variants, and the games to be played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hexfolio import opponents

Pairs = tuple[tuple[str, str], ...]
"""Names and values, in an order of their own, so that they can be compared and hashed."""


class StudyError(ValueError):
    """A study that cannot be made; the sentence says why."""


class Setup(NamedTuple):
    """All that a game depends on but its seed: enough for another process to play it."""

    battle: str
    book: str
    options: Pairs
    changes: Pairs
    """Paths into the battle's sheets with the values that replace what is printed there."""
    players: tuple[str, str]


class Variant(NamedTuple):
    """One way of playing the battle; the label names what was varied."""

    label: str
    setup: Setup
    edition: str
    """The revision of rules and data, so that nobody plays games of this variant under others."""


class Job(NamedTuple):
    """One game to be played."""

    variant: int
    number: int
    seed: int
    setup: Setup
    edition: str
    keep: bool = False
    """Is the game itself wanted, not only how it went?"""


@dataclass(frozen=True)
class Plan:
    """A study before any game of it is played."""

    games: int
    seed: int
    variants: tuple[Variant, ...]

    def __post_init__(self) -> None:
        if self.games < 1:
            raise StudyError("The number of games must be 1 or more.")
        if self.seed < 0:
            raise StudyError("The seed of a study must be 0 or more.")
        for player in self.variants[0].setup.players:
            opponents.find(player)

    def jobs(self) -> Iterator[Job]:
        """All games, the first of every variant before the second of any."""
        for number in range(1, self.games + 1):
            for variant in range(len(self.variants)):
                yield self.job(variant, number)

    def job(self, variant: int, number: int, keep: bool = False) -> Job:
        chosen = self.variants[variant]
        return Job(variant, number, game_seed(self.seed, number), chosen.setup, chosen.edition, keep)

    def to_json(self) -> dict[str, Any]:
        """What must be the same for games to belong to one study; their number may grow."""
        first = self.variants[0].setup
        return {
            "battle": first.battle,
            "book": first.book,
            "players": list(first.players),
            "seed": self.seed,
            "variants": [_variant_json(variant) for variant in self.variants],
        }


def _variant_json(variant: Variant) -> dict[str, Any]:
    setup = variant.setup
    return {
        "label": variant.label,
        "options": dict(setup.options),
        "changes": dict(setup.changes),
        "edition": variant.edition,
    }


def game_seed(study: int, number: int) -> int:
    """The seed of a game: the same for the game of this number in every variant, whoever plays it."""
    text = f"study {study} game {number}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest(), "big")


def pairs(values: Mapping[str, str]) -> Pairs:
    return tuple(sorted(values.items()))


def label_of(parts: Sequence[tuple[str, str]]) -> str:
    """What tables and reports call a variant; the battle as printed needs no words but these."""
    return ", ".join(f"{key}={value}" for key, value in parts) or "as printed"
