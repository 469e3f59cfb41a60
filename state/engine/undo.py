"""Undo: notes of every change are taken back, last first.

Every change of a state calls `pieces.note`, those by consequences of a move, too: so they need no
undo of their own.
"""

import numpy as np

from boardless.jit.game_runtime import entry, int64, kernel, making
from boardless.state.engine.arrays import (
    COUNT,
    EXTERNAL,
    FILL,
    GROWTH,
    LOST,
    MOVER,
    NOTED,
    NOTING,
    PLIES,
    Arrays,
)
from boardless.state.engine.cells import drop
from boardless.state.engine.features import EXTERNAL_BOARD, GROWTH_STEP, UNDO
from boardless.state.engine.numbers import uncompared_term
from boardless.state.engine.ordering import reorder
from boardless.state.engine.owner_bitboards import change_bitboard
from boardless.state.engine.pieces import (
    FIELD,
    JOINED,
    LISTED,
    NUMBER,
    PIECE,
    RANKED,
    RENUMBERED,
    UNDER,
    UNITED,
    UNLISTED,
    closes_up,
    count_neighbour,
)
from boardless.state.engine.repetition import compared_key, mark_met


@kernel
def mark(s: Arrays) -> None:
    """Remember the counters and the key before a move."""
    if UNDO and s.n[NOTING] != 0:
        ply = int64(s.n[PLIES])
        last = s.n.shape[0]
        for counter in range(last):
            s.marks[ply, counter] = s.n[counter]
        s.marks[ply, last] = s.key[0]
        if s.rules.repeats:
            key = compared_key(s)
            s.marks[ply, last] = key
            mark_met(s, key, int64(s.n[MOVER]))


@entry
def undo(s: Arrays) -> None:
    """Take the last move back; there is one, and it was noted."""
    ply = int64(s.n[PLIES]) - 1
    last = s.n.shape[0]
    row = int64(s.n[NOTED])
    while row > s.marks[ply, NOTED]:
        row -= 1
        kind = int64(s.notes[row, 0])
        which = int64(s.notes[row, 1])
        site = int64(s.notes[row, 2])
        before = int64(s.notes[row, 3])
        if kind == PIECE:
            _unput(s, site, before)
        elif kind == FIELD:
            s.fields[which, site] = before
        elif s.sites.levels > 0 and kind == UNDER:
            s.under[which, site] = before
        elif s.segments.segments > 0 and kind == JOINED:
            s.joined[which, site] = before
        elif s.kept.sets > 0 and kind == UNITED:
            s.sets[which, site] = before
        elif kind == LISTED:
            s.size[which] -= 1
            s.where[which, site] = 0
        elif kind == UNLISTED:
            _unlisted(s, which, site, before)
        elif kind == RANKED:
            s.rank[which] = before
        elif s.rules.numbers > 0 and kind == NUMBER:
            # A number has 64 bits, a column of notes 32: its two halves.
            s.numbers[which] = site << 31 | before
        elif GROWTH_STEP and kind == RENUMBERED:
            row -= site
            _number_back(s, row, site)
    while s.n[GROWTH] != EXTERNAL and s.n[COUNT] > s.marks[ply, COUNT]:
        drop(s)
    # A given board may have other cells by now: its owner takes them back.
    count = s.n[COUNT]
    for counter in range(last):
        # Flood fills go on counting: what they have seen is not forgotten. Nor is what was lost.
        if counter != FILL and counter != LOST:
            s.n[counter] = s.marks[ply, counter]
    s.n[COUNT] = count
    s.key[0] = s.marks[ply, last]
    if s.rules.repeats:
        # The numbers are what they were: what they make of the key is, too.
        s.key[0] ^= uncompared_term(s)


@kernel
def _unput(s: Arrays, site: int, before: int) -> None:
    after = int64(s.what[site])
    if s.kept.bitboards > 0:
        change_bitboard(s, site, after, before)
    s.what[site] = before
    s.who[site] = s.kit.owner[before]
    follows = s.kept.local and (s.kept.around or EXTERNAL_BOARD)
    if follows and site > s.kit.held and (before == 0) != (after == 0):
        count_neighbour(s, site, -1 if before == 0 else 1)


@kernel
def _unlisted(s: Arrays, a: int, site: int, spot: int) -> None:
    """Put a site back on a list, and its replacement, too."""
    size = int64(s.size[a])
    other = int64(s.legal[a, spot - 1])
    if closes_up(s, a):
        for n in range(size, spot - 1, -1):
            other = int64(s.legal[a, n - 1])
            s.legal[a, n] = other
            s.where[a, other] = n + 1
    elif spot - 1 < size:
        s.legal[a, size] = other
        s.where[a, other] = size + 1
    s.legal[a, spot - 1] = site
    s.where[a, site] = spot
    s.size[a] = size + 1


@making
def _number_back(s: Arrays, first: int, count: int) -> None:
    """Give the cells their numbers from before a renumbering, as noted from `first` on."""
    # A move may let the board grow more than once: the cells that came afterwards go first.
    while s.n[COUNT] > s.kit.held + count:
        drop(s)
    order = np.empty(s.kit.held + count + 1, np.int64)
    for site in range(s.kit.held + 1):
        order[site] = site
    for n in range(count):
        order[s.notes[first + n, 2]] = s.kit.held + 1 + n
    reorder(s, order)
