"""The two sides of a battle, and their names in sheets."""

from __future__ import annotations

from typing import Any

from hexfolio.core.battle import Side
from hexfolio.rulebooks.sheets import Entry, Where, entry_of, text_of, words

Sides = tuple[Side, Side]


def read_sides(sheet: Entry) -> Sides:
    part = entry_of(sheet, "sides")
    sides = [Side(str(side), text_of(part, side)) for side in part]
    if len(sides) != 2:
        raise sheet.error(f"A battle has two sides, not {len(sides)}.", "sides")
    return sides[0], sides[1]


def read_side(name: Any, sides: Sides, where: Where) -> int:
    """The position of a side in the battle's order of sides."""
    for index, side in enumerate(sides):
        if side.id == name:
            return index
    raise where.error(f"There is no side {name}: expected {sides[0].id} or {sides[1].id}.")


def read_order(value: Any, sides: Sides, where: Where) -> tuple[int, int]:
    """Both sides in the order in which they do something."""
    order = [read_side(word, sides, place) for word, place in words(value, where)]
    if sorted(order) != [0, 1]:
        raise where.error(f"Both sides in order were expected, such as [{sides[1].id}, {sides[0].id}].")
    return order[0], order[1]
