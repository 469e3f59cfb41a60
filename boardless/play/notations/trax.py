r"""The notation of Trax: ``@0/``, ``B1+``, ``A2\``.

A column, a row and the look of the tile. Columns are ``A``, ``B``, ..., ``Z``, ``AA``, ... from
the leftmost tile on, and ``@`` is the one to the left of it; rows are 1, 2, ... from the topmost
tile down, and 0 is the one above it. ``+`` has straight paths; the paths of ``/`` and ``\`` run as
these strokes do, so ``/`` joins top and left. Colours follow from the neighbours, and forced tiles
are not written. The first tile is white at its top. If the rules allow other first tiles, they are
written as moves of all games are.
"""

import re
from itertools import product

from boardless.games import Game
from boardless.games.ludemes.pieces import Path, Tile
from boardless.play.notations.notation import move_of_all_games
from boardless.play.state import State
from boardless.state import ADD, BOARD, SET_ROTATION, Action, Cell, Move

_FORM = re.compile(r"(@|[A-Za-z]{1,6})(\d{1,9})([+/\\])")
#: The look of a tile, by the side that its top is joined with, clockwise.
_LOOKS = {1: "\\", 2: "+", 3: "/"}

#: The form of a move, in words.
_OWN = "column, row and shape, such as B1+"


class TraxNotation:
    """Moves of a game of squares with two paths each; see the module."""

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text, of this form or of actions; it need not be legal."""
        match = _FORM.fullmatch(text.strip())
        if match is None:
            return move_of_all_games(state, text, _OWN)
        left, top = _corner(state)
        cell = Cell(left + _column(match[1]), top - int(match[2]), 0)
        there = [move for move in state.legal_moves if move.actions[0].site == cell]
        alike = [move for move in there if _look(state, move)[0] == match[3]]
        if alike:
            return min(alike, key=lambda move: _look(state, move)[1])
        # No legal move: the first tile of that look, whatever lies beside.
        for what, turns in product(range(1, 1 + len(state.components)), range(4)):
            put = (Action(ADD, BOARD, cell, what), Action(SET_ROTATION, BOARD, cell, 2 * turns))
            move = Move(state.mover, put)
            if _look(state, move)[0] == match[3]:
                break
        return move

    def write(self, state: State, move: Move) -> str:
        """Return a legal move of a state as text."""
        look, _ = _look(state, move)
        if not look:
            return str(move)
        left, top = _corner(state)
        site = move.actions[0].site
        assert isinstance(site, tuple)
        i, j, _ = site
        text = f"{_letters(i - left)}{top - j}{look}"
        is_read = bool(state.pieces) or self.read(state, text) == move
        return text if is_read else str(move)


def has_paths(game: Game) -> bool:
    """Return True if a game lays squares that all have paths on them."""
    items = game.module.model.items
    tiles = all(isinstance(item, Tile) and item.paths for item in items)
    return tiles and game.growing and game.tiling.name == "square"


def _corner(state: State) -> tuple[int, int]:
    """Return the column left of the tiles and the row above; of the anchor without tiles."""
    tiles = state.pieces
    if not tiles:
        return 0, 0
    return min(i for i, _, _ in tiles) - 1, max(j for _, j, _ in tiles) + 1


def _look(state: State, move: Move) -> tuple[str, int]:
    """Return the look of the tile of a move, and the colour of its top; "" without paths."""
    if len(move.actions) < 2 or move.actions[0].kind != ADD:
        return "", 0
    put, turned = move.actions[:2]
    item = state.game.module.model.items[put.value - 1]
    if not isinstance(item, Tile) or turned.kind != SET_ROTATION:
        return "", 0
    turns = turned.value // 2
    for path in item.paths:
        assert isinstance(path, Path)
        ends = {(path.from_ + turns) % 4, (path.to + turns) % 4}
        if 0 in ends:
            return _LOOKS.get(max(ends), ""), path.colour
    return "", 0


def _column(letters: str) -> int:
    """Return the number of a column: 0 for ``@``, 1 for ``A``, 27 for ``AA``.

    >>> [_column(letters) for letters in ("@", "A", "Z", "AA", "ba")]
    [0, 1, 26, 27, 53]
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("@")
    return number


def _letters(number: int) -> str:
    """Return the letters of a column.

    >>> [_letters(number) for number in (0, 1, 26, 27, 53)]
    ['@', 'A', 'Z', 'AA', 'BA']
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters or "@"
