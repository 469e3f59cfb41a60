"""Sites some steps ahead on a board that is laid out, as source."""

from dataclasses import replace

from boardless.games.compiler.generic import board_site, integer
from boardless.games.compiler.moving.changing_ways import LAST_WAY
from boardless.games.compiler.moving.ways import walks
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import integers as i


def ahead_laid_out(node: i.Ahead, scope: Scope) -> str:
    """Return the site some steps ahead; where there is none, the site itself, as in Ludii."""
    out = scope.out
    base, found, left = out.name("x"), out.name("x"), out.name("left")
    steps = "1" if node.steps is None else integer(node.steps, scope)
    out.add(f"{base} = {board_site(node.site, scope)}")
    out.add(f"{found} = {base}")
    ways = node.direction
    if ways is None:
        ways = d.NamedWays((d.Relative.FORWARD,))
    elif not isinstance(ways, d.Ways):
        ways = d.NamedWays((ways,))
    if isinstance(ways, d.NamedWays) and ways.names[0] in LAST_WAY:
        # While a move is in question, its way is meant.
        ways = _of_the_move(LAST_WAY[ways.names[0]], scope)
    with out.block(f"if {base} != NONE:"):
        for walk in walks(ways, base, scope):
            out.add(f"{left} = {steps}")
            with out.block(f"while {left} > 0 and {walk.at} != NONE:"):
                walk.advance()
                out.add(f"{left} -= 1")
            with out.block(f"if {walk.at} != NONE and {found} == {base}:"):
                out.add(f"{found} = {walk.at}")
    return found


def _of_the_move(ways: d.WaysAlong, scope: Scope) -> d.WaysAlong:
    """Return the way between the sites that are bound, of the last move where none are."""
    origin = i.LastFrom() if scope.origin is None else i.FromSite()
    to = i.LastTo() if scope.to is None else i.ToSite()
    back = isinstance(ways.from_, i.LastTo)
    return replace(ways, from_=to, to=origin) if back else replace(ways, from_=origin, to=to)
