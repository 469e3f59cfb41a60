"""Unpacking: from the row of a position to arrays; see `packing`."""

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
    NOTED,
    NOTING,
    PASSES,
    PLIES,
    SETTINGS,
    Arrays,
)
from boardless.state.engine.cells import add, clear_site, find
from boardless.state.engine.keys import turn_term
from boardless.state.engine.numbers import change_number
from boardless.state.engine.owner_bitboards import clear_bitboards
from boardless.state.engine.packing import (
    COUNTERS,
    LAST_FROM,
    LAST_TO,
    LEAST_I,
    LEAST_J,
    MOST_PLIES,
    NO_ROOM,
    ONLY_PASSES,
    PAST,
    SHIFTED,
    WIDEST,
    component_in,
)
from boardless.state.engine.pieces import fill, hold, set_field
from boardless.state.engine.repetition import mark_met
from boardless.state.engine.results import following
from boardless.state.engine.rules import relist
from boardless.state.engine.stacks import push
from boardless.state.engine.tables import ROW
from boardless.state.engine.union_find import unite_neighbours


@making
def lay(s: Arrays, form: Ints, rows: Ints, at: int, end: int) -> bool:
    """Set the arrays up as the position of a row, with nothing to take back; False without room."""
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
    for counter in range(s.n.shape[0]):
        if counter not in SETTINGS and counter != COUNT:
            s.n[counter] = 0
    s.n[NOTING] = 0
    s.n[NOTED] = 0
    for a in range(s.kept.lists):
        s.size[a] = 0
    for m in range(s.rules.numbers):
        s.numbers[m] = 0
    for player in range(s.rank.shape[0]):
        s.rank[player] = 0
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
    what = component_in(s, int64(rows[at + 1]))
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
    """Return the code of a cell that is counted as rows count it."""
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
