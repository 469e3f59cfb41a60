"""Trials played again by the rules of their game."""

from dataclasses import replace

from boardless.games import Game
from boardless.games.game_technique import Asked
from boardless.play.state import State
from boardless.state import SET_MOVER, Move, Trial
from boardless.topo import InputError


def replayed(trial: Trial, game: Game, technique: Asked | None = None, start: str = "5.4") -> State:
    """Return the state to which a trial leads by the rules of its game.

    `Trial.replay` makes the same moves without rules.

    Parameters
    ----------
    trial : Trial
        A game that was written down, or read from a store or a file.
    game : Game
        What was played.
    technique, start : str
        As for `State`.

    Raises
    ------
    InputError
        If the game is played with something else than the trial, a move is not legal, or the game
        does not end as the trial does.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import record_playouts, replayed
    >>> game = load("Tic-Tac-Toe", jit=False)
    >>> trial = record_playouts(game, 0, 1)[0]
    >>> replayed(trial, game).outcome().winner == trial.result
    True
    """
    state = State(game, technique, start)
    if trial.setup != game.setup:
        raise InputError(f"trial of {trial.game!r}: {game.name} is played with something else")
    for ply, move in enumerate(trial.moves):
        try:
            state.push(_by_rules(move))
        except InputError as error:
            raise InputError(f"ply {ply}: {error}") from None
    ended = state.outcome()
    if trial.result != (None if ended is None else ended.winner):
        raise InputError(f"result {trial.result}: by the rules it is {state!r}")
    return state


def _by_rules(move: Move) -> Move:
    """Return a move as rules have it: they know who moves next, unless sides are swapped."""
    *before, last = move.actions or (None,)
    if last is None or last.kind != SET_MOVER or (not before and last.value == move.mover):
        return move
    return replace(move, actions=tuple(before))
