"""Wins and losses in one move, in positions met by chance."""

from collections.abc import Iterator
from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.state import Move


def positions(game: Game, count: int, seed: int) -> Iterator[State]:
    """Yield positions of random games in which someone wins by one move, or is about to."""
    random = Random(seed)
    found = 0
    while found < count:
        state = State(game)
        while state.outcome() is None and found < count:
            if wins(state, state.seat) or losses(state):
                found += 1
                yield state.copy()
            state.push(random.choice(list(state.legal_moves)))


def wins(state: State, player: int) -> list[Move]:
    """Return the moves that win at once for a player."""
    after, found = state.copy(), []
    for move in list(state.legal_moves):
        after.push(move)
        ended = after.outcome()
        if ended is not None and ended.winner == player:
            found.append(move)
        after.pop()
    return found


def safe(state: State) -> list[Move]:
    """Return the moves after which nobody else wins at once, nor has won."""
    after, found, player = state.copy(), [], state.seat
    for move in list(state.legal_moves):
        after.push(move)
        ended = after.outcome()
        winner = player if ended is None else ended.winner
        lost = winner not in (0, player) or (ended is None and bool(wins(after, after.seat)))
        if not lost:
            found.append(move)
        after.pop()
    return found


def losses(state: State) -> list[Move]:
    """Return the moves that block, where others do not; none where all or nothing does."""
    moves = safe(state)
    return moves if len(moves) < len(list(state.legal_moves)) else []
