"""The form of rows: the numbers in the row of a position, and the moves of links."""

from dataclasses import dataclass

import numpy as np

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import GameTechnique
from boardless.games.identity import PositionIdentity, counters_of
from boardless.games.modules import Features
from boardless.games.rule_symmetries import rule_symmetries_of, unchanged
from boardless.jit.arrays import Ints
from boardless.state import (
    ADD,
    BOARD,
    REMOVE,
    SELECT,
    SET_MOVER,
    SET_ROTATION,
    Action,
    Location,
    Move,
)
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.entries import Kernels
from boardless.topo import InputError

#: The parts of the engine that know rows.
FEATURES = Features(undo=True, parts=("packing", "exploring"))
#: A row has the numbers of cells in 15 bits, and what stands there in 8.
_WIDEST = 2**15


@dataclass(frozen=True, eq=False)
class RowForm:
    """The form of a game's rows; see `state.engine.exploring`."""

    game: Game
    technique: GameTechnique  #: moves are made in it; positions do not depend on it
    kernels: Kernels
    values: Ints  #: parameters of the kernels: the contents of rows
    #: (n, 6 + 3 * prototiles): symmetries under which positions are one, identity first
    turns: Ints

    @classmethod
    def of(cls, game: Game, symmetry: bool = False) -> "RowForm":
        """Return the form of a game's rows; InputError if positions or symmetries are undefined."""
        memory = PositionIdentity.of(game)
        if memory.past and symmetry:
            raise InputError(
                f"symmetry: {game.name} has rules about earlier positions, which do not "
                "turn with the board"
            )
        turns = rule_symmetries_of(game) if symmetry else np.array([unchanged(game)], np.int64)
        technique = default_technique(game)
        kernels = game.kernels_of(technique, FEATURES)
        values = [
            memory.plies, memory.last_to, memory.last_from, memory.empty, memory.shifted,
            memory.past, *_least(game, memory), *counters_of(game, memory),
        ]  # fmt: skip
        return cls(game, technique, kernels, np.array(values, np.int64), turns)

    def arrays(self, room: int, plies: int) -> Arrays:
        """Return the arrays of the game at its start."""
        return self.game.arrays(self.technique, FEATURES, room, plies)

    def row(self, arrays: Arrays, winner: int) -> tuple[Ints, int]:
        """Return the row of a position, and its key; `winner` is -1 while the game goes on."""
        kernels = self.kernels
        row, key = kernels.packed_row(kernels.Arrays(*arrays), self.values, self.turns, winner)
        if not len(row):
            raise InputError(f"a position of {self.game.name} is too wide to be explored")
        return row, int(key)

    @property
    def mover(self) -> int:
        """The place of the mover in a row."""
        counters = self.values[self.kernels.COUNTERS :: 2].tolist()
        return 2 + int(counters.index(self.kernels.MOVER))

    @property
    def width(self) -> int:
        """The number of columns of a cell in a row."""
        return 2 + int(self.kernels.FIELDS)

    def cells(self, rows: Ints, starts: Ints) -> tuple[Ints, Ints]:
        """Return where the cells of rows begin and end, shape (n,) each.

        Row n lies from ``starts[n]`` to ``starts[n + 1]``.
        """
        k, values = self.kernels, self.values
        head = 2 + len(values[k.COUNTERS :: 2]) + 2 * k.NUMBERS
        head += self.game.players if self.game.players > 2 else 0
        head += 0 if k.LEVELS else k.HELD * (1 + k.FIELDS)
        last = 3 * (int(values[k.LAST_TO] != 0) + int(values[k.LAST_FROM] != 0))
        begins, ends = starts[:-1] + head, starts[1:]
        if values[k.PAST]:
            ends = ends - 2 * rows[begins]
            begins = begins + 1
        return begins + last, ends

    @property
    def corner(self) -> tuple[int, int]:
        """The coordinates of a row's origin relative to the anchor."""
        k = self.kernels
        if self.values[k.SHIFTED]:
            return 0, 0
        x, y, _ = self.game.start(self.technique).anchor
        least = self.values[[k.LEAST_I, k.LEAST_J]].tolist()
        return x - int(least[0]), y - int(least[1])

    @property
    def link_width(self) -> int:
        """The number of columns of a link."""
        k = self.kernels
        return int(k.LINK_WITH_EFFECTS if k.EFFECTS else k.LINK)

    def move(self, mover: int, link: tuple[int, ...]) -> Move:
        """Return the move of a link, in the frame of the row that it comes from.

        For moves with effects it has the piece's way from place to place, without consequences.
        """
        rule, *places, piece = link[:8]
        if rule == self.kernels.PASS:
            return Move(mover, ())
        if rule == self.kernels.SWAP:
            return Move(mover, (Action(SET_MOVER, BOARD, 0, mover),))
        if self.kernels.EFFECTS:
            return Move(mover, self._actions(places[:3], places[3:], piece, *link[8:]))
        kind = self.game.info.rules[rule]
        what = kind.component or piece
        put = Action(ADD, *self._place(*places[3:]), what)
        if kind.component or kind.copy:
            return Move(mover, (put,))
        return Move(mover, (Action(REMOVE, *self._place(*places[:3]), what), put))

    def _actions(
        self,
        origin: list[int],
        site: list[int],
        piece: int,
        there: int,
        put: int,
        turned: int,
        level_from: int,
        level_to: int,
        copies: int,
    ) -> tuple[Action, ...]:
        """Return the actions of a move with effects at its origin and target."""
        if site == [0, 0, -1]:
            return ()
        levels = bool(self.kernels.LEVELS)
        to = self._place(*site)
        lays = Action(ADD, *to, put, level=max(level_to, 0) * levels)
        turns = (Action(SET_ROTATION, *to, turned),) if self.kernels.ROTATIONS >= 0 else ()
        if origin in (site, [0, 0, -1]):
            if put == 0 and there:
                return (Action(REMOVE, *to, there),)
            if put == there:
                return (Action(SELECT, *to, 0),)
            return (lays, *turns)
        if copies:
            return (lays, *turns)
        taken = Action(REMOVE, *self._place(*origin), piece, level=max(level_from, 0) * levels)
        return (taken, Action(ADD, *to, piece, level=lays.level))

    def _place(self, i: int, j: int, k: int) -> Location:
        if k < 0:
            return Location(int(self.kernels.HOLDER[i]), int(self.kernels.PLACE[i]))
        x, y = self.corner
        return Location(BOARD, (i - x, j - y, k))


def _least(game: Game, memory: PositionIdentity) -> list[int]:
    """Return the fixed origin of cells in rows, if it is not the least of their own."""
    if memory.shifted:
        return [0, 0]
    if game.growing:
        return [-_WIDEST // 2, -_WIDEST // 2]
    if game.module.model.layout is not None:
        least, most = [0, 0], len(game.module.model.cells)
    else:
        board = game.module.model.board.keys[:, :2]
        least = board.min(axis=0).tolist()
        most = (board.max(axis=0) - least).max()
    if most >= _WIDEST:
        raise InputError(f"positions of {game.name}: its board is too wide to be explored")
    return least
