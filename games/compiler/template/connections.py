"""Connections between the regions of a player."""

from boardless.games.compiler.template.constants import (
    ADJACENT,
    ALL_ADJACENT,
    KINDS,
    REGIONS,
    SLOTS,
)
from boardless.games.compiler.template.state import FILL, NONE, State
from boardless.games.runtime import kernel, whole


@kernel
def is_connected(s: State, last: int, player: int) -> bool:
    """Tell whether the player's pieces that hang together with the last one join his regions."""
    if last == NONE or s.who[last] != player:
        return False
    fill = whole(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = last
    s.seen[last] = fill
    met = 0
    n = 1
    while n > 0:
        n -= 1
        at = whole(s.stack[n])
        met |= whole(REGIONS[player, at])
        kind = whole(s.kind[at]) if KINDS > 1 else 0
        for t in range(SLOTS):
            other = whole(s.step[at * SLOTS + t])
            if (
                s.who[other] == player
                and s.seen[other] != fill
                and (ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0)
            ):
                s.seen[other] = fill
                s.stack[n] = other
                n += 1
    return bool(met == REGIONS[player, 0] and met != 0)
