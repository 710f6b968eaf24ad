"""Chapters 11.5 and 12.7: what the results of the table do, in words and figures."""

from __future__ import annotations

from ...core.odds import Effect

GROUND = {
    "AE": "one attacker is eliminated",
    "AR": "the attackers retreat",
    "AD": "one attacker is disrupted",
    "-": "no effect",
    "EX": "one unit of each side is disrupted",
    "D1": "one defender is disrupted",
    "DR": "the defenders retreat",
    "DX": "one defender is disrupted, the rest retreat",
    "DE": "one defender is eliminated, the rest retreat",
    "DA": "all defenders are eliminated",
}
STRIKE = {
    "AE": "a strike is shot down, or turns away",
    "AR": "a strike is shot down, or turns away",
    "AD": "a strike is shot down, or turns away",
    "-": "no effect",
    "EX": "the target is disrupted and a strike turns away",
    "D1": "the target is disrupted",
    "DR": "the target is disrupted",
    "DX": "the target is disrupted",
    "DE": "the target is eliminated",
    "DA": "the target is eliminated",
}
ATTACKER_STEPS = {"AE": 2, "AD": 1, "EX": 1}
"""A unit that is eliminated counts as its two sides."""
DEFENDER_STEPS = {"EX": 1, "D1": 1, "DX": 1, "DE": 2, "DA": 2}


def effect(result: str, words: str) -> Effect:
    return Effect(
        words,
        attacker_steps=ATTACKER_STEPS.get(result, 0),
        defender_steps=DEFENDER_STEPS.get(result, 0),
        attacker_retreat=int(result == "AR"),
        defender_retreat=int(result in ("DR", "DX", "DE")),
        defenders_eliminated=result == "DA",
    )
