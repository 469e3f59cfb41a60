"""Grounds of boards: the drawing below the pieces that makes a board look like its game.

The style is the one that the metadata name (`view.graphics`), else what ludemes and pieces tell:
chequers of chess and draughts, points of Backgammon, loops of Surakarta, pits of mancala, river and
palaces of Xiangqi, star points of Go, holes of Connect Four, blocks of Sudoku, dots between boxes,
signs and homes on cells. Boards that are played on vertices lie on a plate.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isqrt

import numpy as np

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.connection import IsConnected
from boardless.games.ludemes.decks import Card
from boardless.games.ludemes.owned_regions import Regions
from boardless.play.state import State
from boardless.state import FreeState
from boardless.topo import FixedBoard
from boardless.topo.drawing.palette import BY_NAME
from boardless.topo.drawing.picture import UNITS, box_path, circle, moved, polygon
from boardless.topo.layouts.incidence import CELL
from boardless.view.arranged import MAP, in_frames, map_ground
from boardless.view.boards import (
    Cell,
    Ground,
    Line,
    Mark,
    corners_of,
    lines_of,
    region_owners,
    sides_of,
    sites_of,
)
from boardless.view.glyphs import CHEQUERED
from boardless.view.graphics import has_phases, style_of, symbols_of, tints_of
from boardless.view.kinds import colours_of, piece_title

#: Boards of these styles are never chequered, whatever their pieces are.
_PLAIN = {"shogi", "tafl", "go", "xiangqi", "mancala", "backgammon", "surakarta", "graph"}
#: Picture units: of the points of Backgammon from edge to tip, and between rows of bases.
_POINT, _APART = 430, 1050
#: The radius of pieces on lines, of the distance to the next place.
_ROOM = 0.46
#: Signs on cells, in a square from -50 to 50, by a part of their names; others are a cross.
_SIGNS = {
    "flower": "M0,-40L9,-12L28,-28L12,-9L40,0L12,9L28,28L9,12L0,40L-9,12L-28,28L-12,9L-40,0L-12,-9"
    "L-28,-28L-9,-12z",
    "knot": "M-32,-32h64v64h-64zM0,-44L44,0L0,44L-44,0z",
    "dot": circle(0, 0, 8), "circle": circle(0, 0, 30),
    "": "M-38,-38L38,38M38,-38L-38,38",
}  # fmt: skip


def ground_of(state: FreeState) -> Ground:
    """Return the ground of the board of a state."""
    if isinstance(state, State) and not state.game.module.model.growing:
        return _ground_of_game(state.game)
    return _plain(state)


def _plain(state: FreeState) -> Ground:
    """Return the ground of a board on which nothing is drawn but cells and lines."""
    shapes, cells, sizes = sites_of(state)
    room = round(UNITS * state.board.room())
    return Ground(shapes, cells, sizes, (0,) * len(shapes), room, lines_of(state.board))


@lru_cache(16)
def _ground_of_game(game: Game) -> Ground:
    """Return the ground of a board that does not grow."""
    state, style = State(game), _style(game)
    plain = _plain(state)
    cells, lines = plain.cells, plain.lines
    if (
        not isinstance(state.board, FixedBoard)
        and scene_of_game(game.module.model.game).board.use != CELL
    ):
        lines = _lines_between(cells)
        plain = replace(plain, lines=lines)
    if style == "backgammon" and len({y for _, _, y in cells.values()}) == 2:
        return _backgammon(plain)
    if style == MAP:
        return map_ground(game, cells, lines)
    if framed := in_frames(game)[0]:
        return framed
    # If players connect sides, the owners of sides are drawn.
    connects = style in ("connectivegoal", "hex") or game.module.model.uses(IsConnected)
    edges = 0.0 in plain.sizes and not lines
    pits = style == "mancala" and bool(lines)
    loops = _loops(plain) if style == "surakarta" else ()
    margin = _margin(plain, loops) if lines else 0
    return replace(
        plain,
        room=round(_ROOM * _nearest(cells)) if lines and not pits else plain.room,
        lines=() if pits else lines,
        sides=sides_of(state) if connects else (),
        plate=_plate(plain, margin, loops) if lines else (),
        marks=(*_marks(game, plain), *(_corners(plain) if edges else ())),
        phases=_phases(game, plain),
        bare=bool(lines),
        seeds=pits,
        filled=edges,
        margin=max(margin - 30, 0),
    )


def _lines_between(cells: dict[int, Cell]) -> tuple[Line, ...]:
    """Return the lines between places that are nearest to each other."""
    points = [(x, y) for _, x, y in cells.values()]
    reach = (1.05 * _nearest(cells)) ** 2
    return tuple(
        (x, y, u, v)
        for n, (x, y) in enumerate(points)
        for u, v in points[n + 1 :]
        if (x - u) ** 2 + (y - v) ** 2 <= reach
    )


def _style(game: Game) -> str:
    """Return the style of a board, by the metadata or by the ludemes that make it."""
    named = style_of(game)
    if named:
        return named
    made = {type(node).__name__ for node in inside(game.module.model.game.equipment)}
    return "mancala" if "MancalaBoard" in made else "surakarta" if "SurakartaBoard" in made else ""


# -- chequers -------------------------------------------------------------------------------


def _phases(game: Game, ground: Ground) -> dict[int, int]:
    """Return the cells of other colours than the first, of a board that is chequered."""
    style = _style(game)
    if ground.lines or style in _PLAIN or 0.0 in ground.sizes or len(ground.shapes) != 1:
        return {}
    pieces = zip(game.components, game.module.model.items, strict=True)
    names = {
        piece_title(one.name, one.owner).lower()
        for one, item in pieces
        if not isinstance(item, Card)
    }
    if style != "chess" and not has_phases(game) and not names & CHEQUERED:
        return {}
    corners = len(ground.shapes[0]) // 2
    phases = scene_of_game(game.module.model.game).board.sites_of().phases
    # Squares in the corner are dark; hexagons have three colours.
    numbered = ((1, phases[0]),) if corners == 4 else ((1, phases[1]), (2, phases[2]))
    return (
        {site: n for n, sites in numbered for site in sites.tolist()} if corners in (4, 6) else {}
    )


# -- boards of games ------------------------------------------------------------------------


def _backgammon(ground: Ground) -> Ground:
    """Return two rows as the points of Backgammon, with pieces piled up to the middle."""
    low = max(y for _, _, y in ground.cells.values())
    shapes = tuple((-50, 50 * s, 50, 50 * s, 50, -_POINT * s, -50, -_POINT * s) for s in (1, -1))
    cells = {
        site: (0, x, 0) if y == low else (1, x, -_APART) for site, (_, x, y) in ground.cells.items()
    }
    columns = sorted({x for _, x, _ in cells.values()})
    # Of an odd number of columns the one in the middle is the bar.
    bar = columns[len(columns) // 2] if len(columns) % 2 else None
    marks: list[Mark] = []
    for shape, x, y in cells.values():
        if x == bar:
            continue
        number = columns.index(x) + (bar is not None and x > bar)
        s = 1 if shape == 0 else -1
        fill = "dark-cell" if (number + shape) % 2 else "paper"
        path = f"M{x - 46},{y + 50 * s}L{x + 46},{y + 50 * s}L{x},{y - _POINT * s}z"
        marks.append((path, fill, "line", 2))
    left, right = columns[0] - 50, columns[-1] + 50
    top = -_APART - 70
    plate: list[Mark] = [(box_path(left - 20, 70, right + 20, top), "cell", "line", 8)]
    if bar is not None:
        plate.append((box_path(bar - 50, 70, bar + 50, top), "dark-cell", "line", 4))
    return Ground(
        shapes, cells, (1.0, 1.0), (-84, 84), 44, plate=tuple(plate), marks=tuple(marks),
        bare=True, margin=24,
    )  # fmt: skip


def _nearest(cells: dict[int, Cell]) -> float:
    """Return the distance of the two places that are nearest to each other."""
    points = np.array([at for _, *at in cells.values()], np.float64)
    apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    return float(apart[apart > 0].min()) if len(points) > 1 else UNITS


def _margin(ground: Ground, loops: Sequence[Mark]) -> int:
    """Return how far the plate of a board reaches beyond its outer places."""
    xs, _ = _square_grid(ground)
    return (len(xs) - 2) // 2 * (xs[1] - xs[0]) + 30 if loops else 50


def _plate(ground: Ground, margin: int, loops: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return the plate below a board that is played on its lines, and the loops on it."""
    points = [(x, y) for _, x, y in ground.cells.values()]
    around = [
        (x + dx, y + dy) for x, y in points for dx in (-margin, margin) for dy in (-margin, margin)
    ]
    return ((polygon(convex_hull(around)), "cell", "line", 3), *loops)


def convex_hull(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the corners of the convex hull of points, by Andrew's monotone chain.

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (1, 0)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    hull: list[tuple[int, int]] = []
    order = sorted(set(points))
    for row in (order, order[::-1]):
        chain: list[tuple[int, int]] = []
        for x, y in row:
            while len(chain) > 1:
                (a, b), (c, d) = chain[-2:]
                if (c - a) * (y - b) - (d - b) * (x - a) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        hull += chain[:-1]
    return hull


def _square_grid(ground: Ground) -> tuple[list[int], list[int]]:
    """Return the columns and rows, from below, of a board that is a full grid; else empty."""
    xs = sorted({x for _, x, _ in ground.cells.values()})
    ys = sorted({y for _, _, y in ground.cells.values()}, reverse=True)
    return (xs, ys) if len(xs) * len(ys) == len(ground.cells) else ([], [])


def _loops(ground: Ground) -> tuple[Mark, ...]:
    """Return the loops around the corners of Surakarta: each joins two lines of one distance."""
    xs, ys = _square_grid(ground)
    loops: list[Mark] = []
    for k in range(1, (min(len(xs), len(ys)) - 2) // 2 + 1):
        for x, inwards in ((xs[0], 1), (xs[-1], -1)):
            for y, up in ((ys[0], -1), (ys[-1], 1)):
                r = abs(xs[k] - xs[0])
                sweep = int(inwards * up < 0)
                path = f"M{x + inwards * r},{y}A{r},{r} 0 1,{sweep} {x},{y + up * r}"
                loops.append((path, "", "line", 5))
    return tuple(loops)


def _marks(game: Game, ground: Ground) -> tuple[Mark, ...]:
    """Return the marks on the board of a game below its pieces."""
    style = _style(game)
    marks: list[Mark] = []
    xs, ys = _square_grid(ground)
    if style == "mancala" and ground.lines:
        marks += _pits(ground)
    elif style == "go":
        marks += _stars(xs, ys)
    elif style == "xiangqi" and len(xs) == 9 and len(ys) == 10:
        marks += _river(xs, ys)
    elif style == "sudoku" and xs:
        marks += _blocks(xs, ys)
    elif style in ("connect4", "connect"):
        marks += _holes(ground)
    elif ground.lines and not xs:
        ends = {point for x, y, u, v in ground.lines for point in ((x, y), (u, v))}
        marks += ((circle(x, y, 8), "line", "", 0) for x, y in sorted(ends))
    elif style == "tafl" and xs and len(xs) % 2:
        site = next(
            s for s, c in ground.cells.items() if c[1:] == (xs[len(xs) // 2], ys[len(ys) // 2])
        )
        marks.append(_sign("knot", ground.cells[site]))
    for site, name in tints_of(game).items():
        if site in ground.cells and name in BY_NAME:
            _, x, y = ground.cells[site]
            marks.append((circle(x, y, round(0.95 * ground.room)), BY_NAME[name], "line", 3))
    return (*marks, *_homes(game, ground, style), *_symbols(game, ground))


def _pits(ground: Ground) -> Iterator[Mark]:
    """Yield the pits of a mancala board; stores beyond the rows are long ones."""
    rows = [y for _, _, y in ground.cells.values()]
    high = max(rows) - min(rows)
    for _, x, y in ground.cells.values():
        beside = rows.count(y) <= 2 and high and min(rows) < y < max(rows)
        r, more = 44, high // 2 if beside else 0
        turn = f"A{r},{r} 0 0,1 "
        path = f"M{x - r},{y - more}{turn}{x + r},{y - more}V{y + more}{turn}{x - r},{y + more}z"
        yield path, "dark-cell", "line", 3


def _stars(xs: list[int], ys: list[int]) -> Iterator[Mark]:
    """Yield the star points of a board of Go."""
    n = len(xs)
    if n != len(ys) or n < 9:
        return
    first = 2 if n < 13 else 3
    places = (first, n // 2, n - 1 - first) if n % 2 else (first, n - 1 - first)
    for i in places:
        for j in places:
            if n >= 13 or (i == n // 2) == (j == n // 2):
                yield circle(xs[i], ys[j], 9), "line", "", 0


def _river(xs: list[int], ys: list[int]) -> Iterator[Mark]:
    """Yield the river, over which no line leads but at the edges, and the palaces."""
    yield box_path(xs[0] + 3, ys[4] - 3, xs[-1] - 3, ys[5] + 3), "dark-cell", "", 0
    for low, high in ((0, 2), (7, 9)):
        path = f"M{xs[3]},{ys[low]}L{xs[5]},{ys[high]}M{xs[5]},{ys[low]}L{xs[3]},{ys[high]}"
        yield path, "", "line", 4


def _blocks(xs: list[int], ys: list[int]) -> Iterator[Mark]:
    """Yield the thick lines around the blocks of a Sudoku."""
    n = isqrt(len(xs))
    if n * n != len(xs) or len(xs) != len(ys):
        return
    half = (xs[1] - xs[0]) // 2
    left, right, top, bottom = xs[0] - half, xs[-1] + half, ys[-1] - half, ys[0] + half
    path = "".join(f"M{xs[k] - half},{bottom}V{top}" for k in range(0, len(xs), n))
    path += "".join(f"M{left},{ys[k] + half}H{right}" for k in range(0, len(ys), n))
    yield f"{path}M{right},{bottom}V{top}H{left}", "", "ink", 7


def _holes(ground: Ground) -> Iterator[Mark]:
    """Yield a wall with a hole in every cell, as of Connect Four."""
    for shape, x, y in ground.cells.values():
        yield polygon(corners_of(ground.shapes[shape], x, y)), "chief", "", 0
        yield circle(x, y, round(0.84 * ground.room)), "paper", "line", 3


def _corners(ground: Ground) -> Iterator[Mark]:
    """Yield dots at the corners of cells with drawn edges."""
    seen = set[tuple[int, int]]()
    for shape, x, y in ground.cells.values():
        if ground.sizes[shape] == 1:
            seen.update(corners_of(ground.shapes[shape], x, y))
    for x, y in sorted(seen):
        yield circle(x, y, 10), "ink", "", 0


# -- signs on cells -------------------------------------------------------------------------


def _symbols(game: Game, ground: Ground) -> Iterator[Mark]:
    """Yield the signs that the metadata put on cells."""
    for name, where in symbols_of(game):
        sites = _region(game, where) if isinstance(where, str) else where
        for site in sites:
            if site in ground.cells:
                yield _sign(name, ground.cells[site], ground.room)


def _sign(name: str, cell: Cell, room: int = 50) -> Mark:
    path = next(path for part, path in _SIGNS.items() if part in name.lower())
    return moved(path, cell[1], cell[2], 0.9 * room / 50), "", "mark", 4


def _region(game: Game, name: str) -> Sequence[int]:
    """Return the sites of the regions of a name."""
    scene = scene_of_game(game.module.model.game)
    return [
        site
        for item in scene.inventory.items
        if isinstance(item, Regions) and item.name == name
        for part in item.parts
        for site in scene.sites_of(part)
    ]


def _homes(game: Game, ground: Ground, style: str) -> Iterator[Mark]:
    """Yield the homes of several players, framed in their colours, such as the points of a star."""
    if game.players < 3 or style in _PLAIN or 0.0 in ground.sizes:
        return
    for site, owners in region_owners(game).items():
        if len(owners) == 1 and site in ground.cells:
            _, x, y = ground.cells[site]
            (owner,) = owners
            yield circle(x, y, round(0.9 * ground.room)), "", colours_of(game)[owner - 1][0], 9
