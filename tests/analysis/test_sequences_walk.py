"""The walking cluster of section 7.7: its board keeps its size where it shrinks."""

import pytest

from boardless.analysis import FIGURES, walk_table
from boardless.analysis.sequences import walked
from boardless.jit.arrays import Ints
from boardless.state import BOARD, FreeState
from boardless.state.engine.tables import Tables
from boardless.strategies import Fixed, Zone
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, InputError, Tiling
from tests.conftest import THOROUGH
from tests.strategies.own import Still, Zones


def test_thousands_of_moves_keep_a_board_of_constant_size() -> None:
    moves = 10_000 if THOROUGH else 1_000
    table = walk_table(HEXAGONAL, Zone(shrink=True), moves)
    assert table["cells"].tolist() == [30] * (moves + 1)
    assert table["sites"].iloc[-1] == table["sites"].iloc[20] < 40


@pytest.mark.parametrize(("tiling", "sizes"), [(SQUARE, {32, 34}), (TRIANGULAR, {38, 40})])
def test_boards_swing_between_the_same_sizes(tiling: Tiling, sizes: set[int]) -> None:
    table = walk_table(tiling, Zone(shrink=True), 300)
    assert set(table["cells"]) == sizes
    assert table["sites"].nunique() < 4


def board_arrays(state: FreeState) -> list[Ints]:
    """Return the arrays of the board and of its pieces, without the log of moves."""
    cells, contents = state.board._cells.arrays, state._position.arrays._asdict()
    for name in (*Tables._fields, "notes", "marks", "history"):
        del contents[name]
    return [cells.keys, cells.table, cells.free, cells.step, *contents.values()]


def test_memory_is_constant_but_for_the_log() -> None:
    held = set()
    for state in walked(HEXAGONAL, Zone(shrink=True), 500):
        held.add(sum(array.nbytes for array in board_arrays(state)))
    assert len(held) <= 2  # There are no freed sites before the first move.
    assert state.ply == 512


def test_the_board_is_what_the_tiles_reach(tiling: Tiling) -> None:
    for n, state in enumerate(walked(tiling, Zone(shrink=True), 40)):
        if n:
            tiles = [state.board.key(site) for site in state.containers[BOARD].what.nonzero()]
            around = Board(tiling, tiles)
            for site in range(len(tiles)):
                around.grow_around(site)
            sites = state.board.sites
            assert {tuple(k) for k in state.board.keys[sites].tolist()} == {
                tuple(k) for k in around.keys.tolist()
            }
    assert state.anchor == -1


def test_a_board_that_only_grows_keeps_every_cell() -> None:
    cells = walk_table(HEXAGONAL, Zone(), 100)["cells"]
    assert cells.tolist() == [30 + 2 * n for n in range(101)]


def test_what_cannot_walk() -> None:
    for moves, tiles, message in (
        (-1, 12, "moves -1"),
        (True, 12, "moves True"),
        (10_001, 12, "moves 10001: choose a whole number from 0 to 10000"),
        (1, 1, "tiles 1"),
        (1, 100_000, "tiles 100000: choose a whole number from 2 to 1000"),
    ):
        with pytest.raises(InputError, match=message):
            walk_table(SQUARE, Zone(), moves, tiles)
    with pytest.raises(
        InputError, match="strategy 'fixed' of a walk: choose one of zone, zone-shrink"
    ):
        walk_table(SQUARE, Fixed(), 1)
    with pytest.raises(InputError, match="unknown strategy 'spiral': choose one of zone, zone-s"):
        walk_table(SQUARE, "spiral", 1)


def test_the_figure_shows_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.analysis.figures.chapter_7.WALK_MOVES", 1_000)
    table = FIGURES["walk-7.7"].table()
    figure = FIGURES["walk-7.7"].draw(table)
    top, middle, sizes = figure.axes
    assert top.get_title(loc="left") == "growing only: 78 cells after 24 moves"
    assert middle.get_title(loc="left") == "shrinking: 30 cells after 24 moves"
    assert top.get_xlim() == middle.get_xlim()
    growing, shrinking = (line.get_ydata() for line in sizes.lines)
    assert (len(growing), set(shrinking)) == (11, {30})
    assert growing[-1] == 2030


def test_walks_by_name_and_with_a_strategy_of_ones_own() -> None:
    by_name = walk_table("hexagonal", "zone", 5)
    assert by_name.equals(walk_table(HEXAGONAL, Zone(), 5))
    assert by_name.equals(walk_table("hexagonal", Zones(), 5))
    assert walk_table("square", "tests.strategies.own:Crosses", 5)["cells"].is_monotonic_increasing
    with pytest.raises(InputError, match="no cell lies ahead"):
        walk_table("square", Still(), 5)
