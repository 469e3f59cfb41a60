"""What the places of a state are called, in moves and for people."""

from collections.abc import Mapping

import numpy as np

from boardless.play.state import State
from boardless.state import BOARD, Container, FreeState
from boardless.state.move_text import place_text
from boardless.topo import Board, FixedBoard


def cell_names(state: State | FreeState) -> dict[int, str]:
    """Return the names of the cells of a state's board, by site in order."""
    board = state.board
    sites = board.sites
    if not isinstance(board, Board):  # cells of a board that is laid out are numbers alone
        return {site: place_text(BOARD, (0, 0, site)) for site in sites.tolist()}
    if not len(sites):
        return {}
    first = int(sites[0])
    shift = np.subtract(board.key(first), state.cell(first))
    keys = (board.keys[sites] - shift).tolist()
    named = (place_text(BOARD, tuple(key)) for key in keys)
    return dict(zip(sites.tolist(), named, strict=True))


def cell_labels(board: Board | FixedBoard, names: Mapping[int, str]) -> dict[str, str]:
    """Return what people call the cells of a board that is laid out, such as A1, by their names."""
    if not isinstance(board, FixedBoard):
        return {}
    labels = board.sites_of().labels
    return {name: labels[site] for site, name in names.items() if labels[site]}


def hand_places(hand: Container) -> list[str]:
    """Return the names of the places of a hand."""
    return [place_text(hand.number, site) for site in range(len(hand))]
