"""Loops around groups of pieces."""

from boardless.games.compiler.template.constants import (
    ADJACENT,
    ALL_ADJACENT,
    KINDS,
    ORTHOGONAL,
    SIDES,
    SLOTS,
)
from boardless.games.compiler.template.state import FILL, NONE, State
from boardless.games.runtime import kernel, whole


@kernel
def is_shut_in(s: State, site: int, mover: int, surround: int, first: int) -> bool:
    """Tell whether the group of a piece has the mover's pieces on all its sides.

    A piece seen since flood fill `first` is in a group that was found to be open.
    """
    fill = whole(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = site
    s.seen[site] = fill
    n = 1
    while n > 0:
        n -= 1
        at = whole(s.stack[n])
        kind = whole(s.kind[at]) if KINDS > 1 else 0
        for m in range(SIDES):
            other = whole(s.step[at * SLOTS + whole(ORTHOGONAL[kind * SIDES + m])])
            owner = whole(s.who[other])
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
def is_loop(s: State, last: int, mover: int, surround: int) -> bool:
    """Tell whether a group of a player's pieces next to the last move is shut in by the mover's."""
    if last == NONE:
        return False
    first = whole(s.n[FILL])
    kind = whole(s.kind[last]) if KINDS > 1 else 0
    for t in range(SLOTS):
        other = whole(s.step[last * SLOTS + t])
        if (
            s.who[other] == surround
            and (ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0)
            and s.seen[other] <= first
            and is_shut_in(s, other, mover, surround, first)
        ):
            return True
    return False
