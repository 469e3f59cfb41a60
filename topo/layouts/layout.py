"""A finite graph laid out in the plane or in space: what a board's description makes."""

from dataclasses import dataclass, replace

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.angles import angles


@dataclass(frozen=True, eq=False)
class Layout:
    """Points, lines and faces of a finite board, numbered as its description numbers them.

    Attributes
    ----------
    points : float64 array of shape (vertices, 3)
        Where each vertex lies, in edge lengths of the shape that made it; z is 0 on a flat board.
    edges : int32 array of shape (edges, 2)
        The two ends of each edge, in the order in which the edge was drawn.
    faces : tuple of tuples of int
        The vertices of each cell, clockwise from the one at which the face was found.
    basis, shape : str or None
        What the vertices are vertices of, and the outline, in the words of the language:
        ("Square", "Hexagon"); None where a board mixes several.
    dim : tuple of int or None
        The dimensions of the outermost shape that has any.
    pivots : tuple of int or None
        On concentric boards: for each vertex the vertex it turns about, or -1.
    curved : tuple of int
        Edges that are arcs (about their pivot, where they have one) rather than straight lines.
    bearings : float64 array of shape (edges, 2), or None
        The angle at which each end of each edge sees the other, from -pi to pi, where edges are
        not to be put in order as they lie now: a board that is moved after it was drawn keeps the
        order that its edges had around each vertex. Not a number where it has been drawn anew.
    """

    points: Floats
    edges: Ints
    faces: tuple[tuple[int, ...], ...]
    basis: str | None = None
    shape: str | None = None
    dim: tuple[int, ...] | None = None
    pivots: tuple[int, ...] | None = None
    curved: tuple[int, ...] = ()
    bearings: Floats | None = None

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many cells, vertices and edges there are."""
        return len(self.faces), len(self.points), len(self.edges)

    def with_edges(self, numbers: Ints) -> "Layout":
        """Return the layout with some of its edges, in the order given; cells stay."""
        curved = np.isin(numbers, self.curved)
        return replace(
            self,
            edges=self.edges[numbers].reshape(-1, 2),
            curved=tuple(np.flatnonzero(curved).tolist()),
            bearings=None if self.bearings is None else self.bearings[numbers].reshape(-1, 2),
        )

    def moved(self, points: Floats) -> "Layout":
        """Return the layout with its vertices elsewhere; edges stay in order around them."""
        return replace(self, points=points, bearings=self.known_bearings())

    def known_bearings(self) -> Floats:
        """Return `bearings`, with angles as the points lie now where there are none."""
        places = np.asarray(self.points, dtype=np.float64).reshape(-1, 3)
        ends = np.asarray(self.edges, dtype=np.int64).reshape(-1, 2)
        bearings = angles(places[ends[:, ::-1]] - places[ends])
        if self.bearings is not None:
            bearings = np.where(np.isnan(self.bearings), bearings, self.bearings)
        return bearings
