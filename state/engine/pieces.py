"""Pieces on sites, and all that follows a change: keys, bitboards, lists, notes for undo.

This is the one place where the content of a site changes. A board that grows by the rules has the
cells where a piece stands or may be put, and no others.

The uppermost piece of a site is in ``s.what`` and ``s.fields``. Row 0 of ``s.under`` is the height;
the rows behind have each lower level from the bottom: the component and its numbers.

A transposition key is the exclusive or of a term for each level of a site, and the mover's. A term
depends on the lattice key relative to the anchor, not on the site, so neither the order of growth
nor the place where the board started matters.

Bitboards have the sites of the pieces of each owner as bits: row p of ``s.bitboards`` for player p,
row 0 for pieces without an owner. For P players row P + 1 is for shared pieces and row P + 2 for
empty sites. Site n is bit ``n - 1``, in words of 32. They follow ``s.what`` if their number,
``s.kept.bitboards``, is not 0. Behind them, from row ``s.kept.of_components`` on if that is not 0,
are the sites of each component.
"""

from enum import IntEnum

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import (
    entry,
    int64,
    kernel,
    lowest_bit,
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


_HALF = 2**31 - 1
#: Stands for a container in the mover's term of a key.
_TURN = 255
#: Terms of rotation, value and hidden are those of containers that no board or hand can be.
_ROTATION, _VALUE, _HIDDEN = 252, 253, 254
#: By how many bits a level is shifted, to stand above the place of a cell.
_LEVEL = 24
#: That of the upper byte of a component.
_UPPER = 244
#: The first of those of what is hidden of a site; there are six.
_VEILS = 245


@kernel
def packed(what: int, who: int, count: int, state: int) -> int:
    """Return component, owner, count and local state of a site as one number, 40 bits."""
    return what | who << 8 | count << 16 | state << 32


@kernel
def _round(x: int, factor: int) -> int:
    # Factors are below 2**30, so the product stays below 2**62, compiled or not.
    x = (x + 0x2545F491) * factor
    return (x ^ (x >> 31)) & _HALF


@kernel
def term(i: int, j: int, k: int, container: int, content: int) -> int:
    """Return the term of a content at a location: 62 bits, by a Feistel network of two halves."""
    left, right = i & _HALF, j & _HALF
    left ^= _round(right, 0x2C1B3C6D)
    right ^= _round(left, 0x297A2D39)
    left ^= _round(right, 0x1B56C4E9)
    right ^= _round(left, 0x3243F6A9)
    left ^= content & _HALF
    right ^= content >> 31 | container << 9 | k << 17
    left ^= _round(right, 0x1F123BB5)
    right ^= _round(left, 0x2F72B421)
    left ^= _round(right, 0x3C6EF373)
    right ^= _round(left, 0x1EF372FD)
    return left << 31 | right


@kernel
def turn_term(mover: int) -> int:
    """Return the term of the mover."""
    return term(mover, 0, 0, _TURN, 1)


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
        # A piece above others is where no board reaches.
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


#: A word of a row has so many bits, two to the power of this.
WORD = 5


@kernel
def change_bitboard(s: Arrays, site: int, before: int, after: int) -> None:
    """Move a site from one component's bitboard to another's; component 0 is empty."""
    # No index is checked for counting from the end.
    word = ((site - 1) & POSITIVE) >> WORD
    bit = 1 << ((site - 1) & 31)
    left, joined = int64(s.kept.bitboard[before]), int64(s.kept.bitboard[after])
    s.bitboards[left, word] = int64(s.bitboards[left, word]) & ~bit
    s.bitboards[joined, word] = int64(s.bitboards[joined, word]) | bit
    if s.kept.of_components > 0:
        left, joined = s.kept.of_components + before, s.kept.of_components + after
        s.bitboards[left, word] = int64(s.bitboards[left, word]) & ~bit
        s.bitboards[joined, word] = int64(s.bitboards[joined, word]) | bit


@kernel
def next_standing(s: Arrays, site: int, end: int, stands: bool) -> int:
    """Return the first site from `site` to `end` - 1 with a piece, or without, else NONE."""
    while site < end:
        word, bit = ((site - 1) & POSITIVE) >> WORD, (site - 1) & 31
        bits = int64(s.bitboards[s.kit.players + 2, word])
        if stands:
            bits = ~bits & 0xFFFFFFFF
        bits >>= bit
        if bits != 0:
            site += lowest_bit(bits)
            return site if site < end else NONE
        site += 32 - bit
    return NONE


@kernel
def clear_bitboards(s: Arrays) -> None:
    """Let all sites be empty."""
    for word in range(s.bitboards.shape[1]):
        for row in range(s.kept.bitboards):
            s.bitboards[row, word] = 0
    for site in range(1, s.n[COUNT] + 1):
        change_bitboard(s, site, 0, 0)


@kernel
def ones(bits: int) -> int:
    """Return how many of the 32 bits of a word are set, in parallel."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return (bits * 0x01010101 >> 24) & 0xFF


@kernel
def bits_in(s: Arrays, row: int) -> int:
    """Return how many sites a row has."""
    count = 0
    for word in range((int64(s.n[COUNT]) + 31) >> WORD):
        count += ones(int64(s.bitboards[row, word]))
    return count


@kernel
def nth_in(s: Arrays, row: int, number: int) -> int:
    """Return the site of a row that has `number` sites before it."""
    word = 0
    bits = int64(s.bitboards[row, word])
    count = ones(bits)
    while count <= number:
        number -= count
        word += 1
        bits = int64(s.bitboards[row, word])
        count = ones(bits)
    for _ in range(number):
        bits &= bits - 1
    return (word << WORD) + lowest_bit(bits) + 1


@kernel
def is_in(s: Arrays, row: int, site: int) -> bool:
    """Return True if a row has a site."""
    return (int64(s.bitboards[row, (site - 1) >> WORD]) >> ((site - 1) & 31)) & 1 != 0


@kernel
def whole_row(s: Arrays, row: int) -> int:
    """Return the sites of a row of a board of at most 64 sites, hands among them."""
    bits = int64(s.bitboards[row, 0])
    if s.kit.held + s.plane.kinds > 32:
        bits |= int64(s.bitboards[row, 1]) << 32
    return bits


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
