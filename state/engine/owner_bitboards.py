"""Camps: the sites where the pieces of each owner stand, as bits, so that none is looked for.

Row p of ``s.camps`` has the sites of player p, row 0 those of pieces without an owner, the last but
one those of shared pieces and the last those on which nothing stands. Site n is bit ``n - 1``, in
words of 32. They follow ``s.what``, and are kept where ``s.t.camps``, their number, is not 0.
"""

from boardless.jit.game_runtime import kernel, whole
from boardless.state.engine.arrays import COUNT, Arrays

#: A word of a row has so many bits, two to the power of this.
WORD = 5


@kernel
def change_camp(s: Arrays, site: int, before: int, after: int) -> None:
    """Take a site from the camp of one component to that of another; 0 is none."""
    word = (site - 1) >> WORD
    bit = 1 << ((site - 1) & 31)
    left, joined = whole(s.t.camp[before]), whole(s.t.camp[after])
    s.camps[left, word] = whole(s.camps[left, word]) & ~bit
    s.camps[joined, word] = whole(s.camps[joined, word]) | bit


@kernel
def clear_camps(s: Arrays) -> None:
    """Let all sites be empty."""
    for word in range(s.camps.shape[1]):
        for row in range(s.t.camps):
            s.camps[row, word] = 0
    for site in range(1, s.n[COUNT] + 1):
        change_camp(s, site, 0, 0)


@kernel
def restore_camps(s: Arrays, start: Arrays) -> None:
    """Let the camps be those of another state of the same board."""
    words = (whole(start.n[COUNT]) + 31) >> WORD
    for row in range(s.t.camps):
        for word in range(words):
            s.camps[row, word] = start.camps[row, word]
