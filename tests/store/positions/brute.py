"""Games solved without any of the program's means: every line of play, one after the other."""

from collections.abc import Callable, Sequence
from functools import cache

from tests.store.positions.games import Board


class Brute:
    """A game in which players in turn fill the places of a board.

    Parameters
    ----------
    places : int
        How many there are.
    wins : callable
        Whether a player who has just moved has won on a board.
    free : callable, optional
        Where he may move; by default on all empty places.
    """

    def __init__(
        self,
        places: int,
        wins: Callable[[Board, int], bool],
        free: Callable[[Board], Sequence[int]] = lambda board: [
            place for place, what in enumerate(board) if not what
        ],
    ) -> None:
        self.start: Board = (0,) * places
        self.wins = wins
        self.free = free
        self.value = cache(self._value)
        self.boards: dict[Board, int] = {}
        self._walk(self.start)

    def ended(self, board: Board) -> int | None:
        """Who has won, 0 for a draw, None while the game goes on."""
        mover = 1 + sum(map(bool, board)) % 2
        if self.wins(board, 3 - mover):
            return 3 - mover
        return None if self.free(board) else 0

    def after(self, board: Board) -> list[Board]:
        mover = 1 + sum(map(bool, board)) % 2
        return [(*board[:n], mover, *board[n + 1 :]) for n in self.free(board)]

    def _value(self, board: Board) -> tuple[int, int]:
        """Who wins if nobody errs, 0 for a draw, and in how many moves; -1 for a draw."""
        mover = 1 + sum(map(bool, board)) % 2
        ended = self.ended(board)
        if ended is not None:
            return ended, 0 if ended else -1
        values = [self.value(each) for each in self.after(board)]
        if won := [distance for winner, distance in values if winner == mover]:
            return mover, 1 + min(won)
        if any(winner == 0 for winner, _ in values):
            return 0, -1
        return 3 - mover, 1 + max(distance for _, distance in values)

    def _walk(self, board: Board) -> None:
        """Note of every board that can be reached how many moves lead on from it."""
        waiting = [board]
        while waiting:
            board = waiting.pop()
            if board not in self.boards:
                after = [] if self.ended(board) is not None else self.after(board)
                self.boards[board] = len(after)
                waiting += after
