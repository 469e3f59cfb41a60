"""Layouts of the graphs of a description, within a budget of vertices."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from boardless.games.language.errors import LudemeError
from boardless.games.ludemes.kinds import Graph, SiteType
from boardless.topo.layouts.layout import Layout
from boardless.util.inputs import InputError

#: The most vertices of all the parts that a board is made of.
MAX_TOTAL = 250_000
_Graph = TypeVar("_Graph", bound=Graph)
#: How each ludeme is laid out.
_Maker = Callable[[Any, "Laying"], Layout]
MAKERS: dict[type[Graph], _Maker] = {}


@dataclass
class Laying:
    """The laying out of one board, with all of its parts.

    Attributes
    ----------
    use : SiteType
        What the board is played on: sizes of some shapes count its cells or its vertices.
    spent : int
        Vertices of the parts so far.
    """

    use: SiteType
    spent: int = field(default=0)

    @property
    def on_cells(self) -> bool:
        """Whether the board is played on its cells."""
        return self.use is SiteType.CELL

    def __call__(self, graph: Graph) -> Layout:
        """Return the layout of a graph.

        Raises
        ------
        LudemeError
            If it is too large, or names what there is not.
        """
        try:
            layout = MAKERS[type(graph)](graph, self)
        except LudemeError:
            raise
        except InputError as error:
            graph.reject(str(error))
        self.spent += len(layout.points)
        if self.spent > MAX_TOTAL:
            graph.reject(f"the parts of a board have at most {MAX_TOTAL:,} vertices in all")
        return layout


def lays_out(
    cls: type[_Graph],
) -> Callable[[Callable[[_Graph, Laying], Layout]], Callable[[_Graph, Laying], Layout]]:
    """Register a function as the one that lays out a ludeme."""

    def register(maker: Callable[[_Graph, Laying], Layout]) -> Callable[[_Graph, Laying], Layout]:
        MAKERS[cls] = maker
        return maker

    return register


def layout_of(graph: Graph, use: SiteType = SiteType.CELL) -> Layout:
    """Return the layout of the ludeme of a graph.

    Parameters
    ----------
    graph : Graph
        The ludeme: ``(square 3)``, ``(merge ...)``.
    use : SiteType
        What the board is played on.

    Returns
    -------
    Layout
        Vertices, edges and cells, numbered and drawn as Ludii does: places are those of its
        graphs, in 64 bits, and points are compared with its tolerances.

    Raises
    ------
    LudemeError
        If the board is too large, or names what there is not; the message gives the place in the
        text.
    """
    return Laying(use)(graph)
