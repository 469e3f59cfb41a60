"""Growth of boards after a move, by strategy."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.strategies import (
    STRATEGIES,
    Fixed,
    Perimeter,
    Strategy,
    Zone,
    first_dimension,
    smallest_board,
    strategy_of,
)
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, InputError, Tiling
from tests.boards import boards
from tests.strategies.own import CROSSES, Crosses

START = {"square": 1681, "hexagonal": 1261, "triangular": 1681}


def test_boards_to_start_from(tiling: Tiling) -> None:
    assert len(Fixed().start(tiling)) == START[tiling.name]
    assert len(Perimeter().start(tiling)) == len(Zone().start(tiling)) == 1
    for strategy in (Fixed(3), Perimeter(3), Zone(3)):
        assert strategy.start(tiling).keys.tolist() == Board.regular(tiling, 3).keys.tolist()


@given(boards(), st.integers(0, 10**6))
def test_a_fixed_board_never_grows(board: Board, move: int) -> None:
    before = len(board)
    new = Fixed()(board, move % before)
    assert (new.tolist(), new.dtype.kind, len(board)) == ([], "i", before)


@given(boards(), st.integers(0, 10**6))
def test_a_zone_is_what_surrounds_the_move(board: Board, move: int) -> None:
    other, site = board.copy(), move % len(board)
    assert Zone()(board, site).tolist() == other.grow_around(site).tolist()
    assert board.keys.tolist() == other.keys.tolist()


@given(boards(), st.integers(0, 10**6))
def test_a_contour_answers_moves_on_the_perimeter_alone(board: Board, move: int) -> None:
    other, site = board.copy(), move % len(board)
    new = Perimeter()(board, site)
    assert (len(new) > 0) == (site in other.perimeter)
    if len(new):
        assert new.tolist() == other.grow_contour().tolist()
    assert board.keys.tolist() == other.keys.tolist()


@pytest.mark.parametrize(
    ("tiling", "inner"), [(SQUARE, 12), (HEXAGONAL, 9), (TRIANGULAR, 13)], ids=str
)
def test_moves_inside_add_nothing(tiling: Tiling, inner: int) -> None:
    for strategy in STRATEGIES.values():
        board = Board.regular(tiling, {"square": 5, "hexagonal": 3, "triangular": 6}[tiling.name])
        before = len(board)
        assert (strategy(board, inner).tolist(), len(board)) == ([], before)


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
@pytest.mark.parametrize("site", [9, -1, 1.0, "0", None])
def test_moves_off_the_board_are_refused(strategy: Strategy, site: object) -> None:
    board = Board.regular(SQUARE, 3)
    with pytest.raises(InputError, match=r"site .* is not on the board: choose 0 to 8"):
        strategy(board, site)
    assert len(board) == 9


def test_sites_may_be_whole_numbers_of_numpy(tiling: Tiling) -> None:
    for strategy in STRATEGIES.values():
        board, other = Board.regular(tiling, 2), Board.regular(tiling, 2)
        assert strategy(board, np.uint8(0)).tolist() == strategy(other, 0).tolist()


@pytest.mark.parametrize("kind", [Fixed, Perimeter, Zone])
def test_strategies_are_values(kind: type[Fixed | Perimeter | Zone]) -> None:
    assert {kind(3): "three", kind(): "default"}[kind(dimension=3)] == "three"
    assert repr(kind(3)).startswith(f"{kind.__name__}(dimension=3")
    assert kind(3) not in {Fixed(3), Perimeter(3), Zone(3)} - {kind(3)}
    with pytest.raises(FrozenInstanceError):
        kind().dimension = 5
    for dimension in (0, -1, 1.5, "3"):
        with pytest.raises(InputError, match=r"dimension .*: choose a whole number"):
            kind(dimension).start(SQUARE)


def test_strategies_by_name() -> None:
    known = [Fixed(), Perimeter(), Zone(), Zone(shrink=True)]
    names = ["fixed", "perimeter", "zone", "zone-shrink"]
    assert [strategy_of(name) for name in names] == known
    assert [strategy_of(name.upper()) for name in names] == known
    assert [strategy_of(name).name for name in STRATEGIES] == list(STRATEGIES)
    assert list(STRATEGIES)[:4] == names
    for name in ("contour", "", None, []):
        with pytest.raises(InputError, match=r"strategy .*: choose one of fixed, perimeter"):
            strategy_of(name)


def test_strategies_as_objects_by_name_and_by_where_they_are() -> None:
    assert strategy_of("zone") == strategy_of(Zone()) == Zone()
    assert strategy_of(CROSSES) is strategy_of("tests.strategies.own:CROSSES") is CROSSES
    assert strategy_of("tests.strategies.own:Crosses") == Crosses()
    for wrong, reason in (
        ("contour", "unknown strategy 'contour': choose one of fixed"),
        ("nowhere.at.all:Zone", "cannot be imported: No module named 'nowhere'"),
        ("boardless.strategies:Nothing", "cannot be imported: .*no attribute 'Nothing'"),
        ("boardless.strategies:Rule", "cannot be made: .*missing 1 required"),
        (":", "cannot be imported: Empty module name"),
        ("boardless.strategies:STRATEGIES", "give an object with a name, a method start"),
        (Zone, "give an object with a name, a method start"),
        (print, "give an object with a name, a method start"),
        (None, "give an object with a name, a method start"),
    ):
        with pytest.raises(InputError, match=reason) as error:
            strategy_of(wrong)
        assert len(str(error.value).splitlines()) == 1


def test_strategies_take_tilings_by_name(tiling: Tiling) -> None:
    for strategy in (*STRATEGIES.values(), CROSSES):
        assert strategy.start(tiling.name).keys.tolist() == strategy.start(tiling).keys.tolist()
    assert first_dimension(tiling.name, 2) == first_dimension(tiling, 2)
    cells = [(0, 0, 0), (2, 1, 0)]
    by_name, by_object = (smallest_board(of, cells).keys for of in (tiling.name, tiling))
    assert by_name.tolist() == by_object.tolist()
