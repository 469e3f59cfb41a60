"""The cells and vertices of a tiling or board in a store, with their numbers and links."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints
from boardless.play.replay import described_game
from boardless.topo import RELATIONS, Key, Tiling, tiling_from, tiling_text
from boardless.topo.layouts import FixedBoard
from boardless.topo.layouts.incidence import CELL
from boardless.topo.tilings.incidence import moved


class Arc(NamedTuple):
    """An arc from one cell to another; `relation` has the bits of `topo.RELATIONS`."""

    source: Key
    target: Key
    relation: int
    direction: str


def board_of(text: str, options: tuple[str, ...]) -> FixedBoard:
    """Return the board that a description lays out."""
    layout = described_game(text, options).module.model.layout
    assert layout is not None
    return layout.board


def options_of(chosen: str) -> tuple[str, ...]:
    """Split a text of joined options.

    >>> options_of("Players/2, Rules/With jokers, and more, Size/8x8")
    ('Players/2', 'Rules/With jokers, and more', 'Size/8x8')
    """
    return tuple(re.split(", (?=[^,]*/)", chosen)) if chosen else ()


#: Beginning of the labels of laid-out boards; a hash of the game follows.
LAID_OUT = "laid out "
#: The links between cells, and the relation that each stands for.
LINKED = {"ORTHOGONAL": RELATIONS["orthogonal"], "ADJACENT": RELATIONS["adjacent"]}


def label_of(tiling: Tiling) -> str:
    """Return the label of a tiling in the graph: its name, or the text of its table.

    Only the tilings of `topo.TILINGS` have a name that identifies them.
    """
    text = tiling_text(tiling)
    return text if isinstance(text, str) else json.dumps(text)


def tiling_labelled(label: str) -> Tiling:
    """Return the tiling of a label."""
    return tiling_from(json.loads(label) if label.startswith("{") else label)


class Plane:
    """The cells and vertices of a tiling's plane, or of a laid-out board, by their numbers."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.tiling = None if label.startswith(LAID_OUT) else tiling_labelled(label)
        self.board: FixedBoard | None = None
        self.numbers: dict[str, dict[Key, int]] = {"Cell": {}, "Vertex": {}}

    def cells(self, keys: Ints, next_: int) -> tuple[dict[Key, int], Ints]:
        """Return the new cells, numbered from `next_` on in order, and the numbers of all, (n,)."""
        cells = self.numbers["Cell"]
        different, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        new = _numbered((as_key(key) for key in different[order].tolist()), cells, next_)
        numbers = np.array([cells[as_key(key)] for key in different.tolist()], np.int64)
        return new, numbers[place.reshape(-1)]

    def corners(
        self, new: dict[Key, int], next_: int
    ) -> tuple[dict[Key, int], tuple[list[int], list[int], list[int]]]:
        """Return the new vertices of new cells, and the columns cell, vertex and place of all."""
        around = [
            (cell, vertex, place)
            for key, cell in new.items()
            for place, vertex in enumerate(self._corners(key))
        ]
        numbers = self.numbers["Vertex"]
        vertices = _numbered((vertex for _, vertex, _ in around), numbers, next_)
        return vertices, (
            [cell for cell, _, _ in around],
            [numbers[vertex] for _, vertex, _ in around],
            [place for _, _, place in around],
        )

    def links(self, new: dict[Key, int]) -> dict[str, tuple[list[int], list[int], list[str]]]:
        """Return the links, by kind, between new cells and all others: from, to, direction."""
        numbers = self.numbers["Cell"]
        links: dict[str, tuple[list[int], list[int], list[str]]] = {
            name: ([], [], []) for name in LINKED
        }
        for key in new:
            for arc in self._arcs(key):
                source, target = numbers.get(arc.source), numbers.get(arc.target)
                if source is None or target is None:
                    continue
                # An arc from another new cell comes with that one.
                if arc.source != key and arc.source in new:
                    continue
                for name, mask in LINKED.items():
                    if arc.relation & mask:
                        links[name][0].append(source)
                        links[name][1].append(target)
                        links[name][2].append(arc.direction)
        return links

    def _corners(self, key: Key) -> Iterator[Key]:
        """Yield the vertices of a cell, counter-clockwise; nothing for sites of other types."""
        if self.tiling is not None:
            yield from (moved(vertex, key) for vertex in self.tiling.faces[key[2]])
        elif self.board is not None and self.board.use == CELL and key[2] in self.board:
            yield from ((0, 0, vertex) for vertex in self.board.face(key[2]))

    def _arcs(self, key: Key) -> Iterator[Arc]:
        """Yield the arcs from a cell to others, and back."""
        if self.tiling is None:
            assert self.board is not None
            graph, site = self.board.relations, key[2]
            if site not in self.board:  # a site of another type than that played on, behind these
                return
            both = (*graph.out_edges(site, data=True), *graph.in_edges(site, data=True))
            for source, target, edge in both:
                relation = RELATIONS["adjacent"] if edge["adjacent"] else 0
                relation |= RELATIONS.get(edge["relation"], 0)
                yield Arc((0, 0, source), (0, 0, target), relation, edge["direction"])
            return
        slots = self.tiling.slots
        for slot, (i, j, k, back) in enumerate(slots.link[key[2]].tolist()):
            if relation := int(slots.relation[key[2], slot]):
                other = (key[0] + i, key[1] + j, k)
                yield Arc(key, other, relation, slots.labels[key[2]][slot])
                yield Arc(other, key, relation, slots.labels[k][back])


def _numbered(keys: Iterable[Key], numbers: dict[Key, int], next_: int) -> dict[Key, int]:
    """Enter the new keys, numbered from `next_` on in their order, and return them."""
    new: dict[Key, int] = {}
    for key in keys:
        if key not in numbers:
            numbers[key] = new[key] = next_ + len(new)
    return new


def as_key(key: list[int]) -> Key:
    """Return a list of three numbers as a key."""
    return (key[0], key[1], key[2])
