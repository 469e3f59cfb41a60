"""Observations: the view of a player on a state, as tuples and as arrays for learners."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from boardless.jit.arrays import Ints
from boardless.play.position import Position
from boardless.play.room import no_room_for
from boardless.play.views import View
from boardless.state.engine.arrays import NEED_ROOM, OPEN, Arrays
from boardless.state.engine.entries import Kernels
from boardless.state.engine.seeing import (
    ACTIONS,
    EDGE_BEGIN,
    EDGE_END,
    EDGES_CHANGE,
    GRAPH_SEEN,
    MASK_SEEN,
    NODE_BEGIN,
    NODE_END,
    NUMBERS_SEEN,
    PLACES_SEEN,
    PLANES_SEEN,
    ROW_BEGIN,
    ROW_END,
    ROWS_SEEN,
    SEEN_SETTINGS,
    SPAN_COLUMNS,
    WAYS,
    SeenArrays,
)
from boardless.topo import InputError

#: The number in place of data that a player does not see.
UNSEEN = -1
#: The bits of all rows that a player may see, and of each row.
ALL = 2**6 - 1
_BITS = 1 << np.arange(6)[:, None]


@dataclass(frozen=True)
class Observation:
    """The view of a player on a state; states with equal ones are indistinguishable.

    Every tuple has an entry for each site of the board and then of the hands: -1 if it is hidden
    from the player, 0 on an empty site.

    Attributes
    ----------
    player, mover : int
        The observing player, and the next player to move.
    what, who : tuple of int
        The component on each site, and its owner.
    state, count, rotation, value : tuple of int
        Its local state, the number of pieces, their rotation, and their value.
    """

    player: int
    mover: int
    what: tuple[int, ...]
    who: tuple[int, ...]
    state: tuple[int, ...]
    count: tuple[int, ...]
    rotation: tuple[int, ...]
    value: tuple[int, ...]

    def __repr__(self) -> str:
        filled = sum(what > 0 for what in self.what)
        sites = f"{filled} of {len(self.what)} sites filled, {len(self.hidden)} hidden"
        return f"<Observation of player {self.player}, player {self.mover} to move, {sites}>"

    @property
    def hidden(self) -> tuple[int, ...]:
        """The indices of the sites in the tuples that hide something from the player."""
        parts = [getattr(self, field.name) for field in fields(self)[2:]]
        return tuple(n for n, seen in enumerate(zip(*parts, strict=True)) if UNSEEN in seen)


def observe(arrays: Arrays, kernels: Kernels, player: int, mover: int) -> Observation:
    """Return the view of a player of the arrays of a game."""
    return Observation(player, mover, *map(tuple, numbers_seen(arrays, kernels, player).tolist()))


def numbers_seen(arrays: Arrays, kernels: Kernels, player: int) -> Ints:
    """Return the tuples of an `Observation` as rows, (6, sites); player 0 sees everything."""
    parts = (kernels.STATES, kernels.COUNTS, kernels.ROTATIONS, kernels.VALUES)
    rows = (arrays.what, arrays.who, *(arrays.fields[n] if n >= 0 else None for n in parts))
    held, count = int(kernels.HELD), int(arrays.n[kernels.COUNT])
    seen = np.zeros((len(rows), count), np.int64)
    for row, numbers in zip(seen, rows, strict=True):
        if numbers is not None:
            row[:] = _of_sites(numbers, held, count)
    if not kernels.COUNTED:
        # Only hands count then.
        counted = None if kernels.COUNTS < 0 else count - held
        seen[3, :counted] = seen[0, :counted] != 0
    hidden = unseen(arrays, kernels, (1 << player) >> 1)
    if hidden.any():
        seen[hidden & _BITS != 0] = UNSEEN
    return seen


def unseen(arrays: Arrays, kernels: Kernels, eyes: int) -> Ints:
    """Return for each site the data that some of several players do not see.

    Players are bits, and so are the rows of `numbers_seen`.
    """
    held, count = int(kernels.HELD), int(arrays.n[kernels.COUNT])
    bits = np.zeros(count, np.int64)
    rows = [(kernels.VEILS + n, 1 << n) for n in range(kernels.VEILED)]
    for field, parts in (*rows, (kernels.HIDDEN, ALL)) if eyes else ():
        if field >= 0:
            bits[_of_sites(arrays.fields[field], held, count) & eyes != 0] |= parts
    return bits


def _of_sites(numbers: Ints, held: int, count: int) -> Ints:
    """Return a number of each site: first of the board, then of hands."""
    return np.concatenate((numbers[held + 1 : count + 1], numbers[1 : held + 1]))


#: The parts of the engine that show a position.
PARTS = ("stepping", "seeing")
#: The settings for each part of an observation.
SWITCHES = {
    "rows": PLACES_SEEN,
    "mask": MASK_SEEN,
    "planes": PLANES_SEEN,
    "graph": GRAPH_SEEN,
    "numbers": NUMBERS_SEEN,
}
#: How many rows, nodes and edges there is room for to begin with, a game.
ROOM = 64


@dataclass(frozen=True)
class Graph:
    """A board as a graph in the mover's view, as PyTorch Geometric has it.

    Attributes
    ----------
    nodes : (n, columns) int32
        The sites, see `View.node_names`; site s of a row of a move is node s - 1.
    edges : (2, m) int64
        From node to node: each step to a related site (``edge_index``).
    steps : (m, 2) int8
        Of each edge its direction, one of 16 compass points clockwise from north or -1, and its
        relation: bits for orthogonal (1), diagonal (2), off (4) and adjacent (8).
    """

    nodes: Ints
    edges: Ints
    steps: Ints

    def __repr__(self) -> str:
        return f"<Graph {len(self.nodes):,} nodes, {self.edges.shape[-1]:,} edges>"


def seen_arrays(view: View, games: int, parts: int, seen: frozenset[str], room: int) -> SeenArrays:
    """Return arrays for the `seen` parts of games, with room for some rows per game."""
    mask = "mask" in seen
    if mask and view.actions is None:
        raise InputError(
            f"{view.game.name}: it has no fixed actions, because its board grows or there are "
            "too many; "
            "choose by rows"
        )
    o = np.zeros(SEEN_SETTINGS, np.int64)
    o[ROWS_SEEN] = 2 if mask or "rows" in seen else 0
    for name in seen - {"counts"}:
        o[SWITCHES[name]] = 1
    o[ACTIONS], o[WAYS], o[EDGES_CHANGE] = view.actions or 0, view.ways, view.game.growing
    total = room * games
    spans = np.zeros((parts, SPAN_COLUMNS), np.int64)
    channels, rows, columns = view.plane_shape if "planes" in seen else (0, 0, 0)
    graph = total if "graph" in seen else 0
    numbers = len(view.number_names) if "numbers" in seen else 0
    slots = view.game.constants["SLOTS"]
    return SeenArrays(
        o=o,
        spans=spans,
        counts=np.zeros(games, np.int64),
        first_row=np.zeros(games, np.int64),
        rows=np.zeros((total, len(view.row_names)), np.int32),
        places=np.zeros((total if "rows" in seen else 1, 2), np.int32),
        actions=np.zeros(total, np.int64),
        mask=np.zeros((games, (view.actions or 0) if mask else 0), np.uint8),
        planes=np.zeros((games, channels * rows * columns), np.uint8),
        numbers=np.zeros((games, numbers), np.int32),
        known=np.zeros(games, np.int64),
        cells=np.zeros((games, room if view.game.growing else 0), np.int32),
        node=np.zeros((games, 2), np.int64),
        nodes=np.zeros((graph, len(view.node_names)), np.int32),
        edge=np.zeros((games, 2), np.int64),
        edges=np.zeros((2, graph * slots), np.int64),
        steps=np.zeros((graph * slots, 2), np.int8),
    )


def share_out(c: SeenArrays, part: int, parts: int) -> None:
    """Give a part of a batch its share of rows, nodes and edges, which is empty at first."""
    for begin, end, room in (
        (ROW_BEGIN, ROW_END, len(c.rows)),
        (NODE_BEGIN, NODE_END, len(c.nodes)),
        (EDGE_BEGIN, EDGE_END, len(c.steps)),
    ):
        c.spans[part, begin] = room * part // parts
        c.spans[part, end] = room * (part + 1) // parts


def looked(position: Position, seen: frozenset[str]) -> SeenArrays:
    """Return arrays with the view of the mover, as a `BatchEnv` of one game has them."""
    view = View.of(position.game)
    game = position.game
    kernels = game.kernels_of(position.technique, game.undoing(*PARTS))
    is_open = position.winner == OPEN and position.question is None
    room = max(ROOM, 1 + position.count_rows(), 1 + position.cells + int(kernels.HELD))

    def seen_now() -> SeenArrays | None:
        c = seen_arrays(view, 1, 1, seen, room)
        share_out(c, 0, 1)
        answer = kernels.look(position.arrays, view.tables, c, is_open)
        if answer == NEED_ROOM:
            raise no_room_for(position.arrays, "the legal moves")
        return c if answer else None

    while (c := position.with_room(seen_now)) is None:
        room *= 2
    return c


def look(position: Position, part: str) -> Any:
    """Return a part of the mover's view: see `State.mask` and so on."""
    c = looked(position, frozenset({"mask" if part == "actions" else part, "rows"}))
    if part == "planes":
        return c.planes[0].reshape(View.of(position.game).plane_shape)
    if part == "graph":
        sites, edges = int(c.node[0, 1]), int(c.edge[0, 1])
        return Graph(c.nodes[:sites], c.edges[:, :edges].copy(), c.steps[:edges])
    if part in ("rows", "actions"):
        listed = c.places if part == "rows" else c.actions
        is_open = position.winner == OPEN and position.question is None
        return listed[: (int(c.counts[0]) or 1) if is_open else 0]
    part_seen: Ints = getattr(c, part)[0]
    return part_seen
