"""Loops around groups of pieces."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import FILL, NONE, Arrays
from boardless.state.engine.cells import kind_of


@kernel
def is_shut_in(s: Arrays, site: int, mover: int, surround: int, first: int) -> bool:
    """Tell whether a group is surrounded by the mover; those seen since fill `first` are not."""
    fill = int64(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = site
    s.seen[site] = fill
    n = 1
    while n > 0:
        n -= 1
        at = int64(s.stack[n])
        kind = kind_of(s, at)
        for m in range(s.plane.sides):
            other = int64(
                s.step[at * s.plane.slots + int64(s.plane.orthogonal[kind * s.plane.sides + m])]
            )
            owner = int64(s.who[other])
            if owner == surround:
                if s.seen[other] != fill:
                    if s.seen[other] > first:
                        return False
                    s.seen[other] = fill
                    s.stack[n] = other
                    n += 1
            elif owner != mover:
                return False
    return True


@kernel
def is_loop(s: Arrays, last: int, mover: int, surround: int) -> bool:
    """Tell whether a group of a player's pieces next to the last move is shut in by the mover's."""
    if last == NONE:
        return False
    first = int64(s.n[FILL])
    kind = kind_of(s, last)
    for t in range(s.plane.slots):
        other = int64(s.step[last * s.plane.slots + t])
        if (
            s.who[other] == surround
            and (s.plane.all_adjacent or s.plane.adjacent[kind * s.plane.slots + t] != 0)
            and s.seen[other] <= first
            and is_shut_in(s, other, mover, surround, first)
        ):
            return True
    return False
