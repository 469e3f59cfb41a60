"""Small games to try one form at a time, run uncompiled.

On squares of side n, site ``n * row + column`` has row 0 in the south and column 0 in the west.
"""

from typing import Any

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.play import Position

PIECES = '(piece "A" Each) (piece "B" Each)'
NEVER = "(end (if (= 1 2) (result Mover Win)))"
ADD = "(play (move Add (to (sites Empty))))"

#: The sites of 3 x 3 squares.
ALL = list(range(9))
#: Steps from a square to the squares that touch it, by column and by row.
TOUCH = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
#: A start on 4 x 4 squares: components 1 and 2 are A1 and A2, 3 and 4 are B1 and B2.
SET = {0: 1, 5: 1, 6: 2, 9: 3, 10: 4, 15: 2}
START = """(start {
    (place "A1" (sites {0 5})) (place "A2" (sites {6 15})) (place "B1" 9) (place "B2" 10)
})"""
FREE = [site for site in range(16) if site not in SET]
OWNER = {1: 1, 2: 2, 3: 1, 4: 2}


def text_of(
    *,
    board: str = "(square 3)",
    pieces: str = PIECES,
    more: str = "",
    before: str = "",
    play: str = ADD,
    end: str = NEVER,
    players: object = 2,
) -> str:
    """Return a description with other parts put in."""
    item = board if board.startswith("(board") else f"(board {board})"
    return (
        f'(game "Try" (players {players}) (equipment {{{item} {pieces} {more}}})'
        f" (rules {before} {play} {end}))"
    )


def match_of(**parts: Any) -> Position:
    """Return a match of a description with other parts put in, on its fixed board."""
    return Position(game_of(**parts), game_technique("BASE-KEPT"))


def game_of(**parts: Any) -> games.Game:
    """Return the uncompiled game of a description with other parts put in."""
    return games.compile(text_of(**parts), jit=False)


def _board(match: Position, site: int) -> int:
    """Return the number of a site on the board, -1 where it is on none."""
    return max(site - 1 - match.game.setup.held, -1)


def targets(match: Position) -> list[int]:
    """Return the numbers of the sites that the mover may go to; -1 for a pass or a swap."""
    return sorted(_board(match, site) for _, _, site, *_ in match.numbers().tolist())


def steps(match: Position) -> list[tuple[int, int]]:
    """Return from and to of every move on the board."""
    moves = match.numbers().tolist()
    return sorted((_board(match, origin), _board(match, site)) for _, origin, site in moves)


def go(match: Position, *sites: int, origin: int | None = None) -> int:
    """Make moves to sites, the first rule that may; return what the last of them made of it."""
    winner = -1
    for wanted in sites:
        for row in match.numbers().tolist():
            rule, start, site = row[:3]
            from_ = _board(match, start)
            if rule >= 0 and _board(match, site) == wanted and origin in (None, from_):
                winner = match.push_numbers(tuple(row), match.move_of(*row))
                break
        else:
            raise AssertionError(f"site {wanted} is not among {targets(match)}")
    return winner


def pieces(match: Position) -> dict[int, int]:
    """Return the component on every site that is not empty."""
    held = match.game.setup.held
    what = match.arrays.what[1 + held : match.cells + 1 + held].tolist()
    return {site: component for site, component in enumerate(what) if component}


def where(condition: str, **parts: Any) -> list[int]:
    """Return the empty sites of which a condition holds, before the first move."""
    parts["play"] = f"(play (move Add (to (sites Empty) if:{condition})))"
    return [site for site in targets(match_of(**parts)) if site >= 0]


def near(site: int) -> list[int]:
    """Return the squares that touch a square of 4 x 4."""
    row, column = divmod(site, 4)
    places = [(row + dy, column + dx) for dx, dy in TOUCH]
    return [4 * y + x for y, x in places if 0 <= x < 4 and 0 <= y < 4]


def free_where(condition: str) -> list[int]:
    """Return the empty sites of the start of which a condition holds, player 1 to move."""
    return where(condition, board="(square 4)", before=START)


def end_if(condition: str, result: str = "Mover Win") -> str:
    """Return the ends of a game that ends when a condition holds."""
    return f"(end (if {condition} (result {result})))"
