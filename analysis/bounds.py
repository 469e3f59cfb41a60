"""The laws of growth: the largest and the smallest board after m moves.

Every board starts from one cell, every move is on the board, and only moves on the perimeter make
it grow. Sizes here are closed forms; `analysis.growth` grows real boards and is tested against
them.
"""

from collections.abc import Callable
from math import isqrt
from typing import TypeAlias

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    InputError,
    Tiling,
    integer_between,
    tiling_of,
)
from boardless.topo.tilings.named import is_regular

#: The largest number of moves; the law of the best contour counts contours one by one.
MAX_MOVES = 10**12

Law: TypeAlias = Callable[[Tiling | str, int], int]


def contour_worst(tiling: Tiling | str, moves: int) -> int:
    """Return the size of the largest board after some moves with contour growth.

    Every move is on the perimeter: ``(1+2m)^2`` squares, ``3m(m+1)+1`` hexagons, ``(1+3m)^2``
    triangles, by (5.1), (5.3) and (5.5) of the thesis.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    moves : int
        The number of moves, m.

    Returns
    -------
    int
        The number of cells.

    Raises
    ------
    InputError
        If `moves` is not from 0 to MAX_MOVES, or the law of the tiling is unknown.
    """
    tiling, m = _checked(tiling, moves)
    if tiling == HEXAGONAL:
        return _regular_size(tiling, 1 + m)
    return _regular_size(tiling, 1 + (2 if tiling == SQUARE else 3) * m)


def contour_best(tiling: Tiling | str, moves: int) -> int:
    """Return the size of the smallest board after some moves with contour growth.

    A regular board of dimension d grows with the first move that its inner cells cannot hold. The
    inner cells number ``(d-2)^2`` on squares, ``3(d-1)(d-2)+1`` on hexagons, and ``(d-3)^2`` on
    triangles, as many as on the board of one contour less. So the size is `contour_worst` of the
    fewest contours n, n >= 1 after a move, with ``contour_worst(n - 1) >= m``.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    moves : int
        The number of moves, m.

    Returns
    -------
    int
        The number of cells.

    Raises
    ------
    InputError
        If `moves` is not from 0 to MAX_MOVES, or the law of the tiling is unknown.
    """
    tiling, m = _checked(tiling, moves)
    contours = 0
    while m > 0 and (contours == 0 or contour_worst(tiling, contours - 1) < m):
        contours += 1
    return contour_worst(tiling, contours)


def zone_worst(tiling: Tiling | str, moves: int) -> int:
    """Return the size of the largest board after some moves with zone growth.

    The first move makes a cell's closed neighbourhood (9, 7 or 13 cells). Each further move adds
    the neighbourhood of a cell on the board, except the 4, 4 or 6 cells that it shares with the
    neighbourhood that added the cell. That is ``9+5(m-1)``, ``7+3(m-1)``, ``13+7(m-1)`` for m >= 1.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    moves : int
        The number of moves, m.

    Returns
    -------
    int
        The number of cells.

    Raises
    ------
    InputError
        If `moves` is not from 0 to MAX_MOVES, or the law of the tiling is unknown.
    """
    tiling, m = _checked(tiling, moves)
    first, step = {SQUARE.name: (9, 5), HEXAGONAL.name: (7, 3), TRIANGULAR.name: (13, 7)}[
        tiling.name
    ]
    return 1 if m == 0 else first + step * (m - 1)


def zone_best(tiling: Tiling | str, moves: int) -> int:
    """Return the size of the smallest board after some moves with zone growth.

    The board consists of the played cells and all cells that touch them, for the most compact shape
    of m cells: ``m + 2*ceil(2*sqrt(m)) + 4`` squares, ``m + ceil(sqrt(12m-3)) + 3`` hexagons, and
    for triangles the least ``n + 2*p(n) + 6`` over n >= m. There ``p(n) = 2*ceil((n+sqrt(6n))/2) -
    n`` is the least perimeter of n triangles.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.
    moves : int
        The number of moves, m.

    Returns
    -------
    int
        The number of cells.

    Raises
    ------
    InputError
        If `moves` is not from 0 to MAX_MOVES, or the law of the tiling is unknown.
    """
    tiling, m = _checked(tiling, moves)
    if m == 0:
        return 1
    if tiling == SQUARE:
        return m + 2 * _ceil_sqrt(4 * m) + 4
    if tiling == HEXAGONAL:
        return m + _ceil_sqrt(12 * m - 3) + 3
    # A board of n + 2p(n) + 6 >= n + 2*sqrt(6n) + 6 cells is too large from some n on.
    best, n = _triangles_touched(m), m + 1
    while n + 2 * isqrt(6 * n) + 6 < best:
        best, n = min(best, _triangles_touched(n)), n + 1
    return best


def fixed_size(tiling: Tiling | str, moves: int) -> int:
    """Return the size of the fixed board (BASE), which is the same after any moves."""
    tiling, _ = _checked(tiling, moves)
    return _regular_size(tiling, tiling.fixed_dimension)


#: The law of each strategy and sequence.
BOUNDS: dict[tuple[str, str], Law] = {
    ("fixed", "best"): fixed_size,
    ("fixed", "worst"): fixed_size,
    ("perimeter", "best"): contour_best,
    ("perimeter", "worst"): contour_worst,
    ("zone", "best"): zone_best,
    ("zone", "worst"): zone_worst,
    # Tiles stay, so nothing shrinks.
    ("zone-shrink", "best"): zone_best,
    ("zone-shrink", "worst"): zone_worst,
}


def _checked(tiling: Tiling | str, moves: int) -> tuple[Tiling, int]:
    tiling = tiling_of(tiling)
    if not is_regular(tiling):
        raise InputError(
            f"tiling {tiling.name!r}: laws are known for square, hexagonal and triangular"
        )
    return tiling, integer_between(moves, "moves", 0, MAX_MOVES)


def _regular_size(tiling: Tiling, d: int) -> int:
    """Return the number of cells of the regular board of dimension `d`."""
    return 3 * d * (d - 1) + 1 if tiling == HEXAGONAL else d * d


def _triangles_touched(n: int) -> int:
    perimeter = 2 * ((n + _ceil_sqrt(6 * n) + 1) // 2) - n
    return n + 2 * perimeter + 6


def _ceil_sqrt(n: int) -> int:
    return 1 + isqrt(n - 1) if n > 0 else 0
