"""A ladder from its plan to its standings."""

from __future__ import annotations

from pathlib import Path

from hexfolio.study.lines import Lines
from hexfolio.study.playing import play_missing
from hexfolio.study.workers import Crew

from .plan import Plan
from .playing import Match, key_of, play
from .ratings import elo, need_choix
from .standings import results
from .tables import Standings

FINISHED = "finished.jsonl"


def ladder(plan: Plan, folder: Path, crew: Crew) -> Standings:
    """Play what is not yet played, and rank the players.

    The folder may hold games of other ladders: a game counts if it is one of this plan, played by the rules
    and players as they are now.
    """
    need_choix()
    jobs = {key_of(job): job for job in plan.jobs()}
    folder.mkdir(parents=True, exist_ok=True)
    lines = Lines(folder / FINISHED)
    kept = {match.key: match for match in map(Match.from_json, lines.read()) if match.key in jobs}
    missing = [job for key, job in jobs.items() if key not in kept]
    played = play_missing(play, missing, lines, len(kept), crew)
    found = kept | {match.key: match for match in played}
    return rank(plan, [found[key] for key in jobs])


def rank(plan: Plan, matches: list[Match]) -> Standings:
    """The standings of finished games."""
    found = results(plan.meetings(), matches)
    by_ground = {
        ground: elo(plan.players, [one for one in found if one.meeting.ground == ground], plan.seed)
        for ground in plan.grounds
    }
    ratings = elo(plan.players, found, plan.seed) if len(by_ground) > 1 else by_ground[plan.grounds[0]]
    return Standings(plan, found, ratings, by_ground)
