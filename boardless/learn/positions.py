"""Positions as a network takes them: graphs of many games in sequence, with their legal moves."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from boardless.games.game import GameChoice, as_game
from boardless.games.rule_symmetries import rule_symmetries_of
from boardless.jit.arrays import Floats, Ints
from boardless.jit.native import hurry
from boardless.play.observation import PARTS, seen_arrays, share_out
from boardless.play.room import no_room_for
from boardless.play.state import State
from boardless.play.views import View
from boardless.state.engine.arrays import NEED_ROOM
from boardless.state.engine.geometry import Geometry
from boardless.topo import InputError

if TYPE_CHECKING:
    from boardless.games import Game

#: Directions of an edge, 16 compass points and none; relations, sets of four bits.
DIRECTIONS, RELATIONS = 17, 16
#: The kinds of an edge: each direction with each relation.
EDGE_KINDS = DIRECTIONS * RELATIONS
#: Messages of a node's neighbours are added up and multiplied by this.
MESSAGE_SCALE = 0.25
#: Columns of rows of moves.
SORT, FROM, TO, PIECE, NUMBERS = range(5)
#: Sorts below 0: outcomes of chance, exchanges of sides, passes.
SORTS_BELOW = 3
#: The place among `View.number_names` of the moves so far, which no network sees: games on larger
#: boards are longer than any that it was trained on.
PLY = 1
#: Rows that there is room for to begin with.
ROOM = 64


def edge_kinds(steps: Ints) -> Ints:
    """Return the kinds of edges with such directions and relations, (edges, 2), as int16."""
    steps = steps.astype(np.int16)
    return (steps[:, 0] + 1) * RELATIONS + steps[:, 1] % RELATIONS


def logarithms(numbers: Any) -> Floats:
    """Return amounts of any size as small numbers, with their signs."""
    scaled: Floats = (np.sign(numbers) * np.log1p(np.abs(numbers))).astype(np.float32)
    return scaled


@dataclass(frozen=True)
class Vocabulary:
    """Sizes of all inputs of a network, which plays every game with equal sizes.

    Attributes
    ----------
    players : int
        The players.
    node_names : tuple of str
        The columns of nodes, see `View.node_names`.
    pieces, sorts : int
        The numbers of pieces, and the sorts of moves.
    row_numbers, numbers : int
        The numbers of a row behind its piece, and the numbers outside the sites.
    """

    players: int
    node_names: tuple[str, ...]
    pieces: int
    sorts: int
    row_numbers: int
    numbers: int

    @classmethod
    def of(cls, view: View) -> Self:
        """Return the sizes of a game."""
        sorts = view.tables.sorts
        return cls(
            view.game.players, view.node_names, len(view.piece_names),
            1 + int(sorts[:, 0].max(initial=0)), view.bound, len(view.number_names),
        )  # fmt: skip


@dataclass(frozen=True)
class SeenPosition:
    """A position as its mover sees it; nodes and rows as in `View`, edges with their kinds."""

    nodes: Ints  # int32 (nodes, columns)
    edges: Ints  # int32 (2, edges): from node to node
    kinds: Ints  # int16 (edges,): direction + 1 and relation as one number
    rows: Ints  # int32 (moves, columns): sites count from 1, 0 is none
    numbers: Ints  # int32 (numbers,)


@dataclass(frozen=True)
class Positions:
    """Positions one after another, each with its own numbers of nodes, edges and rows.

    Sites and nodes count from the first node of their position.
    """

    nodes: Ints
    edges: Ints
    kinds: Ints
    rows: Ints
    numbers: Ints  # int32 (positions, numbers)
    sizes: Ints  # int64 (positions, 3): nodes, edges and rows of each

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def joined(cls, positions: Sequence[SeenPosition]) -> Self:
        """Return some positions, joined one after another."""
        return cls(
            np.concatenate([each.nodes for each in positions]),
            np.concatenate([each.edges for each in positions], axis=1),
            np.concatenate([each.kinds for each in positions]),
            np.concatenate([each.rows for each in positions]),
            np.stack([each.numbers for each in positions]),
            np.array(
                [(len(each.nodes), len(each.kinds), len(each.rows)) for each in positions], np.int64
            ),
        )

    def split(self) -> list[SeenPosition]:
        """Return each position by itself."""
        ends = np.cumsum(self.sizes, axis=0)
        return [
            SeenPosition(
                self.nodes[node - nodes : node],
                self.edges[:, edge - edges : edge],
                self.kinds[edge - edges : edge],
                self.rows[row - rows : row],
                numbers,
            )
            for (node, edge, row), (nodes, edges, rows), numbers in zip(
                ends.tolist(), self.sizes.tolist(), self.numbers, strict=True
            )
        ]

    def arrays(self) -> dict[str, Ints]:
        """Return the arrays by their names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class Observer:
    """The input of a network: positions of a game, by one call of machine code each.

    Parameters
    ----------
    game : Game, str or path
        The game to observe.

    Raises
    ------
    InputError
        If it is a match of several games.
    """

    def __init__(self, game: GameChoice) -> None:
        game = as_game(game)
        game.refuse_match()
        self.game: Game = game
        self.view = View.of(game)
        self.vocabulary = Vocabulary.of(self.view)
        self._kernels: Any = None
        self._technique: object = None
        self._see_up_to(ROOM)
        self._edges: tuple[Ints, Ints] | None = None

    @classmethod
    def of(cls, game: GameChoice) -> "Observer":
        """Return the observer of a game, the same object at every call."""
        game = as_game(game)
        observer: Observer = game.once(("observer",), lambda: cls(game))
        return observer

    def _see_up_to(self, room: int) -> None:
        """Make arrays with room for `room` nodes and rows."""
        self._room = room
        self._c = seen_arrays(self.view, 1, 1, frozenset({"rows", "graph", "numbers"}), room)
        share_out(self._c, 0, 1)

    def __call__(self, state: State) -> SeenPosition:
        """Return the mover's view of a state in which a player has to choose."""
        position = state.position
        while not position.with_room(partial(self._look, state)):
            self._see_up_to(2 * self._room)
        c = self._c
        sites, count, rows = int(c.node[0, 1]), int(c.edge[0, 1]), int(c.counts[0]) or 1
        if self._edges is None or self.game.growing:
            self._edges = c.edges[:, :count].astype(np.int32), edge_kinds(c.steps[:count])
        numbers = c.numbers[0].copy()
        numbers[PLY] = 0
        return SeenPosition(c.nodes[:sites].copy(), *self._edges, c.rows[:rows].copy(), numbers)

    def _look(self, state: State) -> bool:
        """Write the view of a state; return True if there was room."""
        position = state.position
        if position.technique is not self._technique:
            self._kernels = self.game.kernels_of(position.technique, self.game.undoing(*PARTS))
            self._technique = position.technique
            # A search looks at many positions.
            hurry(self._kernels)
        answer = self._kernels.look(position.arrays, self.view.tables, self._c, True)
        if answer == NEED_ROOM:
            raise no_room_for(position.arrays, "the legal moves")
        return bool(answer)


def turned_kinds(view: View) -> Ints:
    """Return the kind of each edge under each symmetry of board and rules.

    Parameters
    ----------
    view : View
        Of the game.

    Returns
    -------
    (n, EDGE_KINDS) int16
        The identity comes first. It is the only one if no other is known, or if pieces or moves
        have their own rotations.
    """
    identity = np.arange(EDGE_KINDS, dtype=np.int16)
    geometry = view.game.module.geometry
    if (
        not isinstance(geometry, Geometry)
        or view.game.module.model.layout is not None
        or view.bound
        or "rotation" in view.node_names
    ):
        return identity[None]
    try:
        rows = rule_symmetries_of(view.game)
    except InputError:
        return identity[None]
    kinds = edge_kinds(view.tables.steps).reshape(geometry.kinds, -1)
    turned = (_turned(geometry, kinds, row.tolist()) for row in rows[1:])
    return np.stack([identity, *(each for each in turned if each is not None)])


def _turned(geometry: Geometry, kinds: Ints, row: list[int]) -> Ints | None:
    """Return the kinds of edges under a symmetry, None where one would become several."""
    a, b, c, d, _, _, *images = row
    image = [images[3 * k : 3 * k + 3] for k in range(geometry.kinds)]
    link = geometry.tiling.slots.link
    partners: dict[int, int] = {}
    for k in range(geometry.kinds):
        begin_i, begin_j, to = image[k]
        steps = {
            (*link[to, slot, :3].tolist(), int(kinds[to, n]) % RELATIONS): int(kinds[to, n])
            for n, slot in enumerate(geometry.used)
        }
        for n, slot in enumerate(geometry.used):
            i, j, other = link[k, slot, :3].tolist()
            end_i, end_j, end = image[other]
            step = (
                a * i + b * j + end_i - begin_i, c * i + d * j + end_j - begin_j, end,
                int(kinds[k, n]) % RELATIONS,
            )  # fmt: skip
            if (
                step not in steps
                or partners.setdefault(int(kinds[k, n]), steps[step]) != steps[step]
            ):
                return None
    turned = np.arange(EDGE_KINDS, dtype=np.int16)
    turned[list(partners)] = list(partners.values())
    return turned
