"""The command that plays computer players against each other and ranks them."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hexfolio.opponents import OPPONENTS

from .common import Commands, add_command, write_text

if TYPE_CHECKING:
    from hexfolio.ladder.plan import Plan

PAGE, PLACE = "docs/opponents.md", "ladder"


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    ladder = add_command(commands, "ladder", run_ladder, "play the computer players against each other")
    ladder.add_argument(
        "--players",
        nargs="+",
        default=list(OPPONENTS),
        metavar="PLAYER",
        help=f"two or more of {', '.join(OPPONENTS)} (default: all)",
    )
    ladder.add_argument(
        "--battle",
        action="append",
        default=[],
        metavar="ID",
        help="a battle, by all its books (default: all)",
    )
    ladder.add_argument(
        "--games",
        type=int,
        default=200,
        help="games of each two players on each battle, half of them on either side (default: 200)",
    )
    ladder.add_argument(
        "--far",
        type=int,
        metavar="GAMES",
        help="games of players who are not next to each other in the list (default: as many)",
    )
    ladder.add_argument("--seed", type=int, default=1, help="seed of the ladder (default: 1)")
    ladder.add_argument("--effort", type=int, help="budget of the players that have one")
    ladder.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    ladder.add_argument(
        "--out", default="ladder", metavar="FOLDER", help="where games are kept (default: ladder)"
    )
    ladder.add_argument("--json", metavar="FILE", help="also write all figures to this file")
    ladder.add_argument(
        "--docs",
        nargs="?",
        const=PAGE,
        metavar="PAGE",
        help=f"also rewrite the tables of a page (default: {PAGE})",
    )


def run_ladder(options: argparse.Namespace) -> int:
    from hexfolio.ladder.plan import make_plan
    from hexfolio.ladder.run import ladder
    from hexfolio.ladder.tables import as_json, as_markdown, as_text
    from hexfolio.study import pages
    from hexfolio.study.playing import Interrupted
    from hexfolio.study.workers import Crew

    if options.workers < 1:
        raise ValueError("The number of workers must be 1 or more.")
    plan = make_plan(
        options.players, options.battle, options.games, options.seed, options.effort, options.far
    )
    if options.docs:
        pages.around(Path(options.docs), PLACE)
    try:
        with Crew(options.workers) as crew:
            standings = ladder(plan, Path(options.out), crew)
    except Interrupted as interrupted:
        print(f"hexfolio: {interrupted}", file=sys.stderr)
        return 130
    command = _command(plan, options.battle)
    print(as_text(standings))
    if options.json:
        write_text(options.json, json.dumps(as_json(standings, command), indent=1) + "\n")
    if options.docs:
        pages.rewrite(Path(options.docs), PLACE, as_markdown(standings, command))
    return 0


def _command(plan: Plan, battles: list[str]) -> str:
    """The command as it could be given again, with what makes the ladder and not how it was computed."""
    words = ["hexfolio", "ladder", "--players", *plan.players, "--games", str(plan.games)]
    if plan.far is not None:
        words += ["--far", str(plan.far)]
    words += ["--seed", str(plan.seed)]
    for battle in battles:
        words += ["--battle", battle]
    if plan.effort is not None:
        words += ["--effort", str(plan.effort)]
    return shlex.join(words)
