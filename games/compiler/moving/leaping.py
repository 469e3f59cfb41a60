"""Moves to the ends of walks, whatever stands in between, and regions of such ends, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import board_site, member
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.piles import Carry
from boardless.games.compiler.moving.walking import passes, starts, transfer
from boardless.games.compiler.moving.ways import row_of
from boardless.games.compiler.regions import cleared_row, each, each_of, marked
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.pieces import Stride, WalkOfEachForm, WalkOfSteps, Walks
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.topo import Sites
from boardless.topo.layouts.headings import LEFT, RIGHT


@moves.register
def _(node: m.Leap, scope: Scope, found: Found) -> None:
    geometry = scope.geometry
    if not isinstance(geometry, LayoutGeometry):
        node.reject("leaps need a board that is laid out")
    if node.forward is not None and node.forward != k.Truth(False):
        node.reject("leaps forward are read, but cannot be compiled yet")
    table, most = _table_of_ends(node.walk, node.rotations, geometry, scope)
    act, reads = transfer(node.to.apply, Carry())

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        n, row, to = out.name("n"), out.name("row"), out.name("to")
        out.add(f"{row} = {row_of(origin, scope)} * {most}")
        with out.block(f"for {n} in range({row}, {row} + {most}):"):
            out.add(f"{to} = whole({table}[{n}])")
            with out.block(f"if {to} == NONE:"):
                out.add("break")
            inner = scope.binding(to=to)
            with out.block(f"if {passes(node.to, inner)}:"):
                found(Candidate(inner, origin, to, act, reads).followed(node.then))

    starts(node.from_, scope, write)


def _table_of_ends(
    walk: Walks, rotations: k.Condition | None, geometry: LayoutGeometry, scope: Scope
) -> tuple[str, int]:
    """Return the name of a table of where walks from each site end, and how many places a row has.

    NONE fills the rest of a row.
    """
    turned = rotations is None or rotations == k.Truth(True)
    sites = geometry.board.sites_of(geometry.types[0])
    walks = list(_walks(walk))
    ends = [list(_ends(sites, site, walks, turned)) for site in range(len(sites))]
    most = max(map(len, ends), default=0)
    held = scope.model.hand_size
    filled = [end + 1 + held for row in ends for end in (*row, *[-1 - held] * (most - len(row)))]
    return scope.constant("ENDS", filled), most


@each_of.register(r.SitesOfWalks)
@each_of.register(r.SitesOfWalksFrom)
@contextmanager
def _(node: r.SitesOfWalks | r.SitesOfWalksFrom, scope: Scope) -> Iterator[str]:
    out, geometry, row = scope.out, scope.geometry, cleared_row(scope)
    if not isinstance(geometry, LayoutGeometry):
        node.reject("walks need a board that is laid out")
    table, most = _table_of_ends(node.walks, node.rotations, geometry, scope)
    start, n, to = out.name("x"), out.name("n"), out.name("to")
    start_of = node.start if isinstance(node, r.SitesOfWalksFrom) else i.FromSite()
    out.add(f"{start} = {board_site(start_of, scope)}")
    with (
        out.block(f"if {start} != NONE:"),
        out.block(f"for {n} in range({most}):"),
    ):
        out.add(f"{to} = whole({table}[{row_of(start, scope)} * {most} + {n}])")
        with out.block(f"if {to} != NONE:"):
            out.add(f"s.aside[{row}, {to}] = 1")
    with marked(row, scope) as at:
        yield at


@member.register(r.SitesOfWalks)
@member.register(r.SitesOfWalksFrom)
def _(node: r.SitesOfWalks | r.SitesOfWalksFrom, at: str, scope: Scope) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    with each(node, scope) as end, scope.out.block(f"if {end} == {at}:"):
        scope.out.add(f"{found} = True")
    return found


def _walks(walks: Walks) -> Iterator[tuple[Stride, ...]]:
    """Yield each of the walks."""
    assert isinstance(walks, WalkOfEachForm)
    for walk in walks.walks:
        assert isinstance(walk, WalkOfSteps)
        yield walk.steps


def _ends(sites: Sites, site: int, walks: list[tuple[Stride, ...]], turned: bool) -> Iterator[int]:
    """Yield where walks end that set out in the orthogonal directions that the board has."""
    known = sites.directions["orthogonal"]
    for heading in known if turned else known[:1]:
        for walk in walks:
            path = walked(sites, site, walk, heading)
            if len(path) == walk.count(Stride.F):
                yield path[-1] if path else site


def walked(sites: Sites, site: int, walk: tuple[Stride, ...], heading: str) -> list[int]:
    """Return the sites to which the steps of a walk lead, as far as there are any."""
    known = sites.directions["orthogonal"]
    path, at = [], site
    for stride in walk:
        if stride is Stride.F:
            at = _step(sites, at, heading)
            if at < 0:
                break
            path.append(at)
        else:
            turn = RIGHT if stride is Stride.R else LEFT
            heading = turn[heading]
            while heading not in known:
                heading = turn[heading]
    return path


def _step(sites: Sites, site: int, heading: str) -> int:
    """Return the last site to which a step in a direction leads, or -1."""
    found = -1
    for walk in sites.radials(site).get(heading, []):
        found = int(walk[1])
    return found
