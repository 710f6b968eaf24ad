"""Commands for looking things up: battles, maps, clauses."""

from __future__ import annotations

import argparse
import textwrap

from hexfolio.battles import loading, registry
from hexfolio.render.battle_maps import battle_svg
from hexfolio.render.maps import map_svg
from hexfolio.rulebooks.clauses import find_clause

from .common import Commands, add_command, write_picture


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
        print(textwrap.fill(entry.description, 110, initial_indent=" " * 15, subsequent_indent=" " * 15))
    if maps := loading.shared_maps():
        print(f"Maps: {', '.join(maps)}")
    return 0


def run_rule(options: argparse.Namespace) -> int:
    clause = find_clause(options.clause)
    print(f"{clause.id}: {clause.rule}")
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
