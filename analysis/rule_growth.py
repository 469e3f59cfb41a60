"""How large boards get that grow by the rules of a game: small and large cases, found by search."""

import numpy as np
import pandas as pd

from boardless.analysis.sequences import SEQUENCES
from boardless.games import Game
from boardless.games.game import GameChoice, as_game
from boardless.strategies.rule import around
from boardless.topo import InputError, Key, whole_number

#: No more moves are looked for.
MAX_MOVES = 1_000


def rule_growth_table(game: GameChoice, sequence: str, moves: int) -> pd.DataFrame:
    """Play where the rules allow it, and measure the board after every move.

    Each move is the one after which the board is smallest ("best") or largest ("worst"); no move
    looks ahead, so smaller and larger boards may exist. Of several, the best case takes the one
    with the smallest lattice coordinates, the worst case the one with the largest; of those the
    first by lattice key. Players take turns with their first components wherever the rules allow
    any player a move, and play on when somebody would have won.

    Parameters
    ----------
    game : Game, str or path
        Whose rules; it begins with its start tiles.
    sequence : {"best", "worst"}
        What each move aims at.
    moves : int
        How many moves to play, 0 to MAX_MOVES.

    Returns
    -------
    pandas.DataFrame
        ``moves + 1`` rows with ``move``, ``cells`` (on the board) and ``unused`` (the share of them
        that no tile stands on), as `analysis.growth.growth_table`.

    Raises
    ------
    InputError
        If the sequence or the number of moves is not allowed, the board of the game cannot grow by
        its rules, or these allow no more moves.
    """
    if sequence not in SEQUENCES:
        raise InputError(f"unknown sequence {sequence!r}: choose best or worst")
    moves = whole_number(moves, "moves", 0, MAX_MOVES)
    game = as_game(game)
    board = _Board(game)
    rows = [board.measures]
    sign = 1 if sequence == "best" else -1
    tiles = [
        next(n for n, component in enumerate(game.components, 1) if component.owner == player)
        for player in range(1, game.players + 1)
    ]
    for move in range(moves):
        tile = tiles[move % game.players]

        def rank(cell: Key, tile: int = tile) -> tuple[int, int, Key]:
            came, gone = board.effect(cell, tile)
            return sign * (len(came) - len(gone)), sign * (abs(cell[0]) + abs(cell[1])), cell

        if not board.free:
            raise InputError(f"moves {moves}: the rules allow no more than {move}")
        board.put(min(board.free, key=rank), tile)
        rows.append(board.measures)
    table = pd.DataFrame(rows, columns=["cells", "unused"])
    table.insert(0, "move", np.arange(moves + 1))
    return table


class _Board:
    """Tiles, and the cells where the rules allow another."""

    def __init__(self, game: Game) -> None:
        rule, setup = game.rule, game.setup
        self._allowed = rule.allowed
        kinds = range(len(setup.tiling.faces))
        self._around = [around(setup.tiling, (0, 0, k)) for k in kinds]
        self._tiles = dict(setup.start)
        first = rule.first(setup)
        self.free = {first.key(site) for site in first} - self._tiles.keys()

    @property
    def measures(self) -> tuple[int, float]:
        """The number of cells, and the share of them that no tile stands on."""
        cells = len(self._tiles) + len(self.free)
        return cells, len(self.free) / cells

    def effect(self, cell: Key, tile: int) -> tuple[set[Key], set[Key]]:
        """Return the cells that come and that go when a tile is put on a free cell."""
        self._tiles[cell] = tile
        beside = {other for other in self._beside(cell) if other and other not in self._tiles}
        allowed = {other for other in beside if self._may(other)}
        del self._tiles[cell]
        return allowed - self.free, beside & self.free - allowed

    def put(self, cell: Key, tile: int) -> None:
        """Put a tile on a free cell."""
        came, gone = self.effect(cell, tile)
        self._tiles[cell] = tile
        self.free = (self.free | came) - gone - {cell}

    def _may(self, cell: Key) -> bool:
        around_it = tuple(self._tiles.get(c, 0) if c else 0 for c in self._beside(cell))
        return self._allowed(cell[2], around_it)

    def _beside(self, cell: Key) -> list[Key | None]:
        i, j, k = cell
        return [c and (c[0] + i, c[1] + j, c[2]) for c in self._around[k]]
