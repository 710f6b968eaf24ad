"""The stamp of a game: which version of the rules and of its players it was played by.

A player's version is the text of all modules of the package of players that its own module needs, so that
games of others stay good when one of them learns something.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec, resolve_name
from pathlib import Path

from hexfolio import opponents
from hexfolio.rulebooks.sheets import load_sheet

PACKAGE = opponents.__name__


@lru_cache(maxsize=1024)
def stamp(players: Sequence[str], battle: str, edition: str) -> str:
    """A few letters that change with the rules, the battle, its aims and the players."""
    digest = hashlib.blake2b(edition.encode(), digest_size=6)
    digest.update(_aims(players, battle))
    for player in players:
        for module in modules_of(type(opponents.find(player)(0)).__module__):
            digest.update(_source(module))
    return digest.hexdigest()


def _aims(players: Sequence[str], battle: str) -> bytes:
    """The sheet of aims of a battle, without what bears the name of a player who does not take part."""
    path = files("hexfolio.battles") / battle / "aims.yaml"
    if not path.is_file():
        return b""
    absent = opponents.OPPONENTS.keys() - players
    sides = {
        side: {key: part for key, part in entries.items() if key not in absent}
        for side, entries in load_sheet(path).items()
    }
    return json.dumps(sides).encode()


def modules_of(module: str) -> list[str]:
    """A module and those of the package of players that it needs, directly or not."""
    found, waiting = {module}, [module]
    while waiting:
        new = set(_imported(waiting.pop())) - found
        found |= new
        waiting += new
    return sorted(found)


def _imported(module: str) -> Iterator[str]:
    spec = find_spec(module)
    assert spec is not None
    parent = module if spec.submodule_search_locations else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), parent) if node.level else node.module
            assert base is not None
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        # The package itself names every player; what a player needs of it is a module of its own.
        yield from (name for name in names if name.startswith(f"{PACKAGE}.") and _is_module(name))


@lru_cache(maxsize=1024)
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the parent is a module, not a package
        return False


@lru_cache(maxsize=1024)
def _source(module: str) -> bytes:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_bytes()
