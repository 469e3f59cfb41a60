"""Turns and results: who moves next, places of players, and the end.

``s.rank[player]`` is twice the place, since players who share some take the mean of them.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    AGAIN,
    ENDED,
    LIMITED,
    LOSERS,
    MOVER,
    NEXT,
    PASSED,
    PASSES,
    PLIES,
    STUCK,
    SWAPPED,
    TOGETHER,
    TURNS,
    WINNERS,
    Arrays,
)
from boardless.state.engine.features import UNDO
from boardless.state.engine.keys import turn_term
from boardless.state.engine.pieces import RANKED, note
from boardless.state.engine.rules import MAY_SWAP

#: A game that goes on for longer is drawn: turns of each player, and moves.
MAX_TURNS, MAX_MOVES = 1_250, 10_000


@kernel
def playing(s: Arrays) -> int:
    """Return how many players have no rank yet."""
    count = 0
    for player in range(1, s.kit.players + 1):
        if s.rank[player] == 0:
            count += 1
    return count


@kernel
def following(s: Arrays, player: int) -> int:
    """Return the next player who is still playing, in turn; the same one if no other is."""
    if s.kit.players <= 2:
        return player % s.kit.players + 1
    for _ in range(s.kit.players):
        player = player % s.kit.players + 1
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
def is_playing(s: Arrays, player: int) -> bool:
    """Tell whether a player has no place yet."""
    if s.n[ENDED] != 0 or player <= 0 or player > s.kit.players:
        return False
    return bool(s.kit.players <= 2 or s.rank[player] == 0)


@kernel
def last_playing(s: Arrays) -> int:
    """Return the one player who has no place yet, or 0."""
    found = 0
    if playing(s) == 1:
        for player in range(1, s.kit.players + 1):
            if s.rank[player] == 0:
                found = player
    return found


@kernel
def first_of_rank(s: Arrays, rank: int) -> int:
    """Return the first player of a place that is given twice over, or 0."""
    for player in range(1, s.kit.players + 1):
        if s.rank[player] == rank:
            return player
    return 0


@kernel
def win(s: Arrays, player: int) -> None:
    """Give a player who is playing the best place that is left."""
    if s.kit.players > 2:
        take_best(s, player)
        return
    set_rank(s, player, 2)
    if s.kit.players == 2:
        set_rank(s, 3 - player, 4)
    s.n[ENDED] = 1 + player


@kernel
def lose(s: Arrays, player: int) -> None:
    """Give a player who is playing the worst place left; players who lose together share it."""
    if s.kit.players > 2:
        take_worst(s, player)
        return
    if s.kit.players == 2:
        win(s, 3 - player)
        return
    s.n[ENDED] = 1


@routine
def take_best(s: Arrays, player: int) -> None:
    """Give one of several players the best place that is left; the others play on."""
    s.n[WINNERS] += 1
    rank = 2 * int64(s.n[WINNERS])
    set_rank(s, player, rank)
    other = last_playing(s)
    if other != 0:
        set_rank(s, other, rank + 2)
        s.n[LOSERS] += 1
    if playing(s) == 0:
        s.n[ENDED] = 1 + first_of_rank(s, 2)


@routine
def take_worst(s: Arrays, player: int) -> None:
    """Give one of several players the worst place left; the others play on."""
    together = int64(s.n[TOGETHER])
    rank = 2 * (s.kit.players - int64(s.n[LOSERS])) + together
    set_rank(s, player, rank)
    s.n[LOSERS] += 1
    s.n[TOGETHER] = together + 1
    if s.n[NEXT] == player and playing(s) > 0:
        s.n[NEXT] = following(s, player)
    for one in range(1, s.kit.players + 1):
        if s.rank[one] == rank + 1:
            set_rank(s, one, rank)
    other = last_playing(s)
    if other != 0:
        set_rank(s, other, 2 + 2 * int64(s.n[WINNERS]))
        best = 2
        while first_of_rank(s, best) == 0:
            best += 1
        s.n[ENDED] = 1 + first_of_rank(s, best)
    elif playing(s) == 0:
        s.n[ENDED] = 1 + first_of_rank(s, 2)


@kernel
def share(s: Arrays, rank: int) -> None:
    """Give all who are playing one place, given twice over, and end the game."""
    if s.n[ENDED] == 0:
        if s.kit.players > 1:
            for player in range(1, s.kit.players + 1):
                if s.rank[player] == 0:
                    set_rank(s, player, rank)
        winner = 0
        for player in range(1, s.kit.players + 1):
            if s.rank[player] == 2:
                winner = player
        s.n[ENDED] = 1 + winner


@kernel
def draw(s: Arrays) -> None:
    """End the game: all who are playing share the places behind those who have won."""
    share(s, 1 + playing(s) + 2 * int64(s.n[WINNERS]))


@kernel
def all_win(s: Arrays) -> None:
    """Give all who are playing the first place; nobody is the winner."""
    if s.n[ENDED] == 0:
        share(s, 2)
        s.n[ENDED] = 1


@kernel
def all_lose(s: Arrays) -> None:
    """Give all who are playing the last place."""
    if s.n[ENDED] == 0:
        share(s, 2 * s.kit.players)
        s.n[ENDED] = 1


@kernel
def win_together(s: Arrays, teams: int, team: int) -> None:
    """Give a team the best place that is left; `teams` is the place of the players' teams."""
    rank = 2
    while first_of_rank(s, rank) != 0:
        rank += 2
    members, others = 0, 0
    for player in range(1, s.kit.players + 1):
        if s.numbers[teams + player] == team:
            set_rank(s, player, rank)
            s.n[WINNERS] += 1
            members += 1
    left = 0
    for player in range(1, s.kit.players + 1):
        if s.rank[player] == 0 and s.numbers[teams + player] != left:
            others += 1
            left = int64(s.numbers[teams + player])
    if others == 1:
        for player in range(1, s.kit.players + 1):
            if s.numbers[teams + player] == left:
                set_rank(s, player, rank + 2 * members)
    if playing(s) == 0:
        s.n[ENDED] = 1 + first_of_rank(s, 2)


@kernel
def rank_by_score(s: Arrays, scores: int, least: bool) -> None:
    """End the game by points, or by fewest where `least`; `scores` is their place."""
    rank_with_ties(s, scores, -1, least)


@kernel
def rank_with_ties(s: Arrays, scores: int, ties: int, least: bool) -> None:
    """End the game by points; of equal ones a higher number at another place, if any, is first."""
    winner = 0
    for player in range(1, s.kit.players + 1):
        better, equal = 0, 0
        for other in range(1, s.kit.players + 1):
            more = int64(s.numbers[scores + other]) - int64(s.numbers[scores + player])
            if least:
                more = -more
            if more == 0 and ties >= 0:
                more = int64(s.numbers[ties + other]) - int64(s.numbers[ties + player])
            if more == 0:
                equal += 1
            elif more > 0:
                better += 1
        rank = 2 * better + 1 + equal
        set_rank(s, player, rank)
        if rank == 2:
            winner = player
    s.n[ENDED] = 1 + winner


@kernel
def rank_by_payoff(s: Arrays, payoffs: int) -> None:
    """End the game by payoffs; a lone player wins with more than 0."""
    if s.kit.players > 1:
        rank_by_score(s, payoffs, False)
    else:
        s.n[ENDED] = 2 if s.numbers[payoffs + 1] > 0 else 1


@kernel
def in_seats(s: Arrays, winner: int) -> int:
    """Return the player who wins, after an exchange of sides."""
    if MAY_SWAP and winner > 0 and s.n[SWAPPED] != 0:
        return 3 - winner
    return winner


@kernel
def count_pass(s: Arrays) -> None:
    """Count turns of at most two moves that begin with a pass, before consequences."""
    # A lone player never has another turn.
    if s.n[AGAIN] == 0 or s.kit.players == 1:
        s.n[PASSES] = s.n[PASSES] + 1 if s.n[PASSED] != 0 else 0
    elif s.n[AGAIN] > 1:
        s.n[PASSES] = 0


@kernel
def everyone_passed(s: Arrays) -> bool:
    """Tell whether everyone has passed in turn, and the last player has done nothing else."""
    return bool(s.n[PASSES] >= s.kit.players and (s.n[AGAIN] == 0 or s.kit.players == 1))


@kernel
def stop_when_all_pass(s: Arrays) -> None:
    """Draw a game that goes on if everyone has passed in turn, or no move but passes was made."""
    passes = int64(s.n[PASSES])
    if passes > 0 and s.n[ENDED] == 0:
        only = passes == s.n[PLIES] and s.begun.shape[0] == 0
        if everyone_passed(s) or only:
            draw(s)


@kernel
def stop_when_long(s: Arrays) -> None:
    """Draw a game that goes on for too long."""
    turns = 1 + int64(s.n[TURNS])
    if s.n[ENDED] == 0 and (turns >= MAX_TURNS * s.kit.players or s.n[PLIES] >= MAX_MOVES):
        draw(s)
        s.n[LIMITED] = 1


@kernel
def stop_after_moves(s: Arrays) -> None:
    """Draw a game of cards that goes on for too long: it may have more turns than Ludii allows."""
    if s.n[ENDED] == 0 and s.n[PLIES] >= MAX_MOVES:
        draw(s)
        s.n[LIMITED] = 1


@kernel
def stop_after_turns(s: Arrays) -> None:
    """Draw a game that goes on for too long if its moves have no effects: each is a turn."""
    turns = int64(s.n[PLIES]) - int64(s.n[SWAPPED])
    if s.n[ENDED] == 0 and (turns >= MAX_TURNS * s.kit.players or s.n[PLIES] >= MAX_MOVES):
        draw(s)
        s.n[LIMITED] = 1


@kernel
def is_stuck(s: Arrays, player: int) -> bool:
    """Tell whether a player was found to have no move, when that was looked at last."""
    return player > 0 and (int64(s.n[STUCK]) >> player) & 1 != 0


@kernel
def set_stuck(s: Arrays, player: int, stuck: bool) -> None:
    """Write down whether a player has no move."""
    bit = 1 << player
    s.n[STUCK] = int64(s.n[STUCK]) | bit if stuck else int64(s.n[STUCK]) & ~bit
