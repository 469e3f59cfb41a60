"""Moves that turn pieces where they stand."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.kernels_run import KernelsRun

START = '(start { (place "A1" 4 rotation:2) (place "A2" 0) })'
NEVER = "previous:False next:False"


def turns(rule: str) -> list[int]:
    """Return the rotations to which a rule turns the piece in the middle; squares have 8."""
    match = KernelsRun(before=START, play=f"(play {rule})")
    found = []
    for row in match.rows():
        assert row[1] == row[2] == 5 + match.held
        match.make(row)
        found += match.values(match.kernels.ROTATION_SET)
        match.back()
    return found


@pytest.mark.parametrize(
    ("more", "rotations"),
    [
        ("", [1, 3]),
        ("next:False", [1]),
        ("previous:False", [3]),
        ("{5 7}", [5, 7, 1, 3]),
        (f"{{0 6}} {NEVER}", [0, 6]),
        (f"(+ 1 (rotation at:4)) {NEVER}", [3]),
    ],
)
def test_a_piece_is_turned(more: str, rotations: list[int]) -> None:
    assert turns(f"(move Set Rotation (to 4) {more})") == rotations
    assert turns(f"(forEach Piece (move Set Rotation {more}))") == rotations


def test_behind_the_last_direction_comes_the_first() -> None:
    once = "(move Set Rotation (to 0) {}:False)"
    for never, rotations in (("previous", [*range(1, 8), 0]), ("next", [*range(7, 0, -1), 0])):
        match = KernelsRun(before=START, play=f"(play {once.format(never)})")
        found = []
        for _ in rotations:
            match.go(0)
            found += match.values(match.kernels.ROTATION_SET)
        assert found == rotations


def test_one_piece_is_turned_at_a_time() -> None:
    with pytest.raises(InputError, match=r"piece is turned, not \(sites Occupied \.\.\.\)"):
        turns("(move Set Rotation (to (sites Occupied by:Mover)))")
