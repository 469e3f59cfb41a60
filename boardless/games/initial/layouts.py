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
#: The function that lays out each ludeme.
_Maker = Callable[[Any, "Laying"], Layout]
MAKERS: dict[type[Graph], _Maker] = {}


@dataclass
class Laying:
    """A layout under construction, with all of its parts."""

    #: Sizes of some shapes count cells or vertices by this.
    use: SiteType
    #: Vertices of the parts so far.
    spent: int = field(default=0)

    @property
    def on_cells(self) -> bool:
        """Whether the board is played on its cells."""
        return self.use is SiteType.CELL

    def __call__(self, graph: Graph) -> Layout:
        """Return the layout of a graph."""
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
    """Return the layout of a graph such as ``(square 3)``, numbered and placed as Ludii does."""
    return Laying(use)(graph)
