"""The form of rows: the numbers in the row of a position, and the moves of links.

Rows also give the shape of a board: the number of holes, and the diameter over tiles. Holes follow
from Euler's formula: of vertices, edges and tiles of a plane figure that consists of ``c`` parts
and has ``h`` holes, V - E + F = c - h.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import GameTechnique
from boardless.games.identity import PositionIdentity, counters_of
from boardless.games.modules import Features
from boardless.games.rule_symmetries import rule_symmetries_of, unchanged
from boardless.jit.arrays import Ints
from boardless.jit.native import jit
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
from boardless.state.engine.packing import WIDEST
from boardless.topo import InputError, Tiling
from boardless.topo.tilings.incidence import ADJACENT, ORTHOGONAL, moved

#: The parts of the engine that know rows.
FEATURES = Features(undo=True, parts=("packing", "exploring"))
#: A row has the coordinates of cells in 15 bits, and their components in 8.
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
    """Return the fixed origin of cells in rows; 0, 0 if each row has its own origin."""
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


@dataclass(frozen=True, eq=False)
class Shapes:
    """The incidence of a tiling; P prototiles, each touching L cells at most."""

    form: RowForm
    #: (P, L, 4) cells that each prototile touches, and whether across an edge; 2 for none
    links: Ints
    #: (P, C, L) whether these cells share each corner of a prototile; 2 for no corner
    corners: Ints

    @classmethod
    def of(cls, form: RowForm) -> Self:
        """Return the incidence of a game's tiling."""
        tiling = form.game.tiling
        touched = [_touched(tiling, k) for k in range(len(tiling.faces))]
        most, sides = max(map(len, touched)), max(map(len, tiling.faces))
        links = np.full((len(touched), most, 4), 2, np.int64)
        corners = np.full((len(touched), sides, most), 2, np.int64)
        for k, cells in enumerate(touched):
            links[k, : len(cells)] = cells
            links[k, len(cells) :, :3] = 0
            for number, vertex in enumerate(tiling.faces[k]):
                corners[k, number] = 0
                for place, (i, j, other, _) in enumerate(cells):
                    around = (moved(key, (i, j, 0)) for key in tiling.faces[other])
                    corners[k, number, place] = vertex in around
        return cls(form, links, corners)

    def __call__(self, rows: Ints, starts: Ints) -> tuple[Ints, Ints]:
        """Return numbers of holes and diameters of boards, int32 of shape (n,).

        Row n lies from ``starts[n]`` to ``starts[n + 1]``. The diameter is the most steps from a
        tile to a tile over tiles that touch, -1 if the tiles form several parts.
        """
        count = len(starts) - 1
        holes, diameters = np.zeros(count, np.int32), np.zeros(count, np.int32)
        begins, ends = self.form.cells(rows, starts)
        most = int((ends - begins).max(initial=0)) // self.form.width + 1
        levels = self.form.game.setup.levels
        beside = np.zeros((most, self.links.shape[1]), np.int64)
        _measure(
            rows, begins, ends, self.form.width, 255 if levels else 65535, self.links, self.corners,
            np.zeros((4, most), np.int64), beside, holes, diameters,
        )  # fmt: skip
        return holes, diameters


def _touched(tiling: Tiling, k: int) -> list[tuple[int, int, int, int]]:
    """Return the cells that a prototile touches, and whether across an edge."""
    links, relations = tiling.slots.link[k].tolist(), tiling.slots.relation[k].tolist()
    return [
        (i, j, other, int(relation & ORTHOGONAL > 0))
        for (i, j, other, _), relation in zip(links, relations, strict=True)
        if relation & ADJACENT
    ]


def pieces_of(rows: Ints, starts: Ints, form: RowForm) -> Ints:
    """Return the number of pieces on the board in positions, shape (n,); see `Shapes`."""
    pieces = np.zeros(len(starts) - 1, np.int32)
    _count(rows, *form.cells(rows, starts), form.width, pieces)
    return pieces


@jit
def _count(rows: Ints, begins: Ints, ends: Ints, width: int, pieces: Ints) -> None:
    for number in range(pieces.shape[0]):
        for at in range(begins[number], ends[number], width):
            pieces[number] += rows[at + 1] & 65535 != 0 and rows[at + 1] >> 16 < WIDEST


@jit
def _code(i: int, j: int, k: int) -> int:
    """Return a unique number for a cell, in the order of cells in rows."""
    return int((np.int64(i) + 4 << 20 | np.int64(j) + 4) << 8 | np.int64(k))


@jit
def _found(tiles: Ints, count: int, code: int) -> int:
    """Return the place of a code among sorted tiles by binary search, -1 if it is missing."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if tiles[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < count and tiles[low] == code else -1


@jit
def _measure(
    rows: Ints, begins: Ints, ends: Ints, width: int, mask: int, links: Ints, corners: Ints,
    room: Ints, beside: Ints, holes: Ints, diameters: Ints,
) -> None:  # fmt: skip
    """Measure the boards of positions; `room`, for tiles, and `beside` are scratch.

    The bits of `mask` are a component's.

    ``beside[n, m]`` is the tile across link m of tile n, -1 without a tile.
    """
    tiles = room[0]
    for number in range(begins.shape[0]):
        count = edges = vertices = 0
        for at in range(begins[number], ends[number], width):
            i, j, k = rows[at] >> 16, rows[at] & 65535, rows[at + 1] >> 16
            # A pile of pieces counts as one tile, and pieces in hands do not count.
            if rows[at + 1] & mask and rows[at + 1] & 65535 <= mask and k < WIDEST:
                tiles[count] = _code(i, j, k)
                count += 1
        for n in range(count):
            i, j, k = (tiles[n] >> 28) - 4, (tiles[n] >> 8 & 1048575) - 4, tiles[n] & 255
            for m in range(links.shape[1]):
                beside[n, m] = -1
                if links[k, m, 3] < 2:
                    code = _code(i + links[k, m, 0], j + links[k, m, 1], links[k, m, 2])
                    beside[n, m] = _found(tiles, count, code)
                    # Of an edge that two tiles have, the first is counted.
                    edges -= links[k, m, 3] == 1 and -1 < beside[n, m] < n
            for corner in range(corners.shape[1]):
                if corners[k, corner, 0] == 2:
                    continue
                edges += 1
                fresh = True
                for m in range(links.shape[1]):
                    if corners[k, corner, m] == 1 and -1 < beside[n, m] < n:
                        fresh = False
                vertices += fresh
        parts, diameter = _spread(count, beside, room)
        holes[number] = parts - (vertices - edges + count)
        diameters[number] = diameter if parts <= 1 else -1


@jit
def _spread(count: int, beside: Ints, room: Ints) -> tuple[int, int]:
    """Return the number of connected parts of tiles, and the largest diameter of a part."""
    steps, queue, part = room[1], room[2], room[3]
    parts = most = 0
    for n in range(count):
        part[n] = -1
    for start in range(count):
        for n in range(count):
            steps[n] = -1
        steps[start] = 0
        queue[0] = start
        read, written = 0, 1
        if part[start] < 0:
            parts += 1
        while read < written:
            n = queue[read]
            read += 1
            part[n] = parts
            for m in range(beside.shape[1]):
                other = beside[n, m]
                if other >= 0 and steps[other] < 0:
                    steps[other] = steps[n] + 1
                    queue[written] = other
                    written += 1
        most = max(most, steps[queue[written - 1]])
    return parts, most
