"""Pieces that crawl, and pieces that hold others together, as source."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from boardless.games.compiler.generic import board_site, condition, member
from boardless.games.compiler.regions import each, each_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import crawling as c
from boardless.state.engine.crawling import GROUND, TOP
from boardless.state.engine.geometry import NO_GATE, Geometry

#: What a step may lead to, as bits.
_BITS = {c.Footing.GROUND: GROUND, c.Footing.TOP: TOP, c.Footing.ANY: GROUND | TOP}


@dataclass(frozen=True)
class _Reached:
    """Where the sites are that were found.

    Attributes
    ----------
    sites, marks : int
        Rows of ``s.aside``: the sites, and the mark of each.
    count, mark : str
        The names of how many there are, and of the mark.
    """

    sites: int
    marks: int
    count: str
    mark: str


def _reached(node: c.SitesReachable, scope: Scope) -> _Reached:
    """Add the statements that find the sites."""
    _check(node, scope)
    out, made = scope.out, scope.made
    sites, marks = made.row(), made.row()
    base, count, mark = out.name("x"), out.name("size"), out.name("mark")
    out.add(f"{base} = {board_site(node.site, scope)}")
    out.add(f"{mark} = last_fill(s, {marks}) + 1")
    # No site is 0: its mark is the last that was given.
    out.add(f"s.aside[{marks}, 0] = {mark}")
    over, allowed = -1, "0"
    if node.over is not None:
        over, allowed = made.row(), out.name("mark")
        out.add(f"{allowed} = last_fill(s, {over}) + 1")
        out.add(f"s.aside[{over}, 0] = {allowed}")
        with each(node.over, scope) as at:
            out.add(f"s.aside[{over}, {at}] = {allowed}")
    rows = f"{sites}, {marks}, {mark}"
    call = f"crawled(s, {base}, {_BITS[node.steps[0]]}, {rows})"
    if not node.repeat:
        ways = sum(_BITS[step] << 2 * n for n, step in enumerate(node.steps))
        call = f"walked(s, {base}, {ways}, {len(node.steps)}, {over}, {allowed}, {rows})"
    out.add(f"{count} = 0")
    with out.block(f"if {base} != NONE and s.what[{base}] != 0:"):
        out.add(f"{count} = {call}")
    return _Reached(sites, marks, count, mark)


def _check(node: Ludeme, scope: Scope) -> None:
    """Complain where steps have not two sites beside them."""
    geometry = scope.geometry
    if not isinstance(geometry, Geometry) or NO_GATE in geometry.gates:
        node.reject(
            "needs a tiling on which two cells that touch have two more in common, such as the "
            "hexagonal"
        )


@each_of.register
def _(node: c.SitesReachable, scope: Scope) -> AbstractContextManager[str]:
    return _each(node, scope)


@contextmanager
def _each(node: c.SitesReachable, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites."""
    reached = _reached(node, scope)
    n, at = scope.out.name("n"), scope.out.name("x")
    with scope.out.block(f"for {n} in range({reached.count}):"):
        scope.out.add(f"{at} = whole(s.aside[{reached.sites}, {n}])")
        yield at


@member.register
def _(node: c.SitesReachable, at: str, scope: Scope) -> str:
    reached = _reached(node, scope)
    return f"({reached.count} > 0 and s.aside[{reached.marks}, {at}] == {reached.mark})"


@condition.register
def _(node: c.IsCut, scope: Scope) -> str:
    return f"is_cut(s, {board_site(node.site, scope)})"
