"""Policies for playouts: what chooses moves instead of chance. See docs/playouts.md."""

import numba


def captures(state, random):
    """Draw a few legal moves, and take the one that leaves the mover the most pieces."""
    moves = list(state.legal_moves)
    few = random.sample(moves, min(3, len(moves)))

    def own(move):
        twin = state.copy()
        twin.push(move)
        return sum(twin.components[what - 1].owner == state.mover for what in twin.pieces.values())

    return max(few, key=own)


@numba.njit
def middle(s, count, number):
    """Play Tic-Tac-Toe by chance, but take the middle where it is free."""
    for move in range(count):
        if s.legal[0, move] == 5:
            return move
    return number


@numba.njit
def corners(s, count, number):
    """Play Othello by chance, but take a corner where that is legal."""
    for move in range(count):
        if s.found[move, 2] in (1, 8, 57, 64):
            return move
    return number
