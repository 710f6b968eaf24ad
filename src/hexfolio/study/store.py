"""The folder of a study: what it is about, and every finished game, so that it can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .lines import Lines, write_whole
from .plan import Plan, StudyError
from .recording import GameRecord

FORMAT = 1
PLAN, FINISHED = "study.json", "finished.jsonl"


class Store:
    """A folder with one line for every finished game, in the order in which they were finished."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.lines = Lines(folder / FINISHED)
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
        records = map(GameRecord.from_json, self.lines.read())
        return {record.key: record for record in records if record.number <= self.plan.games}


_WORDS = {"variants": "rules, data, options or variations", "players": "who plays", "seed": "its seed"}
