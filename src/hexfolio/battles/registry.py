"""The registry: which battles there are, and how to get one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from hexfolio.core.battle import Battle
from hexfolio.core.board import Board
from hexfolio.core.game import Game, Rules
from hexfolio.rulebooks import books
from hexfolio.rulebooks.sheets import SheetError, Where, text_of

from .loading import (
    BattleEntry,
    load_battle,
    load_battle_sheet,
    load_shared_map,
    read_entry,
    read_kept_battle,
    shared_maps,
)
from .map_sheets import read_map

__all__ = ["BattleEntry", "UnknownBattleError", "board", "entries", "find", "load", "new_game", "open_rules"]


class UnknownBattleError(ValueError):
    """A battle, or a book for it, that is not in the registry; the sentence lists what is."""


def entries() -> list[BattleEntry]:
    """All battles in the order of their ids."""
    return [read_entry(load_battle_sheet(folder)) for folder in _folders()]


def find(battle_id: str) -> BattleEntry:
    """The entry of one battle."""
    known = entries()
    for entry in known:
        if entry.id == battle_id:
            return entry
    raise UnknownBattleError(f"There is no battle {battle_id}: known are {', '.join(e.id for e in known)}.")


def load(battle_id: str, book: str, options: Mapping[str, str] = MappingProxyType({})) -> Battle:
    """A battle set up for one rule book."""
    entry = find(battle_id)
    if book not in entry.books:
        known = ", ".join(entry.books)
        raise UnknownBattleError(f"{entry.title} cannot be played by the book {book}: its books are {known}.")
    return load_battle(files("hexfolio.battles") / entry.id, book, options)


def board(name: str) -> Board:
    """The map of a battle, or a map that several battles share."""
    if name in shared_maps():
        sheet = load_shared_map(name, Where(name, 0))
        return read_map(sheet, text_of(sheet, "title", name.capitalize()))[0]
    entry = find(name)
    return load(entry.id, entry.books[0]).board


def open_rules(
    battle_id: str, book: str, options: Mapping[str, str] = MappingProxyType({}), sheets: str = ""
) -> Rules:
    """The rulebook of a battle, ready for play; with `sheets`, of the battle that a saved game began with."""
    return books.open_rules(_kept(battle_id, book, options, sheets) or load(battle_id, book, options))


def _kept(battle_id: str, book: str, options: Mapping[str, str], sheets: str) -> Battle | None:
    """The battle of a saved game's own sheets; None if there are none, or none that can be read any more
    while the battle itself is still known."""
    try:
        battle = read_kept_battle(sheets, book, options) if sheets else None
    except SheetError:
        if all(entry.id != battle_id for entry in entries()):
            raise
        return None
    if battle is not None and battle.id != battle_id:
        raise UnknownBattleError(f"The sheets of this game are of {battle.id}: expected {battle_id}.")
    return battle


def new_game(
    battle_id: str, book: str, seed: int | None = None, options: Mapping[str, str] = MappingProxyType({})
) -> Game:
    """A new game of a battle; without a seed its dice cannot be predicted."""
    return Game(open_rules(battle_id, book, options), seed)


def _folders() -> list[Traversable]:
    """Folders of the package that hold a battle."""
    folders = [folder for folder in files("hexfolio.battles").iterdir() if folder.is_dir()]
    return sorted((f for f in folders if (f / "battle.yaml").is_file()), key=lambda folder: folder.name)
