"""Games in L-GDL as games of OpenSpiel, so that its bots play them. Returns are from -1 to 1."""

from typing import Any

import numpy as np
import pyspiel

from boardless.agents.adapters.actions import Actions
from boardless.games.game import GameChoice, as_game
from boardless.play import State


def registered(game: GameChoice, short_name: str) -> Any:
    """Register a game with OpenSpiel and return it as ``pyspiel.load_game(short_name)`` does.

    InputError if nothing bounds the length of the game.
    """
    game = as_game(game)
    actions = Actions(game)
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM
        if game.players == 2
        else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=actions.count,
        max_chance_outcomes=0,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if game.players == 2 else None,
        max_game_length=actions.longest,
    )

    class Registered(pyspiel.Game):  # type: ignore[misc]  # no types
        """The game as OpenSpiel constructs it by name."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})

        def new_initial_state(self, setup: Any = None) -> "SpielState":
            return SpielState(self, actions)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
            return Observer(actions)

    pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(short_name)


class SpielState(pyspiel.State):  # type: ignore[misc]  # no types
    """A state of a game in L-GDL with the methods of OpenSpiel's states."""

    def __init__(self, game: Any, actions: Actions) -> None:
        super().__init__(game)
        self.actions = actions
        self.state = State(actions.game)

    def current_player(self) -> int:
        """Return the player to move, from 0; OpenSpiel's number of no player at the end."""
        over = self.state.outcome() is not None
        return int(pyspiel.PlayerId.TERMINAL) if over else self.state.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.actions.legal(self.state))

    def _apply_action(self, action: int) -> None:
        self.state.push(self.actions.move(self.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.actions.legal(self.state).get(action)
        return str(move) if move is not None else f"action {action}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.state.outcome() is not None

    def returns(self) -> list[float]:
        """Return the reward of each player, from -1 to 1; 0 before the end."""
        ended = self.state.outcome()
        if ended is None:
            return [0.0] * self.state.players
        return [2 * reward - 1 for reward in ended.rewards]

    def __str__(self) -> str:
        return " ".join(map(str, self.state.move_stack))


class Observer:
    """The observation of a player, who sees everything: a plane of 0 and 1 for each component."""

    def __init__(self, actions: Actions) -> None:
        self._actions = actions
        shape = (len(actions.game.components), len(actions.places))
        self.tensor = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Bring the tensor up to date."""
        seen = self._actions.seen(state.state)
        for component, plane in enumerate(self.dict["observation"], 1):
            plane[:] = seen == component

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation as text."""
        return str(state)
