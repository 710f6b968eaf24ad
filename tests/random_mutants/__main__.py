"""`python -m random_mutants`: draw mutants, let cases and fuzzer loose on them, report."""

from __future__ import annotations

import json
import signal
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

from . import report
from .catching import CASES, Fate, Trap
from .equivalents import read_equivalents
from .patching import functions, load_program
from .processes import Crew
from .report import Tried
from .sites import FAMILIES, Key, Site, draw, keyed, sites
from .touching import fingerprint, line_map
from .trials import GAMES, cases, remember_battles

CACHE = Path(__file__).parent.parent.parent / ".mutants_cache"
DIED = Fate(CASES, "the process died")


def arguments() -> Namespace:
    parser = ArgumentParser("random_mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    parser.add_argument("--count", type=int, default=150, help="how many mutants are drawn (150)")
    parser.add_argument("--family", choices=sorted(FAMILIES.values()), help="draw from this family only")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--json", type=Path, help="write everything to this file, too")
    parser.add_argument("--text", type=Path, help="write the report to this file, too")
    parser.add_argument(
        "--again", type=Path, nargs="+", help="instead of a draw, the survivors of these JSON files"
    )
    parser.add_argument("--at", help="instead of a draw, all mutants of FILE or FILE:LINE")
    return parser.parse_args()


def chosen(wanted: Namespace) -> tuple[str, list[Site]]:
    """What the command line asks for: a title and sites."""
    if wanted.again:
        keys = [key for file in wanted.again for key in _survivors(file)]
        found = keyed(dict.fromkeys(keys))
        gone = len(set(keys)) - len(found)
        return f"{len(found)} survivors again ({gone} are no longer there)", found
    if wanted.at:
        file, _, line = wanted.at.partition(":")
        found = [site for site in sites() if site.file == file and line in ("", str(site.line))]
        return f"All {len(found)} mutants of {wanted.at}", found
    found = draw(wanted.seed, wanted.count, wanted.family)
    among = wanted.family or "all families"
    return f"{len(found)} random mutants of {among}, seed {wanted.seed}", found


def main() -> None:
    wanted = arguments()
    title, drawn = chosen(wanted)
    known = read_equivalents()
    lines = line_map(CACHE, cases(), GAMES, wanted.jobs)
    load_program()
    remember_battles()
    for games in GAMES:
        import_module("hexfolio.battles.registry").load(games.battle, games.book, games.options)
    tried: list[Tried] = []
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    try:
        for number, fate in Crew(Trap(lines, functions()), drawn, wanted.jobs).results():
            tried.append(Tried(drawn[number], fate or DIED))
            _progress(tried[-1], len(tried), len(drawn))
    except KeyboardInterrupt:
        title += f", stopped after {len(tried)}"
    order = {site: number for number, site in enumerate(drawn)}
    tried.sort(key=lambda one: order[one.site])
    text = report.text(title, tried, known)
    print(text)
    if wanted.text:
        wanted.text.write_text(text)
    if wanted.json:
        head = {"title": title, "seed": wanted.seed, "family": wanted.family, "program": fingerprint()}
        wanted.json.write_text(json.dumps(report.json(head, tried, known), indent=1) + "\n")


def _survivors(file: Path) -> list[Key]:
    mutants = json.loads(file.read_text())["mutants"]
    return [Key(**mutant["key"]) for mutant in mutants if mutant["caught"] == "survived"]


def _progress(tried: Tried, done: int, of: int) -> None:
    fate = tried.fate
    print(f"{done}/{of} {tried.site}: {fate.caught} ({fate.seconds} s) {fate.by}"[:160], file=sys.stderr)


if __name__ == "__main__":
    main()
