"""Battles as environments for learners. They see what their side may see and know no rulebook.

Needs the packages of the extra “learn”; see docs/learning.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexfolio.battles import registry

if TYPE_CHECKING:
    from .battle_env import BattleEnv
    from .one_side import Duel

__all__ = ["MissingExtraError", "duel", "environment", "raw_environment"]

ENVIRONMENT_ARGUMENTS = ("reward", "most_steps", "slots", "render_mode")


class MissingExtraError(ImportError):
    """The packages that an environment is made of are not installed."""


def environment(battle: str, book: str | None = None, **options: Any) -> Any:
    """A battle for two learners as a PettingZoo AEC environment that complains about steps out of order.

    `options` are the battle's own, and of the environment: `reward`, `most_steps`, `slots`, `render_mode`.
    Without a book the first one of the battle is used.
    """
    made = raw_environment(battle, book, **options)
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(made)


def raw_environment(battle: str, book: str | None = None, **options: Any) -> BattleEnv:
    """The same without the wrapper."""
    try:
        from .battle_env import BattleEnv
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("hexfolio"):
            raise
        raise MissingExtraError(
            f"Environments need the package {error.name} (pip install hexfolio[learn])."
        ) from None
    own = {name: options.pop(name) for name in ENVIRONMENT_ARGUMENTS if name in options}
    entry = registry.find(battle)
    chosen = {name.replace("_", "-"): str(value) for name, value in options.items()}
    return BattleEnv(entry.id, book or entry.books[0], chosen, **own)


def duel(
    battle: str, book: str | None = None, side: int = 0, opponent: str = "random", **options: Any
) -> Duel:
    """One side of a battle for one learner as a Gymnasium environment; a computer player has the other."""
    made = raw_environment(battle, book, **options)
    from .one_side import Duel

    return Duel(made, side, opponent)
