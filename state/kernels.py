"""The compiled core of a state: applying actions, undoing them, and what follows from them.

All containers lie one after another in flat arrays (`Sites`), hands first, so that the board can
grow at the end; the place of a site is the offset of its container plus the site. What a site holds
is one number, its content: component, owner, count and local state packed into 40 bits, 0 when
nothing lies there. Every change of the position is a change of contents, made by `_write`.

A transposition key is the exclusive or of one term for each site that holds something and one for
the mover. A term depends on the lattice key relative to the anchor, not on the site, so neither the
order of growth nor the place where the board started matters.
"""

from state.sites import NONE, Ground, Sites
from topo.arrays import Ints
from topo.jit import jit

ADJACENT_BIT = 8

#: The prototile of sites that no cell has; see `topo.kernels`.
GONE = -1

#: Actions. PUT writes a whole content; only undo records and first positions have it.
PUT, ADD, REMOVE, SET_COUNT, SET_STATE, SET_MOVER = 0, 1, 2, 3, 4, 5
CELL = 0

#: Where the registers of a position lie in `Sites.registers`.
KEY, MOVER, PIECES, ANCHOR = 0, 1, 2, 3

#: Why an action cannot be made.
(
    OUT_OF_TURN, NO_ACTION, NO_CONTAINER, NO_TYPE, NO_LEVEL, NO_SITE, NO_COMPONENT, OCCUPIED,
    VACANT, OTHER, NO_COUNT, NO_STATE, NO_PLAYER,
) = range(1, 14)  # fmt: skip

MAX_COUNT = 65_535
MAX_STATE = 255

_HALF = 2**31 - 1
#: Stands for a container in the mover's term of a key.
_TURN = 255


@jit
def packed(what: int, who: int, count: int, state: int) -> int:
    """Return a content."""
    return what | who << 8 | count << 16 | state << 32


@jit
def _content(sites: Sites, place: int) -> int:
    return packed(
        int(sites.what[place]),
        int(sites.who[place]),
        int(sites.amount[place]),
        int(sites.state[place]),
    )


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
def _location_term(ground: Ground, container: int, site: int, content: int) -> int:
    if container != 0:
        return term(site, 0, 0, container, content)
    i = int(ground.keys[site, 0]) - int(ground.origin[0])
    j = int(ground.keys[site, 1]) - int(ground.origin[1])
    return term(i, j, int(ground.keys[site, 2]), 0, content)


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
        sites.registers[KEY] ^= _location_term(ground, container, site, old)
    if content != 0:
        sites.registers[KEY] ^= _location_term(ground, container, site, content)
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
        sites.registers[KEY] ^= term(old, 0, 0, _TURN, 1)
    sites.registers[KEY] ^= term(mover, 0, 0, _TURN, 1)
    sites.registers[MOVER] = mover


@jit
def _misplaced(ground: Ground, row: Ints) -> int:
    """Return why an action's location does not exist, or 0."""
    if row[1] < 0 or row[1] >= ground.sizes.shape[0]:
        return NO_CONTAINER
    if row[2] != CELL:
        return NO_TYPE
    if row[3] < 0 or row[3] >= ground.sizes[row[1]]:
        return NO_SITE
    if row[1] == 0 and ground.keys[row[3], 2] == GONE:
        return NO_SITE
    if row[4] != 0:
        return NO_LEVEL
    return 0


@jit
def _changed(ground: Ground, row: Ints, content: int) -> int:
    """Return what becomes of a content, or minus the reason why the action cannot be made."""
    action, value = int(row[0]), int(row[5])
    what, who = content & 255, content >> 8 & 255
    count, state = content >> 16 & MAX_COUNT, content >> 32
    if action in (ADD, REMOVE):
        if value < 1 or value >= ground.owners.shape[0]:
            return -NO_COMPONENT
    elif action not in (SET_COUNT, SET_STATE):
        return -NO_ACTION
    if action == ADD:
        # A hand holds several pieces of a component on a site; a cell of the board one.
        if what != 0 and (row[1] == 0 or what != value):
            return -OCCUPIED
        if count == MAX_COUNT:
            return -NO_COUNT
        return packed(value, int(ground.owners[value]), count + 1, state)
    if what == 0:
        return -VACANT
    if action == REMOVE:
        if what != value:
            return -OTHER
        return 0 if count == 1 else packed(what, who, count - 1, state)
    if action == SET_COUNT:
        if value < 1 or value > MAX_COUNT:
            return -NO_COUNT
        return packed(what, who, value, state)
    if value < 0 or value > MAX_STATE:
        return -NO_STATE
    return packed(what, who, count, value)


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
            why = _misplaced(ground, row)
            if why == 0:
                content = _content(sites, ground.offsets[row[1]] + row[3])
                changed = _changed(ground, row, content)
                if changed < 0:
                    why = -changed
                else:
                    inverse[n, 0] = PUT
                    inverse[n, 5] = content
                    if row[1] == 0:
                        cells[n] = ground.keys[row[3]]
                        cells[n, :2] -= ground.origin
                    _write(sites, ground, int(row[1]), int(row[3]), changed)
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
def _moved(place: int, base: int, index: Ints) -> int:
    return int(place if place < base else base + index[place - base])


@jit
def renumber(old: Sites, new: Sites, base: int, index: Ints) -> None:
    """Copy a position to `new`, where site n of the board is ``index[n]``, or gone if NONE."""
    for place in range(base + index.shape[0]):
        to = _moved(place, base, index)
        if to < base and place >= base:
            continue
        new.what[to] = old.what[place]
        new.who[to] = old.who[place]
        new.amount[to] = old.amount[place]
        new.state[to] = old.state[place]
        new.playable[to] = old.playable[place]
        if old.what[place] != 0:
            new.following[to] = _moved(old.following[place], base, index)
            new.previous[to] = _moved(old.previous[place], base, index)
    for component in range(old.first.shape[0]):
        new.first[component] = _moved(old.first[component], base, index)
    new.registers[:] = old.registers
    new.registers[ANCHOR] = index[old.registers[ANCHOR]]


@jit
def renumber_rows(rows: Ints, count: int, index: Ints) -> None:
    """Give the sites of the board in the first `count` rows their new numbers."""
    for n in range(count):
        if rows[n, 1] == 0 and rows[n, 0] != SET_MOVER:
            rows[n, 3] = index[rows[n, 3]]


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
