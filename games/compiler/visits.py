"""Which sites the moves of a turn have visited, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import board_site, condition
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import groups as g

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
