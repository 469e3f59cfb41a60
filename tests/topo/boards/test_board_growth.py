import copy
from collections.abc import Callable
from pickle import dumps, loads

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, InputError, Tiling
from boardless.topo.boards.cells import MAX_KEY
from tests.boards import act, boards, histories, keys_of, relations_by_key, tilings


def same(board: Board, other: Board) -> bool:
    """Tell whether two boards have the same sites, keys, steps and perimeter."""
    return (
        np.array_equal(board.keys, other.keys)
        and np.array_equal(board.step, other.step)
        and np.array_equal(board.perimeter, other.perimeter)
    )


@given(boards())
def test_growing_equals_building_at_once(board: Board) -> None:
    assert same(board, Board(board.tiling, board.keys))


@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_growth_changes_only_the_sites(board: Board, random: object) -> None:
    keys = keys_of(board)
    random.shuffle(keys)
    other = Board(board.tiling, keys)
    assert relations_by_key(other) == relations_by_key(board)
    assert {other.key(s) for s in other.perimeter} == {board.key(s) for s in board.perimeter}
    assert other.numbering().rows.tolist() == board.numbering().rows.tolist()
    assert [other.key(s) for s in other.numbering().sites] == [
        board.key(s) for s in board.numbering().sites
    ]


@given(tilings, histories, histories, histories)
def test_going_back_undoes_growth(tiling: Tiling, first: list, then: list, again: list) -> None:
    board = Board(tiling, [(0, 0, 0)])
    for action in first:
        act(board, action)
    version, before = board.version, board.copy()
    for action in then:
        act(board, action)
        board.perimeter  # noqa: B018  (kept up to date only when it is read)
    board.shrink(version)
    assert same(board, before)
    for action in again:
        act(board, action)
        act(before, action)
    assert same(board, before)


@given(boards())
def test_keys_and_sites_are_one_to_one(board: Board) -> None:
    assert [board.find(key) for key in keys_of(board)] == list(board)
    missing = (7, 7, 0)
    if missing not in keys_of(board):
        assert board.find(missing) == -1
        with pytest.raises(InputError, match=r"cell \(7, 7, 0\) is not on the board of"):
            board.site(missing)


@given(boards())
def test_steps_lead_to_the_cells_of_the_tiling(board: Board) -> None:
    slots = board.tiling.slots
    for site, (i, j, k) in enumerate(keys_of(board)):
        for s in range(slots.count):
            di, dj, other, _ = slots.link[k, s].tolist()
            there = board.find((i + di, j + dj, other)) if slots.relation[k, s] else -1
            assert board.step[site, s] == there


@given(boards())
def test_the_perimeter_touches_missing_cells(board: Board) -> None:
    adjacent = {k: (row & 8) > 0 for k, row in enumerate(board.tiling.slots.relation)}
    exposed = [site for site in board if (board.step[site][adjacent[board.key(site)[2]]] < 0).any()]
    assert board.perimeter.tolist() == exposed
    assert [site for site in board if board.on_perimeter(site)] == exposed


def test_a_zone_adds_the_missing_adjacent_cells(tiling: Tiling) -> None:
    board = Board(tiling, [(0, 0, 0)])
    around = {"square": 8, "hexagonal": 6, "triangular": 12}[tiling.name]
    assert board.grow_around(0).tolist() == list(range(1, around + 1))
    assert sorted(board.neighbours(0).tolist()) == list(range(1, around + 1))
    assert board.grow_around(0).tolist() == []


@pytest.mark.parametrize(("tiling", "step"), [(SQUARE, 2), (HEXAGONAL, 1), (TRIANGULAR, 3)])
@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 7])
def test_a_contour_makes_the_next_regular_board(tiling: Tiling, step: int, dimension: int) -> None:
    board = Board.regular(tiling, dimension)
    new = board.grow_contour()
    expected = Board.regular(tiling, dimension + step)
    assert new.tolist() == list(range(len(board) - len(new), len(board)))
    grids = [np.sort(tiling.face_grid(b.keys), axis=0) for b in (board, expected)]
    assert len({tuple(row) for row in (grids[0] - grids[1]).tolist()}) == 1


@given(boards())
def test_a_contour_is_the_ring_of_touching_cells(board: Board) -> None:
    before = len(board)
    ring = {
        (i + di, j + dj, other)
        for i, j, k in keys_of(board)
        for (di, dj, other, _), bits in zip(
            board.tiling.slots.link[k].tolist(), board.tiling.slots.relation[k], strict=True
        )
        if bits & 8
    } - set(keys_of(board))
    board.grow_contour()
    added = set(keys_of(board)[before:])
    assert ring <= added
    assert len(added - ring) in ((0, 3) if board.tiling is TRIANGULAR else (0,))


def test_an_empty_board_has_nothing_to_grow_from() -> None:
    board = Board(SQUARE)
    assert (len(board), board.grow_contour().tolist(), board.perimeter.tolist()) == (0, [], [])
    with pytest.raises(InputError, match="site 0 is not on the board: the board is empty"):
        board.grow_around(0)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ([(5, 5, 0), (1, 1, 0)], r"cell \(1, 1, 0\) is on the board already"),
        ([(5, 5, 0), (6, 6, 0), (5, 5, 0)], r"cell \(5, 5, 0\) is on the board already"),
        ([(0, 9, 1)], r"cell \(0, 9, 1\) is not in the square tiling: .*k from 0 to 0"),
        ([(0, 9, -1)], "is not in the square tiling"),
        ([(MAX_KEY + 1, 0, 0)], "is not in the square tiling"),
        ([(0.5, 9, 0)], "give keys"),
        ([(1, 2)], "give keys"),
        ([("a", 2, 0)], "give keys"),
        ([(9, 9, 0), (9, 9)], "give keys"),
        (7, "give keys"),
    ],
)
def test_growth_that_cannot_be_leaves_the_board_as_it_was(keys: object, message: str) -> None:
    board = Board.regular(SQUARE, 3)
    before = board.copy()
    with pytest.raises(InputError, match=message) as error:
        board.grow(keys)
    assert "\n" not in str(error.value)
    assert same(board, before)
    board.grow([(5, 5, 0)])
    assert board.site((5, 5, 0)) == 9


@pytest.mark.parametrize("site", [9, -1, 1.0, "0", None])
def test_sites_off_the_board_are_refused(site: object) -> None:
    board = Board.regular(SQUARE, 3)
    for use in (board.grow_around, board.key, board.neighbours, board.radials, board.on_perimeter):
        with pytest.raises(InputError, match=r"site .* is not on the board: choose 0 to 8"):
            use(site)
    assert len(board) == 9


@pytest.mark.parametrize("version", [10, -1, 2.0, "3", True])
def test_versions_that_never_were_are_refused(version: object) -> None:
    board = Board.regular(SQUARE, 3)
    with pytest.raises(InputError, match=r"version .*: choose a whole number from 0 to 9"):
        board.shrink(version)
    assert len(board) == 9


@pytest.mark.parametrize("dimension", [0, -2, 1.5, "3", True, None, 10**9])
def test_dimensions_that_cannot_be_are_refused(tiling: Tiling, dimension: object) -> None:
    with pytest.raises(InputError, match=r"dimension .*: choose a whole number from 1 to"):
        Board.regular(tiling, dimension)


def test_arrays_of_a_board_cannot_be_written() -> None:
    board = Board.regular(HEXAGONAL, 2)
    for array in (board.keys, board.step, board.perimeter, board.vertices.of_cells):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_copies_go_their_own_way() -> None:
    board = Board.regular(HEXAGONAL, 2)
    twin = board.copy()
    twin.grow_around(0)
    assert (len(board), len(twin)) == (7, 10)
    assert same(board, Board.regular(HEXAGONAL, 2))


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda b: loads(dumps(b))])
def test_boards_can_be_copied_and_pickled(tiling: Tiling, twin_of: Callable) -> None:
    board = Board.regular(tiling, 2)
    board.grow_around(0)
    before = board.copy()
    for read in (board.graph, board.cells, board.dual, board.distances(), board.edges):
        assert len(read)
    twin = twin_of(board)
    assert twin.tiling == tiling
    assert same(twin, board)
    twin.grow_contour()
    assert same(board, before)
    assert (len(board.dual), len(twin.dual)) == (len(board), len(twin))
    assert twin.distances().shape == (len(twin), len(twin))


@pytest.mark.parametrize("key", [(0, 0), (0, 0, 0, 0), "abc", None, 7, (0.5, 0, 0)])
def test_what_is_no_key_is_refused(key: object) -> None:
    board = Board.regular(SQUARE, 3)
    for use in (board.find, board.site):
        with pytest.raises(InputError, match=r"cell .*: give a key \(i, j, k\) of whole numbers"):
            use(key)


@pytest.mark.parametrize("key", [(2**70, 0, 0), (0, -(2**70), 0), (0, 0, 2**70), (0, 0, 1)])
def test_cells_far_away_are_not_on_the_board(key: tuple) -> None:
    assert Board.regular(SQUARE, 3).find(key) == -1


@pytest.mark.parametrize("wrong", [4, None, Board])
def test_what_is_no_tiling_is_refused(wrong: object) -> None:
    for use in (Board, lambda t: Board.regular(t, 3)):
        with pytest.raises(InputError, match=r"tiling .*: give a Tiling"):
            use(wrong)


def test_memory_does_not_depend_on_the_bounding_box() -> None:
    line = np.zeros((50_000, 3), dtype=np.int32)
    line[:, 0] = line[:, 1] = np.arange(50_000) * 5000
    board = Board(SQUARE, line)
    assert board.site((5000 * 49_999, 5000 * 49_999, 0)) == 49_999
    cells = board._cells.arrays
    held = cells.keys.nbytes + cells.table.nbytes + cells.free.nbytes + cells.step.nbytes
    assert held < 150 * len(board)


def test_membership_and_iteration_are_over_sites() -> None:
    board = Board.regular(TRIANGULAR, 2)
    assert list(board) == board.sites.tolist() == [0, 1, 2, 3]
    assert 3 in board
    assert 4 not in board
    assert "3" not in board
