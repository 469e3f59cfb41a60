"""Tiles with paths: fitting sides, boards that share a plane, loops and lines over tiles."""

from boardless.jit.game_runtime import int64, kernel, lowest_bit, routine
from boardless.state.engine.arrays import COUNT, FIXED, GROWTH, NONE, QUEUED, Arrays
from boardless.state.engine.bits import is_single
from boardless.state.engine.cells import (
    add,
    drop,
    neighbour_at,
    split,
)
from boardless.state.engine.effects import ADDED, enqueue, log_at, turn
from boardless.state.engine.pieces import put
from boardless.state.engine.tables import NOWHERE

#: Stands in the queue for the rule of a tile that was laid.
LAID = -3


@kernel
def turned_row(s: Arrays, component: int, turns: int) -> int:
    """Return the row of a turned component in the tables of sides."""
    return (component * s.plane.sides + turns) * s.plane.sides


@kernel
def side_row(s: Arrays, site: int) -> int:
    """Return the row of the tile on a site in the tables of sides."""
    turns = int64(s.fields[s.sites.rotations, site]) // s.tiles.turn_unit
    return turned_row(s, int64(s.what[site]), turns)


@kernel
def opposite(s: Arrays, side: int) -> int:
    """Return the side of a neighbour that meets this side of a cell."""
    return (side + s.plane.sides // 2) % s.plane.sides


@kernel
def colour_beside(s: Arrays, site: int, side: int) -> int:
    """Return the colour of the adjacent tile at a side of a cell, 0 without a tile."""
    other = neighbour_at(s, site, side)
    if s.what[other] == 0:
        return 0
    return int64(s.tiles.side_colours[side_row(s, other) + opposite(s, side)])


@kernel
def surroundings(s: Arrays, site: int) -> int:
    """Return the colours around a cell as one number, the row of `fitting`."""
    number = 0
    for side in range(s.plane.sides):
        number = number * s.tiles.colours + colour_beside(s, site, side)
    return number


@kernel
def sides_fit(s: Arrays, site: int, row: int) -> bool:
    """Return True if the sides at a row of the tables have the colours around a site."""
    for side in range(s.plane.sides):
        colour = colour_beside(s, site, side)
        if colour != 0 and colour != s.tiles.side_colours[row + side]:
            return False
    return True


@kernel
def sides_match(s: Arrays, site: int) -> bool:
    """Return True if the sides of the tile on a site have the colours around it."""
    if site == NONE or s.what[site] == 0:
        return False
    return sides_fit(s, site, side_row(s, site))


@kernel
def legal_layings(s: Arrays, site: int, wanted: int, among: int) -> int:
    """Return the wanted layings that fit a site and, with all they force, leave no dead site."""
    bits = int64(s.tiles.fitting[surroundings(s, site)]) & wanted
    if bits == 0 or s.what[site] != 0:
        return 0
    forcing = 0
    power = 1
    for last in range(s.plane.sides):
        # Of the neighbour's surroundings the side between them is one digit.
        side = opposite(s, s.plane.sides - 1 - last)
        other = neighbour_at(s, site, side)
        if other != NONE and s.what[other] == 0:
            number = surroundings(s, other)
            for colour in range(1, s.tiles.colours):
                fits = int64(s.tiles.fitting[number + power * colour]) & among
                showing = int64(s.tiles.showing[side * s.tiles.colours + colour])
                if fits == 0:
                    bits &= ~showing
                elif is_single(fits):
                    forcing |= showing
        power *= s.tiles.colours
    forcing &= bits
    while forcing != 0:
        if not may_force(s, site, lowest_bit(forcing), among):
            bits &= ~(forcing & -forcing)
        forcing &= forcing - 1
    return bits


@routine
def may_force(s: Arrays, site: int, laying: int, among: int) -> bool:
    """Return True if a tile and all that it forces leave no dead site, by laying them."""
    cells = int64(s.n[COUNT])
    lay_down(s, site, laying)
    s.stack[0] = site
    laid, looked, fits = 1, 0, True
    while fits and looked < laid:
        at = int64(s.stack[looked])
        looked += 1
        for side in range(s.plane.sides):
            other = neighbour_at(s, at, side)
            if other == NONE:
                other = missing(s, at, side, laid)
            if other == NONE or s.what[other] != 0:
                continue
            bits = int64(s.tiles.fitting[surroundings(s, other)]) & among
            if bits == 0:
                fits = False
                break
            if is_single(bits):
                lay_down(s, other, lowest_bit(bits))
                s.stack[laid] = other
                laid += 1
    for row in range(laid):
        s.what[int64(s.stack[row])] = 0
        s.fields[s.sites.rotations, int64(s.stack[row])] = 0
    while s.n[COUNT] > cells:
        drop(s)
    return fits


@kernel
def lay_down(s: Arrays, site: int, laying: int) -> None:
    """Lay a tile temporarily, without consequences."""
    s.what[site] = s.tiles.layings[2 * laying]
    s.fields[s.sites.rotations, site] = int64(s.tiles.layings[2 * laying + 1]) * s.tiles.turn_unit


@kernel
def missing(s: Arrays, site: int, side: int, laid: int) -> int:
    """Add the cell at a side temporarily, if another of the `laid` tiles touches it."""
    row = s.plane.orthogonal[side]
    if s.n[GROWTH] == FIXED or s.plane.delta[row] == NOWHERE:
        return NONE
    code = int64(s.code[site]) + int64(s.plane.delta[row])
    for n in range(laid):
        for other in range(s.plane.sides):
            beyond = int64(s.code[int64(s.stack[n])]) + int64(
                s.plane.delta[s.plane.orthogonal[other]]
            )
            if beyond == code and s.stack[n] != site:
                return add(s, code, 0)
    return NONE


@kernel
def lay_tile(s: Arrays, site: int, laying: int) -> None:
    """Lay a tile."""
    component = int64(s.tiles.layings[2 * laying])
    rotation = int64(s.tiles.layings[2 * laying + 1]) * s.tiles.turn_unit
    log_at(s, site, ADDED, site, component, 1)
    put(s, site, component)
    turn(s, site, rotation)
    enqueue(s, LAID, NONE, site)


@routine
def lay_forced(s: Arrays, site: int, laying: int, among: int) -> None:
    """Lay a tile, and then every tile that is forced."""
    looked = int64(s.n[QUEUED])
    lay_tile(s, site, laying)
    while looked < s.n[QUEUED]:
        at = int64(s.queue[looked, 2])
        looked += 1
        for side in range(s.plane.sides):
            other = neighbour_at(s, at, side)
            if other == NONE or s.what[other] != 0:
                continue
            bits = int64(s.tiles.fitting[surroundings(s, other)]) & among
            if is_single(bits):
                lay_tile(s, other, lowest_bit(bits))


@kernel
def line_of(s: Arrays, site: int, axis: int) -> int:
    """Return the column (0) or row (1) of a square, to the right and upwards."""
    i, j, _ = split(s, int64(s.code[site]))
    return j if axis == 1 else i


@kernel
def board_of(s: Arrays, site: int) -> int:
    """Return the number of the board of a cell, from 1 on; 0 for a site of a hand."""
    if site <= s.kit.held:
        return 0
    if s.plane.boards == 1:
        return 1
    i, j, _ = split(s, int64(s.code[site]))
    return board_at(s, i, j)


@kernel
def board_at(s: Arrays, i: int, j: int) -> int:
    """Return the number of the board of a cell by its column and row."""
    half = s.plane.apart // 2
    column = min(max((i - int64(s.origin[0]) + half) // s.plane.apart, 0), 1)
    last = (s.plane.boards - 1) // 2
    row = min(max((int64(s.origin[1]) - j + half) // s.plane.apart, 0), last)
    return min(2 * row + column + 1, s.plane.boards)


@routine
def reach(s: Arrays, site: int, axis: int, sign: int) -> int:
    """Return how far pieces of a cell's board lie beyond it, to the right or up for `sign` 1."""
    board, at, most = board_of(s, site), line_of(s, site, axis), 0
    for other in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.what[other] != 0 and board_of(s, other) == board:
            most = max(most, sign * (line_of(s, other, axis) - at))
    return most


@routine
def outer_lines(s: Arrays, axis: int, board: int) -> tuple[int, int]:
    """Return the first and last row or column with a piece of a board (0: any), else 1, 0."""
    first, last = 1, 0
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if s.what[site] != 0:
            i, j, _ = split(s, int64(s.code[site]))
            if s.plane.boards > 1 and board != 0 and board_at(s, i, j) != board:
                continue
            at = j if axis == 1 else i
            if first > last:
                first, last = at, at
            first, last = min(first, at), max(last, at)
    return first, last


@kernel
def span(s: Arrays, axis: int, site: int) -> int:
    """Return how many rows or columns a site's board would span with a piece on the site."""
    first, last = outer_lines(s, axis, board_of(s, site))
    if site == NONE:
        return last - first + 1
    at = line_of(s, site, axis)
    return max(last, at) - min(first, at) + 1 if first <= last else 1


@kernel
def along_path(s: Arrays, site: int, side: int) -> tuple[int, int]:
    """Return the next tile of a path that leaves a tile at a side, and its own far side.

    The tile is NONE if the path ends.
    """
    other = neighbour_at(s, site, side)
    onward = s.plane.sides
    if s.what[other] != 0:
        onward = int64(s.tiles.side_joined[side_row(s, other) + opposite(s, side)])
    return (other if onward != s.plane.sides else NONE), onward


@kernel
def end_of_path(s: Arrays, site: int, side: int) -> tuple[int, int]:
    """Return the last tile and side of a path; NONE and `side` for a loop."""
    at, out = site, side
    for _ in range(s.plane.sides * int64(s.n[COUNT])):
        other, onward = along_path(s, at, out)
        if other == NONE:
            break
        at, out = other, onward
        if at == site and out == side:
            return NONE, side
    return at, out


@kernel
def laid_site(s: Arrays, row: int) -> int:
    """Return the cell of a row of the queue, else NONE."""
    site = int64(s.queue[row, 2])
    return site if site > s.kit.held else NONE


@routine
def has_loop(s: Arrays, colour: int) -> bool:
    """Return True if a path of a colour on a tile that the last move laid is a loop."""
    for row in range(s.n[QUEUED]):
        site = laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.plane.sides):
            if s.tiles.side_colours[sides + side] == colour:
                end, _ = end_of_path(s, site, side)
                if end == NONE:
                    return True
    return False


@routine
def is_across(s: Arrays, colour: int, length: int) -> bool:
    """Return True if a laid tile has a path between opposite rims, `length` lines apart."""
    for row in range(s.n[QUEUED]):
        site = laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.plane.sides):
            back = int64(s.tiles.side_joined[sides + side])
            if s.tiles.side_colours[sides + side] != colour or back <= side:
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
    """Return True if two tiles lie in the first and last line; `a` looks outwards at a side."""
    if side > 1:
        a, b = b, a
    first, last = outer_lines(s, axis, board_of(s, a))
    return first == line_of(s, b, axis) and last == line_of(s, a, axis)


@routine
def path_extent(s: Arrays, start: int, colour: int) -> int:
    """Return how far away a path leads, in rows or columns, from a tile or each laid one."""
    most = 0
    for row in range(s.n[QUEUED]):
        site = start if start != NONE else laid_site(s, row)
        if site == NONE or s.what[site] == 0:
            continue
        sides = side_row(s, site)
        for side in range(s.plane.sides):
            if s.tiles.side_colours[sides + side] == colour:
                most = max(most, farthest(s, site, side))
    return most


@kernel
def farthest(s: Arrays, site: int, side: int) -> int:
    """Return how far away the path leads that leaves a tile at a side; see `path_extent`."""
    at, out, most = site, side, 0
    column, row = line_of(s, site, 0), line_of(s, site, 1)
    for _ in range(s.plane.sides * int64(s.n[COUNT])):
        # One step beyond the tile: to the right and to the left, or up and down.
        aside, up = int(out == 1) - int(out == 3), int(out == 0) - int(out == 2)
        most = max(most, abs(line_of(s, at, 0) + aside - column), abs(line_of(s, at, 1) + up - row))
        other, onward = along_path(s, at, out)
        at, out = other, onward
        if at == NONE or (at == site and out == side):
            break
    return most
