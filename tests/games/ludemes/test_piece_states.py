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
    with pytest.raises(InputError, match=r"piece to turn, not \(sites Occupied \.\.\.\)"):
        turns("(move Set Rotation (to (sites Occupied by:Mover)))")


CONTROL = """(start {
    (place "A1" 0) (place "A2" (sites {1 4}) state:2 rotation:3 value:5) (place "B2" 7)
})"""
#: The numbers of sites are there where rules ask for them.
NUMBERED = (
    "(play (or {(move Set Rotation (to 8)) (move Pass (then (take Control RULE)))"
    " (move Pass (then (set State at:(value Piece at:0) 1)))}))"
)


@pytest.mark.parametrize(
    ("rule", "pieces"),
    [
        ("of:Next by:Mover", {0: 1, 1: 1, 4: 1, 7: 3}),
        ("of:Next by:Mover at:4", {0: 1, 1: 2, 4: 1, 7: 4}),
        ("of:2 by:1 to:(sites Bottom)", {0: 1, 1: 1, 4: 2, 7: 4}),
        ("of:All by:P2", {0: 2, 1: 2, 4: 2, 7: 4}),
        # Roles that are no single player find nothing.
        ("of:Enemy by:Mover", {0: 1, 1: 2, 4: 2, 7: 4}),
        ("of:Next by:Friend", {0: 1, 1: 2, 4: 2, 7: 4}),
    ],
)
def test_pieces_change_their_owner_and_keep_their_numbers(
    rule: str, pieces: dict[int, int]
) -> None:
    match = KernelsRun(before=CONTROL, play=NUMBERED.replace("RULE", rule))
    match.go(-1)
    assert match.pieces == pieces
    at = 1 + match.held + 4
    fields = match.arrays.fields
    assert [int(fields[n, at]) for n in (match.kernels.STATES, match.kernels.ROTATIONS)] == [2, 3]
    match.back()
    assert match.pieces == {0: 1, 1: 2, 4: 2, 7: 4}
