"""The sliding rule and the one-hive rule, by articulation points."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.builder import Span
from boardless.games.compiler.dispatch import board_site
from boardless.games.compiler.regions import each
from boardless.games.language.facts import EFFECT, SYMMETRIC, TOUCHING, TRIES, needs
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, OfThisProgram, Region, SiteType
from boardless.ir.expressions import Bool, Int, S, wide
from boardless.state.engine.geometry import NO_GATE, Geometry
from boardless.state.engine.sliding import GROUND, TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.expressions import Site


class Footing(Word):
    """The end of a step: a free site, the top of the pieces on a site, or either."""

    GROUND = "Ground"
    TOP = "Top"
    ANY = "Any"


@ludeme(
    "sites",
    "Reachable",
    example="(sites Reachable (from) {Top Top Ground})",
    concepts="SlidingRule",
)
class SitesReachable(OfThisProgram, Region):
    """The sites to which steps lead the top piece of a site, once it is lifted, each once.

    On the ground just one of the two sites that touch both ends of a step is occupied: with
    none it loses touch, with two there is no room. A step up, down or on top is barred if both
    are higher than its ends. Sites before the last may have to be in a region; `repeat` makes
    the last step once or more.
    """

    facts = SYMMETRIC | TOUCHING | EFFECT | TRIES | needs("sliding")
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

    @contextmanager
    def own_loop(self, scope: Scope) -> Iterator[str]:
        sites, count, _ = _reached(self, scope)
        with scope.loop(Span(0, count)) as n:
            yield str(scope.variable("x", wide(S.scratch[sites, n])))


@ludeme("is", "Cut", example="(is Cut (from))", concepts="OneGroup")
class IsCut(OfThisProgram, Condition):
    """Without the one piece on a site, what it touches would no longer hang together."""

    facts = SYMMETRIC | TOUCHING | EFFECT | TRIES | needs("sliding")
    type: SiteType | None
    site: Integer

    def meaning(self, b: Builder) -> Bool:
        return Bool.call("is_cut", b.board_site(self.site))


#: The ends of a step, as bits.
_BITS = {Footing.GROUND: GROUND, Footing.TOP: TOP, Footing.ANY: GROUND | TOP}


def _reached(node: SitesReachable, scope: Scope) -> tuple[int, Int, Callable[[Site], Bool]]:
    """Add the statements that find the sites; return their row and number, and a test of one."""
    _check(node, scope)
    out, made = scope.out, scope.builder
    sites, marks = made.row(), made.row()
    base = out.assign("x", board_site(node.site, scope))
    mark = out.assign("mark", f"last_fill(s, {marks}) + 1")
    # No site is 0: its mark is the last that was given.
    out.add(f"s.scratch[{marks}, 0] = {mark}")
    over, allowed = -1, "0"
    if node.over is not None:
        over = made.row()
        allowed = out.assign("mark", f"last_fill(s, {over}) + 1")
        out.add(f"s.scratch[{over}, 0] = {allowed}")
        with each(node.over, scope) as at:
            out.add(f"s.scratch[{over}, {at}] = {allowed}")
    rows = f"{sites}, {marks}, {mark}"
    call = f"slides_from(s, {base}, {_BITS[node.steps[0]]}, {rows})"
    if not node.repeat:
        ways = sum(_BITS[step] << 2 * n for n, step in enumerate(node.steps))
        call = f"walked(s, {base}, {ways}, {len(node.steps)}, {over}, {allowed}, {rows})"
    count = scope.variable("size", Int.of(0))
    out.when(f"{base} != NONE and s.what[{base}] != 0", f"{count} = {call}")
    return sites, count, lambda at: (count > 0) & (S.scratch[marks, at] == Int.named(mark))


def _check(node: Ludeme, scope: Scope) -> None:
    """Complain where steps have not two sites beside them."""
    geometry = scope.geometry
    if not isinstance(geometry, Geometry) or NO_GATE in geometry.gates:
        node.reject(
            "needs a tiling on which two cells that touch have two more in common, such as the "
            "hexagonal"
        )
