"""The command that tells where a book can be read in more than one way, and readings in words."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from hexfolio.battles.known_readings import KnownReading, known_readings
from hexfolio.core.battle import Battle
from hexfolio.rulebooks.readings import readings

from .common import Commands, add_command

WIDTH = 110


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    rulings = add_command(
        commands, "rulings", run_rulings, "tell where a rule book can be read in more than one way"
    )
    rulings.add_argument("name", nargs="?", default="", metavar="BOOK or BATTLE", help="only what it asks")


def run_rulings(options: argparse.Namespace) -> int:
    known = known_readings(options.name)
    if not known:
        print(f"Nothing can be chosen for {options.name}: its rules are read in one way.")
        return 0
    for reading in known:
        print("\n".join((*reading_lines(reading), "")))
    print("* as Hexfolio reads the books. Choose another one when a game begins: --option NAME=VALUE.")
    return 0


def reading_lines(known: KnownReading) -> Iterator[str]:
    """A reading with its meanings, ours marked, and where it can be chosen."""
    reading, places = known
    rulings = f" (ruling {', '.join(reading.rulings)})" if reading.rulings else ""
    yield f"{reading.name}{rulings}"
    yield from _filled(reading.question, "  ")
    ours = {value: [p.book for p in places if p.reading.ours == value] for value in reading.meanings}
    widest = max(map(len, reading.meanings))
    for value, says in reading.meanings.items():
        by = list(dict.fromkeys(ours[value]))
        only = f" (ours by {', '.join(by)})" if by and len(by) < len({p.book for p in places}) else ""
        head = f"  {'*' if by else ' '} {value:<{widest}}  "
        yield from _filled(says + only, head, " " * len(head))
    clauses: dict[str, list[str]] = {}
    for place in places:
        clauses.setdefault(place.reading.clause, []).append(f"{place.battle} by {place.book}")
    for clause, there in clauses.items():
        yield from _filled(f"{clause}: {', '.join(there)}", "  ", "      ")
    for option in dict.fromkeys(p.reading.option for p in places if p.reading.option):
        by = list(dict.fromkeys(p.book for p in places if p.reading.option == option))
        yield from _filled(f"Only with the option {option} (by {', '.join(by)}).", "  ")


def chosen_lines(battle: Battle) -> Iterator[str]:
    """What players chose for a game: its options, and the readings that are not ours."""
    known = {reading.name: reading for reading in readings(battle)}
    for name, value in sorted(battle.options.items()):
        if name in known:
            text = f"Reading {name}={value} [{known[name].clause}]: {known[name].meanings[value]}"
            yield from _filled(text, "", "  ")
        else:
            yield f"Option {name}={value}"


def _filled(text: str, first: str, later: str | None = None) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=first if later is None else later
    )
