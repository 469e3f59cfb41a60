"""Heuristics of single games, in compiled code over the engine's arrays (`state.engine.arrays`)."""

import numba

from boardless.state.engine.arrays import COUNT

#: The lines of three on a board of 3 by 3, by sites counted from 1.
_LINES = (
    (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7),
)  # fmt: skip


@numba.njit
def tag_tic_tac_toe(s, player):  # type: ignore[no-untyped-def]  # Numba's types
    """Return TAG's heuristic for Tic-Tac-Toe, brought from -1 to 1 to 0 to 1.

    Over the lines that are open for a side, by how many of its marks they have; the term of the
    opponent is added, not taken away, as TAG has it (`TicTacToeHeuristic`). TAG gives what the
    sum says, so it is brought into the range of rewards here.
    """
    value = 0.0
    for line in _LINES:
        own = 0
        other = 0
        for site in line:
            if s.who[site] == player:
                own += 1
            elif s.who[site] != 0:
                other += 1
        if other == 0 and own > 0:
            value += 0.8 / 8 * 0.5 ** (3 - own)
        if own == 0 and other > 0:
            value += 0.5 / 8 * 0.3 ** (3 - other)
    return (value + 1.0) / 2.0


@numba.njit
def hive_queens(s, player):  # type: ignore[no-untyped-def]  # Numba's types
    """Return how free a player's queen in Hive is beside the other's, from 0 to 1.

    One half, and a twelfth more for each piece beside the other's queen than beside one's own.
    """
    taken = 0
    for site in range(1, s.n[COUNT] + 1):
        # Queens stay on the ground, where others may lie upon them; in hand none is beside them.
        queen = s.under[1, site] if s.under[0, site] > 1 else s.what[site]
        if queen == 1 or queen == 2:
            beside = 0
            for slot in range(6):
                beside += s.what[s.step[6 * site + slot]] != 0
            taken += -beside if queen == player else beside
    return 0.5 + taken / 12.0
