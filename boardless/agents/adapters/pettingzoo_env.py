"""A game in L-GDL as an environment of PettingZoo: agents act one after the other (AEC).

An observation is the component on each cell of the window (`adapters.actions`), the mover, and the
mask of legal actions. Rewards are from -1 to 1.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from boardless.agents.adapters.actions import Actions
from boardless.agents.adapters.gymnasium_env import observation_space
from boardless.games.game import GameChoice, as_game
from boardless.play import State


class GameEnv(AECEnv):  # type: ignore[misc]  # no types
    """A game in L-GDL for PettingZoo; `render` shows it as text where ``render_mode`` is "ansi".

    InputError if nothing bounds the length of the game.
    """

    def __init__(self, game: GameChoice, render_mode: str | None = None) -> None:
        super().__init__()
        game = as_game(game)
        self._actions = Actions(game)
        self._game = game
        self.metadata = {
            "name": f"{game.name}_v0", "is_parallelizable": False, "render_modes": ["ansi"],
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"player_{n}" for n in range(1, game.players + 1)]
        view = observation_space(self._actions, mover=spaces.Discrete(game.players + 1))
        self.observation_spaces = dict.fromkeys(self.possible_agents, view)
        self.action_spaces = {
            name: spaces.Discrete(self._actions.count) for name in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; nothing in it is by chance."""
        self._state = State(self._game)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self._state.seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent; only the mover has legal actions."""
        turn = self._state.outcome() is None and self.agent_selection == agent
        return {
            "observation": self._actions.seen(self._state),
            "mover": np.int64(self._state.seat if self._state.outcome() is None else 0),
            "action_mask": self._actions.mask(self._state)
            if turn
            else np.zeros(self._actions.count, np.int8),
        }

    def step(self, action: Any) -> None:
        """Let the selected agent act; an illegal action raises InputError and changes nothing.

        `TerminateIllegalWrapper` of PettingZoo ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._actions.move(self._state, action)
        self._cumulative_rewards[agent] = 0.0
        self._state.push(move)
        ended = self._state.outcome()
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        if ended is None:
            self.agent_selection = self.possible_agents[self._state.seat - 1]
        else:
            gains = zip(self.possible_agents, ended.rewards, strict=True)
            self.rewards = {name: 2 * reward - 1 for name, reward in gains}
            self.terminations = dict.fromkeys(self.possible_agents, True)
            following = self.possible_agents.index(agent) + 1
            self.agent_selection = self.possible_agents[following % len(self.possible_agents)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the moves so far, as text."""
        if self.render_mode != "ansi":
            return None
        return " ".join(map(str, self._state.move_stack))

    def close(self) -> None:
        """Close nothing: no file or window is open."""
