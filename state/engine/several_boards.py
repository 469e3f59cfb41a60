"""Several boards in one plane: which of them a cell lies on, and how far they reach.

Board n, from 0 on, begins `apart` columns to the right of the anchor if n is odd, and so many rows
below it for every two boards before. A cell lies on the board that begins nearest to it.
"""

from boardless.state.engine.arrays import COUNT, NONE, Arrays
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
    return board_at(s, i, j)


@kernel
def board_at(s: Arrays, i: int, j: int) -> int:
    """Return the number of the board of a cell by its column and row."""
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


@routine
def outer_lines(s: Arrays, axis: int, board: int) -> tuple[int, int]:
    """Return the first and the last row or column with a piece; the second is less without any.

    They are those of one board, or of all where it is 0.
    """
    first, last = 1, 0
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        if s.what[site] != 0:
            i, j, _ = split(s, whole(s.code[site]))
            if s.t.boards > 1 and board != 0 and board_at(s, i, j) != board:
                continue
            at = j if axis == 1 else i
            if first > last:
                first, last = at, at
            first, last = min(first, at), max(last, at)
    return first, last


@kernel
def span(s: Arrays, axis: int, site: int) -> int:
    """Return how many rows or columns pieces lie on, as if one lay on a site as well.

    Of several boards that of the site alone is meant.
    """
    first, last = outer_lines(s, axis, board_of(s, site))
    if site == NONE:
        return last - first + 1
    at = line_of(s, site, axis)
    return max(last, at) - min(first, at) + 1 if first <= last else 1
