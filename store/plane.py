"""The cells and vertices of a tiling that a store knows, with their numbers and links."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from boardless.topo import RELATIONS, Key, Tiling, tiling_from, tiling_text
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.incidence import moved

#: The links between cells, and the relation that each stands for.
LINKED = {"ORTHOGONAL": RELATIONS["orthogonal"], "ADJACENT": RELATIONS["adjacent"]}


@dataclass(frozen=True)
class New:
    """Cells or vertices that were not known before.

    Attributes
    ----------
    keys : list of Key
        Their lattice keys.
    numbers : range
        The numbers they got.
    """

    keys: list[Key]
    numbers: range


def label_of(tiling: Tiling) -> str:
    """Return what a tiling is called in the graph: its name, or the text of its table.

    Only a tiling of `topo.TILINGS` has a name that says what it is.
    """
    said = tiling_text(tiling)
    return said if isinstance(said, str) else json.dumps(said)


def tiling_labelled(label: str) -> Tiling:
    """Return the tiling of a label."""
    return tiling_from(json.loads(label) if label.startswith("{") else label)


class Plane:
    """What is known of a tiling's plane.

    Parameters
    ----------
    label : str
        What the tiling is called in the graph.
    cells, vertices : dict
        Number by lattice key.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.tiling = tiling_labelled(label)
        self.cell_numbers: dict[Key, int] = {}
        self.vertex_numbers: dict[Key, int] = {}

    def cells(self, keys: Ints, next_: int) -> tuple[New, Ints]:
        """Return which cells are new, and the numbers of all, shape (n,).

        Parameters
        ----------
        keys : (n, 3)
            Cells; new ones are numbered in this order.
        next_ : int
            The first number that is free.
        """
        if not len(keys):
            return New([], range(0)), np.empty(0, np.int64)
        different, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        new = _numbered((_key(key) for key in different[order].tolist()), self.cell_numbers, next_)
        numbers = np.array([self.cell_numbers[_key(key)] for key in different.tolist()])
        return new, numbers[place.reshape(-1)]

    def corners(self, new: New, next_: int) -> tuple[New, tuple[list[int], list[int], list[int]]]:
        """Return the vertices of new cells that are new, and cell, vertex and place of all."""
        faces = self.tiling.faces
        around = [
            (cell, moved(vertex, key), place)
            for key, cell in zip(new.keys, new.numbers, strict=True)
            for place, vertex in enumerate(faces[key[2]])
        ]
        vertices = _numbered((vertex for _, vertex, _ in around), self.vertex_numbers, next_)
        return vertices, (
            [cell for cell, _, _ in around],
            [self.vertex_numbers[vertex] for _, vertex, _ in around],
            [place for _, _, place in around],
        )

    def links(self, new: New) -> dict[str, tuple[list[int], list[int], list[str]]]:
        """Return the links, by kind, between new cells and all known ones: from, to, direction."""
        slots, known = self.tiling.slots, self.cell_numbers
        found: dict[str, tuple[list[int], list[int], list[str]]] = {
            name: ([], [], []) for name in LINKED
        }
        for key, cell in zip(new.keys, new.numbers, strict=True):
            for slot, (i, j, k, back) in enumerate(slots.link[key[2]].tolist()):
                relation = int(slots.relation[key[2], slot])
                other = known.get((key[0] + i, key[1] + j, k)) if relation else None
                if other is None:
                    continue
                arcs = [(cell, other, slots.labels[key[2]][slot])]
                if other not in new.numbers:
                    arcs.append((other, cell, slots.labels[k][back]))
                for name, mask in LINKED.items():
                    for source, target, direction in arcs if relation & mask else ():
                        found[name][0].append(source)
                        found[name][1].append(target)
                        found[name][2].append(direction)
        return found


def _numbered(keys: Iterable[Key], known: dict[Key, int], next_: int) -> New:
    """Return the keys that are not known, after numbering them in their order."""
    new: list[Key] = []
    for key in keys:
        if key not in known:
            known[key] = next_ + len(new)
            new.append(key)
    return New(new, range(next_, next_ + len(new)))


def _key(key: list[int]) -> Key:
    return (key[0], key[1], key[2])
