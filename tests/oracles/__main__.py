"""Runs oracles over many random maps: `python -m tests.oracles retreat --maps 10000 --seed 1`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from . import advance, landing, movement, retreat

ORACLES: dict[str, Callable[[int, int], list[str]]] = {
    "movement": movement.run,
    "retreat": retreat.run,
    "advance": advance.run,
    "landing": landing.run,
}
"""What each oracle finds wrong, given a seed and how many maps to look at."""
SHOWN = 20


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument("oracle", nargs="*", metavar="ORACLE", help=f"of {', '.join(ORACLES)}; all if none")
    parser.add_argument("--maps", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.oracle:
        if name not in ORACLES:
            parser.error(f"There is no oracle “{name}”: expected one of {', '.join(ORACLES)}.")
    wrong = 0
    for name in asked.oracle or ORACLES:
        found = ORACLES[name](asked.seed, asked.maps)
        print(f"{name}: {asked.maps} maps, {len(found)} differences", flush=True)
        for line in found[:SHOWN]:
            print(f"  {line}")
        wrong += len(found)
    return 1 if wrong else 0


sys.exit(main())
