"""A file with a line of JSON for every finished game, so that nothing finished is ever lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Add = Callable[[Mapping[str, Any]], None]


class Lines:
    """Finished games in the order in which they were finished."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> Iterator[dict[str, Any]]:
        if not self.file.exists():
            return
        for line in self.file.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break  # cut off while it was written: that game is played again
            yield json.loads(line)

    @contextmanager
    def adding(self) -> Iterator[Add]:
        """To add games, each written before the next; what a broken line left behind is cut off."""
        if self.file.exists():
            content = self.file.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                write_whole(self.file, content[:whole])
        with self.file.open("a", encoding="utf-8") as stream:

            def add(game: Mapping[str, Any]) -> None:
                stream.write(json.dumps(game, separators=(",", ":")) + "\n")
                stream.flush()

            yield add


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
