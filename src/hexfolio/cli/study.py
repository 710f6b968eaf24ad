"""The command that plays a battle many times and reports what came out."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hexfolio.battles import registry
from hexfolio.opponents import OPPONENTS, USUAL

from .common import Commands, add_battle, add_command, battle_of

if TYPE_CHECKING:
    from hexfolio.study.summary import Summary


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    study = add_command(commands, "study", run_study, "play a battle many times and report what came out")
    add_battle(study)
    study.epilog = (
        f"Each side of the battle is an option too, which names its computer player, such as --blue or --un: "
        f"{', '.join(sorted(OPPONENTS))} (default: {USUAL})."
    )
    study.add_argument("--games", type=int, default=100, help="games of each variant (default: 100)")
    study.add_argument("--seed", type=int, default=1, help="seed of the study (default: 1)")
    study.add_argument("--out", metavar="FOLDER", help="folder to write (default: study-BATTLE)")
    study.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="KEY=A,B",
        help="compare values of an option, of a reading (see “hexfolio rulings”) or of the battle's sheets, "
        "such as rules.stacking=1,2",
    )
    study.add_argument("--workers", type=int, help="processes (default: one for each core)")
    study.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; “local” starts one of two workers here"
    )
    study.set_defaults(complete=add_sides)


def add_sides(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """An option for each side of the battle among the words."""
    known = {entry.id: entry for entry in registry.entries()}
    entry = next((known[word] for word in words if word in known), None)
    if entry is None:
        return
    battle = registry.load(entry.id, entry.books[0])
    for number, side in enumerate(battle.sides):
        parser.add_argument(
            f"--{side.id}",
            dest=f"player_{number}",
            default=USUAL,
            metavar="PLAYER",
            help=f"computer player of {side.name} (default: {USUAL})",
        )


def run_study(options: argparse.Namespace) -> int:
    from hexfolio.study.plan import Plan
    from hexfolio.study.playing import Interrupted
    from hexfolio.study.run import study
    from hexfolio.study.variations import read_variation, variants
    from hexfolio.study.workers import Crew

    battle, book, chosen = battle_of(options)
    if options.workers is not None and options.workers < 1:
        raise ValueError("The number of workers must be 1 or more.")
    players = options.player_0, options.player_1
    variations = [read_variation(text) for text in options.vary]
    plan = Plan(options.games, options.seed, variants(battle, book, chosen, players, variations))
    folder = Path(options.out or f"study-{battle}")
    try:
        with Crew(options.workers or cores(), options.ray) as crew:
            done = study(plan, folder, crew, _command(options, players))
    except Interrupted as interrupted:
        print(f"hexfolio: {interrupted}", file=sys.stderr)
        return 130
    for variant, summary in zip(plan.variants, done.summaries, strict=True):
        _tell(variant.label if options.vary else "", summary)
    print(f"The report is {done.report}; the tables lie beside it.")
    return 0


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tell(label: str, summary: Summary) -> None:
    """The outcome in a few lines."""
    if not summary.games:
        print(f"{label}: no game could be finished: {summary.faults[0].fault}")
        return
    margin = summary.margin()
    print(f"{label}: " if label else "", end="")
    print(
        f"margin of {summary.sides[0]} {margin.value:+.1f} ({margin.low:+.1f} to {margin.high:+.1f}) "
        f"in {len(summary.games)} games"
    )
    for level in summary.levels():
        who = f"{summary.sides[level.winner]}: " if level.winner >= 0 else ""
        print(f"  {level.share.value:>4.0%}  {who}{level.name}")
    if summary.faults:
        print(f"  {len(summary.faults)} games could not be finished: {summary.faults[0].fault}")


def _command(options: argparse.Namespace, players: tuple[str, str]) -> str:
    """The command as it could be given again, with what makes the study and not how it was computed."""
    battle = registry.load(*battle_of(options)[:2])
    words = ["hexfolio", "study", battle.id, "--book", battle.book, "--games", str(options.games)]
    words += ["--seed", str(options.seed)]
    for side, player in zip(battle.sides, players, strict=True):
        words += [f"--{side.id}", player]
    for name in ("option", "vary"):
        for text in getattr(options, name):
            words += [f"--{name}", text]
    return shlex.join(words)
