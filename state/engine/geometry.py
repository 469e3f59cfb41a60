"""Tables of neighbours and directions, for boards of tilings and for laid-out boards.

The sites of a laid-out board are prototiles of their own.
"""

from dataclasses import dataclass
from functools import cached_property
from math import degrees

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.tables import NOWHERE, Codes, PlaneTables
from boardless.topo import FixedBoard, Tiling
from boardless.topo.layouts.incidence import CELL
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.tilings.incidence import ADJACENT, COMPASS, ORTHOGONAL, bearing, relation_mask

#: Stands in `Geometry.gates` for no slot.
NO_GATE = 255


class StepTables:
    """Tables of the steps between sites, by slots, which rules read."""

    @property
    def kinds(self) -> int:
        """Number of kinds of sites; all sites of a kind have the same steps."""
        raise NotImplementedError

    @property
    def relation(self) -> Ints:
        """Relation bits of the slots, 0 without a step, shape ``(kinds, slots)``."""
        raise NotImplementedError

    def slots(self, mask: int) -> Ints:
        """Return 1 for slots with a relation bit of `mask`, shape ``(kinds, slots)``."""
        return (self.relation & mask > 0).astype(np.int64)

    @property
    def adjacent(self) -> Ints:
        """Return 1 for the slots to sites that touch, shape ``(kinds, slots)``."""
        return self.slots(ADJACENT)

    def of_class(self, directions: str) -> Ints:
        """Return 1 for the slots of a class of directions (L-GDL's name)."""
        if directions == "Adjacent":
            return self.adjacent
        name = "off" if directions == "OffDiagonal" else directions.lower()
        return self.slots(relation_mask(name))

    @cached_property
    def codes(self) -> Codes:
        """The codes of cells; sites of a laid-out board have their numbers as codes."""
        return Codes(self.kinds)


@dataclass(frozen=True)
class Geometry(StepTables):
    """The steps between the cells of a tiling, by the slots that rules read."""

    tiling: Tiling
    #: A selection of ``tiling.slots``.
    used: tuple[int, ...]
    #: True for the vertices of squares, which touch only along edges.
    orthogonal_only: bool = False
    #: Degrees by which the board is turned anticlockwise.
    turn: float = 0.0

    @classmethod
    def of(
        cls, tiling: Tiling, diagonal: bool, orthogonal_only: bool = False, turn: float = 0.0
    ) -> "Geometry":
        """Return the geometry with the adjacent slots, and with `diagonal` with all others."""
        relation = tiling.slots.relation
        kept = (relation & ADJACENT > 0).any(axis=0) | diagonal
        return cls(tiling, tuple(np.flatnonzero(kept).tolist()), orthogonal_only, turn)

    @property
    def kinds(self) -> int:
        """Number of prototiles."""
        return len(self.tiling.faces)

    @cached_property
    def _link(self) -> Ints:
        """``tiling.slots.link`` of the kept slots."""
        return self.tiling.slots.link[:, self.used]

    @cached_property
    def _places(self) -> dict[int, int]:
        """The place of each slot of the tiling among the kept ones."""
        return {slot: n for n, slot in enumerate(self.used)}

    @cached_property
    def relation(self) -> Ints:
        """Relation bits of the kept slots, 0 without a neighbour or a slot back."""
        relation = self.tiling.slots.relation[:, self.used].astype(np.int64)
        return np.where(np.isin(self._link[:, :, 3], self.used), relation, 0)

    @property
    def adjacent(self) -> Ints:
        """Return 1 for the slots to cells that touch, shape ``(kinds, slots)``."""
        return self.slots(ORTHOGONAL if self.orthogonal_only else ADJACENT)

    def labels(self, kind: int = 0) -> tuple[str, ...]:
        """Return the compass point nearest to each kept slot of a prototile; "" leads nowhere."""
        keys = np.vstack((np.array([(0, 0, kind)]), self._link[kind, :, :3]))
        ends = self.tiling.plane(self.tiling.face_grid(keys))
        bearings = [degrees(bearing(*step)) - self.turn for step in (ends[1:] - ends[0]).tolist()]
        return tuple(
            COMPASS[round(angle / 22.5) % 16] if bits else ""
            for angle, bits in zip(bearings, self.relation[kind].tolist(), strict=True)
        )

    def slot(self, label: str, kind: int | None = None) -> int | None:
        """Return the used slot of a compass direction from a prototile, or from all; else None."""
        kinds = range(self.kinds) if kind is None else (kind,)
        slots = {
            labels.index(label) if label in labels else None for labels in map(self.labels, kinds)
        }
        slot = slots.pop()
        if slots or slot is None or (kind is None and (self.turns[:, slot] != slot).any()):
            return None
        return slot

    def nearest(self, label: str, kind: int) -> int:
        """Return the slot across an edge of a prototile that leads nearest to a compass point."""
        wanted, labels = COMPASS.index(label), self.labels(kind)
        across = np.flatnonzero(self.slots(ORTHOGONAL)[kind]).tolist()
        return min(
            across, key=lambda slot: abs((COMPASS.index(labels[slot]) - wanted + 8) % 16 - 8)
        )

    @cached_property
    def turns(self) -> Ints:
        """The next kept slot of a straight walk, or -1, shape ``(kinds, slots)``."""
        places = np.full(self.tiling.slots.count + 1, -1)
        places[list(self.used)] = np.arange(len(self.used))
        return places[self.tiling.slots.turn[:, self.used].astype(np.int64)]

    def onward(self, directions: str) -> Ints:
        """Return the next slot of a line, or -1 at its end, shape ``(kinds, slots)``.

        A line along a class of directions continues only if the walk back takes the same way.
        """
        chosen, link, places = self.of_class(directions), self._link, self._places
        on = np.where(chosen > 0, self.turns, -1)
        for kind, slot in np.argwhere(on >= 0).tolist():
            _, _, other, back = link[kind, slot].tolist()
            _, _, beyond, there = link[other, on[kind, slot]].tolist()
            returns = self.turns[beyond, places[there]] == places[back]
            if not chosen[other, on[kind, slot]] or not returns:
                on[kind, slot] = -1
        return on

    def axes(self, directions: str) -> list[list[tuple[int, int]]] | None:
        """Return the pairs of opposite slots of each prototile.

        A slot without an opposite one is paired with itself.

        It is None if some prototiles have steps of the class and others lack them.
        """
        chosen, on = self.of_class(directions), self.onward(directions)
        pairs: list[list[tuple[int, int]]] = []
        for kind in range(self.kinds):
            pairs.append([])
            for slot in np.flatnonzero(chosen[kind]).tolist():
                _, _, other, back = self._link[kind, slot].tolist()
                opposite = int(on[other, self._places[back]])
                if opposite < 0 or slot < opposite:
                    pairs[kind].append((slot, slot if opposite < 0 else opposite))
        return pairs if all(pairs) or not any(pairs) else None

    @cached_property
    def gates(self) -> Ints:
        """The slots of the two cells that touch both ends of a step, ``(P, S, 2)``, or NO_GATE."""
        gates = np.full((self.kinds, len(self.used), 2), NO_GATE)
        touches = self.adjacent > 0
        link = self._link[:, :, :3].tolist()
        for kind in range(self.kinds):
            ends = {tuple(link[kind][slot]): slot for slot in np.flatnonzero(touches[kind])}
            for (i, j, k), slot in ends.items():
                beyond = [link[k][t] for t in np.flatnonzero(touches[k])]
                both = [ends[end] for x, y, z in beyond if (end := (i + x, j + y, z)) in ends]
                if len(both) == 2:
                    gates[kind, slot] = sorted(both)
        return gates

    def plane(self) -> PlaneTables:
        """Return the tables that follow from the tiling."""
        link = self._link
        delta = [
            [
                self.codes.code((di, dj, other)) - k if bits else NOWHERE
                for (di, dj, other, _), bits in zip(row, relation, strict=True)
            ]
            for k, (row, relation) in enumerate(
                zip(link.tolist(), self.relation.tolist(), strict=True)
            )
        ]
        back = [self._places.get(slot, 0) for slot in link[:, :, 3].ravel().tolist()]
        # A prototile with fewer sides than another names one of them again.
        sides = [np.flatnonzero(row) for row in self.slots(ORTHOGONAL)]
        most = max(map(len, sides))
        origin, along, across = self.tiling.face_grid(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
        centres = self.tiling.face_grid(np.array([(0, 0, k) for k in range(self.kinds)]))
        grid = np.array([along - origin, across - origin, *centres], dtype=np.int64)
        return PlaneTables(
            slots=len(self.used),
            kinds=self.kinds,
            delta=np.array(delta, np.int64).ravel(),
            back=np.array(back, np.uint8),
            kind=link[:, :, 2].ravel().astype(np.uint8),
            adjacent=self.adjacent.ravel().astype(np.uint8),
            all_adjacent=bool(self.adjacent.all()),
            sides=most,
            orthogonal=np.array([np.resize(row, most) for row in sides]).ravel().astype(np.uint8),
            height=grid[:, 1].copy(),
            breadth=grid[:, 0].copy(),
            planes=np.array([p[:3] for p in self.tiling.shape], np.int64).reshape(-1, 3),
            gates=self.gates.ravel().astype(np.uint8),
        )


@dataclass(frozen=True, eq=False)
class LayoutGeometry(StepTables):
    """The steps between the sites of a laid-out board, clockwise from north."""

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
        table: Ints = np.full((len(to), self.width), empty, dtype=np.int64)
        table[to.owners, np.arange(len(to.items)) - to.start[:-1][to.owners]] = values
        return table

    @cached_property
    def links(self) -> Ints:
        """The number of the site in each slot, or -1, shape ``(sites, width)``."""
        parts = []
        for kind in self.types:
            to = self.board.sites_of(kind).steps.to
            parts.append(self.table(kind, to.items.astype(np.int64) + self.first[kind], -1))
        return np.concatenate(parts)

    @cached_property
    def relation(self) -> Ints:
        """Relation bits of the steps, 0 in the padding, shape ``(sites, width)``."""
        steps = ((kind, self.board.sites_of(kind).steps) for kind in self.types)
        return np.concatenate([self.table(kind, each.relation, 0) for kind, each in steps])

    def turning(self, direction: str, site: int) -> list[int]:
        """Return the slots of a site in a direction around a pivot."""
        kind, number = self.type_of(site)
        steps = self.board.sites_of(kind).steps
        around = steps.circular[steps.to.start[number] : steps.to.start[number + 1]]
        slots: list[int] = np.flatnonzero(around == DIRECTIONS.index(direction)).tolist()
        return slots

    def first_slots(self, sort: str, site: int) -> list[int]:
        """Return the first slots of the walks of a sort from a site."""
        kind, number = self.type_of(site)
        sites = self.board.sites_of(kind)
        first = sites.walks(sort).first_steps(number)
        slots: list[int] = (first - sites.steps.to.start[number]).tolist()
        return slots

    def onward(self, kind: str, sort: str) -> Ints:
        """Return the slot that follows each step on a walk of a sort, or -1."""
        sites = self.board.sites_of(kind)
        to, onward = sites.steps.to, sites.walks(sort).onward.astype(np.int64)
        slot = np.where(onward < 0, -1, onward - to.start[to.items])
        return self.table(kind, slot, -1)

    def labels(self, site: int) -> tuple[str, ...]:
        """Return the direction of each slot of a site; "" in the padding."""
        kind, number = self.type_of(site)
        steps = self.board.sites_of(kind).steps
        codes = steps.direction[steps.to.start[number] : steps.to.start[number + 1]].tolist()
        return tuple([DIRECTIONS[code] for code in codes] + [""] * (self.width - len(codes)))

    def type_of(self, site: int) -> tuple[str, int]:
        """Return the type of a site, and its number within the type."""
        kind = next(kind for kind in reversed(self.types) if site >= self.first[kind])
        return kind, site - self.first[kind]

    def all_onward(self, sort: str) -> Ints:
        """Return `onward` of the sites of all types."""
        return np.concatenate([self.onward(kind, sort) for kind in self.types])

    @cached_property
    def turns(self) -> Ints:
        """The next slot of a walk that keeps its direction, or -1."""
        return self.all_onward("direction")

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
