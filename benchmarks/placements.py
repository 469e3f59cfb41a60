"""What placing a tile costs, by the number of tiles that lie there."""

from collections.abc import Callable

import pandas as pd

from benchmarks.measure import fastest
from boardless.strategies import Placements
from boardless.topo import SQUARE, TRIANGULAR, Shape, polyforms

FEW, MANY, TIMED = 100, 10_000, 100

SETS = {
    "rhombus": (Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)]),),
    "domino": (Shape(SQUARE, [(0, 0, 0), (1, 0, 0)]),),
    "7 tetrominoes": tuple(polyforms(SQUARE, 4)),
}


def placement_costs() -> pd.DataFrame:
    """Return the time of a placement and of its undo with few and with many tiles.

    The placement longest on offer is chosen, so the tiles lie in a disc. Microseconds.
    """
    rows = []
    for name, shapes in SETS.items():
        tasks: dict[str, Callable[[], Callable[[], object]]] = {}
        for tiles in (FEW, MANY):
            board = Placements(shapes, start=shapes[0].cells)
            place(board, tiles)

            def prepare(board: Placements = board) -> Callable[[], None]:
                return lambda: there_and_back(board)

            tasks[str(tiles)] = prepare
        times = fastest(tasks, rounds=10)
        few, many = (times[str(tiles)] / TIMED * 1e6 for tiles in (FEW, MANY))
        rows.append((name, len(board.offer), few, many, many / few))
    columns = ["shapes", f"on offer at {MANY:,} tiles"]
    columns += [*(f"us at {tiles:,} tiles" for tiles in (FEW, MANY)), "ratio (< 2)"]
    return pd.DataFrame(rows, columns=columns)


def place(board: Placements, tiles: int) -> None:
    """Place a number of tiles, each time what is longest on offer."""
    for _ in range(tiles):
        board.place(next(iter(board.offer)))


def there_and_back(board: Placements) -> None:
    """Place TIMED tiles and take them back."""
    place(board, TIMED)
    for _ in range(TIMED):
        board.undo()
