"""Contents as numbers, and what each of them adds to a transposition key.

A term depends on the lattice key relative to the anchor, not on the site, so neither the order of
growth nor the place where the board started matters.
"""

from boardless.state.sites import Ground
from boardless.topo.kernels.jit import jit

_HALF = 2**31 - 1
#: Stands for a container in the mover's term of a key.
_TURN = 255


@jit
def packed(what: int, who: int, count: int, state: int) -> int:
    """Return a content."""
    return what | who << 8 | count << 16 | state << 32


@jit
def _round(x: int, factor: int) -> int:
    # Factors are below 2**30, so the product stays below 2**62, compiled or not.
    x = (x + 0x2545F491) * factor
    return (x ^ (x >> 31)) & _HALF


@jit
def term(i: int, j: int, k: int, container: int, content: int) -> int:
    """Return the part of a key that a content makes at a location: 62 well mixed bits.

    A Feistel network over two halves of 31 bits, which take in the location and then the content.
    """
    left, right = int(i) & _HALF, int(j) & _HALF
    left ^= _round(right, 0x2C1B3C6D)
    right ^= _round(left, 0x297A2D39)
    left ^= _round(right, 0x1B56C4E9)
    right ^= _round(left, 0x3243F6A9)
    left ^= content & _HALF
    right ^= content >> 31 | container << 9 | int(k) << 17
    left ^= _round(right, 0x1F123BB5)
    right ^= _round(left, 0x2F72B421)
    left ^= _round(right, 0x3C6EF373)
    right ^= _round(left, 0x1EF372FD)
    return left << 31 | right


@jit
def location_term(ground: Ground, container: int, site: int, content: int) -> int:
    """Return the part of a key that a content makes on a site of a container."""
    if container != 0:
        return term(site, 0, 0, container, content)
    i = int(ground.keys[site, 0]) - int(ground.origin[0])
    j = int(ground.keys[site, 1]) - int(ground.origin[1])
    return term(i, j, int(ground.keys[site, 2]), 0, content)


@jit
def turn_term(mover: int) -> int:
    """Return the part of a key that the mover makes."""
    return term(mover, 0, 0, _TURN, 1)
