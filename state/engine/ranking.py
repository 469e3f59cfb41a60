"""The end of a game: the winner, and the places of the others."""

from boardless.jit.game_runtime import int64, kernel
from boardless.state.engine.arrays import MOVER, OPEN, PASSES, SWAPPED, Arrays
from boardless.state.engine.features import UNDO
from boardless.state.engine.keys import turn_term
from boardless.state.engine.pieces import RANKED, note
from boardless.state.engine.rules import MAY_SWAP


@kernel
def playing(s: Arrays) -> int:
    """Return how many players have no rank yet."""
    count = 0
    for player in range(1, s.t.players + 1):
        if s.rank[player] == 0:
            count += 1
    return count


@kernel
def following(s: Arrays, player: int) -> int:
    """Return the next player who is still playing, in turn; the same one if no other is."""
    if s.t.players <= 2:
        return player % s.t.players + 1
    for _ in range(s.t.players):
        player = player % s.t.players + 1
        if s.rank[player] == 0:
            return player
    return player


@kernel
def set_mover(s: Arrays, player: int) -> None:
    """Make it a player's turn."""
    if UNDO:
        s.key[0] ^= turn_term(int64(s.n[MOVER])) ^ turn_term(player)
    s.n[MOVER] = player


@kernel
def set_rank(s: Arrays, player: int, rank: int) -> None:
    """Give a player a place."""
    note(s, RANKED, player, 0, int64(s.rank[player]))
    s.rank[player] = rank


@kernel
def settle(s: Arrays, result: int) -> int:
    """Return the winner if the game is over after a result of `outcome`, 0 for a draw, or OPEN.

    Of three or more players, a winner takes the best place left, a loser the worst, and the others
    play on; in a draw they share a place.
    """
    if result == OPEN:
        return OPEN
    if s.t.players <= 2:
        winner = result
        if result > s.t.players:
            winner = 2 * s.t.players + 1 - result if s.t.players == 2 else 0
        return in_seats(s, winner)
    left = playing(s)
    first, last = _free(s, 1, 1), _free(s, s.t.players, -1)
    if result == 0:
        for player in range(1, s.t.players + 1):
            if s.rank[player] == 0:
                set_rank(s, player, first)
        left = 0
    else:
        player = result if result <= s.t.players else result - s.t.players
        set_rank(s, player, first if result <= s.t.players else last)
        left -= 1
    if left == 1:
        for player in range(1, s.t.players + 1):
            if s.rank[player] == 0:
                set_rank(s, player, _free(s, 1, 1))
        left = 0
    return champion(s) if left == 0 else OPEN


@kernel
def _free(s: Arrays, rank: int, way: int) -> int:
    """Return the first rank, from one on up or down, that no player has."""
    taken = True
    while taken:
        taken = False
        for player in range(1, s.t.players + 1):
            if s.rank[player] == rank:
                taken = True
        if taken:
            rank += way
    return rank


@kernel
def champion(s: Arrays) -> int:
    """Return the player who alone has the first rank, or 0."""
    winner = 0
    for player in range(1, s.t.players + 1):
        if s.rank[player] == 1:
            winner = player if winner == 0 else -1
    return max(winner, 0)


@kernel
def in_seats(s: Arrays, winner: int) -> int:
    """Return the player who wins, after an exchange of sides."""
    if MAY_SWAP and winner > 0 and s.n[SWAPPED] != 0:
        return 3 - winner
    return winner


@kernel
def all_passed(s: Arrays) -> bool:
    """Tell whether as many passes in turn have been made as there are players."""
    return bool(s.n[PASSES] >= s.t.players)
