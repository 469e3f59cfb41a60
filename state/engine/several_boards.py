"""Several boards in one plane: which of them a cell lies on, and how far they reach.

Board n, from 0 on, begins `apart` columns to the right of the anchor if n is odd, and so many rows
below it for every two boards before. A cell lies on the board that begins nearest to it.
"""

from boardless.state.engine.arrays import COUNT, Arrays
from boardless.state.engine.cells import split
from boardless.state.engine.runtime import kernel, routine, whole


@kernel
def line_of(s: Arrays, site: int, axis: int) -> int:
    """Return the column (0) or row (1) of a square, to the right and upwards."""
    i, j, _ = split(s, whole(s.code[site]))
    return j if axis == 1 else i


@kernel
def board_of(s: Arrays, site: int) -> int:
    """Return the number of the board of a cell, from 1 on; 0 for a site of a hand."""
    if site <= s.t.held:
        return 0
    if s.t.boards == 1:
        return 1
    i, j, _ = split(s, whole(s.code[site]))
    half = s.t.apart // 2
    column = min(max((i - whole(s.origin[0]) + half) // s.t.apart, 0), 1)
    last = (s.t.boards - 1) // 2
    row = min(max((whole(s.origin[1]) - j + half) // s.t.apart, 0), last)
    return min(2 * row + column + 1, s.t.boards)


@routine
def reach(s: Arrays, site: int, axis: int, sign: int) -> int:
    """Return how many columns (0) or rows (1) beyond a cell pieces lie on its board.

    `sign` is 1 to the right and upwards, else -1; the result is not less than 0.
    """
    board, at, most = board_of(s, site), line_of(s, site, axis), 0
    for other in range(s.t.held + 1, s.n[COUNT] + 1):
        if s.what[other] != 0 and board_of(s, other) == board:
            most = max(most, sign * (line_of(s, other, axis) - at))
    return most
