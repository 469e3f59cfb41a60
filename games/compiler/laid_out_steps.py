"""Sites some steps ahead on a board that is laid out, as source."""

from boardless.games.compiler.generic import board_site, integer
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
    with out.block(f"if {base} != NONE:"):
        for walk in walks(ways, base, scope):
            out.add(f"{left} = {steps}")
            with out.block(f"while {left} > 0 and {walk.at} != NONE:"):
                walk.advance()
                out.add(f"{left} -= 1")
            with out.block(f"if {walk.at} != NONE and {found} == {base}:"):
                out.add(f"{found} = {walk.at}")
    return found
