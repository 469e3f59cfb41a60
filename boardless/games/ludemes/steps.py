"""Steps, shots, and leaps to the ends of walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.kit import (
    BESIDE,
    EFFECT,
    LOOPS,
    NONE,
    TO,
    TRUE,
    Bool,
    Candidate,
    Candidates,
    Condition,
    Int,
    Ludeme,
    Moves,
    S,
    Scope,
    Site,
    Ways,
    every,
    lifted,
    ludeme,
    row_of,
    steps,
    walks,
    wide,
)
from boardless.games.ludemes.combined_moves import effect_of
from boardless.games.ludemes.literals import Single, Truth
from boardless.games.ludemes.moves import (
    Between,
    From,
    MovedPiece,
    MovesTo,
    Then,
    To,
    each_start,
    passes,
)
from boardless.games.ludemes.pieces import Stride, WalkOfSteps, Walks, walked
from boardless.games.ludemes.placement import component
from boardless.games.ludemes.sites import LastTo
from boardless.games.ludemes.stacks import Carry, carry
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.tables import NOWHERE

if TYPE_CHECKING:
    from boardless.state.engine.geometry import Geometry
    from boardless.topo.layouts.sites import Sites


@ludeme("move", "Step", also="step", concepts="StepDecision !directions:AdjacentDirection")
class Step(MovesTo):
    """Move a piece one step, or with `stack` the whole stack.

    Example: (move Step Orthogonal (to if:(is Empty (to))))
    """

    facts = EFFECT | BESIDE | LOOPS
    reached = "StepDecisionTo"
    from_: From | None
    directions: Ways | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False

    def own_moves(self, b: Scope) -> Candidates:
        level = None if self.from_ is None else self.from_.level
        carried, outside = carry(level, self.stack, b, keeps=True), b
        act, along, reads = carried.act, effect_of(self.to.apply), (self.to.apply,)
        # (from) does not change before the directions of a piece on one site are known.
        one = self.from_ is not None and isinstance(self.from_.region, Single)
        for b, origin in each_start(self.from_, b):
            for to in steps(self.directions, origin, outside if one else b):
                inner = b.binding(to=to)
                with b.where(passes(self.to, inner)):
                    numbers = carried.numbers(origin, inner)
                    yield Candidate(inner, origin, to, act, reads, numbers=numbers, beside=along)


@ludeme(
    "move",
    "Shoot",
    also="shoot",
    facts=EFFECT | LOOPS,
    concepts="ShootDecision AddDecision LineOfSight !directions:AdjacentDirection",
)
def shoot(
    node: Moves,
    b: Scope,
    piece: MovedPiece,
    from_: From | None = None,
    directions: Ways | None = None,
    between: Between | None = None,
    to: To | None = None,
    then: Then | None = None,
) -> Candidates:
    """Put a piece on a site of a straight walk from a site (default: the last move's).

    Example: (move Shoot (piece "Dot0"))
    """

    def act(b: Scope) -> None:
        b.do("add_to", TO, component(piece, b, node), 1)

    def may_reach(at: Site, before: Site, b: Scope) -> Bool:
        if to is None or to.if_ is None:
            return S.what[at] == 0
        return b.binding(to=at, between=before, origin=outside).condition(to.if_)

    # As in Ludii, a shot does not change (from).
    outside = b.given("origin")
    for b, origin in each_start(from_ or From(region=Single(LastTo())), b):
        for walk in walks(directions, origin, b):
            before = b.variable("before", b.given("between"))
            with b.as_long_as(TRUE):
                walk.advance_over(partial(may_reach, NONE, before, b))
                b.leave(walk.at == NONE)
                b.leave(~may_reach(walk.at, before, b))
                b.set(before, walk.at)
                inner = b.binding(to=walk.at, between=before, origin=outside)
                yield Candidate(inner, walk.at, walk.at, act, (piece,)).followed(then)


@ludeme("move", "Leap", also="leap", concepts="LeapDecision")
class Leap(MovesTo):
    """Move a piece to the ends of walks, over any pieces; with forward, only ahead of the piece.

    Example: (move Leap {{F F R F}} (to if:(is Empty (to))))
    """

    facts = EFFECT | LOOPS
    reached = "LeapDecisionTo"
    from_: From | None
    walk: Walks
    to: To
    then: Then | None = None
    _: KW_ONLY
    forward: Condition | None = None
    rotations: Condition | None = None

    def own_moves(self, b: Scope) -> Candidates:
        is_ahead = _forward(self, b)
        act, along, reads = Carry.act, effect_of(self.to.apply), (self.to.apply,)
        for b, origin in each_start(self.from_, b):
            for to in each_end(self, self.walk, self.rotations, origin, b):
                inner = b.binding(to=to)
                with b.where(is_ahead(origin, to)), b.where(passes(self.to, inner)):
                    yield Candidate(inner, origin, to, act, reads, beside=along)


#: The changes of row and column ahead of a piece, by point of the compass; 2 is nowhere.
_AHEAD = {
    "N": (1, 0), "NE": (1, 1), "E": (0, 1), "SE": (-1, 1),
    "S": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, -1),
}  # fmt: skip


def _forward(node: Leap, b: Scope) -> Callable[[Site, Site], Bool]:
    """Return the condition that a site lies in front of the piece on another."""
    if node.forward is None or node.forward == Truth(False):
        return lambda at, to: TRUE
    scene = b.model.scene
    if scene is None:
        node.reject("leaps forward need a board that is laid out")
    # Rows and columns in front of a piece that faces a point of the compass.
    looks = [each.facing for each in scene.inventory.components]
    ahead = [_AHEAD.get(str(facing), (2, 2)) if facing else (0, 0) for facing in looks]
    ways = [b.table("AHEAD", [1, *(1 + way[n] for way in ahead)]) for n in (0, 1)]
    places = scene.board.sites_of(scene.board.use).coordinates
    shift = [0] * (1 + b.model.hand_size)
    tables = [
        b.table("LINES", shift + [1 + int(n) for n in line]) for line in (places.row, places.column)
    ]
    asked = b.condition(node.forward)

    def is_ahead(at: Site, to: Site) -> Bool:
        parts = []
        for way, table in zip(ways, tables, strict=True):
            sign, further = wide(way[S.what[at]]), wide(table[to]) - wide(table[at])
            parts.append((sign == 1) | ((sign < 3) & ((sign - 1) * further > 0)))
        return ~asked | every(*parts)

    return is_ahead


def each_end(
    node: Ludeme,
    walk: Walks,
    rotations: Condition | None,
    origin: Site,
    b: Scope,
    once: bool = False,
) -> Iterator[Site]:
    """Iterate over the ends of walks from a site; with `once` each once, on a laid-out board."""
    if b.model.layout is None and b.geometry.kinds > 1:
        node.reject("walks need a board that is laid out, or cells of one kind")
    turned = rotations is None or rotations == Truth(True)
    geometry, shift = b.geometry, 0
    walks = tuple(each.steps for each in walk.walks if isinstance(each, WalkOfSteps))
    if isinstance(geometry, LayoutGeometry):
        rows, shift = _rows_of_ends(geometry, walks, turned), 1 + b.model.hand_size
        rows = [sorted(set(row)) for row in rows] if once else rows
    else:
        rows = [list(_codes(geometry, walks, turned))]
    most = max(map(len, rows), default=0)
    none = -shift if shift else NOWHERE
    ends = b.table(
        "ENDS", [end + shift for row in rows for end in (*row, *[none] * (most - len(row)))]
    )
    first = b.variable("row", row_of(origin, b) * most)
    for n in b.numbers(first + most, first):
        end = wide(ends[n])
        target = end if shift else Int.call("find", wide(S.code[origin]) + end)
        to = b.variable("to", lifted(target, Site))
        with b.where(to != NONE):
            yield to


def _codes(
    geometry: Geometry, walks: tuple[tuple[Stride, ...], ...], turned: bool
) -> Iterator[int]:
    """Yield the changes of a cell's code along walks across sides, from one prototile."""
    sides = np.flatnonzero(geometry.of_class("Orthogonal")[0]).tolist()
    steps = geometry.tiling.slots.link[0, list(geometry.used), :2].tolist()
    for heading in range(len(sides) if turned else 1):
        for walk in walks:
            i, j, side = 0, 0, heading
            for stride in walk:
                if stride is Stride.F:
                    di, dj = steps[sides[side]]
                    i, j = i + di, j + dj
                else:
                    side = (side + (1 if stride is Stride.R else -1)) % len(sides)
            yield geometry.codes.code((i, j, 0))


# Rules often repeat the same walks.
@lru_cache(16)
def _rows_of_ends(
    geometry: LayoutGeometry, walks: tuple[tuple[Stride, ...], ...], turned: bool
) -> list[list[int]]:
    """Return the ends of walks from each site of a board."""
    sites = geometry.board.sites_of(geometry.types[0])
    return [list(_ends(sites, site, walks, turned)) for site in range(len(sites))]


def _ends(
    sites: Sites, site: int, walks: tuple[tuple[Stride, ...], ...], turned: bool
) -> Iterator[int]:
    """Yield the ends of walks that set out in the orthogonal directions of the board."""
    headings = sites.directions["orthogonal"]
    for heading in headings if turned else headings[:1]:
        for walk in walks:
            path = walked(sites, site, walk, heading)
            if len(path) == walk.count(Stride.F):
                yield path[-1] if path else site
