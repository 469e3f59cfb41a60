"""Transposition keys: the exclusive or of a term for each site that holds something, and the mover.

A term depends on the lattice key relative to the anchor, not on the site, so neither the order of
growth nor the place where the board started matters.
"""

from boardless.state.engine.arrays import Arrays
from boardless.state.engine.cells import split
from boardless.state.engine.runtime import kernel, whole

_HALF = 2**31 - 1
#: Stands for a container in the mover's term of a key.
_TURN = 255
#: Terms of rotation, value and hidden are those of containers that no board or hand can be.
_ROTATION, _VALUE, _HIDDEN = 252, 253, 254
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
    """Return the part of a key that a content makes at a location: 62 well mixed bits.

    A Feistel network over two halves of 31 bits, which take in the location and then the content.
    """
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
    """Return the part of a key that the mover makes."""
    return term(mover, 0, 0, _TURN, 1)


@kernel
def amount(s: Arrays, site: int) -> int:
    """Return how many pieces there are on a site; one where they are not counted."""
    if s.t.counts >= 0 and (s.t.counted or site <= s.t.held):
        return whole(s.fields[s.t.counts, site])
    return 1 if s.what[site] != 0 else 0


@kernel
def content_term(s: Arrays, site: int) -> int:
    """Return the part of a key that a site makes as it is; 0 where nothing lies or is hidden."""
    what = whole(s.what[site])
    if what == 0 and s.t.hidden < 0:
        return 0
    if site <= s.t.held:
        i, j, k, container = whole(s.t.place[site]), 0, 0, whole(s.t.holder[site])
    else:
        i, j, k = split(s, whole(s.code[site]))
        i -= whole(s.origin[0])
        j -= whole(s.origin[1])
        container = 0
    key = 0
    if s.t.hidden >= 0:
        if s.fields[s.t.hidden, site] != 0:
            key ^= term(i, j, k + 256 * container, _HIDDEN, whole(s.fields[s.t.hidden, site]))
        if s.t.veils >= 0:
            for n in range(6):
                veil = whole(s.fields[s.t.veils + n, site])
                if veil != 0:
                    key ^= term(i, j, k + 256 * container, _VEILS + n, veil)
        if what == 0:
            return key
    state = whole(s.fields[s.t.states, site]) if s.t.states >= 0 else 0
    key ^= term(i, j, k, container, packed(what, whole(s.who[site]), amount(s, site), state))
    if s.t.rotations >= 0 and s.fields[s.t.rotations, site] != 0:
        key ^= term(i, j, k + 256 * container, _ROTATION, whole(s.fields[s.t.rotations, site]))
    if s.t.values >= 0 and s.fields[s.t.values, site] != 0:
        key ^= term(i, j, k + 256 * container, _VALUE, whole(s.fields[s.t.values, site]))
    return key
