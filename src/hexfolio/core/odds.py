"""Odds: an attack before the die, every figure with the clause it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

FIGURES = ("attacker_steps", "defender_steps", "attacker_retreat", "defender_retreat")


class Item(NamedTuple):
    """One figure of a combat: the clause it rests on, what it is, and what it adds."""

    rule: str
    what: str
    value: int


class Line(NamedTuple):
    """The line of the table that a defender is on, by which terrain and which clause."""

    terrain: str
    rule: str


@dataclass(frozen=True)
class Effect:
    """What a result does before anybody chooses: steps and units lost, hexes to retreat.

    `retreat_open` is false where some unit that must retreat cannot go even one hex.
    """

    text: str
    attacker_steps: int = 0
    defender_steps: int = 0
    attacker_retreat: int = 0
    defender_retreat: int = 0
    attackers_eliminated: bool = False
    defenders_eliminated: bool = False
    retreat_open: bool = True


@dataclass(frozen=True)
class Odds:
    """An attack before the die: totals with their items, line, column, and the chance of every result."""

    attack_items: tuple[Item, ...]
    defence_items: tuple[Item, ...]
    line: Line
    differential: int
    column: int
    results: dict[int, str]
    chances: dict[str, Fraction]
    effects: dict[str, Effect]
    shifts: tuple[Item, ...] = ()
    """Columns the result is moved by, where a book has shifts."""

    @property
    def attack(self) -> int:
        return sum(item.value for item in self.attack_items)

    @property
    def defence(self) -> int:
        return sum(item.value for item in self.defence_items)

    def distribution(self, figure: str) -> dict[int, Fraction]:
        """The chance of every value of a figure of `Effect`, such as defender_steps, lowest first."""
        chances: dict[int, Fraction] = {}
        for result, chance in self.chances.items():
            value = int(getattr(self.effects[result], figure))
            chances[value] = chances.get(value, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def expected(self, figure: str) -> Fraction:
        """The expected value of a figure of `Effect`."""
        chances = self.distribution(figure)
        return sum((value * chance for value, chance in chances.items()), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        return {
            "attack": self.attack,
            "defence": self.defence,
            "items": {
                "attack": [i._asdict() for i in self.attack_items],
                "defence": [i._asdict() for i in self.defence_items],
            },
            "line": self.line._asdict(),
            "differential": self.differential,
            "column": self.column,
            "shifts": [i._asdict() for i in self.shifts],
            "results": self.results,
            "chances": {result: str(chance) for result, chance in self.chances.items()},
            "effects": {result: vars(effect) for result, effect in self.effects.items()},
            "distributions": {
                figure: {str(value): str(chance) for value, chance in self.distribution(figure).items()}
                for figure in FIGURES
            },
        }
