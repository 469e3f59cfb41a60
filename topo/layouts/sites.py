"""The sites of one type on a fixed board: rows, columns, labels, places, relations, radials."""

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.jit.native import jit
from boardless.topo.boards.derived import DistanceTable, distance
from boardless.topo.layouts.incidence import EDGE, KINDS, VERTEX, Links, Ragged
from boardless.topo.layouts.places import Places, distance_to_line
from boardless.topo.layouts.radials import (
    CLOCKWISE,
    COUNTER,
    DIRECTIONS,
    DOWN,
    ROUND,
    UP,
    SiteSteps,
    StepWalks,
    phases,
    sharing,
)
from boardless.topo.tilings.incidence import relation_mask
from boardless.util.inputs import InputError, as_integer, shown

if TYPE_CHECKING:
    from boardless.topo.layouts.fixed_board import FixedBoard

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


#: Relations that are equal on some types of sites.
_SAME = dict.fromkeys(((VERTEX, "adjacent"), (EDGE, "adjacent"), (EDGE, "all")), "orthogonal")

#: Walks that stay on a level or lead up or down: the range of directions of their steps.
LEVELS = {"same layer": (0, UP), "upward": (UP, DOWN), "downward": (DOWN, ROUND)}


class Sites:
    """The cells, the vertices or the edges of a fixed board; see `FixedBoard.sites_of`.

    They never change, and costly data are computed when first asked for. Every method raises
    InputError for an unknown site, relation, place, label or sort of walks.
    """

    def __init__(self, kind: str, board: "FixedBoard") -> None:
        self.kind = kind
        self.points: Floats = board.links.points[kind].view()
        self.points.flags.writeable = False
        self._board = board
        self._walks: dict[str, StepWalks] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of type {self.kind}, {len(self):,}>"

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, site: object) -> bool:
        number = as_integer(site)
        return number is not None and 0 <= number < len(self)

    def checked(self, site: int) -> int:
        """Return a site as a number."""
        number = as_integer(site)
        if number is None or not 0 <= number < len(self):
            allowed = f"choose 0 to {len(self) - 1}" if len(self) else "there are none"
            raise InputError(f"{self.kind.lower()} {shown(site)} is not on the board: {allowed}")
        return number

    # -- rows, columns, places --------------------------------------------------------------

    @property
    def places(self) -> Places:
        """The sites by their place on the board."""
        return self._board.places_of[self.kind]

    @property
    def coordinates(self) -> Coordinates:
        """Rows, columns, layers and labels of the sites."""
        return self._board.coordinates_of[self.kind]

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each site, such as "A1"."""
        return self.coordinates.labels

    def labelled(self, label: str) -> int:
        """Return the first site that has a label."""
        try:
            return self.labels.index(label)
        except ValueError:
            allowed = f"{self.labels[0]} to {self.labels[-1]}" if len(self) else "there are none"
            raise InputError(f"no {self.kind.lower()} is called {label!r}: {allowed}") from None

    def listed(self, name: str) -> Ints:
        """Return the sites of a place of `Places.lists`, such as "corners" or "top", in order."""
        listed = self.places.lists.get(name)
        if listed is None:
            raise InputError(f"place {name!r}: choose one of {', '.join(self.places.lists)}")
        return listed

    @property
    def sides(self) -> dict[str, Ints]:
        """The sites of each side that has any, by compass point."""
        return self.places.sides

    @cached_property
    def phases(self) -> list[Ints]:
        """The sites of each phase; see `topo.layouts.radials`."""
        all_phases = phases(sharing(self._board.links, self.kind))
        for sites in all_phases:
            sites.flags.writeable = False
        return all_phases

    # -- relations --------------------------------------------------------------------------

    @cached_property
    def steps(self) -> SiteSteps:
        """The steps to other sites of the type."""
        return SiteSteps.of(self._board.links, self._board.layout, self.kind)

    def related(self, relation: str = "adjacent") -> Ragged:
        """Return the sites in a relation to each site, clockwise from north."""
        return self.steps.to.where(self._has(relation))

    def _has(self, relation: str) -> Bools:
        related: Bools = (self.steps.relation & relation_mask(relation)) > 0
        return related

    def neighbours(self, site: int, relation: str = "adjacent") -> Ints:
        """Return the sites in a relation to `site`, clockwise from north.

        The relation is orthogonal, diagonal, off, adjacent or all; see `topo.layouts.radials`.
        """
        site, steps = self.checked(site), self.steps
        bits = steps.relation[steps.to.start[site] : steps.to.start[site + 1]]
        related: Ints = steps.to[site][(bits & relation_mask(relation)) > 0]
        return related

    def distances(self, relation: str = "adjacent") -> Ints:
        """Return the number of steps between all pairs of sites; -1 without a path.

        The int16 array of shape (n, n) is read-only. InputError for more than 32,767 sites.
        """
        keys, step, chosen = self._as_slots(relation)
        return DistanceTable(chosen).read(keys, step, len(self))

    def distance(self, a: int, b: int, relation: str = "adjacent") -> int:
        """Return the number of steps between two sites, by one search; -1 without a path."""
        a, b = self.checked(a), self.checked(b)
        keys, step, chosen = self._as_slots(relation)
        return distance(keys, step, chosen, len(self), a, b)

    def _as_slots(self, relation: str) -> tuple[Ints, Ints, Bools]:
        """Return the steps in a relation as the table of a tiling of one prototile."""
        step = self.related(relation).padded()
        chosen = np.ones((1, step.shape[1]), dtype=np.bool_)
        return np.zeros((len(self), 3), dtype=np.int32), step, chosen

    # -- directions and radials -------------------------------------------------------------

    @cached_property
    def directions(self) -> dict[str, list[str]]:
        """The directions of the steps of each relation, in the order of `DIRECTIONS`."""
        by_relation = {}
        for relation in ("all", "orthogonal", "diagonal", "adjacent", "off"):
            by_relation[relation] = self._directions(slice(None), relation)
        return by_relation

    def directions_from(self, site: int, relation: str) -> list[str]:
        """Return the directions of the steps of a relation from a site."""
        start = self.steps.to.start[self.checked(site) :]
        return self._directions(slice(start[0], start[1]), relation)

    def _directions(self, own: slice, relation: str) -> list[str]:
        steps, kept = self.steps, self._has(relation)[own]
        codes = np.union1d(steps.direction[own][kept], steps.circular[own][kept])
        return [DIRECTIONS[code] for code in codes.tolist() if code >= 0]

    def walks(self, sort: str) -> StepWalks:
        """Return the walks that keep a direction, turn about a pivot, or keep a relation or level.

        The sorts are "direction", "circular", "rotational", the relations, "same layer", "upward"
        and "downward".
        """
        sort = _SAME.get((self.kind, sort), sort)
        if sort not in self._walks:
            steps = self.steps
            if sort == "direction":
                labels = steps.direction
            elif sort == "circular":
                labels = steps.circular
            elif sort == "rotational":
                labels = (steps.circular >= 0).astype(np.int8) - 1
            elif sort in LEVELS:
                first, last = LEVELS[sort]
                inside = (steps.direction >= first) & (steps.direction < last)
                labels = inside.astype(np.int8) - 1
            else:
                labels = self._has(sort).astype(np.int8) - 1
            walks = StepWalks(self.points, steps, labels, bending=sort == "circular")
            if sort == "rotational":
                # Walks in and out lead straight on, also through the pivot.
                turns = np.isin(steps.circular, (CLOCKWISE, COUNTER))
                walks.onward = np.where(turns, self.walks("circular").onward, walks.onward)
            self._walks[sort] = walks
        return self._walks[sort]

    def radials(self, site: int) -> dict[str, list[Ints]]:
        """Return the walks of at least one step from `site`, by direction.

        Each is the list of sites on it, the start included; several may share a direction. Boards
        with a pivot have those clockwise, counter-clockwise, in and out, too.
        """
        by_direction: dict[str, list[Ints]] = {}
        for label, walks, step in self._walks_from(site):
            by_direction.setdefault(label, []).append(walks.along(step))
        return by_direction

    def next_sites(self, site: int) -> dict[str, list[int]]:
        """Return the first site of each of the `radials` of a site, by direction."""
        by_direction: dict[str, list[int]] = {}
        for label, _, step in self._walks_from(site):
            by_direction.setdefault(label, []).append(int(self.steps.to.items[step]))
        return by_direction

    def _walks_from(self, site: int) -> Iterator[tuple[str, StepWalks, int]]:
        """Yield the direction, the sort and the first step of each walk from a site."""
        site = self.checked(site)
        for sort in ("direction", "circular"):
            walks = self.walks(sort)
            for step in walks.first_steps(site).tolist():
                yield DIRECTIONS[walks.labels[step]], walks, step

    def radials_in(self, site: int, relation: str) -> list[Ints]:
        """Return the walks from `site` by steps of one relation, clockwise from north."""
        site, walks = self.checked(site), self.walks(relation)
        return [walks.along(step) for step in walks.first_steps(site).tolist()]
