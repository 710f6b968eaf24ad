"""Commands that prove the rules: cases, coverage, fuzzing, and the state of this installation."""

from __future__ import annotations

import argparse
import platform
import sys

from hexfolio import __version__
from hexfolio.battles import registry
from hexfolio.casebook.run import Result, case_files, coverage, run_file
from hexfolio.core import paths
from hexfolio.fuzz import fuzz
from hexfolio.rulebooks.books import turned
from hexfolio.rulebooks.sheets import SheetError

from .common import Commands, add_command


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    check = add_command(commands, "check", run_check, "run rule cases, your own too")
    check.add_argument("paths", nargs="+", metavar="FILE|DIR")
    check.add_argument("--coverage", action="store_true", help="count the clauses they prove as well")
    cover = add_command(commands, "coverage", run_coverage, "count the clauses that have a passing case")
    cover.add_argument("paths", nargs="*", default=["cases"], metavar="FILE|DIR")
    random = add_command(commands, "fuzz", run_fuzz, "play random games and look for faults")
    random.add_argument("--battle", default="crossroads")
    random.add_argument("--book", action="append", help="rule book (default: all of the battle)")
    random.add_argument("--games", type=int, default=20, help="games for each book (default: 20)")
    random.add_argument("--orders", type=int, default=0, help="go on until so many orders were given")
    random.add_argument("--seed", type=int, default=1)
    random.add_argument(
        "--readings",
        action="store_true",
        help="read the book otherwise: every reading one at a time, then all at once",
    )
    add_command(commands, "doctor", run_doctor, "say how this installation is doing")


def run_check(options: argparse.Namespace) -> int:
    results, malformed = _run_cases(options.paths)
    for result in results:
        if result.problem:
            print(f"FAILED {result.file} line {result.line}: {result.title} [{result.book}]")
            print(f"    {result.problem}")
    for error in malformed:
        print(f"hexfolio: {error}", file=sys.stderr)
    failed = sum(bool(result.problem) for result in results)
    print(f"{len(results) - failed} passed, {failed + len(malformed)} failed")
    bare = _tell_coverage(results) if options.coverage else 0
    return 2 if malformed else int(failed + bare > 0)


def _run_cases(names: list[str]) -> tuple[list[Result], list[SheetError]]:
    results: list[Result] = []
    malformed: list[SheetError] = []
    for path in case_files(names):
        try:
            results += run_file(path)
        except SheetError as error:
            malformed.append(error)
    return results, malformed


def run_coverage(options: argparse.Namespace) -> int:
    results, malformed = _run_cases(options.paths)
    for error in malformed:
        print(f"hexfolio: {error}", file=sys.stderr)
    bare = _tell_coverage(results)
    return 2 if malformed else int(bare > 0)


def _tell_coverage(results: list[Result]) -> int:
    """Say which clauses have a passing case; the number of those that have none."""
    bare = 0
    for report in coverage(results):
        proven = report.needed - len(report.bare)
        share = f"{proven} of {report.needed} clauses"
        print(f"{report.book:<10} {share} proven by a passing case ({proven / report.needed:.0%})")
        for clause in report.bare:
            print(f"    bare: {clause.id} {clause.rule}")
        bare += len(report.bare)
    return bare


def run_fuzz(options: argparse.Namespace) -> int:
    books = options.book or list(registry.find(options.battle).books)
    faults = 0
    for book in books:
        choices = turned(registry.load(options.battle, book)) if options.readings else [{}]
        for chosen in choices:
            report = fuzz(options.battle, book, options.games, options.seed, chosen, orders=options.orders)
            print(report, flush=True)
            for failure in report.failures:
                print(f"    {failure}")
            faults += len(report.failures)
    return int(faults > 0)


def run_doctor(options: argparse.Namespace) -> int:
    machine = f"{platform.system()} {platform.machine()}"
    print(f"hexfolio {__version__}, Python {platform.python_version()} on {machine}")
    if paths.KERNEL == "compiled":
        print("Path kernels: compiled.")
    else:
        print("Path kernels: plain Python. Everything works, only slower; a C compiler brings speed.")
    for entry in registry.entries():
        for book in entry.books:
            registry.open_rules(entry.id, book)
        print(f"Battle {entry.id}: loads under {', '.join(entry.books)}.")
    return 0
