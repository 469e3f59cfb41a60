"""Tiles that cover several cells and can lie in several ways: every placement is on offer."""

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from boardless.jit.arrays import Ints
from boardless.topo import Board, InputError, Key, Shape, integer_between
from boardless.topo.boards.polyforms import Cells, neighbour_keys, settled
from boardless.topo.drawing.palette import SEQUENCE, START
from boardless.topo.tilings.incidence import moved

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Placement:
    """A shape that lies somewhere in one of its orientations.

    Attributes
    ----------
    shape : int
        Which of the shapes.
    orientation : int
        Which of the orientations of that shape.
    cells : tuple of Key
        The cells that it covers, sorted.
    """

    shape: int
    orientation: int
    cells: Cells


def checked_shapes(shapes: Shape | Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes, which may be one alone.

    Raises
    ------
    InputError
        If there are none, or they are of several tilings.
    """
    try:
        found = (shapes,) if isinstance(shapes, Shape) else tuple(shapes)
    except TypeError:
        found = ()
    if not found or not all(isinstance(shape, Shape) for shape in found):
        raise InputError(f"shapes {shapes!r}: give at least one Shape")
    for shape in found:
        if shape.tiling != found[0].tiling:
            raise InputError(
                f"shape of the {shape.tiling.name} tiling: "
                f"give one of the {found[0].tiling.name} tiling, like the first"
            )
    return found


def ways_to_cover(shapes: tuple[Shape, ...]) -> list[list[Placement]]:
    """Return, for each prototile, every placement that covers the cell ``(0, 0, k)``."""
    ways: list[list[Placement]] = [[] for _ in shapes[0].tiling.faces]
    for number, shape in enumerate(shapes):
        for orientation, cells in enumerate(shape.orientations):
            for cell in cells:
                shifted = tuple(moved(other, cell, -1) for other in cells)
                ways[cell[2]].append(Placement(number, orientation, shifted))
    return ways


T = TypeVar("T", bound=Hashable)


class Ring(Collection[T]):
    """Things in the order in which they were added, each at most once.

    Taking one away and putting it back cost the same however many there are. What is taken away
    remembers its neighbours (Knuth, "Dancing Links", 2000), so everything is as it was once all
    that was done since is undone, last first.
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
        """Take the last thing away and return it."""
        last = self._before[None]
        if last is None:
            raise IndexError("nothing is left")
        return self.remove(last)[0]

    def remove(self, thing: T) -> tuple[T, T | None, T | None]:
        """Take a thing away; return what `restore` needs to undo that."""
        before, after = self._before.pop(thing), self._after.pop(thing)
        self._after[before], self._before[after] = after, before
        return thing, before, after

    def restore(self, thing: T, before: T | None, after: T | None) -> None:
        """Put a thing back between those that were its neighbours and are neighbours again."""
        self._before[thing], self._after[thing] = before, after
        self._after[before] = self._before[after] = thing


@dataclass(frozen=True, slots=True)
class _Step:
    """What a placement changed: how many cells and offers were added, which offers went."""

    placement: Placement
    version: int
    added: int
    gone: list[tuple[Placement, Placement | None, Placement | None]]


class Placements:
    """Placed tiles, the placements that are on offer around them, and the board of both.

    A placement is on offer when its cells are free and one of them touches what lies there. The
    offers may overlap: each is another way in which the board can go on, and placing one takes
    those that overlap it off the offer. The board has every cell that is or was on offer, so it
    grows like a zone; its sites are append-only.

    The cost of a placement follows what it changes, not the number of tiles or cells.

    Parameters
    ----------
    shapes : Shape or iterable of Shape
        The shapes of tiles, all of one tiling.
    start : iterable of Key, optional
        Cells that are taken from the beginning. Without any, each orientation of each shape is on
        offer at the origin for the first move.
    relation : {"orthogonal", "adjacent", "diagonal", "off", "all"}
        What counts as touching: cells that share an edge, at least a vertex, and so on.

    Attributes
    ----------
    shapes : tuple of Shape
        The shapes, by number.
    board : Board
        The cells of the finer tiling. To be read only.

    Raises
    ------
    InputError
        If there are no shapes, or of several tilings; a start cell is none or given twice; or
        there is no such relation.

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
        self.shapes = checked_shapes(shapes)
        tiling = self.shapes[0].tiling
        self.relation = relation
        self._beside = neighbour_keys(tiling, relation)
        self._ways = ways_to_cover(self.shapes)
        self.board = Board(tiling, start)
        self._start = tuple(map(self.board.key, self.board))
        # What lies on each taken cell, and all that were ever on offer for each cell of the board.
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

    # -- what lies there, and what may ------------------------------------------------------

    @property
    def placed(self) -> tuple[Placement, ...]:
        """What was placed, in order."""
        return tuple(step.placement for step in self._steps)

    @property
    def offer(self) -> Collection[Placement]:
        """The placements on offer, first those longest on it; a live view, to be read only."""
        return self._offer

    @property
    def taken(self) -> Collection[Key]:
        """The cells that are taken, from the start on; a live view."""
        return self._taken.keys()

    def at(self, cell: Key) -> Placement | None:
        """Return what was placed on a cell, or None.

        Raises
        ------
        InputError
            If it is no key (i, j, k) of whole numbers.
        """
        site = self.board.find(cell)
        return self._taken.get(self.board.key(site)) if site >= 0 else None

    def over(self, cell: Key) -> tuple[Placement, ...]:
        """Return the placements on offer that cover a cell.

        Raises
        ------
        InputError
            If it is no key (i, j, k) of whole numbers.
        """
        site = self.board.find(cell)
        return tuple(self._offered(self.board.key(site))) if site >= 0 else ()

    def _offered(self, cell: Key) -> Iterator[Placement]:
        # What was on offer for the first move may come on offer again, and is there twice then.
        return (other for other in dict.fromkeys(self._over[cell]) if other in self._offer)

    def find(self, cells: Iterable[Key], shape: int = 0) -> Placement:
        """Return the placement, on offer or not, of a shape on cells.

        Raises
        ------
        InputError
            If there is no such shape, or it cannot lie so.
        """
        shape = integer_between(shape, "shape", 0, len(self.shapes) - 1)
        board = Board(self.board.tiling, cells)
        lies = tuple(sorted(map(board.key, board)))
        orientations = self.shapes[shape].orientations
        if not lies or settled(lies) not in orientations:
            raise InputError(f"cells {lies}: {self.shapes[shape]!r} cannot lie so")
        return Placement(shape, orientations.index(settled(lies)), lies)

    # -- placing and taking back ------------------------------------------------------------

    def place(self, placement: Placement) -> Ints:
        """Place what is on offer; return the sites that the board got.

        Raises
        ------
        InputError
            If it is not on offer; the message says why.
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
        """Take the last placement back and return it; everything is as it was before.

        Raises
        ------
        InputError
            If nothing was placed.
        """
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
            raise InputError(f"placement {placement!r}: give one that is on offer")
        try:
            if placement in self._offer:
                return
        except TypeError:
            raise InputError(f"{placement!r}: give its cells as a tuple of keys") from None
        if placement != self.find(placement.cells, placement.shape):
            raise InputError(f"{placement!r}: its shape does not lie so")
        taken = [cell for cell in placement.cells if cell in self._taken]
        why = f"cell {taken[0]} is taken" if taken else "it touches nothing that lies there"
        raise InputError(f"{placement!r} is not on offer: {why}")

    def _touching(self, cells: Cells) -> dict[Placement, None]:
        """Return what touches cells that are being taken, and covers none that is taken."""
        own = set(cells)
        spots = (moved(other, cell) for cell in cells for other in self._beside[cell[2]])
        found: dict[Placement, None] = {}
        for spot in dict.fromkeys(spots):
            for way in self._ways[spot[2]]:
                lies = tuple(moved(other, spot) for other in way.cells)
                if not any(cell in own or cell in self._taken for cell in lies):
                    found[Placement(way.shape, way.orientation, lies)] = None
        return found

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
        """Return the graph of the offer in which placements that overlap are joined.

        An ordinary graph that does not follow the board; an edge has the number of ``cells`` that
        are shared. A set of placements without an edge between them can lie together.
        """
        from boardless.strategies.placement_graphs import conflict_graph

        return conflict_graph(self)

    def contacts(self) -> "nx.Graph[Placement]":
        """Return the graph of all that lies or may lie in which placements that touch are joined.

        An ordinary graph that does not follow the board. Nodes have ``placed``, ``shape``,
        ``orientation``, ``x`` and ``y``, the mean of the centres of their cells. Placements that
        overlap are not joined.
        """
        from boardless.strategies.placement_graphs import contact_graph

        return contact_graph(self)

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the board and what lies on it with Matplotlib, a colour for each shape."""
        from boardless.topo.drawing.board_drawing import draw_tiles

        ax = self.board.draw(ax)
        tiles = [self._start, *(tile.cells for tile in self.placed)]
        fill = [START, *(SEQUENCE[tile.shape % len(SEQUENCE)] for tile in self.placed)]
        draw_tiles(ax, self.board.tiling, tiles, fill)
        return ax
