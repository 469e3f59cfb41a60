"""Rows, columns and labels of the sites of a board."""

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from boardless.jit.arrays import Floats, Ints
from boardless.jit.native import jit
from boardless.topo.layouts.incidence import EDGE, KINDS, Links
from boardless.topo.layouts.places import distance_to_line

#: Angles in degrees that rows may have, and that columns may have to the rows.
ROW_ANGLES, COLUMN_ANGLES = (0, 15, 30, 45, 60), (90, 105, 120)

#: Points of lines below and left of all sites, in sizes of the board from its lower left corner.
BELOW, LEFT = (0.5, -1.0), (-1.0, 0.5)

#: An angle with a smaller error is taken at once.
GOOD = 0.01

#: A site farther than this part of a unit from the mean of a row begins a new one.
APART = 0.6

#: The cost of a further row.
ROW_COST = 0.01

#: Rows that are read off the coordinates themselves are told apart by this.
EXACT = 0.001


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Rows, columns and layers of the sites of one type."""

    #: Of each site, from 0.
    row: Ints
    column: Ints
    layer: Ints
    #: Column letters, row from 1, and the layer where there are several.
    labels: tuple[str, ...]
    #: The sites of each, in ascending order.
    rows: list[Ints]
    columns: list[Ints]
    layers: list[Ints]
    #: Whether two sites had one label; then rows and columns were read off x and y, and labels may
    #: still be doubled.
    doubled: bool


def coordinates(links: Links, layered: bool = False) -> dict[str, Coordinates]:
    """Return coordinates by type; `layered` reads rows and columns off x and y on the ground."""
    by_kind = {}
    angles = (0.0, 0.5)
    for kind in KINDS:
        points = links.points[kind]
        if not len(points):
            none = np.zeros(0, dtype=np.int64)
            by_kind[kind] = Coordinates(none, none, none, (), [], [], [], False)
            continue
        unit = float(np.ptp(points[:, :2], axis=0).sum()) / 2 / np.sqrt(len(points))
        if kind != EDGE:
            # The angles, in radians, along which rows and columns cluster best.
            row_angles = [angle / 180.0 * pi for angle in ROW_ANGLES]
            along = _best(row_angles, BELOW, points, unit)
            column_angles = [along + angle / 180.0 * pi for angle in COLUMN_ANGLES]
            angles = along, _best(column_angles, LEFT, points, unit)
        row, _ = _clustered(_from_line(points, angles[0], BELOW), unit)
        column, _ = _clustered(_from_line(points, angles[1], LEFT), unit)
        layer, _ = _clustered(points[:, 2], unit)
        by_kind[kind] = _finished(points, row, column, layer, kind, layered)
    return by_kind


def _best(
    angles: Iterable[float], start: tuple[float, float], points: Floats, unit: float
) -> float:
    """Return the first of the angles along which the points cluster with the least error."""
    chosen, least = 0.0, 1000.0
    for angle in angles:
        _, error = _clustered(_from_line(points, angle, start), unit)
        if error < least:
            chosen, least = angle, error
            if error < GOOD:
                break
    return chosen


def _from_line(points: Floats, angle: float, start: tuple[float, float]) -> Floats:
    """Return the distance of each point to a line below or left of all of them."""
    size = np.ptp(points[:, :2], axis=0)
    a = (points[:, :2].min(axis=0) + size * start)[None]
    return distance_to_line(points[:, :2], a, a + size[0] * np.array((cos(angle), sin(angle))))


def _clustered(distances: Floats, unit: float) -> tuple[Ints, float]:
    """Return the cluster of each distance, and the error of the clustering."""
    order = np.argsort(distances, kind="stable")
    return _clusters(distances, order, APART * unit)


@jit
def _clusters(distances: Floats, order: Ints, margin: float) -> tuple[Ints, float]:
    cluster = np.zeros(len(order), dtype=np.int64)
    number, total, size, error, last = -1, 0.0, 0, 0.0, 0.0
    for n in range(len(order)):
        distance = distances[order[n]]
        if size == 0 or abs(distance - total / size) > margin:
            if size:
                error += (total / size - last) * (total / size - last) / size
            number += 1
            total, size = 0.0, 0
        total += distance
        size += 1
        last = distance
        cluster[order[n]] = number
    # The last site of a cluster alone decides its error.
    error += (total / size - last) * (total / size - last) / size
    return cluster, error + ROW_COST * (number + 1)


def _finished(
    points: Floats, row: Ints, column: Ints, layer: Ints, kind: str, layered: bool
) -> Coordinates:
    """Return coordinates with labels, recomputed if two sites share one."""
    labels = _labels(row, column, layer)
    doubled = len(set(labels)) < len(labels)
    rows, columns = _members(row), _members(column)
    if doubled or layered:
        row, rows = _levels(points, 1, row)
        column, columns = _levels(points, 0, column)
    layers = _members(layer)
    if doubled:
        layer = np.unique(points[:, 2], return_inverse=True)[1].astype(np.int64)
        layers = _members(layer)
        labels = _labels(row, column, np.zeros_like(layer))
    if kind == EDGE:
        labels = tuple(map(str, range(len(points))))
    # Games on equal boards share them.
    for array in (row, column, layer, *rows, *columns, *layers):
        array.flags.writeable = False
    return Coordinates(row, column, layer, labels, rows, columns, layers, doubled)


def _labels(row: Ints, column: Ints, layer: Ints) -> tuple[str, ...]:
    several = layer.min() != layer.max()
    return tuple(
        f"{_letters(c)}{r + 1}" + (f"/{z}" if several else "")
        for r, c, z in zip(row.tolist(), column.tolist(), layer.tolist(), strict=True)
    )


def _letters(column: int) -> str:
    """Return the letters of a column: A to Z, then AA, AB, ..."""
    letters = chr(ord("A") + column % 26)
    while column >= 26:
        column //= 26
        letters = chr(ord("A") + column % 26 - 1) + letters
    return letters


def _members(number: Ints) -> list[Ints]:
    order = np.argsort(number, kind="stable").astype(np.int32)
    return np.split(order, np.cumsum(np.bincount(number))[:-1])


def _levels(points: Floats, axis: int, number: Ints) -> tuple[Ints, list[Ints]]:
    """Return rows (axis 1) or columns (0) by exact coordinates; a site between two is in both."""
    along = points[:, axis]
    levels: list[float] = []
    for value in along[points[:, 2] == 0].tolist():
        n = bisect(levels, value)
        if all(abs(value - level) >= EXACT for level in levels[max(n - 1, 0) : n + 1]):
            levels.insert(n, value)
    number, lists = number.copy(), []
    order = np.argsort(along, kind="stable").astype(np.int32)
    ranked = along[order]
    for n, level in enumerate(levels):
        # A little more than the exact sites, so that rounding decides nothing.
        reach = np.searchsorted(ranked, [level - 2 * EXACT, level + 2 * EXACT])
        close = order[reach[0] : reach[1]]
        members = np.sort(close[np.abs(along[close] - level) < EXACT])
        number[members] = n
        lists.append(members)
    return number, lists
