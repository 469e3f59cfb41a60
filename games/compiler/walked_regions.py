"""Regions that are found by steps and walks from a site, or by a condition, as source."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.generic import board_site, condition, integer, member
from boardless.games.compiler.known import known_member
from boardless.games.compiler.left_to_chance import is_by_chance
from boardless.games.compiler.moving.components import component
from boardless.games.compiler.moving.ways import USUAL, has_one_loop, steps, walks
from boardless.games.compiler.regions import cleared_row, each, each_of, is_gone_through, marked
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.incidence import SitesIncident


@contextmanager
def around(node: r.SitesAround, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites around one site."""
    assert isinstance(node.where, k.Integer)
    base = scope.out.name("x")
    scope.out.add(f"{base} = {board_site(node.where, scope)}")
    with scope.out.block(f"if {base} != NONE:"):
        yield from beside(node, base, scope)


def beside(node: r.SitesAround, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites around a site."""
    ways = d.NamedWays((node.directions,))
    loops = steps(ways, base, scope) if node.distance is None else _afar(node, ways, base, scope)
    for other in loops:
        inner = scope.binding(origin=base, to=other)
        allowed = "True" if node.if_ is None else condition(node.if_, inner)
        wanted = wanted_around(node, other, scope)
        with scope.out.block(f"if {wanted} and {allowed}:"):
            yield other


def _afar(node: r.SitesAround, ways: d.Ways, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites at a distance along the straight walks from a site."""
    assert node.distance is not None
    out = scope.out
    far, left = out.name("far"), out.name("left")
    out.add(f"{far} = {integer(node.distance, scope)}")
    for walk in walks(ways, base, scope):
        out.add(f"{left} = {far}")
        with out.block(f"while {left} > 0 and {walk.at} != NONE:"):
            walk.advance()
            out.add(f"{left} -= 1")
        with out.block(f"if {walk.at} != NONE:"):
            yield walk.at


def wanted_around(node: r.SitesAround, at: str, scope: Scope) -> str:
    """Return the condition under which a site around is meant."""
    if node.which is None:
        return "True"
    return {
        "Empty": f"s.what[{at}] == 0",
        "NotEmpty": f"s.what[{at}] != 0",
        "Own": f"s.who[{at}] == {scope.mover}",
        "Enemy": f"(s.who[{at}] != 0 and s.who[{at}] != {scope.mover})",
    }[str(node.which)]


def along(node: r.SitesInDirection, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites on the straight walks from a site."""
    out = scope.out
    for walk in walks(node.directions, base, scope):
        left = ""
        if node.distance is not None:
            left = out.name("left")
            out.add(f"{left} = {integer(node.distance, scope)}")
        with out.block(f"while {left} > 0:" if left else "while True:"):
            if left:
                out.add(f"{left} -= 1")
            walk.advance()
            with out.block(f"if {walk.at} == NONE:"):
                out.add("break")
            stopped = ""
            if node.stop is not None:
                stopped = out.name("stop")
                out.add(f"{stopped} = {condition(node.stop, scope.binding(to=walk.at))}")
                if not node.stop_included:
                    with out.block(f"if {stopped}:"):
                        out.add("break")
            yield walk.at
            if stopped and node.stop_included:
                with out.block(f"if {stopped}:"):
                    out.add("break")


@each_of.register
def _(node: r.SitesInDirection, scope: Scope) -> AbstractContextManager[str] | None:
    if node.included or not isinstance(node.from_, k.Integer):
        return None
    if not has_one_loop(node.directions or USUAL, scope):
        return None
    return _in_direction(node, node.from_, scope)


@each_of.register
def _(node: r.SitesAround, scope: Scope) -> AbstractContextManager[str] | None:
    if not scope.model.effects:
        return _beside_one(node, node.where, scope) if isinstance(node.where, k.Integer) else None
    one = isinstance(node.where, k.Integer) and not node.include_self
    if one and has_one_loop(d.NamedWays((node.directions,)), scope):
        return around(node, scope)
    return None if is_by_chance(node) else _around_all(node, scope)


@contextmanager
def _beside_one(node: r.SitesAround, where: k.Integer, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites beside one site, of a game without effects."""
    base = scope.out.name("x")
    scope.out.add(f"{base} = {board_site(where, scope)}")
    with (
        scope.neighbours(base, str(node.directions)) as other,
        scope.out.block(f"if {wanted_around(node, other, scope)}:"),
    ):
        yield other


@contextmanager
def _around_all(node: r.SitesAround, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites around those of a region, which are marked first."""
    row = cleared_row(scope)
    where = k.Single(node.where) if isinstance(node.where, k.Integer) else node.where
    with each(where, scope) as base:
        for other in beside(node, base, scope):
            scope.out.add(f"s.aside[{row}, {other}] = 1")
    with each(where, scope) as base:
        scope.out.add(f"s.aside[{row}, {base}] = {int(node.include_self)}")
    with marked(row, scope) as at:
        yield at


@contextmanager
def _in_direction(node: r.SitesInDirection, start: k.Integer, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites on the straight walks from one site, which do not meet."""
    base = scope.out.name("x")
    scope.out.add(f"{base} = {board_site(start, scope)}")
    with scope.out.block(f"if {base} != NONE:"):
        yield from along(node, base, scope)


def around_any(node: r.SitesAround, at: str, scope: Scope) -> str:
    """Return the condition that a site is around one site or some of a region."""
    out, found = scope.out, scope.out.name("c")
    out.add(f"{found} = False")
    where = k.Single(node.where) if isinstance(node.where, k.Integer) else node.where
    with each(where, scope) as base:
        for other in beside(node, base, scope):
            with out.block(f"if {other} == {at}:"):
                out.add(f"{found} = True")
    inside = member(where, at, scope)
    with out.block(f"if {inside}:"):
        out.add(f"{found} = {node.include_self}")
    return found


@member.register
def _(node: r.SitesInDirection, at: str, scope: Scope) -> str:
    found, out = scope.out.name("c"), scope.out
    out.add(f"{found} = False")
    start = k.Single(node.from_) if isinstance(node.from_, k.Integer) else node.from_
    with each(start, scope) as base:
        if node.included:
            with out.block(f"if {base} == {at}:"):
                out.add(f"{found} = True")
        for other in along(node, base, scope):
            with out.block(f"if {other} == {at}:"):
                out.add(f"{found} = True")
    return found


@each_of.register
def _(node: r.SitesThat, scope: Scope) -> AbstractContextManager[str] | None:
    return _those(node, scope) if _has_own_loop(node.region) else None


def _has_own_loop(region: k.Region) -> bool:
    """Tell whether the sites of a region are few, or in hands."""
    if isinstance(region, r.SitesThat):
        return _has_own_loop(region.region)
    return isinstance(region, r.SitesHand | r.SitesPlayable | SitesIncident)


@contextmanager
def _those(node: r.SitesThat, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region that meet a condition."""
    with each(node.region, scope, hands=True) as at:
        allowed = condition(node.if_, scope.binding(iterated=at))
        with scope.out.block(f"if {allowed}:"):
            yield at


@member.register
def _(node: r.SitesThat, at: str, scope: Scope) -> str:
    out, found = scope.out, scope.out.name("c")
    out.add(f"{found} = {member(node.region, at, scope)}")
    with out.block(f"if {found}:"):
        out.add(f"{found} = {condition(node.if_, scope.binding(iterated=at))}")
    return found


@member.register
def _(node: r.RegionIf, at: str, scope: Scope) -> str:
    out, found = scope.out, scope.out.name("c")
    with out.block(f"if {condition(node.condition, scope)}:"):
        out.add(f"{found} = {member(node.then, at, scope)}")
    with out.block("else:"):
        otherwise = "False" if node.otherwise is None else member(node.otherwise, at, scope)
        out.add(f"{found} = {otherwise}")
    return found


@member.register
def _(node: r.SitesStart, at: str, scope: Scope) -> str:
    model = scope.model
    if model.scene is None:
        node.reject("the sites of the start need a board that is laid out")
    if model.starts_by_chance:
        return _began(node, at, scope)
    width = 1 + model.hand_size + len(model.cells)
    flags = [0] * (1 + len(model.components)) * width
    for site, puts in model.start_pieces.items():
        flags[puts[-1].component * width + site] = 1
    table = scope.constant("BEGAN", flags)
    piece = component(node.piece, scope, node)
    return f"({table}[({piece}) * {width} + {at}] != 0)"


def _began(node: r.SitesStart, at: str, scope: Scope) -> str:
    """Return the same where chance decides what is there: what the arrays say has begun there."""
    out = scope.out
    piece = component(node.piece, scope, node)
    found, m = out.name("c"), out.name("m")
    out.add(f"{found} = False")
    with (
        out.block(f"for {m} in range(s.begun.shape[0]):"),
        out.block(f"if s.begun[{m}, 1] == {at}:"),
    ):
        out.add(f"{found} = s.begun[{m}, 0] == {piece}")
    return found


@each_of.register
@contextmanager
def _(node: r.SitesBetween, scope: Scope) -> Iterator[str]:
    out, row = scope.out, cleared_row(scope)
    start, end, done = out.name("x"), out.name("x"), out.name("done")
    out.add(f"{start} = {board_site(node.from_, scope)}")
    out.add(f"{end} = {board_site(node.to, scope)}")
    with out.block(f"if {start} != NONE and {end} != NONE:"):
        for site, included in ((start, node.from_included), (end, node.to_included)):
            if included:
                out.add(f"s.aside[{row}, {site}] = 1")
        # Nothing lies between a site and itself: the walk would never come back to it.
        out.add(f"{done} = {start} == {end}")
        for walk in walks(node.directions, start, scope):
            again = walk.fork()
            with out.block(f"while {walk.at} != NONE and {walk.at} != {end}:"):
                walk.advance()
            with out.block(f"if {walk.at} == {end} and not {done}:"):
                out.add(f"{done} = True")
                again.advance()
                with out.block(f"while {again.at} != {end}:"):
                    inner = scope.binding(origin=start, to=end, between=again.at)
                    allowed = "True" if node.cond is None else condition(node.cond, inner)
                    with out.block(f"if {allowed}:"):
                        out.add(f"s.aside[{row}, {again.at}] = 1")
                    again.advance()
    with marked(row, scope) as at:
        yield at


@member.register(r.SitesAtDistance)
@member.register(r.SitesBetween)
def _(node: r.SitesAtDistance | r.SitesBetween, at: str, scope: Scope) -> str:
    return known_member(node, at, scope) or is_gone_through(node, at, scope)
