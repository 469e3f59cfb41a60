"""Small games, as text and as plain Python that knows nothing of the program."""

from functools import cache

from boardless.games import compile
from boardless.store.positions import Positions, explored

CONNECT_FOUR = """
(game "Connect Four" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)
            if:(or (is In (to) (sites Side S)) (is Occupied (ahead (to) S))))))
        (end (if (is Line 4 All) (result Mover Win)))
    )
)
"""
HEX = """
(game "Hex of three" (players 2)
    (equipment {
        (board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)})
        (regions P2 {(sites Side NW) (sites Side SE)})
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))
    )
)
"""

#: What stands on each cell, by cell, and who moves.
Place = tuple[int, int]
Board = tuple[int, ...]


def tic_tac_toe(symmetry: bool = False) -> Positions:
    """All positions of Tic-Tac-Toe, explored once for all tests."""
    return _tic_tac_toe(symmetry)


# `cache` tells f(), f(False) and f(symmetry=False) apart.
@cache
def _tic_tac_toe(symmetry: bool) -> Positions:
    from boardless.games import load

    return explored(load("Tic-Tac-Toe", jit=False), symmetry=symmetry)


@cache
def hex_of_three() -> Positions:
    """All positions of Hex on three by three, explored once for all tests."""
    return explored(compile(HEX, jit=False))


#: The lines of Tic-Tac-Toe, by the places of a board of nine.
LINES = [
    *([3 * row + n for n in range(3)] for row in range(3)),
    *([column + 3 * n for n in range(3)] for column in range(3)),
    [0, 4, 8],
    [2, 4, 6],
]


def three_in_a_row(board: Board, player: int) -> bool:
    return any(all(board[place] == player for place in line) for line in LINES)


def joined(board: Board, player: int) -> bool:
    """Whether a player of Hex on three by three has joined his sides: left to right, or across."""
    along = 1 if player == 1 else 3
    across = 4 - along
    first = [across * n for n in range(3)]
    seen = {place for place in first if board[place] == player}
    front = list(seen)
    while front:
        row, column = divmod(front.pop(), 3)
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)):
            place = 3 * (row + i) + column + j
            inside = 0 <= row + i < 3 and 0 <= column + j < 3
            if inside and place not in seen and board[place] == player:
                seen.add(place)
                front.append(place)
    return any(2 * along + across * n in seen for n in range(3))


def dropped(board: Board) -> list[int]:
    """The places of a board of four by four, from the bottom, where a disc comes to lie."""
    columns = range(4)
    heights = [sum(board[4 * row + column] != 0 for row in range(4)) for column in columns]
    return [4 * height + column for column, height in enumerate(heights) if height < 4]


#: The lines of four of a board of four by four.
FOURS = [
    *([4 * row + n for n in range(4)] for row in range(4)),
    *([column + 4 * n for n in range(4)] for column in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
]


def four_in_a_row(board: Board, player: int) -> bool:
    return any(all(board[place] == player for place in line) for line in FOURS)


#: Six of the steps of a hexagonal plane, of which the others are the opposites.
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Tiles = frozenset[tuple[int, int, int]]


def andantino(depth: int, symmetry: bool = False) -> list[int]:
    """New positions of Andantino on hexagons by ply, as long as nobody can have won."""
    seen = {_least(frozenset({(0, 0, 1), (1, 0, 2)}), symmetry)}
    front, counts = set(seen), [1]
    for ply in range(depth):
        found = set()
        for tiles in front:
            taken = {(i, j) for i, j, _ in tiles}
            beside = [(i + x, j + y) for i, j in taken for x, y in STEPS]
            for cell in set(beside) - taken:
                if beside.count(cell) >= 2:
                    found.add(_least(tiles | {(*cell, 1 + ply % 2)}, symmetry))
        front = found - seen
        seen |= found
        counts.append(len(front))
    return counts


def _least(tiles: Tiles, symmetry: bool) -> Tiles:
    """The one of all translations, rotations and reflections that stands for all."""
    return min((_moved(image) for image in (_images(tiles) if symmetry else [tiles])), key=sorted)


def _moved(tiles: Tiles) -> Tiles:
    least = [min(tile[n] for tile in tiles) for n in (0, 1)]
    return frozenset((i - least[0], j - least[1], what) for i, j, what in tiles)


def _images(tiles: Tiles) -> list[Tiles]:
    images = []
    for _ in range(6):
        tiles = frozenset((-j, i + j, what) for i, j, what in tiles)
        images += [tiles, frozenset((j, i, what) for i, j, what in tiles)]
    return images
