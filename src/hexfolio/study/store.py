"""The folder of a study: what it is about, and every finished game, so that it can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from .plan import Plan, StudyError
from .recording import GameRecord

FORMAT = 1
PLAN, FINISHED = "study.json", "finished.jsonl"


class Store:
    """A folder with one line for every finished game, in the order in which they were finished."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        content = {"hexfolio-study": FORMAT, **plan.to_json()}
        file = folder / PLAN
        if file.exists():
            self._check(file, content)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, (json.dumps(content, indent=1) + "\n").encode())

    def _check(self, file: Path, content: dict[str, Any]) -> None:
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise StudyError(f"{file} does not say what study lies here: name another folder with --out.")
        differing = [name for name in content if found.get(name) != content[name]]
        if differing:
            names = " and ".join(_WORDS.get(name, name) for name in differing)
            raise StudyError(
                f"{self.folder} holds another study, which differs in {names}: "
                f"name another folder with --out."
            )

    def finished(self) -> dict[tuple[int, int], GameRecord]:
        """The games of the plan that are finished, by variant and number."""
        file = self.folder / FINISHED
        if not file.exists():
            return {}
        found = {}
        for line in file.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break  # cut off while it was written: that game is played again
            record = GameRecord.from_json(json.loads(line))
            if record.number <= self.plan.games:
                found[record.key] = record
        return found

    @contextmanager
    def adding(self) -> Iterator[Adding]:
        """To add games, each written before the next; what a broken line left behind is cut off."""
        file = self.folder / FINISHED
        if file.exists():
            content = file.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                write_whole(file, content[:whole])
        with file.open("a", encoding="utf-8") as stream:
            yield Adding(stream)


class Adding:
    """Where finished games are written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def add(self, record: GameRecord) -> None:
        self._stream.write(json.dumps(record._asdict(), separators=(",", ":")) + "\n")
        self._stream.flush()


_WORDS = {"variants": "rules, data, options or variations", "players": "who plays", "seed": "its seed"}


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
