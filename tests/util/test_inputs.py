"""Input from people: whole numbers, and names whatever their case."""

from typing import Any

import numpy as np
import pytest

from boardless.games.game_technique import game_technique
from boardless.strategies import strategy_of, technique_of
from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    Board,
    InputError,
    as_integer,
    integer_between,
    polyforms,
    tiling_named,
)


class Index:
    """A whole number of somebody's own."""

    def __index__(self) -> int:
        """Return it."""
        return 7


@pytest.mark.parametrize("value", [7, np.int8(7), np.uint64(7), np.array(7), Index()])
def test_whatever_has_an_index_is_whole_and_becomes_an_int(value: Any) -> None:
    """NumPy's integers of every width are numbers like any other."""
    for found in (as_integer(value), integer_between(value, "moves", 7, 7)):
        assert type(found) is int
        assert found == 7


@pytest.mark.parametrize(
    "value", [True, np.True_, 7.0, "7", None, (7,), np.array([7, 7]), np.float64(7), 7j, "\n7"]
)
def test_what_is_not_whole_is_refused_in_one_line(value: Any) -> None:
    """Neither truth values nor floats that happen to be whole are taken."""
    assert as_integer(value) is None
    with pytest.raises(InputError, match=r"moves .*: choose a whole number from 1 to 9$") as error:
        integer_between(value, "moves", 1, 9)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "value", [0, 10, -1, pytest.param(-(10**9000), id="huge"), pytest.param("x" * 9999, id="long")]
)
def test_what_is_out_of_range_is_refused_in_a_short_line(value: Any) -> None:
    """A number of thousands of digits is not printed whole."""
    with pytest.raises(InputError, match=r"^moves .*: choose a whole number from 1 to 9$") as error:
        integer_between(value, "moves", 1, 9)
    assert len(str(error.value)) < 100


def test_a_reason_ends_the_line() -> None:
    """It says why no more is allowed."""
    with pytest.raises(InputError, match=r"^moves 12: choose a whole number from 0 to 9, it is so"):
        integer_between(12, "moves", 0, 9, "it is so")


def test_every_door_of_the_plane_takes_whole_numbers_of_any_kind() -> None:
    """Sites, keys, versions, slots, dimensions and sizes may come out of an array."""
    board = Board.regular(SQUARE, np.int16(3))
    assert board.key(np.uint8(4)) == (1, 1, 0)
    assert board.find((Index(), np.int64(0), np.array(0))) == -1
    assert len(board.at(np.int32(4))) == 4
    large = Board.regular(SQUARE, 20)
    assert len(large.perimeter) == 76
    large.shrink(np.uint8(200))
    assert (large.version, len(large.perimeter)) == (200, 56)
    assert board.walk(0, np.int64(0)).tolist() == board.walk(0, 0).tolist()
    assert len(polyforms(HEXAGONAL, np.int8(2), "free")) == 1


def test_no_door_of_the_plane_takes_truth_values() -> None:
    """True is not the site 1."""
    board = Board.regular(SQUARE, 3)
    for refused in (
        lambda: board.key(True),
        lambda: board.find((True, 0, 0)),
        lambda: board.at(True),
        lambda: board.walk(0, True),
        lambda: Board.regular(SQUARE, True),
        lambda: polyforms(SQUARE, True),
    ):
        with pytest.raises(InputError, match="True"):
            refused()
    assert True not in board
    assert np.int8(1) in board


NAMED = [
    (tiling_named, "Square", "square", "unknown tiling"),
    (tiling_named, "OCTAGON-square", "4.8.8", "unknown tiling"),
    (strategy_of, "ZONE-shrink", "zone-shrink", "unknown strategy"),
    (technique_of, "Zone-Append", "ZONE-APPEND", "unknown technique"),
    (game_technique, "base-kept", "BASE-KEPT", "unknown technique"),
]


@pytest.mark.parametrize(("find", "name", "same", "message"), NAMED)
def test_names(find: Any, name: str, same: str, message: str) -> None:
    assert find(name) == find(same)
    for bad in (f"{name}x", "", 7, None, [name], "x" * 500):
        with pytest.raises(InputError, match=f"^{message} .*: .*choose one of ") as error:
            find(bad)
        assert "\n" not in str(error.value)
