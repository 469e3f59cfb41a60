"""Compiled from a description of a game: start, legal moves, moves, outcome, playouts.

Sites are numbers of cells in the order in which they came on the board, counted from 1; site 0 is
no cell and always empty. The code of cell (i, j, k) is ``i * KINDS + k + j * ROW``: one number, to
which a step adds a constant, and whose low bits spread a compact board evenly over a table. All
arrays that hold sites are unsigned, so that no index is checked for counting from the end.
"""

from typing import NamedTuple

import numpy as np

from games.runtime import below, kernel, making, mix, whole
from topo.arrays import Ints

# -- constants
KINDS = 1
SLOTS = 6
ROW = 9131057645
DELTA = np.array([ROW, 1, 1 - ROW, -ROW, -1, ROW - 1], dtype=np.int64)
BACK = np.array([3, 4, 5, 0, 1, 2], dtype=np.uint8)
KIND = np.array([0, 0, 0, 0, 0, 0], dtype=np.uint8)
ADJACENT = np.array([1, 1, 1, 1, 1, 1], dtype=np.uint8)
SIDES = 6
ORTHOGONAL = np.array([0, 1, 2, 3, 4, 5], dtype=np.uint8)
HEIGHT = np.array([0, 3, 0], dtype=np.int64)
BREADTH = np.array([2, 1, 0], dtype=np.int64)
PLANES = np.array([[1, 0, 0]], dtype=np.int64)
PLAYERS = 2
OWNER = np.array([0, 1, 2], dtype=np.uint8)
LISTS = 1
ALL_ADJACENT = True
# -- end of constants

NONE = 0
#: Where a search in the table goes on: odd and far away, so that long rows do not queue up.
STRIDE = 457164679
POSITIVE = 0x7FFFFFFF
#: Answers of `playouts` beside a number of playouts.
NEED_ROOM = -1
#: Winner while the game goes on.
OPEN = -1
#: How the board grows, and how the state follows (see `strategies.technique`).
FIXED, ZONE, CONTOUR = 0, 1, 2
APPEND, MAP, REPLAY = 0, 1, 2
#: Rules of moves that stand in no description.
PASS, SWAP = -1, -2

# Where `State.n` keeps what.
COUNT, PLIES, MOVER, LAST, PASSES, FILL, GROWTH, UPDATE, SWAPPED, FOUND, PHASE = range(11)
COUNTERS = PHASE + PLAYERS + 1


class State(NamedTuple):
    """The board and what stands on it."""

    n: Ints  # uint32 (COUNTERS,): see the names above
    table: Ints  # uint32, a power of two, at most half full: site by code, or NONE
    code: Ints  # int64 (room,)
    place: Ints  # uint32 (room,): where `table` holds the site
    kind: Ints  # uint8 (room,): prototile
    step: Ints  # uint32 (room * SLOTS,): the neighbour in each slot, or NONE
    what: Ints  # uint8 (room,): component, or 0
    who: Ints  # uint8 (room,): its owner
    near: Ints  # uint8 (room,): pieces on adjacent sites
    legal: Ints  # uint32 (LISTS, room): sites that a rule may go to
    where: Ints  # uint32 (LISTS, room): place in `legal` from 1, 0 for a site that is not there
    size: Ints  # uint32 (LISTS,): length of each list
    seen: Ints  # uint32 (room,): last flood fill that met the site
    stack: Ints  # uint32 (room,)
    hand: Ints  # int32 (hand sites + 1, 2): component and count
    held: Ints  # int32, the same at the start
    begun: Ints  # int32 (pieces, 2): component and site of what stands on the board at the start
    history: Ints  # int32 (plies, 3): rule, from and to of every move; not kept when appending
    found: Ints  # int32 (room, 3): moves found by searching


def make(room: int, plies: int, held: Ints, begun: Ints) -> State:
    """Return arrays for up to `room` - 1 cells, a power of two, and `plies` moves.

    `held` and `begun` are what hands hold and what stands on the board at the start.
    """
    return State(
        n=np.zeros(COUNTERS, np.uint32),
        table=np.zeros(2 * room, np.uint32),
        code=np.zeros(room, np.int64),
        place=np.zeros(room, np.uint32),
        kind=np.zeros(room, np.uint8),
        step=np.zeros(room * SLOTS, np.uint32),
        what=np.zeros(room, np.uint8),
        who=np.zeros(room, np.uint8),
        near=np.zeros(room, np.uint8),
        legal=np.zeros((LISTS, room), np.uint32),
        where=np.zeros((LISTS, room), np.uint32),
        size=np.zeros(LISTS, np.uint32),
        seen=np.zeros(room, np.uint32),
        stack=np.zeros(room, np.uint32),
        hand=held.astype(np.int32),
        held=held.astype(np.int32),
        begun=begun.astype(np.int32),
        history=np.zeros((plies, 3), np.int32),
        found=np.zeros((room, 3), np.int32),
    )


# -- the board


@kernel
def find(s: State, code: int) -> int:
    """Return the site of a code, or NONE."""
    last = s.table.shape[0] - 1
    h = code & POSITIVE & last
    site = whole(s.table[h])
    while site != NONE and s.code[site] != code:
        h = (h + STRIDE) & POSITIVE & last
        site = whole(s.table[h])
    return site


@kernel
def enter(s: State, site: int) -> None:
    """Enter a site in the table."""
    last = s.table.shape[0] - 1
    h = whole(s.code[site]) & POSITIVE & last
    while s.table[h] != NONE:
        h = (h + STRIDE) & POSITIVE & last
    s.table[h] = site
    s.place[site] = h


@kernel
def add(s: State, code: int, kind: int) -> int:
    """Add an empty cell and link it with its neighbours; return its site."""
    site = whole(s.n[COUNT]) + 1
    s.n[COUNT] = site
    s.code[site] = code
    enter(s, site)
    if KINDS > 1:
        s.kind[site] = kind
    s.what[site] = 0
    s.who[site] = 0
    s.seen[site] = 0
    for a in range(LISTS):
        s.where[a, site] = 0
    near = 0
    for t in range(SLOTS):
        row = kind * SLOTS + t
        other = find(s, code + whole(DELTA[row]))
        s.step[site * SLOTS + t] = other
        if other != NONE:
            s.step[other * SLOTS + whole(BACK[row])] = site
            if s.what[other] != 0 and (ALL_ADJACENT or ADJACENT[row] != 0):
                near += 1
    s.near[site] = near
    return site


@kernel
def has_room(s: State) -> bool:
    """Tell whether any move can be made without more room."""
    more = SLOTS
    if s.n[GROWTH] == CONTOUR:
        # A contour is no larger than its perimeter twice over, and some corners.
        more = 2 * whole(s.n[COUNT]) + 32
    if s.n[UPDATE] != APPEND and s.n[PLIES] >= s.history.shape[0]:
        return False
    return bool(s.n[COUNT] + more < s.code.shape[0])


@kernel
def on_perimeter(s: State, site: int) -> bool:
    """Tell whether a cell adjacent to `site` is missing."""
    kind = whole(s.kind[site])
    for t in range(SLOTS):
        if s.step[site * SLOTS + t] == NONE and ADJACENT[kind * SLOTS + t] != 0:
            return True
    return False


@making
def grow_contour(s: State) -> None:
    """Add the ring of cells around the board, and what makes a regular board regular again."""
    before = whole(s.n[COUNT])
    limits = depths(s, 1, before)
    for site in range(1, before + 1):
        kind = whole(s.kind[site])
        for t in range(SLOTS):
            row = kind * SLOTS + t
            if s.step[site * SLOTS + t] == NONE and ADJACENT[row] != 0:
                add(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))
    for site in range(before + 1, s.n[COUNT] + 1):
        if inside(limits, whole(s.code[site])):
            return
    limits = depths(s, before + 1, whole(s.n[COUNT]))
    site = before + 1
    while site <= s.n[COUNT]:
        kind = whole(s.kind[site])
        for m in range(SIDES):
            t = whole(ORTHOGONAL[kind * SIDES + m])
            row = kind * SLOTS + t
            code = whole(s.code[site] + DELTA[row])
            if s.step[site * SLOTS + t] == NONE and inside(limits, code):
                add(s, code, whole(KIND[row]))
        site += 1


@kernel
def split(code: int) -> tuple[int, int, int]:
    """Return the lattice key of a code."""
    j = (code + ROW // 2) // ROW
    rest = code - j * ROW
    return rest // KINDS, j, rest % KINDS


@making
def depths(s: State, first: int, last: int) -> Ints:
    """Return how far cells `first` to `last` reach towards each half-plane of the regular shape."""
    limits = np.full(PLANES.shape[0], -(2**40), np.int64)
    for site in range(first, last + 1):
        i, j, k = split(whole(s.code[site]))
        for h in range(PLANES.shape[0]):
            depth = PLANES[h, 0] * i + PLANES[h, 1] * j + PLANES[h, 2] * k
            limits[h] = max(limits[h], depth)
    return limits


@kernel
def inside(limits: Ints, code: int) -> bool:
    """Tell whether a cell lies in all the half-planes."""
    i, j, k = split(code)
    within = True
    for h in range(PLANES.shape[0]):
        depth = PLANES[h, 0] * i + PLANES[h, 1] * j + PLANES[h, 2] * k
        within = within and depth <= limits[h]
    return within


@kernel
def site_of(s: State, number: int) -> int:
    """Return the site of a number of the language: the board's from 0, then those of the hands."""
    count = whole(s.n[COUNT])
    if number < 0 or number >= count + s.hand.shape[0] - 1:
        return NONE
    return number + 1 if number < count else count - 1 - number


@kernel
def number_of(s: State, site: int) -> int:
    """Return the number that a site has in the language; -1 where there is none."""
    return site - 1 if site >= 0 else whole(s.n[COUNT]) - 1 - site


@kernel
def what_at(s: State, site: int) -> int:
    """Return the component on a site of the board or of a hand."""
    return whole(s.what[site]) if site >= 0 else whole(s.hand[-1 - site, 0])


# -- pieces


@kernel
def enlist(s: State, a: int, site: int) -> None:
    """Append a site to a list."""
    size = whole(s.size[a])
    s.legal[a, size] = site
    s.where[a, site] = size + 1
    s.size[a] = size + 1


@kernel
def delist(s: State, a: int, site: int) -> None:
    """Take a site from a list; the last of the list takes its place."""
    size = whole(s.size[a]) - 1
    s.size[a] = size
    last = whole(s.legal[a, size])
    place = whole(s.where[a, site])
    s.legal[a, place - 1] = last
    s.where[a, last] = place
    s.where[a, site] = 0


@kernel
def put(s: State, site: int, component: int) -> None:
    """Put a piece on a site; by zones the board grows around it. Lists follow."""
    fresh = s.what[site] == 0
    s.what[site] = component
    s.who[site] = OWNER[component]
    kind = whole(s.kind[site]) if KINDS > 1 else 0
    for t in range(SLOTS):
        row = kind * SLOTS + t
        other = whole(s.step[site * SLOTS + t])
        adjacent = ALL_ADJACENT or ADJACENT[row] != 0
        if other == NONE:
            if s.n[GROWTH] != ZONE or not adjacent:
                continue
            other = add(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))
        elif fresh and adjacent:
            s.near[other] += 1
        relist(s, other)
    relist(s, site)


@kernel
def lift(s: State, site: int) -> None:
    """Take the piece off a site; lists follow."""
    s.what[site] = 0
    s.who[site] = 0
    kind = whole(s.kind[site]) if KINDS > 1 else 0
    for t in range(SLOTS):
        other = whole(s.step[site * SLOTS + t])
        if other != NONE:
            if ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0:
                s.near[other] -= 1
            relist(s, other)
    relist(s, site)


# -- rules


@kernel
def relist(s: State, site: int) -> None:
    """Bring the lists up to date about a site."""


@kernel
def count_moves(s: State, mover: int) -> int:
    """Return the number of legal moves of a player, passing and swapping aside."""
    return whole(s.size[0])


@kernel
def pick(s: State, mover: int, choice: int) -> tuple[int, int, int]:
    """Return rule, from and to of a legal move."""
    return 0, NONE, whole(s.legal[0, choice])


@kernel
def perform(s: State, rule: int, origin: int, site: int) -> None:
    """Do what a move of a rule does to the pieces."""


@kernel
def outcome(s: State, mover: int, last: int) -> int:
    """Return the winner after a move, 0 for a draw, OPEN while the game goes on."""
    return OPEN


MAY_SWAP = False
# -- end of rules


@kernel
def has_swap(s: State) -> bool:
    """Tell whether the mover may take over the first move."""
    return MAY_SWAP and s.n[PLIES] == 1 and s.n[SWAPPED] == 0


@kernel
def choices(s: State) -> int:
    """Return the number of legal moves of the mover; 0 when he can only pass."""
    count = count_moves(s, whole(s.n[MOVER]))
    if has_swap(s):
        count += 1
    return count


@kernel
def choice_at(s: State, choice: int) -> tuple[int, int, int]:
    """Return rule, from and to of a move by its number; the mover passes when there is none."""
    mover = whole(s.n[MOVER])
    count = count_moves(s, mover)
    if choice < count:
        return pick(s, mover, choice)
    return (SWAP if has_swap(s) else PASS), NONE, NONE


@kernel
def move(s: State, rule: int, origin: int, site: int) -> int:
    """Make a move, let the board answer it, and return the winner, 0 for a draw, or OPEN."""
    mover = whole(s.n[MOVER])
    ply = whole(s.n[PLIES])
    s.n[PLIES] = ply + 1
    if s.n[UPDATE] != APPEND:
        s.history[ply, 0] = rule
        s.history[ply, 1] = origin
        s.history[ply, 2] = site
    if rule == SWAP:
        # The players trade places: the second now owns the first move, and it is the first's turn
        # with the other pieces.
        s.n[SWAPPED] = 1
        return OPEN
    s.n[MOVER] = mover % PLAYERS + 1
    if rule == PASS:
        s.n[PASSES] += 1
        s.n[LAST] = NONE
        winner = outcome(s, mover, NONE)
        if winner == OPEN and s.n[PASSES] >= PLAYERS:
            return 0
        return in_seats(s, winner)
    s.n[PASSES] = 0
    if s.n[UPDATE] != APPEND or s.n[GROWTH] == CONTOUR:
        site = answer(s, site)
        if s.n[UPDATE] != APPEND:
            origin = whole(s.history[ply, 1])
    s.n[LAST] = site
    perform(s, rule, origin, site)
    return in_seats(s, outcome(s, mover, site))


@kernel
def in_seats(s: State, winner: int) -> int:
    """Return the player who wins, when the winner's pieces may have been taken over."""
    if MAY_SWAP and winner > 0 and s.n[SWAPPED] != 0:
        return 3 - winner
    return winner


@kernel
def answer(s: State, site: int) -> int:
    """Grow the board for a piece about to be put on `site`, and return where that is then.

    Techniques that keep sites row by row map the state, or replay the game on the grown board.
    """
    if s.n[GROWTH] == FIXED or not on_perimeter(s, site):
        return site
    before = whole(s.n[COUNT])
    if s.n[GROWTH] == CONTOUR:
        grow_contour(s)
    else:
        kind = whole(s.kind[site])
        for t in range(SLOTS):
            row = kind * SLOTS + t
            if s.step[site * SLOTS + t] == NONE and ADJACENT[row] != 0:
                add(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))
    for new in range(before + 1, s.n[COUNT] + 1):
        relist(s, new)
    if s.n[UPDATE] != APPEND:
        site = renumber(s, site)
    if s.n[UPDATE] == REPLAY:
        replay(s)
    return site


@making
def renumber(s: State, site: int) -> int:
    """Renumber the sites row by row, map all that names one, and return the new `site`."""
    count = whole(s.n[COUNT])
    rank = np.empty(count + 1, np.int64)
    rank[0] = -(2**62)
    for a in range(1, count + 1):
        i, j, k = split(whole(s.code[a]))
        height = HEIGHT[0] * i + HEIGHT[1] * j + HEIGHT[2 + k]
        breadth = BREADTH[0] * i + BREADTH[1] * j + BREADTH[2 + k]
        rank[a] = (height << 32) + breadth
    order = np.argsort(rank)
    index = np.empty(count + 1, np.int64)
    for a in range(count + 1):
        index[order[a]] = a
    for a in range(1, count + 1):
        s.table[s.place[a]] = index[a]
    permute(s.code, order)
    permute(s.place, order)
    permute(s.kind, order)
    permute(s.what, order)
    permute(s.who, order)
    permute(s.near, order)
    permute(s.seen, order)
    steps = s.step[: (count + 1) * SLOTS].copy()
    for a in range(1, count + 1):
        for t in range(SLOTS):
            s.step[a * SLOTS + t] = index[steps[order[a] * SLOTS + t]]
    for a in range(LISTS):
        permute(s.where[a], order)
        for m in range(s.size[a]):
            s.legal[a, m] = index[s.legal[a, m]]
    for ply in range(s.n[PLIES]):
        for end in range(1, 3):
            if s.history[ply, end] > 0:
                s.history[ply, end] = index[s.history[ply, end]]
    for m in range(s.begun.shape[0]):
        s.begun[m, 1] = index[s.begun[m, 1]]
    s.n[LAST] = index[s.n[LAST]]
    return whole(index[site])


@making
def permute(values: Ints, order: Ints) -> None:
    """Put the value of ``order[n]`` in place n."""
    old = values[: order.shape[0]].copy()
    for a in range(order.shape[0]):
        values[a] = old[order[a]]


@kernel
def clear(s: State) -> None:
    """Take everything off the board, bring the lists up to date, and fill the hands."""
    for site in range(1, s.n[COUNT] + 1):
        s.what[site] = 0
        s.who[site] = 0
        s.near[site] = 0
    for h in range(s.hand.shape[0]):
        s.hand[h, 0] = s.held[h, 0]
        s.hand[h, 1] = s.held[h, 1]
    for site in range(1, s.n[COUNT] + 1):
        relist(s, site)


@kernel
def replay(s: State) -> None:
    """Play the game again on the grown board, up to the move that is being made."""
    clear(s)
    for m in range(s.begun.shape[0]):
        put(s, whole(s.begun[m, 1]), whole(s.begun[m, 0]))
    for ply in range(s.n[PLIES] - 1):
        if s.history[ply, 0] >= 0:
            perform(s, whole(s.history[ply, 0]), whole(s.history[ply, 1]), whole(s.history[ply, 2]))


# -- games


@kernel
def build(s: State, codes: Ints, kinds: Ints, begun: Ints) -> None:
    """Make the start board of cells with the given codes, and put the start pieces on it."""
    for site in range(1, s.n[COUNT] + 1):
        s.table[s.place[site]] = NONE
    for counter in range(COUNTERS):
        if counter not in (GROWTH, UPDATE):
            s.n[counter] = 0
    s.n[MOVER] = 1
    for a in range(LISTS):
        s.size[a] = 0
    for m in range(begun.shape[0]):
        s.begun[m, 0] = begun[m, 0]
        s.begun[m, 1] = begun[m, 1]
    for m in range(codes.shape[0]):
        add(s, codes[m], whole(kinds[m]))
    clear(s)
    for m in range(begun.shape[0]):
        put(s, whole(begun[m, 1]), whole(begun[m, 0]))


@kernel
def restore(s: State, start: State) -> None:
    """Go back to the state `start`, at the cost of what it holds and what was added since."""
    count = whole(start.n[COUNT])
    if s.n[UPDATE] == APPEND:
        for site in range(count + 1, s.n[COUNT] + 1):
            s.table[s.place[site]] = NONE
        moved = False
    else:
        moved = s.n[COUNT] != count
    if moved:
        for site in range(1, s.n[COUNT] + 1):
            s.table[s.place[site]] = NONE
        for site in range(1, count + 1):
            s.code[site] = start.code[site]
            s.place[site] = start.place[site]
            s.kind[site] = start.kind[site]
            s.table[s.place[site]] = site
        for m in range(s.begun.shape[0]):
            s.begun[m, 1] = start.begun[m, 1]
    if s.n[COUNT] != count:
        for m in range(SLOTS, (count + 1) * SLOTS):
            s.step[m] = start.step[m]
    for counter in range(COUNTERS):
        s.n[counter] = start.n[counter]
    for site in range(1, count + 1):
        s.what[site] = start.what[site]
        s.who[site] = start.who[site]
        s.near[site] = start.near[site]
        s.seen[site] = 0
    for a in range(LISTS):
        s.size[a] = start.size[a]
        for m in range(s.size[a]):
            s.legal[a, m] = start.legal[a, m]
        for site in range(1, count + 1):
            s.where[a, site] = start.where[a, site]
    for h in range(s.hand.shape[0]):
        s.hand[h, 0] = start.hand[h, 0]
        s.hand[h, 1] = start.hand[h, 1]


@making
def list_moves(s: State) -> Ints:
    """Return rule, from and to of every legal move, (n, 3); one pass when there is none.

    More rows than ``s.found`` has mean that there was no room to find them all.
    """
    count = max(choices(s), 1)
    moves = np.empty((count, 3), np.int64)
    for choice in range(min(count, s.found.shape[0])):
        moves[choice, 0], moves[choice, 1], moves[choice, 2] = choice_at(s, choice)
    return moves


@kernel
def make_move(s: State, rule: int, origin: int, site: int) -> int:
    """Make a move and return the winner, 0 for a draw, or OPEN."""
    return move(s, rule, origin, site)


@kernel
def playouts(
    s: State, start: State, codes: Ints, kinds: Ints, begun: Ints, rebuild: bool,
    seed: int, first: int, last: int, winners: Ints, plies: Ints, cells: Ints,
) -> int:  # fmt: skip
    """Play the random playouts from number `first` on; return the first that was not played.

    Stops short when the arrays are full: make larger ones and go on with the number returned.
    Winner, number of moves and cells at the end of playout n go to place ``n - first``.
    """
    for number in range(first, last):
        if rebuild:
            build(s, codes, kinds, begun)
        else:
            restore(s, start)
        stream = mix(mix(seed, 0), number)
        winner = OPEN
        ply = 0
        while winner == OPEN:
            if not has_room(s):
                return number
            count = choices(s)
            if count > s.found.shape[0]:
                return number
            ply += 1
            rule, origin, site = choice_at(s, below(mix(stream, ply), max(count, 1)))
            winner = move(s, rule, origin, site)
        winners[number - first] = winner
        plies[number - first] = ply
        cells[number - first] = s.n[COUNT]
    return last


@kernel
def record(s: State, start: State, seed: int, number: int, moves: Ints) -> int:
    """Play a random playout of `playouts` and write its moves down; return how many, or NEED_ROOM.

    A row of `moves` gets the mover, rule, from and to of a move, the component on its origin, and
    the number of cells on the board after it. The winner of the last one goes to row 0, column 6.
    For techniques that append: others name sites anew.
    """
    restore(s, start)
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    ply = 0
    while winner == OPEN:
        count = choices(s)
        if not has_room(s) or count > s.found.shape[0] or ply == moves.shape[0]:
            return NEED_ROOM
        rule, origin, site = choice_at(s, below(mix(stream, ply + 1), max(count, 1)))
        moves[ply, 0] = s.n[MOVER]
        moves[ply, 1] = rule
        moves[ply, 2] = origin
        moves[ply, 3] = site
        moves[ply, 4] = what_at(s, origin)
        winner = move(s, rule, origin, site)
        moves[ply, 5] = s.n[COUNT]
        ply += 1
    moves[0, 6] = winner
    return ply


@making
def perft(s: State, start: State, depth: int) -> int:
    """Return the number of games of `depth` moves, or NEED_ROOM."""
    index = np.zeros(depth, np.int64)
    width = np.zeros(depth, np.int64)
    restore(s, start)
    width[0] = max(choices(s), 1)
    level = 0
    games = 0
    while level >= 0:
        if level == depth - 1 or index[level] == width[level]:
            if level == depth - 1:
                games += width[level]
            level -= 1
            restore(s, start)
            for above in range(level):
                rule, origin, site = choice_at(s, index[above] - 1)
                move(s, rule, origin, site)
            continue
        if not has_room(s):
            return NEED_ROOM
        rule, origin, site = choice_at(s, index[level])
        winner = move(s, rule, origin, site)
        index[level] += 1
        level += 1
        index[level] = 0
        width[level] = max(choices(s), 1) if winner == OPEN else 0
        if width[level] > s.found.shape[0]:
            return NEED_ROOM
    return games
