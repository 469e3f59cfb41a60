"""Initial positions, and going back to one."""

from typing import NamedTuple

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import (
    APPEND,
    BY_RULE,
    COUNT,
    EXTERNAL_BOARD,
    FROM,
    GONE,
    GROWTH_STEP,
    LAST,
    MOVER,
    NEXT,
    NONE,
    NOTED,
    NOTING,
    PLIES,
    SETTINGS,
    STANDING,
    UNDO,
    UPDATE,
    Arrays,
)
from boardless.state.engine.bits import (
    WORD,
    clear_bitboards,
    turn_term,
)
from boardless.state.engine.cells import add, clear_site
from boardless.state.engine.pieces import (
    hold,
    is_cell,
    put,
    relist_around,
    set_field,
)
from boardless.state.engine.rules import relist, set_out
from boardless.state.engine.segments import join_tile
from boardless.state.engine.stacks import push
from boardless.state.engine.tables import NOWHERE


@by_address
class StartBoard(NamedTuple):
    """The start of games: n cells and m pieces, see `build`."""

    codes: Ints  # int64 (n,)
    kinds: Ints  # (n,): prototiles
    begun: Ints  # (m, 3): see `Arrays`
    rebuild: bool  # whether each game builds its board again


@kernel
def clear(s: Arrays) -> None:
    """Take everything off the board, fill the hands, and bring the lists up to date."""
    for site in range(1, s.n[COUNT] + 1):
        clear_site(s, site)
        s.neighbours[site] = 0
        if s.kept.owned >= 0:
            for a in range(s.kept.owned, s.kept.lists):
                s.where[a, site] = 0
    if s.kept.bitboards > 0:
        clear_bitboards(s)
    s.n[STANDING] = 0
    if UNDO:
        s.key[0] = turn_term(int64(s.n[MOVER]))
    place(s, True)
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if EXTERNAL_BOARD and s.code[site] == NOWHERE:
            continue
        relist(s, site)


@kernel
def place(s: Arrays, held: bool) -> None:
    """Put the pieces that the game begins with in the hands (`held`), or on the board."""
    for m in range(s.begun.shape[0]):
        component, site = int64(s.begun[m, 0]), int64(s.begun[m, 1])
        if held != (site <= s.kit.held):
            continue
        if s.sites.levels > 0:
            pile(s, m)
        elif held:
            # Unused rows have site 0, and boards without hands may have such rows.
            if s.kit.held > 0:
                hold(s, site, component, int64(s.begun[m, 2]))
        else:
            put(s, site, component)
            if EXTERNAL_BOARD:
                relist_around(s, site)
            if s.segments.segments > 0:
                join_tile(s, site)
            if s.sites.counted and s.rules.effects:
                set_field(s, s.sites.counts, site, int64(s.begun[m, 2]))


@kernel
def pile(s: Arrays, m: int) -> None:
    """Pile start pieces up on their site."""
    site = int64(s.begun[m, 1])
    for _ in range(s.begun[m, 2]):
        push(s, site, int64(s.begun[m, 0]))
    if EXTERNAL_BOARD and site > s.kit.held:
        relist_around(s, site)


@entry
def build(s: Arrays, codes: Ints, kinds: Ints, begun: Ints, noting: bool) -> None:
    """Make the start board of cells with these codes, and `begin`."""
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        s.table[s.spot[site]] = NONE
    s.n[COUNT] = s.kit.held
    for m in range(begun.shape[0]):
        for column in range(3):
            s.begun[m, column] = begun[m, column]
    for m in range(codes.shape[0]):
        add(s, codes[m], int64(kinds[m]))
    for m in range(s.plane.links.shape[0]):
        other = int64(s.plane.links[m])
        s.step[(s.kit.held + 1) * s.plane.slots + m] = other + s.kit.held if other != NONE else NONE
    begin(s, noting)


@entry
def begin(s: Arrays, noting: bool) -> None:
    """Go to the first position on the present board; with `noting`, moves can be taken back."""
    reset(s)
    for m in range(s.met.shape[0]):
        s.met[m] = 0
    s.n[MOVER] = 1
    s.n[NEXT] = 2 if s.kit.players > 1 else 1
    if EXTERNAL_BOARD:
        # The cells may have been there before.
        for site in range(s.n[COUNT] + 1):
            s.seen[site] = 0
            for a in range(s.kept.lists):
                s.where[a, site] = 0
    clear(s)
    if BY_RULE:
        for site in range(s.kit.held + 1, s.n[COUNT] + 1):
            if not is_cell(s, site):
                s.n[GONE] += 1
    place(s, False)
    if s.begun.shape[0] > 0:
        s.n[LAST] = s.begun[s.begun.shape[0] - 1, 1]
    s.n[FROM] = s.n[LAST]
    if s.n[LAST] <= s.kit.held:
        # The last start piece went to a hand, which does not count as the target of a move.
        s.n[LAST] = NONE
    set_out(s)
    if UNDO:
        s.n[NOTED] = 0
        s.n[NOTING] = 1 if noting else 0


@kernel
def reset(s: Arrays) -> None:
    """Set places, numbers, lists, and counters except settings to 0, and take no notes."""
    for counter in range(s.n.shape[0]):
        if counter not in SETTINGS and counter != COUNT:
            s.n[counter] = 0
    s.n[NOTING] = 0
    for player in range(s.rank.shape[0]):
        s.rank[player] = 0
    for m in range(s.rules.numbers):
        s.numbers[m] = 0
    for a in range(s.kept.lists):
        s.size[a] = 0


@entry
def restore(s: Arrays, start: Arrays) -> None:
    """Go back to the state `start`, at the cost of its contents and of cells added since."""
    count = int64(start.n[COUNT])
    moved = GROWTH_STEP and s.n[UPDATE] != APPEND and s.n[COUNT] != count
    if moved:
        _number_again(s, start)
    else:
        for site in range(count + 1, s.n[COUNT] + 1):
            s.table[s.spot[site]] = NONE
    if s.n[COUNT] != count:
        for m in range(s.plane.slots, (count + 1) * s.plane.slots):
            s.step[m] = start.step[m]
    for counter in range(s.n.shape[0]):
        s.n[counter] = start.n[counter]
    s.key[0] = start.key[0]
    for player in range(s.rank.shape[0]):
        s.rank[player] = start.rank[player]
    # Rows are copied one after another: loops that do nothing else are the quickest.
    for site in range(1, count + 1):
        s.what[site] = start.what[site]
        s.who[site] = start.who[site]
        s.neighbours[site] = start.neighbours[site]
        s.seen[site] = 0
    # Without the conditions, games without such rows would still run their loops.
    if s.sites.fields > 0:
        copy_rows(s.fields, start.fields, count + 1)
    if s.segments.segments > 0:
        copy_rows(s.joined, start.joined, count + 1)
    if s.kept.sets > 0:
        copy_rows(s.sets, start.sets, count + 1)
    if s.kept.bitboards > 0:
        copy_rows(s.bitboards, start.bitboards, (count + 31) >> WORD)
    if s.sites.levels > 0:
        for site in range(1, count + 1):
            restore_levels(s, start, site)
    for m in range(s.rules.numbers):
        s.numbers[m] = start.numbers[m]
    if s.rules.repeats:
        for m in range(s.met.shape[0]):
            s.met[m] = start.met[m]
    for a in range(s.kept.lists):
        s.size[a] = start.size[a]
        for m in range(s.size[a]):
            s.legal[a, m] = start.legal[a, m]
        for site in range(1, count + 1):
            s.where[a, site] = start.where[a, site]


@kernel
def copy_rows(rows: Ints, source: Ints, end: int) -> None:
    """Copy the first `end` columns of all rows."""
    for row in range(rows.shape[0]):
        for column in range(end):
            rows[row, column] = source[row, column]


@kernel
def begin_playout(s: Arrays, start: Arrays, board: StartBoard, noting: bool) -> None:
    """Go to the first position of one of many games."""
    if board.rebuild:
        build(s, board.codes, board.kinds, board.begun, noting)
    else:
        restore(s, start)


@kernel
def restore_levels(s: Arrays, start: Arrays, site: int) -> None:
    """Restore the pieces below the top of a site."""
    count = int64(start.under[0, site])
    s.under[0, site] = count
    rows = 1 + max(count - 1, 0) * (1 + s.sites.fields)
    for row in range(1, s.under.shape[0] if s.sites.leaves else rows):
        s.under[row, site] = start.under[row, site]


@kernel
def _number_again(s: Arrays, start: Arrays) -> None:
    """Give the cells of the start their first numbers."""
    count = int64(start.n[COUNT])
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        s.table[s.spot[site]] = NONE
    for site in range(s.kit.held + 1, count + 1):
        s.code[site] = start.code[site]
        s.spot[site] = start.spot[site]
        s.kind[site] = start.kind[site]
        s.table[s.spot[site]] = site
    for m in range(s.begun.shape[0]):
        s.begun[m, 1] = start.begun[m, 1]
    for ply in range(start.n[PLIES]):
        s.history[ply, 1] = start.history[ply, 1]
        s.history[ply, 2] = start.history[ply, 2]
