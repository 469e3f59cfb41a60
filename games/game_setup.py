"""What is there before the first move of a game: tiles, and what lies in hands."""

from typing import TYPE_CHECKING

from boardless.games.drawn_start import certain_pieces
from boardless.state import Component, Hand, Setup, anchor_site
from boardless.strategies import Fixed

if TYPE_CHECKING:
    from boardless.games.compiler.model import Model


def setup_of(model: "Model") -> Setup:
    """Return what a game has before its first move, by lattice key relative to the anchor.

    What is left to chance, and what comes after it, is not there.
    """
    if model.layout is not None:
        return _laid_out(model)
    assert model.tiling is not None
    board = model.board if not model.growing else Fixed().start(model.tiling)
    anchor = anchor_site(board)
    pieces, held = model.placed(board, anchor)
    x, y, _ = board.key(anchor)
    start = tuple(
        ((board.key(site)[0] - x, board.key(site)[1] - y, board.key(site)[2]), component)
        for component, site in pieces
    )
    for site, puts in certain_pieces(model).items():
        held[site - 1] = (puts[-1].component, sum(put.count for put in puts))
    hands = _hands(model, held)
    return Setup(
        model.tiling, model.components, model.players, hands, start, model.levels, model.boards
    )


def _laid_out(model: "Model") -> Setup:
    """Return that of a game on a board that is laid out."""
    components = tuple(
        Component(each.name, each.owner if each.owner <= model.players else 0)
        for each in model.components
    )
    held: dict[int, tuple[int, int]] = {}
    start = []
    for site, puts in certain_pieces(model).items():
        last = puts[-1]
        if site <= model.hand_size:
            held[site - 1] = (last.component, sum(put.count for put in puts))
        else:
            cell = (0, 0, site - 1 - model.hand_size)
            pile = [put.component for put in puts for _ in range(put.count)]
            start += [(cell, what) for what in (pile if model.stacking else pile[-1:])]
    hands = _hands(model, held)
    return Setup(None, components, model.players, hands, tuple(start), model.levels)


def _hands(model: "Model", held: dict[int, tuple[int, int]]) -> tuple[Hand, ...]:
    """Return the hands, with component and count of what lies in each place, by its number."""
    hands, first = [], 0
    for owner, size in model.hands:
        owner = owner if owner <= model.players else 0
        hands.append(Hand(owner, tuple(held.get(n, (0, 0)) for n in range(first, first + size))))
        first += size
    return tuple(hands)
