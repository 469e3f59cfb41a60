"""A game in L-GDL for one player as an environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from boardless.agents.adapters.actions import Actions
from boardless.games.game import GameChoice, as_game
from boardless.play import State
from boardless.topo import InputError


def observation_space(actions: Actions, **others: spaces.Space[Any]) -> spaces.Dict:
    """Return the space of observations: the component on each cell, others, and the mask."""
    components, cells = len(actions.game.components), len(actions.places)
    mask = spaces.Box(0, 1, (actions.count,), np.int8)
    return spaces.Dict(
        {"observation": spaces.Box(0, components, (cells,), np.int8), **others, "action_mask": mask}
    )


class SolitaireEnv(gymnasium.Env[dict[str, Any], int]):
    """A game in L-GDL for one player; an illegal action ends it with the reward -1.

    InputError if there are more players, or nothing bounds the length of the game.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(self, game: GameChoice) -> None:
        game = as_game(game)
        if game.players != 1:
            raise InputError(f"{game.name}: {game.players} players, Gymnasium is for one")
        self._game, self._actions = game, Actions(game)
        self.action_space = spaces.Discrete(self._actions.count)  # type: ignore[assignment]
        self.observation_space = observation_space(self._actions)

    def _seen(self) -> dict[str, Any]:
        seen, mask = self._actions.seen(self._state), self._actions.mask(self._state)
        return {"observation": seen, "action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; return the observation."""
        super().reset(seed=seed)
        self._state = State(self._game)
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act; return observation, reward, and whether the game is over."""
        move = self._actions.legal(self._state).get(int(action))
        if move is None:
            return self._seen(), -1.0, True, False, {"legal": False}
        self._state.push(move)
        ended = self._state.outcome()
        reward = 0.0 if ended is None else float(ended.rewards[0])
        return self._seen(), reward, ended is not None, False, {"legal": True}
