"""The pieces that have won: a line, a chain between two sides, a ring."""

from boardless.games import load
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


def test_a_chain_between_two_sides_is_shown_without_its_branches() -> None:
    state = State(load("Hex", ["Board Size/7x7"], jit=False))
    # From side to side, and two more stones that hang on to it.
    chain = ["0,-3", "0,-2", "0,-1", "0,0", "0,1", "0,2", "0,3"]
    for own, other in zip(["1,0", "-1,-1", *chain], range(9), strict=True):
        state.push(state.parse(f"+1@{own}"))
        if state.outcome() is None:
            state.push(state.parse(f"+2@{_FAR[other]}"))
    assert {*scene_of(state).won} == {*chain}


#: Places of a board of 7 by 7 that are not in the way.
_FAR = ("3,-3", "4,-3", "5,-3", "6,-3", "3,-2", "4,-2", "5,-2", "-6,3", "-5,3")


def test_a_ring_is_shown_around_what_it_encloses() -> None:
    moves = ("1,-1", "0,-1", "0,1", "1,-2", "2,-1", "2,-2", "2,0", "-1,1", "1,1")
    texts = [f"+{1 + n % 2}@{place}" for n, place in enumerate(moves)]
    ring = {"1,-1", "2,-1", "0,0", "2,0", "0,1", "1,1"}
    assert won("Andantino", *texts[:-1]) == ()
    assert {*won("Andantino", *texts)} == ring


def test_a_line_on_triangles_goes_on_across_edges_and_corners_in_turn() -> None:
    state = State(load("Andantino", ["Tiling/Triangular"], jit=False))
    moves = ("1,-1,1", "0,-1,1", "1,-1", "1,0", "2,0", "2,1", "0,-2,1", "1,1", "3,0", "0,-1")
    for n, place in enumerate(moves):
        state.push(state.parse(f"+{1 + n % 2}@{place}"))
    assert scene_of(state).won == ("0,-1", "0,-1,1", "1,0", "1,0,1", "2,1")
