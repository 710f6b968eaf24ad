"""Runs oracles over many random maps: `python -m tests.oracles retreat --maps 10000 --seed 1`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from . import advance, bombardment_range, han, landing, movement, retreat, supply_dg, supply_train
from .playing import first_difference

ORACLES: dict[str, Callable[[int, int], list[str]]] = {
    "movement": movement.run,
    "retreat": retreat.run,
    "advance": advance.run,
    "landing": landing.run,
    "supply-dg": first_difference(supply_dg.run),
    "supply-train": first_difference(supply_train.run),
    "bombardment-dg": first_difference(bombardment_range.run_dg),
    "bombardment-train": first_difference(bombardment_range.run_train),
    "han": first_difference(han.run),
}
"""What each oracle finds wrong, given a seed and how many maps to look at."""
SHOWN = 20


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument(
        "oracle",
        nargs="*",
        metavar="ORACLE",
        help=f"of {', '.join(ORACLES)}, or beginnings of names; all if none",
    )
    parser.add_argument("--maps", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = [name for name in ORACLES if name.startswith(tuple(asked.oracle or [""]))]
    for word in asked.oracle:
        if not any(name.startswith(word) for name in ORACLES):
            parser.error(f"There is no oracle “{word}”: expected one of {', '.join(ORACLES)}.")
    wrong = 0
    for name in names:
        found = ORACLES[name](asked.seed, asked.maps)
        print(f"{name}: {asked.maps} maps, {len(found)} differences", flush=True)
        for line in found[:SHOWN]:
            print(f"  {line}")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
