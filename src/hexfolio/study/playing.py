"""Playing many games: shown as they go on, written down one by one, and broken off at any time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from .lines import Lines
from .progress import Progress
from .workers import Crew


class Interrupted(Exception):  # noqa: N818 - nothing is wrong with it
    """The games were broken off; what is finished is kept."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"{done} of {total} games are finished and kept; the same command goes on.")


class Kept(Protocol):
    """A record that can be written down."""

    def _asdict(self) -> Mapping[str, Any]: ...


Job = TypeVar("Job")
Record = TypeVar("Record", bound=Kept)


def play_missing(
    play: Callable[[Job], Record],
    missing: Sequence[Job],
    lines: Lines,
    done: int,
    crew: Crew,
) -> list[Record]:
    """Play games and write each down as it is finished; `done` were finished before."""
    if not missing:
        return []
    records = []
    total = done + len(missing)
    progress = Progress(total, done, str(crew), sys.stderr)
    try:
        with lines.adding() as add:
            for record in crew.run(play, missing):
                add(record._asdict())
                records.append(record)
                progress.step()
    except KeyboardInterrupt:
        raise Interrupted(done + len(records), total) from None
    finally:
        progress.close()
    return records
