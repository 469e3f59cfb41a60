"""Any game as a game of OpenSpiel, so that its bots play it. Returns are from -1 to 1.

In games with fixed actions (`play.views.View`) an action is one of them. In others it is the place
of a move among the legal rows. Decisions of chance are nodes of their own.
"""

from typing import Any

import numpy as np
import pyspiel

from boardless.agents.adapters.gymnasium_env import MOST
from boardless.games.game import GameChoice, as_game
from boardless.play import State
from boardless.play.chance import MAX_OUTCOMES
from boardless.play.views import View

#: The most moves of a game, which is drawn then, unless another number is given.
LIMIT = 10_000


def registered(game: GameChoice, short_name: str, limit: int = LIMIT, most: int = MOST) -> Any:
    """Register a game with OpenSpiel and return it as ``pyspiel.load_game(short_name)`` does.

    A game is drawn after `limit` moves. Legal rows beyond `most` are not offered.
    """
    view = View.of(as_game(game))
    game = view.game
    by_chance = game.info.chances or game.info.starts_by_chance
    is_zero_sum = game.players == 2 and game.module.payoffs is None
    types = pyspiel.GameType
    modes, knows, utility = types.ChanceMode, types.Information, types.Utility
    kind = types(
        short_name=short_name,
        long_name=game.name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if by_chance else modes.DETERMINISTIC,
        information=knows.IMPERFECT_INFORMATION if view.hides else knows.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=not view.hides,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=view.actions or most,
        max_chance_outcomes=MAX_OUTCOMES if by_chance else 0,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if is_zero_sum else None,
        max_game_length=limit,
    )

    class Registered(pyspiel.Game):  # type: ignore[misc]  # no types
        """The game as OpenSpiel constructs it by name."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})

        def new_initial_state(self, setup: Any = None) -> "SpielState":
            return SpielState(self, view, limit, most)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "StateObserver":
            return StateObserver(view)

    pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(short_name)


class SpielState(pyspiel.State):  # type: ignore[misc]  # no types
    """A state of a game in L-GDL with the methods of OpenSpiel's states."""

    def __init__(self, game: Any, view: View, limit: int, most: int) -> None:
        super().__init__(game)
        self.view = view
        self.state = State(view.game)
        self._limit, self._most = limit, most

    def current_player(self) -> int:
        """Return the player to move from 0, or OpenSpiel's number for chance or no player."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.state.seat
        return int(pyspiel.PlayerId.CHANCE) if not seat else seat - 1

    def _rows(self) -> dict[int, int]:
        """Return the place of each legal action among the legal rows."""
        if self.view.actions is None:
            return {place: place for place in range(min(self.state.legal_count, self._most))}
        actions = self.state.legal_actions.tolist()
        return {action: place for place, action in enumerate(actions) if action >= 0}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._rows())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        chances = self.state.chances()
        return [(int(move.actions[0].value), float(odds)) for move, odds in chances]

    def _apply_action(self, action: int) -> None:
        if self.state.seat:
            self.state.push_row(self._rows()[action])
        else:
            moves = {int(move.actions[0].value): move for move, _ in self.state.chances()}
            self.state.push(moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or not self.state.seat:
            return f"chance {action}"
        place = self._rows().get(action)
        # Rows that are the same move may be listed twice: the number tells them apart.
        row = "" if place is None else f" {self.state.legal_rows[place].tolist()}"
        return f"action {action}{row}"

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.state.outcome() is not None or self.state.ply >= self._limit

    def returns(self) -> list[float]:
        """Return the reward of each player, from -1 to 1; 0 before the end."""
        ended = self.state.outcome()
        if ended is None:
            return [0.0] * self.state.players
        return [2 * reward - 1 for reward in ended.rewards]

    def __str__(self) -> str:
        state = self.state
        return f"{state.ply}: {state.position_id} {state.seat}"


class StateObserver:
    """The observation of the mover: the planes of a view, and numbers that belong to no site."""

    def __init__(self, view: View) -> None:
        planes, numbers = view.plane_shape, len(view.number_names)
        size = int(np.prod(planes))
        self.view = view
        self.tensor = np.zeros(size + numbers, np.float32)
        self.dict = {
            "observation": self.tensor[:size].reshape(planes),
            "numbers": self.tensor[size:],
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Update the tensor; only the mover sees a game with hidden information."""
        if self.view.hides and player != state.current_player():
            self.tensor[:] = 0
            return
        self.dict["observation"][:] = state.state.planes
        self.dict["numbers"][:] = state.state.seen_numbers

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation as text."""
        if not self.view.hides:
            return str(state)
        self.set_from(state, player)
        return f"{state.state.ply}: {hash(self.tensor.tobytes())}"
