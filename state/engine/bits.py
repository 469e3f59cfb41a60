"""Bits and numbers: arithmetic of the language, bitboards, and terms of transposition keys.

Division and powers follow the language.

Bitboards have the sites of the pieces of each owner as bits: row p of ``s.bitboards`` for player p,
row 0 for pieces without an owner. For P players row P + 1 is for shared pieces and row P + 2 for
empty sites. Site n is bit ``n - 1``, in words of 32. They follow ``s.what`` if their number,
``s.kept.bitboards``, is not 0. Behind them, from row ``s.kept.of_components`` on if that is not 0,
are the sites of each component.

A term of a key depends on the lattice key relative to the anchor, not on the site, so neither the
order of growth nor the place where the board started matters.
"""

from boardless.jit.game_runtime import int64, kernel, lowest_bit
from boardless.state.engine.arrays import COUNT, NONE, POSITIVE, Arrays


@kernel
def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero, 0 if b is 0."""
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


@kernel
def power(base: int, exponent: int) -> int:
    """Return the integral part of a power, cut off at 32 bits with a sign."""
    if exponent < 0:
        return (1 if exponent % 2 == 0 else base) if abs(base) == 1 else 0
    if abs(base) <= 1:
        exponent = min(exponent, 2 - exponent % 2)
    result = 1
    for _ in range(min(exponent, 32)):
        result *= base
        if abs(result) > 2**31 - 1:
            return 2**31 - 1 if base > 0 or exponent % 2 == 0 else -(2**31)
    return result


@kernel
def is_single(bits: int) -> bool:
    """Return True if a number has just one bit."""
    return bits != 0 and bits & (bits - 1) == 0


#: The binary logarithm of the number of bits in a word of a row.
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
def clear_bitboards(s: Arrays) -> None:
    """Let all sites be empty."""
    for word in range(s.bitboards.shape[1]):
        for row in range(s.kept.bitboards):
            s.bitboards[row, word] = 0
    for site in range(1, s.n[COUNT] + 1):
        change_bitboard(s, site, 0, 0)


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


_HALF = 2**31 - 1
#: Stands for a container in the mover's term of a key.
_TURN = 255


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
