"""What stands on the board as a whole, as source."""

from boardless.games.compiler.generic import board_site, condition, integer, member
from boardless.games.compiler.moving.ways import steps
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k


@condition.register
def _(node: g.IsFull, scope: Scope) -> str:
    out = scope.out
    full, at = out.name("full"), out.name("x")
    out.add(f"{full} = True")
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.what[{at}] == 0:"),
    ):
        out.add(f"{full} = False")
        out.add("break")
    return full


@condition.register
def _(node: g.IsWithin, scope: Scope) -> str:
    out = scope.out
    found, what = out.name("found"), out.name("what")
    region = node.in_ if node.in_ is not None else k.Single(node.at)  # type: ignore[arg-type]
    out.add(f"{found} = False")
    out.add(f"{what} = {integer(node.component, scope)}")
    with each(region, scope, hands=True) as at, out.block(f"if s.what[{at}] == {what}:"):
        out.add(f"{found} = True")
    return found


@condition.register
def _(node: g.IsRelated, scope: Scope) -> str:
    out = scope.out
    found, base = out.name("found"), out.name("x")
    region = k.Single(node.to) if isinstance(node.to, k.Integer) else node.to
    out.add(f"{found} = False")
    out.add(f"{base} = {board_site(node.site, scope)}")
    with out.block(f"if {base} != NONE:"):
        for beside in steps(g.ways_of(node.relation), base, scope):
            with out.block(f"if {member(region, beside, scope)}:"):
                out.add(f"{found} = True")
    return found


@condition.register
def _(node: c.AllDifferentPieces, scope: Scope) -> str:
    out, row = scope.out, scope.made.row()
    holds, count, n, at = out.name("all"), out.name("count"), out.name("n"), out.name("x")
    out.add(f"{holds} = True")
    out.add(f"{count} = 0")
    with each(node.region, scope, hands=True) as here:
        test = condition(node.if_, scope.binding(iterated=here))
        out.add(f"{holds} = {holds} and {test}")
        out.add(f"{at} = whole(s.what[{here}])")
        with out.block(f"for {n} in range({count}):"):
            out.add(f"{holds} = {holds} and s.aside[{row}, {n}] != {at}")
        out.add(f"s.aside[{row}, {count}] = {at}")
        out.add(f"{count} += 1")
    return holds
