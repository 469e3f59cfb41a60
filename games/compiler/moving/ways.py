"""Steps and straight walks in some directions, as loops of the source."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.kinds import Compass, Directions
from boardless.state.engine.layout_geometry import LayoutGeometry

#: Stands for no slot in tables of slots.
NO_SLOT = 255

#: Directions where a description gives none.
USUAL = (Directions.ADJACENT,)


@dataclass(frozen=True)
class Ways:
    """The slots in which steps of some directions lead, by prototile.

    Attributes
    ----------
    sort : str
        What walks keep: "direction", or the relation of their steps.
    slots : tuple of tuple of int
        For each prototile, in order.
    """

    sort: str
    slots: tuple[tuple[int, ...], ...]


def ways_of(directions: Sequence[Directions | Compass], scope: Scope) -> list[Ways]:
    """Return the ways of several directions, those of one sort together."""
    found: dict[str, list[list[int]]] = {}
    geometry = scope.geometry
    for direction in directions:
        if isinstance(direction, Directions):
            chosen = geometry.of_class(str(direction))
            slots = [np.flatnonzero(row).tolist() for row in chosen]
            sort = "off" if direction is Directions.OFF_DIAGONAL else str(direction).lower()
        else:
            labels = [geometry.labels(kind) for kind in range(geometry.kinds)]
            slots = [[n for n, at in enumerate(row) if at == str(direction)] for row in labels]
            sort = "direction"
        if not isinstance(geometry, LayoutGeometry):
            sort = "direction"
        known = found.setdefault(sort, [[] for _ in range(geometry.kinds)])
        for own, more in zip(known, slots, strict=True):
            own += [slot for slot in more if slot not in own]
    return [Ways(sort, tuple(map(tuple, slots))) for sort, slots in found.items()]


def row_of(site: str, scope: Scope) -> str:
    """Return the source of a site's row in tables by prototile."""
    return f"whole(s.kind[{site}])" if scope.geometry.kinds > 1 else "0"


@contextmanager
def slots(way: Ways, site: str, scope: Scope) -> Iterator[str]:
    """Open a loop over the slots of a way at a site; yield the slot."""
    out = scope.out
    most = max(map(len, way.slots), default=0)
    filled = [slot for row in way.slots for slot in (*row, *[NO_SLOT] * (most - len(row)))]
    table = scope.constant("WAYS", filled)
    n, row, slot = out.name("n"), out.name("row"), out.name("t")
    out.add(f"{row} = {row_of(site, scope)} * {most}")
    with out.block(f"for {n} in range({row}, {row} + {most}):"):
        out.add(f"{slot} = whole({table}[{n}])")
        with out.block(f"if {slot} == {NO_SLOT}:"):
            out.add("break")
        yield slot


def steps(directions: Sequence[Directions | Compass], site: str, scope: Scope) -> Iterator[str]:
    """Go through the steps from a site: yield where each leads, inside of a loop of the source."""
    for way in ways_of(directions, scope):
        with slots(way, site, scope) as slot:
            to = scope.out.name("to")
            scope.out.add(f"{to} = whole(s.step[{site} * SLOTS + {slot}])")
            with scope.out.block(f"if {to} != NONE:"):
                yield to


@dataclass(frozen=True)
class Walk:
    """A straight walk, while its source is written.

    Attributes
    ----------
    at, slot : str
        The names of the site that has been reached, and of the slot in which the walk goes on.
    scope : Scope
        Where it is written.
    origin : str
        Where it began.
    turns : str
        The name of the table of slots, or empty where a walk keeps its slot.
    """

    at: str
    slot: str
    scope: Scope
    origin: str
    turns: str

    def advance(self) -> None:
        """Add the statements of a step: `at` is the next site, or NONE at the end of the walk."""
        out = self.scope.out
        before = out.name("x")
        out.add(f"{before} = {self.at}")
        with out.block(f"if {self.slot} == {NO_SLOT}:"):
            out.add(f"{self.at} = NONE")
        with out.block("else:"):
            out.add(f"{self.at} = whole(s.step[{before} * SLOTS + {self.slot}])")
            if self.turns:
                row = row_of(before, self.scope)
                out.add(f"{self.slot} = whole({self.turns}[{row} * SLOTS + {self.slot}])")
            # A walk round a circle ends where it began.
            with out.block(f"if {self.at} == {self.origin}:"):
                out.add(f"{self.at} = NONE")


def walks(directions: Sequence[Directions | Compass], site: str, scope: Scope) -> Iterator[Walk]:
    """Go through the straight walks from a site; each is written inside of a loop of its own."""
    for way in ways_of(directions, scope):
        with slots(way, site, scope) as first:
            at, slot = scope.out.name("at"), scope.out.name("t")
            scope.out.add(f"{at} = {site}")
            scope.out.add(f"{slot} = {first}")
            yield Walk(at, slot, scope, site, _turns(way, scope))


def _turns(way: Ways, scope: Scope) -> str:
    geometry = scope.geometry
    if isinstance(geometry, LayoutGeometry):
        turns = np.concatenate([geometry.onward(kind, way.sort) for kind in geometry.types])
    else:
        turns = geometry.turns
    straight = (turns == np.arange(turns.shape[1])) | (turns < 0)
    if straight.all() and not isinstance(geometry, LayoutGeometry):
        return ""
    return scope.constant("TURN", np.where(turns < 0, NO_SLOT, turns).ravel().tolist())
