"""The protocol of techniques, and the simplest one: a board of given cells that never changes."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.cell import anchor_site
from boardless.state.position import Position
from boardless.state.setup import Setup
from boardless.topo import Board, InputError, Key


@runtime_checkable
class AnyTechnique(Protocol):
    """A technique: the first board, and the changes of board and position with a move."""

    @property
    def name(self) -> str:
        """The name."""

    def start(self, setup: Setup) -> tuple[Board, int]:
        """Return the first board and the site of its anchor."""

    def push(self, position: Position, mover: int, rows: Ints) -> None:
        """Make a move; raise InputError if it cannot be made; then nothing has changed."""

    def pop(self, position: Position) -> None:
        """Take the last move back; there is one."""


def check_technique(technique: object) -> None:
    """Raise InputError unless this is a technique."""
    if not isinstance(technique, AnyTechnique):
        raise InputError(
            f"technique {technique!r}: give one, such as strategies.ZONE_APPEND, or ask "
            "strategies.technique_of"
        )


@dataclass(frozen=True)
class GivenBoard:
    """A board of given cells that never changes.

    Parameters
    ----------
    keys : tuple of (i, j, k)
        Its cells, in the order of their sites.
    anchor : int, optional
        The site that cells are named from; by default, the one that `anchor_site` chooses.
    """

    name = "given"
    keys: tuple[Key, ...]
    anchor: int | None = None

    def start(self, setup: Setup) -> tuple[Board, int]:
        """Return the board and the site of its anchor."""
        board = Board(setup.tiling, np.array(self.keys, dtype=np.int64).reshape(-1, 3))
        return board, anchor_site(board) if self.anchor is None else self.anchor

    def push(self, position: Position, mover: int, rows: Ints) -> None:
        """Make a move."""
        position.play(mover, rows)

    def pop(self, position: Position) -> None:
        """Take the last move back."""
        position.take_back()
