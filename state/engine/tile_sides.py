"""Tiles whose sides have colours: which fit beside others, and laying them, forced ones included.

Side n of a cell is the n-th across an edge, clockwise from the top. A *laying* is a component and
how it is turned; of those that look the same there is one. Some layings are a number with a bit for
each, so that `among` says which are meant.
"""

from boardless.state.engine.arrays import (
    COUNT,
    FIXED,
    GROWTH,
    LOST,
    NONE,
    QUEUED,
    TOUCHED,
    Arrays,
)
from boardless.state.engine.cells import add, drop
from boardless.state.engine.effects import ADDED, enqueue, log_action, turn
from boardless.state.engine.pieces import put
from boardless.state.engine.runtime import kernel, lowest_bit, routine, whole
from boardless.state.engine.tables import NOWHERE

#: Stands in the queue for the rule of a tile that was laid.
LAID = -3


@kernel
def side_row(s: Arrays, site: int) -> int:
    """Return where the sides of what lies on a site are in the tables of sides."""
    turns = whole(s.fields[s.t.rotations, site]) // s.t.turn_unit
    return (whole(s.what[site]) * s.t.sides + turns) * s.t.sides


@kernel
def beside(s: Arrays, site: int, side: int) -> int:
    """Return the cell at a side of a cell, or NONE."""
    return whole(s.step[site * s.t.slots + whole(s.t.orthogonal[side])])


@kernel
def opposite(s: Arrays, side: int) -> int:
    """Return the side that a neighbour has where a cell has this one."""
    return (side + s.t.sides // 2) % s.t.sides


@kernel
def surroundings(s: Arrays, site: int) -> int:
    """Return the colours beside a cell as one number, that of a row of the table of what fits."""
    number = 0
    for side in range(s.t.sides):
        other = beside(s, site, side)
        colour = 0
        if s.what[other] != 0:
            colour = whole(s.t.side_colours[side_row(s, other) + opposite(s, side)])
        number = number * s.t.colours + colour
    return number


@kernel
def sides_match(s: Arrays, site: int) -> bool:
    """Tell whether the sides of the tile on a site have the colours of those beside it."""
    if site == NONE or s.what[site] == 0:
        return False
    row = side_row(s, site)
    for side in range(s.t.sides):
        other = beside(s, site, side)
        if (
            s.what[other] != 0
            and s.t.side_colours[side_row(s, other) + opposite(s, side)]
            != s.t.side_colours[row + side]
        ):
            return False
    return True


@kernel
def is_single(bits: int) -> bool:
    """Tell whether a number has just one bit."""
    return bits != 0 and bits & (bits - 1) == 0


@kernel
def legal_layings(s: Arrays, site: int, wanted: int, among: int) -> int:
    """Return the wanted layings that fit a site and leave none that none of `among` fits.

    All that they force is laid, too.
    """
    bits = whole(s.t.fitting[surroundings(s, site)]) & wanted
    if bits == 0:
        return 0
    forcing = 0
    power = 1
    for last in range(s.t.sides):
        # Of the neighbour's surroundings the side between them is one digit.
        side = opposite(s, s.t.sides - 1 - last)
        other = beside(s, site, side)
        if other != NONE and s.what[other] == 0:
            number = surroundings(s, other)
            for colour in range(1, s.t.colours):
                fits = whole(s.t.fitting[number + power * colour]) & among
                showing = whole(s.t.showing[side * s.t.colours + colour])
                if fits == 0:
                    bits &= ~showing
                elif is_single(fits):
                    forcing |= showing
        power *= s.t.colours
    forcing &= bits
    while forcing != 0:
        if not may_force(s, site, lowest_bit(forcing), among):
            bits &= ~(forcing & -forcing)
        forcing &= forcing - 1
    return bits


@routine
def may_force(s: Arrays, site: int, laying: int, among: int) -> bool:
    """Tell whether a tile and all that it forces leave no site that none fits, by laying them."""
    cells = whole(s.n[COUNT])
    lay_down(s, site, laying)
    s.stack[0] = site
    laid, looked, fits = 1, 0, True
    while fits and looked < laid:
        at = whole(s.stack[looked])
        looked += 1
        for side in range(s.t.sides):
            other = beside(s, at, side)
            if other == NONE:
                other = missing(s, at, side, laid)
            if other == NONE or s.what[other] != 0:
                continue
            bits = whole(s.t.fitting[surroundings(s, other)]) & among
            if bits == 0:
                fits = False
                break
            if is_single(bits):
                lay_down(s, other, lowest_bit(bits))
                s.stack[laid] = other
                laid += 1
    for row in range(laid):
        s.what[whole(s.stack[row])] = 0
        s.fields[s.t.rotations, whole(s.stack[row])] = 0
    while s.n[COUNT] > cells:
        drop(s)
    return fits


@kernel
def lay_down(s: Arrays, site: int, laying: int) -> None:
    """Write a tile down on a site for a while: nothing follows it."""
    s.what[site] = s.t.layings[2 * laying]
    s.fields[s.t.rotations, site] = whole(s.t.layings[2 * laying + 1]) * s.t.turn_unit


@kernel
def missing(s: Arrays, site: int, side: int, laid: int) -> int:
    """Add the cell at a side of a cell for a while, if the board would grow there and it matters.

    It does where another of the `laid` tiles on the stack lies beside it.
    """
    row = s.t.orthogonal[side]
    if s.n[GROWTH] == FIXED or s.t.delta[row] == NOWHERE:
        return NONE
    code = whole(s.code[site]) + whole(s.t.delta[row])
    for n in range(laid):
        for other in range(s.t.sides):
            beyond = whole(s.code[whole(s.stack[n])]) + whole(s.t.delta[s.t.orthogonal[other]])
            if beyond == code and s.stack[n] != site:
                if s.n[COUNT] + 1 >= s.code.shape[0]:
                    s.n[LOST] = 1
                    return NONE
                return add(s, code, 0)
    return NONE


@kernel
def lay_tile(s: Arrays, site: int, laying: int) -> None:
    """Lay a tile."""
    component = whole(s.t.layings[2 * laying])
    rotation = whole(s.t.layings[2 * laying + 1]) * s.t.turn_unit
    s.n[TOUCHED] = site
    log_action(s, ADDED, site, component, 1)
    put(s, site, component)
    turn(s, site, rotation)
    enqueue(s, LAID, NONE, site)


@routine
def lay_forced(s: Arrays, site: int, laying: int, among: int) -> None:
    """Lay a tile, and then every tile that is forced."""
    looked = whole(s.n[QUEUED])
    lay_tile(s, site, laying)
    while looked < s.n[QUEUED]:
        at = whole(s.queue[looked, 2])
        looked += 1
        for side in range(s.t.sides):
            other = beside(s, at, side)
            if other == NONE or s.what[other] != 0:
                continue
            bits = whole(s.t.fitting[surroundings(s, other)]) & among
            if is_single(bits):
                if s.n[COUNT] + s.t.slots >= s.code.shape[0]:
                    s.n[LOST] = 1
                    return
                lay_tile(s, other, lowest_bit(bits))
