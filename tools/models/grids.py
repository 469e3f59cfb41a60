"""Tic-Tac-Toe and Connect Four: marks on a grid until enough of one seat are in a line."""

from tools.models.cards import Action, Chance, Table
from tools.models.tag import Fields, Recorded, rows

MARKS = "xo"
DIRECTIONS = ((0, -1), (1, 0), (1, -1), (-1, -1))


class TicTacToe(Table):
    """Three in a line on a grid of nine cells; row 0 is on top."""

    length = 3

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        width, height = self.size()
        self.rows = [["."] * width for _ in range(height)]
        self.line: list[tuple[int, int]] = []

    def size(self) -> tuple[int, int]:
        """Return the numbers of columns and rows."""
        return 3, 3

    def legal(self) -> list[Action]:
        """Return the cells that are empty, as column and row."""
        columns = range(len(self.rows[0]))
        return [(x, y) for x in columns for y, row in enumerate(self.rows) if row[x] == "."]

    def apply(self, action: Action, chance: Chance) -> None:
        """Mark a cell."""
        x, y = action
        self.rows[y][x] = MARKS[self.owner]
        self.line = self._line()
        if self.line:
            self.status = "end"
            self.results = ["win" if seat == self.owner else "lose" for seat in range(2)]
        elif not self.legal():
            self.status, self.results = "draw", ["draw", "draw"]
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        self.end_turn()

    def _line(self) -> list[tuple[int, int]]:
        """Return cells of one seat in a line that is long enough."""
        cells = {(x, y): mark for y, row in enumerate(self.rows) for x, mark in enumerate(row)}
        for dx, dy in DIRECTIONS:
            for (x, y), mark in cells.items():
                line = [(x + n * dx, y + n * dy) for n in range(self.length)]
                if mark != "." and all(cells.get(cell) == mark for cell in line):
                    return line
        return []

    def scores(self) -> list[int]:
        """Return 1 for a winner and -1 for a loser."""
        return [{"win": 1, "lose": -1}.get(result, 0) for result in self.results]

    def finish(self) -> None:
        """Keep the results."""
        self.status = "end"


class ConnectFour(TicTacToe):
    """Four in a line; marks fall to the lowest empty cell of a column.

    The printed grid has seven columns of six cells, TAG's eight of eight.
    """

    length = 4

    def size(self) -> tuple[int, int]:
        """Return the numbers of columns and rows."""
        return (8, 8) if self.tag else (7, 6)

    def legal(self) -> list[Action]:
        """Return the lowest empty cells."""
        lowest = {x: (x, y) for x, y in super().legal()}
        return list(lowest.values())

    def _pass_on(self) -> None:
        self.end_turn()
        if self.owner == 0:
            self.end_round()


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: TicTacToe) -> Fields:
    return {"gridBoard": [",".join(row) for row in game.rows]}


def _with_line(game: ConnectFour) -> Fields:
    return {**_fields(game), **rows("winnerCells", [list(cell) for cell in game.line])}


def _named(game: TicTacToe, action: Action) -> str:
    return f"Set x={action[0]}, y={action[1]}, value={MARKS[game.owner]}"


RECORDED = (
    Recorded("tictactoe", TicTacToe, _fields, _named),
    Recorded("connect4", ConnectFour, _with_line, _named),
)
