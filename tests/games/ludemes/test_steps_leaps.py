"""Moves of pieces where the board grows: where they look, over what is missing, and leaps."""

import pytest

from boardless.games import compile
from boardless.games.language.errors import LudemeError
from boardless.play import State

Ends = set[tuple[int, int]]


def played(piece: str, start: str = "", *, tiling: str = "Square", rules: str = "") -> State:
    """Return a game of men that begin where the start says, the first player's move."""
    return State(
        compile(
            f"""(game "Men" (players {{(player N) (player S)}})
                (equipment {{(boardless {tiling}) (piece "A" Each {piece})}})
                (rules (start {{(place "A1" (centrePoint)) {start}}})
                    (play {rules or "(forEach Piece)"}) (end (if (= 1 2) (result Mover Win)))))""",
            jit=False,
        )
    )


def ends(state: State) -> Ends:
    """Return where the legal moves go."""
    return {move.cell[:2] for move in state.legal_moves if move.cell is not None}


def push_to(state: State, place: tuple[int, int]) -> None:
    """Make the legal move that goes to a place and comes from nowhere."""
    (move,) = [
        m for m in state.legal_moves if m.cell and m.cell[:2] == place and len(m.actions) == 1
    ]
    state.push(move)


@pytest.mark.parametrize(
    ("ways", "first", "second"),
    [
        ("Forward", {(0, 1)}, {(0, -1)}),
        ("(directions {FR FL})", {(1, 1), (-1, 1)}, {(1, -1), (-1, -1)}),
        ("(directions {Rightward} of:Orthogonal)", {(1, 0)}, {(-1, 0)}),
    ],
)
def test_a_player_looks_somewhere(ways: str, first: Ends, second: Ends) -> None:
    steps = f"(move Step {ways} (to if:(is Empty (to))))"
    assert ends(played(steps)) == first
    other = played(steps.replace("(move Step", "(move Step (from (centrePoint))"), rules=(
        '(if (is Mover P1) (move Promote (centrePoint) (piece "A2")) (forEach Piece))'
    ))  # fmt: skip
    other.push(next(iter(other.legal_moves)))
    assert ends(other) == second


@pytest.mark.parametrize(
    ("detail", "reached"),
    [
        ("", {(1, 3), (4, 3)}),
        ("(between (range 2 5))", {(4, 3)}),
        ("(between (range 1 3))", {(1, 3)}),
        ("(between if:(< 0 (count Sites in:(sites Around (between) NotEmpty))))", {(1, 3)}),
    ],
)
def test_slides_pass_what_is_missing(detail: str, reached: Ends) -> None:
    rules = f"(or (move Add (to (sites Playable))) (move Slide (from (last To)) E {detail}))"
    state = played("", rules=rules.replace("(to (sites", '(piece "A1") (to (sites'))
    rim = [(x, 0) for x in range(1, 6)] + [(5, y) for y in (1, 2, 3)] + [(0, y) for y in (1, 2, 3)]
    for place in rim:
        push_to(state, place)
    slides = [move for move in state.legal_moves if len(move.actions) > 1]
    assert {move.cell[:2] for move in slides if move.cell} == reached


def test_leaps_end_where_there_is_a_cell() -> None:
    leap = "(move Leap (from (centrePoint)) {{F F R F} {F F L F}} (to if:(is Empty (to))))"
    assert ends(played(leap)) == set()
    state = played(leap, '(place "A1" (ahead (centrePoint) NE))')
    around = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
    assert ends(state) == around & {key[:2] for key in map(state.board.key, state.board)} != set()


def test_leaps_across_hexagons() -> None:
    leap = "(move Leap (from (centrePoint)) {{F F}} (to if:(is Empty (to))))"
    state = played(leap, '(place "A1" (ahead (centrePoint) E))', tiling="Hexagonal")
    assert ends(state) == {(2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2), (2, -2)}


def test_leaps_need_cells_of_one_kind() -> None:
    with pytest.raises(LudemeError, match="one kind"):
        played("(move Leap {{F F}} (to if:(is Empty (to))))", tiling="Triangular")
