"""Paths over tiles: loops, and lines from one side of all tiles to the opposite one.

A path is followed from a side of a tile. Sides that do not match end it nowhere: so a walk is cut
off after as many steps as there are sides of cells.
"""

from boardless.state.engine.arrays import COUNT, NONE, QUEUED, Arrays
from boardless.state.engine.runtime import kernel, routine, whole
from boardless.state.engine.several_boards import board_of, line_of, outer_lines
from boardless.state.engine.tile_sides import beside, opposite, side_row


@kernel
def end_of_path(s: Arrays, site: int, side: int) -> tuple[int, int]:
    """Return the last tile of the path that leaves a tile at a side, and the side at which it ends.

    Where the path comes back to that tile they are those that it began with, and NONE in place of
    the tile.
    """
    at, out = site, side
    for _ in range(s.t.sides * whole(s.n[COUNT])):
        other = beside(s, at, out)
        if s.what[other] == 0:
            break
        following = whole(s.t.side_joined[side_row(s, other) + opposite(s, out)])
        if following == s.t.sides:
            break
        at, out = other, following
        if at == site and out == side:
            return NONE, side
    return at, out


@kernel
def laid_site(s: Arrays, row: int) -> int:
    """Return the cell of the board that a row of the queue went to, else NONE."""
    site = whole(s.queue[row, 2])
    return site if site > s.t.held else NONE


@routine
def has_loop(s: Arrays, colour: int) -> bool:
    """Tell whether a path of a colour on a tile that the last move laid is a loop."""
    for row in range(s.n[QUEUED]):
        site = laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.t.sides):
            if s.t.side_colours[sides + side] == colour:
                end, _ = end_of_path(s, site, side)
                if end == NONE:
                    return True
    return False


@routine
def is_across(s: Arrays, colour: int, length: int) -> bool:
    """Tell whether a path of a colour on a tile that the last move laid is a line.

    It joins opposite sides of all that lies on the board, `length` rows or columns apart at least.
    """
    for row in range(s.n[QUEUED]):
        site = laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.t.sides):
            back = whole(s.t.side_joined[sides + side])
            if s.t.side_colours[sides + side] != colour or back <= side:
                continue
            a, out_a = end_of_path(s, site, side)
            b, out_b = end_of_path(s, site, back)
            if a != NONE and b != NONE and out_a == opposite(s, out_b):
                axis = 1 - out_a % 2
                low, high = line_of(s, a, axis), line_of(s, b, axis)
                if abs(high - low) + 1 >= length and is_outermost(s, a, out_a, b, axis):
                    return True
    return False


@kernel
def is_outermost(s: Arrays, a: int, side: int, b: int, axis: int) -> bool:
    """Tell whether two tiles lie in the first and the last row or column with a tile.

    Tile `a` looks outwards at a side: at the top (0) and on the right (1) it is in the last one.
    """
    if side > 1:
        a, b = b, a
    first, last = outer_lines(s, axis, board_of(s, a))
    return first == line_of(s, b, axis) and last == line_of(s, a, axis)


@routine
def path_extent(s: Arrays, start: int, colour: int) -> int:
    """Return how many rows or columns from a tile the farthest cell lies that a path leads to.

    The cells where a path leaves the tiles count as well. Without a start: from each tile that the
    last move laid.
    """
    most = 0
    for row in range(s.n[QUEUED]):
        site = start if start != NONE else laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.t.sides):
            if s.t.side_colours[sides + side] == colour:
                most = max(most, farthest(s, site, side))
    return most


@kernel
def farthest(s: Arrays, site: int, side: int) -> int:
    """Return what `path_extent` does of a path that leaves a tile at a side."""
    at, out, most = site, side, 0
    column, row = line_of(s, site, 0), line_of(s, site, 1)
    for _ in range(s.t.sides * whole(s.n[COUNT])):
        # One step beyond the tile: to the right and to the left, or up and down.
        aside, up = int(out == 1) - int(out == 3), int(out == 0) - int(out == 2)
        most = max(most, abs(line_of(s, at, 0) + aside - column), abs(line_of(s, at, 1) + up - row))
        other = beside(s, at, out)
        if s.what[other] == 0:
            break
        following = whole(s.t.side_joined[side_row(s, other) + opposite(s, out)])
        if following == s.t.sides:
            break
        at, out = other, following
        if at == site and out == side:
            break
    return most
