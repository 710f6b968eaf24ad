"""The command that measures how even the battles are."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from hexfolio.opponents import USUAL

from .common import Commands, add_command
from .study import cores

PAGE, PLACE = "docs/balance.md", "balance"


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    balance = add_command(
        commands, "balance", run_balance, "study every battle between equal players and count who wins"
    )
    balance.add_argument("--player", default=USUAL, help=f"who plays both sides (default: {USUAL})")
    balance.add_argument(
        "--games", type=int, default=400, help="games for each book of a battle (default: 400)"
    )
    balance.add_argument(
        "--battle", action="append", default=[], metavar="ID", help="a battle (default: all)"
    )
    balance.add_argument("--seed", type=int, default=1, help="seed of every study (default: 1)")
    balance.add_argument("--workers", type=int, help="processes (default: one for each core)")
    balance.add_argument(
        "--out", default="balance", metavar="FOLDER", help="where the studies are kept (default: balance)"
    )
    balance.add_argument(
        "--docs",
        nargs="?",
        const=PAGE,
        metavar="PAGE",
        help=f"rewrite the tables of a page instead of printing them (default: {PAGE})",
    )


def run_balance(options: argparse.Namespace) -> int:
    from hexfolio.study import pages
    from hexfolio.study.balance import answer, questions
    from hexfolio.study.playing import Interrupted
    from hexfolio.study.workers import Crew

    if options.workers is not None and options.workers < 1:
        raise ValueError("The number of workers must be 1 or more.")
    asked = questions(options.battle, options.player, options.games, options.seed)
    if options.docs:
        pages.around(Path(options.docs), PLACE)
    parts = [f"`{_command(options)}`\n"]
    try:
        with Crew(options.workers or cores()) as crew:
            for question in asked:
                print(f"{question.battle} by {question.book}", file=sys.stderr)
                parts.append(answer(question, Path(options.out), crew))
    except Interrupted as interrupted:
        print(f"hexfolio: {interrupted}", file=sys.stderr)
        return 130
    text = "\n".join(parts)
    if options.docs:
        pages.rewrite(Path(options.docs), PLACE, text)
        print(f"The tables are in {options.docs}, the studies in {options.out}.")
    else:
        print(text, end="")
    return 0


def _command(options: argparse.Namespace) -> str:
    """The command as it could be given again, with what makes the tables and not how they were computed."""
    words = ["hexfolio", "balance", "--player", options.player]
    words += ["--games", str(options.games), "--seed", str(options.seed)]
    for battle in options.battle:
        words += ["--battle", battle]
    return shlex.join(words)
