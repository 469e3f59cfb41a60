"""Counts of games beside published ones, and draughts beside a library."""

from types import SimpleNamespace
from typing import Any

import pytest

from boardless.games import compile
from boardless.topo import InputError
from tests.play.test_turns import HOPS
from tools import counts
from tools.counts import ROWS, PublishedCounts, counted, start_of
from tools.draughts import compared

GAME = "Tic-Tac-Toe"


def last(row: PublishedCounts, most: int = 10**6) -> Any:
    return counted(row, None, most, jit=False)[-1]


def test_counts_that_agree_need_no_reason() -> None:
    found = counted(PublishedCounts(GAME, "others", (9, 72, 504)), None, 100, jit=False)
    assert [(one.depth, one.ours) for one in found] == [(1, 9), (2, 72)]
    assert found[-1].explained
    assert found[-1].cells() == (GAME, "others", "2", "72", "72", "")


def test_the_first_difference_ends_a_row_and_needs_a_reason() -> None:
    row = PublishedCounts(GAME, "others", (9, 81, 504))
    found = last(row)
    assert (found.depth, found.ours, found.explained) == (2, 72, False)
    assert found.cells()[-1] == "**unexplained**"
    assert last(PublishedCounts(GAME, "others", (9, 81), differs="pieces stay")).explained


def test_a_reason_where_nothing_differs_is_wrong() -> None:
    assert not last(PublishedCounts(GAME, "others", (9, 72), differs="pieces stay")).explained


def test_a_rule_is_changed_to_prove_the_reason() -> None:
    with pytest.raises(InputError, match="has no"):
        last(PublishedCounts(GAME, "others", (9, 81), differs="x", edits=(("(no such text)", ""),)))
    size = (("(square 3)", "(square 4)"),)
    found = last(
        PublishedCounts(GAME, "others", (16, 240), differs="the board is small", edits=size)
    )
    assert (found.depth, found.ours, found.edited, found.explained) == (2, 72, 240, True)
    wrong = last(PublishedCounts(GAME, "others", (9, 80), differs="the board is small", edits=size))
    assert (wrong.edited, wrong.explained) == (240, False)


def test_the_table_has_25_rows_and_each_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(ROWS) >= 25
    rows = (PublishedCounts(GAME, "others", (9,)), PublishedCounts("Othello", "others", (4, 13)))
    monkeypatch.setattr(counts, "counted", lambda row, *_: counted(row, None, 100, jit=False))
    assert counts.print_rows(rows, None, 100) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| Tic-Tac-Toe | others | 1 | 9 | 9 |  |",
        "| Othello | others | 2 | 12 | 13 | **unexplained** |",
    ]


def test_a_position_of_draughts_is_turned_to_the_mover() -> None:
    assert start_of("B:WK1,46:B45") == (
        '(start {(place "DoubleCounter2" {"I1"}) (place "Counter2" {"J10"}) '
        '(place "Counter1" {"A9"})})'
    )


class Board:
    """A board of the library with one turn."""

    fen = "a position"

    def __init__(self, *moves: Any) -> None:
        self.legal_moves = moves

    def push(self, move: Any) -> None:
        self.legal_moves = ()


def capture(*squares: int) -> Any:
    return SimpleNamespace(square_list=list(squares), captured_list=[squares[0] - 1, squares[1]])


def test_a_game_is_compared_turn_by_turn() -> None:
    # Squares as of ten by ten: C1, E3 or A3, C5.
    game, right, left = compile(HOPS, jit=False), capture(46, 37, 26), capture(46, 35, 26)
    assert compared(20, game, [right], Board(right, left)) == (1, None)
    made, difference = compared(20, game, [right], Board(right))
    assert (made, difference) == (0, (0, 2, 1, "a position"))
    quiet = SimpleNamespace(square_list=[0, 5], captured_list=[])
    assert compared(20, game, [left], Board(right, left, quiet)) == (1, None)
    made, difference = compared(20, game, [quiet], Board(right, left))
    assert made == 0
    assert difference[-1].startswith("a position ")
