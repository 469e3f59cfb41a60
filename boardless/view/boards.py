"""Boards of scenes: cells as polygons, sites of other types, boards side by side, limits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.equipment import Boardless
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import AtMost
from boardless.games.ludemes.owned_regions import Regions
from boardless.games.ludemes.path_tiles import Lines, Span
from boardless.jit.arrays import Floats
from boardless.play.state import State
from boardless.state import BOARD, FreeState
from boardless.topo import Board, FixedBoard
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.picture import UNITS, in_units
from boardless.topo.layouts.incidence import CELL, EDGE

AnyBoard: TypeAlias = Board | FixedBoard

#: x and y of each corner, around the centre of the cell.
Outline: TypeAlias = tuple[int, ...]
#: The number of its shape, and where its centre is.
Cell: TypeAlias = tuple[int, int, int]
#: x and y of both ends.
Line: TypeAlias = tuple[int, int, int, int]
#: A path as SVG writes it, its fill, its stroke, and the width of that in picture units. Colours
#: are names of `topo.drawing.palette`, which pages have as variables, or begin with #; "" is none.
Mark: TypeAlias = tuple[str, str, str, int]

#: The size of pieces on vertices, as a share of the circle in a cell. Pieces on edges are bars.
_ON_VERTICES, _BAR = 0.4, 0.0
#: Between boards that lie side by side, in edges.
_APART = 2


@dataclass(frozen=True)
class Ground:
    """The ground of a board, by the sites of its cells."""

    shapes: tuple[Outline, ...]
    cells: dict[int, Cell]
    sizes: tuple[float, ...]
    #: How much higher a piece lies that lies on another, by shape, in picture units; 0: as usual.
    steps: tuple[int, ...]
    #: The radius of pieces.
    room: int
    lines: tuple[Line, ...] = ()
    sides: tuple[tuple[int, Line], ...] = ()
    #: Marks below lines and cells, and above them.
    plate: tuple[Mark, ...] = ()
    marks: tuple[Mark, ...] = ()
    #: 1 and 2 for cells of the second and third colour.
    phases: dict[int, int] = field(default_factory=dict)
    #: Cells are not seen, only what is drawn for them.
    bare: bool = False
    #: Pieces are seeds in pits; pieces on cells fill them.
    seeds: bool = False
    filled: bool = False
    #: How far the ground reaches beyond the cells.
    margin: int = 0


def cells_of(board: AnyBoard) -> tuple[tuple[Outline, ...], dict[int, Cell]]:
    """Return the shapes of a board's cells, and the cells by site in order.

    All numbers are in picture units, y downwards as on a screen.

    >>> from boardless.topo import SQUARE, Board
    >>> cells_of(Board(SQUARE, [(0, 0, 0), (1, 0, 0)]))
    (((-50, 50, 50, 50, 50, -50, -50, -50),), {0: (0, 50, -50), 1: (0, 150, -50)})
    """
    if isinstance(board, FixedBoard):
        shapes, cells, _ = _laid_out(board, (board.use,))
        return shapes, cells
    sites = board.sites
    tiling = board.tiling
    keys = tiling.face_keys
    origins = tiling.plane(tiling.face_grid(keys))
    shapes = tuple(_shape(*pair) for pair in zip(outlines(tiling, keys), origins, strict=True))
    kinds = board.keys[sites, 2].tolist()
    places = in_units(board.positions[sites]).tolist()
    cells = {
        site: (kind, x, y) for site, kind, (x, y) in zip(sites.tolist(), kinds, places, strict=True)
    }
    return shapes, cells


def sites_of(
    state: FreeState,
) -> tuple[tuple[Outline, ...], dict[int, Cell], tuple[float, ...]]:
    """Return `cells_of` a state's board with its sites of other types, and a size for each shape.

    A size is the size of pieces as a share of the circle in a cell; 0 for bars along edges.
    Boards that are far apart in one plane lie side by side.
    """
    board = state.board
    if isinstance(board, FixedBoard):
        return _laid_out(board, types_of(state))
    shapes, cells = cells_of(board)
    if state.setup.boards:
        cells = _side_by_side(state, cells)
    return shapes, cells, (1.0,) * len(shapes)


def types_of(state: FreeState) -> tuple[str, ...]:
    """Return the types of sites that hold pieces, the type that is played on first."""
    board = state.board
    use = (board.use,) if isinstance(board, FixedBoard) else (CELL,)
    if not isinstance(state, State) or len(state.containers[BOARD]) <= len(board):
        return use
    return tuple(state.game.module.model.types) or use


def sides_of(state: FreeState) -> tuple[tuple[int, Line], ...]:
    """Return the outer edges of cells in regions of players, such as the sides of Hex.

    Each is an owner and a line. Edges of a cell in regions of two players are left out.
    """
    return _sides(state.game) if isinstance(state, State) else ()


@lru_cache(8)
def _sides(game: Game) -> tuple[tuple[int, Line], ...]:
    model, board = game.module.model, State(game).board
    if model.growing or (isinstance(board, FixedBoard) and board.use != CELL):
        return ()
    if not (owners := region_owners(game)):
        return ()
    edges: dict[frozenset[tuple[int, int]], list[tuple[int, Line]]] = {}
    for site, outline in enumerate(board.outlines()):
        corners = in_units(outline).tolist()
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            edges.setdefault(frozenset(((x, y), (to_x, to_y))), []).append(
                (site, (x, y, to_x, to_y))
            )
    return tuple(
        (owner, line)
        for cells in edges.values()
        if len(cells) == 1
        for site, line in cells
        if len(owners.get(site, ())) == 1
        for owner in owners[site]
    )


def region_owners(game: Game) -> dict[int, set[int]]:
    """Return the players who own regions of a game, by the sites of these."""
    scene = scene_of_game(game.module.model.game)
    owners: dict[int, set[int]] = {}
    for item in scene.inventory.items:
        if isinstance(item, Regions) and 0 < scene.number_of(item.role, item) <= game.players:
            for region in item.parts:
                for site in scene.sites_of(region):
                    owners.setdefault(site, set()).add(scene.number_of(item.role, item))
    return owners


def lines_of(board: AnyBoard) -> tuple[Line, ...]:
    """Return the lines between the places of a board that is played on vertices or edges."""
    if not isinstance(board, FixedBoard) or board.use == CELL:
        return ()
    ends = in_units(board.lines()).reshape(-1, 4).tolist()
    return tuple((x, y, to_x, to_y) for x, y, to_x, to_y in ends)


@lru_cache(8)
def _laid_out(
    board: FixedBoard, types: tuple[str, ...]
) -> tuple[tuple[Outline, ...], dict[int, Cell], tuple[float, ...]]:
    """Return `sites_of` a board that never changes."""
    shapes: dict[Outline, int] = {}
    sizes: list[float] = []
    cells: dict[int, Cell] = {}
    for kind in types:
        points = board.links.points[kind][:, :2]
        size = _BAR if kind == EDGE else 1.0 if kind == board.use else _ON_VERTICES
        for outline, point in zip(board.outlines(kind), points, strict=True):
            shape = _shape(outline, point)
            if shape not in shapes:
                shapes[shape] = len(shapes)
                sizes.append(size)
            ((x, y),) = in_units(point[None]).tolist()
            cells[len(cells)] = (shapes[shape], x, y)
    return tuple(shapes), cells, tuple(sizes)


def _side_by_side(state: FreeState, cells: dict[int, Cell]) -> dict[int, Cell]:
    """Return the cells with distant boards moved close together, in the same rows and columns."""
    tiling = state.setup.tiling
    starts = np.array([(0, 0, 0), *state.setup.boards], np.int64)
    anchors = in_units(tiling.plane(tiling.face_grid(starts)))
    keys = np.array([state.cell(site) for site in cells], np.int64)
    places = in_units(tiling.plane(tiling.face_grid(keys)))
    distances = np.abs(places[:, None] - anchors[None]).max(axis=2)
    boards = distances.argmin(axis=1)
    moved = np.array([(x, y) for _, x, y in cells.values()], np.int64)
    for axis in (0, 1):
        # Boards in one column (row) move by the same distance, next to the column (row) before.
        end = None
        for line in sorted(set(anchors[:, axis].tolist())):
            inside = anchors[boards, axis] == line
            if inside.any():
                begin = moved[inside, axis].min()
                moved[inside, axis] += 0 if end is None else end + (1 + _APART) * UNITS - begin
                end = moved[inside, axis].max()
    return {
        site: (shape, x, y)
        for (site, (shape, _, _)), (x, y) in zip(cells.items(), moved.tolist(), strict=True)
    }


def corners_of(shape: Sequence[int], x: int = 0, y: int = 0) -> list[tuple[int, int]]:
    """Return the corners of a shape around a centre.

    >>> corners_of((-50, 50, 50, 50), 100, 0)
    [(50, 50), (150, 50)]
    """
    return [(x + u, y + v) for u, v in zip(shape[::2], shape[1::2], strict=True)]


def _shape(outline: Floats, centre: Floats) -> Outline:
    return tuple(in_units(outline - centre).ravel().tolist())


# -- limits of growing boards ------------------------------------------------------------------


@lru_cache(16)
def _spans(game: Game) -> tuple[int, int]:
    """Return the most columns and rows that the rules let pieces span, 0 for any number."""
    most = {Lines.COLUMNS: 0, Lines.ROWS: 0}
    for node in inside(game.module.model.game):
        if (
            isinstance(node, AtMost)
            and isinstance(node.left, Span)
            and isinstance(node.right, Constant)
        ):
            most[node.left.lines] = node.right.value
    return most[Lines.COLUMNS], most[Lines.ROWS]


@lru_cache(16)
def _boards(game: Game) -> tuple[int, int]:
    """Return the number of boards in one plane, and how many cells they begin apart."""
    for node in inside(game.module.model.game):
        if isinstance(node, Boardless):
            return node.boards, node.apart or 1
    return 1, 1


def limits_of(
    state: FreeState, cells: Mapping[str, Cell], piles: Iterable[str]
) -> tuple[Mark, ...]:
    """Return the lines that bound the legal places, as far as they lie in sight.

    While pieces span few rows, a line lies beyond the cells and is left out.
    """
    if not isinstance(state, State) or not any(_spans(state.game)):
        return ()
    most, boards = np.array(_spans(state.game)), dict[int, dict[str, list[int]]]()
    for place in cells:
        square = [*map(int, place.split(",")[:2])]
        boards.setdefault(_board_at(state.game, *square), {})[place] = square
    filled = {*piles}
    marks: list[Mark] = []
    for squares in boards.values():
        pieces = np.array([square for place, square in squares.items() if place in filled])
        if not len(pieces):
            continue
        # Boards of a plane are drawn nearer to one another than they lie.
        place, (i, j) = next(iter(squares.items()))
        _, x, y = cells[place]
        # Square n is from corner n to n + 1.
        seen = np.array([*squares.values()])
        sights = np.stack((seen.min(axis=0), seen.max(axis=0) + 1))
        bounds = np.stack((pieces.max(axis=0) + 1 - most, pieces.min(axis=0) + most))
        bounds = np.where(most, bounds, sights)
        ends = np.clip(bounds, *sights)
        for axis in (0, 1):
            for at in bounds[:, axis] if most[axis] else ():
                if sights[0, axis] <= at <= sights[1, axis]:
                    corners = ends.copy()
                    corners[:, axis] = at
                    (a, b), (c, d) = np.add(in_units(corners - (i, j) - 0.5), (x, y))
                    marks.append((f"M{a},{b}L{c},{d}", "", "ink", 7))
    return tuple(marks)


def _board_at(game: Game, column: int, row: int) -> int:
    """Return the number of the board of a square; see `state.engine.path_tiles.board_at`."""
    boards, apart = _boards(game)
    if boards == 1:
        return 1
    across = min(max((column + apart // 2) // apart, 0), 1)
    down = min(max((apart // 2 - row) // apart, 0), (boards - 1) // 2)
    return min(2 * down + across + 1, boards)
