"""Legal moves, making a move, growth of the board and room; random playouts, and perft.

Chance chooses the moves of playouts, unless a policy replaces `choose`. If a move has to be made
and taken back to know whether it is legal, moves are sampled by rejection: each candidate left is
equally likely, so each legal move is as likely as if all had been tested before (J. von Neumann,
1951). If one piece may go to many sites, the site is sampled as well: see `sample_candidates`.
"""

from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import below, entry, int64, kernel, making, making_entry, mix
from boardless.state.engine.arrays import (
    AGAIN,
    APPEND,
    CONTOUR,
    COUNT,
    COUNTER,
    EXTERNAL,
    FIXED,
    GROWTH,
    GROWTH_STEP,
    ILLEGAL,
    LAST,
    LOGGED,
    LOST,
    MOVER,
    NAMED,
    NEED_ROOM,
    NEXT,
    NONE,
    NOTED,
    NOTING,
    OPEN,
    PASS,
    PASSED,
    PLIES,
    PREVIOUS,
    REPLAY,
    SWAP,
    SWAPPED,
    TURNS,
    UNDO,
    UPDATE,
    VOID,
    Arrays,
)
from boardless.state.engine.cells import (
    find,
    grow_contour,
    on_perimeter,
    present_cells,
    reorder,
    row_by_row,
    surround,
)
from boardless.state.engine.chance import (
    ASKS,
    FOUND,
    SETTLED,
    begin_chance,
    end_search,
    go_on_after_search,
    seed_chance,
)
from boardless.state.engine.pieces import Note, note
from boardless.state.engine.results import (
    begin_round,
    following,
    in_seats,
    is_last_to_choose,
    set_mover,
    set_stuck,
)
from boardless.state.engine.rules import (
    ASKS_LATE,
    AT_ONCE,
    MAY_SWAP,
    SAMPLES_SITES,
    act_alone,
    count_candidates,
    count_moves,
    is_listed,
    may_be,
    outcome,
    perform,
    pick,
    relist,
    sample_candidates,
)
from boardless.state.engine.starting import StartBoard, begin_playout, clear, place, restore
from boardless.state.engine.tables import NOWHERE
from boardless.state.engine.undo import mark, undo


@kernel
def grow_after_move(s: Arrays, site: int) -> int:
    """Grow the board for a piece about to come to `site`; return its number then."""
    growth = s.n[GROWTH]
    # Nothing grows around a hand.
    if growth in (FIXED, EXTERNAL) or site <= s.kit.held or not on_perimeter(s, site):
        return site
    before = int64(s.n[COUNT])
    if growth == CONTOUR:
        grow_contour(s)
    else:
        surround(s, site)
    for new in range(before + 1, s.n[COUNT] + 1):
        relist(s, new)
    if s.n[UPDATE] != APPEND:
        site = number_anew(s, site)
    if s.n[UPDATE] == REPLAY:
        replay(s)
    return site


@making
def number_anew(s: Arrays, site: int) -> int:
    """Renumber the sites row by row, map all that names one, and return the new `site`."""
    order = row_by_row(s)
    if UNDO and s.n[NOTING] != 0:
        cells = order.shape[0] - 1 - s.kit.held
        for n in range(cells):
            s.notes[int64(s.n[NOTED]) + n, 2] = order[s.kit.held + 1 + n]
        s.n[NOTED] += cells
        note(s, Note.RENUMBERED, 0, cells, 0)
    return int64(reorder(s, order)[site])


@kernel
def replay(s: Arrays) -> None:
    """Play the game again on the grown board, up to the move that is being made."""
    clear(s)
    place(s, False)
    for ply in range(s.n[PLIES] - 1):
        if s.history[ply, 0] >= 0:
            perform(s, int64(s.history[ply, 0]), int64(s.history[ply, 1]), int64(s.history[ply, 2]))


@entry
def has_room(s: Arrays) -> bool:
    """Return True if any move has room for cells, moves (which end endless games) and notes."""
    count = int64(s.n[COUNT])
    more = s.plane.slots * max(s.large.most_parts, 1)
    if GROWTH_STEP and s.n[GROWTH] == CONTOUR:
        # A contour has at most twice as many cells as the perimeter, and some corners.
        more = 2 * count + 32
    # Moves are also made to be taken back, a few within one another.
    deep = 4 if s.rules.effects else 0
    room = count + more < s.code.shape[0] and s.n[PLIES] + deep < s.history.shape[0]
    if UNDO and s.n[NOTING] != 0:
        # Two places change, and the places around them and all new cells are listed again. If sites
        # are numbered row by row, every cell gets a new number.
        followed = s.kept.lists if s.kept.owned < 0 else s.kept.owned
        rows = 2 * (2 + s.sites.fields) + s.kit.players + followed * (2 * s.plane.slots + 2 + more)
        if GROWTH_STEP and s.n[UPDATE] != 0:
            rows += count + more + 2
        if s.rules.effects:
            # Consequences may change every place, some of them several times.
            rows += 16 * count + 512
        # So many numbers may change when a pile moves.
        rows += 8 * s.sites.levels * (1 + s.sites.fields)
        room = room and int64(s.n[NOTED]) + rows < s.notes.shape[0]
    return bool(room)


@kernel
def is_lost(s: Arrays) -> bool:
    """Return True if a move with effects found no room to write; results since then are void."""
    return bool(s.rules.effects and s.n[LOST] != 0)


@kernel
def fits(s: Arrays, count: int) -> bool:
    """Return True if there was room to find `count` moves."""
    return bool(count <= s.found.shape[0] and not is_lost(s))


@kernel
def has_swap(s: Arrays) -> bool:
    """Return True if the mover may take over the first move."""
    return MAY_SWAP and s.n[PLIES] == 1 and s.n[SWAPPED] == 0


@kernel
def choices(s: Arrays) -> int:
    """Return the number of legal moves of the mover; 0 when he can only pass."""
    begin_chance(s)
    count = count_moves(s, int64(s.n[MOVER]))
    end_search(s)
    return count + has_swap(s)


@kernel
def choice_at(s: Arrays, choice: int, count: int) -> tuple[int, int, int]:
    """Return rule, from and to of one of `count` moves: a pass if 0, a swap as the last."""
    swap = has_swap(s)
    if choice < count - swap:
        return pick(s, int64(s.n[MOVER]), choice)
    for column in range(NAMED, NAMED + s.rules.bound):
        s.queue[0, column] = 0
    return (SWAP if swap else PASS), NONE, NONE


@kernel
def write_move(s: Arrays, rows: Ints, row: int, rule: int, origin: int, site: int) -> None:
    """Write a move to a row, with the numbers bound to it."""
    rows[row, 0] = rule
    rows[row, 1] = origin
    rows[row, 2] = site
    for column in range(NAMED, NAMED + s.rules.bound):
        rows[row, column] = s.queue[0, column]


@kernel
def write_choices(s: Arrays, rows: Ints, first: int, count: int) -> None:
    """Write the legal moves, or a pass, to the rows from `first` on, as far as they go."""
    for choice in range(min(max(count, 1), rows.shape[0] - first)):
        rule, origin, site = choice_at(s, choice, count)
        write_move(s, rows, first + choice, rule, origin, site)


@kernel
def load_move(s: Arrays, rows: Ints, row: int) -> tuple[int, int, int]:
    """Return rule, from and to of a row of `write_move`, ready to be made."""
    for column in range(NAMED, NAMED + s.rules.bound):
        s.queue[0, column] = rows[row, column]
    return int64(rows[row, 0]), int64(rows[row, 1]), int64(rows[row, 2])


@kernel
def try_listed(s: Arrays, rows: Ints, row: int) -> int:
    """Make a move of `write_move` and return the winner or OPEN.

    Outcomes of chance then depend on the position before the move alone, so that moves with equal
    effects lead to the same position.
    """
    if s.rules.chances:
        s.chance[ASKS] = 0
        s.chance[SETTLED] = s.chance[FOUND]
        seed_chance(s, mix(int64(s.key[0]), 1))
    rule, origin, site = load_move(s, rows, row)
    return move(s, rule, origin, site)


@kernel
def move(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move, grow the board, and return the winner, 0 for a draw, or OPEN."""
    mover = int64(s.n[MOVER])
    begin_move(s, rule, origin, site)
    return end_move(s, rule, mover)


@kernel
def begin_move(s: Arrays, rule: int, origin: int, site: int) -> None:
    """Grow the board for a move, and do it to the pieces."""
    mark(s)
    mover = int64(s.n[MOVER])
    ply = int64(s.n[PLIES])
    s.n[PLIES] = ply + 1
    if GROWTH_STEP and s.n[UPDATE] != APPEND:
        s.history[ply, 0] = rule
        s.history[ply, 1] = origin
        s.history[ply, 2] = site
    if rule == SWAP:
        # The players trade places: the second now owns the first move, and it is the first's turn
        # with the other pieces.
        s.n[SWAPPED] = 1
        return
    s.n[NEXT] = following(s, mover)
    if s.rules.effects:
        set_stuck(s, mover, rule == PASS)
        s.n[PASSED] = 0
    go_on_after_search(s)
    if rule != PASS and GROWTH_STEP and (s.n[UPDATE] != APPEND or s.n[GROWTH] == CONTOUR):
        site = grow_after_move(s, site)
        if s.n[UPDATE] != APPEND:
            origin = int64(s.history[ply, 1])
    perform(s, rule, origin, site)


@kernel
def end_move(s: Arrays, rule: int, mover: int) -> int:
    """End a player's move; return the winner, 0 for a draw, or OPEN."""
    if rule == SWAP:
        return OPEN
    if AT_ONCE >= 0:
        if not is_last_to_choose(s, mover):
            set_mover(s, following(s, mover))
            return OPEN
        mover = int64(s.n[MOVER])
    winner = outcome(s, mover, int64(s.n[LAST]))
    player = int64(s.n[NEXT])
    set_mover(s, player)
    if AT_ONCE >= 0:
        begin_round(s, AT_ONCE)
    if s.rules.effects:
        s.n[COUNTER] += 1
        s.n[PREVIOUS] = mover
        s.n[NEXT] = following(s, player)
        if player == mover:
            s.n[AGAIN] += 1
        else:
            s.n[AGAIN] = 0
            s.n[TURNS] += 1
    return in_seats(s, winner)


@making_entry
def list_moves(s: Arrays) -> Ints:
    """Return the legal moves, (n, NAMED + bound), or one pass; without room zero rows."""
    count = choices(s)
    moves = np.zeros((max(count, 1) if fits(s, count) else 0, NAMED + s.rules.bound), np.int64)
    write_choices(s, moves, 0, count)
    return moves


@kernel
def is_legal(s: Arrays, rule: int, origin: int, site: int) -> bool:
    """Return True if a move may be made."""
    count = choices(s)
    if rule == PASS:
        return count == 0
    if rule == SWAP:
        return has_swap(s)
    if site == NONE:
        return False
    return is_listed(s, int64(s.n[MOVER]), count - has_swap(s), rule, origin, site)


@entry
def make_move(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move that is legal and return the winner, 0 for a draw, or OPEN."""
    return move(s, rule, origin, site)


@entry
def try_move(s: Arrays, rule: int, held: int, origin: int, target: int, piece: int) -> int:
    """Make a move if it is legal; return the winner as `make_move`, else ILLEGAL or NEED_ROOM.

    Its origin is site `held` of a hand, else the cell of code `origin`, else nothing (NONE,
    NOWHERE); its target is the cell of code `target`. A `piece` stands on its origin.
    """
    if not has_room(s):
        return NEED_ROOM
    start = held
    if origin != NOWHERE:
        start = find(s, origin)
        if start == NONE:
            return ILLEGAL
    if start != NONE and s.what[start] != piece:
        return ILLEGAL
    site = find(s, target) if target != NOWHERE else NONE
    if not is_legal(s, rule, start, site):
        return ILLEGAL
    return move(s, rule, start, site)


@entry
def act_for_now(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Make a move without consequences until `undo`; return the rows of the log."""
    mark(s)
    s.n[PLIES] += 1
    s.n[LOGGED] = 0
    go_on_after_search(s)
    act_alone(s, rule, origin, site)
    return int64(s.n[LOGGED])


@kernel
def choose(s: Arrays, count: int, number: int) -> int:
    """Return one of `count` moves, all equally likely, by a random number of 64 bits."""
    return below(number, max(count, 1))


@by_address
class PlayoutResults(NamedTuple):
    """Results of n playouts."""

    winners: Ints  # int8 (n,)
    plies: Ints  # int32 (n,)
    cells: Ints  # int32 (n,): of the board at the end


@kernel
def sample_size(s: Arrays, number: int) -> int:
    """Return the number of moves that `sampled` chooses from, by the same random number."""
    if ASKS_LATE:
        return count_candidates(s, int64(s.n[MOVER]))
    if SAMPLES_SITES:
        begin_chance(s)
        count = sample_candidates(s, int64(s.n[MOVER]), int64(number))
        end_search(s)
        return count
    return choices(s)


@kernel
def sampled(s: Arrays, count: int, number: int) -> tuple[int, int, int]:
    """Return rule, from and to of one of `count` moves, by a random number; else a pass."""
    if not ASKS_LATE:
        return choice_at(s, choose(s, count, number), count)
    mover = int64(s.n[MOVER])
    left = count
    while left > 0:
        choice = choose(s, left, mix(number, count - left))
        if may_be(s, mover, choice):
            return pick(s, mover, choice)
        left -= 1
        for column in range(NAMED + s.rules.bound):
            s.found[choice, column] = s.found[left, column]
    return PASS, NONE, NONE


@making_entry
def sample_move(s: Arrays, number: int) -> Ints:
    """Return a sampled move as a row of `list_moves`; no row without room."""
    count = sample_size(s, number)
    moves = np.zeros((1, NAMED + s.rules.bound), np.int64)
    if fits(s, count):
        rule, origin, site = sampled(s, count, number)
        write_move(s, moves, 0, rule, origin, site)
    return moves[: int(fits(s, count))]


@kernel
def sample_next(s: Arrays, stream: int, ply: int) -> tuple[int, int, int]:
    """Return rule, from and to of a playout's move after `ply` others; NEED_ROOM without room."""
    seed_chance(s, mix(stream, ply + 1))
    number = mix(stream, ply + 1)
    count = sample_size(s, number)
    if not has_room(s) or not fits(s, count):
        return NEED_ROOM, NONE, NONE
    return sampled(s, count, number)


@kernel
def played(s: Arrays, stream: int) -> tuple[int, int]:
    """Play a playout from its start; return the winner, VOID without room, and its plies."""
    winner, ply = OPEN, 0
    while winner == OPEN:
        if UNDO:
            # Moves of a playout are never taken back.
            s.n[NOTED] = 0
        rule, origin, site = sample_next(s, stream, ply)
        if rule == NEED_ROOM:
            return VOID, ply
        ply += 1
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return VOID, ply
    return winner, ply


@kernel
def write_result(s: Arrays, results: PlayoutResults, place: int, winner: int, ply: int) -> None:
    """Write the result of a playout."""
    results.winners[place] = winner
    results.plies[place] = ply
    results.cells[place] = present_cells(s)


@entry
def playouts(
    s: Arrays,
    start: Arrays,
    board: StartBoard,
    results: PlayoutResults,
    seed: int,
    first: int,
    last: int,
) -> int:
    """Play playouts `first` to `last` - 1; return the first one without room, else `last`."""
    for number in range(first, last):
        begin_playout(s, start, board, False)
        winner, ply = played(s, mix(mix(seed, 0), number))
        if winner == VOID:
            return number
        write_result(s, results, number - first, winner, ply)
    return last


@entry
def record(s: Arrays, start: Arrays, seed: int, number: int, moves: Ints) -> int:
    """Play a random playout and write its moves down; return their number, or NEED_ROOM.

    A row of `moves` has mover, rule, from, to, the component on the origin, and cells afterwards;
    the winner is in row 0, column 6. Techniques that renumber sites are not recorded.
    """
    restore(s, start)
    stream = mix(mix(seed, 0), number)
    winner, ply = OPEN, 0
    while winner == OPEN:
        rule, origin, site = sample_next(s, stream, ply)
        if rule == NEED_ROOM or ply == moves.shape[0]:
            return NEED_ROOM
        moves[ply, 0] = s.n[MOVER]
        moves[ply, 1] = rule
        moves[ply, 2] = origin
        moves[ply, 3] = site
        moves[ply, 4] = s.what[origin]
        winner = move(s, rule, origin, site)
        if is_lost(s):
            return NEED_ROOM
        moves[ply, 5] = present_cells(s)
        ply += 1
    moves[0, 6] = winner
    return ply


@making_entry
def perft(s: Arrays, start: Arrays, depth: int) -> int:
    """Return the number of games of `depth` moves, or NEED_ROOM."""
    index = np.zeros(depth, np.int64)
    width = np.zeros(depth, np.int64)
    restore(s, start)
    width[0] = choices(s)
    if not fits(s, width[0]):
        return NEED_ROOM
    level = 0
    games = 0
    open_ = True
    while level >= 0:
        # Without a move to make the mover passes, unless the game is over.
        most = max(width[level], 1) if open_ else 0
        if level == depth - 1 or index[level] == most:
            if level == depth - 1:
                games += most
            level -= 1
            open_ = True
            if level >= 0:
                _step_back(s, start, index, width, level)
            continue
        if not has_room(s):
            return NEED_ROOM
        rule, origin, site = choice_at(s, index[level], width[level])
        open_ = move(s, rule, origin, site) == OPEN
        index[level] += 1
        level += 1
        index[level] = 0
        width[level] = choices(s) if open_ else 0
        if not fits(s, width[level]):
            return NEED_ROOM
    return games


@kernel
def _step_back(s: Arrays, start: Arrays, index: Ints, width: Ints, level: int) -> None:
    """Take the last move of a search back; without notes make the earlier moves again."""
    if UNDO and s.n[NOTING] != 0:
        undo(s)
    else:
        restore(s, start)
        for above in range(level):
            choices(s)
            rule, origin, site = choice_at(s, index[above] - 1, width[above])
            move(s, rule, origin, site)
    # Later searches have overwritten the moves found.
    choices(s)
