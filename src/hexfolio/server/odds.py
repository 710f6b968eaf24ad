"""Odds as the client shows them."""

from __future__ import annotations

from typing import Literal

from hexfolio.core import odds as core

from . import schemas

Good = Literal["attacker", "defender", "both", "none"]


def odds_json(odds: core.Odds) -> schemas.Odds:
    """The odds of an attack, its results from the best for the attacker to the worst."""
    ranked = sorted(odds.chances, key=lambda result: _merit(odds.effects[result]), reverse=True)
    return schemas.Odds(
        attack=odds.attack,
        defence=odds.defence,
        attack_items=[schemas.OddsItem(**item._asdict()) for item in odds.attack_items],
        defence_items=[schemas.OddsItem(**item._asdict()) for item in odds.defence_items],
        differential=odds.differential,
        line=odds.line.terrain,
        line_rule=odds.line.rule,
        shifts=[schemas.OddsItem(**item._asdict()) for item in odds.shifts],
        column=odds.column,
        dice=[odds.results[die] for die in sorted(odds.results)],
        chances=[
            schemas.ResultChance(
                result=result,
                words=odds.effects[result].text,
                chance=float(odds.chances[result]),
                good=_good(odds.effects[result]),
            )
            for result in ranked
        ],
    )


def _merit(effect: core.Effect) -> float:
    """How much better a result is for the attacker than for the defender."""
    attacker = 10 * effect.attackers_eliminated + 2 * effect.attacker_steps + effect.attacker_retreat
    defender = 10 * effect.defenders_eliminated + 2 * effect.defender_steps + effect.defender_retreat
    return defender - attacker


def _good(effect: core.Effect) -> Good:
    """Who is glad of a result; with “both”, both pay."""
    attacker_hurt = effect.attackers_eliminated or effect.attacker_steps or effect.attacker_retreat
    defender_hurt = effect.defenders_eliminated or effect.defender_steps or effect.defender_retreat
    if attacker_hurt and defender_hurt:
        return "both"
    if defender_hurt:
        return "attacker"
    return "defender" if attacker_hurt else "none"
