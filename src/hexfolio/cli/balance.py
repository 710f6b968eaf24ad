"""The command that measures how even the battles are."""

from __future__ import annotations

import argparse

from hexfolio.battles import registry
from hexfolio.opponents.balance import report

from .common import Commands, add_command, write_text


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    balance = add_command(
        commands, "balance", run_balance, "play the recruit against itself and count who wins"
    )
    balance.add_argument(
        "--games", type=int, default=20, help="games for each book of a battle (default: 20)"
    )
    balance.add_argument("--battle", action="append", metavar="ID", help="a battle (default: all)")
    balance.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    balance.add_argument(
        "--out", help="file to write, for example docs/balance.md (default: standard output)"
    )


def run_balance(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise ValueError("The number of games must be 1 or more.")
    battles = options.battle or [entry.id for entry in registry.entries()]
    text = report(battles, options.games, options.seed)
    if options.out:
        write_text(options.out, text)
        print(f"The balance of {', '.join(battles)} is written to {options.out}.")
    else:
        print(text, end="")
    return 0
