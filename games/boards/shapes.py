"""The layouts of the shapes of boards."""

from dataclasses import replace

from boardless.games.boards.laying import Laying, lays_out
from boardless.games.boards.numbers import side
from boardless.games.boards.places import corner, corners, lengths, line, outline, spot
from boardless.games.ludemes import graphs, shapes
from boardless.games.ludemes.sizes import Size
from boardless.topo import Layout
from boardless.topo.layouts import (
    brick,
    celtic,
    circles,
    hexagonal,
    morris,
    quadhex,
    square,
    tilings,
    triangular,
)
from boardless.topo.layouts.shapes import regular, repeat, wedge
from boardless.topo.layouts.sketch import Sketch


@lays_out(graphs.SquareGraph)
def _square(graph: graphs.SquareGraph, laying: Laying) -> Layout:
    return _squares(graph, side(graph.side), side(graph.side), laying)


@lays_out(graphs.ShapedSquares)
def _shaped_squares(graph: graphs.ShapedSquares, laying: Laying) -> Layout:
    size = side(graph.side)
    if graph.shape is graphs.SquareShape.DIAMOND:
        return square.diamond(size, _diagonals(graph))
    wider = size + (graph.shape is graphs.SquareShape.LIMPING)
    return _squares(graph, size, wider, laying)


@lays_out(graphs.RectangleGraph)
def _rectangle(graph: graphs.RectangleGraph, laying: Laying) -> Layout:
    rows = side(graph.rows)
    return _squares(graph, rows, _other(graph.columns, rows), laying)


def _squares(
    graph: graphs.SquareGraph | graphs.ShapedSquares | graphs.RectangleGraph,
    rows: int,
    columns: int,
    laying: Laying,
) -> Layout:
    diagonals = _diagonals(graph)
    pyramidal = getattr(graph, "pyramidal", False)
    if diagonals and pyramidal:
        graph.reject("expected diagonals: or pyramidal:, but not both")
    more = laying.on_cells
    layout = square.rectangle(rows + more, columns + more, diagonals, pyramidal)
    return replace(layout, dim=(rows, columns))


@lays_out(graphs.SquaresWithin)
def _squares_within(graph: graphs.SquaresWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    diagonals = _diagonals(graph)
    return square.along_sides(sides, diagonals) if sides else square.area(area, diagonals)


def _diagonals(
    graph: graphs.SquareGraph | graphs.ShapedSquares | graphs.RectangleGraph | graphs.SquaresWithin,
) -> square.Diagonals | None:
    return graph.diagonals.value if graph.diagonals else None


@lays_out(graphs.HexGraph)
def _hexagon(graph: graphs.HexGraph, laying: Laying) -> Layout:
    if graph.other is None:
        return hexagonal.hexagon(side(graph.side))
    return hexagonal.along_sides((side(graph.side), side(graph.other)))


@lays_out(graphs.DiamondGraph)
def _hexagon_diamond(graph: graphs.DiamondGraph, laying: Laying) -> Layout:
    return hexagonal.diamond(side(graph.side))


@lays_out(graphs.ShapedHexagons)
def _shaped_hexagons(graph: graphs.ShapedHexagons, laying: Laying) -> Layout:
    size = side(graph.side)
    other = _other(graph.other, size)
    shape = graphs.HexShape
    if graph.shape is shape.HEXAGON:
        if graph.other is None:
            return hexagonal.hexagon(size)
        return hexagonal.along_sides((size, other))
    if graph.shape is shape.LIMPING:
        return hexagonal.along_sides((size, size + 1))
    if graph.shape is shape.PRISM:
        return hexagonal.prism(size, other)
    if graph.shape is shape.RECTANGLE:
        return hexagonal.rectangle(size, other)
    if graph.shape is shape.SQUARE:
        return hexagonal.rectangle(size, size)
    return hexagonal.star(size) if graph.shape is shape.STAR else hexagonal.triangle(size)


@lays_out(graphs.HexagonsWithin)
def _hexagons_within(graph: graphs.HexagonsWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    return hexagonal.along_sides(sides) if sides else hexagonal.area(area)


@lays_out(graphs.TriangleGraph)
def _triangle(graph: graphs.TriangleGraph, laying: Laying) -> Layout:
    size = side(graph.side)
    return replace(triangular.triangle(size + laying.on_cells), dim=(size,))


@lays_out(graphs.ShapedTriangles)
def _shaped_triangles(graph: graphs.ShapedTriangles, laying: Laying) -> Layout:
    size = side(graph.side)
    other = _other(graph.other, size)
    more = laying.on_cells
    shape = graphs.TriangleShape
    if graph.shape is shape.STAR:
        return triangular.star(size)
    if graph.shape is shape.LIMPING:
        return triangular.along_sides((size, size + 1))
    if graph.shape is shape.PRISM:
        return replace(triangular.prism(size + more, other + more), dim=(size, other))
    if graph.shape in (shape.RECTANGLE, shape.SQUARE):
        other = size if graph.shape is shape.SQUARE else other
        return replace(triangular.rectangle(size + more, other + more), dim=(size, other))
    if graph.shape is shape.HEXAGON:
        layout = triangular.hexagon(size + more)
    elif graph.shape is shape.DIAMOND:
        layout = triangular.diamond(size + more)
    else:
        layout = triangular.triangle(size + more)
    return replace(layout, dim=(size,))


@lays_out(graphs.TrianglesWithin)
def _triangles_within(graph: graphs.TrianglesWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    return triangular.along_sides(sides) if sides else triangular.area(area)


@lays_out(graphs.DrawnGraph)
def _drawn(graph: graphs.DrawnGraph, laying: Laying) -> Layout:
    sketch = Sketch()
    for place in graph.vertices:
        sketch.add_vertex(*spot(place))
    for edge in graph.edges:
        a, b = line(edge)
        if not (isinstance(a, int) and isinstance(b, int)):
            edge.reject("expected the numbers of two vertices")
        for vertex in (a, b):
            if not 0 <= vertex < len(graph.vertices):
                edge.reject(f"expected vertices from 0 to {len(graph.vertices) - 1}")
        sketch.edge(a, b)
    return sketch.layout("NoBasis", "NoShape", make_faces=True)


@lays_out(shapes.TilingGraph)
def _tiling(graph: shapes.TilingGraph, laying: Laying) -> Layout:
    name = graph.tiling.value
    if graph.outline is not None:
        area, sides = outline(graph.outline)
        return tilings.along_sides(name, sides) if sides else tilings.area(name, area)
    other = None if graph.other is None else side(graph.other)
    return tilings.board(name, side(graph.side or 1), other)


@lays_out(shapes.BrickGraph)
def _bricks(graph: shapes.BrickGraph, laying: Laying) -> Layout:
    rows = side(graph.rows)
    columns = None if graph.columns is None else side(graph.columns)
    shape = shapes.BrickShape
    if graph.shape is shape.SPIRAL:
        return brick.spiral(rows)
    if graph.shape is shape.DIAMOND:
        return brick.diamond(rows, None, graph.trim)
    if graph.shape is shape.PRISM:
        return brick.diamond(rows, _other(graph.columns, rows), graph.trim)
    if graph.shape is shape.LIMPING:
        columns = rows + 1
    return brick.rectangle(rows, columns, graph.trim)


@lays_out(shapes.CelticGraph)
def _celtic(graph: shapes.CelticGraph, laying: Laying) -> Layout:
    return celtic.celtic(side(graph.rows), None if graph.columns is None else side(graph.columns))


@lays_out(shapes.CelticWithin)
def _celtic_within(graph: shapes.CelticWithin, laying: Laying) -> Layout:
    area, sides = outline(graph.outline)
    return celtic.along_sides(sides) if sides else celtic.area(area)


@lays_out(shapes.QuadhexGraph)
def _quadhex(graph: shapes.QuadhexGraph, laying: Laying) -> Layout:
    return quadhex.quadhex(side(graph.layers), graph.thirds)


@lays_out(shapes.ConcentricGraph)
def _concentric(graph: shapes.ConcentricGraph, laying: Laying) -> Layout:
    if graph.cells is not None:
        return _rings(graph, lengths(graph.cells), graph.stagger, laying)
    rings = side(graph.rings if graph.rings is not None else 0)
    if graph.shape is shapes.ConcentricShape.TARGET:
        if graph.steps is not None:
            return _rings(graph, [side(graph.steps)] * rings, False, laying)
        if not laying.on_cells:
            graph.reject("expected a board that is played on cells for a target without steps:")
        return circles.target(rings)
    sides = graph.sides or {"Triangle": 3, "Square": 4, "Hexagon": 6}[str(graph.shape)]
    return morris.polygons(
        sides,
        rings,
        midpoints=graph.midpoints,
        join_midpoints=graph.join_midpoints,
        join_corners=graph.join_corners,
        cells=laying.on_cells,
    )


#: The most sites of a ring.
_MAX_RING = 10_000


def _rings(
    graph: shapes.ConcentricGraph, counts: list[int], stagger: bool, laying: Laying
) -> Layout:
    if max(map(abs, counts)) > _MAX_RING:
        graph.reject(f"expected at most {_MAX_RING:,} sites in a ring")
    if laying.on_cells:
        return circles.cells(counts, stagger)
    if len(counts) == 1 and counts[0] < 3:
        graph.reject("expected three points or more in the one ring of a board played on vertices")
    return circles.points(counts, stagger)


@lays_out(shapes.RegularGraph)
def _regular(graph: shapes.RegularGraph, laying: Laying) -> Layout:
    sides = side(graph.sides)
    if sides < 3:
        graph.reject("expected three sides or more")
    return regular(sides, graph.star is not None, cells=laying.on_cells)


@lays_out(shapes.RepeatGraph)
def _repeat(graph: shapes.RepeatGraph, laying: Laying) -> Layout:
    across, up = (corner(place) for place in graph.step[:2])
    polygons = [corners(area) for area in graph.polygons]
    return repeat(side(graph.rows), side(graph.columns), (across, up), polygons)


@lays_out(shapes.SpiralGraph)
def _spiral(graph: shapes.SpiralGraph, laying: Laying) -> Layout:
    return circles.spiral(side(graph.turns), side(graph.sites), graph.clockwise)


@lays_out(shapes.WedgeGraph)
def _wedge(graph: shapes.WedgeGraph, laying: Laying) -> Layout:
    columns = None if graph.columns is None else side(graph.columns)
    if columns == 1:
        graph.reject("expected two columns or more")
    return wedge(side(graph.rows), columns)


def _other(size: int | Size | None, first: int) -> int:
    """Return a second size, the same as the first when it is not given."""
    return first if size is None else side(size)
