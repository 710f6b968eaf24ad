"""One side of a battle as a Gymnasium environment: a computer player answers for the other."""

from __future__ import annotations

from typing import Any

import gymnasium

from hexfolio import opponents
from hexfolio.opponents import Opponent

from .battle_env import BattleEnv
from .layout import Layout, Mask


class Duel(gymnasium.Env[dict[str, Any], Any]):
    """The learner plays one side; actions, observations and rewards are those of `BattleEnv`."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, battle: BattleEnv, side: int, opponent: str) -> None:
        if side not in (0, 1):
            raise ValueError("The side is 0 for the first side of the battle or 1 for the second.")
        self.battle = battle
        self.side = side
        self.render_mode = battle.render_mode
        self._agent = battle.possible_agents[side]
        self._make_opponent = opponents.find(opponent)
        self._opponent: Opponent
        self.observation_space = battle.observation_space(self._agent)
        self.action_space = battle.action_space(self._agent)

    @property
    def layout(self) -> Layout:
        return self.battle.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game up to the learner's first decision; a seed settles the dice and the opponent's play."""
        super().reset(seed=seed)
        self.battle.reset(seed)
        self._opponent = self._make_opponent(int(self.np_random.integers(1 << 31)))
        self.battle.let_answer(self._opponent, 1 - self.side)
        return self.battle.observe(self._agent), self.battle.infos[self._agent]

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """One action of the learner, and all answers of the opponent up to the next."""
        battle, agent = self.battle, self._agent
        battle.step(action)
        battle.let_answer(self._opponent, 1 - self.side)
        return (
            battle.observe(agent),
            battle.rewards[agent],
            battle.terminations[agent],
            battle.truncations[agent],
            battle.infos[agent],
        )

    def action_masks(self) -> Mask:
        """The mask alone, under the name that libraries for masked policies ask for."""
        mask: Mask = self.battle.observe(self._agent)["action_mask"]
        return mask

    def render(self) -> Any:
        return self.battle.render()
