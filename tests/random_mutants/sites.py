"""The sites: every place of the rulebooks' code that can be changed, and the draw among them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from hexfolio import rulebooks

from .operators import Change, Edit, Finder

ROOT = Path(rulebooks.__path__[0])
FAMILIES = {"fire_and_movement": "fm", "korean_war": "korean", "paratrooper": "para", "": "shared"}
"""The families by the folder they lie in; what all of them share lies in none."""
SHARED = ("bound.py", "ways.py")
"""Modules outside the families that hold rules."""
WORDS = frozenset({"__init__.py", "cites.py", "events.py", "telling.py", "words.py"})
"""Modules that hold names and sentences only."""


class Key(NamedTuple):
    """What a site is known by when lines have shifted; `nth` counts those that are alike in a function."""

    file: str
    function: str
    operator: str
    text: str
    nth: int


class Site(NamedTuple):
    """A place that can be changed; `lines` are those whose running runs the change."""

    file: str
    line: int
    column: int
    operator: str
    function: str
    lines: tuple[int, ...]
    edits: tuple[Edit, ...]
    key: Key

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.operator}"

    @property
    def family(self) -> str:
        return FAMILIES["" if "/" not in self.file else self.file.partition("/")[0]]

    @property
    def module(self) -> str:
        return "hexfolio.rulebooks." + self.file.removesuffix(".py").replace("/", ".")

    @property
    def path(self) -> Path:
        return ROOT / self.file

    def changed(self) -> str:
        """The source of the module as the mutant has it; every line keeps its number."""
        text = source(self.file)
        for edit in sorted(self.edits, reverse=True):
            text = text[: edit.start] + edit.text.encode() + text[edit.end :]
        return text.decode()

    def before(self) -> str:
        return _joined(source(self.file).decode(), self.lines)

    def after(self) -> str:
        return _joined(self.changed(), self.lines)


def modules() -> list[str]:
    """The modules that are changed, as paths below the rulebooks."""
    found = [path for folder in FAMILIES if folder for path in (ROOT / folder).rglob("*.py")]
    found += [ROOT / name for name in SHARED]
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path.name not in WORDS)


@cache
def source(file: str) -> bytes:
    return (ROOT / file).read_bytes()


@cache
def sites() -> tuple[Site, ...]:
    """All sites in the order of files, lines and columns."""
    return tuple(site for file in modules() for site in _sites_of(file))


def draw(seed: int, count: int, family: str | None = None) -> list[Site]:
    """So many sites, each as likely as any other, in the order of the draw."""
    among = [site for site in sites() if family is None or site.family == family]
    return Random(seed).sample(among, min(count, len(among)))


def keyed(keys: Iterable[Key]) -> list[Site]:
    """The sites with these keys, as far as they are still there."""
    known = {site.key: site for site in sites()}
    return [known[key] for key in keys if key in known]


def _sites_of(file: str) -> Iterator[Site]:
    text = source(file)
    lines = text.decode().splitlines()
    runnable = frozenset(_runnable(compile(text, file, "exec")))
    alike: Counter[tuple[str, str, str]] = Counter()
    changes = sorted(Finder(text).changes(), key=lambda change: change.edits[0].start)
    for change in changes:
        start = change.edits[0].start
        line = text.count(b"\n", 0, start) + 1
        column = start - (text.rfind(b"\n", 0, start) + 1) + 1
        name = change.function, change.operator, lines[line - 1].strip()
        alike[name] += 1
        key = Key(file, *name, alike[name])
        node_lines = _lines(change, runnable)
        yield Site(file, line, column, change.operator, change.function, node_lines, change.edits, key)


def _lines(change: Change, runnable: frozenset[int]) -> tuple[int, ...]:
    """The lines of what is changed; of a folded constant, the nearest line above that is run."""
    node = change.node
    last = node.lineno if isinstance(node, ast.stmt) else node.end_lineno or node.lineno
    own = tuple(range(node.lineno, last + 1))
    if runnable.isdisjoint(own):
        own = (max((line for line in runnable if line < node.lineno), default=node.lineno), *own)
    return own


def _runnable(code: object) -> Iterator[int]:
    for _, _, line in code.co_lines():  # type: ignore[attr-defined]
        if line is not None:
            yield line
    for constant in code.co_consts:  # type: ignore[attr-defined]
        if hasattr(constant, "co_lines"):
            yield from _runnable(constant)


def _joined(text: str, lines: tuple[int, ...]) -> str:
    rows = text.splitlines()
    return " ".join(rows[line - 1].strip() for line in range(lines[0], lines[-1] + 1))
