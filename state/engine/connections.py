"""Connections between the regions of a player."""

from boardless.state.engine.arrays import FILL, NONE, Arrays
from boardless.state.engine.rules import REGIONS
from boardless.state.engine.runtime import kernel, whole


@kernel
def is_connected(s: Arrays, last: int, player: int) -> bool:
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
        kind = whole(s.kind[at]) if s.t.kinds > 1 else 0
        for t in range(s.t.slots):
            other = whole(s.step[at * s.t.slots + t])
            if (
                s.who[other] == player
                and s.seen[other] != fill
                and (s.t.all_adjacent or s.t.adjacent[kind * s.t.slots + t] != 0)
            ):
                s.seen[other] = fill
                s.stack[n] = other
                n += 1
    return bool(met == REGIONS[player, 0] and met != 0)
