"""Random games of Trax in the engine and in the slow model: legal moves, all tiles, ends."""

from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.state import ADD, SET_ROTATION, Move
from tools.models.random_games import Kind
from tools.models.trax import Place, Sides, Tiles, Trax

#: The colours of the sides of components 1 and 2, before they are turned.
_SIDES = {1: (1, 2, 1, 2), 2: (1, 1, 2, 2)}


def tiles_of(move: Move) -> Tiles:
    """Return the tiles that a move of the engine lays, the chosen one first, as the model does."""
    laid: dict[Place, Sides] = {}
    for put, turned in zip(move.actions[::2], move.actions[1::2], strict=True):
        assert (put.kind, turned.kind) == (ADD, SET_ROTATION)
        assert put.site == turned.site
        assert isinstance(put.site, tuple)
        sides, turns = _SIDES[put.value], turned.value // 2
        laid[put.site[0], -put.site[1]] = sides[-turns:] + sides[:-turns]
    return laid


def compared(game: Game, number: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves it has.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    side = 8 if "Area/8x8" in game.description.options else None
    random, state, model = Random(number), State(game, technique), Trax(side)
    while True:
        outcome = state.outcome()
        legal = {} if model.winner() else model.legal()
        drawn = side is not None and state.ply > 1 and not legal
        there = model.winner() or (0 if drawn else None)
        assert (None if outcome is None else outcome.winner) == there, f"ply {state.ply}"
        if there is not None:
            return state.ply
        moves = {next(iter(laid.items())): (laid, move) for laid, move in _laid(state)}
        assert len(moves) == len(state.legal_moves), f"ply {state.ply}: a move twice"
        assert {chosen: laid for chosen, (laid, _) in moves.items()} == legal, f"ply {state.ply}"
        chosen = sorted(legal)[random.randrange(len(legal))]
        state.push(moves[chosen][1])
        model.make(legal[chosen])


def _laid(state: State) -> list[tuple[Tiles, Move]]:
    return [(tiles_of(move), move) for move in state.legal_moves]


KINDS = tuple(Kind("Trax", options, compared) for options in ((), ("Area/8x8",)))
