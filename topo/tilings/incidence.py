"""Incidence of a tiling's faces, edges and vertices, and the neighbours of a cell as slots.

All of it follows from the faces alone. A slot leads from a cell to one of its neighbours; there is
one table of slots for each prototile. Relations are decided by incidence alone. Floats give the
compass labels and, once for the table, the turn of a straight walk.
"""

from dataclasses import dataclass
from math import atan2, hypot, pi, remainder, tau
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.util.inputs import InputError, check_choice

if TYPE_CHECKING:
    from boardless.topo.tilings.tiling import Tiling

#: The lattice key ``(i, j, k)`` of a cell, vertex or edge: entry `k` of its kind in the table,
#: moved by `i` and `j` lattice vectors. It is absolute: the same place of the plane on every board.
Key: TypeAlias = tuple[int, int, int]

#: Faces, or their edges: the keys of each, counter-clockwise.
Faces: TypeAlias = tuple[tuple[Key, ...], ...]


def moved(key: Key, by: Key, sign: int = 1) -> Key:
    """Return `key` moved by the lattice vector of `by` (back by it when `sign` is -1)."""
    return (key[0] + sign * by[0], key[1] + sign * by[1], key[2])


@dataclass(frozen=True)
class Spoke:
    """An edge that leaves a vertex, and the face to its left; keys are relative to the vertex."""

    edge: Key
    head: Key
    face: Key


@dataclass(frozen=True)
class Incidence:
    """Incidences of one lattice cell of a tiling; they repeat with the lattice."""

    #: Vertices of each prototile, counter-clockwise; edge `n` leads from vertex `n` to the next.
    faces: Faces
    face_edges: Faces
    #: Tail and head of each edge.
    edges: tuple[tuple[Key, Key], ...]
    #: The edges and faces around each vertex, counter-clockwise.
    stars: tuple[tuple[Spoke, ...], ...]

    @classmethod
    def of(cls, faces: Faces, vertex_count: int) -> "Incidence":
        """Derive the incidences; raise ValueError if faces do not close around a vertex."""
        edges: list[tuple[Key, Key]] = []
        edge_ids: dict[tuple[int, Key], int] = {}
        for face in faces:
            for tail, head in _sides(face):
                relative = moved(head, tail, -1)
                if (tail[2], relative) not in edge_ids:
                    edge_ids[tail[2], relative] = len(edges)
                    back = moved((0, 0, tail[2]), relative, -1)
                    edge_ids[head[2], back] = len(edges)
                    edges.append(((0, 0, tail[2]), relative))

        def edge(tail: Key, head: Key) -> Key:
            e = edge_ids[tail[2], moved(head, tail, -1)]
            start = tail if edges[e] == ((0, 0, tail[2]), moved(head, tail, -1)) else head
            return (start[0], start[1], e)

        # At a vertex of a face, the face lies between the edge out and the edge in.
        spokes: list[dict[Key, tuple[Key, Spoke]]] = [{} for _ in range(vertex_count)]
        for k, face in enumerate(faces):
            for n, vertex in enumerate(face):
                ahead = face[(n + 1) % len(face)]
                out, into = moved(ahead, vertex, -1), moved(face[n - 1], vertex, -1)
                if out in spokes[vertex[2]]:
                    raise ValueError(f"faces overlap: two lie to the left of {vertex} -> {out}")
                spoke = Spoke(
                    moved(edge(vertex, ahead), vertex, -1), out, moved((0, 0, k), vertex, -1)
                )
                spokes[vertex[2]][out] = (into, spoke)
        stars = []
        for vertex_id, around in enumerate(spokes):
            first = min(around)
            head = first
            star: list[Spoke] = []
            while not star or head != first:
                if head not in around or len(star) == len(around):
                    raise ValueError(f"the faces around vertex {vertex_id} do not close")
                head, spoke = around[head]
                star.append(spoke)
            if len(star) != len(around):
                raise ValueError(f"the faces around vertex {vertex_id} close more than once")
            stars.append(tuple(star))
        face_edges = tuple(tuple(edge(tail, head) for tail, head in _sides(face)) for face in faces)
        return cls(faces, face_edges, tuple(edges), tuple(stars))


def _sides(face: tuple[Key, ...]) -> list[tuple[Key, Key]]:
    return list(zip(face, face[1:] + face[:1], strict=True))


#: Clockwise from north; a label names the point nearest to a direction.
COMPASS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip


def bearing(dx: float, dy: float) -> float:
    """Return the angle of ``(dx, dy)`` in radians, clockwise from north, in ``[0, 2 pi)``."""
    return atan2(dx, dy) % tau


def compass_point(dx: float, dy: float) -> str:
    """Return the label of the compass point nearest to the direction ``(dx, dy)``."""
    return COMPASS[round(bearing(dx, dy) * 8 / pi) % 16]


#: Bits of `Slots.relation`. A diagonal cell need not be adjacent (hexagons).
ORTHOGONAL, DIAGONAL, OFF, ADJACENT = 1, 2, 4, 8

#: The relations of the field by name, as masks over `Slots.relation`.
RELATIONS = {
    "orthogonal": ORTHOGONAL,
    "diagonal": DIAGONAL,
    "off": OFF,
    "adjacent": ADJACENT,
    "all": ORTHOGONAL | DIAGONAL | OFF,
}

#: A walk continues only while it bends by less than this (radians), as Ludii's radials do.
MAX_BEND = 0.25

#: The most neighbours that a cell can have: slots are told apart by a signed byte.
MAX_SLOTS = 127

#: The bearing and the length of a step, both in floats.
BearingAndLength: TypeAlias = tuple[float, float]


def relation_mask(relation: str) -> int:
    """Return the mask of the relation called `relation`; raise InputError if unknown."""
    check_choice(relation, "unknown relation", RELATIONS)
    return RELATIONS[relation]


@dataclass(frozen=True)
class Slots:
    """The neighbours of each prototile as tables; K prototiles, S slots."""

    #: ``(di, dj, k, back)``: the neighbour's lattice offset and prototile, and its slot back to the
    #: cell; shape (K, S, 4).
    link: Ints
    #: ORTHOGONAL, DIAGONAL or OFF, and ADJACENT where the two cells share a vertex; 0 in the
    #: padding of a prototile with fewer than S neighbours; shape (K, S).
    relation: Ints
    #: The slot in which a straight walk through this one leaves the neighbour, or -1; shape (K, S).
    turn: Ints
    #: The compass point nearest to the step from centre to centre; "" in the padding.
    labels: tuple[tuple[str, ...], ...]

    @property
    def count(self) -> int:
        """S, the number of slots of a cell."""
        return int(self.link.shape[1])

    @classmethod
    def of(cls, tiling: "Tiling") -> "Slots":
        """Derive the slots, clockwise from north."""
        incidence = tiling.incidence
        relations = [_relations(incidence, k) for k in range(len(incidence.faces))]
        steps: list[list[BearingAndLength]] = []
        neighbours: list[list[Key]] = []
        labels: list[list[str]] = []
        for k, related in enumerate(relations):
            keys = list(related)
            ends = tiling.plane(tiling.face_grid(np.array([(0, 0, k), *keys], dtype=np.int32)))
            offsets = (ends[1:] - ends[0]).tolist()
            order = sorted(range(len(keys)), key=lambda n: (bearing(*offsets[n]), keys[n]))
            neighbours.append([keys[n] for n in order])
            steps.append([(bearing(*offsets[n]), hypot(*offsets[n])) for n in order])
            labels.append([compass_point(*offsets[n]) for n in order])

        width = max(map(len, neighbours))
        if width > MAX_SLOTS:
            raise InputError(f"a face has {width} neighbours: choose faces of at most {MAX_SLOTS}")
        link = np.zeros((len(neighbours), width, 4), dtype=np.int32)
        relation = np.zeros(link.shape[:2], dtype=np.uint8)
        turn = np.full(link.shape[:2], -1, dtype=np.int8)
        for k, keys in enumerate(neighbours):
            for s, key in enumerate(keys):
                back = neighbours[key[2]].index(moved((0, 0, k), key, -1))
                link[k, s] = (*key, back)
                relation[k, s] = relations[k][key]
                turn[k, s] = _straight_on(labels[k][s], steps[k][s], labels[key[2]], steps[key[2]])
        for array in (link, relation, turn):
            array.flags.writeable = False
        padded = tuple(tuple(row + [""] * (width - len(row))) for row in labels)
        return cls(link, relation, turn, padded)


def _relations(incidence: Incidence, k: int) -> dict[Key, int]:
    """Return the cells related to cell ``(0, 0, k)`` with their relation bits."""
    own = (0, 0, k)
    orthogonal: set[Key] = set()
    adjacent: set[Key] = set()
    opposite: set[Key] = set()
    for vertex in incidence.faces[k]:
        star = [moved(spoke.face, vertex) for spoke in incidence.stars[vertex[2]]]
        here = star.index(own)
        adjacent.update(star)
        # The edges on both sides of the face are spokes `here` and `here + 1`.
        orthogonal.update((star[here - 1], star[(here + 1) % len(star)]))
        opposite.update(_across(incidence, vertex, here))
    related = {}
    for key in adjacent - {own}:
        kind = ORTHOGONAL if key in orthogonal else DIAGONAL if key in opposite else OFF
        related[key] = kind | ADJACENT
    for key in opposite - adjacent:
        related[key] = DIAGONAL
    return related


def _across(incidence: Incidence, vertex: Key, here: int) -> list[Key]:
    """Return the cell straight across `vertex` from face `here` of its star, if there is one.

    If an even number of faces meet, it is the opposite face. If three meet, an edge lies opposite,
    and if the two faces along it have equally many corners, the cell is the one that faces that
    edge at its other end. If more of them meet, or faces that differ, nothing lies straight across.
    """
    star = incidence.stars[vertex[2]]
    if len(star) % 2 == 0:
        return [moved(star[(here + len(star) // 2) % len(star)].face, vertex)]
    spoke, left = star[(here + 2) % len(star)], star[(here + 1) % len(star)]
    corners = [len(incidence.faces[s.face[2]]) for s in (spoke, left)]
    if len(star) > 3 or corners[0] != corners[1]:
        return []
    end = moved(spoke.head, vertex)
    beyond = incidence.stars[end[2]]
    if len(beyond) != 3:
        return []
    back = [s.head for s in beyond].index(moved((0, 0, vertex[2]), spoke.head, -1))
    return [moved(beyond[(back + 1) % 3].face, end)]


def _straight_on(
    label: str, step: BearingAndLength, labels: list[str], steps: list[BearingAndLength]
) -> int:
    """Return the nearest slot of the same label that bends least from a step, or -1."""
    bends = [
        (round(abs(remainder(angle - step[0], tau)), 9), length, s)
        for s, (angle, length) in enumerate(steps)
        if labels[s] == label
    ]
    bend, _, slot = min(bends, default=(MAX_BEND, 0.0, -1))
    return slot if bend < MAX_BEND else -1
