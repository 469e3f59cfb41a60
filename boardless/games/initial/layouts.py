"""Layouts of the graphs of a description, within a budget of vertices."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Graph, SiteType
from boardless.topo.layouts.layout import Layout
from boardless.util.inputs import InputError

#: The most vertices of all parts of a board.
MAX_TOTAL = 250_000
#: A function that lays out a ludeme.
Maker = Callable[[Any, "Laying"], Layout]
#: The layout function of each ludeme; the files of the ludemes add theirs.
MAKERS: dict[type[Graph], Maker] = {}


@dataclass
class Laying:
    """A layout under construction, with all of its parts."""

    #: The site type that sizes of some shapes count.
    use: SiteType
    #: Vertices of the parts so far.
    spent: int = field(default=0)

    @property
    def on_cells(self) -> bool:
        """Return True if the play uses the cells of the board."""
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


def layout_of(graph: Graph, use: SiteType = SiteType.CELL) -> Layout:
    """Return the layout of a graph such as ``(square 3)``, numbered and placed as in Ludii."""
    return Laying(use)(graph)
