"""Commands for looking things up: battles, maps, clauses."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from hexfolio.battles import loading, registry
from hexfolio.battles.known_readings import known_readings, readings_of_clause
from hexfolio.render.battle_maps import battle_svg
from hexfolio.render.maps import map_svg
from hexfolio.rulebooks import books
from hexfolio.rulebooks.clauses import find_clause

from .common import Commands, add_command, write_picture
from .rulings import WIDTH, reading_lines


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    add_command(commands, "battles", run_battles, "list the battles and their rule books")
    rule = add_command(commands, "rule", run_rule, "show a clause by its id, as refusals name it")
    rule.add_argument("clause", help="for example fm-folio:7.8.a")
    chart = add_command(commands, "map", run_map, "draw a map, or the map of a battle, as SVG or PNG")
    chart.add_argument("map", help="a battle or a map, see “hexfolio battles”")
    chart.add_argument("--out", required=True, help="file to write, for example map.svg")


def run_battles(options: argparse.Namespace) -> int:
    for entry in registry.entries():
        print(f"{entry.id:<14} {entry.title}")
        print(f"{'':<14} {entry.turns} turns, {' against '.join(entry.sides)}, by {', '.join(entry.books)}")
        for text in (entry.description, *_choices(entry)):
            print(textwrap.fill(text, WIDTH, initial_indent=" " * 15, subsequent_indent=" " * 15))
    if maps := loading.shared_maps():
        print(f"Maps: {', '.join(maps)}")
    print("Options and readings are chosen when a game begins: --option NAME=VALUE; see “hexfolio rulings”.")
    return 0


def _choices(entry: registry.BattleEntry) -> Iterator[str]:
    """The names of what can be chosen for a battle by any of its books."""
    battles = [registry.load(entry.id, book) for book in entry.books]
    options = {option.name: option.values for battle in battles for option in books.options(battle)}
    if options:
        yield f"Options: {', '.join(f'{name}={_values(values)}' for name, values in options.items())}"
    if known := known_readings(entry.id):
        yield f"Readings: {', '.join(found.reading.name for found in known)}"


def _values(values: tuple[str, ...]) -> str:
    return "|".join(values) if len(values) < 5 else f"{values[0]}..{values[-1]}"


def run_rule(options: argparse.Namespace) -> int:
    clause = find_clause(options.clause)
    print(f"{clause.id}: {clause.rule}")
    for known in readings_of_clause(clause.id):
        print("\n".join(("", "It can be read in more than one way:", *reading_lines(known))))
    return 0


def run_map(options: argparse.Namespace) -> int:
    if options.map in loading.shared_maps():
        board = registry.board(options.map)
        name, svg = board.name, map_svg(board)
    else:
        entry = registry.find(options.map)
        name, svg = entry.title, battle_svg(registry.load(entry.id, entry.books[0]))
    write_picture(options.out, svg)
    print(f"The map of {name} is drawn in {options.out}.")
    return 0
