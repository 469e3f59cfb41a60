"""A finite graph laid out in the plane or in space: what a board's description makes."""

from dataclasses import dataclass

from boardless.topo.kernels.arrays import Floats, Ints


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
    spokes : tuple of tuples of int or None
        The edges at each vertex in turn, where that is not counter-clockwise from west: a board
        that was turned or mirrored after it was drawn keeps the order that it had.
    """

    points: Floats
    edges: Ints
    faces: tuple[tuple[int, ...], ...]
    basis: str | None = None
    shape: str | None = None
    dim: tuple[int, ...] | None = None
    pivots: tuple[int, ...] | None = None
    curved: tuple[int, ...] = ()
    spokes: tuple[tuple[int, ...], ...] | None = None

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many cells, vertices and edges there are."""
        return len(self.faces), len(self.points), len(self.edges)
