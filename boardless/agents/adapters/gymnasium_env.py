"""Any game as an environment of Gymnasium: alone, against agents, or many games at once.

`OneGame` has observations and actions, for the adapter of PettingZoo as well. In games with fixed
actions an action is one of them. In others it is the place of a move among the legal rows, which
are part of the observation. Chance falls inside `step`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Ints
from boardless.play.batch_env import BatchEnv
from boardless.play.views import View
from boardless.topo import InputError, as_integer, integer_between
from boardless.util.inputs import integer_of, refuse, shown

#: The most legal rows in games without fixed actions, and the most nodes of a graph.
MOST = 512
#: The number of legal actions that the error for an illegal one lists.
LISTED = 12
#: The largest number of an observation.
_MOST_NUMBER = 2**31 - 1


class OneGame:
    """A game that is played by actions, with observations of fixed shapes.

    Parameters
    ----------
    game : Game, str or path
        The game to play.
    seen : "planes" or "graph"
        The board as planes, or as padded nodes and edges; see `play.views.View`.
    actions : {"fixed", "rows"}, optional
        Fixed actions, or places among legal rows; by default fixed ones if the game has them.
    most : int, default 512
        The room for rows, sites and a quarter of the edges in observations. Legal moves
        beyond are not offered.
    limit : int, default 0
        The most moves of a game, which is cut then; 0 for any number.
    """

    def __init__(
        self,
        game: GameChoice,
        seen: str = "planes",
        actions: str | None = None,
        most: int = MOST,
        limit: int = 0,
    ) -> None:
        if seen not in ("planes", "graph"):
            refuse("seen", seen, "choose planes or graph")
        if actions not in (None, "fixed", "rows"):
            refuse("actions", actions, "choose fixed or rows")
        game = as_game(game)
        game.refuse_match()
        self.seen, self.most = seen, most
        self.view = View.of(game)
        self.hides = self.view.hides
        self.fixed = self.view.actions is not None if actions is None else actions == "fixed"
        self.count = (self.view.actions or 0) if self.fixed else most
        parts = "mask" if self.fixed else "rows", seen, "numbers"
        self.env = BatchEnv(game, 1, seen=parts, resets="never", limit=limit)
        self.space = self._space()
        self._look()

    def _space(self) -> spaces.Dict:
        """Return the space of observations."""
        view, low = self.view, -(2**31)

        def numbers(*shape: int) -> spaces.Box:
            return spaces.Box(low, _MOST_NUMBER, shape, np.int32)

        parts: dict[str, spaces.Space[Any]] = {
            "action_mask": spaces.Box(0, 1, (self.count,), np.int8),
            "mover": spaces.Box(0, view.game.players, (1,), np.int32),
            "numbers": numbers(len(view.number_names)),
        }
        if self.seen == "planes":
            parts["observation"] = spaces.Box(0, 255, view.plane_shape, np.uint8)
        else:
            parts["observation"] = numbers(self.most, len(view.node_names))
            parts["edges"] = spaces.Box(-1, self.most, (2, 4 * self.most), np.int32)
            parts["edge_steps"] = spaces.Box(-1, 127, (4 * self.most, 2), np.int8)
        if not self.fixed:
            parts["rows"] = numbers(self.most, len(view.row_names))
        return spaces.Dict(parts)

    def _look(self) -> None:
        """Read what every step asks for, once after each move."""
        #: The number of legal rows, 0 at the end.
        self._legal = int(self.env.counts[0])
        #: The seat that chooses next, 0 at the end.
        self.mover = int(self.env.movers[0]) if self._legal else 0

    @property
    def rewards(self) -> list[float]:
        """The reward of each player by the last move."""
        rewards: list[float] = self.env.rewards[0].tolist()
        return rewards

    def begin(self, seed: int | None = None) -> None:
        """Begin the next game; a `seed` restarts the sequence of games."""
        self.env.reset(None if seed is None else int(seed) % 2**62)
        self._look()

    def mask(self, seat: int | None = None) -> Ints:
        """Return which actions are legal, int8, (count,); zeros for a seat out of turn."""
        if self.fixed and self.mover and seat in (None, self.mover):
            fixed: Ints = self.env.mask[0].astype(np.int8)
            return fixed
        mask = np.zeros(self.count, np.int8)
        if seat in (None, self.mover):
            mask[: self._legal] = 1
        return mask

    def act(self, action: Any) -> None:
        """Make the move of an action; raise InputError if it is not legal."""
        number = as_integer(action)
        # The batch takes -1 for a random move, and any number once its game is over.
        if number is None or not 0 <= number < self.count or not self.mover:
            raise self._illegal(action)
        try:
            self.env.step(number, by_action=self.fixed)
        except InputError:
            raise self._illegal(action) from None
        self._look()

    def _illegal(self, action: object) -> InputError:
        """Return the error for an action that is not legal; it names legal ones."""
        legal = np.flatnonzero(self.mask()).tolist()
        listed = [str(each) for each in legal[:LISTED]]
        if len(legal) > LISTED:
            listed.append(f"... ({len(legal)} in all)")
        allowed = f"choose one of {', '.join(listed)}" if legal else "the game is over"
        return InputError(f"action {shown(action)} is not legal: {allowed}")

    def observation(self, seat: int | None = None) -> dict[str, Any]:
        """Return the mover's observation; another seat gets it without legal actions.

        If the game has hidden information, another seat gets an empty one.
        """
        env = self.env
        if self.hides and seat not in (None, self.mover):
            return {name: np.zeros(box.shape, box.dtype) for name, box in self.space.items()}
        seen: dict[str, Any] = {
            "action_mask": self.mask(seat),
            "mover": np.array([self.mover], np.int32),
            "numbers": env.numbers[0].copy(),
        }
        if self.seen == "planes":
            seen["observation"] = env.planes[0].copy()
        else:
            # Edges of nodes without room are left out.
            near = (env.edges < self.most).all(axis=0)
            edges = np.full((4 * self.most, 2), -1, np.int32)
            steps = np.full((4 * self.most, 2), -1, np.int8)
            seen["observation"] = _put(env.nodes, self._zeros(env.nodes))
            seen["edges"] = np.ascontiguousarray(_put(env.edges.T[near], edges).T)
            seen["edge_steps"] = _put(env.edge_steps[near], steps)
        if not self.fixed:
            rows = env.rows_of(0)
            seen["rows"] = _put(rows, self._zeros(rows))
        return seen

    def _zeros(self, rows: Ints) -> Ints:
        """Return `most` rows of zeros, as wide as others."""
        return np.zeros((self.most, rows.shape[1]), np.int32)


def _put(rows: Ints, padded: Ints) -> Ints:
    """Copy as many rows as fit to the beginning of `padded`, and return it."""
    kept = rows[: len(padded)]
    padded[: len(kept)] = kept
    return padded


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """A game as one player sees it; an illegal action ends it with the reward -1.

    Parameters
    ----------
    game : Game, str or path
        The game to play.
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
