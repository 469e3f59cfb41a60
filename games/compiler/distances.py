"""How many steps lead from a site to others, as source."""

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import board_site, integer, member
from boardless.games.compiler.moving.walking import passes
from boardless.games.compiler.moving.ways import steps
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m

#: The answer where no steps of the kind that is given lead to a site.
NEVER = 1_000_000_000


@integer.register
def _(node: g.CountSteps, scope: Scope) -> str:
    out = scope.out
    step = node.step if isinstance(node.step, m.Step) else None
    ways = g.ways_of(node.relation) if node.relation is not None else None
    if step is not None:
        ways = step.directions
    base, count, far = out.name("x"), out.name("count"), scope.made.row()
    out.add(f"{base} = {board_site(node.site, scope)}")
    out.add(f"{count} = {0 if step is None else NEVER}")
    region = k.Single(node.to) if isinstance(node.to, k.Integer) else node.to
    reached = Filling(scope, ways)
    reached.begin(scope)
    with out.block(f"if {base} != NONE:"):
        reached.enter(base, scope)
        out.add(f"s.aside[{far}, {base}] = 0")
    with reached.each(scope) as at:
        with out.block(f"if {member(region, at, scope)}:"):
            out.add(f"{count} = whole(s.aside[{far}, {at}])")
            out.add("break")
        for to in steps(ways, at, scope):
            allowed = "True"
            if step is not None:
                allowed = passes(step.to, scope.binding(origin=at, to=to))
            with out.block(f"if not {reached.has(to)} and {allowed}:"):
                reached.enter(to, scope)
                out.add(f"s.aside[{far}, {to}] = s.aside[{far}, {at}] + 1")
    return count
