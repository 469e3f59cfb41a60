"""The positions after one move, as rows; see `packing`."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import entry, int64, kernel, making, making_entry
from boardless.state.engine.arrays import (
    FROM,
    LAST,
    NAMED,
    NONE,
    OPEN,
    PASS,
    PASSED,
    PLIES,
    SWAP,
    Arrays,
)
from boardless.state.engine.moves import (
    choices,
    fits,
    has_room,
    is_lost,
    load_move,
    move,
    write_choices,
)
from boardless.state.engine.packing import (
    LAST_FROM,
    LAST_TO,
    LEAST_I,
    LEAST_J,
    NO_ROOM,
    TOO_WIDE,
    key_of,
    lay,
    pack,
    place_of,
)
from boardless.state.engine.pieces import amount, height
from boardless.state.engine.undo import undo

#: Columns of a link: the row it comes from, rule, place it comes from (three numbers), place it
#: goes to, and the component on the place it comes from. A place in a hand is its site, 0 and -1.
LINK = 9
#: Where moves have effects: what stands on the place it goes to before and after, how that is
#: turned, the levels of the two places, and whether what is on the first is still there.
THERE, PUT, TURNED, LEVEL_FROM, LEVEL_TO, COPIES, LINK_WITH_EFFECTS = range(9, 16)


class Expanding(IntEnum):
    """Ends of an expansion: complete; no room in the state, or for rows; a position too wide."""

    ALL = 0
    STATE_FULL = 1
    ROWS_FULL = 2
    TOO_WIDE = 3


@by_address
class Expansion(NamedTuple):
    """Positions that are found, and what finding them takes: n moves at most."""

    form: Ints  # see `packing`
    turns: Ints  # see `packing.image`
    rows: Ints  # int32: the positions that moves lead to
    ends: Ints  # int64 (n,): where each of them ends
    keys: Ints  # int64 (n,)
    links: Ints  # int32 (n, LINK) or wider
    sites: Ints  # int64 (room,): spare, as the rest
    spare: Ints  # int32, as large as `rows`
    lists: Ints  # int64 (3, room, NAMED + bound): legal moves
    counts: Ints  # int64 (2,): moves made, and how it ended, see `Expanding`


@entry
def expand(s: Arrays, e: Expansion, rows: Ints, starts: Ints, first: int, last: int) -> int:
    """Make every move from rows `first` to `last` - 1; return the first one without room.

    Position n of `rows` lies from ``starts[n]`` to ``starts[n + 1]``.
    """
    made = 0
    at = 0
    e.counts[1] = Expanding.ALL
    for number in range(first, last):
        if rows[starts[number]] != 0:
            continue
        before, count = made, 0
        if lay(s, e.form, rows, int64(starts[number]), int64(starts[number + 1])):
            count = listed(s, e.lists[0])
        else:
            e.counts[1] = Expanding.STATE_FULL
        if not has_room(s) or not fits(s, count):
            e.counts[1] = Expanding.STATE_FULL
        elif made + count > e.links.shape[0]:
            e.counts[1] = Expanding.ROWS_FULL
        choice = 0
        while e.counts[1] == Expanding.ALL and choice < count:
            rule, origin, site = load_move(s, e.lists[0], choice)
            write_link(s, e.form, e.links, int64(made), number, rule, origin, site)
            winner = step(s, rule, origin, site)
            write_done(s, e.links, int64(made), origin, site)
            # Everyone may have to pass from here.
            deep = has_room(s) and s.n[PLIES] + s.kit.players + 1 < s.marks.shape[0]
            if is_lost(s) or (winner == OPEN and not deep):
                e.counts[1] = Expanding.STATE_FULL
                break
            winner = settled_row(s, e.form, winner, e.lists)
            begin = at
            at = pack(s, e.form, e.turns, winner, e.sites, e.rows, begin, e.spare)
            if at < 0:
                e.counts[1] = Expanding.TOO_WIDE if at == TOO_WIDE else Expanding.ROWS_FULL
                break
            e.keys[made] = key_of(e.rows, begin, at)
            e.ends[made] = at
            made += 1
            choice += 1
            step_back(s)
        if e.counts[1] != Expanding.ALL:
            e.counts[0] = before
            return number
    e.counts[0] = made
    return last


@making
def step(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move; compiled once for all that make one."""
    return move(s, rule, origin, site)


@making
def step_back(s: Arrays) -> None:
    """Set the counter, which increases after every move."""
    undo(s)


@making
def listed(s: Arrays, moves: Ints) -> int:
    """Write the legal moves, or a pass, to `moves`; return their number."""
    count = choices(s)
    write_choices(s, moves, 0, count)
    return max(count, 1)


@making
def settled_row(s: Arrays, form: Ints, winner: int, lists: Ints) -> int:
    """Return the winner, even if all can only pass; clear a last move that does not matter."""
    count = 0
    if winner == OPEN:
        winner = passed_out(s, lists[1])
        if form[LAST_TO] == 1 or form[LAST_FROM] == 1:
            count = listed(s, lists[1])
    if form[LAST_TO] != 0 and not (winner == OPEN and matters(s, form, LAST_TO, count, lists)):
        s.n[LAST] = NONE
    if form[LAST_FROM] != 0 and not (winner == OPEN and matters(s, form, LAST_FROM, count, lists)):
        s.n[FROM] = NONE
    return winner


@making
def matters(s: Arrays, form: Ints, part: int, count: int, lists: Ints) -> bool:
    """Return True if the legal moves depend on a place of the last move."""
    if form[part] != 1:
        return True
    counter = LAST if part == LAST_TO else FROM
    before = s.n[counter]
    s.n[counter] = NONE
    same = listed(s, lists[2]) == count and count <= lists.shape[1]
    s.n[counter] = before
    for choice in range(count if same else 0):
        for m in range(NAMED + s.rules.bound):
            same = same and lists[1, choice, m] == lists[2, choice, m]
    return not same


@making
def passed_out(s: Arrays, moves: Ints) -> int:
    """Return the winner if everyone can only pass until the end, else OPEN."""
    winner = OPEN
    passes = 0
    while winner == OPEN and passes <= s.kit.players and listed(s, moves) == 1:
        rule, origin, site = load_move(s, moves, 0)
        if rule == SWAP:
            break
        winner = step(s, rule, origin, site)
        passes += 1
        if rule != PASS and s.n[PASSED] == 0:
            winner = OPEN
            break
    for _ in range(passes):
        step_back(s)
    return winner


@kernel
def write_link(
    s: Arrays, form: Ints, links: Ints, m: int, number: int, rule: int, origin: int, site: int
) -> None:
    """Write down a move, with places as rows count them."""
    links[m, 0] = number
    links[m, 1] = rule
    write_seen(s, form, links, m, 2, origin)
    write_seen(s, form, links, m, 5, site)
    links[m, 8] = s.what[origin]
    if s.rules.effects:
        links[m, THERE] = s.what[site]
        links[m, LEVEL_FROM] = height(s, origin) - 1
        links[m, COPIES] = amount(s, origin)


@kernel
def write_seen(s: Arrays, form: Ints, links: Ints, m: int, column: int, site: int) -> None:
    """Write the place of a site to columns of a link."""
    i, j, k = place_of(s, site)
    if k >= 0:
        i -= int64(form[LEAST_I])
        j -= int64(form[LEAST_J])
    links[m, column] = i
    links[m, column + 1] = j
    links[m, column + 2] = k


@kernel
def write_done(s: Arrays, links: Ints, m: int, origin: int, site: int) -> None:
    """Write the results of a move with effects at its origin and its target."""
    if s.rules.effects:
        links[m, PUT] = s.what[site]
        links[m, TURNED] = s.fields[s.sites.rotations, site] if s.sites.rotations >= 0 else 0
        links[m, LEVEL_TO] = height(s, site) - 1
        there = s.what[origin] == links[m, 8] and amount(s, origin) == links[m, COPIES]
        links[m, COPIES] = there and height(s, origin) - 1 == links[m, LEVEL_FROM]


@making_entry
def packed_row(s: Arrays, form: Ints, turns: Ints, winner: int) -> tuple[Ints, int]:
    """Return the row of the position, empty if it is too wide, and its key."""
    last, origin = s.n[LAST], s.n[FROM]
    lists = np.zeros((3, s.found.shape[0], NAMED + s.rules.bound), np.int64)
    winner = settled_row(s, form, winner, lists)
    sites = np.zeros(s.code.shape[0], np.int64)
    row = np.zeros(s.code.shape[0], np.int32)
    end = pack(s, form, turns, winner, sites, row, 0, np.zeros_like(row))
    while end == NO_ROOM:
        row = np.zeros(2 * row.shape[0], np.int32)
        end = pack(s, form, turns, winner, sites, row, 0, np.zeros_like(row))
    s.n[LAST], s.n[FROM] = last, origin
    return row[: max(end, 0)], key_of(row, 0, end)
