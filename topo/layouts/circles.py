"""Boards of round rings: of cells, of points, targets and spirals."""

import math
from collections.abc import Sequence
from dataclasses import replace

from boardless.topo.layouts.editing import Sketch
from boardless.topo.layouts.layout import MAX_VERTICES, Layout, check_room
from boardless.topo.layouts.shapes import regular
from boardless.util.inputs import InputError

#: A point of a ring: x, y and the angle at which it lies.
Sample = tuple[float, float, float]

#: Points of a ring of cells, and of points, that are nearer than this are one.
_SAME_CELLS, _SAME_POINTS = 0.001, 0.1
#: The parts of a ring of a target.
_TARGET_STEPS = 8
#: The most points of a spiral.
_MAX_SPIRAL = 1000
#: The first point of a ring lies at the top.
_TOP = math.pi / 2


def cells(counts: Sequence[int], stagger: bool = False) -> Layout:
    """Return rings of two cells or more around a middle; `stagger` turns every second one."""
    counts = [abs(count) for count in counts]
    check_room(2 * sum(counts), MAX_VERTICES, "vertices")
    sketch = Sketch()
    sketch.add_vertex(0, 0)
    rings: list[list[Sample]] = [[] for _ in range(len(counts) + 1)]
    for ring, count in enumerate(counts):
        if count >= 2:
            for angle in _angles(ring, count, stagger):
                while angle < -math.pi:
                    angle += 2 * math.pi
                while angle > math.pi:
                    angle -= 2 * math.pi
                rings[ring].append(_sample(max(0, ring - 0.5), angle))
                rings[ring + 1].append(_sample(ring + 0.5, angle))
    rings = [_distinct(samples, _SAME_CELLS) for samples in rings]
    for samples in rings:
        for x, y, _ in samples:
            sketch.vertex(x, y)
    for samples in rings:
        _join_ring(sketch, samples)
    for ring, count in enumerate(counts):
        if count >= 2:
            for angle in _angles(ring, count, stagger):
                inner = sketch.vertex(*_sample(max(0, ring - 0.5), angle)[:2])
                outer = sketch.vertex(*_sample(ring + 0.5, angle)[:2])
                if inner != outer:
                    sketch.edge(inner, outer)
    sketch.pivots = dict.fromkeys(range(len(sketch.points)), 0)
    return sketch.layout(make_faces=True, check_crossings=True)


def points(counts: Sequence[int], stagger: bool = False) -> Layout:
    """Return rings of points around a middle, the innermost first, joined along and across.

    A first ring of one point is the middle; with more points the middle is empty. The points of a
    negative number are not joined with each other. A single number makes a polygon. `stagger` turns
    every second ring by half the angle between two points.
    """
    if len(counts) == 1:
        return replace(regular(counts[0]), dim=None)
    if abs(counts[0]) > 1:
        counts = [0, *counts]
    check_room(sum(map(abs, counts)), MAX_VERTICES, "vertices")
    rings = [
        [_sample(ring, angle) for angle in _angles(ring, abs(count), stagger)]
        for ring, count in enumerate(counts)
    ]
    rings[1:] = [_distinct(samples, _SAME_POINTS) for samples in rings[1:]]
    sketch = Sketch()
    for samples in rings:
        for x, y, _ in samples:
            sketch.vertex(x, y)
    for samples, count in zip(rings[1:], counts[1:], strict=True):
        if count >= 2:
            _join_ring(sketch, samples)
    for ring, samples in enumerate(rings[:-1]):
        for x, y, _ in samples:
            vertex = sketch.index.find(x, y)
            if ring == 0:
                for u, v, _ in rings[1]:
                    sketch.edge(vertex, sketch.index.find(u, v))
                continue
            ratio = (ring + 1) / ring
            beyond = sketch.index.find(x * ratio, y * ratio)
            if beyond >= 0:
                sketch.edge(vertex, beyond)
                if not counts[0]:
                    sketch.pivots[beyond] = vertex
    if counts[0]:
        sketch.pivots = dict.fromkeys(range(len(sketch.points)), sketch.index.find(0, 0))
    return sketch.layout()


def target(rings: int) -> Layout:
    """Return circles around each other, each the border of a cell."""
    check_room(_TARGET_STEPS * rings, MAX_VERTICES, "vertices")
    sketch = Sketch()
    for ring in range(rings):
        begin = _TARGET_STEPS * ring
        for step in range(_TARGET_STEPS):
            x, y, _ = _sample(ring + 1, _TOP + 2 * math.pi / _TARGET_STEPS * step)
            sketch.vertex(x, y)
        for step in range(_TARGET_STEPS):
            sketch.add_edge(begin + step, begin + (step + 1) % _TARGET_STEPS, curved=True)
    return sketch.layout(make_faces=True, check_crossings=True)


def _angles(ring: int, count: int, stagger: bool) -> list[float]:
    """Return the angles of the points of a ring, clockwise from the top."""
    offset = 2 * math.pi / count / 2 if stagger and ring % 2 == 1 and count else 0
    return [_TOP + offset - 2 * math.pi * step / count for step in range(count)]


def _sample(radius: float, angle: float) -> Sample:
    return radius * math.cos(angle), radius * math.sin(angle), angle


def _distinct(samples: Sequence[Sample], tolerance: float) -> list[Sample]:
    """Return the points of a ring by their angles, without those close to the one before."""
    distinct = sorted(samples, key=lambda sample: sample[2])
    for n in range(len(distinct) - 1, 0, -1):
        if math.dist(distinct[n][:2], distinct[n - 1][:2]) < tolerance:
            del distinct[n]
    return distinct


def _join_ring(sketch: Sketch, samples: Sequence[Sample]) -> None:
    """Join the points of a ring by arcs."""
    if len(samples) < 2:
        return
    around = [sketch.vertex(x, y) for x, y, _ in samples]
    for a, b in zip(around, [*around[1:], around[0]], strict=True):
        if a != b:
            sketch.edge(a, b, curved=True)


def spiral(turns: int, sites: int, clockwise: bool = True) -> Layout:
    """Return a path of `sites` points that goes around `turns` times from its middle."""
    if not 1 <= sites <= _MAX_SPIRAL:
        raise InputError(f"{sites} sites: a spiral has 1 to {_MAX_SPIRAL:,}")
    angles = _spiral_angles(turns, sites)
    sketch = Sketch()
    sketch.add_vertex(0, 0)
    for angle in angles:
        x = angle * math.cos(angle)
        sketch.add_vertex(0 - x if clockwise else 0 + x, angle * math.sin(angle))
    for vertex in range(sites - 1):
        sketch.add_edge(vertex, vertex + 1, curved=True)
    sketch.pivots = dict.fromkeys(range(sites), 0)
    return sketch.layout("Spiral", "Spiral", dim=(turns, sites, int(clockwise)))


def _spiral_angles(turns: int, sites: int) -> list[float]:
    """Return the angles of all points but the first."""
    steps = _first_ring(turns, sites)
    room = 4 * sites
    angles = [0.0]
    for ring in range(1, turns + 2):
        if steps < 1 or len(angles) + steps > room:
            raise InputError(f"{turns} turns: not possible with {sites} sites")
        step = math.pi * 2 / steps
        angle = math.pi * 2 * ring
        if ring <= 2 or ring % 2 == 1:
            # So that the points of neighbouring rings have different angles.
            angle -= step / 2
        for _ in range(steps):
            angles.append(angle)
            angle += step
        if ring <= 2:
            steps *= 2
    angles += [0.0] * (room - len(angles))
    for _ in range(2):
        for n in range(2, sites):
            angles[n] = (angles[n - 1] + angles[n + 1]) / 2.0
    if sites > 1:
        angles[1] -= 0.5 * (angles[2] - angles[1])
    return angles[1:sites]


def _first_ring(turns: int, sites: int) -> int:
    """Return the most points of the first ring that leave enough sites for the others."""
    for base in range(1, sites):
        steps, total = base, 1
        for ring in range(1, turns):
            total += steps
            if total > sites:
                return base - 1
            if ring <= 2:
                steps *= 2
    return 0
