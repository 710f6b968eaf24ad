"""What became of a draw of mutants, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .catching import CASES, FUZZER, SURVIVED, Fate
from .sites import Key, Site

EQUIVALENT = "equivalent"
COLUMNS = (CASES, FUZZER, SURVIVED, EQUIVALENT)


class Tried(NamedTuple):
    """A mutant and what became of it."""

    site: Site
    fate: Fate

    def json(self, known: Mapping[Key, str]) -> dict[str, Any]:
        site, fate = self.site, self.fate
        return {
            "id": str(site),
            "family": site.family,
            "fate": sort(self, known),
            **fate._asdict(),
            "before": site.before(),
            "after": site.after(),
            "key": site.key._asdict(),
        }


def sort(tried: Tried, known: Mapping[Key, str]) -> str:
    """The column it counts in: a survivor that is known to change nothing stands apart."""
    survived = tried.fate.caught == SURVIVED
    return EQUIVALENT if survived and tried.site.key in known else tried.fate.caught


def text(title: str, all_: Iterable[Tried], known: Mapping[Key, str]) -> str:
    """Counts by family and operator, then the survivors."""
    found = sorted(all_, key=lambda tried: (tried.site.file, tried.site.line, tried.site.column))
    rows = [title, ""]
    rows += _table("by family", found, known, lambda tried: tried.site.family)
    rows += _table("by operator", found, known, lambda tried: tried.site.operator)
    survivors = [tried for tried in found if sort(tried, known) == SURVIVED]
    rows.append(f"{len(survivors)} survivors:")
    for tried in survivors:
        rows += ["", *_survivor(tried)]
    if wrong := [tried for tried in found if tried.fate.caught != SURVIVED and tried.site.key in known]:
        rows += ["", "Caught, though listed as changing nothing:", *(f"  {tried.site}" for tried in wrong)]
    return "\n".join(rows) + "\n"


def json(head: Mapping[str, Any], all_: Iterable[Tried], known: Mapping[Key, str]) -> dict[str, Any]:
    found = list(all_)
    counts = Counter(sort(tried, known) for tried in found)
    return {
        **head,
        "tried": len(found),
        "counts": {column: counts[column] for column in COLUMNS},
        "rate": _share(counts, without_equivalents=False),
        "rate without equivalents": _share(counts, without_equivalents=True),
        "mutants": [tried.json(known) for tried in found],
    }


def _survivor(tried: Tried) -> list[str]:
    site, fate = tried.site, tried.fate
    runs = f"run by {fate.cases} cases and {len(fate.games)} kinds of games"
    if fate.otherwise:
        runs += f"; plays otherwise in {', '.join(fate.otherwise)}"
    where = f"  in {site.function}, " if site.function else "  "
    return [f"{site}", where + runs, f"  - {site.before()}", f"  + {site.after()}"]


def _table(
    title: str, found: list[Tried], known: Mapping[Key, str], group: Callable[[Tried], str]
) -> list[str]:
    """One line a group; both rates, with known equivalents as survivors and without them."""
    heads = "".join(f"{column:>12}" for column in COLUMNS)
    rows = [f"{title:<20} {'all':>6}{heads}   caught  of the rest"]
    groups: dict[str, Counter[str]] = {}
    for tried in found:
        groups.setdefault(group(tried), Counter())[sort(tried, known)] += 1
    total = sum(groups.values(), Counter())
    for name, counts in [*sorted(groups.items()), ("together", total)]:
        numbers = "".join(f"{counts[column]:>12}" for column in COLUMNS)
        of_all = _share(counts, without_equivalents=False)
        of_rest = _share(counts, without_equivalents=True)
        rows.append(f"{name:<20} {counts.total():>6}{numbers}{of_all:>8.1f}% {of_rest:>11.1f}%")
    return [*rows, ""]


def _share(counts: Counter[str], *, without_equivalents: bool) -> float:
    """Of a hundred mutants, how many are caught."""
    of = counts.total() - (counts[EQUIVALENT] if without_equivalents else 0)
    return round(100 * (counts[CASES] + counts[FUZZER]) / of, 1) if of else 100.0
