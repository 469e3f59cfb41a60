"""Moves to the ends of walks, whatever stands in between, as source."""

from collections.abc import Iterator

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.piles import Carry
from boardless.games.compiler.moving.walking import passes, starts, transfer
from boardless.games.compiler.moving.ways import row_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
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
    turned = node.rotations is None or node.rotations == k.Truth(True)
    sites = geometry.board.sites_of(geometry.types[0])
    walks = list(_walks(node.walk))
    ends = [list(_ends(sites, site, walks, turned)) for site in range(len(sites))]
    most = max(map(len, ends), default=0)
    held = scope.model.hand_size
    filled = [end + 1 + held for row in ends for end in (*row, *[-1 - held] * (most - len(row)))]
    table = scope.constant("ENDS", filled)
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
