"""Owner bitboards: the sites where the pieces of each owner stand, as bits.

Row p of ``s.bitboards`` has the sites of player p, row 0 those of pieces without an owner; for P
players row P + 1 has those of shared pieces and row P + 2 those on which nothing stands. Site n is
bit ``n - 1``, in words of 32. They follow ``s.what``, where ``s.kept.bitboards``, their number, is
not 0. Behind them, from row ``s.kept.of_components`` on if that is not 0, are the sites of each
component.
"""

from boardless.jit.game_runtime import int64, kernel, lowest_bit
from boardless.state.engine.arrays import COUNT, NONE, POSITIVE, Arrays

#: A word of a row has so many bits, two to the power of this.
WORD = 5


@kernel
def change_bitboard(s: Arrays, site: int, before: int, after: int) -> None:
    """Take a site from the bitboard of one component to that of another; 0 is none."""
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
    """Return the first of the sites before `end`, from one on, where a piece `stands`, or none."""
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
def restore_bitboards(s: Arrays, start: Arrays) -> None:
    """Let the bitboards be those of another state of the same board."""
    words = (int64(start.n[COUNT]) + 31) >> WORD
    for row in range(s.kept.bitboards):
        for word in range(words):
            s.bitboards[row, word] = start.bitboards[row, word]


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
    """Return the site of a row that has so many sites before it."""
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
    """Tell whether a row has a site."""
    return (int64(s.bitboards[row, (site - 1) >> WORD]) >> ((site - 1) & 31)) & 1 != 0


@kernel
def whole_row(s: Arrays, row: int) -> int:
    """Return the sites of a row of a board of at most 64 sites, hands among them."""
    bits = int64(s.bitboards[row, 0])
    if s.kit.held + s.plane.kinds > 32:
        bits |= int64(s.bitboards[row, 1]) << 32
    return bits
