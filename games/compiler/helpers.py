"""Functions of a compiled game that only some games call, as source."""

LOOP = '''\
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
'''

CONNECTED = '''\
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
'''

QUOTIENT = '''\
@kernel
def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero; 0 where b is 0."""
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size
'''
