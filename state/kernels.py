"""The compiled core of a state: applying actions, undoing them, and what follows from them.

All containers lie one after another in flat arrays (`Sites`), hands first, so that the board can
grow at the end; the place of a site is the offset of its container plus the site. What a site holds
is one number, its content: component, owner, count and local state packed into 40 bits, 0 when
nothing lies there. Every change of the position is a change of contents, made by `_write`.

A transposition key is the exclusive or of one term for each site that holds something and one for
the mover; see `state.terms`.
"""

from boardless.state.actions import (
    MAX_COUNT,
    NO_PLAYER,
    OUT_OF_TURN,
    PUT,
    SET_MOVER,
    changed,
    misplaced,
)
from boardless.state.sites import ANCHOR, KEY, MOVER, NONE, PIECES, Ground, Sites
from boardless.state.terms import location_term, packed, turn_term
from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit

ADJACENT_BIT = 8


@jit
def _content(sites: Sites, place: int) -> int:
    return packed(
        int(sites.what[place]),
        int(sites.who[place]),
        int(sites.amount[place]),
        int(sites.state[place]),
    )


@jit
def _link(sites: Sites, component: int, place: int) -> None:
    """Enter a place into the list of a component."""
    after = sites.first[component]
    sites.following[place] = after
    sites.previous[place] = NONE
    if after != NONE:
        sites.previous[after] = place
    sites.first[component] = place


@jit
def _unlink(sites: Sites, component: int, place: int) -> None:
    before, after = sites.previous[place], sites.following[place]
    if before == NONE:
        sites.first[component] = after
    else:
        sites.following[before] = after
    if after != NONE:
        sites.previous[after] = before


@jit
def _may_be_played(sites: Sites, ground: Ground, site: int) -> int:
    """Tell whether a cell is empty and adjacent to a piece, or the anchor of an empty board."""
    base = ground.offsets[0]
    if sites.what[base + site] != 0:
        return 0
    if sites.registers[PIECES] == 0:
        return 1 if site == sites.registers[ANCHOR] else 0
    k = ground.keys[site, 2]
    for slot in range(ground.step.shape[1]):
        if ground.relation[k, slot] & ADJACENT_BIT:
            other = ground.step[site, slot]
            if other != NONE and sites.what[base + other] != 0:
                return 1
    return 0


@jit
def _update_playable(sites: Sites, ground: Ground, site: int) -> None:
    """Follow a change at `site`, which its neighbours and the anchor may feel."""
    base = ground.offsets[0]
    sites.playable[base + site] = _may_be_played(sites, ground, site)
    k = ground.keys[site, 2]
    for slot in range(ground.step.shape[1]):
        other = ground.step[site, slot]
        if ground.relation[k, slot] & ADJACENT_BIT and other != NONE:
            sites.playable[base + other] = _may_be_played(sites, ground, other)
    anchor = sites.registers[ANCHOR]
    if anchor != NONE:
        sites.playable[base + anchor] = _may_be_played(sites, ground, anchor)


@jit
def _write(sites: Sites, ground: Ground, container: int, site: int, content: int) -> None:
    """Make a content that of a site, and let everything that depends on it follow."""
    place = ground.offsets[container] + site
    old = _content(sites, place)
    if old != 0:
        sites.registers[KEY] ^= location_term(ground, container, site, old)
    if content != 0:
        sites.registers[KEY] ^= location_term(ground, container, site, content)
    before, after = int(sites.what[place]), content & 255
    sites.what[place] = after
    sites.who[place] = content >> 8 & 255
    sites.amount[place] = content >> 16 & MAX_COUNT
    sites.state[place] = content >> 32
    if before == after:
        return
    if before != 0:
        _unlink(sites, before, place)
    if after != 0:
        _link(sites, after, place)
    if container == 0 and (before == 0 or after == 0):
        sites.registers[PIECES] += 1 if before == 0 else -1
        _update_playable(sites, ground, site)


@jit
def _set_mover(sites: Sites, mover: int) -> None:
    old = int(sites.registers[MOVER])
    if old != 0:
        sites.registers[KEY] ^= turn_term(old)
    sites.registers[KEY] ^= turn_term(mover)
    sites.registers[MOVER] = mover


@jit
def revert(sites: Sites, ground: Ground, mover: int, rows: Ints, count: int) -> None:
    """Write the contents of the first `count` PUT rows, last row first, and set the mover."""
    for n in range(count - 1, -1, -1):
        if rows[n, 0] == PUT:
            _write(sites, ground, int(rows[n, 1]), int(rows[n, 3]), int(rows[n, 5]))
    _set_mover(sites, mover)


@jit
def apply(
    sites: Sites, ground: Ground, mover: int, rows: Ints, inverse: Ints, cells: Ints
) -> tuple[int, int]:
    """Make the actions `rows`, (n, 6), of a move, and write what undoes them to `inverse`.

    The keys of their cells relative to the anchor go to `cells`, (n, 3). Returns the number of
    rows made and 0, or the row that cannot be made and the reason; then nothing has changed.
    """
    if mover != sites.registers[MOVER]:
        return 0, OUT_OF_TURN
    following = mover % ground.players + 1
    for n in range(rows.shape[0]):
        row = rows[n]
        why = 0
        inverse[n] = row
        if row[0] == SET_MOVER:
            if row[5] < 1 or row[5] > ground.players:
                why = NO_PLAYER
            else:
                following = int(row[5])
        else:
            why = misplaced(ground, row)
            if why == 0:
                content = _content(sites, ground.offsets[row[1]] + row[3])
                after = changed(ground, row, content)
                if after < 0:
                    why = -after
                else:
                    inverse[n, 0] = PUT
                    inverse[n, 5] = content
                    if row[1] == 0:
                        cells[n] = ground.keys[row[3]]
                        cells[n, :2] -= ground.origin
                    _write(sites, ground, int(row[1]), int(row[3]), after)
        if why != 0:
            revert(sites, ground, mover, inverse, n)
            return n, why
    _set_mover(sites, following)
    return rows.shape[0], 0


@jit
def extend(sites: Sites, ground: Ground, new: Ints) -> None:
    """Begin cells of the board, which have just been added: nothing lies on them."""
    base = ground.offsets[0]
    for site in new:
        sites.what[base + site] = 0
        sites.who[base + site] = 0
        sites.amount[base + site] = 0
        sites.state[base + site] = 0
    for site in new:
        sites.playable[base + site] = _may_be_played(sites, ground, site)


@jit
def clear(sites: Sites, ground: Ground, gone: Ints) -> None:
    """End cells of the board, on which nothing lies."""
    for site in gone:
        sites.playable[ground.offsets[0] + site] = 0


@jit
def listed(sites: Sites, component: int, found: Ints) -> int:
    """Write the places of a component to `found`, as many as fit; return how many there are."""
    n = 0
    place = sites.first[component]
    while place != NONE:
        if n < found.shape[0]:
            found[n] = place
        n += 1
        place = sites.following[place]
    return n
