"""Visited sites: origins and targets of the moves of a turn."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import COUNT, NEXT, Arrays
from boardless.state.engine.numbers import change_number


@kernel
def visit(s: Arrays, first: int, site: int, visited: int) -> None:
    """Note that a site of the board is visited (1), or that it is not (0)."""
    if site > s.t.held and s.numbers[first + site] != visited:
        change_number(s, first + site, visited)


@kernel
def end_visits(s: Arrays, first: int, mover: int, origin: int, site: int) -> None:
    """Note the visits of a move; none are left when the turn goes to another player."""
    if s.n[NEXT] == mover:
        visit(s, first, origin, 1)
        visit(s, first, site, 1)
    else:
        for at in range(s.t.held + 1, int64(s.n[COUNT]) + 1):
            visit(s, first, at, 0)
