"""Union-find: groups of pieces of one owner, kept as disjoint sets where nothing leaves the board.

Union by size (B. Galler, M. Fischer, An improved equivalence algorithm, 1964) without path
compression, so that a union is taken back at the cost of what it changed.
"""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import NONE, SET_ROWS, Arrays
from boardless.state.engine.cells import kind_of
from boardless.state.engine.pieces import UNITED, note

# The rows of ``s.sets``: the site that leads on to the root of the set, NONE at the root; and at
# the root how many sites the set has, and a bit for each region of the owner that it meets.
LEADING, MEMBERS, MEETING = range(3)


@kernel
def set_root_row(s: Arrays, row: int, site: int, value: int) -> None:
    """Set a number of a site."""
    note(s, UNITED, row, site, int64(s.sets[row, site]))
    s.sets[row, site] = value


@kernel
def root_of(s: Arrays, site: int) -> int:
    """Return the root of the set of a site on which a piece stands."""
    root = site
    while s.sets[LEADING, root] != NONE:
        root = int64(s.sets[LEADING, root])
    return root


@kernel
def unite_neighbours(s: Arrays, site: int) -> None:
    """Unite the new piece on a site with the neighbours of its owner."""
    owner = int64(s.who[site])
    set_root_row(s, LEADING, site, NONE)
    set_root_row(s, MEMBERS, site, 1)
    set_root_row(s, MEETING, site, meets(s, owner, site))
    kind = kind_of(s, site)
    root = site
    for t in range(s.plane.slots):
        other = int64(s.step[site * s.plane.slots + t])
        adjacent = s.plane.all_adjacent or s.plane.adjacent[kind * s.plane.slots + t] != 0
        if other != NONE and adjacent and s.who[other] == owner:
            beyond = root_of(s, other)
            if beyond != root:
                root = united(s, root, beyond)


@kernel
def united(s: Arrays, a: int, b: int) -> int:
    """Unite two sets, by their roots; return the new root."""
    if s.sets[MEMBERS, a] < s.sets[MEMBERS, b]:
        a, b = b, a
    set_root_row(s, LEADING, b, a)
    set_root_row(s, MEMBERS, a, int64(s.sets[MEMBERS, a]) + int64(s.sets[MEMBERS, b]))
    set_root_row(s, MEETING, a, int64(s.sets[MEETING, a]) | int64(s.sets[MEETING, b]))
    return a


@kernel
def meets(s: Arrays, player: int, site: int) -> int:
    """Return a bit for each region of a player that a site is in."""
    return int64(s.kept.regions[player * s.kept.sets + site])


@kernel
def regions_met(s: Arrays, player: int, site: int) -> int:
    """Return a bit for each region of a player at the group of a site, or at a site of others."""
    if s.who[site] != player:
        return meets(s, player, site)
    return int64(s.sets[MEETING, root_of(s, site)])


@kernel
def restore_sets(s: Arrays, start: Arrays, site: int) -> None:
    """Copy the sets of a site from another state."""
    for row in range(SET_ROWS):
        s.sets[row, site] = start.sets[row, site]
