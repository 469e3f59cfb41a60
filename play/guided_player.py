"""Playouts that a policy in Python guides; what Python does, takes Python's time."""

from random import Random

from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.play.playing import fallen
from boardless.play.policies import Policy, chosen
from boardless.play.state import State
from boardless.play.tally import Tally, alone
from boardless.state.engine.runtime import mix
from boardless.topo import InputError

#: The longest playout that a policy in Python guides, in moves.
MAX_GUIDED = 100_000


class GuidedPlayer:
    """A game whose playouts follow a policy in Python.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique.
    policy : callable
        What chooses the moves.
    """

    def __init__(self, game: Game, way: GameTechnique, policy: Policy) -> None:
        self._game, self._policy = game, policy
        self._state = State(game, way.asked, way.start)

    def prepare(self) -> None:
        """Have what plays compiled, by playing a game."""
        self.play(0, 0, 1)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1; see `Player.play`.

        Raises
        ------
        InputError
            If the policy chooses a move that is not legal.
        """
        ended, scores = [], list[int]()
        for number in range(first, last):
            ended.append(self._played(Random(mix(mix(seed, 0), number))))
            scores += alone(self._state.scores)
        return Tally.of_games(ended, self._game.players, scores)

    def _played(self, random: Random) -> tuple[int, int, int]:
        state = self._state
        while state.ply:
            state.pop()
        while (ended := state.outcome()) is None:
            if state.ply == MAX_GUIDED:
                raise InputError(f"a playout of {self._game.name}: no end after {MAX_GUIDED} moves")
            if chances := state.chances():
                state.push(fallen(chances, random))
            else:
                state.push(chosen(self._policy, state, random))
        return ended.winner, state.ply, len(state.board)
