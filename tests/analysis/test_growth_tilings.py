"""Growth on every tiling: what is measured, and how good the moves are that are looked for."""

from itertools import islice

import pytest

from boardless.analysis import BOUNDS, growth_table, tiling_growth_table
from boardless.analysis.growth import contour_law, largest_step
from boardless.analysis.sequences import contours, zones
from boardless.strategies import Perimeter, Zone, strategy_of
from boardless.topo import REGULAR, TILINGS, Board, InputError, Key, Tiling
from tests.conftest import GOLDENS

every_tiling = pytest.mark.parametrize("tiling", TILINGS.values(), ids=TILINGS.keys())
regular = pytest.mark.parametrize("tiling", REGULAR.values(), ids=REGULAR.keys())


@regular
@pytest.mark.parametrize("sequence", ["best", "worst"])
def test_moves_that_are_looked_for_meet_the_laws_of_regular_tilings(
    tiling: Tiling, sequence: str
) -> None:
    for name, moves, find in (("zone", 200, zones), ("perimeter", 20, contours)):
        strategy, law = strategy_of(name), BOUNDS[name, sequence]
        board = strategy.start(tiling)
        for move, key in enumerate(islice(find(tiling, sequence), moves), start=1):
            strategy(board, board.site(key))
            over = len(board) - law(tiling, move)
            # Compact triangles need a look ahead, now and then.
            looked = (name, sequence, tiling.name) == ("zone", "best", "triangular")
            assert 0 <= over <= (3 if looked else 0), (name, move)


@every_tiling
@pytest.mark.parametrize("sequence", ["best", "worst"])
def test_moves_are_on_the_board_and_on_cells_of_their_own(tiling: Tiling, sequence: str) -> None:
    for strategy, find in ((Zone(), zones), (Perimeter(), contours)):
        board = strategy.start(tiling)
        played = list(islice(find(tiling, sequence), 12))
        for key in played:
            strategy(board, board.site(key))
        assert len(set(played)) == 12


@every_tiling
def test_no_move_adds_more_than_the_largest_step(tiling: Tiling) -> None:
    sizes = growth_table(tiling, Zone(), "worst", 100)["cells"].diff()[2:]
    assert 0 < sizes.max() <= largest_step(tiling)
    assert sizes.min() > 0


def least(tiling: Tiling, moves: int) -> int:
    """Return the size of the smallest contour board, whatever the moves, by trying all."""

    def after(played: tuple[Key, ...]) -> int:
        board = Perimeter().start(tiling)
        for key in played:
            Perimeter()(board, board.site(key))
        if len(played) == moves:
            return len(board)
        return min(after((*played, key)) for key in map(board.key, board) if key not in played)

    return after(())


@pytest.mark.parametrize("name", ["3.12.12", "4.8.8", "triakis", "cairo"])
def test_contours_are_as_few_as_can_be(name: str) -> None:
    tiling = TILINGS[name]
    sizes = growth_table(tiling, Perimeter(), "best", 3)["cells"].tolist()
    assert sizes == [least(tiling, moves) for moves in range(4)]


def test_laws_are_read_from_sizes() -> None:
    assert contour_law([3 * m * m + 3 * m + 1 for m in range(20)]) == "3m² + 3m + 1"
    assert contour_law([9, *(m * m - m for m in range(1, 20))]) == "m² - m"
    assert contour_law([9, 9, *(m * m for m in range(2, 20))]) == "m², from m = 2"
    halves = [(3 * m * m + m % 2) // 2 for m in range(20)]
    assert contour_law(halves) == "(3m²)/2 (m even), (3m² + 1)/2 (m odd)"
    assert contour_law([2**m for m in range(20)]) == ""


def test_the_table_of_growth_is_as_it_was() -> None:
    golden = GOLDENS / "tiling-growth.txt"
    assert tiling_growth_table().to_string(index=False) + "\n" == golden.read_text("utf-8")


def test_too_many_moves_are_refused() -> None:
    for strategy, sequence in ((Zone(), "best"), (Zone(), "worst"), (Perimeter(), "best")):
        with pytest.raises(
            InputError,
            match=r"moves 10001: choose a whole number from 0 to 10000, moves are looked",
        ):
            growth_table(TILINGS["4.8.8"], strategy, sequence, 10_001)
    with pytest.raises(InputError, match="would need over 10000000 cells"):
        growth_table(TILINGS["4.8.8"], Perimeter(), "worst", 5000)
    assert len(Board.regular(TILINGS["triakis"], 21)) < 10_000_000
