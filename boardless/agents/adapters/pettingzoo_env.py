"""Any game as environments of PettingZoo: agents act one after the other (AEC), or in parallel.

`OneGame` defines observations and actions, which are always in the mover's view. Chance falls
inside `step`, by the seed of `reset`. Rewards are from -1 to 1.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from boardless.agents.adapters.gymnasium_env import MOST, OneGame
from boardless.games.game import GameChoice
from boardless.topo import InputError
from boardless.util.inputs import object_of


class _Agents:
    """The agents of a game, one for each player, and their spaces, which are alike."""

    game: OneGame

    def _name_agents(self) -> None:
        players = range(1, self.game.view.game.players + 1)
        self.possible_agents = [f"player_{n}" for n in players]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.game.space)
        self.action_spaces = {
            name: spaces.Discrete(self.game.count) for name in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]


class GameEnv(_Agents, AECEnv):  # type: ignore[misc]  # no types
    """A game for PettingZoo; with ``render_mode`` "ansi", `render` returns text.

    See `OneGame` for the other arguments.
    """

    def __init__(
        self,
        game: GameChoice,
        render_mode: str | None = None,
        seen: str = "planes",
        actions: str | None = None,
        most: int = MOST,
        limit: int = 0,
    ) -> None:
        super().__init__()
        self.game = OneGame(game, seen, actions, most, limit)
        view = self.game.view
        self.metadata = {
            "name": f"{view.game.name}_v1", "is_parallelizable": False, "render_modes": ["ansi"],
        }  # fmt: skip
        self.render_mode = render_mode
        self._name_agents()

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game."""
        self.game.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self.game.mover - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of the mover; other agents get a mask of zeros."""
        return self.game.observation(1 + self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """Let the selected agent act; an illegal action raises InputError and changes nothing.

        `TerminateIllegalWrapper` of PettingZoo ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.act(action)
        self._cumulative_rewards[agent] = 0.0
        if self.game.mover:
            # Nobody gets a reward before the end, so the rewards are the rewards of the start.
            self.agent_selection = self.possible_agents[self.game.mover - 1]
        else:
            self.rewards = dict(zip(self.possible_agents, self.game.rewards, strict=True))
            self._accumulate_rewards()
            is_cut = bool(self.game.env.cut[0])
            self.terminations = dict.fromkeys(self.possible_agents, not is_cut)
            self.truncations = dict.fromkeys(self.possible_agents, is_cut)
            following = self.possible_agents.index(agent) + 1
            self.agent_selection = self.possible_agents[following % len(self.possible_agents)]

    def render(self) -> str | None:
        """Return the observed board, as text."""
        if self.render_mode != "ansi":
            return None
        board = self.game.observation()["observation"]
        return np.array2string(board.sum(axis=0) if board.ndim == 3 else board)

    def close(self) -> None:
        """Close nothing: no file or window is open."""


class ParallelGameEnv(_Agents, ParallelEnv):  # type: ignore[misc]  # no types
    """A game for PettingZoo: all agents act at once, and only the action of the mover counts.

    An illegal one ends the game with -1 for him, and 0 for the others.
    """

    def __init__(
        self,
        game: GameChoice,
        seen: str = "planes",
        actions: str | None = None,
        most: int = MOST,
        limit: int = 0,
    ) -> None:
        self.game = OneGame(game, seen, actions, most, limit)
        view = self.game.view
        self.metadata = {"name": f"{view.game.name}_parallel_v1", "render_modes": []}
        self.render_mode = None
        self._name_agents()
        self.agents: list[str] = []

    def _seen(self) -> dict[str, Any]:
        return {
            name: self.game.observation(seat) for seat, name in enumerate(self.possible_agents, 1)
        }

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; return observations and empty infos."""
        self.game.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Let the mover act; return observations, rewards, terminations, truncations and infos."""
        mover = self.possible_agents[self.game.mover - 1]
        action = object_of(actions, "actions", "give a dictionary").get(mover)
        agents, is_cut = self.agents, False
        try:
            self.game.act(action)
        except InputError:
            is_over = True
            rewards = {name: -1.0 if name == mover else 0.0 for name in agents}
        else:
            is_over, is_cut = not self.game.mover, bool(self.game.env.cut[0])
            rewards = dict(zip(agents, self.game.rewards, strict=True))
        ended = dict.fromkeys(agents, is_over and not is_cut)
        cut = dict.fromkeys(agents, is_cut)
        infos: dict[str, Any] = {name: {} for name in agents}
        if is_over:
            self.agents = []
        return self._seen(), rewards, ended, cut, infos
