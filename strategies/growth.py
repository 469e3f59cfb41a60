"""Growth strategies (fixed, contours, zones, by the rules), and first boards."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state import BOARD, Equipment, GrowingBoard
from boardless.state.engine.arrays import CONTOUR, FIXED, ZONE
from boardless.topo import Board, InputError, Key, Tiling, integer_between, shape_keys, tiling_of
from boardless.topo.boards.numbering import rings, row_order
from boardless.topo.tilings.named import is_regular
from boardless.topo.tilings.tiling import MAX_DIMENSION
from boardless.util.inputs import refuse, shown


@dataclass(frozen=True)
class Fixed:
    """A large board that never grows (BASE in the thesis).

    The dimension of the regular board is by default Ludii's for boardless games: 41 for squares and
    triangles (1,681 cells), 21 for hexagons (1,261).

    Parameters
    ----------
    dimension : int, optional
        The dimension of the regular board.
    """

    name: ClassVar[str] = "fixed"
    law: ClassVar[str] = "fixed"
    in_engine: ClassVar[int] = FIXED
    dimension: int | None = None

    def start(self, tiling: Tiling | str) -> Board:
        """Return the fixed board."""
        tiling = tiling_of(tiling)
        dimension = tiling.fixed_dimension if self.dimension is None else self.dimension
        return Board.regular(tiling, dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Leave the board as it is; the site has to be on it."""
        board.key(site)
        return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Perimeter:
    """A move on the perimeter adds the contour around the whole board (section 5.1, PERI).

    A regular board stays regular: its dimension, 1 at the start by default, grows by 2 (square), 1
    (hexagonal) or 3 (triangular); on other tilings by 1, a ring of cells that touch the board. The
    cost is proportional to the perimeter.

    Parameters
    ----------
    dimension : int, default 1
        The dimension of the first board.
    """

    name: ClassVar[str] = "perimeter"
    law: ClassVar[str] = "perimeter"
    in_engine: ClassVar[int] = CONTOUR
    dimension: int = 1

    def start(self, tiling: Tiling | str) -> Board:
        """Return the board to start from."""
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` for a tile placed on `site`; return the new sites, row by row."""
        if board.on_perimeter(site):
            return board.grow_contour()
        return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Zone:
    """A move adds the cells that share a vertex with it and are missing (section 5.2, ZONE).

    The cost is proportional to the number of new cells, not to the size of the board.

    Parameters
    ----------
    dimension : int, default 1
        Of the regular board to start from.
    shrink : bool, default False
        Whether cells leave the board that are out of reach after a tile is removed or moved
        (section 7.7).
    """

    law: ClassVar[str] = "zone"
    dimension: int = 1
    shrink: bool = False

    @property
    def name(self) -> str:
        """Name of the strategy."""
        return "zone-shrink" if self.shrink else "zone"

    @property
    def in_engine(self) -> int | None:
        """Constant of the same growth in the engine, which does not shrink boards."""
        return None if self.shrink else ZONE

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board."""
        return self.shrink

    def start(self, tiling: Tiling | str) -> Board:
        """Return the board to start from."""
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` for a tile placed on `site`; return the new sites, clockwise from north."""
        return board.grow_around(site)

    def follow(self, position: GrowingBoard, placed: list[int], taken: list[int]) -> None:
        """Grow around the sites of new pieces; then cells leave that are out of reach of tiles.

        The anchor stays on a board without pieces, and comes back if it has left: the game goes on
        there. See `Follower.follow`.
        """
        for site in placed:
            position.extend(added_by(self, position.board, site))
        if not self.shrink or not taken:
            return
        contents = position.contents
        if contents.bare:
            position.add_anchor()
        tiles = contents.chunk(BOARD, "what")
        gone = self.beyond(position.board, tiles, taken if position.pruned else None)
        if contents.bare:
            gone = gone[gone != contents.anchor]
        position.leave(gone)
        position.pruned = True

    def beyond(self, board: Board, tiles: Ints, taken: Iterable[int] | None = None) -> Ints:
        """Return the cells that are out of reach: no tile is on them or shares a vertex with them.

        `tiles`, of shape (extent,), is not 0 where a tile stands. `taken` are sites that have just
        lost their tiles, if nothing else was out of reach before: only cells around them are tested
        then. The highest site comes first, so that the lowest is used first when it is freed.
        """
        sites = set(board)
        if taken is not None:
            sites = {near for site in taken for near in (site, *board.neighbours(site).tolist())}
        return board.isolated(tiles, np.array(sorted(sites, reverse=True), dtype=np.int64))


def added_by(strategy: Any, board: Board, site: int) -> Ints:
    """Return the sites that a strategy adds to a board; InputError if it returns no sites."""
    new: object = strategy(board, site)
    sites = np.array([] if new is None else new)
    if new is None or sites.ndim != 1 or (sites.size and sites.dtype.kind not in "iu"):
        refuse(
            "strategy",
            strategy.name,
            f"it returned {shown(new)} for a tile on site {site}, "
            "return the sites that it has added, as Board.grow does, or []",
        )
    return sites.astype(np.int64)


#: No more start tiles than fit in a line on the largest board.
MAX_TILES = MAX_DIMENSION - 4

#: The largest board of rings that is tried around tiles; a fixed one has dimension 21.
MAX_RINGS = 64


def first_dimension(tiling: Tiling | str, tiles: int) -> int:
    """Return the dimension of the first board for a number of start tiles (section 5.4).

    The tiles are assumed to lie in a straight line on the centre, and their neighbours have to be
    on the board. Without tiles it is 3 for squares, 2 for hexagons and 4 for triangles. (The
    author's code has 3 for triangles and, for one tile on hexagons, 1, which leaves the tile
    without neighbours; here it is 2.) The rule is for these tilings; on boards of rings a row of
    tiles reaches half its length from the cell in the middle, and needs a ring more.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    tiles : int
        The number of start tiles.

    Returns
    -------
    int
        The dimension of the regular board.

    Raises
    ------
    InputError
        If the tiling is unknown, or the number is not an integer from 0 to MAX_TILES.
    """
    tiles = integer_between(tiles, "start tiles", 0, MAX_TILES)
    odd = tiles % 2
    by_tiles = {
        "square": (3, tiles + 2),
        "hexagonal": (2, max(2, tiles + 1 - odd)),
        "triangular": (4, tiles + 4 - odd),
    }
    tiling = tiling_of(tiling)
    if not is_regular(tiling):
        return 2 + tiles // 2
    return by_tiles[tiling.name][tiles > 0]


def smallest_board(tiling: Tiling | str, cells: Iterable[Key]) -> Board:
    """Return the smallest regular board with the cells and their neighbours (section 7.4).

    If the board may lie in several ways, the tiles are as low, and then as far to the left, on it
    as possible. Its sites are row by row, and it shares the lattice keys of the cells. Without
    cells, the board is one cell.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    cells : iterable of (i, j, k)
        The lattice keys of the tiles.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    InputError
        If the tiling is unknown, or the tiles lie too far apart.
    """
    tiling = tiling_of(tiling)
    board = Board(tiling, cells)
    for site in range(len(board)):
        board.grow_around(site)
    if not len(board):
        return Board.regular(tiling, 1)
    if not tiling.shape:
        return _smallest_of_rings(board)
    planes = np.array(tiling.shape, dtype=np.int64)
    # The reach of the cells beyond the half-planes of a board of dimension 1.
    reach = (board.keys @ planes[:, :3].T).max(axis=0)
    for dimension in range(1, MAX_DIMENSION + 1):
        move = _highest_move(planes, reach - planes[:, 3] * (dimension - 1), board.keys)
        if move:
            y, x = move
            return Board(tiling, shape_keys(tiling, dimension) + np.array((x, y, 0)))
    raise InputError(f"start tiles too far apart for a board of dimension {MAX_DIMENSION}")


def _smallest_of_rings(needed: Board) -> Board:
    """Return the smallest board of rings that has all cells of a board."""
    tiling = needed.tiling
    last = len(tiling.faces) - 1
    growing = [rings(tiling, key) for key in map(needed.key, needed)]
    around: list[set[tuple[int, int]]] = [set() for _ in growing]
    for dimension in range(1, MAX_RINGS + 1):
        # The rings around a cell have the cells around which rings have that cell.
        for cells, ring in zip(around, growing, strict=True):
            cells.update((i, j) for i, j, k in next(ring).tolist() if k == last)
        if middles := set.intersection(*around):
            places = np.array([(i, j, last) for i, j in middles], dtype=np.int32)
            i, j, _ = places[row_order(tiling.face_grid(places))[-1]].tolist()
            return Board(tiling, shape_keys(tiling, dimension) + np.array((i, j, 0)))
    raise InputError(f"start tiles too far apart for a board of dimension {MAX_RINGS}")


def _highest_move(planes: Ints, least: Ints, keys: Ints) -> tuple[int, int] | None:
    """Return the largest ``(y, x)`` with ``a*x + b*y >= least``, if there is any."""
    low, high = int(keys[:, 0].min()), int(keys[:, 0].max())
    x = np.arange(low - 2 * MAX_DIMENSION, high + 1)
    bottom = np.full(len(x), int(keys[:, 1].min()) - 2 * MAX_DIMENSION)
    top = np.full(len(x), int(keys[:, 1].max()))
    for (a, b), need in zip(planes[:, :2].tolist(), least.tolist(), strict=True):
        rest = need - a * x
        if b > 0:
            bottom = np.maximum(bottom, -(-rest // b))
        elif b < 0:
            top = np.minimum(top, rest // b)
        else:
            top = np.where(rest <= 0, top, bottom - 1)
    fits = bottom <= top
    return max(zip(top[fits].tolist(), x[fits].tolist(), strict=True), default=None)


@dataclass(frozen=True)
class Rule:
    """The board holds the tiles and the cells where any player might put one (section 7.3).

    A cell off the board counts as empty, so the neighbours of a cell decide whether it belongs to
    the board. ``Game.rule`` of `games` derives that from a game's own rules of moves.

    Parameters
    ----------
    allowed : callable
        Takes the prototile of an empty cell and the components around it, one for each slot of the
        tiling (0 if empty), and tells whether some player may put a piece there, were it his turn.
        Nothing is allowed if all neighbours are empty.
    """

    allowed: Callable[[int, tuple[int, ...]], bool]

    @property
    def name(self) -> str:
        """Name of the strategy."""
        return "rule"

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board: always."""
        return True

    def start(self, tiling: Tiling | str) -> Board:
        """Return the board without tiles: the one cell of the first move."""
        return Board.regular(tiling, 1)

    def __call__(self, board: Board, site: int) -> Ints:
        """Raise InputError: a board alone does not have the tiles on it."""
        refuse("growth by the rules at site", site, "only states of a game grow by it")

    def first(self, setup: Equipment) -> Board:
        """Return the first board: the start tiles and the cells that they allow, row by row."""
        tiling, tiles = setup.tiling, dict(setup.start)
        empty = {cell for tile in tiles for cell in around(tiling, tile) if cell} - tiles.keys()
        allowed = [
            (i, j, k)
            for i, j, k in empty
            if self.allowed(
                k, tuple(tiles.get(c, 0) if c else 0 for c in around(tiling, (i, j, k)))
            )
        ]
        board = Board(tiling, [*tiles, *allowed])
        return Board(tiling, board.keys[board.numbering().sites])

    def follow(self, position: GrowingBoard, placed: list[int], taken: list[int]) -> None:
        """Add and remove the cells that change because pieces were placed or taken.

        The anchor stays on a board without pieces, and comes back if it has left: the game goes on
        there. See `Follower.follow`.
        """
        contents, board = position.contents, position.board
        if contents.bare:
            position.add_anchor()
        what, anchor = contents.chunk(BOARD, "what"), contents.anchor
        # The anchor may have been left there when the board was bare.
        candidates = dict.fromkeys(map(board.key, {anchor} - {-1}))
        for site in placed + taken:
            key = board.key(site)
            candidates.update(dict.fromkeys(c for c in (*around(board.tiling, key), key) if c))
        came, gone = [], []
        for cell in candidates:
            site = board.find(cell)
            if site >= 0 and (what[site] or (contents.bare and site == anchor)):
                continue
            sites = [board.find(c) if c else -1 for c in around(board.tiling, cell)]
            allowed = self.allowed(cell[2], tuple(int(what[n]) if n >= 0 else 0 for n in sites))
            if allowed and site < 0:
                came.append(cell)
            elif not allowed and site >= 0:
                gone.append(site)
        if gone:
            position.leave(np.array(sorted(gone, reverse=True)))
        if came:
            position.extend(board.grow(came))


def around(tiling: Tiling, cell: Key) -> list[Key | None]:
    """Return the cell in every slot of a cell, None where the slot leads nowhere."""
    (i, j, k), slots = cell, tiling.slots
    return [
        (i + di, j + dj, other) if bits else None
        for (di, dj, other, _), bits in zip(
            slots.link[k].tolist(), slots.relation[k].tolist(), strict=True
        )
    ]
