"""The sliding rule and the one-hive rule, by articulation points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    NONE,
    OURS,
    SYMMETRIC,
    TOUCHING,
    TRIES,
    Bool,
    Builder,
    Int,
    Integer,
    Limits,
    Ludeme,
    OfThisProgram,
    Region,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    Word,
    each,
    lifted,
    ludeme,
    wide,
)
from boardless.state.engine.geometry import NO_GATE, Geometry
from boardless.state.engine.groups import GROUND, TOP


class Footing(Word):
    """The end of a step: a free site, the top of the pieces on a site, or either."""

    GROUND = "Ground"
    TOP = "Top"
    ANY = "Any"


@ludeme("sites", "Reachable", concepts="SlidingRule")
class SitesReachable(OfThisProgram, Region):
    """The sites that steps lead the top piece of a site to, once it is lifted, each once.

    On the ground, exactly one of the two sites that touch both ends of a step is occupied. If both
    are empty the piece loses touch, and if both are occupied the gap is too narrow. A step up, down
    or on top is barred if both are higher than its ends. Sites before the last may have to be in a
    region; `repeat` makes the last step once or more.

    Example: (sites Reachable (from) {Top Top Ground})
    """

    facts = SYMMETRIC | TOUCHING | EFFECT | TRIES
    type: SiteType | None
    site: Integer
    steps: Annotated[tuple[Footing, ...], Limits(1, 8)]
    _: KW_ONLY
    over: Region | None = None
    repeat: bool = False

    def __post_init__(self) -> None:
        if self.repeat and (len(self.steps) > 1 or self.over is not None):
            self.reject("expected one step, over no region, where it is repeated")

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: _reached(self, b.playing(self))[2](at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        sites, count, _ = _reached(self, b)
        for n in b.numbers(count):
            yield lifted(b.variable("x", wide(S.scratch[sites, n])), Site)


@ludeme(
    "is",
    "Cut",
    source=OURS,
    facts=SYMMETRIC | TOUCHING | EFFECT | TRIES,
    concepts="OneGroup",
    phrase="the piece on {site} holds others together",
)
def is_cut(b: Builder, type: SiteType | None, site: Integer) -> Bool:
    """Without the one piece on a site, its neighbours would no longer be connected.

    Example: (is Cut (from))
    """
    return Bool.call("is_cut", b.board_site(site))


#: The ends of a step, as bits.
_BITS = {Footing.GROUND: GROUND, Footing.TOP: TOP, Footing.ANY: GROUND | TOP}


def _reached(node: SitesReachable, b: Scope) -> tuple[int, Int, Callable[[Site], Bool]]:
    """Compute the sites; return their row and number, and a test of one."""
    _check(node, b)
    sites, marks = b.builder.row(), b.builder.row()
    base, mark = b.variable("x", b.board_site(node.site)), _next_mark(marks, b)
    over, allowed = -1, Int.of(0)
    if node.over is not None:
        over = b.builder.row()
        allowed = _next_mark(over, b)
        for at in each(node.over, b):
            b.set(S.scratch[over, at], allowed)
    call = Int.call("slides_from", base, _BITS[node.steps[0]], sites, marks, mark)
    if not node.repeat:
        ways = sum(_BITS[step] << 2 * n for n, step in enumerate(node.steps))
        how = (base, ways, len(node.steps), over, allowed, sites, marks, mark)
        call = Int.call("walked", *how)
    count = b.variable("size", 0)
    with b.where((base != NONE) & (S.what[base] != 0)):
        b.set(count, call)
    return sites, count, lambda at: (count > 0) & (S.scratch[marks, at] == mark)


def _next_mark(row: int, b: Scope) -> Int:
    """Return an unused mark for a row of ``s.scratch``."""
    mark = b.variable("mark", Int.call("last_fill", row) + 1)
    # A missing site is 0: its mark is the last mark given.
    b.set(S.scratch[row, 0], mark)
    return mark


def _check(node: Ludeme, scope: Scope) -> None:
    """Raise if steps do not have two sites next to them."""
    geometry = scope.geometry
    if not isinstance(geometry, Geometry) or NO_GATE in geometry.gates:
        node.reject(
            "needs a tiling with two common neighbours of all touching cells, such as the hexagonal"
        )
