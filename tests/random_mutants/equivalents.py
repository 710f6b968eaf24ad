"""The list of mutants that are known to change nothing."""

from __future__ import annotations

from pathlib import Path

from hexfolio.rulebooks.sheets import load_sheet, need, number_of, only_keys, text_of

from .sites import Key

FILE = Path(__file__).parent / "equivalents.yaml"


def read_equivalents(file: Path = FILE) -> dict[Key, str]:
    """The reason for each; raises SheetError where a line of the list is malformed."""
    found: dict[Key, str] = {}
    for entry in load_sheet(file):
        only_keys(entry, ("file", "function", "operator", "line", "nth", "reason"), "An equivalent")
        for name in ("file", "operator", "line", "reason"):
            need(entry, name, "An equivalent")
        key = Key(
            text_of(entry, "file"),
            text_of(entry, "function", ""),
            text_of(entry, "operator"),
            text_of(entry, "line"),
            number_of(entry, "nth", 1, least=1),
        )
        found[key] = text_of(entry, "reason")
    return found
