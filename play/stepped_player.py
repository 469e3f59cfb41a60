"""Playouts of games whose board a technique grows in Python: the engine's loop, step by step."""

from collections.abc import Iterator

from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.play.board_changes import board_changes
from boardless.play.chance import Numbers, outcome_of
from boardless.play.game_position import GamePosition
from boardless.play.policies import Policy
from boardless.play.start_by_chance import StartStream
from boardless.play.tally import Tally, alone
from boardless.state import Trial
from boardless.state.batching import GrownGame
from boardless.state.engine.arrays import OPEN, PASS, PLIES
from boardless.state.engine.runtime import below, mix
from boardless.state.move import with_turns
from boardless.topo import InputError

#: The longest playout that is stepped through, in moves.
MAX_STEPS = 100_000


class SteppedPlayer:
    """A game whose playouts make the same moves for the same seed as those of `chunk.Player`.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        The technique.
    policy : callable, optional
        What chooses the moves instead of chance: one that is jitted.
    """

    def __init__(self, game: Game, way: GameTechnique, policy: Policy | None = None) -> None:
        self._policy = policy
        self._position = GamePosition(game, way)

    def prepare(self) -> None:
        """Have what plays compiled, by playing a game."""
        self.play(0, 0, 1)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1.

        Raises
        ------
        InputError
            If the technique fails, or a playout does not end within MAX_STEPS.
        """
        ended, scores = [], list[int]()
        for number in range(first, last):
            *_, position = self.steps(seed, number)
            plies = int(position.arrays.n[PLIES])
            ended.append((position.winner, plies, position.cells))
            scores += alone(position.scores)
        return Tally.of_games(ended, self._position.game.players, scores)

    def grown(self, seed: int, number: int) -> GrownGame:
        """Play one playout, in a technique that keeps sites; return what it did to the board."""
        position, setup = self._position, self._position.game.setup
        board, changes = board_changes(self.steps(seed, number, named=True))
        moves = with_turns(position.made, None, setup.players)
        did = None if position.did is None else tuple(position.did)
        trial = Trial(setup, moves, position.game.name, seed, position.winner, did=did)
        return GrownGame(trial, board, changes)

    def steps(self, seed: int, number: int, *, named: bool = False) -> Iterator[GamePosition]:
        """Play one playout; yield the position at its start and after every move and outcome.

        Outcomes of chance come from the same random numbers as in the engine's playouts. Moves that
        are alike have names of their own where they are to be `named`, so that they can be made
        again; that takes longer.
        """
        position = self._position
        position.restart()
        yield position
        start = StartStream(seed, number)
        while position.is_starting:
            assert position.question is not None
            outcome = start.outcome(len(position.question.odds))
            position.make_numbered(outcome_of(position.mover, outcome), (outcome,))
            yield position
        stream = mix(mix(seed, 0), number)
        moves, luck = -1, 0
        while position.winner == OPEN:
            if position.ply == MAX_STEPS:
                raise InputError(
                    f"playout {number} of {position.game.name}: no end after {MAX_STEPS:,} moves"
                )
            made = int(position.arrays.n[PLIES])
            if made != moves:
                moves, luck = made, mix(mix(stream, made + 1), 1)
            question = position.question
            if question is not None:
                luck = mix(luck, 1)
                outcome = question.drawn(luck)
                position.make_numbered(outcome_of(position.mover, outcome), (outcome,))
            else:
                numbers = self._chosen(mix(stream, moves + 1))
                move = position.named(numbers) if named else position.move_of(*numbers)
                position.make_numbered(move, numbers)
            yield position

    def _chosen(self, number: int) -> Numbers:
        """Return the numbers of the move that is made; see `state.engine.drawing`."""
        position = self._position
        if self._policy is None:
            return position.drawn(number)
        rows = position.numbers()
        # A pass is no move that could be chosen.
        count = len(rows) if rows[0, 0] != PASS else 0
        chosen = int(self._policy(position.arrays, count, below(number, 2**31)))
        return tuple(rows[chosen % len(rows)].tolist())
