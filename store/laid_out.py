"""The cells of a board that is laid out, as a graph has them: corners, and what leads where."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from boardless.play.replay import described_game
from boardless.topo import RELATIONS, Key
from boardless.topo.layouts import FixedBoard
from boardless.topo.layouts.links import CELL


class Arc(NamedTuple):
    """A way from one cell to another.

    Attributes
    ----------
    source, target : (i, j, k)
        The cells.
    relation : int
        Bits of `topo.RELATIONS`.
    direction : str
        Its name.
    """

    source: Key
    target: Key
    relation: int
    direction: str


def board_of(text: str, options: tuple[str, ...]) -> FixedBoard:
    """Return the board that a description lays out.

    Raises
    ------
    InputError
        If the description cannot be read.
    """
    layout = described_game(text, options).module.model.layout
    assert layout is not None
    return layout.board


def options_of(chosen: str) -> tuple[str, ...]:
    """Return the options of a text with all of them.

    Examples
    --------
    >>> options_of("Players/2, Rules/With jokers, and more, Size/8x8")
    ('Players/2', 'Rules/With jokers, and more', 'Size/8x8')
    """
    return tuple(re.split(", (?=[^,]*/)", chosen)) if chosen else ()


def corners(board: FixedBoard, key: Key) -> Iterator[Key]:
    """Yield the vertices of a cell, counter-clockwise; where cells are not played on, none."""
    if board.use == CELL:
        yield from ((0, 0, vertex) for vertex in board.face(key[2]))


def arcs(board: FixedBoard, key: Key) -> Iterator[Arc]:
    """Yield what leads from a cell to others, and back."""
    graph, site = board.relations, key[2]
    ways = [*graph.out_edges(site, data=True), *graph.in_edges(site, data=True)]
    for source, target, said in ways:
        relation = RELATIONS["adjacent"] if said["adjacent"] else 0
        relation |= RELATIONS.get(said["relation"], 0)
        yield Arc((0, 0, source), (0, 0, target), relation, said["direction"])
