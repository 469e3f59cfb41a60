"""Pieces: the one place where what stands on a site changes, and the lists that follow.

A board that grows by the rules has the cells where a piece stands or may be put, and no others.
"""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making_entry, plain_entry, routine
from boardless.state.engine.arrays import (
    CONTOUR,
    COUNT,
    GONE,
    GROWTH,
    LOST,
    NONE,
    NOTED,
    NOTING,
    STANDING,
    ZONE,
    Arrays,
)
from boardless.state.engine.cells import add, drop, grow_contour, kind_of, on_perimeter
from boardless.state.engine.features import BY_RULE, EXTERNAL_BOARD, GROWTH_STEP, UNDO
from boardless.state.engine.keys import content_term
from boardless.state.engine.owner_bitboards import change_bitboard
from boardless.state.engine.rules import relist
from boardless.state.engine.tables import NOWHERE

#: Kinds of rows of notes: a component, a number of a site, a list, all numbers,
#: the place of a player, a number of the state, what lies below others, what segments join, what
#: pieces hang together.
PIECE, FIELD, LISTED, UNLISTED, RENUMBERED, RANKED, NUMBER, UNDER, JOINED, UNITED = range(10)


@kernel
def note(s: Arrays, kind: int, which: int, site: int, before: int) -> None:
    """Write down what undoes a change."""
    if UNDO and s.n[NOTING] != 0:
        row = int64(s.n[NOTED])
        if row == s.notes.shape[0]:
            s.n[LOST] = 1
            return
        s.notes[row, 0] = kind
        s.notes[row, 1] = which
        s.notes[row, 2] = site
        s.notes[row, 3] = before
        s.n[NOTED] = row + 1


@kernel
def enlist(s: Arrays, a: int, site: int) -> None:
    """Append a site to a list."""
    size = int64(s.size[a])
    s.legal[a, size] = site
    s.where[a, site] = size + 1
    s.size[a] = size + 1
    note(s, LISTED, a, site, 0)


@kernel
def closes_up(s: Arrays, a: int) -> bool:
    """Tell whether a list keeps its order: those of pieces do in games with stacks, as in Ludii."""
    return bool(s.sites.levels > 0 and s.kept.owned >= 0 and a >= s.kept.owned)


@routine
def close_up(s: Arrays, a: int, spot: int) -> None:
    """Move all that is behind a place of a list, whose size counts one less, up by one."""
    for n in range(spot, s.size[a] + 1):
        other = int64(s.legal[a, n])
        s.legal[a, n - 1] = other
        s.where[a, other] = n


@kernel
def delist(s: Arrays, a: int, site: int) -> None:
    """Take a site from a list; the last takes its place, or where it `closes_up` all behind it."""
    size = int64(s.size[a]) - 1
    s.size[a] = size
    spot = int64(s.where[a, site])
    if closes_up(s, a):
        close_up(s, a, spot)
    else:
        last = int64(s.legal[a, size])
        s.legal[a, spot - 1] = last
        s.where[a, last] = spot
    s.where[a, site] = 0
    note(s, UNLISTED, a, site, spot)


@kernel
def toggle(s: Arrays, site: int) -> None:
    """Take the term of a site out of the key, or put it in."""
    if UNDO:
        s.key[0] ^= content_term(s, site)


@kernel
def become(s: Arrays, site: int, component: int) -> None:
    """Make a component that of a site; numbers of the site, and what lies around, stay."""
    if s.kept.owned >= 0 and s.what[site] != component:
        if s.what[site] != 0:
            delist(s, s.kept.owned + int64(s.what[site]) - 1, site)
        if component != 0:
            enlist(s, s.kept.owned + component - 1, site)
    if s.kept.bitboards > 0:
        change_bitboard(s, site, int64(s.what[site]), component)
    note(s, PIECE, 0, site, int64(s.what[site]))
    s.what[site] = component
    s.who[site] = s.kit.owner[component]


@kernel
def set_field(s: Arrays, field: int, site: int, value: int) -> None:
    """Set a number of a site."""
    toggle(s, site)
    note(s, FIELD, field, site, int64(s.fields[field, site]))
    s.fields[field, site] = value
    toggle(s, site)


@kernel
def hides(s: Arrays, field: int) -> bool:
    """Tell whether a number of sites hides something."""
    return field == s.sites.hidden or s.sites.veils <= field < s.sites.veils + s.sites.veiled


@kernel
def carry_hidden(s: Arrays, origin: int, site: int, left: bool) -> None:
    """Copy what hides a site to another; if the piece has `left`, show the site."""
    for f in range(s.sites.fields):
        if hides(s, f):
            set_field(s, f, site, int64(s.fields[f, origin]))
            if left:
                set_field(s, f, origin, 0)


@kernel
def clear_fields(s: Arrays, site: int) -> None:
    """Set all numbers of an empty site to 0; with effects what hides it stays."""
    for f in range(s.sites.fields):
        if s.rules.effects and s.sites.hidden >= 0 and hides(s, f):
            continue
        if s.fields[f, site] != 0:
            note(s, FIELD, f, site, int64(s.fields[f, site]))
            s.fields[f, site] = 0


@entry
def put(s: Arrays, site: int, component: int) -> None:
    """Put a piece on a cell; the board grows and lists follow, on an external board afterwards."""
    if GROWTH_STEP and s.rules.effects and s.n[GROWTH] == CONTOUR and on_perimeter(s, site):
        # Consequences of a move may reach the new rim of the board.
        before = int64(s.n[COUNT])
        grow_contour(s)
        for new in range(before + 1, s.n[COUNT] + 1):
            relist(s, new)
    if BY_RULE and not is_cell(s, site):
        s.n[GONE] -= 1
    fresh = s.what[site] == 0
    toggle(s, site)
    become(s, site, component)
    if s.sites.counted:
        note(s, FIELD, s.sites.counts, site, int64(s.fields[s.sites.counts, site]))
        s.fields[s.sites.counts, site] = 1
    toggle(s, site)
    if UNDO and fresh:
        s.n[STANDING] += 1
    if not s.kept.local:
        return
    if not s.kept.around and not EXTERNAL_BOARD:
        relist(s, site)
        return
    kind = kind_of(s, site)
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        other = int64(s.step[site * s.plane.slots + t])
        adjacent = s.plane.all_adjacent or s.plane.adjacent[row] != 0
        if other == NONE:
            if BY_RULE and s.plane.delta[row] != NOWHERE:
                admit(s, int64(s.code[site]) + int64(s.plane.delta[row]), int64(s.plane.kind[row]))
            if s.n[GROWTH] != ZONE or not adjacent:
                continue
            other = add(
                s, int64(s.code[site]) + int64(s.plane.delta[row]), int64(s.plane.kind[row])
            )
        elif fresh and adjacent:
            s.neighbours[other] += 1
        if EXTERNAL_BOARD:
            continue
        there = BY_RULE and is_cell(s, other)
        relist(s, other)
        if BY_RULE:
            s.n[GONE] = int64(s.n[GONE]) + there - is_cell(s, other)
    if EXTERNAL_BOARD:
        return
    relist(s, site)


@kernel
def relist_around(s: Arrays, site: int) -> None:
    """Bring the lists up to date about a cell and its neighbours, as `put` does."""
    for t in range(s.plane.slots):
        other = int64(s.step[site * s.plane.slots + t])
        if other != NONE:
            relist(s, other)
    relist(s, site)


@kernel
def lift(s: Arrays, site: int) -> None:
    """Take all pieces off a cell; lists follow."""
    toggle(s, site)
    become(s, site, 0)
    clear_fields(s, site)
    if s.sites.hidden >= 0:
        toggle(s, site)
    if UNDO:
        s.n[STANDING] -= 1
    if not s.kept.local:
        return
    if not s.kept.around and not EXTERNAL_BOARD:
        relist(s, site)
        return
    count_neighbour(s, site, -1)
    for t in range(s.plane.slots):
        other = int64(s.step[site * s.plane.slots + t])
        if other != NONE:
            relist(s, other)
    relist(s, site)


@kernel
def count_neighbour(s: Arrays, site: int, change: int) -> None:
    """Count a piece more or less beside the cells that a site touches."""
    kind = kind_of(s, site)
    for t in range(s.plane.slots):
        other = int64(s.step[site * s.plane.slots + t])
        if other != NONE and (
            s.plane.all_adjacent or s.plane.adjacent[kind * s.plane.slots + t] != 0
        ):
            s.neighbours[other] = int64(s.neighbours[other]) + change


@plain_entry
def hold(s: Arrays, site: int, component: int, count: int) -> None:
    """Make pieces those that a site of a hand holds; 0 and 0 are none."""
    toggle(s, site)
    become(s, site, component)
    if s.sites.counts >= 0:
        note(s, FIELD, s.sites.counts, site, int64(s.fields[s.sites.counts, site]))
        s.fields[s.sites.counts, site] = count
    toggle(s, site)


@kernel
def take(s: Arrays, site: int) -> None:
    """Take one piece from a site of a hand."""
    count = int64(s.fields[s.sites.counts, site]) - 1
    hold(s, site, int64(s.what[site]) if count > 0 else 0, count)


@kernel
def fill(s: Arrays, site: int, component: int, count: int) -> None:
    """Make some pieces of a component all that a site has; 0 and 0 for nothing."""
    if s.kept.local and site > s.kit.held:
        if component == 0:
            lift(s, site)
        else:
            put(s, site, component)
        return
    before = int64(s.what[site])
    toggle(s, site)
    become(s, site, component)
    if s.sites.counts >= 0:
        note_field(s, s.sites.counts, site, count)
    if component == 0:
        clear_fields(s, site)
    if s.cards.keeps_secrets:
        # The board is seen by all.
        inside = site <= s.kit.held
        note_field(s, s.sites.hidden, site, int64(s.cards.secrets[site]) if inside else 0)
        veil = int64(s.cards.secrets[s.kit.held + 1 + site]) if inside else 0
        note_field(s, s.sites.veils, site, veil)
    toggle(s, site)
    if UNDO and site > s.kit.held:
        s.n[STANDING] = int64(s.n[STANDING]) + (component != 0) - (before != 0)


@kernel
def note_field(s: Arrays, field: int, site: int, value: int) -> None:
    """Set a number of a site whose term is out of the key."""
    note(s, FIELD, field, site, int64(s.fields[field, site]))
    s.fields[field, site] = value


@plain_entry
def is_cell(s: Arrays, site: int) -> bool:
    """Tell whether a site is on a board that grows by the rules: it is taken, or on some list."""
    found = s.what[site] != 0
    for a in range(s.kept.lists):
        found = found or s.where[a, site] != 0
    return bool(found)


@kernel
def admit(s: Arrays, code: int, kind: int) -> None:
    """Add an empty cell if it enters a list."""
    site = add(s, code, kind)
    relist(s, site)
    if not is_cell(s, site):
        drop(s)


@making_entry
def cells_of(s: Arrays) -> Ints:
    """Return the sites on the board, whatever the growth."""
    count = int64(s.n[COUNT])
    sites = np.empty(count - s.kit.held, np.int64)
    n = 0
    for site in range(s.kit.held + 1, count + 1):
        if EXTERNAL_BOARD and s.code[site] == NOWHERE:
            continue
        if not BY_RULE or is_cell(s, site):
            sites[n] = site
            n += 1
    return sites[:n]
