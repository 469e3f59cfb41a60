"""Sequences of moves that make boards grow most and least.

All are endless (as long as there are cells) and made one move at a time. A move is the lattice key
of the cell to play; when its turn comes, that cell is on the board and nobody has played there.
"""

from collections.abc import Iterator
from itertools import count
from typing import TypeAlias

from boardless.analysis.bounds import BOUNDS
from boardless.analysis.greedy import contours, tried, zones
from boardless.strategies import Strategy, strategy_of
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Key, Tiling, tiling_of
from boardless.topo.tilings.named import is_regular

Side: TypeAlias = tuple[int, int, int]

#: What a sequence aims at: the smallest board after every move, or the largest.
SEQUENCES = ("best", "worst")

FOUR_SIDES: tuple[Side, ...] = ((-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0))
SIX_SIDES: tuple[Side, ...] = (
    (-1, 0, 0), (-1, -1, -1), (0, -1, 0),
    (1, 0, 0), (1, 1, 1), (0, 1, 0),
)  # fmt: skip
THREE_SIDES: tuple[Side, ...] = ((-1, 0, 0), (0, -1, 0), (1, 1, 1))

#: Sides of the shapes that a contour keeps regular, and of those with the fewest cells around.
COMPACT: dict[tuple[str, str], tuple[Side, ...]] = {
    ("perimeter", SQUARE.name): FOUR_SIDES,
    ("perimeter", HEXAGONAL.name): SIX_SIDES,
    ("perimeter", TRIANGULAR.name): THREE_SIDES,
    ("zone", SQUARE.name): FOUR_SIDES,
    ("zone", HEXAGONAL.name): SIX_SIDES,
    ("zone", TRIANGULAR.name): SIX_SIDES,
}


def move_sequence(tiling: Tiling | str, strategy: Strategy | str, sequence: str) -> Iterator[Key]:
    """Yield the moves that make the board of a strategy as small, or as large, as it can be.

    On a fixed board all moves are the same, so they go row by row until the board is full.
    Otherwise, on regular tilings, the worst case is `straight` and the best is a `spiral`, both
    from a board of one cell. The sizes that they lead to are in `analysis.bounds`; that a spiral
    meets the lower bound of zone growth at every move is an observation, made for the first 100,000
    moves. On other tilings contour growth has `analysis.greedy.contours`, which are as good and as
    bad as can be, and zone growth `analysis.greedy.zones`, which need not be. For a strategy that
    says nothing of a law, every move is tried on every cell: `analysis.greedy.tried`.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    strategy : Strategy or str
        Any strategy, or what `strategy_of` knows it by; contours and zones start from one cell.
    sequence : {"best", "worst"}
        What to aim at.

    Raises
    ------
    InputError
        If there is no such tiling or strategy, or no such sequence is known.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(move_sequence("square", "zone", "worst"), 3))
    [(0, 0, 0), (1, 1, 0), (2, 2, 0)]
    """
    if sequence not in SEQUENCES:
        raise InputError(f"unknown sequence {sequence!r}: choose best or worst")
    tiling, strategy = tiling_of(tiling), strategy_of(strategy)
    law, start = law_of(strategy), strategy.start(tiling)
    if law == "fixed":
        return (start.key(site) for site in start)
    if law is None:
        return tried(tiling, strategy, sequence)
    if len(start) != 1:
        raise InputError(
            f"no {sequence} case of {strategy!r}: let perimeter and zone growth start from one cell"
        )
    if not is_regular(tiling):
        return contours(tiling, sequence) if law == "perimeter" else zones(tiling, sequence)
    return straight(tiling) if sequence == "worst" else spiral(tiling, COMPACT[law, tiling.name])


def law_of(strategy: Strategy) -> str | None:
    """Return the law by which a strategy says that boards grow, None if it is no known one."""
    law = getattr(strategy, "law", None)
    return law if isinstance(law, str) and (law, SEQUENCES[0]) in BOUNDS else None


def straight(tiling: Tiling) -> Iterator[Key]:
    """Yield the cells of a straight line from ``(0, 0, 0)``, the worst case of contour and zone.

    Each cell is on the perimeter, and as little of what surrounds it as can be is on the board. A
    line of squares runs through their corners, one of hexagons across their edges; triangles
    follow the thesis to the bottom right (section 6.1.2), straight across a vertex each time, so
    that they point up and down in turn.
    """
    i, j, k = {SQUARE.name: (1, 1, 0), HEXAGONAL.name: (1, 0, 0), TRIANGULAR.name: (1, -1, 1)}[
        tiling.name
    ]
    for n in count():
        yield (n * i, n * j, n % 2 * k)


def spiral(tiling: Tiling, sides: tuple[Side, ...]) -> Iterator[Key]:
    """Yield all cells of the plane round and round, strip by strip, from ``(0, 0, 0)``.

    The cells played fill a convex shape: all with ``a*i + b*j + c*k <= limit`` for each side
    ``(a, b, c)``. Side after side moves out by one, and the strip of cells that this takes in is
    played from one end to the other, away from the side that moved before.

    Parameters
    ----------
    tiling : Tiling
        What the cells are cells of.
    sides : tuple of (a, b, c)
        In order around the shape, a and b from -1, 0 and 1.
    """
    yield (0, 0, 0)
    limits = [0] * len(sides)
    while True:
        for n in range(len(sides)):
            limits[n] += 1
            yield from _strip(tiling, sides, limits, n)


def _strip(tiling: Tiling, sides: tuple[Side, ...], limits: list[int], n: int) -> list[Key]:
    """Return the cells on the limit of side `n` and within those of the others."""
    a, b, c = sides[n]
    before, after = sides[n - 1], sides[(n + 1) % len(sides)]
    reach = 2 * limits[n]  # no corner of the shape is further along the side
    cells = []
    for k in range(len(tiling.faces)):
        outward = limits[n] - c * k
        i, j = (a * outward, 0) if a else (0, b * outward)
        for along in range(-reach, reach + 1):
            key = (i - along * b, j + along * a, k)
            if all(_height(s, key) <= limit for s, limit in zip(sides, limits, strict=True)):
                cells.append(key)
    return sorted(cells, key=lambda key: _height(after, key) - _height(before, key))


def _height(side: Side, key: Key) -> int:
    return side[0] * key[0] + side[1] * key[1] + side[2] * key[2]
