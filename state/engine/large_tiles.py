"""Tiles that cover several cells: where they fit, and laying them part by part.

The parts of a tile lie along its walk, each beside the one before. A tile is turned by so many
sides, clockwise.
"""

from boardless.state.engine.arrays import COUNT, FIXED, GROWTH, LOST, NONE, Arrays
from boardless.state.engine.cells import add, drop
from boardless.state.engine.effects import add_to, remove_from, set_count, set_value, turn
from boardless.state.engine.keys import amount
from boardless.state.engine.runtime import kernel, whole
from boardless.state.engine.tables import NOWHERE
from boardless.state.engine.tile_sides import beside, opposite


@kernel
def side_to(s: Arrays, what: int, turned: int, part: int) -> int:
    """Return the side at which a part of a tile lies of the part before."""
    stride = whole(s.t.part_strides[what * s.t.most_parts + part])
    return (stride + turned) % s.t.sides


@kernel
def cell_at(s: Arrays, site: int, side: int) -> int:
    """Return the cell at a side of a cell, which is added for a while if the board would grow."""
    other = beside(s, site, side)
    row = s.t.orthogonal[side]
    if other != NONE or s.n[GROWTH] == FIXED or s.t.delta[row] == NOWHERE:
        return other
    if s.n[COUNT] + 1 >= s.code.shape[0]:
        s.n[LOST] = 1
        return NONE
    return add(s, whole(s.code[site]) + whole(s.t.delta[row]), 0)


@kernel
def drop_down_to(s: Arrays, cells: int) -> None:
    """Take the cells away that were added for a while."""
    while s.n[COUNT] > cells:
        drop(s)


@kernel
def finds_room(s: Arrays, row: int, what: int, turned: int, part: int, site: int) -> bool:
    """Tell whether the cells are free that a tile covers whose `part` lies on a site.

    They are written down in a row of ``s.aside``.
    """
    s.aside[row, part] = site
    fits = bool(s.what[site] == 0)
    for n in range(part + 1, whole(s.t.part_counts[what])):
        at = NONE
        if fits:
            at = cell_at(s, whole(s.aside[row, n - 1]), side_to(s, what, turned, n))
        s.aside[row, n] = at
        fits = fits and at != NONE and s.what[at] == 0
    for n in range(part - 1, -1, -1):
        at = NONE
        if fits:
            back = opposite(s, side_to(s, what, turned, n + 1))
            at = cell_at(s, whole(s.aside[row, n + 1]), back)
        s.aside[row, n] = at
        fits = fits and at != NONE and s.what[at] == 0
    return fits


@kernel
def lay_part(s: Arrays, site: int, what: int, turned: int, part: int) -> None:
    """Lay one part of a tile; it looks at the part behind it, and the last at the one before."""
    row = what * s.t.most_parts + part
    last = part + 1 == s.t.part_counts[what]
    side = side_to(s, what, turned, part if last else part + 1)
    add_to(s, site, whole(s.t.part_components[row]), 1)
    if s.t.part_values[row] != 0:
        set_value(s, site, whole(s.t.part_values[row]))
    turn(s, site, (opposite(s, side) if last else side) * s.t.turn_unit)


@kernel
def lay_large(s: Arrays, origin: int, site: int, turned: int, part: int) -> None:
    """Lay a tile from a site of a hand, a part on a site and then the others, beside each other."""
    what = whole(s.what[origin])
    if amount(s, origin) > 1:
        set_count(s, origin, amount(s, origin) - 1)
    else:
        remove_from(s, origin)
    lay_part(s, site, what, turned, part)
    at = site
    for n in range(part + 1, whole(s.t.part_counts[what])):
        at = beside(s, at, side_to(s, what, turned, n))
        lay_part(s, at, what, turned, n)
    at = site
    for n in range(part - 1, -1, -1):
        at = beside(s, at, opposite(s, side_to(s, what, turned, n + 1)))
        lay_part(s, at, what, turned, n)
