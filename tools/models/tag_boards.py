"""TAG's games on boards that are texts: names of moves, and what lies where."""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from boardless.state import ADD, OPTION, SELECT, Move
from boardless.topo import Board, FixedBoard
from tools.models import cant_stop as cant_stop_model
from tools.models import dots_and_boxes as dots_model
from tools.models import grids as grids_model
from tools.models.beside import Cards, Text
from tools.models.cant_stop import LENGTHS, CantStop
from tools.models.cards import Action
from tools.models.dots_and_boxes import BOXES, EDGES, DotsAndBoxes
from tools.models.grids import MARKS, TicTacToe

# -- Dots and Boxes --------------------------------------------------------------------------------


@cache
def _edges(board: Board) -> dict[int, Action]:
    """Return the model's edges by the numbers of sites, cells first."""
    middles = {
        ((x + to_x) / 2, (y + to_y) / 2): ((x, y), (to_x, to_y)) for (x, y), (to_x, to_y) in EDGES
    }
    assert isinstance(board, FixedBoard)
    points = board.links.points["Edge"].tolist()
    return {len(BOXES) + n: middles[x, y] for n, (x, y, _) in enumerate(points)}


def dots_and_boxes_action(cards: Cards, move: Move, number: int) -> Action:
    """Return the edge that a move draws."""
    (site,) = (action.site for action in move.actions if action.kind == ADD)
    assert isinstance(site, tuple)
    return _edges(cards.state.board)[site[2]]


def dots_and_boxes(cards: Cards) -> Mapping[Hashable, Any]:
    """Return the owners of edges and boxes."""
    owners = {key[2]: piece - 1 for key, piece in cards.state.pieces.items()}
    edges, board = _edges(cards.state.board), cards.state.board
    boxes = {n: (int(x), int(y)) for n, (x, y) in enumerate(board.positions[: len(BOXES)].tolist())}
    return {
        "edges": {edges[n]: owner for n, owner in owners.items() if n in edges},
        "boxes": {boxes[n]: owner for n, owner in owners.items() if n in boxes},
    }


def dots_and_boxes_told(model: DotsAndBoxes) -> Mapping[Hashable, Any]:
    """Return the owners of edges and boxes in the model."""
    return {"edges": model.edges, "boxes": model.boxes}


# -- Tic-Tac-Toe and Connect Four ------------------------------------------------------------------


def grid_action(cards: Cards, move: Move, number: int) -> Action:
    """Return the column of a mark, and its row from the top."""
    (site,) = (action.site for action in move.actions if action.kind == ADD)
    assert isinstance(site, tuple)
    left, top, _ = _extent(cards.state.board)
    return site[0] - left, top - site[1]


def _extent(board: Board) -> tuple[int, int, int]:
    """Return the first column, the upper row and the number of cells in a row."""
    x, y, _ = zip(*map(board.key, range(len(board))), strict=True)
    return min(x), max(y), 1 + max(x) - min(x)


def grid(cards: Cards) -> Mapping[Hashable, Any]:
    """Return the marks, by rows from the top."""
    left, top, width = _extent(cards.state.board)
    rows = [["."] * width for _ in range(len(cards.state.board) // width)]
    for (x, y, *_), piece in cards.state.pieces.items():
        rows[top - y][x - left] = MARKS[piece - 1]
    return {"rows": rows}


def grid_told(model: TicTacToe) -> Mapping[Hashable, Any]:
    """Return the marks in the model."""
    return {"rows": model.rows}


def grid_scores(cards: Cards) -> list[int]:
    """Return 1 for a winner and -1 for a loser."""
    outcome = cards.state.outcome()
    winner = 0 if outcome is None else outcome.winner
    return [(winner == seat) - (winner == 3 - seat) for seat in (1, 2)]


# -- Can't Stop ------------------------------------------------------------------------------------


def cant_stop_action(cards: Cards, move: Move, number: int) -> Action:
    """Return what a move selects: dice, or the columns of runners."""
    chosen = [action for action in move.actions if action.kind == SELECT]
    if not chosen:
        return ("bust",) if _rolled(cards) else ("stop",)
    if chosen[0].container:
        return ("roll",)
    columns = [2 + action.site[2] for action in chosen if isinstance(action.site, tuple)]
    pairs = _pairs(cards)
    if len(columns) == 1:
        twice = (*columns, *columns)
        return ("move", *(twice if twice in pairs and _is_room(cards, columns[0]) else columns))
    return ("move", *next(pair for pair in pairs if {*pair} == {*columns}))


def _pairs(cards: Cards) -> list[tuple[int, int]]:
    """Return the sums of pairs of dice."""
    a, b, c, d = _dice(cards)
    return [(a + b, c + d), (a + c, b + d), (a + d, b + c)]


def _is_room(cards: Cards, column: int) -> bool:
    """Return whether there are two steps left in a column."""
    places = _row(cards, cards.state.mover, f"Camp{cards.state.mover}")
    place = _row(cards, 0, "Runner").get(column, places.get(column, 0))
    return place + 2 <= LENGTHS[column]


def _dice(cards: Cards) -> list[int]:
    """Return what the dice show."""
    return [1 + int(cards.state.containers[1].state[die]) for die in range(4)]


def _rolled(cards: Cards) -> bool:
    """Return whether the last move was a roll."""
    players = (move for move in reversed(cards.state.move_stack) if not _is_chance(move))
    return any(action.container for action in next(players, Move(1, ())).actions)


def _is_chance(move: Move) -> bool:
    return any(action.kind == OPTION for action in move.actions)


def _row(cards: Cards, row: int, name: str) -> dict[int, int]:
    """Return the counts of pieces of a name in a row, by columns of the game."""
    board = cards.state.containers[0]
    found = {}
    for column in LENGTHS:
        site = len(LENGTHS) * row + column - 2
        if board.what[site] and cards.at(0, site) == name:
            found[column] = int(board.count[site])
    return found


def cant_stop(cards: Cards) -> Mapping[Hashable, Any]:
    """Return what the board and the dice show."""
    seats = range(cards.state.players)
    return {
        "runners": _row(cards, 0, "Runner"),
        "closed": [*_row(cards, 0, "Lid")],
        "places": [_row(cards, 1 + seat, f"Camp{1 + seat}") for seat in seats],
        "dice": _dice(cards),
    }


def cant_stop_told(model: CantStop) -> Mapping[Hashable, Any]:
    """Return the same in the model; dice are compared when they have been rolled."""
    told: dict[Hashable, Any] = {
        "runners": model.markers,
        "closed": model.completed(),
        "places": [{c: n for c, n in places.items() if n} for places in model.places],
    }
    return told | ({"dice": model.dice} if all(model.dice) else {})


TEXTS = (
    Text(
        "Dots and Boxes",
        dots_model.RECORDED[0],
        (2, 3, 4, 5, 6),
        lambda model: (),
        dots_and_boxes_action,
        dots_and_boxes,
        dots_and_boxes_told,
    ),
    Text(
        "Can't Stop",
        cant_stop_model.RECORDED[0],
        (2, 3, 4),
        lambda model: (),
        cant_stop_action,
        cant_stop,
        cant_stop_told,
    ),
    Text(
        "Tic-Tac-Toe",
        grids_model.RECORDED[0],
        (2,),
        lambda model: (),
        grid_action,
        grid,
        grid_told,
        scores=grid_scores,
        options=(),
    ),
    Text(
        "Connect Four",
        grids_model.RECORDED[1],
        (2,),
        lambda model: (),
        grid_action,
        grid,
        grid_told,
        scores=grid_scores,
        options=("Rules/{rules}",),
    ),
)
