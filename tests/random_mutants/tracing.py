"""Which lines of the rulebooks run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import CodeType, FrameType, MappingProxyType
from typing import Any

from .sites import ROOT, modules, source

Trace = Callable[[FrameType, str, Any], Any]


class Ruler:
    """Numbers the lines of all modules through, so that a set of lines is the bits of one number."""

    def __init__(self) -> None:
        self.offsets: dict[str, int] = {}
        total = 0
        for file in modules():
            self.offsets[file] = total
            total += source(file).count(b"\n") + 2

    def bits(self, file: str, lines: tuple[int, ...]) -> int:
        return sum(1 << (self.offsets[file] + line) for line in lines)


class Tracer:
    """Collects lines by code object; one whose lines have all been seen is not watched any longer."""

    def __init__(self, ruler: Ruler) -> None:
        self.offsets = {str(ROOT / file): offset for file, offset in ruler.offsets.items()}
        self.seen: dict[CodeType, set[int]] = {}
        self.all: dict[CodeType, frozenset[int]] = {}
        self.loads: dict[Any, int] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)

    def bits(self) -> int:
        bits = 0
        for code, lines in self.seen.items():
            offset = self.offsets[code.co_filename]
            for line in lines:
                bits |= 1 << (offset + line)
        return bits

    def lines_of(self, work: Callable[[], object]) -> int:
        """The lines that a piece of work runs."""
        before, self.seen = self.seen, {}
        try:
            with self.watching():
                work()
            return self.bits()
        finally:
            self.seen = before

    def _call(self, frame: FrameType, event: str, argument: Any) -> Trace | None:
        code = frame.f_code
        if code.co_filename not in self.offsets:
            return None
        seen = self.seen.setdefault(code, set())
        if self._lines(code) <= seen:
            return None

        def line(frame: FrameType, event: str, argument: Any) -> Trace:
            seen.add(frame.f_lineno)
            return line

        return line

    def _lines(self, code: CodeType) -> frozenset[int]:
        """The lines of a code object; that of a “def” is not run with the function."""
        if code not in self.all:
            lines = {line for _, _, line in code.co_lines() if line is not None}
            if not code.co_name.startswith("<"):
                lines.discard(code.co_firstlineno)
            self.all[code] = frozenset(lines)
        return self.all[code]


def watch_loading(ruler: Ruler) -> Callable[[], int]:
    """Load each battle once, and tell on every call which lines loading ran since the call before."""
    registry: Any = import_module("hexfolio.battles.registry")
    load, known, used = registry.load, {}, [0]

    def remember(battle_id: str, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Any:
        key = (battle_id, book, tuple(sorted(options.items())))
        if key not in known:
            watched, battles = sys.gettrace(), []
            sys.settrace(None)
            bits = Tracer(ruler).lines_of(lambda: battles.append(load(battle_id, book, options)))
            known[key] = battles[0], bits
            sys.settrace(watched)
        used[0] |= known[key][1]
        return known[key][0]

    def since() -> int:
        bits, used[0] = used[0], 0
        return bits

    registry.load = remember
    return since
