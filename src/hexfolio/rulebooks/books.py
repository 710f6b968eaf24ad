"""Every rule book by its name, and the rulebook that plays a battle."""

from __future__ import annotations

from dataclasses import replace

from ..core.battle import Battle, Option
from .fire_and_movement import editions as fire_and_movement
from .fire_and_movement.rulebook import FireAndMovement
from .korean_war import editions as korean_war
from .paratrooper import rulebook as paratrooper
from .paratrooper.rulebook import Paratrooper
from .readings import readings

TITLES = {
    "fm-folio": "Fire & Movement, folio rules",
    "fm-st296": "Fire & Movement, rules of 2015",
    "fm-2023": "Fire & Movement, version 8 of 2023",
    "kwb-dg": "Korean War Battles, magazine rules",
    "kwb-train": "Korean War Battles, designer's rules",
    "para": "Paratrooper, Korea rules",
}
"""What each book is called; published games are named only to say what the rules are compatible with."""


def options(battle: Battle) -> list[Option]:
    """Optional rules that may be chosen for a battle."""
    if battle.book == Paratrooper.book:
        return paratrooper.options(battle)
    if battle.book in korean_war.EDITIONS:
        return korean_war.options(battle)
    return fire_and_movement.options(battle)


def choices(battle: Battle) -> dict[str, tuple[str, ...]]:
    """All that may be chosen for a battle, options and readings, with the values each may take."""
    found = {option.name: option.values for option in options(battle)}
    return found | {reading.name: tuple(reading.meanings) for reading in readings(battle)}


def turned(battle: Battle) -> list[dict[str, str]]:
    """Every reading otherwise than ours, one at a time, and at last all at once; each with the option it
    belongs to."""
    known = choices(battle)
    single = [
        {reading.name: value} | ({reading.option: known[reading.option][0]} if reading.option else {})
        for reading in readings(battle)
        for value in reading.meanings
        if value != reading.ours
    ]
    together: dict[str, str] = {}
    for choice in single:
        together |= choice
    return [*single, together] if len(single) > 1 else single


def as_chosen(battle: Battle) -> Battle:
    """The battle with nothing chosen that holds anyway: a reading chosen as we read it."""
    ours = {reading.name: reading.ours for reading in readings(battle)}
    options = {name: value for name, value in battle.options.items() if ours.get(name) != value}
    return replace(battle, options=options) if len(options) < len(battle.options) else battle


def check_choices(battle: Battle) -> None:
    """Refuse what cannot be chosen; raises ValueError with a sentence."""
    known = choices(battle)
    for name, value in battle.options.items():
        if name not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it is played without options"
            raise ValueError(f"There is no option {name}={value} for {battle.title}: {expected}.")
        if value not in known[name]:
            values = ", ".join(known[name])
            raise ValueError(f"There is no option {name}={value}: expected {name} to be one of {values}.")
    for reading in readings(battle):
        if reading.name in battle.options and reading.option and reading.option not in battle.options:
            raise ValueError(f"{reading.name} is a reading of {reading.option}: choose that option as well.")


def open_rules(battle: Battle) -> FireAndMovement | Paratrooper:
    """The rulebook a battle is played by, with its options and readings."""
    battle = as_chosen(battle)
    check_choices(battle)
    if battle.book == Paratrooper.book:
        return Paratrooper(battle)
    if battle.book in korean_war.EDITIONS:
        return korean_war.EDITIONS[battle.book](battle)
    return fire_and_movement.open_rules(battle)
