"""Every clause has a case that fails when the rule is broken.

A mutant breaks one rule of the engine: it leaves the rule out, or plays it as another edition does. For each
clause that a mutant names, at least one of the cases that claim it must fail; and every clause that needs
proof is named by some mutant.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexfolio.casebook.run import case_files, run_case
from hexfolio.rulebooks.clauses import books, catalogue
from hexfolio.rulebooks.sheets import Entry, load_sheet
from mutants import MUTANTS
from mutants.making import Mutant

CASES = Path(__file__).parent.parent / "cases"


@cache
def claims() -> dict[str, list[Entry]]:
    """For every clause, the cases that claim it, each to be played under a single book."""
    found: dict[str, list[Entry]] = {}
    for file in case_files([CASES]):
        for case in load_sheet(file):
            for book in case["books"]:
                single = Entry(case.name, case.line)
                single.update({**case, "books": [book]})
                for clause in map(str, case["proves"]):
                    home = clause.partition(":")[0]
                    if home == book or home not in case["books"]:
                        found.setdefault(clause, []).append(single)
    return found


def holds(case: Entry) -> bool:
    """Does the case still pass? An engine that contradicts itself under a mutant has noticed it, too."""
    try:
        return not any(run.problem for run in run_case(case, case.name))
    except (AssertionError, LookupError):
        return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_broken_rule_is_noticed(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.patch(monkeypatch)
    blind = [clause for clause in mutant.clauses if all(map(holds, claims()[clause]))]
    assert blind == []


def test_every_clause_is_broken_by_some_mutant() -> None:
    named = {clause for mutant in MUTANTS for clause in mutant.clauses}
    needed = {clause.id for book in books() for clause in catalogue(book).values() if not clause.definition}
    assert named == needed
