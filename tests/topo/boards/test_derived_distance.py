import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path

from boardless.topo import SQUARE, Board, InputError, Tiling
from boardless.topo.boards import derived
from boardless.topo.tilings.incidence import relation_mask
from tests.boards import act, boards, histories

relations = st.sampled_from(["adjacent", "orthogonal"])


def by_scipy(board: Board, relation: str) -> np.ndarray:
    """Return all distances as SciPy finds them, -1 where there is no way."""
    chosen = board.tiling.slots.relation[board.keys[:, 2]] & relation_mask(relation) > 0
    site, slot = np.nonzero((board.step >= 0) & chosen)
    links = csr_array((np.ones(len(site)), (site, board.step[site, slot])), (len(board),) * 2)
    far = shortest_path(links, unweighted=True)
    return np.where(np.isinf(far), -1, far).astype(np.int64)


@given(boards(), relations)
def test_distances_are_those_of_scipy(board: Board, relation: str) -> None:
    assert np.array_equal(board.distances(relation), by_scipy(board, relation))


@given(boards(), histories, relations)
def test_distances_are_kept_up_to_date(board: Board, more: list, relation: str) -> None:
    board.distances(relation)
    for action in more:
        act(board, action)
        assert np.array_equal(board.distances(relation), by_scipy(board, relation))


def test_distances_are_not_computed_afresh_after_growth(
    tiling: Tiling, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board.regular(tiling, 5)
    board.distances()
    monkeypatch.setattr(derived, "_afresh", lambda *_: pytest.fail("computed afresh"))
    board.grow_around(0)
    assert np.array_equal(board.distances(), by_scipy(board, "adjacent"))


@given(boards(), histories, relations)
def test_distances_are_right_after_going_back(board: Board, more: list, relation: str) -> None:
    board.distances(relation)
    board.shrink(len(board) // 2)
    for action in more:
        act(board, action)
    assert np.array_equal(board.distances(relation), by_scipy(board, relation))


@pytest.mark.parametrize("relation", ["adjacent", "orthogonal"])
def test_closing_a_ring_shortens_old_distances(tiling: Tiling, relation: str) -> None:
    whole = Board.regular(tiling, 9)
    rim = [whole.key(site) for site in whole.perimeter]
    board = Board(tiling, [])
    order = sorted(rim, key=lambda key: np.arctan2(*(np.array(key[:2]) - 4.2)))
    for key in order:
        board.grow([key])
        assert np.array_equal(board.distances(relation), by_scipy(board, relation))
    inner = [whole.key(site) for site in whole if whole.key(site) not in set(rim)]
    for key in inner:
        board.grow([key])
        assert np.array_equal(board.distances(relation), by_scipy(board, relation))


@given(boards(), relations)
def test_one_distance_is_that_of_the_table(board: Board, relation: str) -> None:
    table = board.distances(relation)
    last = len(board) - 1
    assert board.distance(0, last, relation) == table[0, last]
    assert board.distance(last, last, relation) == 0


def test_islands_are_out_of_reach() -> None:
    board = Board(SQUARE, [(0, 0, 0), (5, 5, 0)])
    assert board.distances().tolist() == [[0, -1], [-1, 0]]
    assert board.distance(0, 1) == -1


def test_a_board_that_never_asks_keeps_no_distances() -> None:
    board = Board.regular(SQUARE, 5)
    board.grow_around(0)
    board.distance(0, 7)
    assert board._derived._distances == {}


def test_distances_cannot_be_written_and_have_a_limit() -> None:
    board = Board.regular(SQUARE, 3)
    with pytest.raises(ValueError, match="read-only"):
        board.distances()[0, 0] = 1
    large = Board(SQUARE, [(i, 0, 0) for i in range(33_000)])
    with pytest.raises(InputError, match=r"33,000 cells: choose a board of at most 32,767"):
        large.distances()
    assert large.distance(0, 32_999) == 32_999
