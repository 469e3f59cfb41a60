"""One game as an environment, for the adapters of PettingZoo and Gymnasium.

In games with fixed actions an action is one of them. In others it is the place of a move among the
legal rows, which are part of the observation.
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Ints
from boardless.play.batch_env import BatchEnv
from boardless.play.views import View
from boardless.topo import InputError, as_integer
from boardless.util.inputs import refuse, shown

#: Legal rows that are offered where there are no fixed actions, and nodes and edges of a graph.
MOST = 512
#: So many legal actions are listed where another was given.
LISTED = 12
#: The largest number of an observation.
_MOST_NUMBER = 2**31 - 1


class OneGame:
    """A game that is played by actions, with observations of fixed shapes.

    Parameters
    ----------
    game : Game, str or path
        What is played.
    seen : "planes" or "graph"
        The board as planes, or as padded nodes and edges; see `play.views.View`.
    actions : {"fixed", "rows"}, optional
        Fixed actions, or places among legal rows; by default fixed ones, where the game has them.
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
            # Edges of nodes that there is no room for are left out.
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
    """Return an array that begins with other rows, or with the first ones that fit."""
    kept = rows[: len(padded)]
    padded[: len(kept)] = kept
    return padded
