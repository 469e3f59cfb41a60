"""Placements: tiles of several cells in several orientations, every placement on offer."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo import Board, InputError, Key, Shape, integer_between
from boardless.topo.boards.polyforms import Cells, canonical_cells, neighbour_keys
from boardless.topo.drawing.palette import SEQUENCE, START
from boardless.topo.tilings.incidence import moved

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Placement:
    """A shape in one of its orientations at one place, by number; its cells are sorted.

    Parameters
    ----------
    shape, orientation : int
        The numbers of the shape, and of its orientation.
    cells : tuple of (i, j, k)
        The lattice keys of its cells, sorted.
    """

    shape: int
    orientation: int
    cells: Cells


def checked_shapes(shapes: Shape | Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes, or the one alone; raise InputError if they are of several tilings."""
    try:
        listed = (shapes,) if isinstance(shapes, Shape) else tuple(shapes)
    except TypeError:
        listed = ()
    if not listed or not all(isinstance(shape, Shape) for shape in listed):
        raise InputError(f"shapes {shapes!r}: give at least one Shape")
    first = listed[0].tiling
    for shape in listed:
        if shape.tiling != first:
            raise InputError(
                f"shape of the {shape.tiling.name} tiling: "
                f"give one of the {first.name} tiling, like the first"
            )
    return listed


def covering_placements(shapes: tuple[Shape, ...]) -> list[list[Placement]]:
    """Return, for each prototile, every placement that covers the cell ``(0, 0, k)``."""
    covering: list[list[Placement]] = [[] for _ in shapes[0].tiling.faces]
    for number, shape in enumerate(shapes):
        for orientation, cells in enumerate(shape.orientations):
            for cell in cells:
                shifted = tuple(moved(other, cell, -1) for other in cells)
                covering[cell[2]].append(Placement(number, orientation, shifted))
    return covering


T = TypeVar("T", bound=Hashable)


class Ring(Collection[T]):
    """Things in the order of their addition, each at most once.

    Removing one and putting it back cost the same however many there are. A removed thing remembers
    its neighbours (Knuth, "Dancing Links", 2000), so everything is as it was once all changes since
    are undone, last first.
    """

    def __init__(self) -> None:
        # None stands before the first and after the last.
        self._after: dict[T | None, T | None] = {None: None}
        self._before: dict[T | None, T | None] = {None: None}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,}>"

    def __contains__(self, thing: object) -> bool:
        return thing is not None and thing in self._after

    def __len__(self) -> int:
        return len(self._after) - 1

    def __iter__(self) -> Iterator[T]:
        thing = self._after[None]
        while thing is not None:
            yield thing
            thing = self._after[thing]

    def append(self, thing: T) -> None:
        """Add a thing that is not there at the end."""
        self.restore(thing, self._before[None], None)

    def pop(self) -> T:
        """Remove the last thing and return it."""
        last = self._before[None]
        if last is None:
            raise IndexError("nothing is left")
        return self.remove(last)[0]

    def remove(self, thing: T) -> tuple[T, T | None, T | None]:
        """Remove a thing; return the arguments of `restore` that undo that."""
        before, after = self._before.pop(thing), self._after.pop(thing)
        self._after[before], self._before[after] = after, before
        return thing, before, after

    def restore(self, thing: T, before: T | None, after: T | None) -> None:
        """Put a thing back between its former neighbours."""
        self._before[thing], self._after[thing] = before, after
        self._after[before] = self._before[after] = thing


@dataclass(frozen=True, slots=True)
class _Step:
    """The changes of a placement: how many cells and offers were added, which offers went."""

    placement: Placement
    version: int
    added: int
    gone: list[tuple[Placement, Placement | None, Placement | None]]


class Placements:
    """Placed tiles, the placements that are on offer around them, and the board of both.

    A placement is on offer when its cells are free and one of them touches a tile. The offers may
    overlap: each is another continuation, and placing one ends the offer of all that overlap it.
    The board has every cell that is or was on offer, so it grows like a zone; its sites are
    append-only.

    The cost of a placement is proportional to its changes, not to the number of tiles or cells.

    Parameters
    ----------
    shapes : Shape or iterable of Shape
        The shapes of tiles, all of one tiling.
    start : iterable of Key, optional
        Cells that are taken from the beginning. Without any, each orientation of each shape is on
        offer at the origin for the first move.
    relation : {"orthogonal", "adjacent", "diagonal", "off", "all"}
        The relation that counts as touching: sharing an edge, at least a vertex, and so on.

    Raises
    ------
    InputError
        If shapes are missing or of several tilings, a start cell is not on the tiling or given
        twice, or there is no such relation. Every method raises it for a key that is not (i, j, k).

    Examples
    --------
    >>> from boardless.strategies import Placements
    >>> from boardless.topo import TRIANGULAR, Shape
    >>> rhombus = Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)])
    >>> tiles = Placements(rhombus, start=rhombus.cells)
    >>> tiles
    <Placements triangular, 0 placed, 8 on offer, 14 cells>
    >>> new = tiles.place(tiles.find([(0, 1, 0), (-1, 1, 1)]))
    >>> tiles
    <Placements triangular, 1 placed, 11 on offer, 20 cells>
    """

    def __init__(
        self,
        shapes: Shape | Iterable[Shape],
        *,
        start: Iterable[Key] = (),
        relation: str = "orthogonal",
    ) -> None:
        #: The shapes, by number.
        self.shapes = checked_shapes(shapes)
        tiling = self.shapes[0].tiling
        self.relation = relation
        self._neighbours = neighbour_keys(tiling, relation)
        self._covering = covering_placements(self.shapes)
        #: The cells of the finer tiling. To be read only.
        self.board = Board(tiling, start)
        self._start = tuple(map(self.board.key, self.board))
        # The placement on each taken cell, and all ever on offer that cover a cell of the board.
        self._taken: dict[Key, Placement | None] = dict.fromkeys(self._start)
        self._over: dict[Key, list[Placement]] = {cell: [] for cell in self._start}
        self._offer: Ring[Placement] = Ring()
        self._steps: list[_Step] = []
        first = self._touching(self._start) or {
            Placement(number, orientation, cells): None
            for number, shape in enumerate(self.shapes)
            for orientation, cells in enumerate(shape.orientations)
            if not self._start
        }
        self._grow(first)
        self._put_on_offer(first)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self.board.tiling.name}, {len(self._steps):,} placed, "
            f"{len(self._offer):,} on offer, {len(self.board):,} cells>"
        )

    def copy(self) -> "Placements":
        """Return independent placements with the same history."""
        twin = Placements(self.shapes, start=self._start, relation=self.relation)
        for placement in self.placed:
            twin.place(placement)
        return twin

    # -- placements made and on offer -------------------------------------------------------

    @property
    def placed(self) -> tuple[Placement, ...]:
        """The placements made so far, in order."""
        return tuple(step.placement for step in self._steps)

    @property
    def offer(self) -> Collection[Placement]:
        """The placements on offer, the oldest first; a live view, read-only."""
        return self._offer

    @property
    def taken(self) -> Collection[Key]:
        """The cells that are taken, from the start on; a live view."""
        return self._taken.keys()

    def at(self, cell: Key) -> Placement | None:
        """Return the placement that covers a cell, or None."""
        site = self.board.find(cell)
        return self._taken.get(self.board.key(site)) if site >= 0 else None

    def over(self, cell: Key) -> tuple[Placement, ...]:
        """Return the placements on offer that cover a cell."""
        site = self.board.find(cell)
        return tuple(self._offered(self.board.key(site))) if site >= 0 else ()

    def _offered(self, cell: Key) -> Iterator[Placement]:
        # Offers for the first move may come on offer again, and are there twice then.
        return (other for other in dict.fromkeys(self._over[cell]) if other in self._offer)

    def find(self, cells: Iterable[Key], shape: int = 0) -> Placement:
        """Return the placement, on offer or not, of a shape on cells, or raise InputError."""
        shape = integer_between(shape, "shape", 0, len(self.shapes) - 1)
        board = Board(self.board.tiling, cells)
        covered = tuple(sorted(map(board.key, board)))
        orientations = self.shapes[shape].orientations
        if not covered or canonical_cells(covered) not in orientations:
            raise InputError(f"cells {covered}: {self.shapes[shape]!r} does not have this form")
        return Placement(shape, orientations.index(canonical_cells(covered)), covered)

    # -- placing and undoing ----------------------------------------------------------------

    def place(self, placement: Placement) -> Ints:
        """Place a placement on offer; return the new sites of the board.

        Raises
        ------
        InputError
            If the placement is not on offer; the message has the reason.
        """
        self._check_offered(placement)
        touching = self._touching(placement.cells)
        if self._taken:
            ends = dict.fromkeys(other for cell in placement.cells for other in self._offered(cell))
        else:
            # Until now nothing had to touch anything.
            ends = {other: None for other in self._offer if other not in touching}
        new = [other for other in touching if other not in self._offer]
        version = self.board.version
        sites = self._grow(new)
        self._taken.update(dict.fromkeys(placement.cells, placement))
        gone = [self._offer.remove(other) for other in ends]
        self._put_on_offer(new)
        self._steps.append(_Step(placement, version, len(new), gone))
        return sites

    def undo(self) -> Placement:
        """Undo the last placement and return it; raise InputError without any."""
        if not self._steps:
            raise InputError("nothing to undo: nothing was placed")
        step = self._steps.pop()
        for _ in range(step.added):
            for cell in self._offer.pop().cells:
                self._over[cell].pop()
        for other, before, after in reversed(step.gone):
            self._offer.restore(other, before, after)
        for cell in step.placement.cells:
            del self._taken[cell]
        for _ in range(self.board.version - step.version):
            self._over.popitem()
        self.board.shrink(step.version)
        return step.placement

    def _check_offered(self, placement: Placement) -> None:
        if not isinstance(placement, Placement):
            raise InputError(f"placement {placement!r}: give a Placement")
        try:
            if placement in self._offer:
                return
        except TypeError:
            raise InputError(f"{placement!r}: give its cells as a tuple of keys") from None
        if placement != self.find(placement.cells, placement.shape):
            raise InputError(f"{placement!r}: its shape does not fit these cells")
        taken = [cell for cell in placement.cells if cell in self._taken]
        why = f"cell {taken[0]} is taken" if taken else "it touches no placed shape"
        raise InputError(f"{placement!r} is not possible: {why}")

    def _touching(self, cells: Cells) -> dict[Placement, None]:
        """Return the placements that touch cells about to be taken and cover no taken one."""
        own = set(cells)
        spots = (moved(other, cell) for cell in cells for other in self._neighbours[cell[2]])
        touching: dict[Placement, None] = {}
        for spot in dict.fromkeys(spots):
            for motif in self._covering[spot[2]]:
                covered = tuple(moved(other, spot) for other in motif.cells)
                if not any(cell in own or cell in self._taken for cell in covered):
                    touching[Placement(motif.shape, motif.orientation, covered)] = None
        return touching

    def _grow(self, new: Iterable[Placement]) -> Ints:
        """Put the cells of placements on the board; return the new sites."""
        cells = dict.fromkeys(cell for placement in new for cell in placement.cells)
        missing = [cell for cell in cells if cell not in self._over]
        sites = self.board.grow(missing)
        self._over.update((cell, []) for cell in missing)
        return sites

    def _put_on_offer(self, new: Iterable[Placement]) -> None:
        for placement in new:
            self._offer.append(placement)
            for cell in placement.cells:
                self._over[cell].append(placement)

    # -- graphs and pictures ----------------------------------------------------------------

    def conflicts(self) -> "nx.Graph[Placement]":
        """Return the graph of the offer, with an edge between placements that overlap.

        An ordinary graph that does not follow the board; an edge has the number of ``cells`` that
        are shared. A set of placements without an edge between them can lie together.
        """
        graph = self._graph_of(self.offer)
        shared: Counter[tuple[Placement, Placement]] = Counter()
        for i, j, k in self.board.keys.tolist():
            shared.update(combinations(self.over((i, j, k)), 2))
        graph.add_edges_from((*pair, {"cells": count}) for pair, count in shared.items())
        return graph

    def contacts(self) -> "nx.Graph[Placement]":
        """Return the graph of placements made and on offer, with edges where they touch.

        An ordinary graph that does not follow the board. Nodes have ``placed``, ``shape``,
        ``orientation``, ``x`` and ``y``, the mean of the centres of their cells. Placements that
        overlap are not joined.
        """
        graph, board = self._graph_of((*self.placed, *self.offer)), self.board
        for one in graph:
            around = (board.neighbours(board.site(cell), self.relation) for cell in one.cells)
            for cell in map(board.key, np.concatenate(list(around)).tolist()):
                for other in (self.at(cell), *self.over(cell)):
                    if other is not None and not set(one.cells).intersection(other.cells):
                        graph.add_edge(one, other)
        return graph

    def _graph_of(self, nodes: Iterable[Placement]) -> "nx.Graph[Placement]":
        import networkx as nx

        tiling = self.board.tiling
        graph: nx.Graph[Placement] = nx.Graph(tiling=tiling.name)
        for node in nodes:
            x, y = tiling.plane(tiling.face_grid(np.array(node.cells))).mean(axis=0).tolist()
            placed, (shape, orientation) = node not in self.offer, (node.shape, node.orientation)
            graph.add_node(node, placed=placed, shape=shape, orientation=orientation, x=x, y=y)
        return graph

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the board and its tiles with Matplotlib, a colour for each shape."""
        from boardless.topo.drawing.mpl import draw
        from boardless.topo.drawing.picture import board_picture, tile_items

        picture = board_picture(self.board)
        tiles = [self._start, *(tile.cells for tile in self.placed)]
        fill = [START, *(SEQUENCE[tile.shape % len(SEQUENCE)] for tile in self.placed)]
        picture.layers["tiles"] = tile_items(self.board.tiling, tiles, fill)
        return draw(picture, ax)
