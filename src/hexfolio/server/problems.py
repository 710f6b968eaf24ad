"""What can go wrong with a request, as a status, a word and a sentence."""

from __future__ import annotations

from hexfolio.core.battle import Battle
from hexfolio.core.rulings import Refusal

from . import schemas


class ProblemError(Exception):
    """A request that is answered with a problem."""

    def __init__(self, status: int, problem: schemas.Problem) -> None:
        super().__init__(problem.sentence)
        self.status = status
        self.problem = problem


def problem(status: int, error: str, sentence: str) -> ProblemError:
    return ProblemError(status, schemas.Problem(error=error, sentence=sentence))


def unknown_game() -> ProblemError:
    return problem(404, "unknown game", "There is no such game here.")


def wrong_key() -> ProblemError:
    return problem(403, "wrong key", "This link does not open a seat in this game.")


def not_yours(sentence: str) -> ProblemError:
    return problem(403, "not yours", sentence)


def malformed(sentence: str) -> ProblemError:
    return problem(422, "malformed", sentence)


def finished() -> ProblemError:
    return problem(422, "finished", "The game is over.")


def refused(refusal: Refusal, battle: Battle) -> ProblemError:
    told = refusal_json(refusal, battle)
    return ProblemError(422, schemas.Problem(error="refused", sentence=refusal.sentence, refusal=told))


def stale(table: schemas.TableView) -> ProblemError:
    sentence = "The table has changed since you clicked."
    return ProblemError(409, schemas.Problem(error="stale", sentence=sentence, table=table))


def refusal_json(refusal: Refusal, battle: Battle) -> schemas.Refusal:
    numbers = [battle.board.grid.number(hex_) for hex_ in refusal.hexes if hex_ >= 0]
    return schemas.Refusal(rule=refusal.rule, sentence=refusal.sentence, hexes=numbers)
