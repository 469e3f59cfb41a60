"""Transposition keys: the exclusive or of a term for each level of a site, and the mover's.

A term depends on the lattice key relative to the anchor, not on the site, so neither the order of
growth nor the place where the board started matters.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.cells import split
from boardless.state.engine.levels import height, number_at, what_at

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
def content_term(s: Arrays, site: int) -> int:
    """Return the term of the top of a site, with what is hidden of it."""
    return piece_term(s, site, height(s, site) - 1)


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
