"""Which sites the moves of a turn have visited, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import board_site, condition, member
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import regions as r

#: What the places of all sites are called among the numbers of a state.
VISITED = "visited"


def _first(node: Ludeme, scope: Scope) -> int:
    """Return the first place among the numbers of a state."""
    model = scope.model
    if model.growing:
        node.reject("visited sites need a fixed board")
    first: int = scope.made.numbers.place(VISITED, 1 + model.hand_size + len(model.cells))
    return first


@condition.register
def _(node: g.IsVisited, scope: Scope) -> str:
    return f"(whole(s.numbers[{_first(node, scope)} + {board_site(node.site, scope)}]) != 0)"


#: What the place of the site that was hopped over is called, and by how much it is told when.
_HOPPED, _PLY = "hopped over", 2**32


def hopped_over(scope: Scope) -> str:
    """Return the statement that keeps which site a hop passes; empty where nothing asks for it."""
    if "hopped" not in scope.model.facts.reads:
        return ""
    place = scope.made.numbers.place(_HOPPED)
    return f"change_number(s, {place}, whole(s.n[PLIES]) * {_PLY} + {scope.between or 'NONE'})"


@member.register
def _(node: r.LastBetween, at: str, scope: Scope) -> str:
    place = scope.made.numbers.place(_HOPPED)
    return f"(whole(s.numbers[{place}]) == whole(s.n[PLIES]) * {_PLY} + {at})"


@contextmanager
def visiting(node: Ludeme, scope: Scope) -> Iterator[None]:
    """Let the sites of the last move be visited while it is asked what may follow."""
    if not any(isinstance(part, g.IsVisited) for part in inside(node)):
        yield
        return
    first = _first(node, scope)
    for visited in (1, 0):
        for site in ("FROM", "LAST"):
            scope.out.add(f"visit(s, {first}, whole(s.n[{site}]), {visited})")
        if visited:
            yield
