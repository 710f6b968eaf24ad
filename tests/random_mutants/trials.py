"""What a mutant is tried with: every case under each of its books, and random games under checks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from hexfolio.rulebooks.sheets import Entry, load_sheet

CASES = Path(__file__).parent.parent.parent / "cases"
SEED = 100
"""The seed of the first game of each kind."""
MOST_ORDERS = 5000
"""Longer games do not end."""
BOOKS = {
    "fm": ("fm-folio", "fm-st296", "fm-2023", "kwb-dg", "kwb-train"),
    "korean": ("kwb-dg", "kwb-train"),
    "para": ("para",),
    "shared": ("fm-folio", "fm-st296", "fm-2023", "kwb-dg", "kwb-train", "para"),
}
"""The books that rest on each family of rulebooks."""


class Case(NamedTuple):
    """A case under one book."""

    entry: Entry
    book: str
    id: str
    """The same for the same text wherever it stands."""

    def __str__(self) -> str:
        return f"{Path(self.entry.name).name}:{self.entry.line} {self.entry['case']} ({self.book})"

    def passes(self) -> bool:
        """A program that contradicts itself has noticed the mutant, too."""
        run = import_module("hexfolio.casebook.run")
        try:
            return not any(result.problem for result in run.run_case(self.entry, self.entry.name))
        except Exception:
            return False


class Games(NamedTuple):
    """Some games of a battle."""

    battle: str
    book: str
    many: int
    options: Mapping[str, str] = MappingProxyType({})

    def __str__(self) -> str:
        chosen = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.battle} by {self.book}{chosen}"

    def faults(self) -> list[str]:
        """What the checks find in the games."""
        fuzz = import_module("hexfolio.fuzz").fuzz
        report = fuzz(self.battle, self.book, self.many, SEED, self.options)
        return [str(failure) for failure in report.failures]

    def trail(self) -> str:
        """The course of the games in short: the same as long as nothing in them changes."""
        registry = import_module("hexfolio.battles.registry")
        trail = hashlib.sha256()
        for seed in range(SEED, SEED + self.many):
            game: Any = registry.new_game(self.battle, self.book, seed, self.options)
            random = Random(seed)
            try:
                while game.decision is not None and game.position < MOST_ORDERS:
                    game.apply(game.legal().sample(random))
                    trail.update(game.state.digest().encode())
                trail.update(repr(game.outcome).encode())
            except Exception as error:
                trail.update(repr(error).encode())
        return trail.hexdigest()


GAMES = (
    Games("crossroads", "fm-folio", 3),
    Games("crossroads", "fm-st296", 3),
    Games("crossroads", "fm-2023", 3),
    Games("crossroads", "fm-folio", 3, {"bombardment": "fm-2023"}),
    Games("crossroads", "fm-st296", 3, {"marker-draw": "blind-pool", "mobile-zones": "on-leaving"}),
    Games("crossroads", "fm-2023", 3, {"marker-draw": "open", "counter-battery": "allowed"}),
    Games("seoul-dg", "kwb-dg", 1),
    Games("chosin-dg", "kwb-dg", 1),
    Games("pusan-dg", "kwb-dg", 1, {"naktong-die": "3", "naktong-junctions": "2"}),
    Games("seoul-train", "kwb-train", 1),
    Games("chosin-train", "kwb-train", 1),
    Games("pusan-train", "kwb-train", 1),
    Games("pusan-train", "kwb-train", 1, {"empty-airfield": "until-retaken", "rough-roads": "never"}),
    Games("sukchon", "para", 1),
    Games("tomahawk", "para", 1, {"emergency-drops": "on", "bridge-repair": "on", "high-ground": "on"}),
)


@cache
def cases(folder: Path = CASES) -> tuple[Case, ...]:
    return tuple(case for file in sorted(folder.rglob("*.yaml")) for case in _cases_of(file))


def _cases_of(file: Path) -> Iterator[Case]:
    for entry in load_sheet(file):
        for book in entry["books"]:
            single = Entry(entry.name, entry.line)
            single.update({**entry, "books": [book]})
            single.lines.update(entry.lines)
            text = f"{book} {dict(single)!r}"
            yield Case(single, str(book), hashlib.sha256(text.encode()).hexdigest()[:20])


def remember_battles() -> None:
    """Load each battle of the registry only once from now on; those loaded before are forgotten."""
    registry: Any = import_module("hexfolio.battles.registry")
    if not hasattr(registry, "load_always"):
        registry.load_always = registry.load
    load = registry.load_always
    known: dict[Any, Any] = {}

    def remember(battle_id: str, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Any:
        key = (battle_id, book, tuple(sorted(options.items())))
        if key not in known:
            known[key] = load(battle_id, book, options)
        return known[key]

    registry.load = remember
