"""Positions as rows of whole numbers, and the positions that one move leads to.

A row has all that later moves and the end can read, and nothing else: two positions are the same if
their rows are. It begins with the outcome, counters and hands; then come, from three numbers each,
the places of the last move where rules ask for them, and the cells in order, each with its place
and its contents::

    1 + winner | plies | counters ... | ranks ... | hands ... | last to | last from | cells ...

Where a board grows, cells are counted from the least `i` and `j` of all cells, so that positions
that differ by a translation have one row; and of the images under a game's symmetries the least row
stands for all.
"""

import numpy as np

from boardless.state.engine.arrays import (
    COUNT,
    FIXED,
    FROM,
    GROWTH,
    LAST,
    MOVER,
    NONE,
    NOTED,
    NOTING,
    OPEN,
    PASS,
    PLIES,
    SETTINGS,
    Arrays,
)
from boardless.state.engine.cells import add, find, has_room, split
from boardless.state.engine.keys import term, turn_term
from boardless.state.engine.moves import choice_at, choices, move
from boardless.state.engine.pieces import hold, put
from boardless.state.engine.rules import relist
from boardless.state.engine.runtime import entry, kernel, making, making_entry, whole
from boardless.state.engine.tables import ROW
from boardless.state.engine.undo import undo
from boardless.topo.kernels.arrays import Ints

# What a form says: how far moves are counted, whether the last move's places are read, whether
# empty cells are, whether translated positions are one; where cells are counted from if they are
# not; and from COUNTERS on, which counters are read.
MOST_PLIES, LAST_TO, LAST_FROM, EMPTY, SHIFTED, LEAST_I, LEAST_J, COUNTERS = range(8)
#: No row reaches further.
WIDEST = 2**15 - 1
#: Columns of a link: the row it comes from, rule, place it comes from (three numbers), place it
#: goes to, and the component on the place it comes from. A place in a hand is its site, 0 and -1.
LINK = 9
#: Stands for a container in the terms of a row's key.
_ROW = 251


@kernel
def image(turns: Ints, g: int, i: int, j: int, k: int) -> tuple[int, int, int]:
    """Return the cell to which a symmetry maps a cell.

    A row of `turns` is a matrix, a shift, and the images of the prototiles.
    """
    x = turns[g, 0] * i + turns[g, 1] * j + turns[g, 4] + turns[g, 6 + 3 * k]
    y = turns[g, 2] * i + turns[g, 3] * j + turns[g, 5] + turns[g, 7 + 3 * k]
    return whole(x), whole(y), whole(turns[g, 8 + 3 * k])


@kernel
def place_of(s: Arrays, site: int) -> tuple[int, int, int]:
    """Return the lattice key of a cell, or for a site of a hand that site, 0 and -1."""
    if site <= s.t.held:
        return site, 0, -1
    return split(s, whole(s.code[site]))


@kernel
def corner(s: Arrays, form: Ints, turns: Ints, g: int, sites: Ints, count: int) -> tuple[int, int]:
    """Return the least `i` and `j` of the images of some sites; those of the form if kept there."""
    if form[SHIFTED] == 0 or count == 0:
        return whole(form[LEAST_I]), whole(form[LEAST_J])
    least_i = least_j = 2**40
    for n in range(count):
        i, j, k = split(s, whole(s.code[sites[n]]))
        x, y, _ = image(turns, g, i, j, k)
        least_i = min(least_i, x)
        least_j = min(least_j, y)
    return least_i, least_j


@kernel
def write_place(
    s: Arrays, turns: Ints, g: int, x: int, y: int, site: int, row: Ints, at: int
) -> int:
    """Write the image of a site to a row, counted from (x, y); return what comes after it."""
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
) -> int:
    """Write the part of a row that a symmetry changes; return its end, or -1 if it is too wide."""
    x, y = corner(s, form, turns, g, sites, count)
    if form[LAST_TO] != 0:
        at = write_place(s, turns, g, x, y, whole(s.n[LAST]), row, at)
    if form[LAST_FROM] != 0:
        at = write_place(s, turns, g, x, y, whole(s.n[FROM]), row, at)
    width = 2 + s.t.fields
    for n in range(count):
        site = whole(sites[n])
        i, j, k = split(s, whole(s.code[site]))
        i, j, k = image(turns, g, i, j, k)
        if max(i - x, j - y) > WIDEST:
            return -1
        where = i - x << 16 | j - y
        what = k << 16 | whole(s.what[site]) << 8 | whole(s.who[site])
        # By insertion: a position has few cells, and the order of sites is near that of places.
        to = at + n * width
        while to > at and is_after(row, to - width, where, what):
            for part in range(width):
                row[to + part] = row[to - width + part]
            to -= width
        row[to] = where
        row[to + 1] = what
        for f in range(s.t.fields):
            row[to + 2 + f] = s.fields[f, site]
    return at + count * width


@kernel
def is_after(row: Ints, at: int, where: int, what: int) -> bool:
    """Tell whether the cell at a place of a row comes after another cell."""
    return bool(row[at] > where or (row[at] == where and row[at + 1] > what))


@kernel
def write_head(s: Arrays, form: Ints, winner: int, row: Ints, at: int) -> int:
    """Write the part of a row that no symmetry changes; return its end."""
    row[at] = 1 + winner
    row[at + 1] = min(whole(s.n[PLIES]), whole(form[MOST_PLIES]))
    at += 2
    for n in range(COUNTERS, form.shape[0]):
        row[at] = s.n[form[n]]
        at += 1
    if s.t.players > 2:
        for player in range(1, s.t.players + 1):
            row[at] = s.rank[player]
            at += 1
    for site in range(1, s.t.held + 1):
        row[at] = s.what[site]
        at += 1
        for f in range(s.t.fields):
            row[at] = s.fields[f, site]
            at += 1
    return at


@making
def pack(
    s: Arrays, form: Ints, turns: Ints, winner: int, sites: Ints, row: Ints, at: int, spare: Ints
) -> int:
    """Write the row of the position to `row` from `at` on; return its end.

    -1 means that it is too wide. `sites` and `spare` have room for what is worked out meanwhile.
    """
    count = 0
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        if s.what[site] != 0 or form[EMPTY] != 0:
            sites[count] = site
            count += 1
    first = write_head(s, form, winner, row, at)
    end = write_turned(s, form, turns, 0, sites, count, row, first)
    for g in range(1, turns.shape[0]):
        other = write_turned(s, form, turns, g, sites, count, spare, 0)
        if min(other, end) < 0:
            return -1
        n = 0
        while n < other and spare[n] == row[first + n]:
            n += 1
        if n < other and spare[n] < row[first + n]:
            for m in range(n, other):
                row[first + m] = spare[m]
    return end


@kernel
def key_of(row: Ints, at: int, end: int) -> int:
    """Return a key of a row: 62 bits that different rows rarely share."""
    key = 0
    for n in range(at, end, 2):
        other = whole(row[n + 1]) if n + 1 < end else 0
        key ^= term(whole(row[n]), other, n - at & 8191, _ROW, 1)
    return key


@kernel
def size_of(s: Arrays, form: Ints) -> int:
    """Return a bound on the length of a row of any position that one move leads to."""
    ranks = s.t.players if s.t.players > 2 else 0
    head = 8 + whole(form.shape[0]) + ranks + s.t.held * (1 + s.t.fields)
    return whole(head + (whole(s.n[COUNT]) + s.t.slots) * (2 + s.t.fields))


@making
def lay(s: Arrays, form: Ints, rows: Ints, at: int, end: int) -> bool:
    """Set the arrays up as the position of a row, with nothing to take back, if there is room."""
    width = 2 + s.t.fields
    if (end - at) // width * (1 + s.t.slots) + s.t.held >= s.code.shape[0]:
        return False
    at = read_head(s, form, rows, at)
    places = at
    at += 3 * (whole(form[LAST_TO]) + whole(form[LAST_FROM]))
    if s.n[GROWTH] == FIXED:
        for site in range(s.t.held + 1, s.n[COUNT] + 1):
            s.what[site] = 0
            s.who[site] = 0
            s.near[site] = 0
            s.seen[site] = 0
            for f in range(s.t.fields):
                s.fields[f, site] = 0
            for a in range(s.t.lists):
                s.where[a, site] = 0
    else:
        for site in range(s.t.held + 1, s.n[COUNT] + 1):
            s.table[s.spot[site]] = NONE
        s.n[COUNT] = s.t.held
        for n in range(at, end, width):
            add(s, code_at(s, form, rows, n), whole(rows[n + 1]) >> 16)
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        relist(s, site)
    for n in range(at, end, width):
        what = whole(rows[n + 1]) >> 8 & 255
        if what != 0:
            site = find(s, code_at(s, form, rows, n))
            put(s, site, what)
            for f in range(s.t.fields):
                s.fields[f, site] = rows[n + 2 + f]
    if form[LAST_TO] != 0:
        s.n[LAST] = site_at(s, form, rows, places)
        places += 3
    if form[LAST_FROM] != 0:
        s.n[FROM] = site_at(s, form, rows, places)
    s.n[NOTING] = 1
    return True


@kernel
def code_at(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Return the code of a cell of a row."""
    i, j = whole(rows[at]) >> 16, whole(rows[at]) & 65535
    return code_of(s, form, i, j, whole(rows[at + 1]) >> 16)


@kernel
def code_of(s: Arrays, form: Ints, i: int, j: int, k: int) -> int:
    """Return the code of a cell that is counted as rows count it."""
    return (i + whole(form[LEAST_I])) * s.t.kinds + k + (j + whole(form[LEAST_J])) * ROW


@kernel
def site_at(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Return the site of a place of the last move, or NONE."""
    if rows[at + 2] < 0:
        return whole(rows[at])
    return find(s, code_of(s, form, whole(rows[at]), whole(rows[at + 1]), whole(rows[at + 2])))


@kernel
def read_head(s: Arrays, form: Ints, rows: Ints, at: int) -> int:
    """Set counters and hands up as a row says; return the end of that part."""
    for counter in range(s.n.shape[0]):
        if counter not in SETTINGS and counter != COUNT:
            s.n[counter] = 0
    s.n[NOTING] = 0
    s.n[NOTED] = 0
    for a in range(s.t.lists):
        s.size[a] = 0
    s.n[PLIES] = rows[at + 1]
    at += 2
    for n in range(COUNTERS, form.shape[0]):
        s.n[form[n]] = rows[at]
        at += 1
    s.key[0] = turn_term(whole(s.n[MOVER]))
    if s.t.players > 2:
        for player in range(1, s.t.players + 1):
            s.rank[player] = rows[at]
            at += 1
    for site in range(1, s.t.held + 1):
        count = whole(rows[at + 1 + s.t.counts]) if s.t.counts >= 0 else 1
        hold(s, site, whole(rows[at]), count)
        for f in range(s.t.fields):
            s.fields[f, site] = rows[at + 1 + f]
        at += 1 + s.t.fields
    return at


@entry
def expand(
    s: Arrays, form: Ints, turns: Ints, rows: Ints, starts: Ints, first: int, last: int,
    found: Ints, ends: Ints, keys: Ints, links: Ints, sites: Ints, spare: Ints, counts: Ints,
) -> int:  # fmt: skip
    """Make every move from rows `first` to `last` - 1; return the first for which there is no room.

    Position n of `rows` lies from ``starts[n]`` to ``starts[n + 1]``. The row that link m leads to
    is written to `found`, up to ``ends[m]``, its key to `keys`, and the link itself to `links`;
    ``counts[0]`` says how many there are. `counts[1]` is 0, or 1 if `s` has no room, 2 if the
    others have none, 3 if a position is too wide.
    """
    made = 0
    at = 0
    counts[1] = 0
    for number in range(first, last):
        if rows[starts[number]] != 0:
            continue
        before, count = made, 0
        if lay(s, form, rows, whole(starts[number]), whole(starts[number + 1])):
            count = choices(s)
        else:
            counts[1] = 1
        if not has_room(s) or count > s.found.shape[0]:
            counts[1] = 1
        elif made + max(count, 1) > links.shape[0]:
            counts[1] = 2
        choice = 0
        while counts[1] == 0 and choice < max(count, 1):
            if at + size_of(s, form) > found.shape[0]:
                counts[1] = 2
                break
            rule, origin, site = choice_at(s, choice, count)
            write_link(s, form, links, whole(made), number, rule, origin, site)
            winner = step(s, whole(rule), whole(origin), whole(site))
            if winner == OPEN:
                if not has_room(s) or s.n[PLIES] + s.t.players + 1 >= s.marks.shape[0]:
                    counts[1] = 1
                    break
                winner = passed_out(s)
            begin = at
            at = pack(s, form, turns, winner, sites, found, begin, spare)
            if at < 0:
                counts[1] = 3
                break
            keys[made] = key_of(found, begin, at)
            ends[made] = at
            made += 1
            choice += 1
            step_back(s)
            # What a search found was written over.
            choices(s)
        if counts[1] != 0:
            counts[0] = before
            return number
    counts[0] = made
    return last


@making
def step(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move; compiled once for all that make one."""
    return move(s, rule, origin, site)


@making
def step_back(s: Arrays) -> None:
    """Take a move back; compiled once for all that take one back."""
    undo(s)


@making
def passed_out(s: Arrays) -> int:
    """Return how the game ends if nobody can do anything but pass until then, else OPEN.

    Such a position counts as the end: a board that is full is drawn, and not when all have passed.
    """
    winner = OPEN
    passes = 0
    while winner == OPEN and passes <= s.t.players and choices(s) == 0:
        winner = step(s, whole(PASS), whole(NONE), whole(NONE))
        passes += 1
    for _ in range(passes):
        step_back(s)
    return winner


@kernel
def write_link(
    s: Arrays, form: Ints, links: Ints, m: int, number: int, rule: int, origin: int, site: int
) -> None:
    """Write down a move, with places as rows count them."""
    links[m, 0] = number
    links[m, 1] = rule
    write_seen(s, form, links, m, 2, origin)
    write_seen(s, form, links, m, 5, site)
    links[m, 8] = s.what[origin]


@kernel
def write_seen(s: Arrays, form: Ints, links: Ints, m: int, column: int, site: int) -> None:
    """Write the place of a site to columns of a link."""
    i, j, k = place_of(s, site)
    if k >= 0:
        i -= whole(form[LEAST_I])
        j -= whole(form[LEAST_J])
    links[m, column] = i
    links[m, column + 1] = j
    links[m, column + 2] = k


@making_entry
def packed_row(s: Arrays, form: Ints, turns: Ints, winner: int) -> tuple[Ints, int]:
    """Return the row of the position as it is, and its key; no row is one that is too wide.

    Nothing has been won yet where the winner is OPEN; see `passed_out`.
    """
    if winner == OPEN:
        winner = passed_out(s)
    room = size_of(s, form)
    row, spare = np.zeros(room, np.int32), np.zeros(room, np.int32)
    sites = np.zeros(s.code.shape[0], np.int64)
    end = pack(s, form, turns, winner, sites, row, 0, spare)
    return row[: max(end, 0)], key_of(row, 0, end)
