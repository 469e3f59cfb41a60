"""Pieces on sites, and all that follows a change: keys, bitboards, lists, notes for undo.

This is the one place where the content of a site changes. A board that grows by the rules has the
cells where a piece stands or may be put, and no others.

The uppermost piece of a site is in ``s.what`` and ``s.fields``. Row 0 of ``s.under`` is the height;
the rows behind have each lower level from the bottom: the component and its numbers.

A transposition key is the exclusive or of a term for each level of a site, and the mover's; see
`bits`.
"""

from enum import IntEnum

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import (
    entry,
    int64,
    kernel,
    making_entry,
    plain_entry,
    routine,
)
from boardless.state.engine.arrays import (
    BY_RULE,
    CONTOUR,
    COUNT,
    EXTERNAL_BOARD,
    GONE,
    GROWTH,
    GROWTH_STEP,
    LOST,
    NONE,
    NOTED,
    NOTING,
    POSITIVE,
    STANDING,
    UNDO,
    ZONE,
    Arrays,
)
from boardless.state.engine.bits import change_bitboard, packed, term
from boardless.state.engine.cells import (
    add_beyond,
    drop,
    grow_contour,
    kind_of,
    neighbour,
    on_perimeter,
    split,
    touches,
)
from boardless.state.engine.rules import relist
from boardless.state.engine.tables import NOWHERE


@kernel
def height(s: Arrays, site: int) -> int:
    """Return the height of the pile on a site; without stacks 1."""
    if s.sites.levels > 0:
        return int64(s.under[0, site])
    return 1


@kernel
def what_at(s: Arrays, site: int, level: int) -> int:
    """Return the component on a level of a site, from 0 at the bottom; 0 if it is empty."""
    if s.sites.levels > 0 and level != int64(s.under[0, site]) - 1:
        if level < 0 or level >= s.under[0, site]:
            return 0
        return int64(s.under[1 + level * (1 + s.sites.fields), site])
    return int64(s.what[site])


@kernel
def stands_on(s: Arrays, site: int, level: int, component: int) -> int:
    """Return 1 if a component is on a level of a site, else 0, without a branch."""
    top = int64(s.under[0, site]) - 1
    # A level that is not there is read in a row that is: no branch is to keep it out.
    row = 1 + min(level & POSITIVE, s.sites.levels - 1) * (1 + s.sites.fields)
    below, above = int64(s.under[row, site]), int64(s.what[site])
    here = above if level == top else below
    return int(level >= 0) & int(level <= top) & int(here == component)


@kernel
def who_at(s: Arrays, site: int, level: int) -> int:
    """Return the owner of the piece on a level of a site, 0 if it is empty."""
    return int64(s.kit.owner[what_at(s, site, level)])


@kernel
def number_at(s: Arrays, field: int, site: int, level: int) -> int:
    """Return a number of the piece on a level of a site, 0 if it is empty."""
    if s.sites.levels > 0 and level != int64(s.under[0, site]) - 1:
        if level < 0 or level >= s.under[0, site]:
            return 0
        return int64(s.under[2 + field + level * (1 + s.sites.fields), site])
    return int64(s.fields[field, site])


@kernel
def level_of(s: Arrays, site: int, level: int) -> int:
    """Return a level of a site: the uppermost for -1."""
    return height(s, site) - 1 if level < 0 else level


#: Terms of rotation, value and hidden use containers that no board or hand has.
_ROTATION, _VALUE, _HIDDEN = 252, 253, 254
#: By how many bits a level is shifted, to stand above the place of a cell.
_LEVEL = 24
#: That of the upper byte of a component.
_UPPER = 244
#: The first of those of what is hidden of a site; there are six.
_VEILS = 245


@kernel
def amount(s: Arrays, site: int) -> int:
    """Return the number of pieces on a site."""
    if s.sites.counts >= 0 and (s.sites.counted or site <= s.kit.held):
        return int64(s.fields[s.sites.counts, site])
    return 1 if s.what[site] != 0 else 0


@kernel
def piece_term(s: Arrays, site: int, level: int) -> int:
    """Return the term of the piece on a level of a site, or of the numbers of an empty one."""
    what = what_at(s, site, level)
    state = number_at(s, s.sites.states, site, level) if s.sites.states >= 0 else 0
    value = number_at(s, s.sites.values, site, level) if s.sites.values >= 0 else 0
    blank = what == 0 and state == 0 and value == 0
    if blank and s.sites.hidden < 0:
        return 0
    if site <= s.kit.held:
        i, j, k, container = int64(s.kit.place[site]), 0, 0, int64(s.kit.holder[site])
    else:
        i, j, k = split(s, int64(s.code[site]))
        i -= int64(s.origin[0])
        j -= int64(s.origin[1])
        container = 0
    if s.sites.levels > 0:
        # The term of a piece above others uses a place that no board reaches.
        i ^= level << _LEVEL
    key = 0
    if s.sites.hidden >= 0:
        if number_at(s, s.sites.hidden, site, level) != 0:
            hidden = number_at(s, s.sites.hidden, site, level)
            key ^= term(i, j, k + 256 * container, _HIDDEN, hidden)
        for n in range(s.sites.veiled):
            veil = number_at(s, s.sites.veils + n, site, level)
            if veil != 0:
                key ^= term(i, j, k + 256 * container, _VEILS + n, veil)
        if blank:
            return key
    count = amount(s, site) if what != 0 else 0
    if s.sites.levels > 0 and level < height(s, site) - 1:
        count = 1
    key ^= term(i, j, k, container, packed(what, int64(s.kit.owner[what]), count, state))
    if s.kit.wide and what > 255:
        # The lower byte stays alone in the content, and the owner follows from the component.
        key ^= term(i, j, k + 256 * container, _UPPER, what >> 8)
    if s.sites.rotations >= 0 and number_at(s, s.sites.rotations, site, level) != 0:
        turned = number_at(s, s.sites.rotations, site, level)
        key ^= term(i, j, k + 256 * container, _ROTATION, turned)
    if value != 0:
        key ^= term(i, j, k + 256 * container, _VALUE, value)
    return key


class Note(IntEnum):
    """Kinds of notes for undo, each named for the number that it restores."""

    PIECE = 0
    FIELD = 1
    LISTED = 2  # of a list
    UNLISTED = 3
    RENUMBERED = 4  # all numbers
    RANKED = 5  # the place of a player
    NUMBER = 6  # of the state
    UNDER = 7  # below others
    JOINED = 8  # segments
    UNITED = 9  # pieces that hang together


@kernel
def note(s: Arrays, kind: int, which: int, site: int, before: int) -> None:
    """Record the data that undo a change."""
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
    note(s, Note.LISTED, a, site, 0)


@kernel
def closes_up(s: Arrays, a: int) -> bool:
    """Return True if a list keeps its order, as lists of pieces of games with stacks do."""
    return bool(s.sites.levels > 0 and s.kept.owned >= 0 and a >= s.kept.owned)


@routine
def close_up(s: Arrays, a: int, spot: int) -> None:
    """Move all entries behind a place of a list up by one; its size counts one less."""
    for n in range(spot, s.size[a] + 1):
        other = int64(s.legal[a, n])
        s.legal[a, n - 1] = other
        s.where[a, other] = n


@kernel
def delist(s: Arrays, a: int, site: int) -> None:
    """Remove a site from a list; the last takes its place, or the list `closes_up`."""
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
    note(s, Note.UNLISTED, a, site, spot)


@kernel
def toggle_level(s: Arrays, site: int, level: int) -> None:
    """Take the term of a level of a site out of the key, or put it in."""
    if UNDO:
        s.key[0] ^= piece_term(s, site, level)


@kernel
def toggle(s: Arrays, site: int) -> None:
    """Take the term of the top of a site out of the key, or put it in."""
    toggle_level(s, site, height(s, site) - 1)


@kernel
def become(s: Arrays, site: int, component: int) -> None:
    """Set the component of a site; numbers of the site and its surroundings stay."""
    if s.kept.owned >= 0 and s.what[site] != component:
        if s.what[site] != 0:
            delist(s, s.kept.owned + int64(s.what[site]) - 1, site)
        if component != 0:
            enlist(s, s.kept.owned + component - 1, site)
    if s.kept.bitboards > 0:
        change_bitboard(s, site, int64(s.what[site]), component)
    note(s, Note.PIECE, 0, site, int64(s.what[site]))
    s.what[site] = component
    s.who[site] = s.kit.owner[component]


@kernel
def set_field(s: Arrays, field: int, site: int, value: int) -> None:
    """Set a number of a site."""
    toggle(s, site)
    note_field(s, field, site, value)
    toggle(s, site)


@kernel
def hides(s: Arrays, field: int) -> bool:
    """Return True if a number of sites hides something."""
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
            note_field(s, f, site, 0)


@entry
def put(s: Arrays, site: int, component: int) -> None:
    """Put a piece on a cell; board and lists follow, on an external board afterwards."""
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
        note_field(s, s.sites.counts, site, 1)
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
        other = neighbour(s, site, t)
        adjacent = touches(s, kind, t)
        if other == NONE:
            if BY_RULE and s.plane.delta[row] != NOWHERE:
                admit(s, site, row)
            if s.n[GROWTH] != ZONE or not adjacent:
                continue
            other = add_beyond(s, site, row)
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
    """Update the lists around a cell and its neighbours, as `put` does."""
    for t in range(s.plane.slots):
        other = neighbour(s, site, t)
        if other != NONE:
            relist(s, other)
    relist(s, site)


@kernel
def lift(s: Arrays, site: int) -> None:
    """Remove all pieces from a cell, and update the lists."""
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
    relist_around(s, site)


@kernel
def count_neighbour(s: Arrays, site: int, change: int) -> None:
    """Count a piece more or less for the neighbours of a site."""
    kind = kind_of(s, site)
    for t in range(s.plane.slots):
        other = neighbour(s, site, t)
        if other != NONE and touches(s, kind, t):
            s.neighbours[other] = int64(s.neighbours[other]) + change


@plain_entry
def hold(s: Arrays, site: int, component: int, count: int) -> None:
    """Set the component and the count of a site of a hand, 0 and 0 to empty it."""
    toggle(s, site)
    become(s, site, component)
    if s.sites.counts >= 0:
        note_field(s, s.sites.counts, site, count)
    toggle(s, site)


@kernel
def take(s: Arrays, site: int) -> None:
    """Take one piece from a site of a hand."""
    count = int64(s.fields[s.sites.counts, site]) - 1
    hold(s, site, int64(s.what[site]) if count > 0 else 0, count)


@kernel
def fill(s: Arrays, site: int, component: int, count: int) -> None:
    """Replace the content of a site by pieces of a component; 0 and 0 empty it."""
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
    """Set a number of a site while its term is out of the key."""
    note(s, Note.FIELD, field, site, int64(s.fields[field, site]))
    s.fields[field, site] = value


@plain_entry
def is_cell(s: Arrays, site: int) -> bool:
    """Return True if a board that grows by the rules has a site: it is taken or listed."""
    present = s.what[site] != 0
    for a in range(s.kept.lists):
        present = present or s.where[a, site] != 0
    return bool(present)


@kernel
def admit(s: Arrays, site: int, row: int) -> None:
    """Add the missing neighbour of a site if it enters a list; see `add_beyond`."""
    new = add_beyond(s, site, row)
    relist(s, new)
    if not is_cell(s, new):
        drop(s)


@making_entry
def cells_of(s: Arrays) -> Ints:
    """Return the sites on the board, with any growth."""
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
