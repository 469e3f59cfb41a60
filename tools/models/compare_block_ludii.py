"""Random games of Block with Ludii's rules in the engine and in the slow model."""

from random import Random

import numpy as np

from boardless.games import Game
from boardless.games.game_start import ChanceStart
from boardless.play import State
from boardless.state import BOARD, Move
from tools.models.block import SET, Domino
from tools.models.block_ludii import UNITS, Laying, LudiiBlock, Place, places
from tools.models.random_games import Kind


def compared(game: Game, number: int, plies: int | None = None) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game)
    dealt = random.sample(range(1, 29), 14)
    first = [1 + 21 * (n % 2) + n // 2 for n in range(14)]
    rows = [(what, site, 1) for what, site in zip(dealt, first, strict=True)]
    state.position.restart_with(ChanceStart(None, np.array(rows, np.int32)))
    model = LudiiBlock((_held(state, 1), _held(state, 2)))
    while model.winner is None:
        assert state.outcome() is None
        if state.ply == plies:
            return state.ply
        assert state.mover == model.mover
        moves = state.position.moves()
        named = {_laying(move, way): move for move, (*_, way, _) in moves.items()}
        assert len(named) == len(moves), f"ply {state.ply}: a move twice"
        assert set(named) - {None} == model.legal(), f"ply {state.ply}"
        assert (None in named) == (len(named) == 1 and not model.legal())
        chosen = random.choice(sorted(named, key=str))
        mover = state.mover
        state.push(named[chosen])
        while state.chances():
            state.push(random.choice(list(state.legal_moves)))
        if chosen is None:
            model.pass_(_held(state, mover) - model.hands[mover - 1])
        else:
            model.lay(chosen)
        assert [_held(state, 1), _held(state, 2)] == list(model.hands)
        assert _lying(state) == {at: n for each in model.laid for at, n in places(each).items()}
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == model.winner
    return state.ply


def _held(state: State, hand: int) -> set[Domino]:
    return {SET[what - 1] for what in state.containers[hand].what if what}


def _lying(state: State) -> dict[Place, int]:
    numbers = state.containers[BOARD].value
    return {(x, y): int(numbers[state.site((x, y, 0))]) for x, y, _ in state.pieces}


def _laying(move: Move, way: int) -> Laying | None:
    if not move.actions:
        return None
    taken, laid = move.actions[:2]
    assert isinstance(laid.site, tuple)
    return SET[taken.value - 1], laid.site[:2], UNITS[way]


KINDS = (Kind("Block", ("Rules/Ludii",), compared),)
