"""A game with effects that is played through its kernels, uncompiled."""

from typing import Any

from boardless.games.game_technique import game_technique
from boardless.games.modules import Features
from boardless.state.engine.arrays import NAMED
from tests.games.compiler.boards import game_of


class KernelsRun:
    """A game on its fixed board, played move by move; see `boards.text_of` for the parts."""

    def __init__(self, **parts: Any) -> None:
        technique = game_technique("BASE-KEPT")
        game = game_of(**parts)
        self.names = game.module.names
        self.kernels = game.kernels_of(technique, Features(undo=True, logs=True))
        self.arrays = game.arrays(technique, Features(undo=True, logs=True))
        self.held = int(self.kernels.HELD)
        self.winner = -1

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return int(self.arrays.n[self.kernels.MOVER])

    @property
    def ranks(self) -> list[float]:
        """The places of the players."""
        ranks: list[float] = (self.arrays.rank[1:] / 2).tolist()
        return ranks

    @property
    def pieces(self) -> dict[int, int]:
        """The component on every site that is not empty."""
        what = self.arrays.what[1 + self.held : 1 + int(self.arrays.n[self.kernels.COUNT])]
        return {site: component for site, component in enumerate(what.tolist()) if component}

    def rows(self) -> list[list[int]]:
        """Return the legal moves as their numbers."""
        rows: list[list[int]] = self.kernels.list_moves(self.arrays).tolist()
        return rows

    def targets(self) -> list[int]:
        """Return the numbers of the sites that the mover may go to; -1 for none."""
        return sorted(max(row[2] - 1 - self.held, -1) for row in self.rows())

    def go(self, *sites: int) -> int:
        """Make moves to sites, -1 for none, the first one that may; return what the last made."""
        for wanted in sites:
            rows = [row for row in self.rows() if max(row[2] - 1 - self.held, -1) == wanted]
            assert rows, f"site {wanted} is not among {self.targets()}"
            self.make(rows[0])
        return self.winner

    def make(self, row: list[int]) -> int:
        """Make the move of a row of numbers; return what it made of the game."""
        self.arrays.queue[0, NAMED : len(row)] = row[NAMED:]
        self.arrays.n[self.kernels.LOGGED] = 0
        self.winner = int(self.kernels.make_move(self.arrays, *row[:NAMED]))
        return self.winner

    def logged(self) -> list[list[int]]:
        """Return what the last move did: the kind of each thing, and its numbers."""
        rows: list[list[int]] = self.arrays.log[: int(self.arrays.n[self.kernels.LOGGED])].tolist()
        return rows

    def values(self, kind: int) -> list[int]:
        """Return the second number of each thing of a kind that the last move did."""
        return [row[2] for row in self.logged() if row[0] == kind]

    def back(self) -> None:
        """Take the last move back."""
        self.kernels.undo(self.arrays)
