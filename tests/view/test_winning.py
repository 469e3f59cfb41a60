"""The line that has won."""

from boardless.play import State
from boardless.view import scene_of
from tests.view.games import uncompiled


def won(name: str, *moves: str) -> tuple[str, ...]:
    state = State(uncompiled(name))
    for move in moves:
        state.push(state.parse(move))
    return scene_of(state).won


def test_a_line_is_shown_when_it_has_won() -> None:
    moves = ("+1@0,0", "+2@1,0", "+1@0,1", "+2@1,1", "+1@0,-1")
    assert won("Tic-Tac-Toe", *moves[:4]) == ()
    assert won("Tic-Tac-Toe", *moves) == ("0,-1", "0,0", "0,1")


def test_two_lines_through_one_place() -> None:
    first = ("-1,0", "1,0", "0,-1", "0,1", "0,0")
    second = ("-1,-1", "-1,1", "1,-1", "1,1")
    order = [place for pair in zip(first, second, strict=False) for place in pair] + ["0,0"]
    moves = [f"+{1 + n % 2}@{place}" for n, place in enumerate(order)]
    assert len(won("Tic-Tac-Toe", *moves)) == 5
