"""Themes of plans: in what a captain's habits could differ, and where it could be sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from hexfolio.battles.aims import Bent, aims_of
from hexfolio.core.battle import Battle

from ..airborne import is_airborne
from ..airborne.position import MOVEMENT as AIR_MOVEMENT
from ..airborne.position import AirPosition
from ..airborne_captain.habits import USUAL as AIR_USUAL
from ..airborne_captain.habits import habits_of
from ..captain import PLAIN
from ..captain import habits_of as ground_habits
from ..position import ATTACK, MOVEMENT, Position
from ..schedule import Notes

Changes = Mapping[str, tuple[float, float]]
"""By habit, a factor, and what is added."""

ON_THE_GROUND: Mapping[str, Changes] = {
    "bold": {
        "eagerness": (2.0, 0.0),
        "reluctance": (1.0, -0.4),
        "attacker": (0.0, 0.0),
        "attack_spoiled": (0.3, 0.0),
        "fear": (0.3, 0.0),
        "push": (1.0, 0.3),
    },
    "careful": {
        "eagerness": (0.5, 0.0),
        "reluctance": (1.0, 0.5),
        "attacker": (3.0, 0.0),
        "fear": (2.5, 0.0),
        "comradeship": (2.0, 0.0),
    },
    "holding": {
        "guard": (3.0, 0.0),
        "post": (3.0, 0.0),
        "keeping": (2.0, 0.0),
        "enemy_pull": (0.3, 0.0),
        "push": (1.0, -0.3),
    },
    "driving": {
        "taking": (2.0, 0.0),
        "hex": (2.0, 0.0),
        "enemy_pull": (0.3, 0.0),
        "post": (0.1, 0.0),
        "fade": (0.5, 0.5),
    },
    "hunting": {"enemy_pull": (3.0, 0.0), "quarry": (3.0, 0.0), "strength": (2.5, 0.0)},
}
AIRBORNE: Mapping[str, Changes] = {
    "bold": {"attack": (1.8, 0.0), "danger": (0.3, 0.0), "disruption": (0.6, 0.0)},
    "careful": {"attack": (0.6, 0.0), "danger": (1.8, 0.0), "disruption": (1.5, 0.0)},
    "holding": {"hold": (1.6, 0.0), "march": (0.5, 0.0), "danger": (1.3, 0.0)},
    "driving": {"march": (2.0, 0.0), "early": (1.8, 0.0), "hold": (1.3, 0.0), "danger": (0.5, 0.0)},
    "hunting": {"strength": (3.0, 0.0), "march": (0.5, 0.0), "attack": (1.3, 0.0)},
}
"""How habits differ from those of the battle and side."""
LURE = 4.0
"""Points that draw a captain to a hex where little else does."""
MOST_GOALS = 3
MOST_TARGETS = 3


def experience_of(battle: Battle, side: int) -> Bent:
    """In what a general differs from a captain of the same battle and side."""
    return aims_of(battle)[side].general


def plain_habits(battle: Battle) -> Mapping[str, float]:
    """What every captain does who has no sheet of aims: other than one whose own habits are far from it."""
    return AIR_USUAL if is_airborne(battle) else asdict(PLAIN)


def lure_of(battle: Battle, side: int) -> float:
    """How many points more a hex must be worth to a captain who is sent there: more than enemies draw it."""
    if is_airborne(battle):
        return LURE
    habits = ground_habits(battle, side)
    return LURE + habits.enemy_pull + habits.quarry


def habits_by_theme(battle: Battle, side: int) -> dict[str, dict[str, float]]:
    """Other habits by the name of their theme."""
    usual: Mapping[str, float]
    if is_airborne(battle):
        usual, themes = habits_of(battle, side), AIRBORNE
    else:
        usual, themes = asdict(ground_habits(battle, side)), ON_THE_GROUND
    experience = experience_of(battle, side).habits
    usual = {**usual, **experience}
    return {
        theme: {
            **experience,
            **{name: factor * usual[name] + more for name, (factor, more) in changes.items()},
        }
        for theme, changes in themes.items()
    }


def aims_by_theme(battle: Battle, view: Mapping[str, Any], side: int, notes: Notes) -> dict[str, int]:
    """Hexes to be sent to: those to be won that are worth most, and enemies within reach of most strength."""
    if is_airborne(battle):
        prizes, enemies, reach = _airborne(AirPosition(battle, view, side))
    else:
        prizes, enemies, reach = _ground(Position(battle, view, side, notes.copy()))
    number, distances = battle.board.grid.number, battle.board.grid.distances
    goals = sorted(prizes, key=lambda hex_: (-prizes[hex_], hex_))[:MOST_GOALS]
    weights = {}
    for hex_ in enemies:
        away = distances(hex_)
        weights[hex_] = sum(strength for at, far, strength in reach if away[at] <= far)
    targets = sorted(weights, key=lambda hex_: (-weights[hex_], hex_))[:MOST_TARGETS]
    return {
        **{f"toward {number(hex_)}": hex_ for hex_ in goals},
        **{f"against {number(hex_)}": hex_ for hex_ in targets if weights[hex_]},
    }


Sight = tuple[dict[int, float], set[int], list[tuple[int, int, int]]]
"""Hexes to be won and their worth, hexes with enemies, and our units: where, how far they get, how strong."""


def _ground(position: Position) -> Sight:
    return (
        {hex_: position.prize(hex_) for hex_ in position.objectives if position.prize(hex_) > 0},
        {position.at[enemy] for enemy in position.enemies},
        [
            (position.at[unit], 1 + position.value(unit, MOVEMENT) // 2, position.value(unit, ATTACK))
            for unit in position.own
        ],
    )


def _airborne(position: AirPosition) -> Sight:
    return (
        {hex_: float(position.prize(hex_)) for hex_ in position.objectives if position.prize(hex_)},
        {position.at[enemy] for enemy in position.enemies},
        [
            (position.at[unit], 1 + position.value(unit, AIR_MOVEMENT) // 2, position.strength(unit))
            for unit in position.own
        ],
    )
