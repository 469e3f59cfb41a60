"""Remembered boards: every version stays what it was, whatever happens to the board."""

from copy import deepcopy

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.topo import HEXAGONAL, SQUARE, Board, InputError, Tiling
from boardless.topo.boards.cells import LEAF, CellTable, ChangeLog
from tests.boards import tilings
from tests.topo.boards.test_board_removal import change, check, everything, histories


@settings(max_examples=15)
@given(tilings, histories, histories, histories, st.randoms(use_true_random=False))
def test_versions_stay_what_they_were(
    tiling: Tiling, first: list, one: list, other: list, random: object
) -> None:
    """Also those of variations, and of versions that the board has gone back from."""
    board = Board(tiling, [(0, 0, 0)])
    seen = []

    def play(board: Board, history: list) -> None:
        for action in history:
            change(board, action)
            seen.append((board.at(board.version), everything(board)))

    play(board, first)
    branch = board.copy()
    middle = board.version
    play(board, one)
    play(branch, other)
    board.shrink(middle)
    play(board, other)
    random.shuffle(seen)
    for past, then in seen:
        assert everything(past) == then
        check(past.copy())
    for past, then in seen:
        assert everything(past.copy()) == then


def test_a_past_board_offers_what_a_board_does() -> None:
    board = Board.regular(HEXAGONAL, 2)
    keys = board.keys.copy()
    board.remove([3])
    board.grow_contour()
    past, other = board.at(7), board.at(8)
    assert repr(past) == "<PastBoard hexagonal, 7 cells>"
    assert (len(past), past.version, 3 in past, 3 in other) == (7, 7, True, False)
    first, second = past.keys, other.keys
    assert np.array_equal(first, keys)
    assert second[3].tolist() == [0, 0, -1]
    assert np.array_equal(past.keys, first)
    graph, late = past.graph, other.graph
    assert [len(graph), len(late), len(graph.edges), len(past.dual), len(other.cells)] == [
        24, 24, 30, 7, 6,
    ]  # fmt: skip
    assert nx.utils.graphs_equal(graph.copy(), Board.regular(HEXAGONAL, 2).graph.copy())
    assert past.neighbours(0).tolist() == [3, 1, 2]
    assert past.radials(0)["NNE"][0].tolist() == [0, 3, 6]
    assert (past.distance(0, 6), other.distance(0, 6)) == (2, 3)
    assert past.site(past.key(3)) == 3
    assert past.find(board.key(9)) == -1
    assert past.at(2).sites.tolist() == [0, 1]
    assert past.numbering().sites.tolist() == list(range(7))
    assert past._repr_svg_().count("<title>") == 7
    assert type(deepcopy(past)) is Board
    assert everything(deepcopy(past)) == everything(past)
    vertices = past.vertices
    assert len(other.edges) == 30
    assert vertices.of_cells[3].tolist() == past.face(3)
    perimeter = past.perimeter
    assert other.perimeter.tolist() == [0, 1, 2, 4, 5, 6] == perimeter.tolist()


def test_past_boards_cannot_be_changed() -> None:
    board = Board.regular(SQUARE, 3)
    past = board.at(4)
    for use in (
        lambda: past.grow([(9, 9, 0)]),
        lambda: past.grow_around(0),
        past.grow_contour,
        lambda: past.remove([0]),
        lambda: past.shrink(0),
    ):
        with pytest.raises(InputError, match="a past board cannot be changed"):
            use()
    assert everything(past) == everything(Board(SQUARE, board.keys[:4]))
    for version in (10, -1, 2.0, True):
        with pytest.raises(InputError, match=r"version .*: choose a whole number from 0 to 9"):
            board.at(version)
    going_on = past.copy()
    going_on.grow([(9, 9, 0)])
    assert (len(going_on), len(past), len(board)) == (5, 4, 9)
    assert len(going_on.at(4)) == 4


def test_reading_the_next_version_touches_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(SQUARE, [(i, 0, 0) for i in range(5000)])
    # The board through which they are read is made by the first.
    len(board.at(5000))
    rows = []
    change = CellTable.change
    monkeypatch.setattr(
        CellTable,
        "change",
        lambda self, r, back=False: rows.append(len(r)) or change(self, r, back),
    )
    for version in (4999, 4990, 4991, 4991, 5000):
        assert len(board.at(version)) == version
    # Back by 1, back by 9, on by 1, nothing, on by 9.
    assert sum(rows) == 20


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 3 * LEAF)), max_size=20))
def test_histories_are_values(steps: list[tuple[int, int]]) -> None:
    logs, lists = [ChangeLog()], [[]]
    for step, (which, more) in enumerate(steps):
        log, rows = logs[which % len(logs)], lists[which % len(logs)]
        if more < LEAF and rows:
            kept = more % (len(rows) + 1)
            log, rows = log.truncated(kept), rows[:kept]
        else:
            new = [[step, n, 0, 0] for n in range(more)]
            log, rows = log.extended(np.array(new, dtype=np.int32).reshape(-1, 4)), rows + new
        logs.append(log)
        lists.append(rows)
    for log, rows in zip(logs, lists, strict=True):
        assert log.count == len(rows)
        assert log.rows(0, log.count).tolist() == rows
        assert log.rows(log.count // 2, log.count).tolist() == rows[log.count // 2 :]
        for other, its in zip(logs, lists, strict=True):
            same = 0
            while same < min(len(rows), len(its)) and rows[same] == its[same]:
                same += 1
            assert log.common(other) == same
