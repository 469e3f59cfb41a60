"""Local patterns of moves: their features, and the weights that follow from them.

A move has one feature of each family. Its weight is the product of their factors, the exponentials
of learnt numbers. Weights in proportion are thus the softmax of sums.

Source: C. Browne, D. Soemers, E. Piette, Strategic features for general games, 2019 (features
relative to a move and to the tiling); R. Coulom, Computing Elo ratings of move patterns in the game
of Go, 2007 (factors).
"""

from boardless.agents.kernels.arrays import (
    FAMILIES,
    LEFT,
    LINES_BEGIN,
    NEUTRAL,
    ORIGIN,
    PIECES,
    REACH_OF_LINES,
    REPLY,
    REPLY_CELLS,
    RING,
    SAMPLED_MOVES,
    SCANNED,
    TARGET,
    WIDE_RING,
    PatternTables,
)
from boardless.agents.kernels.engine_backend import option_at
from boardless.agents.kernels.features import (
    FROM_BASE,
    LAYINGS_SEEN,
    LEFT_BASE,
    LINE_AXES,
    LINE_BASE,
    LINE_CELLS,
    LINE_SLOTS,
    LOOKS_QUICKLY,
    NEAR_CELLS,
    ON_TABLE,
    PIECES_BASE,
    REPLY_BASE,
    RING_BASE,
    RING_CELLS,
    RING_SIDES,
    RING_SLOTS,
    SHOWS_SIDES,
    TARGET_BASE,
    WIDE_BASE,
)
from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import below, entry, int64, kernel, mix
from boardless.state.engine.arrays import LAST, MOVER, NAMED, NONE, Arrays
from boardless.state.engine.cells import kind_of, neighbour
from boardless.state.engine.moves import load_move
from boardless.state.engine.path_tiles import opposite, side_row


@kernel
def look_code(s: Arrays, site: int, cell: int, mover: int) -> int:
    """Return 0 for an empty cell, 1 for the mover's, 2 for another's, 3 off a laid-out board.

    For a tile with paths at `cell` of the ring, the sides that face the centre count: one side, or
    two across a corner. The code is 3 if these differ.
    """
    if ON_TABLE and site == NONE:
        return 3
    if SHOWS_SIDES:
        return sides_code(s, site, cell, mover)
    owner = int64(s.who[site])
    if owner == 0:
        return 0
    return 1 if owner == mover else 2


@kernel
def sides_code(s: Arrays, site: int, cell: int, mover: int) -> int:
    """Return the `look_code` of a tile with paths."""
    if s.what[site] == 0:
        return 0
    row = side_row(s, site)
    side = int64(RING_SIDES[cell])
    if side >= 0:
        return 1 if s.tiles.side_colours[row + opposite(s, side)] == mover else 2
    before = int64(RING_SIDES[cell - 1 if cell > 0 else RING_CELLS - 1])
    after = int64(RING_SIDES[cell + 1 if cell + 1 < RING_CELLS else 0])
    one = s.tiles.side_colours[row + opposite(s, before)] == mover
    other = s.tiles.side_colours[row + opposite(s, after)] == mover
    if one != other:
        return 3
    return 1 if one else 2


@kernel
def ring_cell(s: Arrays, p: PatternTables, site: int, cell: int) -> int:
    """Return a cell of the ring around a site, clockwise, or NONE."""
    if ON_TABLE:
        return int64(p.near[site * NEAR_CELLS + cell])
    slot = int64(RING_SLOTS[kind_of(s, site) * RING_CELLS + cell])
    return neighbour(s, site, slot)


@kernel
def wide_cell(s: Arrays, p: PatternTables, site: int, cell: int) -> int:
    """Return the cell beyond the ring that touches two neighbours in it, or NONE."""
    if ON_TABLE:
        return int64(p.near[site * NEAR_CELLS + RING_CELLS + cell])
    after = cell + 1 if cell + 1 < RING_CELLS else 0
    beside = ring_cell(s, p, site, cell)
    if beside != NONE:
        return ring_cell(s, p, beside, after)
    beside = ring_cell(s, p, site, after)
    return ring_cell(s, p, beside, cell) if beside != NONE else NONE


@kernel
def ring_code(s: Arrays, p: PatternTables, site: int, mover: int) -> int:
    """Return the owners around a site, two bits for each cell."""
    code = 0
    for cell in range(RING_CELLS):
        code |= look_code(s, ring_cell(s, p, site, cell), cell, mover) << 2 * cell
    return code


@kernel
def occupied_code(s: Arrays, site: int, cell: int, mover: int) -> int:
    """Return the `look_code`; for tiles with paths only whether there is one."""
    if SHOWS_SIDES:
        return 1 if s.what[site] != 0 else 0
    return look_code(s, site, cell, mover)


@kernel
def wide_code(s: Arrays, p: PatternTables, site: int, mover: int) -> int:
    """Return the owners beyond the ring, two bits for each cell."""
    code = 0
    for cell in range(RING_CELLS):
        code |= occupied_code(s, wide_cell(s, p, site, cell), cell, mover) << 2 * cell
    return code


@kernel
def line_code(s: Arrays, p: PatternTables, site: int, axis: int, mover: int) -> int:
    """Return the owners along an axis, the nearest cells first, on one side and on the other."""
    code = 0
    for side in range(2):
        at = site
        slot = 0
        if not ON_TABLE:
            slot = int64(LINE_SLOTS[(kind_of(s, site) * LINE_AXES + axis) * 2 + side])
        for n in range(REACH_OF_LINES):
            if ON_TABLE:
                column = 2 * RING_CELLS + (2 * axis + side) * REACH_OF_LINES + n
                at = int64(p.near[site * NEAR_CELLS + column])
            else:
                at = neighbour(s, at, slot) if at != NONE else NONE
            code |= look_code(s, at, int64(LINE_CELLS[2 * axis + side]), mover) << 2 * (
                side * REACH_OF_LINES + n
            )
    return code


@kernel
def reply_feature(s: Arrays, p: PatternTables, site: int, mover: int, around: int) -> int:
    """Return how a move lies to the last one, together with the owners of the ring."""
    last = int64(s.n[LAST])
    if last == NONE:
        return NEUTRAL
    cells = min(RING_CELLS, REPLY_CELLS)
    base = REPLY_BASE + mover * ((RING_CELLS << 2 * cells) + RING_CELLS + 1)
    if site == last:
        return base + (RING_CELLS << 2 * cells)
    for cell in range(RING_CELLS):
        if ring_cell(s, p, site, cell) == last:
            first = cell - cells // 2
            turn = 2 * (first if first >= 0 else first + RING_CELLS)
            turned = around >> turn | around << 2 * RING_CELLS - turn
            return base + (cell << 2 * cells) + (turned & (1 << 2 * cells) - 1)
    for cell in range(RING_CELLS):
        if wide_cell(s, p, site, cell) == last:
            return base + (RING_CELLS << 2 * cells) + 1 + cell
    return NEUTRAL


@kernel
def look_at(s: Arrays, p: PatternTables, rule: int, origin: int, site: int, quick: bool) -> None:
    """Write the features of a move; `quick` leaves out families that playouts do not use."""
    for family in range(FAMILIES):
        p.at[family] = NEUTRAL
    if site == NONE or site <= s.kit.held:
        return
    mover = int64(s.n[MOVER])
    comes = origin != NONE and origin != site
    piece = int64(s.what[origin]) if comes else 0
    if not comes and rule >= 0 and rule < p.adds.shape[0]:
        piece = int64(p.adds[rule])
    p.at[PIECES] = PIECES_BASE + piece * s.kit.owner.shape[0] + int64(s.what[site])
    on_board = comes and origin > s.kit.held
    if ON_TABLE:
        p.at[TARGET] = TARGET_BASE + mover * (p.near.shape[0] // NEAR_CELLS) + site
        if on_board:
            p.at[ORIGIN] = FROM_BASE + mover * (p.near.shape[0] // NEAR_CELLS) + origin
    around = ring_code(s, p, site, mover)
    # The orientation of a tile is combined with the code of its neighbours.
    laying = int64(s.queue[0, NAMED]) % LAYINGS_SEEN if LAYINGS_SEEN > 1 else 0
    p.at[RING] = RING_BASE + (mover * LAYINGS_SEEN + laying << 2 * RING_CELLS) + around
    p.at[REPLY] = reply_feature(s, p, site, mover, around)
    if quick and LOOKS_QUICKLY:
        return
    p.at[WIDE_RING] = WIDE_BASE + (mover << 2 * RING_CELLS) + wide_code(s, p, site, mover)
    if on_board:
        left = ring_code(s, p, origin, mover)
        p.at[LEFT] = LEFT_BASE + (mover << 2 * RING_CELLS) + left
    for axis in range(LINE_AXES):
        code = line_code(s, p, site, axis, mover)
        row = ((mover * LINE_AXES + axis) * LAYINGS_SEEN + laying) << 4 * REACH_OF_LINES
        p.at[LINES_BEGIN + axis] = LINE_BASE + row + code


@kernel
def prior_weight(s: Arrays, p: PatternTables, rule: int, origin: int, site: int) -> float:
    """Return the weight of a move in the tree."""
    look_at(s, p, rule, origin, site, False)
    weight = 1.0
    for family in range(LINES_BEGIN + LINE_AXES):
        weight *= p.factors[int64(p.at[family])]
    return weight


@kernel
def quick_weight(s: Arrays, p: PatternTables, rule: int, origin: int, site: int) -> float:
    """Return the weight of a move in a playout."""
    look_at(s, p, rule, origin, site, True)
    weight = 1.0
    for family in range(LINES_BEGIN + (0 if LOOKS_QUICKLY else LINE_AXES)):
        weight *= p.quick[int64(p.at[family])]
    return weight


@kernel
def choose_by_weight(s: Arrays, p: PatternTables, count: int, number: int) -> int:
    """Return a move sampled by weight; if there are many, among some sampled ones."""
    best = 0
    total = 0.0
    is_sampled = count > p.o[SCANNED]
    for n in range(int64(p.o[SAMPLED_MOVES]) if is_sampled else count):
        choice = below(mix(number, 2 * n + 2), count) if is_sampled else n
        rule, origin, site = option_at(s, choice, count)
        weight = quick_weight(s, p, rule, origin, site)
        total += weight
        # Of those so far each is chosen in proportion to its weight (M.-T. Chao, 1982).
        if below(mix(number, 2 * n + 1), 2**31) / 2.0**31 * total < weight:
            best = choice
    return best


@entry
def list_features(s: Arrays, p: PatternTables, moves: Ints, rows: Ints) -> None:
    """Write the features of moves, (n, NAMED + bound), in rows, (n, FAMILIES)."""
    for n in range(moves.shape[0]):
        rule, origin, site = load_move(s, moves, n)
        look_at(s, p, rule, origin, site, False)
        for family in range(FAMILIES):
            rows[n, family] = p.at[family]
