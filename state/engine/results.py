"""Turns and results: the next mover, places of players, rounds, matches, and the end.

``s.rank[player]`` is twice the place, since players who share some take the mean of them.

In a round all players choose a move before any chosen move is made. The state has these numbers for
a round: the mover in whose turn the moves are made, the number of rounds so far, a flag for the
consequences of all moves, and a row for each player.

A match of several games gives points to the players of a game that is over.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import (
    AGAIN,
    ENDED,
    LIMITED,
    LOSERS,
    MOVER,
    NAMED,
    NEXT,
    PASS,
    PASSED,
    PASSES,
    PLIES,
    QUEUED,
    STUCK,
    SWAPPED,
    TOGETHER,
    TURNS,
    UNDO,
    WINNERS,
    Arrays,
)
from boardless.state.engine.bits import turn_term
from boardless.state.engine.pieces import Note, note
from boardless.state.engine.rules import MAY_SWAP
from boardless.state.engine.undo import change_number

#: The limits after which a game is drawn: turns of each player, and moves.
MAX_TURNS, MAX_MOVES = 1_250, 10_000


@kernel
def playing(s: Arrays) -> int:
    """Return the number of players without a rank."""
    count = 0
    for player in range(1, s.kit.players + 1):
        if s.rank[player] == 0:
            count += 1
    return count


@kernel
def following(s: Arrays, player: int) -> int:
    """Return the next player in turn without a rank; the same one if no other plays."""
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
    """Set a player's rank, and note the old one for undo."""
    note(s, Note.RANKED, player, 0, int64(s.rank[player]))
    s.rank[player] = rank


@kernel
def is_playing(s: Arrays, player: int) -> bool:
    """Return True if a player is still without a place."""
    if s.n[ENDED] != 0 or player <= 0 or player > s.kit.players:
        return False
    return bool(s.kit.players <= 2 or s.rank[player] == 0)


@kernel
def last_playing(s: Arrays) -> int:
    """Return the only player without a place, 0 if there are several or all have one."""
    return first_of_rank(s, 0) if playing(s) == 1 else 0


@kernel
def first_of_rank(s: Arrays, rank: int) -> int:
    """Return the first player with a doubled place, as in ``s.rank``, or 0."""
    for player in range(1, s.kit.players + 1):
        if s.rank[player] == rank:
            return player
    return 0


@kernel
def win(s: Arrays, player: int) -> None:
    """Give a player without a place the best place that is left."""
    if s.kit.players > 2:
        take_best(s, player)
        return
    set_rank(s, player, 2)
    if s.kit.players == 2:
        set_rank(s, 3 - player, 4)
    s.n[ENDED] = 1 + player


@kernel
def lose(s: Arrays, player: int) -> None:
    """Give a player the worst place that is left; players who lose together share it."""
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
    """Give all players without a place one place, doubled in `rank`, and end the game."""
    if s.n[ENDED] == 0:
        if s.kit.players > 1:
            for player in range(1, s.kit.players + 1):
                if s.rank[player] == 0:
                    set_rank(s, player, rank)
        s.n[ENDED] = 1 + first_of_rank(s, 2)


@kernel
def draw(s: Arrays) -> None:
    """End the game: players without a place share the places behind the winners."""
    share(s, 1 + playing(s) + 2 * int64(s.n[WINNERS]))


@kernel
def all_win(s: Arrays) -> None:
    """Give all players without a place the first place; nobody is the winner."""
    if s.n[ENDED] == 0:
        share(s, 2)
        s.n[ENDED] = 1


@kernel
def all_lose(s: Arrays) -> None:
    """Give all players without a place the last place."""
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
def rank_by_score(s: Arrays, scores: int, ties: int, least: bool) -> None:
    """End the game by points, or by fewest points if `least`; `scores` is their place.

    Of players with equal points, the one with the higher number at the place `ties` comes first.
    Without such numbers `ties` is -1.
    """
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
        set_rank(s, player, 2 * better + 1 + equal)
    s.n[ENDED] = 1 + first_of_rank(s, 2)


@kernel
def rank_by_payoff(s: Arrays, payoffs: int) -> None:
    """End the game by payoffs; a lone player wins with more than 0."""
    if s.kit.players > 1:
        rank_by_score(s, payoffs, -1, False)
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
    """Return True if everyone has passed in turn, and the last player has done nothing else."""
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
def stop_when_long(s: Arrays, most: int) -> None:
    """Draw a game that goes on after `most` turns of each player, or after `MAX_MOVES` moves."""
    turns = 1 + int64(s.n[TURNS])
    if s.n[ENDED] == 0 and (turns >= most * s.kit.players or s.n[PLIES] >= MAX_MOVES):
        draw(s)
        s.n[LIMITED] = 1


@kernel
def stop_after_turns(s: Arrays) -> None:
    """Draw a game without effects that goes on for too long; each move is a turn."""
    turns = int64(s.n[PLIES]) - int64(s.n[SWAPPED])
    if s.n[ENDED] == 0 and (turns >= MAX_TURNS * s.kit.players or s.n[PLIES] >= MAX_MOVES):
        draw(s)
        s.n[LIMITED] = 1


@kernel
def is_stuck(s: Arrays, player: int) -> bool:
    """Return True if a player was without a move at the last test."""
    return player > 0 and (int64(s.n[STUCK]) >> player) & 1 != 0


@kernel
def set_stuck(s: Arrays, player: int, stuck: bool) -> None:
    """Record whether a player has no move."""
    bit = 1 << player
    s.n[STUCK] = int64(s.n[STUCK]) | bit if stuck else int64(s.n[STUCK]) & ~bit


#: The numbers of a round in addition to the rows, and their count.
ROUND_MOVER, ROUNDS, AFTER_ALL, ROUND = range(4)


@kernel
def is_last_to_choose(s: Arrays, player: int) -> bool:
    """Return True if nobody chooses after a player in this round."""
    return following(s, player) <= player


@routine
def hold_choice(s: Arrays, rows: int, rule: int, origin: int, site: int) -> None:
    """Store the choice of the mover."""
    s.queue[0, 0] = rule
    s.queue[0, 1] = origin
    s.queue[0, 2] = site
    width = NAMED + s.rules.bound
    first = rows + (int64(s.n[MOVER]) - 1) * width
    for column in range(width):
        said = rule != PASS or column == 0
        change_number(s, first + column, int64(s.queue[0, column]) if said else 0)


@routine
def open_choices(s: Arrays, place: int, rows: int) -> None:
    """Begin to make the chosen moves: queue them, with a row for each player."""
    width = NAMED + s.rules.bound
    for player in range(s.kit.players):
        for column in range(width):
            number = rows + player * width + column
            s.queue[player, column] = s.numbers[number]
            change_number(s, number, 0)
    s.n[QUEUED] = s.kit.players
    change_number(s, place + ROUNDS, int64(s.numbers[place + ROUNDS]) + 1)
    set_mover(s, int64(s.numbers[place + ROUND_MOVER]))
    s.n[NEXT] = following(s, int64(s.n[MOVER]))


@kernel
def begin_round(s: Arrays, place: int) -> None:
    """Let the first player choose in the round of the mover."""
    change_number(s, place + ROUND_MOVER, int64(s.n[MOVER]))
    set_mover(s, following(s, s.kit.players))


#: A match that has more games is drawn.
MAX_GAMES = 1_000


@kernel
def has_won(s: Arrays, player: int) -> bool:
    """Return True if a player is among the winners of a game that is over."""
    if s.kit.players == 1:
        return bool(s.n[ENDED] == 2)
    rank = int64(s.rank[player])
    return bool(rank == 2 or (rank != 0 and rank <= 2 * int64(s.n[WINNERS])))


@routine
def add_points(s: Arrays, scores: int, valued: bool, worth: int) -> None:
    """Add the points of a finished game to a match's scores; if `valued`, a winner gets `worth`."""
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
    """Count a game that is over, and clear the players' places for the match."""
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
    """Give a player the first place of a match; others may win it by the same rules."""
    if player < 1 or player > s.kit.players or (s.n[ENDED] != 0 and s.n[WINNERS] == 0):
        return
    s.rank[player] = 2
    s.n[WINNERS] += 1
    if s.n[ENDED] == 0 or player < int64(s.n[ENDED]) - 1:
        s.n[ENDED] = 1 + player


@routine
def close_match(s: Arrays, completed: int) -> int:
    """Give the losers of a match the last place; return the winner, or OPEN."""
    if s.n[WINNERS] != 0:
        lost = playing(s)
        for player in range(1, s.kit.players + 1):
            if s.rank[player] == 0:
                s.rank[player] = 2 + 2 * lost
    if s.n[ENDED] == 0 and s.numbers[completed] >= MAX_GAMES:
        draw(s)
        s.n[LIMITED] = 1
    return int64(s.n[ENDED]) - 1
