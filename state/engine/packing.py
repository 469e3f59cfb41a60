"""Positions as rows of whole numbers, and back.

A row has all that later moves and the end can read, and nothing else: two positions are the same if
their rows are. It begins with the outcome, counters, numbers and hands. Then come the places of the
last move if legal moves depend on them (three numbers each), the cells in order, each with its
place and its contents (three numbers or more), and the keys of earlier positions if rules ask for
repetition::

    1 + winner | plies | counters ... | ranks ... | numbers ... | hands ... | how many keys |
    last to | last from | cells ... | keys ...

A cell is its place, ``kind << 16 | level << 8 | component``, and its numbers. The pieces of a pile
are cells that follow one another; hands are among them then, as cells of kind WIDEST.

If a board grows, cells are counted from the least `i` and `j` of all cells, so that positions
that differ by a translation have one row. Of the images under a game's symmetries the least row
stands for all. `lay` goes from a row back to arrays.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, making
from boardless.state.engine.arrays import (
    COUNT,
    FIXED,
    FROM,
    GROWTH,
    LAST,
    MOVER,
    NEXT,
    NONE,
    NOTING,
    OPEN,
    PASSES,
    PLIES,
    Arrays,
)
from boardless.state.engine.bits import (
    clear_bitboards,
    term,
    turn_term,
)
from boardless.state.engine.cells import add, clear_site, find, split
from boardless.state.engine.groups import unite_neighbours
from boardless.state.engine.pieces import (
    fill,
    height,
    hold,
    number_at,
    set_field,
    what_at,
)
from boardless.state.engine.results import following
from boardless.state.engine.rules import relist
from boardless.state.engine.stacks import push
from boardless.state.engine.starting import reset
from boardless.state.engine.tables import ROW
from boardless.state.engine.undo import change_number, mark_met

# Entries of a form: how far moves are counted, whether the places of the last move are read (1: by
# legal moves alone, 2: by what moves do as well), whether empty cells are, whether translated
# positions are one, whether earlier positions are; where cells are counted from if translated ones
# differ; and from COUNTERS on, by twos, which counters are read and how far.
MOST_PLIES, LAST_TO, LAST_FROM, EMPTY, SHIFTED, PAST, LEAST_I, LEAST_J, COUNTERS = range(9)
#: In place of the count of moves: only whether all moves were passes matters.
ONLY_PASSES = -1
#: No row reaches further, and no cell is of this kind.
WIDEST = 2**15 - 1
#: Answers of `pack`: a position is too wide, or there is no room for it.
TOO_WIDE, NO_ROOM = -1, -2
#: Stands for a container in the terms of a row's key.
_ROW = 251


@kernel
def image(turns: Ints, g: int, i: int, j: int, k: int) -> tuple[int, int, int]:
    """Return the image of a cell by a row of `turns`: matrix, shift, and images of prototiles."""
    x = turns[g, 0] * i + turns[g, 1] * j + turns[g, 4] + turns[g, 6 + 3 * k]
    y = turns[g, 2] * i + turns[g, 3] * j + turns[g, 5] + turns[g, 7 + 3 * k]
    return int64(x), int64(y), int64(turns[g, 8 + 3 * k])


@kernel
def place_of(s: Arrays, site: int) -> tuple[int, int, int]:
    """Return the lattice key of a cell, or for a site of a hand that site, 0 and -1."""
    if site <= s.kit.held:
        return site, 0, -1
    return split(s, int64(s.code[site]))


@kernel
def corner(s: Arrays, form: Ints, turns: Ints, g: int, sites: Ints, count: int) -> tuple[int, int]:
    """Return the least `i` and `j` of the images of some sites, or the form's."""
    least_i, least_j = 2**40, 2**40
    if form[SHIFTED] != 0:
        for n in range(count):
            if sites[n] > s.kit.held:
                i, j, k = split(s, int64(s.code[sites[n]]))
                x, y, _ = image(turns, g, i, j, k)
                least_i = min(least_i, x)
                least_j = min(least_j, y)
    if least_i == 2**40:
        return int64(form[LEAST_I]), int64(form[LEAST_J])
    return least_i, least_j


@kernel
def write_place(
    s: Arrays, turns: Ints, g: int, x: int, y: int, site: int, row: Ints, at: int
) -> int:
    """Write the image of a site to a row, counted from (x, y); return the end."""
    i, j, k = place_of(s, site)
    if k >= 0:
        i, j, k = image(turns, g, i, j, k)
        i -= x
        j -= y
    row[at] = i
    row[at + 1] = j
    row[at + 2] = k
    return at + 3


@kernel
def write_turned(
    s: Arrays, form: Ints, turns: Ints, g: int, sites: Ints, count: int, row: Ints, at: int
) -> int:  # fmt: skip
    """Write the part of a row that a symmetry changes; return its end, or TOO_WIDE."""
    x, y = corner(s, form, turns, g, sites, count)
    if form[LAST_TO] != 0:
        at = write_place(s, turns, g, x, y, int64(s.n[LAST]), row, at)
    if form[LAST_FROM] != 0:
        at = write_place(s, turns, g, x, y, int64(s.n[FROM]), row, at)
    first = at
    for n in range(count):
        site = int64(sites[n])
        where, kind = site, WIDEST
        if site > s.kit.held:
            i, j, k = split(s, int64(s.code[site]))
            i, j, k = image(turns, g, i, j, k)
            if max(i - x, j - y) > WIDEST or k >= WIDEST:
                return TOO_WIDE
            where = i - x << 16 | j - y
            kind = k
        for level in range(max(height(s, site), 1)):
            at = write_piece(s, where, kind, site, level, row, first, at)
    return at


@kernel
def write_piece(
    s: Arrays, where: int, kind: int, site: int, level: int, row: Ints, first: int, at: int
) -> int:  # fmt: skip
    """Insert a level of a site among the cells of a row from `first` on; return the end."""
    width = 2 + s.sites.fields
    what = kind << 16 | level << 8 | what_at(s, site, level)
    to = at
    while to > first and (
        row[to - width] > where or (row[to - width] == where and row[to - width + 1] > what)
    ):
        for part in range(width):
            row[to + part] = row[to - width + part]
        to -= width
    row[to] = where
    row[to + 1] = what
    for f in range(s.sites.fields):
        row[to + 2 + f] = number_at(s, f, site, level)
    return at + width


@kernel
def write_head(s: Arrays, form: Ints, winner: int, row: Ints, at: int) -> int:
    """Write the part of a row that no symmetry changes; return its end."""
    row[at] = 1 + winner
    if form[MOST_PLIES] == ONLY_PASSES:
        row[at + 1] = s.n[PLIES] != s.n[PASSES]
    else:
        row[at + 1] = min(int64(s.n[PLIES]), int64(form[MOST_PLIES]))
    at += 2
    for n in range(COUNTERS, form.shape[0], 2):
        row[at] = min(int64(s.n[form[n]]), int64(form[n + 1]))
        at += 1
    if s.kit.players > 2:
        for player in range(1, s.kit.players + 1):
            row[at] = s.rank[player]
            at += 1
    for m in range(s.rules.numbers):
        at = write_halves(row, at, int64(s.numbers[m]))
    if s.sites.levels == 0:
        for site in range(1, s.kit.held + 1):
            row[at] = s.what[site]
            at += 1
            for f in range(s.sites.fields):
                row[at] = s.fields[f, site]
                at += 1
    if form[PAST] != 0:
        row[at] = s.n[PLIES] if winner == OPEN else 0
        at += 1
    return at


@kernel
def write_halves(row: Ints, at: int, number: int) -> int:
    """Write a number of up to 62 bits as two of a row; return the end."""
    row[at] = number >> 31
    row[at + 1] = number & 0x7FFFFFFF
    return at + 2


@kernel
def write_past(s: Arrays, row: Ints, at: int) -> int:
    """Write the keys of all earlier positions, in order, to a row; return its end."""
    last = s.n.shape[0]
    for ply in range(s.n[PLIES]):
        key = int64(s.marks[ply, last])
        to = at + 2 * ply
        while to > at and (int64(row[to - 2]) << 31 | int64(row[to - 1])) > key:
            row[to] = row[to - 2]
            row[to + 1] = row[to - 1]
            to -= 2
        write_halves(row, to, key)
    return at + 2 * int64(s.n[PLIES])


@kernel
def stands(s: Arrays, form: Ints, site: int) -> bool:
    """Return True if a site is one of the cells of a row."""
    there = s.what[site] != 0 or (form[EMPTY] != 0 and site > s.kit.held)
    for f in range(s.sites.fields):
        there = there or s.fields[f, site] != 0
    return bool(there)


@making
def pack(
    s: Arrays, form: Ints, turns: Ints, winner: int, sites: Ints, row: Ints, at: int, spare: Ints
) -> int:  # fmt: skip
    """Write the position to `row`; return its end, TOO_WIDE or NO_ROOM. The rest is scratch."""
    count, pieces = 0, 0
    for site in range(1 if s.sites.levels > 0 else s.kit.held + 1, s.n[COUNT] + 1):
        if stands(s, form, site):
            sites[count] = site
            count += 1
            pieces += max(height(s, site), 1)
    head = (
        4
        + int64(form.shape[0])
        + s.kit.players
        + 2 * s.rules.numbers
        + s.kit.held * (1 + s.sites.fields)
    )
    past = 2 * int64(s.n[PLIES]) if form[PAST] != 0 and winner == OPEN else 0
    if at + head + 6 + pieces * (2 + s.sites.fields) + past > row.shape[0]:
        return NO_ROOM
    first = write_head(s, form, winner, row, at)
    end = write_turned(s, form, turns, 0, sites, count, row, first)
    for g in range(1, turns.shape[0]):
        other = write_turned(s, form, turns, g, sites, count, spare, 0)
        if min(other, end) < 0:
            return TOO_WIDE
        n = 0
        while n < other and spare[n] == row[first + n]:
            n += 1
        if n < other and spare[n] < row[first + n]:
            for m in range(n, other):
                row[first + m] = spare[m]
    return write_past(s, row, end) if past > 0 and end > 0 else end


@kernel
def key_of(row: Ints, at: int, end: int) -> int:
    """Return a key of a row: 62 bits that different rows rarely share."""
    key = 0
    for n in range(at, end, 2):
        other = int64(row[n + 1]) if n + 1 < end else 0
        key ^= term(int64(row[n]), other, n - at & 8191, _ROW, 1)
    return key


@making
def lay(s: Arrays, form: Ints, rows: Ints, at: int, end: int) -> bool:
    """Set the arrays up as the position of a row, without notes; return False without room."""
    width = 2 + s.sites.fields
    if ((end - at) // width + 1) * (1 + s.plane.slots) + s.kit.held >= s.code.shape[0]:
        return False
    wipe(s)
    at = read_head(s, form, rows, at)
    if form[PAST] != 0:
        end = read_past(s, int64(rows[at - 1]), rows, end)
        if end < 0:
            return False
    places = at
    at += 3 * ((form[LAST_TO] != 0) + (form[LAST_FROM] != 0))
    if s.n[GROWTH] != FIXED:
        for n in range(at, end, width):
            kind = int64(rows[n + 1]) >> 16
            if kind != WIDEST and (s.sites.levels == 0 or int64(rows[n + 1]) >> 8 & 255 == 0):
                add(s, code_at(s, form, rows, n), kind)
        if s.n[COUNT] == s.kit.held:
            # An empty board has the anchor alone, from which the first move is named.
            if form[SHIFTED] != 0:
                s.origin[0] = 0
                s.origin[1] = 0
            first = s.plane.kinds - 1
            add(s, int64(s.origin[0]) * s.plane.kinds + first + int64(s.origin[1]) * ROW, first)
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        relist(s, site)
    for n in range(at, end, width):
        set_piece(s, form, rows, n)
    if form[LAST_TO] != 0:
        s.n[LAST] = site_at(s, form, rows, places)
        places += 3
    if form[LAST_FROM] != 0:
        s.n[FROM] = site_at(s, form, rows, places)
    s.n[NOTING] = 1
    return True


@kernel
def wipe(s: Arrays) -> None:
    """Empty board and hands, and drop the cells of a board that grows."""
    reset(s)
    if s.n[GROWTH] != FIXED:
        for site in range(s.kit.held + 1, s.n[COUNT] + 1):
            s.table[s.spot[site]] = NONE
        s.n[COUNT] = s.kit.held
    for site in range(1, s.n[COUNT] + 1):
        clear_site(s, site)
        s.neighbours[site] = 0
        s.seen[site] = 0
        for a in range(s.kept.lists):
            s.where[a, site] = 0
    if s.kept.bitboards > 0:
        clear_bitboards(s)


@kernel
def set_piece(s: Arrays, form: Ints, rows: Ints, at: int) -> None:
    """Put the content of a cell of a row on its site."""
    site = int64(rows[at])
    if int64(rows[at + 1]) >> 16 != WIDEST:
        site = find(s, code_at(s, form, rows, at))
    what = int64(rows[at + 1]) & (65535 if s.sites.levels == 0 else 255)
    if what != 0:
        if s.sites.levels > 0:
            push(s, site, what)
        else:
            fill(s, site, what, 1)
            if s.kept.sets > 0:
                unite_neighbours(s, site)
    for f in range(s.sites.fields):
        if s.fields[f, site] != rows[at + 2 + f]:
            set_field(s, f, site, int64(rows[at + 2 + f]))


@kernel
def read_past(s: Arrays, count: int, rows: Ints, end: int) -> int:
    """Set the keys of earlier positions up; return where they begin in a row, NO_ROOM without."""
    if count + s.kit.players + 8 >= s.marks.shape[0]:
        return NO_ROOM
    for ply in range(count):
        at = end - 2 * (count - ply)
        key = int64(rows[at]) << 31 | int64(rows[at + 1])
        s.marks[ply, s.n.shape[0]] = key
        if s.rules.repeats:
            mark_met(s, key, int64(s.marks[ply, MOVER]))
    s.n[PLIES] = count
    return end - 2 * count


@kernel
def code_at(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Return the code of a cell of a row."""
    i, j = int64(rows[at]) >> 16, int64(rows[at]) & 65535
    return code_of(s, form, i, j, int64(rows[at + 1]) >> 16)


@kernel
def code_of(s: Arrays, form: Ints, i: int, j: int, k: int) -> int:
    """Return the code of a cell in the coordinates of rows."""
    return (i + int64(form[LEAST_I])) * s.plane.kinds + k + (j + int64(form[LEAST_J])) * ROW


@kernel
def site_at(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Return the site of a place of the last move, or NONE."""
    if rows[at + 2] < 0:
        return int64(rows[at])
    return find(s, code_of(s, form, int64(rows[at]), int64(rows[at + 1]), int64(rows[at + 2])))


@kernel
def read_head(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Set counters, numbers and hands up as a row says; return the end of that part."""
    plies = int64(rows[at + 1])
    at += 2
    for n in range(COUNTERS, form.shape[0], 2):
        s.n[form[n]] = rows[at]
        at += 1
    if form[MOST_PLIES] == ONLY_PASSES:
        plies += int64(s.n[PASSES])
    s.n[PLIES] = plies
    s.key[0] = turn_term(int64(s.n[MOVER]))
    if s.kit.players > 2:
        for player in range(1, s.kit.players + 1):
            s.rank[player] = rows[at]
            at += 1
    s.n[NEXT] = following(s, int64(s.n[MOVER]))
    for m in range(s.rules.numbers):
        change_number(s, m, int64(rows[at]) << 31 | int64(rows[at + 1]))
        at += 2
    if s.sites.levels == 0:
        for site in range(1, s.kit.held + 1):
            count = int64(rows[at + 1 + s.sites.counts]) if s.sites.counts >= 0 else 1
            hold(s, site, int64(rows[at]), count)
            for f in range(s.sites.fields):
                if s.fields[f, site] != rows[at + 1 + f]:
                    set_field(s, f, site, int64(rows[at + 1 + f]))
            at += 1 + s.sites.fields
    return int64(at + (form[PAST] != 0))
