"""The rulebook against its catalogue: every clause it names exists, and every rule is cited."""

from __future__ import annotations

import inspect
import re

import pytest

from hexfolio.rulebooks.clauses import books, catalogue, find_clause
from hexfolio.rulebooks.fire_and_movement.editions import EDITIONS, VERSION_8_BOMBARDMENT
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement

ALL_RULES = sorted({*EDITIONS.values(), *VERSION_8_BOMBARDMENT.values()}, key=lambda rules: rules.__name__)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_citation_is_a_clause(rules: type[FireAndMovement]) -> None:
    for clause in rules.cites.values():
        assert find_clause(clause).id == clause


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_rule_that_is_named_is_cited(rules: type[FireAndMovement]) -> None:
    source = "".join(
        inspect.getsource(inspect.getmodule(part) or part)
        for part in rules.__mro__
        if part.__module__.startswith("hexfolio")
    )
    named = set(re.findall(r'(?:refuse\(\s*|cites\[)"([a-z_-]+)"', source))
    if rules.book != "fm-2023" and not issubclass(rules, VERSION_8_BOMBARDMENT["fm-2023"].__mro__[1]):
        named -= {"two_markers", "blind_bombardment"}
    missing = named - set(rules.cites) - ({"blind_support"} if rules.book != "fm-2023" else set())
    assert not missing


@pytest.mark.parametrize("rules", ALL_RULES)
def test_clauses_in_docstrings_exist(rules: type[FireAndMovement]) -> None:
    for part in rules.__mro__:
        if not part.__module__.startswith("hexfolio.rulebooks"):
            continue
        for member in vars(part).values():
            text = inspect.getdoc(member) if inspect.isfunction(member) else None
            for clause in re.findall(r"fm-[a-z0-9]+:[a-z0-9.]*[a-z0-9]", text or ""):
                _, _, number = clause.partition(":")
                known = catalogue(clause.partition(":")[0])
                assert clause in known or any(name.startswith(f"{clause}.") for name in known), (
                    f"{member}: {number}"
                )


def test_catalogues_are_complete() -> None:
    assert {"fm-folio": 276, "fm-st296": 281, "fm-2023": 244}.items() <= {
        book: len(catalogue(book)) for book in books()
    }.items()
    with pytest.raises(ValueError, match="There is no clause fm-folio:99"):
        find_clause("fm-folio:99")
    with pytest.raises(ValueError, match="expected one of"):
        find_clause("chess:1")
