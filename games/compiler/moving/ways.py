"""Steps and straight walks in some directions, as loops of the source."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from boardless.games.compiler.moving.changing_ways import heading, labels_of, number_of_alternative
from boardless.games.compiler.moving.looks import faces, look_of, turns_told_apart, with_turns
from boardless.games.compiler.moving.way_slots import Slots, is_relative, slots_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import directions as d
from boardless.games.ludemes.kinds import Directions
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT

#: Directions where a description gives none.
USUAL = d.NamedWays((Directions.ADJACENT,))


def look_along(origin: str, site: str, scope: Scope) -> Scope:
    """Return the scope in which a piece looks from one site to another, or as it does there.

    Statements are added that find the direction.
    """
    out, looks = scope.out, scope.out.name("looks")
    inner = scope.binding(looks=looks)
    labels = labels_of(scope)
    turns = turns_of(Slots("direction", ()), scope)
    out.add(f"{looks} = {heading(labels, turns, scope)}(s, {origin}, {site})")
    with out.block(f"if {looks} == {len(labels)}:"):
        out.add(f"{looks} = whole({faces(inner)}[s.what[{origin}]])")
    if turns_told_apart(scope) > 1:
        out.add(f"{looks} = {with_turns(looks, origin, scope)}")
    return inner


def looking_as(site: str, ways: d.Ways | None, scope: Scope) -> Scope:
    """Return the scope in which directions are meant as the piece on a site looks, wherever from.

    A statement is added that finds where it looks, if that matters.
    """
    if ways is None or not is_relative(ways):
        return scope
    looks = scope.out.name("looks")
    inner = scope.binding(looks=looks)
    scope.out.add(f"{looks} = {look_of(site, inner)}")
    return inner


def has_one_loop(ways: d.Ways, scope: Scope) -> bool:
    """Tell whether the steps of directions are written as one loop."""
    return len(slots_of(ways, scope)) == 1


def row_of(site: str, scope: Scope) -> str:
    """Return the source of a site's row in tables by prototile."""
    return f"whole(s.kind[{site}])" if scope.geometry.kinds > 1 else "0"


@contextmanager
def each_slot(way: Slots, site: str, scope: Scope) -> Iterator[str]:
    """Open a loop over the slots of a way at a site; yield the slot."""
    out = scope.out
    most = max(map(len, way.rows), default=0)
    n, first, slot = out.name("n"), out.name("row"), out.name("t")
    at, all_rows = row_of(site, scope), way.rows
    if way.ways is not None:
        turns = turns_of(Slots("direction", ()), scope)
        which = number_of_alternative(way.ways, turns, scope)
        size = scope.geometry.kinds * max(1, len(way.looks))
        alike, all_rows = _alike(way.rows, size)
        at = f"({at} + {size} * whole({scope.constant('ALIKE', alike)}[{which}]))"
    filled = [slot for row in all_rows for slot in (*row, *[NO_SLOT] * (most - len(row)))]
    table = scope.constant("WAYS", filled)
    if way.looks:
        at = f"({at} + KINDS * {scope.looks or look_of(site, scope)})"
    out.add(f"{first} = {at} * {most}")
    with out.block(f"for {n} in range({first}, {first} + {most}):"):
        out.add(f"{slot} = whole({table}[{n}])")
        with out.block(f"if {slot} == {NO_SLOT}:"):
            out.add("break")
        yield slot


def _alike(
    rows: tuple[tuple[int, ...], ...], size: int
) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Return the rows of alternatives that differ, and which of those each alternative has."""
    parts = [rows[first : first + size] for first in range(0, len(rows), size)]
    different = {part: number for number, part in enumerate(dict.fromkeys(parts))}
    return [different[part] for part in parts], tuple(row for part in different for row in part)


def steps(ways: d.Ways | None, site: str, scope: Scope) -> Iterator[str]:
    """Go through the steps from a site: yield where each leads, inside of a loop of the source."""
    for way in slots_of(ways or USUAL, scope):
        with each_slot(way, site, scope) as slot:
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
        The name of the table of slots in which it goes on.
    first : str
        The name of the slot in which it began.
    """

    at: str
    slot: str
    scope: Scope
    origin: str
    turns: str
    first: str

    def fork(self) -> "Walk":
        """Add the statements that begin another walk here, which goes on alike."""
        out = self.scope.out
        at, slot = out.name("at"), out.name("t")
        out.add(f"{at} = {self.at}")
        out.add(f"{slot} = {self.slot}")
        return replace(self, at=at, slot=slot)

    def again(self, scope: Scope, origin: str) -> "Walk":
        """Add the statements that begin the same walk anew in a function that makes the move."""
        at, slot = scope.out.name("at"), scope.out.name("t")
        scope.out.add(f"{at} = {origin}")
        scope.out.add(f"{slot} = {scope.way}")
        return replace(self, at=at, slot=slot, scope=scope, origin=origin)

    def advance(self) -> None:
        """Add the statements of a step: `at` is the next site, or NONE at the end of the walk."""
        step = f"onward(s, {self.turns}, {self.origin}, {self.at}, {self.slot})"
        self.scope.out.add(f"{self.at}, {self.slot} = {step}")

    def advance_over(self, free: Callable[[], str]) -> str:
        """Add the statements of a step over cells that are missing where the board grows.

        `free` gives the condition under which such cells are passed. Returns the source of how many
        of them there are.
        """
        out = self.scope.out
        if isinstance(self.scope.geometry, LayoutGeometry):
            self.advance()
            return "0"
        before, way, gap = out.name("before"), out.name("t"), out.name("gap")
        out.add(f"{before}, {way}, {gap} = {self.at}, {self.slot}, 0")
        self.advance()
        with out.block(f"if {self.at} == NONE:"), out.block(f"if {free()}:"):
            step = f"over_gap(s, {self.turns}, {before}, {way})"
            out.add(f"{self.at}, {self.slot}, {gap} = {step}")
        return gap


def walks(ways: d.Ways | None, site: str, scope: Scope) -> Iterator[Walk]:
    """Go through the straight walks from a site; each is written inside of a loop of its own."""
    for way in slots_of(ways or USUAL, scope):
        with each_slot(way, site, scope) as first:
            at, slot = scope.out.name("at"), scope.out.name("t")
            scope.out.add(f"{at} = {site}")
            scope.out.add(f"{slot} = {first}")
            yield Walk(at, slot, scope, site, turns_of(way, scope), first)


def turns_of(way: Slots, scope: Scope) -> str:
    """Return the name of the table of slots in which walks go on."""
    geometry = scope.geometry
    if isinstance(geometry, LayoutGeometry):
        turns = np.concatenate([geometry.onward(kind, way.sort) for kind in geometry.types])
    else:
        turns = geometry.turns
    return scope.constant("TURN", np.where(turns < 0, NO_SLOT, turns).ravel().tolist())
