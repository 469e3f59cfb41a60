"""The sites of one type on a fixed board: places, relations, directions and radials."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardless.jit.arrays import Bools, Floats, Ints
from boardless.topo.boards.derived import DistanceTable, distance
from boardless.topo.layouts.coordinates import Coordinates
from boardless.topo.layouts.incidence import EDGE, VERTEX, Ragged
from boardless.topo.layouts.places import Places
from boardless.topo.layouts.radials import (
    CLOCKWISE,
    COUNTER,
    DIRECTIONS,
    DOWN,
    ROUND,
    UP,
    SiteSteps,
    Walks,
    phases,
    sharing,
)
from boardless.topo.tilings.incidence import relation_mask
from boardless.util.inputs import InputError, as_integer, shown

if TYPE_CHECKING:
    from boardless.topo.layouts.fixed_board import FixedBoard

#: Relations that are one and the same on some types of sites.
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
        self._walks: dict[str, Walks] = {}

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

    def walks(self, sort: str) -> Walks:
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
            walks = Walks(self.points, steps, labels, bending=sort == "circular")
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

    def _walks_from(self, site: int) -> Iterator[tuple[str, Walks, int]]:
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
