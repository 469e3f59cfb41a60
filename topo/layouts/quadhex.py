"""Boards of a hexagon made of quadrilaterals, in six sections or in three."""

import math

from boardless.topo.layouts.area import Corner
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.limits import MAX_VERTICES, check_room
from boardless.topo.layouts.order import renumbered
from boardless.topo.layouts.sketch import Sketch


def quadhex(layers: int, thirds: bool = False) -> Layout:
    """Return a hexagon made of quadrilaterals.

    Parameters
    ----------
    layers : int
        Cells from the middle to the border.
    thirds : bool
        Whether it has three sections, each a side and half a side either way, around a triangle in
        the middle; otherwise it has six, which meet there.
    """
    check_room(6 * (layers + 1) ** 2, MAX_VERTICES, "vertices")
    sketch = _thirds(layers) if thirds else _sixths(layers)
    drawn = sketch.layout(
        "QuadHex", "Hexagon", dim=(layers,), make_faces=True, check_crossings=True
    )
    return renumbered(drawn)


def _sixths(layers: int) -> Sketch:
    height = layers * math.sqrt(3) / 2
    middle, top = (0.0, 0.0), (0.0, height)
    corner, right = (layers / 2.0, height), (float(layers), 0.0)
    side = ((corner[0] + right[0]) / 2, (corner[1] + right[1]) / 2)
    sketch = Sketch()
    for sixth in range(6):
        angle = sixth * math.pi / 3
        for row in range(layers):
            low, high = row / layers, (row + 1) / layers
            a0, a1 = (_turned(angle, _between(part, middle, side)) for part in (low, high))
            b0, b1 = (_turned(angle, _between(part, top, corner)) for part in (low, high))
            for column in range(layers):
                near, far = column / layers, (column + 1) / layers
                a = sketch.vertex(*_between(near, a0, b0))
                b = sketch.vertex(*_between(far, a0, b0))
                c = sketch.vertex(*_between(far, a1, b1))
                sketch.edge(a, b)
                sketch.edge(b, c)
                if row == layers - 1:
                    sketch.edge(c, sketch.vertex(*_between(near, a1, b1)))
    return sketch


def _thirds(layers: int) -> Sketch:
    section = _third(layers)
    size = len(section.points)
    sine, cosine = math.sin(2 * math.pi / 3), math.cos(2 * math.pi / 3)
    points = [(x, y) for x, y, _ in section.points]
    sketch = Sketch()
    for third in range(3):
        for x, y in points:
            sketch.add_vertex(x, y)
        for a, b in section.edges:
            sketch.add_edge(a + third * size, b + third * size)
        points = [(x * cosine - y * sine, y * cosine + x * sine) for x, y in points]
    # Where sections meet: in the middle, and at the ends of their borders.
    inner = [third * size + layers * (2 * layers + 3) for third in range(3)]
    left = [third * size + 4 * layers for third in range(3)]
    right = [vertex + 2 for vertex in left]
    for third in range(3):
        sketch.edge(inner[third], inner[(third + 1) % 3])
    for third in range(3):
        sketch.edge(right[third], left[(third + 1) % 3])
    return sketch


def _third(layers: int) -> Sketch:
    """Return the lower of three sections: one half, and its mirror image drawn beside it."""
    height = layers * math.sqrt(3) / 2
    middle, bottom = (0.0, 0.0), (0.0, -height)
    corner, left = (-layers / 2.0, -height), (-float(layers), 0.0)
    share = layers / (layers + 0.5)
    top, side = _between(share, bottom, middle), _between(share / 2, corner, left)
    sketch = Sketch()
    for row in range(layers):
        low, high = row / layers, (row + 1) / layers
        a0, a1 = _between(low, corner, bottom), _between(high, corner, bottom)
        b0, b1 = _between(low, side, top), _between(high, side, top)
        for column in range(layers):
            near, far = column / layers, (column + 1) / layers
            around = [_between(part, a, b) for a, b in ((a0, b0), (a1, b1)) for part in (near, far)]
            for mirror in (1, -1):
                a, b, c, d = (sketch.vertex(mirror * x, y) for x, y in around)
                for ends in ((a, b), (c, d), (a, c), (b, d)):
                    sketch.edge(*ends)
    return sketch


def _between(part: float, a: Corner, b: Corner) -> Corner:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _turned(angle: float, point: Corner) -> Corner:
    x, y = point
    return (
        x * math.cos(angle) - y * math.sin(angle),
        y * math.cos(angle) + x * math.sin(angle),
    )
