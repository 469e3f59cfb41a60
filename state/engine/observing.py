"""Observed playouts: a row of numbers for every state, for metrics.

They are the playouts of `moves`. Each legal move of a state is made and taken back to see the
position that it leads to.
"""

from typing import NamedTuple

from boardless.jit.arrays import Floats, Ints, by_address
from boardless.jit.game_runtime import entry, int64, kernel, mix
from boardless.state.engine.arrays import (
    COUNT,
    LIMITED,
    LOGGED,
    LOGS,
    MOVER,
    NAMED,
    NEED_ROOM,
    NONE,
    NOTED,
    OPEN,
    PASS,
    SWAPPED,
    Arrays,
)
from boardless.state.engine.cells import on_perimeter, present_cells
from boardless.state.engine.chance import seed_chance
from boardless.state.engine.effects import PASS_MADE
from boardless.state.engine.moves import (
    act_for_now,
    choice_at,
    choices,
    fits,
    has_room,
    is_lost,
    load_move,
    move,
    sample_size,
    sampled,
    try_listed,
    write_move,
)
from boardless.state.engine.pieces import amount, height, who_at
from boardless.state.engine.results import in_seats
from boardless.state.engine.rules import ASKS_LATE, SAMPLES_SITES
from boardless.state.engine.starting import StartBoard, begin_playout
from boardless.state.engine.undo import undo

#: Columns of a state: the seat that moves; legal moves as they are found; those that differ; the
#: different positions that they lead to, and the sites on which they end, -1 where that was not
#: looked for; pieces on the board; sites of the board's first type, and of all, that are occupied;
#: cells, and those at the rim; the transposition key; the largest difference of two scores; sites
#: of boards and hands of which the seat that moves does not see everything.
(
    SEEN_MOVER, SEEN_MOVES, SEEN_DIFFERENT, SEEN_POSITIONS, SEEN_TARGETS, SEEN_PIECES,
    SEEN_OCCUPIED, SEEN_COVERED, SEEN_CELLS, SEEN_RIM, SEEN_KEY, SEEN_SCORES, SEEN_HIDDEN,
) = range(13)  # fmt: skip
#: Of the move made in it: rule, from, to, how many actions it has with what follows from it, and
#: whether it does something by itself, which a pass does not. The pieces of nobody and of each
#: player follow, hands included.
SEEN_RULE, SEEN_FROM, SEEN_TO, SEEN_ACTIONS, SEEN_ACTS, SEEN_OWNED = range(13, 19)
#: Columns of the values of the legal moves of a state: mean, variance, and the share of those above
#: three quarters of the way from the mean to the best.
VALUE_MEAN, VALUE_VARIANCE, VALUE_NARROWNESS, VALUES_SEEN = range(4)
#: Settings: the most turns and moves of a playout, 0 for any; every how many states the legal moves
#: are tried, 0 for never; the place of the scores, -1 without; sites of the board's first type,
#: from one to before another, 0 for all.
MOST_TURNS, MOST_MOVES, TRIED_EVERY, SCORES_AT, TYPE_BEGIN, TYPE_END, OBSERVING = range(7)


@by_address
class ObservationRecords(NamedTuple):
    """Records of a playout of at most n moves, each one of m at most, and spare room."""

    o: Ints  # int64 (OBSERVING,): settings
    kinds: Ints  # int64 (rules,): equal for rules that make alike moves
    curve: Floats  # (odd,): the value of a state by the difference of pieces
    rows: Ints  # int64 (n + 2, SEEN_OWNED + players + 1)
    values: Floats  # (n + 2, VALUES_SEEN)
    covered: Ints  # int64 (room,): whether anything has stood on a site
    ended: (
        Ints  # int64 (2,): the winner, OPEN by a limit of the settings; whether by one of the game
    )
    listed: Ints  # int64 (m, NAMED + bound): spare, as the rest
    met: Ints  # int64, a power of two
    found: Floats  # (m,)


@kernel
def owned_column(s: Arrays, owner: int) -> int:
    """Return the column of the pieces of an owner; what belongs to all belongs to nobody."""
    return SEEN_OWNED + (owner if owner <= s.kit.players else 0)


@kernel
def unseen_sites(s: Arrays, player: int) -> int:
    """Return the number of sites, hands included, that a player does not see completely."""
    unseen = 0
    if s.sites.hidden >= 0 and player > 0:
        for site in range(1, s.n[COUNT] + 1):
            hidden = int64(s.fields[s.sites.hidden, site])
            for n in range(s.sites.veiled):
                hidden |= int64(s.fields[s.sites.veils + n, site])
            unseen += (hidden >> (player - 1)) & 1
    return unseen


@kernel
def observe_state(s: Arrays, o: Ints, rows: Ints, at: int, covered: Ints) -> None:
    """Write the row of a state, but for its moves; note which sites are covered."""
    pieces = 0
    occupied = 0
    every = 0
    rim = 0
    for player in range(s.kit.players + 1):
        rows[at, SEEN_OWNED + player] = 0
    for site in range(1, s.n[COUNT] + 1):
        if s.what[site] != 0:
            standing = 0
            if s.sites.levels > 0:
                standing = height(s, site)
                for level in range(standing):
                    rows[at, owned_column(s, who_at(s, site, level))] += 1
            else:
                standing = amount(s, site)
                rows[at, owned_column(s, int64(s.who[site]))] += standing
            if site > s.kit.held:
                pieces += standing
                covered[site] = 1
                every += 1
                if o[TYPE_END] == 0 or (o[TYPE_BEGIN] <= site and site < o[TYPE_END]):
                    occupied += 1
        if site > s.kit.held and on_perimeter(s, site):
            rim += 1
    rows[at, SEEN_MOVER] = in_seats(s, int64(s.n[MOVER]))
    if s.n[SWAPPED] != 0:
        # The second player has the pieces of the first one then.
        first = int64(rows[at, SEEN_OWNED + 1])
        rows[at, SEEN_OWNED + 1] = rows[at, SEEN_OWNED + 2]
        rows[at, SEEN_OWNED + 2] = first
    rows[at, SEEN_PIECES] = pieces
    rows[at, SEEN_OCCUPIED] = occupied
    rows[at, SEEN_COVERED] = every
    rows[at, SEEN_CELLS] = present_cells(s)
    rows[at, SEEN_RIM] = rim
    rows[at, SEEN_HIDDEN] = unseen_sites(s, int64(rows[at, SEEN_MOVER]))
    rows[at, SEEN_KEY] = s.key[0]
    rows[at, SEEN_SCORES] = 0
    if o[SCORES_AT] >= 0:
        low = int64(s.numbers[int64(o[SCORES_AT]) + 1])
        high = low
        for player in range(2, s.kit.players + 1):
            score = int64(s.numbers[int64(o[SCORES_AT]) + player])
            low = min(low, score)
            high = max(high, score)
        rows[at, SEEN_SCORES] = high - low


@kernel
def newly_met(met: Ints, size: int, number: int) -> bool:
    """Enter a number in a table of `size` places, a power of two; return True if it is new."""
    wanted = number
    if wanted == 0:
        wanted = 1
    place = int64(mix(wanted, 1) & (size - 1))
    while met[place] != 0:
        if met[place] == wanted:
            return False
        place = (place + 1) & (size - 1)
    met[place] = wanted
    return True


@kernel
def emptied(met: Ints, count: int) -> int:
    """Empty the part of a table that has room for `count` numbers; return its size."""
    size = 64
    while size < 2 * count:
        size *= 2
    for place in range(size):
        met[place] = 0
    return size


@kernel
def owned_difference(s: Arrays, player: int) -> int:
    """Return how many pieces a player has more than all others together."""
    more = 0
    for site in range(1, s.n[COUNT] + 1):
        if s.what[site] != 0:
            if s.sites.levels > 0:
                for level in range(height(s, site)):
                    owner = who_at(s, site, level)
                    if owner == player:
                        more += 1
                    elif owner != 0 and owner <= s.kit.players:
                        more -= 1
            else:
                owner = int64(s.who[site])
                if owner == player:
                    more += amount(s, site)
                elif owner != 0 and owner <= s.kit.players:
                    more -= amount(s, site)
    return more


@kernel
def observed_value(s: Arrays, curve: Floats, player: int, winner: int) -> float:
    """Return the value of a state to a player, from -1 to 1; of one that is over, its reward."""
    if winner > 0:
        return 1.0 if winner == player else -1.0
    if winner == 0:
        return 0.0
    middle = curve.shape[0] // 2
    return float(curve[middle + min(max(owned_difference(s, player), -middle), middle)])


@kernel
def list_here(s: Arrays, w: ObservationRecords, count: int) -> int:
    """Write the different ones of the legal moves down; return how many there are."""
    size = emptied(w.met, count)
    different = 0
    for choice in range(count):
        rule, origin, site = choice_at(s, choice, count)
        kind = rule
        if rule >= 0 and rule < w.kinds.shape[0]:
            kind = int64(w.kinds[rule])
        mixed = mix(mix(mix(kind + 3, 1), origin), site)
        for m in range(NAMED, NAMED + s.rules.bound):
            mixed = mix(mixed, int64(s.queue[0, m]))
        if newly_met(w.met, size, int64(mixed >> 1)):
            write_move(s, w.listed, different, rule, origin, site)
            different += 1
    return different


@kernel
def try_here(s: Arrays, w: ObservationRecords, at: int) -> bool:
    """Try each of the moves listed and write their results; return False if lost.

    Chance decides by the same random numbers for each; positions have no values then.
    """
    count = int64(w.rows[at, SEEN_DIFFERENT])
    player = int64(s.n[MOVER])
    size = emptied(w.met, count)
    positions = 0
    mean = 0.0
    best = -1.0
    for m in range(count):
        winner = try_listed(s, w.listed, m)
        if is_lost(s):
            return False
        led = mix(mix(int64(s.key[0]), int64(s.n[MOVER])), winner + 2)
        if newly_met(w.met, size, int64(led >> 1)):
            positions += 1
        w.found[m] = observed_value(s, w.curve, player, winner)
        mean += w.found[m] / count
        best = max(best, w.found[m])
        undo(s)
    w.rows[at, SEEN_POSITIONS] = positions
    if s.rules.chances:
        return True
    variance = 0.0
    above = 0
    for m in range(count):
        variance += (w.found[m] - mean) * (w.found[m] - mean) / count
        if w.found[m] > mean + 0.75 * (best - mean) + 1e-9:
            above += 1
    w.values[at, VALUE_MEAN] = mean
    w.values[at, VALUE_VARIANCE] = variance
    w.values[at, VALUE_NARROWNESS] = above / max(count, 1)
    return True


@kernel
def acts(s: Arrays, rule: int, origin: int, site: int, spare: Ints) -> int:
    """Return 1 if a move acts without its consequences, else 0: it is a pass."""
    if not LOGS or rule < 0 or origin != NONE or site != NONE:
        return int64(rule != PASS)
    write_move(s, spare, 0, rule, origin, site)
    rows = int64(act_for_now(s, rule, origin, site))
    undo(s)
    load_move(s, spare, 0)
    for row in range(rows):
        if s.log[row, 0] != PASS_MADE:
            return 1
    return 0


@kernel
def count_targets(s: Arrays, w: ObservationRecords, count: int) -> int:
    """Return on how many sites of the board the moves listed end."""
    size = emptied(w.met, count)
    targets = 0
    for m in range(count):
        site = int64(w.listed[m, 2])
        if w.listed[m, 0] >= 0 and site > s.kit.held and newly_met(w.met, size, site):
            targets += 1
    return targets


@entry
def observe(
    s: Arrays,
    start: Arrays,
    board: StartBoard,
    w: ObservationRecords,
    seed: int,
    number: int,
    made: Ints,
) -> int:
    """Write a row for each state of a random playout; return its moves or NEED_ROOM.

    If there are rows of moves `made`, these replace the random moves.
    """
    begin_playout(s, start, board, True)
    for site in range(w.covered.shape[0]):
        w.covered[site] = 0
    stream = mix(mix(seed, 0), number)
    winner = OPEN
    ply = 0
    turns = 0
    before = 0
    while winner == OPEN:
        if not has_room(s) or ply + 2 > w.rows.shape[0]:
            return NEED_ROOM
        # Moves before this are never taken back.
        s.n[NOTED] = 0
        observe_state(s, w.o, w.rows, ply, w.covered)
        if w.rows[ply, SEEN_MOVER] != before:
            turns += 1
            before = int64(w.rows[ply, SEEN_MOVER])
        if (w.o[MOST_TURNS] > 0 and turns > w.o[MOST_TURNS]) or (
            w.o[MOST_MOVES] > 0 and ply == w.o[MOST_MOVES]
        ):
            break
        if made.shape[0] > 0 and ply == made.shape[0]:
            break
        number_of_ply = mix(stream, ply + 1)
        seed_chance(s, number_of_ply)
        count = choices(s)
        if not fits(s, count) or count > w.listed.shape[0]:
            return NEED_ROOM
        w.rows[ply, SEEN_MOVES] = count
        w.rows[ply, SEEN_DIFFERENT] = list_here(s, w, count)
        w.rows[ply, SEEN_TARGETS] = count_targets(s, w, int64(w.rows[ply, SEEN_DIFFERENT]))
        w.rows[ply, SEEN_POSITIONS] = -1
        tries = w.o[TRIED_EVERY] > 0 and count > 0
        if tries and (ply + number) % max(w.o[TRIED_EVERY], 1) == 0:
            if not try_here(s, w, ply):
                return NEED_ROOM
            s.n[NOTED] = 0
            if not ASKS_LATE and not SAMPLES_SITES:
                seed_chance(s, number_of_ply)
                count = choices(s)
        follows = made.shape[0] > 0
        if (ASKS_LATE or SAMPLES_SITES) and not follows:
            seed_chance(s, number_of_ply)
            count = sample_size(s, number_of_ply)
            if not fits(s, count):
                return NEED_ROOM
        if follows:
            rule, origin, site = load_move(s, made, ply)
        else:
            rule, origin, site = sampled(s, count, number_of_ply)
        w.rows[ply, SEEN_ACTS] = acts(s, rule, origin, site, w.listed)
        s.n[LOGGED] = 0
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return NEED_ROOM
        w.rows[ply, SEEN_RULE] = rule
        w.rows[ply, SEEN_FROM] = origin
        w.rows[ply, SEEN_TO] = site
        w.rows[ply, SEEN_ACTIONS] = int64(s.n[LOGGED]) if LOGS else int64(rule != PASS)
        ply += 1
    observe_state(s, w.o, w.rows, ply, w.covered)
    w.rows[ply, SEEN_MOVES] = 0
    w.rows[ply, SEEN_DIFFERENT] = 0
    w.rows[ply, SEEN_POSITIONS] = -1
    w.rows[ply, SEEN_TARGETS] = 0
    w.rows[ply, SEEN_FROM] = NONE
    w.ended[0] = winner
    w.ended[1] = s.n[LIMITED]
    return ply
