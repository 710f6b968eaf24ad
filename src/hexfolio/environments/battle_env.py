"""Any battle of the registry as a PettingZoo environment: both sides learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from hexfolio.battles import registry
from hexfolio.core.game import Game
from hexfolio.opponents import Opponent, Seat

from .layout import SLOTS, Floats, Layout, Mask
from .menu import Menu
from .observing import Observer
from .rewards import check_reward, worth

MOST_STEPS = 20_000
"""A game with more steps than this is truncated."""

RENDER_MODES = ("ansi",)


class BattleEnv(AECEnv[str, dict[str, Any], Any]):
    """The first side is player_0, the second player_1; whoever owes a decision acts.

    An order takes one or two actions, see `Menu`. Rewards come with the end of the game only, see `worth`.
    """

    metadata = {"name": "hexfolio", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        battle: str,
        book: str,
        options: Mapping[str, str],
        *,
        reward: str = "level",
        most_steps: int = MOST_STEPS,
        slots: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        if most_steps < 1:
            raise ValueError("The limit of steps must be 1 or more.")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(
                f"There is no render mode {render_mode!r}: expected {' or '.join(RENDER_MODES)}."
            )
        self.rules = registry.open_rules(battle, book, options)
        self.layout = Layout(self.rules, slots)
        self.render_mode = render_mode
        self.reward = reward
        self.most_steps = most_steps
        self.metadata = {**self.metadata, "name": f"{battle}-{book}"}
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._observers = [Observer(self.rules.battle, self.layout, side) for side in (0, 1)]
        self._actions = {agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents}
        self._observations = {agent: self._new_observation_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._seen: dict[int, Floats] = {}
        self.game: Game
        self._asked = False
        self._menu: Menu | None = None
        self.steps = 0

    @property
    def menu(self) -> Menu:
        """What the agent that acts may choose now; nothing is listed before it is asked for."""
        if self._menu is None:
            self._menu = Menu(self.layout, self.game)
        return self._menu

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed is the seed of its dice, and of all games after it that get none."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        if seed is None:
            seed = int(self._random.integers(1 << 63))
        self.game = Game(self.rules, seed)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def step(self, action: int | None) -> None:
        """One action of the side that is asked: None if its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for an agent whose game is over.")
        order = self.menu.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.steps += 1
        if order is not None:
            self.game.apply(order)
            self._ask()
        self._stop_if_too_long()
        self._accumulate_rewards()

    def let_answer(self, player: Opponent, side: int) -> None:
        """Let a computer player give the orders of a side for as long as that side is asked."""
        seat = Seat(self.game, side)
        while self._asked and self.agent_selection == self.possible_agents[side]:
            self.game.apply(player.choose(seat).order, side)
            self.steps += 1
            self._ask()
            self._stop_if_too_long()

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of the agent's side as an array; only the side that is asked sees its own menu."""
        side = self.possible_agents.index(agent)
        seen = self._seen.get(side)
        if seen is None:
            seen = self._seen[side] = self._observers[side].observe(self.game.view(side))
        observation: Floats = seen.copy()
        mask: Mask
        if self._asked and agent == self.agent_selection:
            self._observers[side].add_menu(observation, self.menu)
            mask = self.menu.mask.copy()
        else:
            mask = np.zeros(self.layout.actions, np.int8)
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """The position as a spectator may know it, in lines of text."""
        if self.render_mode is None:
            return None
        view = self.game.view(None)
        points = ", ".join(f"{side} {points}" for side, points in view["points"].items())
        lines = [f"{self.rules.battle.title}, game turn {view['turn']}, {view['phase']}: {points}"]
        lines += [f"  {name} {place}" for name, (place, *_) in view["counters"].items() if place.isdecimal()]
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self) -> None:
        """Turn to whoever owes a decision; if nobody does, the game is over."""
        self._seen.clear()
        self._menu = None
        decision = self.game.decision
        self._asked = decision is not None
        if decision is not None:
            self.agent_selection = self.possible_agents[decision.side]
            return
        outcome = self.game.outcome
        assert outcome is not None
        first = worth(self.rules, outcome, self.reward)
        self.rewards = dict(zip(self.possible_agents, (first, -first), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self.infos[agent] = outcome._asdict()

    def _stop_if_too_long(self) -> None:
        if self._asked and self.steps >= self.most_steps:
            self._asked = False
            self.truncations = dict.fromkeys(self.agents, True)

    def _new_observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.layout.actions,), np.int8),
            }
        )
