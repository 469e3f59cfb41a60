"""Games played side by side: by the engine, and by a slow model of their rules."""

from random import Random

from boardless.play import State
from boardless.state import ADD, SET_ROTATION, Move
from tests.games.models.trax import Place, Sides, Tiles, Trax

#: The colours of the sides of components 1 and 2, before they are turned.
_SIDES = {1: (1, 2, 1, 2), 2: (1, 1, 2, 2)}


def tiles_of(move: Move) -> Tiles:
    """Return the tiles that a move of the engine lays, as the model has them; y is turned round."""
    laid: dict[Place, Sides] = {}
    for put, turned in zip(move.actions[::2], move.actions[1::2], strict=True):
        assert (put.kind, turned.kind) == (ADD, SET_ROTATION)
        assert put.site == turned.site
        i, j, _ = put.site
        sides, turns = _SIDES[put.value], turned.value // 2
        laid[i, -j] = sides[-turns:] + sides[:-turns]
    return laid


def first_of(laid: Tiles) -> tuple[Place, Sides]:
    """Return the tile that was chosen: the first."""
    return next(iter(laid.items()))


def differences(state: State, model: Trax, rng: Random) -> str | None:
    """Play a random game side by side; return the first difference, None if there is none."""
    while True:
        outcome = state.outcome()
        here, there = None if outcome is None else outcome.winner, model.winner()
        if here != there:
            return f"ply {state.ply}: winner {here}, and {there} by the model"
        if there is not None:
            return None
        legal = model.legal()
        moves = {first_of(tiles_of(move)): move for move in state.legal_moves}
        if len(moves) != len(state.legal_moves) or moves.keys() != legal.keys():
            return f"ply {state.ply}: {sorted(moves.keys() ^ legal.keys())} is legal for one only"
        for chosen, move in moves.items():
            if tiles_of(move) != legal[chosen]:
                return f"ply {state.ply}: {move} lays other tiles by the model: {legal[chosen]}"
        if not legal:
            return None
        chosen = rng.choice(sorted(legal))
        state.push(moves[chosen])
        model.make(legal[chosen])
