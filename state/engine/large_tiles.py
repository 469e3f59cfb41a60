"""Tiles that cover several cells: fits, and laying them part by part.

An orientation places all parts, as codes relative to the first. Orientations are counted clockwise.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import COUNT, FIXED, GROWTH, LOST, NONE, Arrays
from boardless.state.engine.cells import add, drop, find
from boardless.state.engine.effects import add_to, remove_from, set_count, set_value, turn
from boardless.state.engine.keys import amount


@kernel
def part_row(s: Arrays, what: int, way: int, part: int) -> int:
    """Return the row of a part of a tile in an orientation."""
    return (what * s.large.part_orientations + way) * s.large.most_parts + part


@kernel
def part_code(s: Arrays, site: int, row: int, other: int) -> int:
    """Return the code of a part, by its row, of a tile of which another lies on a site."""
    return int64(s.code[site]) + int64(s.large.part_codes[row]) - int64(s.large.part_codes[other])


@kernel
def cell_at(s: Arrays, code: int, kind: int) -> int:
    """Return the cell of a code, added for a while where the board would grow."""
    site = find(s, code)
    if site != NONE or s.n[GROWTH] == FIXED:
        return site
    if s.n[COUNT] + 1 >= s.code.shape[0]:
        s.n[LOST] = 1
        return NONE
    return add(s, code, kind)


@kernel
def drop_down_to(s: Arrays, cells: int) -> None:
    """Drop the cells that were added for a while."""
    while s.n[COUNT] > cells:
        drop(s)


@kernel
def finds_room(s: Arrays, row: int, what: int, way: int, part: int, site: int) -> bool:
    """Tell whether a tile fits with a `part` on a site; its cells go to a row of ``s.scratch``."""
    own = part_row(s, what, way, part)
    fits = bool(s.what[site] == 0)
    if s.plane.kinds > 1:
        fits = fits and s.kind[site] == s.large.part_kinds[own]
    for n in range(int64(s.large.part_counts[what])):
        at = site
        if n != part:
            at = NONE
            if fits:
                other = part_row(s, what, way, n)
                at = cell_at(s, part_code(s, site, other, own), int64(s.large.part_kinds[other]))
            fits = fits and at != NONE and s.what[at] == 0
        s.scratch[row, n] = at
    return fits


@kernel
def lay_part(s: Arrays, site: int, what: int, way: int, part: int) -> None:
    """Lay one part of a tile; it looks at the part behind it, and the last at the one before."""
    row = what * s.large.most_parts + part
    add_to(s, site, int64(s.large.part_components[row]), 1)
    if s.large.part_values[row] != 0:
        set_value(s, site, int64(s.large.part_values[row]))
    turn(s, site, int64(s.large.part_rotations[part_row(s, what, way, part)]))


@kernel
def lay_large(s: Arrays, origin: int, site: int, way: int, part: int) -> None:
    """Lay a tile from a site of a hand, a part on a site and then the others, beside each other."""
    what = int64(s.what[origin])
    if amount(s, origin) > 1:
        set_count(s, origin, amount(s, origin) - 1)
    else:
        remove_from(s, origin)
    own = part_row(s, what, way, part)
    lay_part(s, site, what, way, part)
    # Laying a part lets the board grow around it, so that the next one finds its cell.
    for n in range(part + 1, int64(s.large.part_counts[what])):
        lay_part(s, find(s, part_code(s, site, part_row(s, what, way, n), own)), what, way, n)
    for n in range(part - 1, -1, -1):
        lay_part(s, find(s, part_code(s, site, part_row(s, what, way, n), own)), what, way, n)
