"""A laid-out board as tables: its sites are prototiles of their own."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.tables import NOWHERE, Codes, PlaneTables
from boardless.topo import FixedBoard
from boardless.topo.layouts.incidence import CELL
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.tilings.slots import ADJACENT, ORTHOGONAL, relation_mask


@dataclass(frozen=True, eq=False)
class LayoutGeometry:
    """The steps between the sites of a laid-out board, clockwise from north; codes are numbers."""

    board: FixedBoard
    #: Types of sites, the one that is played on first; numbers of sites run through all of them.
    types: tuple[str, ...]

    @cached_property
    def first(self) -> dict[str, int]:
        """The number of the first site of each type."""
        counts = [len(self.board.sites_of(kind)) for kind in self.types]
        return {kind: sum(counts[:n]) for n, kind in enumerate(self.types)}

    @property
    def kinds(self) -> int:
        """Number of sites of all types."""
        return sum(len(self.board.sites_of(kind)) for kind in self.types)

    @cached_property
    def width(self) -> int:
        """The most steps from a site."""
        lengths = [self.board.sites_of(kind).steps.to.lengths for kind in self.types]
        return max(1, max(int(each.max(initial=0)) for each in lengths))

    def table(self, kind: str, values: Ints, empty: int) -> Ints:
        """Return a number of each step of a type of sites by slot, shape ``(sites, width)``."""
        to = self.board.sites_of(kind).steps.to
        found: Ints = np.full((len(to), self.width), empty, dtype=np.int64)
        found[to.owners, np.arange(len(to.items)) - to.start[:-1][to.owners]] = values
        return found

    @cached_property
    def links(self) -> Ints:
        """The number of the site in each slot, or -1, shape ``(sites, width)``."""
        parts = []
        for kind in self.types:
            to = self.board.sites_of(kind).steps.to
            parts.append(self.table(kind, to.items.astype(np.int64) + self.first[kind], -1))
        return np.concatenate(parts)

    @cached_property
    def _relation(self) -> Ints:
        steps = ((kind, self.board.sites_of(kind).steps) for kind in self.types)
        return np.concatenate([self.table(kind, each.relation, 0) for kind, each in steps])

    def slots(self, mask: int) -> Ints:
        """Return 1 for the slots whose relation meets `mask`, shape ``(sites, width)``."""
        return (self._relation & mask > 0).astype(np.int64)

    @property
    def adjacent(self) -> Ints:
        """Return 1 for the steps to sites that touch, shape ``(sites, width)``."""
        return self.slots(ADJACENT)

    def of_class(self, directions: str) -> Ints:
        """Return 1 for the slots of a class of directions (L-GDL's name)."""
        name = "off" if directions == "OffDiagonal" else directions.lower()
        return self.slots(relation_mask(name))

    def turning(self, direction: str, site: int) -> list[int]:
        """Return the slots of a site in a direction around a pivot."""
        kind, number = self.type_of(site)
        steps = self.board.sites_of(kind).steps
        around = steps.circular[steps.to.start[number] : steps.to.start[number + 1]]
        found: list[int] = np.flatnonzero(around == DIRECTIONS.index(direction)).tolist()
        return found

    def first_slots(self, sort: str, site: int) -> list[int]:
        """Return the slots of a site in which walks of a sort begin."""
        kind, number = self.type_of(site)
        sites = self.board.sites_of(kind)
        first = sites.walks(sort).first_steps(number)
        found: list[int] = (first - sites.steps.to.start[number]).tolist()
        return found

    def onward(self, kind: str, sort: str) -> Ints:
        """Return the slot in which a walk of a sort goes on after each step, or -1."""
        sites = self.board.sites_of(kind)
        to, onward = sites.steps.to, sites.walks(sort).onward.astype(np.int64)
        slot = np.where(onward < 0, -1, onward - to.start[to.items])
        return self.table(kind, slot, -1)

    def labels(self, site: int) -> tuple[str, ...]:
        """Return the direction of each slot of a site; "" where there is no step."""
        kind, number = self.type_of(site)
        steps = self.board.sites_of(kind).steps
        codes = steps.direction[steps.to.start[number] : steps.to.start[number + 1]].tolist()
        return tuple([DIRECTIONS[code] for code in codes] + [""] * (self.width - len(codes)))

    def type_of(self, site: int) -> tuple[str, int]:
        """Return the type of a site, and its number among those of the type."""
        kind = next(kind for kind in reversed(self.types) if site >= self.first[kind])
        return kind, site - self.first[kind]

    def all_onward(self, sort: str) -> Ints:
        """Return `onward` of the sites of all types."""
        return np.concatenate([self.onward(kind, sort) for kind in self.types])

    @cached_property
    def turns(self) -> Ints:
        """The slot in which a walk that keeps its direction goes on, or -1."""
        return self.all_onward("direction")

    @cached_property
    def codes(self) -> Codes:
        """The codes of sites: their numbers."""
        return Codes(self.kinds)

    def plane(self) -> PlaneTables:
        """Return the tables that follow from the board."""
        kinds, flat = self.kinds, np.zeros(0, np.int64)
        places = np.concatenate([self.board.sites_of(kind).points for kind in self.types])
        order = np.lexsort((places[:, 0], places[:, 1]))
        height = np.empty(kinds, np.int64)
        height[order] = np.arange(kinds)
        wide = np.uint8 if kinds < 2**8 else np.uint32
        sides = self.slots(ORTHOGONAL).sum(axis=1)
        types = [*self.first.values(), kinds] if len(self.types) > 1 else []
        return PlaneTables(
            types=np.array(types, np.int64),
            behind=max(len(self.board.sites_of(CELL)), len(self.board)) if types else 0,
            slots=self.width,
            kinds=kinds,
            delta=np.full(1, NOWHERE, np.int64),
            back=np.zeros(1, np.uint8),
            kind=np.zeros(1, wide),
            adjacent=self.adjacent.ravel().astype(np.uint8),
            all_adjacent=False,
            sides=int(sides.max(initial=1)),
            orthogonal=np.zeros(1, np.uint8),
            height=np.concatenate([[0, 0], height]),
            breadth=np.zeros(2 + kinds, np.int64),
            planes=flat.reshape(-1, 3),
            links=(self.links + 1).ravel().astype(np.uint32),
            gates=np.zeros(0, np.uint8),
        )
