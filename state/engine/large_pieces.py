"""Pieces on several sites: on fixed boards, as tiles, and as dominoes.

On a laid-out board a piece is on every site that it covers. The local state of a site holds the way
in which the piece lies and the number of the part. A table has the sites of each component, way to
lie and first site, in the order of the component's walk. In it ``row`` is the first entry of one of
them, and `parts` the length of rows. Unused entries are NONE, and so are all entries of a place at
the border where the piece would leave the board.

Tiles that cover several cells are laid part by part. An orientation places all parts, as codes
relative to the first. Orientations are counted clockwise.

Dominoes of two by four squares lie on a board that grows by squares. A domino is on every square
that it covers. The local state of a square is as above; its value is the number there, the first
number on the first four parts. Headings are counted clockwise, from north on.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import COUNT, FIXED, GROWTH, NONE, PLIES, Arrays
from boardless.state.engine.cells import add, drop, find, neighbour, neighbour_at, split
from boardless.state.engine.effects import (
    ADDED,
    MOVED,
    add_to,
    log_at,
    log_state,
    set_value,
    take_one,
    turn,
)
from boardless.state.engine.pieces import carry_hidden, fill, set_field

#: Ways to lie are numbered below this; states count on by it from part to part.
ORIENTATIONS = 64


@kernel
def orientation_at(s: Arrays, site: int) -> int:
    """Return the orientation of the piece with its first part on a site."""
    return int64(s.fields[s.sites.states, site]) % ORIENTATIONS


@kernel
def part_at(s: Arrays, site: int) -> int:
    """Return the number, from 0, of the part of a piece that lies on a site."""
    return int64(s.fields[s.sites.states, site]) // ORIENTATIONS


@kernel
def is_free_for(s: Arrays, covers: Ints, row: int, parts: int) -> bool:
    """Return True if all sites that a placed piece would cover exist and are free."""
    free = bool(covers[row] != NONE)
    for n in range(row, row + parts):
        free = free and s.what[int64(covers[n])] == 0
    return free


@kernel
def is_marked_for(s: Arrays, covers: Ints, row: int, parts: int, marks: int) -> bool:
    """Return True if the sites for a piece are all marked in a row of ``s.scratch``."""
    marked = bool(covers[row] != NONE)
    for n in range(row, row + parts):
        at = int64(covers[n])
        marked = marked and (at == NONE or s.scratch[marks, at] != 0)
    return marked


@routine
def cover(s: Arrays, covers: Ints, row: int, parts: int, component: int, way: int) -> None:
    """Let a component be on sites."""
    for part in range(parts):
        at = int64(covers[row + part])
        if at != NONE:
            fill(s, at, component, 1)
            set_field(s, s.sites.states, at, way + ORIENTATIONS * part)


@routine
def uncover(s: Arrays, covers: Ints, row: int, parts: int) -> None:
    """Take a piece off the sites that it covers."""
    for n in range(row, row + parts):
        if covers[n] != NONE:
            fill(s, int64(covers[n]), 0, 0)


@kernel
def add_large(
    s: Arrays, covers: Ints, row: int, parts: int, site: int, component: int, way: int
) -> None:
    """Add a piece with its first part on a site."""
    log_at(s, site, ADDED, site, component, 1)
    log_state(s, way)
    cover(s, covers, row, parts, component, way)


@kernel
def move_large(
    s: Arrays, covers: Ints, before: int, row: int, parts: int, origin: int, site: int, way: int
) -> None:
    """Move a piece from a hand, or from a site where it covers the sites of row `before`."""
    log_at(s, site, MOVED, origin, site, 0)
    log_state(s, way)
    component = int64(s.what[origin])
    if s.sites.hidden >= 0 and origin != site:
        carry_hidden(s, origin, site, True)
    if origin > s.kit.held:
        uncover(s, covers, before, parts)
    else:
        fill(s, origin, 0, 0)
    cover(s, covers, row, parts, component, way)


@kernel
def part_row(s: Arrays, what: int, way: int, part: int) -> int:
    """Return the row of a tile's part in an orientation."""
    return (what * s.large.part_orientations + way) * s.large.most_parts + part


@kernel
def part_code(s: Arrays, site: int, row: int, other: int) -> int:
    """Return the code of a tile's part, by its row, if the part `other` lies on a site."""
    return int64(s.code[site]) + int64(s.large.part_codes[row]) - int64(s.large.part_codes[other])


@kernel
def cell_at(s: Arrays, code: int, kind: int) -> int:
    """Return the cell of a code, which is added temporarily if the board would grow."""
    site = find(s, code)
    return site if site != NONE or s.n[GROWTH] == FIXED else add(s, code, kind)


@kernel
def drop_down_to(s: Arrays, cells: int) -> None:
    """Remove the cells that were added temporarily."""
    while s.n[COUNT] > cells:
        drop(s)


@kernel
def finds_room(s: Arrays, row: int, what: int, way: int, part: int, site: int) -> bool:
    """Return True if a tile fits with a `part` on a site; write its cells to ``s.scratch``."""
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
    """Lay a tile from a site of a hand: first a part on a site, then the others around it."""
    what = int64(s.what[origin])
    take_one(s, origin)
    own = part_row(s, what, way, part)
    lay_part(s, site, what, way, part)
    # Laying a part lets the board grow around it, so that the next one finds its cell.
    parts = int64(s.large.part_counts[what])
    for step in range(1, parts):
        # The parts behind it come first, then those before it, last first.
        n = part + step if part + step < parts else parts - 1 - step
        lay_part(s, find(s, part_code(s, site, part_row(s, what, way, n), own)), what, way, n)


#: Rows and columns from the centre to the rim of Ludii's board of squares, which does not grow.
FARTHEST = 20


@kernel
def covered_by(s: Arrays, site: int, what: int, way: int, part: int) -> int:
    """Return the square of a domino's part if its first part is on a site, or NONE."""
    first = part_row(s, what, way, 0)
    return find(s, part_code(s, site, part_row(s, what, way, part), first))


@kernel
def pips_of(s: Arrays, what: int, part: int) -> int:
    """Return the number on a part of a domino."""
    return int64(s.large.part_values[what * s.large.most_parts + part])


@kernel
def add_adjacent_square(s: Arrays, site: int, heading: int) -> int:
    """Return the square next to one, added if the board grows; NONE if it is too far out."""
    if site == NONE:
        return NONE
    slot = int64(s.plane.orthogonal[heading])
    code = int64(s.code[site]) + int64(s.plane.delta[slot])
    i, j, _ = split(s, code)
    if max(abs(i - int64(s.origin[0])), abs(j - int64(s.origin[1]))) > FARTHEST:
        return NONE
    other = neighbour(s, site, slot)
    return other if other != NONE else cell_at(s, code, 0)


@routine
def lead_on(s: Arrays, row: int, first: int, second: int, heading: int, sides: int) -> None:
    """Mark free squares ahead of two, and at the sides of the first step for `sides` 1 or -1."""
    a, b = first, second
    for far in range(4):
        a, b = add_adjacent_square(s, a, heading), add_adjacent_square(s, b, heading)
        if a == NONE or b == NONE or s.what[a] != 0 or s.what[b] != 0:
            return
        s.scratch[row, a] = 1
        s.scratch[row, b] = 1
        if far == 0 and sides != 0:
            left = add_adjacent_square(s, a, (heading + sides) % 4)
            right = add_adjacent_square(s, b, (heading - sides) % 4)
            if s.what[left] == 0:
                s.scratch[row, left] = 1
            if s.what[right] == 0:
                s.scratch[row, right] = 1


@kernel
def lead_from(s: Arrays, row: int, site: int) -> None:
    """Mark the squares that a domino with its first part on a site leads to."""
    what, way = int64(s.what[site]), orientation_at(s, site)
    first, second = site, covered_by(s, site, what, way, 1)
    lead_on(s, row, first, second, (way + 3) % 4, -1)
    first, second = covered_by(s, site, what, way, 7), covered_by(s, site, what, way, 6)
    lead_on(s, row, first, second, (way + 1) % 4, 1)
    if pips_of(s, what, 0) == pips_of(s, what, 4):
        first, second = covered_by(s, site, what, way, 2), covered_by(s, site, what, way, 5)
        lead_on(s, row, first, second, way, 0)
        first, second = covered_by(s, site, what, way, 3), covered_by(s, site, what, way, 4)
        lead_on(s, row, first, second, (way + 2) % 4, 0)


@routine
def line_of_play(s: Arrays, row: int, centre: int) -> None:
    """Mark the squares of the line of play in a row of ``s.scratch``."""
    for site in range(s.n[COUNT] + 1):
        s.scratch[row, site] = 0
    laid = False
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.what[site] != 0 and part_at(s, site) == 0:
            laid = True
            lead_from(s, row, site)
    if not laid:
        s.scratch[row, centre] = 1
    # Squares off the board do not count.
    s.scratch[row, NONE] = 0


@kernel
def domino_fits(s: Arrays, row: int, site: int, what: int, way: int) -> bool:
    """Return True if a domino may lie on marked squares alone; the first one may lie anywhere."""
    fits = True
    for part in range(int64(s.large.part_counts[what])):
        at = covered_by(s, site, what, way, part)
        if s.n[PLIES] == 0:
            fits = fits and (at != NONE or s.n[GROWTH] != FIXED)
        else:
            fits = fits and at != NONE and s.scratch[row, at] != 0
    return fits


@kernel
def lay_domino(s: Arrays, row: int, origin: int, site: int, way: int) -> None:
    """Lay a domino from a hand, grow the board, and mark the squares that it leads to."""
    what = int64(s.what[origin])
    log_at(s, site, MOVED, origin, site, 0)
    log_state(s, way)
    if s.sites.hidden >= 0:
        carry_hidden(s, origin, site, True)
    fill(s, origin, 0, 0)
    for part in range(int64(s.large.part_counts[what])):
        # The board grows around each part, so that the next one finds its square.
        at = covered_by(s, site, what, way, part)
        fill(s, at, what, 1)
        set_field(s, s.sites.states, at, way + ORIENTATIONS * part)
        set_field(s, s.sites.values, at, pips_of(s, what, part))
        set_field(
            s, s.sites.rotations, at, int64(s.large.part_rotations[part_row(s, what, way, part)])
        )
    lead_from(s, row, site)


@kernel
def in_line(s: Arrays, row: int, site: int) -> tuple[int, bool]:
    """Count the other marked squares in line with one; tell whether the last is of its domino."""
    count, same = 0, False
    for heading in range(4):
        other = neighbour_at(s, site, heading)
        while other != NONE:
            if s.scratch[row, other] != 0:
                count += 1
                same = bool(s.what[other] == s.what[site])
            other = neighbour_at(s, other, heading)
    return count, same


@routine
def is_matching(s: Arrays, row: int, site: int) -> bool:
    """Return True if the domino on a square fits; its neighbours are marked in ``s.scratch``."""
    what = int64(s.what[site])
    if what == 0:
        return True
    dominoes = 0
    for each in range(s.n[COUNT] + 1):
        s.scratch[row, each] = 0
        first = each > s.kit.held and s.what[each] != 0 and part_at(s, each) == 0
        dominoes += int(first)
    way, parts = orientation_at(s, site), int64(s.large.part_counts[what])
    for part in range(parts):
        at = covered_by(s, site, what, way, part)
        for heading in range(4):
            to = neighbour_at(s, at, heading)
            if s.what[to] == 0 or s.what[to] == what:
                continue
            if s.fields[s.sites.values, to] != s.fields[s.sites.values, at]:
                return False
            s.scratch[row, to] = 1
    if dominoes == 1:
        return True
    matches = False
    for part in range(parts):
        at = covered_by(s, site, what, way, part)
        for heading in range(4):
            to = neighbour_at(s, at, heading)
            if s.scratch[row, to] != 0:
                count, same = in_line(s, row, to)
                if count > 1:
                    return False
                if count == 1:
                    matches = same
    return matches


@routine
def dominoes_left(s: Arrays, row: int) -> int:
    """Count the dominoes that are nowhere; mark all others in a row of ``s.scratch``."""
    count = int64(s.large.part_counts.shape[0])
    for what in range(count):
        s.scratch[row, what] = int(s.large.part_counts[what] == 0)
    for site in range(1, s.n[COUNT] + 1):
        s.scratch[row, int64(s.what[site])] = 1
    left = 0
    for what in range(count):
        left += int(s.scratch[row, what] == 0)
    return left


@routine
def left_domino(s: Arrays, row: int, number: int) -> int:
    """Return one of the dominoes that `dominoes_left` has not marked."""
    what = 0
    while s.scratch[row, what] != 0 or number > 0:
        number -= int(s.scratch[row, what] == 0)
        what += 1
    return what
