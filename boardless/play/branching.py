"""Branching factors: the legal moves of a position, and the different positions they lead to."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from boardless.games.modules import Features
from boardless.jit.arrays import Ints
from boardless.play.legal_moves import arrays_for
from boardless.play.position import Position
from boardless.state.engine.arrays import OPEN, PASS

#: The part of the engine that tries moves.
FEATURES = Features(undo=True, parts=("counting",))


@dataclass(frozen=True)
class Branches:
    """Counts of the branches of a position."""

    #: Legal moves; 0 where the mover can only pass.
    moves: int
    #: Different positions to which they lead.
    positions: int
    #: Different cells on which they end.
    cells: int


class Branching:
    """A counter of branches: one call of the engine makes all moves of a position."""

    def __init__(self, position: Position) -> None:
        game, technique = position.game, position.technique
        # Elsewhere a move is made on a board of somebody else's, or chance has decided the start.
        self._in_engine = not (
            technique.is_external
            or game.info.starts_by_chance
            or not position.arrays.n[position.kernels.NOTING]
        )
        if self._in_engine:
            self._kernels = game.kernels_of(technique, FEATURES)
        # Moves differ by the pieces that their rules add, not by the rules.
        kinds: dict[Any, int] = {}
        self._kinds = np.array(
            [
                kinds.setdefault((rule.component, rule.hand, rule.copy), len(kinds))
                for rule in game.info.rules
            ]
            or [0]
        )

    def of(self, position: Position) -> Branches:
        """Return the branches of a position, which stays as it is."""
        if position.winner != OPEN or position.question is not None:
            return Branches(0, 0, 0)
        rows = np.unique(position.numbers(), axis=0)
        effects = position.game.info.effects
        if len(rows) == 1:
            # In a game with effects a pass may be a move that does nothing.
            idle = effects and not position.move_of(*rows[0].tolist()).actions
            if idle or rows[0, 0] == PASS:
                return Branches(0, 0, 0)
        if not effects:
            rows = self._different(rows)
        return Branches(len(rows), self._positions(position, rows), _cells(position, rows))

    def _different(self, rows: Ints) -> Ints:
        """Return one row for each move, also if several rules allow it."""
        named = rows.copy()
        put = rows[:, 0] >= 0
        named[put, 0] = self._kinds[rows[put, 0]]
        return rows[np.unique(named, axis=0, return_index=True)[1]]

    def _positions(self, position: Position, rows: Ints) -> int:
        """Return the number of different positions that some moves lead to."""
        if self._in_engine:
            leads = np.zeros((len(rows), self._kernels.LED_COLUMNS), np.int64)
            while not self._kernels.try_all(arrays_for(self._kernels, position), rows, leads):
                position.enlarge()
            return len(np.unique(leads, axis=0))
        reached = set()
        position = position.copy()
        for numbers in map(tuple, rows.tolist()):
            winner = position.push_numbers(numbers, position.move_of(*numbers))
            reached.add((position.key, position.mover, winner))
            position.pop()
        return len(reached)


def _cells(position: Position, rows: Ints) -> int:
    """Return on how many cells some moves end; of a piece on several it is one of them."""
    if position.game.info.covers:
        moves = (position.move_of(*row) for row in rows.tolist())
        return len({move.cell for move in moves if move.cell is not None})
    board = rows[(rows[:, 0] >= 0) & (rows[:, 2] > position.kernels.HELD), 2]
    return len(np.unique(board))
