"""Incidence of a tiling's faces, edges and vertices, derived from its faces alone."""

from dataclasses import dataclass
from typing import TypeAlias

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
