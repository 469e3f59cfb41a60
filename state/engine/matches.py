"""Matches of several games: points for the players of a game that is over, and ends of a match."""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    ENDED,
    LIMITED,
    LOSERS,
    TOGETHER,
    WINNERS,
    Arrays,
)
from boardless.state.engine.results import draw

#: A match that has more games is drawn.
MAX_GAMES = 1_000


@kernel
def has_won(s: Arrays, player: int) -> bool:
    """Tell whether a player is among the winners of a game that is over."""
    if s.kit.players == 1:
        return bool(s.n[ENDED] == 2)
    rank = int64(s.rank[player])
    return bool(rank == 2 or (rank != 0 and rank <= 2 * int64(s.n[WINNERS])))


@routine
def add_points(s: Arrays, scores: int, valued: bool, worth: int) -> None:
    """Add to the scores of a match for a game that is over; a winner gets `worth` if `valued`."""
    for player in range(1, s.kit.players + 1):
        won = has_won(s, player)
        points = 1 if won else 0
        if s.kit.players == 2:
            # As in Ludii both get a point for a tie.
            points = 2 - int64(s.rank[player]) // 2
        if won and valued:
            points = worth
        s.numbers[scores + player] += points


@routine
def open_match(s: Arrays, completed: int) -> None:
    """Count a game that is over, and give the players' places back for those in the match."""
    s.numbers[completed] += 1
    for player in range(1, s.kit.players + 1):
        s.rank[player] = 0
    s.n[ENDED] = 0
    s.n[WINNERS] = 0
    s.n[LOSERS] = 0
    s.n[TOGETHER] = 0
    s.n[LIMITED] = 0


@routine
def win_match(s: Arrays, player: int) -> None:
    """Give a player the first place of a match, beside others who win it by rules that hold now."""
    if player < 1 or player > s.kit.players or (s.n[ENDED] != 0 and s.n[WINNERS] == 0):
        return
    s.rank[player] = 2
    s.n[WINNERS] += 1
    if s.n[ENDED] == 0 or player < int64(s.n[ENDED]) - 1:
        s.n[ENDED] = 1 + player


@routine
def close_match(s: Arrays, completed: int) -> int:
    """Give those who have not won a match the last place; return the winner, or OPEN."""
    if s.n[WINNERS] != 0:
        lost = 0
        for player in range(1, s.kit.players + 1):
            if s.rank[player] == 0:
                lost += 1
        for player in range(1, s.kit.players + 1):
            if s.rank[player] == 0:
                s.rank[player] = 2 + 2 * lost
    if s.n[ENDED] == 0 and s.numbers[completed] >= MAX_GAMES:
        draw(s)
        s.n[LIMITED] = 1
    return int64(s.n[ENDED]) - 1
