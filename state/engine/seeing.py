"""Observations of the mover: planes in a window, a graph, and numbers.

All is in the mover's view: his pieces come first, then the next player's, and so on, so that a
position looks the same from either seat. Everything that is hidden from him is absent.
"""

from typing import NamedTuple

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import entry, int64, kernel
from boardless.state.engine.arrays import (
    BY_RULE,
    COUNT,
    EXTERNAL_BOARD,
    LAST,
    MOVER,
    NEED_ROOM,
    NONE,
    PASS,
    PLIES,
    SWAP,
    Arrays,
)
from boardless.state.engine.cells import kind_of, split
from boardless.state.engine.moves import choices, fits
from boardless.state.engine.pieces import is_cell
from boardless.state.engine.results import in_seats
from boardless.state.engine.rules import MAY_SWAP
from boardless.state.engine.stepping import (
    ROW_FROM,
    ROW_TO,
    ViewTables,
    is_seen,
    write_row,
)
from boardless.state.engine.tables import NOWHERE

#: What is wanted, places of `SeenArrays.o`: how much of legal moves (0: nothing, 1: their number,
#: 2: rows), then whether places of moves in planes, a mask of actions, planes, a graph and numbers.
ROWS_SEEN, PLACES_SEEN, MASK_SEEN, PLANES_SEEN, GRAPH_SEEN, NUMBERS_SEEN = range(6)
#: And the number of actions, the number of actions with equal ends, and whether the edges change.
ACTIONS, WAYS, EDGES_CHANGE, SEEN_SETTINGS = range(6, 10)
#: Planes after the pieces' planes: cells of the board, the last move, targets of legal moves.
BOARD_PLANE, LAST_PLANE, TARGET_PLANE, PLANES_BEHIND = range(4)
#: Columns of a node before the numbers that pieces of a game have, in the order of the planes.
NODE_OWNER, NODE_PIECE, NODE_BOARD, NODE_LAST, NODE_TARGET, NODE_NUMBERS = range(6)
#: Numbers before scores and hands: the seat, moves so far, whether the sides may be exchanged.
SEAT_NUMBER, PLY_NUMBER, SWAP_NUMBER, NUMBERS_BEHIND = range(4)
#: Columns of `SeenArrays.spans`, of each part of a batch.
(
    GAME_AT, GAME_END, ROW_BEGIN, ROW_AT, ROW_END, NODE_BEGIN, NODE_AT, NODE_END, EDGE_BEGIN,
    EDGE_AT, EDGE_END, SPAN_COLUMNS,
) = range(12)  # fmt: skip


@by_address
class SeenArrays(NamedTuple):
    """Observations of n games, in rows that may belong to any of them."""

    o: Ints  # int64 (SEEN_SETTINGS,): what is wanted, see above
    spans: Ints  # int64 (parts, SPAN_COLUMNS): games and rows of each part
    counts: Ints  # int64 (n,): legal moves, 0 where the mover can only pass
    first_row: Ints  # int64 (n,): the first row of each game
    rows: Ints  # int32 (rows, ROW_NUMBERS + bound): legal moves, see `stepping`
    places: Ints  # int32 (rows, 2): from and to as places of a plane, -1 elsewhere
    actions: Ints  # int64 (rows,): the number of the action, -1 for none
    mask: Ints  # uint8 (n, actions)
    planes: Ints  # uint8 (n, planes * places)
    numbers: Ints  # int32 (n, numbers)
    known: Ints  # int64 (n,): sites whose places are in `cells`, where the board grows
    cells: Ints  # int32 (n, sites): the place of each of them in a plane, -1 outside
    node: Ints  # int64 (n, 2): the first node of each game, and their number
    nodes: Ints  # int32 (nodes, columns)
    edge: Ints  # int64 (n, 2): the first edge of each game, and their number
    edges: Ints  # int64 (2, edges): nodes
    steps: Ints  # int8 (edges, 2): direction and relation


@kernel
def plane_place(s: Arrays, v: ViewTables, b: SeenArrays, game: int, site: int) -> int:
    """Return the place of a site in a plane, -1 outside; see `know_places`."""
    if site <= s.kit.held:
        return -1
    if v.places.shape[0] > 0:
        return int64(v.places[site - s.kit.held - 1])
    return int64(b.cells[game, site])


@kernel
def know_places(s: Arrays, v: ViewTables, b: SeenArrays, game: int) -> bool:
    """Find the places of new sites of a board that grows; return False without room."""
    if v.places.shape[0] > 0:
        return True
    last = int64(s.n[COUNT])
    if last >= b.cells.shape[1]:
        return False
    for site in range(int64(b.known[game]) + 1, last + 1):
        b.cells[game, site] = place_in_window(s, v, site)
    b.known[game] = last
    return True


@kernel
def place_in_window(s: Arrays, v: ViewTables, site: int) -> int:
    """Return the place of a cell in a plane, -1 outside."""
    i, j, k = split(s, int64(s.code[site]))
    i -= int64(s.origin[0]) + int64(v.window[0])
    j -= int64(s.origin[1]) + int64(v.window[1])
    width, height = int64(v.window[2]), int64(v.window[3])
    if i < 0 or j < 0 or i >= width or j >= height:
        return -1
    return (k * height + j) * width + i


@kernel
def is_on_board(s: Arrays, site: int) -> bool:
    """Return True if a site beyond the hands is a cell of the board."""
    if EXTERNAL_BOARD and s.code[site] == NOWHERE:
        return False
    return not BY_RULE or is_cell(s, site)


@kernel
def field_seen(s: Arrays, field: int, part: int, site: int, player: int) -> int:
    """Return a number of a site as a player sees it, 0 if it is hidden or absent."""
    if field < 0 or not is_seen(s, site, part, player):
        return 0
    return int64(s.fields[field, site])


@kernel
def what_seen(s: Arrays, v: ViewTables, site: int, player: int) -> int:
    """Return the number of a site's uppermost piece in a player's view, or 0."""
    if not is_seen(s, site, 0, player):
        return 0
    return int64(v.pieces[player, int64(s.what[site])])


@kernel
def count_seen(s: Arrays, site: int, player: int) -> int:
    """Return how many pieces a player sees on a site."""
    if s.sites.counts >= 0 and (s.sites.counted or site <= s.kit.held):
        return field_seen(s, s.sites.counts, 3, site, player)
    return 1 if s.what[site] != 0 and is_seen(s, site, 0, player) else 0


@kernel
def write_mask(s: Arrays, b: SeenArrays, game: int, first: int, count: int) -> None:
    """Write the numbers of the actions of listed moves, and mark them.

    Moves between the same sites get different numbers by their order, as long as numbers remain.
    """
    for action in range(b.mask.shape[1]):
        b.mask[game, action] = 0
    ways, actions = int64(b.o[WAYS]), int64(b.o[ACTIONS])
    ends = 1 + int64(s.n[COUNT])
    for at in range(first, first + count):
        origin, site = int64(b.rows[at, ROW_FROM]), int64(b.rows[at, ROW_TO])
        action, end = -1, 0
        if b.rows[at, 0] == PASS:
            action, end = actions - 2, actions - 1
        elif b.rows[at, 0] == SWAP:
            action, end = actions - 1, actions
        else:
            action = site * ways
            if origin != NONE and origin != site:
                action = (ends + origin * ends + site) * ways
            end = min(action + ways, actions - 2)
        while action < end and b.mask[game, action] != 0:
            action += 1
        if action < end:
            b.mask[game, action] = 1
        else:
            action = -1
        b.actions[at] = action


@kernel
def write_planes(
    s: Arrays, v: ViewTables, b: SeenArrays, game: int, first: int, count: int
) -> None:
    """Draw the planes of a game: of each piece, then `BOARD_PLANE` and so on, then of numbers."""
    mover, held = int64(s.n[MOVER]), s.kit.held
    size, pieces = int64(v.window[5]), int64(v.window[4])
    # Rows of arrays have names here: what is written might change where the arrays are, for all
    # that a compiler knows, which would look that up at every site.
    planes, begins, whats, last = b.planes[game], v.planes[mover], s.what, int64(s.n[LAST])
    fixed = v.places.shape[0] > 0
    places, begin = v.places if fixed else b.cells[game], held + 1 if fixed else 0
    board = (pieces + BOARD_PLANE) * size
    # The plane of a board that does not change is drawn once.
    drawn = fixed and not BY_RULE and not EXTERNAL_BOARD and b.known[game] != 0
    b.known[game] = 1 if fixed else b.known[game]
    for m in range(board):
        planes[m] = 0
    # (Where a compiler knows that no place is below 0 it clears a whole row at once.)
    for m in range(max(board + size * drawn, 0), planes.shape[0]):
        planes[m] = 0
    for site in range(held + 1, s.n[COUNT] + 1):
        at = int64(places[site - begin])
        if at < 0 or not is_on_board(s, site):
            continue
        if not drawn:
            planes[board + at] = 1
        behind = (pieces + PLANES_BEHIND) * size + at
        if s.sites.levels > 0:
            planes[behind] = min(int64(s.under[0, site]), 255)
            behind += size
            for level in range(int64(s.under[0, site]) - 1):
                below = int64(s.under[1 + level * (1 + s.sites.fields), site])
                if is_seen(s, site, 0, mover):
                    planes[int64(begins[below]) + at] = 1
        # Without a piece the plane of the board is written to again: pieces are hard to predict.
        what = int64(whats[site]) if is_seen(s, site, 0, mover) else 0
        planes[int64(begins[what]) + at] = 1
        if s.sites.counts >= 0 and s.sites.counted:
            planes[behind] = min(max(count_seen(s, site, mover), 0), 255)
            behind += size
        if s.sites.states >= 0:
            planes[behind] = min(field_seen(s, s.sites.states, 2, site, mover), 255)
            behind += size
        if s.sites.rotations >= 0:
            planes[behind] = min(field_seen(s, s.sites.rotations, 4, site, mover), 255)
            behind += size
        if s.sites.values >= 0:
            planes[behind] = min(max(field_seen(s, s.sites.values, 5, site, mover), 0), 255)
            behind += size
        if s.sites.hidden >= 0:
            planes[behind] = 0 if is_seen(s, site, 0, mover) else 1
    if last > held and places[last - begin] >= 0:
        planes[(pieces + LAST_PLANE) * size + int64(places[last - begin])] = 1
    if b.o[ROWS_SEEN] > 1:
        targets, rows = (pieces + TARGET_PLANE) * size, b.rows
        for row in range(first, first + count):
            site = int64(rows[row, ROW_TO])
            if site > held and places[site - begin] >= 0:
                planes[targets + int64(places[site - begin])] = 1


@kernel
def write_numbers(s: Arrays, v: ViewTables, b: SeenArrays, game: int) -> None:
    """Write the numbers of a game: `SEAT_NUMBER`, ..., scores and hands, the mover's first."""
    mover = int64(s.n[MOVER])
    b.numbers[game, SEAT_NUMBER] = in_seats(s, mover)
    b.numbers[game, PLY_NUMBER] = s.n[PLIES]
    b.numbers[game, SWAP_NUMBER] = 1 if MAY_SWAP and s.n[PLIES] == 1 else 0
    at = NUMBERS_BEHIND
    if v.scores >= 0:
        for n in range(s.kit.players):
            player = (mover - 1 + n) % s.kit.players + 1
            b.numbers[game, at + n] = s.numbers[v.scores + player]
        at += s.kit.players
    for n in range(v.hands.shape[1]):
        site = int64(v.hands[mover, n])
        b.numbers[game, at] = what_seen(s, v, site, mover)
        b.numbers[game, at + 1] = count_seen(s, site, mover)
        at += 2


@kernel
def write_nodes(
    s: Arrays, v: ViewTables, b: SeenArrays, game: int, first: int, count: int, is_new: bool
) -> None:
    """Write the nodes of a game: its sites, hands first, in the order in which they came.

    Nodes that are not new were written before for the same sites of a board that does not change.
    """
    mover, at, last = int64(s.n[MOVER]), int64(b.node[game, 0]), int64(s.n[LAST])
    nodes, rows, before = b.nodes, b.rows, at - 1
    if is_new or BY_RULE or EXTERNAL_BOARD or b.o[ROWS_SEEN] > 1:
        for site in range(1, s.n[COUNT] + 1):
            nodes[before + site, NODE_BOARD] = site > s.kit.held and is_on_board(s, site)
            nodes[before + site, NODE_TARGET] = 0
    for site in range(1, s.n[COUNT] + 1):
        # 1 for the mover himself, 0 for nobody.
        owner = int64(s.who[site]) if is_seen(s, site, 1, mover) else 0
        nodes[at, NODE_OWNER] = v.seats[mover, owner]
        nodes[at, NODE_PIECE] = what_seen(s, v, site, mover)
        nodes[at, NODE_LAST] = 1 if site == last else 0
        column = NODE_NUMBERS
        if s.sites.levels > 0:
            nodes[at, column] = s.under[0, site]
            column += 1
        if s.sites.counts >= 0:
            nodes[at, column] = count_seen(s, site, mover)
            column += 1
        if s.sites.states >= 0:
            nodes[at, column] = field_seen(s, s.sites.states, 2, site, mover)
            column += 1
        if s.sites.rotations >= 0:
            nodes[at, column] = field_seen(s, s.sites.rotations, 4, site, mover)
            column += 1
        if s.sites.values >= 0:
            nodes[at, column] = field_seen(s, s.sites.values, 5, site, mover)
            column += 1
        if s.sites.hidden >= 0:
            nodes[at, column] = 0 if is_seen(s, site, 0, mover) else 1
        at += 1
    if b.o[ROWS_SEEN] > 1:
        for row in range(first, first + count):
            site = int64(rows[row, ROW_TO])
            if site != NONE:
                nodes[before + site, NODE_TARGET] = 1


@kernel
def write_edges(s: Arrays, v: ViewTables, b: SeenArrays, game: int) -> int:
    """Write the edges of a game, and return their number: steps from site to site."""
    before, at = int64(b.node[game, 0]) - 1, int64(b.edge[game, 0])
    first, edges, steps, links, known = at, b.edges, b.steps, s.step, v.steps
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        kind = kind_of(s, site) * s.plane.slots
        for slot in range(s.plane.slots):
            other = int64(links[site * s.plane.slots + slot])
            if other != NONE:
                edges[0, at] = before + site
                edges[1, at] = before + other
                steps[at, 0] = known[kind + slot, 0]
                steps[at, 1] = known[kind + slot, 1]
                at += 1
    return at - first


@kernel
def list_rows(s: Arrays, v: ViewTables, b: SeenArrays, game: int, part: int) -> bool:
    """Write the legal moves of a game behind earlier games'; return False without room."""
    first, count = int64(b.spans[part, ROW_AT]), max(int64(b.counts[game]), 1)
    b.first_row[game] = first
    if first + count > b.spans[part, ROW_END]:
        return False
    rows, places, legal = b.rows, b.places, int64(b.counts[game])
    for place in range(count):
        origin, site = write_row(s, v, rows, first + place, place, legal)
        if b.o[PLACES_SEEN] != 0:
            places[first + place, 0] = plane_place(s, v, b, game, origin)
            places[first + place, 1] = plane_place(s, v, b, game, site)
    b.spans[part, ROW_AT] = first + count
    return True


@kernel
def show_game(s: Arrays, v: ViewTables, b: SeenArrays, game: int, part: int, is_open: bool) -> bool:
    """Write the observations of a game with counted moves; return False without room."""
    first, count = int64(b.spans[part, ROW_AT]), 0
    b.first_row[game] = first
    if (b.o[PLACES_SEEN] != 0 or b.o[PLANES_SEEN] != 0) and not know_places(s, v, b, game):
        return False
    if b.o[ROWS_SEEN] > 1 and is_open:
        count = max(int64(b.counts[game]), 1)
        if not list_rows(s, v, b, game, part):
            return False
    if b.o[MASK_SEEN] != 0:
        write_mask(s, b, game, first, count)
    if b.o[PLANES_SEEN] != 0:
        write_planes(s, v, b, game, first, count)
    if b.o[NUMBERS_SEEN] != 0:
        write_numbers(s, v, b, game)
    if b.o[GRAPH_SEEN] != 0:
        node, edge = int64(b.spans[part, NODE_AT]), int64(b.spans[part, EDGE_AT])
        sites = int64(s.n[COUNT])
        if node + sites > b.spans[part, NODE_END]:
            return False
        is_new = b.o[EDGES_CHANGE] != 0 or b.node[game, 1] == 0
        if is_new and edge + sites * s.plane.slots > b.spans[part, EDGE_END]:
            return False
        b.node[game, 0] = node
        b.node[game, 1] = sites
        write_nodes(s, v, b, game, first, count, is_new)
        b.spans[part, NODE_AT] = node + sites
        if is_new:
            b.edge[game, 0] = edge
            b.edge[game, 1] = write_edges(s, v, b, game)
        b.spans[part, EDGE_AT] = edge + int64(b.edge[game, 1])
    return True


@kernel
def begin_part(b: SeenArrays, part: int) -> None:
    """Let a part of a batch be written from its beginning."""
    b.spans[part, ROW_AT] = b.spans[part, ROW_BEGIN]
    b.spans[part, NODE_AT] = b.spans[part, NODE_BEGIN]
    b.spans[part, EDGE_AT] = b.spans[part, EDGE_BEGIN]


@entry
def look(s: Arrays, v: ViewTables, b: SeenArrays, is_open: bool) -> int:
    """Write the observations of one position; return 1, 0 without room, NEED_ROOM if void."""
    begin_part(b, 0)
    b.counts[0] = 0
    if is_open and b.o[ROWS_SEEN] > 0:
        count = choices(s)
        if not fits(s, count):
            return NEED_ROOM
        b.counts[0] = count
    return 1 if show_game(s, v, b, 0, 0, is_open) else 0
