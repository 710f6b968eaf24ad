"""What-if: a battle under other figures than its sheets print, and the values asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from hexfolio.battles import registry
from hexfolio.core.game import Game, Rules
from hexfolio.rulebooks import books
from hexfolio.rulebooks.sheets import SheetError

from .plan import Setup, StudyError, Variant, label_of, pairs
from .sheet_changes import changed_battle

LEFT_OUT = "off"
"""The value of an option that is not chosen."""


class Variation(NamedTuple):
    """A key and the values to try, as text."""

    key: str
    values: tuple[str, ...]


def read_variation(text: str) -> Variation:
    """A variation as given on the command line, such as rules.stacking=1,2."""
    key, sign, rest = text.partition("=")
    values = _split(rest)
    if not (key and sign and values and all(values)):
        raise StudyError(f"{text} is no variation: expected KEY=VALUE,VALUE such as rules.stacking=1,2.")
    if len(set(values)) < len(values):
        raise StudyError(f"{text} names a value twice.")
    return Variation(key, tuple(values))


def _split(text: str) -> list[str]:
    """Parts between commas, but for commas in brackets or quotation marks."""
    pieces = re.findall(r"""\[[^\]]*\]|\{[^}]*\}|"[^"]*"|'[^']*'|,|[^,\[{"']+|.""", text)
    parts = [""]
    for piece in pieces:
        if piece == ",":
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def variants(
    battle: str,
    book: str,
    options: Mapping[str, str],
    players: tuple[str, str],
    variations: Sequence[Variation],
) -> tuple[Variant, ...]:
    """Every combination of the values, each tried out: a battle that cannot begin is refused here."""
    plain = registry.open_rules(battle, book, options)
    known = books.choices(plain.battle)
    found = []
    for values in product(*(variation.values for variation in variations)):
        chosen, changes = dict(options), []
        parts = [(variation.key, value) for variation, value in zip(variations, values, strict=True)]
        for key, value in parts:
            name = key.removeprefix("option.")
            if name not in known:
                changes.append((key, value))
            elif value == LEFT_OUT and value not in known[name]:
                chosen.pop(name, None)
            else:
                chosen[name] = value
        setup = Setup(battle, book, pairs(chosen), tuple(changes), players)
        rules = _tried(setup, known)
        setup = setup._replace(options=pairs(rules.battle.options))
        found.append(Variant(label_of(parts), setup, rules.edition))
    return tuple(found)


def _tried(setup: Setup, options: Mapping[str, object]) -> Rules:
    words = " ".join(f"--vary {key}={value}" for key, value in setup.changes)
    try:
        rules = open_setup(setup)
        Game(rules, 1)
    except SheetError as error:
        sentence = str(error).removeprefix(f"{error.name} line {error.line}: ")
        raise StudyError(f"{words}: {sentence}") from None
    except StudyError as error:
        names = f" Options of this battle are {', '.join(options)}." if options else ""
        raise StudyError(f"{words}: {error}{names}") from None
    return rules


@lru_cache(maxsize=8)
def open_setup(setup: Setup) -> Rules:
    """The rules of a variant; kept, because a worker plays many games of few variants."""
    options = dict(setup.options)
    if not setup.changes:
        return registry.open_rules(setup.battle, setup.book, options)
    return books.open_rules(changed_battle(setup.battle, setup.book, options, setup.changes))
