"""A study from its plan to its report."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hexfolio.battles import registry

from .lines import write_whole
from .plan import Job, Plan, StudyError
from .playing import Interrupted, play_missing
from .recording import GameRecord, play
from .report import write_report
from .store import Store
from .summary import Summary
from .tables import need_pyarrow, write_tables
from .variations import open_setup
from .workers import Crew

REPORT, GAMES = "report.html", "games"


class Study(NamedTuple):
    """A study that is finished."""

    plan: Plan
    summaries: list[Summary]
    report: Path


def study(plan: Plan, folder: Path, crew: Crew, command: str) -> Study:
    """Play what is not yet played, write the tables and the report."""
    need_pyarrow()
    found = _played(plan, Store(folder, plan), crew)
    records = [found[job.variant, job.number] for job in _in_order(plan)]
    write_tables(folder, plan, records)
    by_variant = [[r for r in records if r.variant == number] for number in range(len(plan.variants))]
    summaries = [
        Summary(open_setup(variant.setup), part)
        for variant, part in zip(plan.variants, by_variant, strict=True)
    ]
    if not summaries[0].games:
        raise StudyError(f"No game could be finished: {summaries[0].faults[0].fault}")
    saved = _save_extremes(plan, folder, summaries[0], crew)
    page = write_report(plan, summaries, by_variant, saved, command)
    write_whole(folder / REPORT, page.encode())
    return Study(plan, summaries, folder / REPORT)


def _in_order(plan: Plan) -> list[Job]:
    return sorted(plan.jobs(), key=lambda job: (job.variant, job.number))


def _played(plan: Plan, store: Store, crew: Crew) -> dict[tuple[int, int], GameRecord]:
    found = store.finished()
    missing = [job for job in plan.jobs() if (job.variant, job.number) not in found]
    played = play_missing(play, missing, store.lines, len(found), crew)
    return found | {record.key: record for record in played}


def _save_extremes(plan: Plan, folder: Path, summary: Summary, crew: Crew) -> dict[int, str]:
    """Play the extreme games of the first variant once more to keep them as files; by number.

    Games under changed figures are not kept: nothing could open them.
    """
    setup = plan.variants[0].setup
    if registry.open_rules(setup.battle, setup.book, dict(setup.options)).edition != summary.rules.edition:
        return {}
    records = {extreme.record.number: extreme.record for extreme in summary.extremes()}
    names = {number: f"{GAMES}/game-{number:05}.hexfolio" for number in records}
    (folder / GAMES).mkdir(exist_ok=True)
    jobs = [plan.job(0, number, keep=True) for number in names if not (folder / names[number]).exists()]
    try:
        for record in crew.run(play, jobs):
            if record.digest != records[record.number].digest:
                raise StudyError(
                    f"Game {record.number} went otherwise when it was played again: rules or players "
                    f"have changed since. Begin anew in another folder with --out."
                )
            write_whole(folder / names[record.number], record.text.encode())
    except KeyboardInterrupt:
        raise Interrupted(plan.games, plan.games) from None
    return names
