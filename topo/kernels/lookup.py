"""The compiled lookup of ids by key, and which id the next key gets.

Arrays, with room for more rows than are in use:

``keys``
    int32 (room, 3), the lattice key of each id; prototile GONE where no key has the id.
``table``
    int32 (a power of two), open addressing, probing in steps of STRIDE: an id, or FREE. At most
    half full.
``free``
    int32 (room), the ids below `count` that no key has: the first `freed` entries, as a stack.

The next key gets the id that was freed last, or `count` when there is none. So the ids to come are
one stack, whose end are all numbers from `count` on, and taking back what was done to it, last
first, restores every id. An id that would be pushed where it lies already only lowers `count`.

A kernel cannot enlarge an array. Whoever adds keys asks `has_room` before anything is written.
"""

from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit

FREE = -1
NONE = -1
GONE = -1

#: How far a search goes on when a place is taken: far, because cells of a row lie together; odd, so
#: that it comes to every place. Times its inverse it is 1 in 31 bits.
STRIDE = 457164679
INVERSE = pow(STRIDE, -1, 2**31)


@jit
def _place(table: Ints, i: int, j: int, k: int) -> int:
    """Return where in `table` the search for a key begins."""
    # Squares of 256 by 256 cells are scattered, so that keys a power of two apart are, too. In one,
    # cells of a row stay together, and the rows of a dense board hardly ever meet. Products stay
    # below 2**63 for every key a board may hold.
    h = (int(i) >> 8) * 73856093 + (int(j) >> 8) * 19349663
    h = ((h ^ (h >> 31)) & 0x7FFFFFFF) * 1540483477
    h = (h ^ (h >> 29)) + int(i) + int(j) * 541123053 + int(k) * 173967477
    return int(h & (table.shape[0] - 1))


@jit
def find(table: Ints, keys: Ints, i: int, j: int, k: int) -> int:
    """Return the id of key ``(i, j, k)``, or NONE."""
    h = _place(table, i, j, k)
    while True:
        s = table[h]
        if s == FREE:
            return NONE
        if keys[s, 0] == i and keys[s, 1] == j and keys[s, 2] == k:
            return int(s)
        h = (h + STRIDE) & (table.shape[0] - 1)


@jit
def insert(table: Ints, i: int, j: int, k: int, s: int) -> None:
    """Enter the id `s` of a key that is not in `table`."""
    h = _place(table, i, j, k)
    while table[h] != FREE:
        h = (h + STRIDE) & (table.shape[0] - 1)
    table[h] = s


@jit
def fill(table: Ints, keys: Ints, count: int) -> None:
    """Enter the ids below `count` that are in use into an empty `table`, in order."""
    for s in range(count):
        if keys[s, 2] != GONE:
            insert(table, keys[s, 0], keys[s, 1], keys[s, 2], s)


@jit
def forget(table: Ints, keys: Ints, s: int) -> None:
    """Take an id out of `table`, and its key from it.

    A search stops at the first free place, so entries after it move up if their search began no
    later than at the place that gets free.
    """
    last = table.shape[0] - 1
    h = _place(table, keys[s, 0], keys[s, 1], keys[s, 2])
    while table[h] != s:
        h = (h + STRIDE) & last
    n = (h + STRIDE) & last
    while table[n] != FREE:
        other = table[n]
        begin = _place(table, keys[other, 0], keys[other, 1], keys[other, 2])
        # Distances in steps of a search.
        if (n - begin) * INVERSE & last >= (n - h) * INVERSE & last:
            table[h] = other
            h = n
        n = (n + STRIDE) & last
    table[h] = FREE
    keys[s, 0] = 0
    keys[s, 1] = 0
    keys[s, 2] = GONE


@jit
def next_id(free: Ints, freed: int, count: int, n: int) -> int:
    """Return the id that the key after `n` others gets."""
    return int(free[freed - 1 - n]) if n < freed else count + n - freed


@jit
def release(free: Ints, freed: int, count: int, s: int) -> tuple[int, int]:
    """Make `s` the next id to be given; return `freed` and `count`."""
    if freed == 0 and s == count - 1:
        return freed, s
    free[freed] = s
    return freed + 1, count


@jit
def has_room(table: Ints, keys: Ints, count: int, more: int) -> bool:
    """Tell whether `more` keys fit."""
    return bool(count + more <= keys.shape[0] and 2 * (count + more) <= table.shape[0])
