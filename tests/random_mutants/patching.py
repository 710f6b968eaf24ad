"""Putting a mutant into the program that is already loaded."""

from __future__ import annotations

import gc
import importlib
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, FunctionType, ModuleType

from .sites import ROOT, Site

PROGRAM = ("hexfolio.casebook.run", "hexfolio.fuzz", "hexfolio.battles.registry")
"""What is loaded, and with it every rulebook."""
KEPT = ("hexfolio.rulebooks", "hexfolio.rulebooks.sheets", "hexfolio.rulebooks.clauses")
"""Modules below `hexfolio.rulebooks` that know no rule: sheets read before stay what they are."""
RENEWED = ("hexfolio.rulebooks", "hexfolio.battles", "hexfolio.casebook", "hexfolio.fuzz")

Place = tuple[str, str, int]
"""File, qualified name and first line of a function."""
Functions = dict[Place, list[FunctionType]]


def load_program() -> None:
    for name in PROGRAM:
        importlib.import_module(name)


def functions() -> Functions:
    """All functions of the rulebooks that are loaded; wrappers, properties and closures hide none of them."""
    found: Functions = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(ROOT)):
            found[_place(thing.__code__)].append(thing)
    return found


def replace_code(site: Site, loaded: Functions) -> int:
    """Give the functions that a site lies in the mutant's code; how many there are."""
    path = str(site.path)
    right = compile(site.path.read_bytes(), path, "exec")
    wrong = compile(site.changed(), path, "exec")
    replaced = 0
    for old, new in _pairs(right, wrong):
        if old != new:
            for function in loaded.get(_place(old), ()):
                if function.__code__ == old:
                    function.__code__ = new
                    replaced += 1
    drop_caches()
    return replaced


def drop_caches() -> None:
    """Forget what functions of the rulebooks remember."""
    for module in _renewed():
        if module.__name__.startswith("hexfolio.rulebooks."):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear") and thing.__module__ == module.__name__:
                    thing.cache_clear()


def load_anew(site: Site | None) -> None:
    """Load all rulebooks and what rests on them once more, one module as the mutant has it."""
    finder = _Finder(site) if site is not None else None
    if finder is not None:
        sys.meta_path.insert(0, finder)
    for module in _renewed():
        del sys.modules[module.__name__]
        parent, _, name = module.__name__.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(name, None)
    load_program()
    if finder is not None:
        sys.meta_path.remove(finder)


def _renewed() -> list[ModuleType]:
    """The loaded modules that are rulebooks or rest on them."""
    return [
        module
        for name, module in sys.modules.items()
        if name not in KEPT and any(name == root or name.startswith(f"{root}.") for root in RENEWED)
    ]


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Every code object of a module beside that of the mutant."""
    yield old, new
    olds = [constant for constant in old.co_consts if isinstance(constant, CodeType)]
    news = [constant for constant in new.co_consts if isinstance(constant, CodeType)]
    for left, right in zip(olds, news, strict=True):
        yield from _pairs(left, right)


class _Finder(MetaPathFinder):
    """Finds the module of a site, as the mutant has it."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.site.module:
            return None
        loader = _Loader(fullname, str(self.site.path))
        loader.text = self.site.changed()
        return spec_from_file_location(fullname, self.site.path, loader=loader)


class _Loader(SourceFileLoader):
    """Loads a text that is not that of the file."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec")
