"""Any game as an environment of Gymnasium: alone, against agents, or many games at once.

See `adapters.one_game` for observations and actions. Chance falls inside `step`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardless.agents.adapters.one_game import MOST, OneGame
from boardless.games.game import GameChoice
from boardless.play.batch_env import BatchEnv
from boardless.topo import integer_between
from boardless.util.inputs import integer_of, refuse


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """A game as one player sees it; an illegal action ends it with the reward -1.

    Parameters
    ----------
    game : Game, str or path
        What is played.
    seat : int, default 1
        The player who learns.
    against : callable, optional
        The choice of the others: a function of an observation and a `numpy.random.Generator`, which
        returns a legal action. By default they move at random.
    seen, actions, most, limit
        See `OneGame`.

    Raises
    ------
    InputError
        If the game lacks the seat.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: GameChoice,
        seat: int = 1,
        against: Any = None,
        seen: str = "planes",
        actions: str | None = None,
        most: int = MOST,
        limit: int = 0,
    ) -> None:
        if against is not None and not callable(against):
            refuse("against", against, "give a function of an observation")
        self.game = OneGame(game, seen, actions, most, limit)
        self.seat = integer_between(seat, "seat", 1, self.game.view.game.players)
        self._against = against
        self.action_space = spaces.Discrete(self.game.count)  # type: ignore[assignment]
        self.observation_space = self.game.space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; return the first observation of the seat."""
        super().reset(seed=seed)
        self.game.begin(int(self.np_random.integers(2**62)))
        self._others_move()
        return self.game.observation(self.seat), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move and let the others move; return observation, reward, ended and cut."""
        mask, action = self.game.mask(self.seat), integer_of(action, "action")
        if not (0 <= action < len(mask) and mask[action]):
            return self.game.observation(self.seat), -1.0, True, False, {"legal": False}
        self.game.act(action)
        reward = self.game.rewards[self.seat - 1] + self._others_move()
        is_cut = bool(self.game.env.cut[0])
        is_over = not (self.game.mover or is_cut)
        return self.game.observation(self.seat), reward, is_over, is_cut, {"legal": True}

    def _others_move(self) -> float:
        """Let the others move until it is the turn of the seat; return its reward."""
        reward = 0.0
        while self.game.mover not in (0, self.seat):
            if self._against is None:
                legal = np.flatnonzero(self.game.mask())
                action = int(self.np_random.choice(legal))
            else:
                action = int(self._against(self.game.observation(), self.np_random))
            self.game.act(action)
            reward += self.game.rewards[self.seat - 1]
        return reward


class GameVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Many games as a vector of Gymnasium, in which every seat acts in its turn.

    The reward is for the player of the last move; ``info`` has the rewards of all. A finished game
    begins again in place of its next move (``AutoresetMode.NEXT_STEP``). The mask then allows every
    action. Observations are planes, numbers, the mover and the mask, and the legal rows in games
    without fixed actions.

    Parameters
    ----------
    game, n, seed, limit, threads
        See `BatchEnv`.
    most : int, default 512
        The room of observations for legal rows in games without fixed actions.
    """

    def __init__(
        self,
        game: GameChoice,
        n: int,
        seed: int = 0,
        limit: int = 0,
        threads: int = 1,
        most: int = MOST,
    ) -> None:
        one = OneGame(game, most=most, limit=limit)
        self.fixed, self._most = one.fixed, most
        seen = {"rows", "planes", "numbers"} | ({"mask"} if one.fixed else set())
        self.env = BatchEnv(
            game, n, seen=seen, seed=seed, resets="next", limit=limit, threads=threads
        )
        self.num_envs = n
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = one.space
        self.single_action_space = spaces.Discrete(one.count)
        self.observation_space = batch_space(one.space, n)
        self.action_space = batch_space(self.single_action_space, n)

    def _seen(self) -> dict[str, Any]:
        env, n = self.env, self.num_envs
        seen: dict[str, Any] = {
            "observation": env.planes.copy(),
            "numbers": env.numbers.copy(),
            "mover": np.where(env.over, 0, env.movers).astype(np.int32)[:, None],
        }
        if self.fixed:
            seen["action_mask"] = env.mask.astype(np.int8)
        else:
            places = np.arange(self._most)
            seen["action_mask"] = (places < env.counts[:, None]).astype(np.int8)
            columns = len(env.view.row_names)
            seen["rows"] = np.zeros((n, self._most, columns), np.int32)
            for game in range(n):
                rows = env.rows_of(game)[: self._most]
                seen["rows"][game, : len(rows)] = rows
        # A step that only begins a game takes any action.
        seen["action_mask"][env.over] = 1
        return seen

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games again; a `seed` restarts the sequence of games."""
        first = seed if seed is None or isinstance(seed, int) else seed[0]
        self.env.reset(first)
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Act in all games; an illegal action raises InputError and changes nothing."""
        env, movers = self.env, self.env.movers.copy()
        env.step(np.asarray(actions), by_action=self.fixed)
        rewards = env.rewards[np.arange(self.num_envs), movers - 1]
        info = {"rewards": env.rewards.copy(), "winners": env.winners.copy()}
        return self._seen(), rewards, env.ended.copy(), env.cut.copy(), info

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.env.close()
