"""Tiles with paths: laying and turning them, sides that match, loops and lines."""

import pytest

from boardless.games import LudemeError
from boardless.games import compile as compile_text
from boardless.play import State
from boardless.state import Move

GAME = """(game "Paths" (players 2)
    (equipment {{(boardless {tiling}) {hand}
        (tile "Cross" {{(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)}})
        (tile "Curve" {{(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)}})
        {more}}})
    (rules {meta} {start} (play {play}) (end (if {end} (result Mover Win)))))"""
FIRST = '(move Add (piece "Cross") (to (centrePoint) (rotations N)))'
LAY = '(move Lay (piece {"Cross" "Curve"}) (to (sites Playable Orthogonal)))'
FORCED = LAY[:-1] + " forced:True)"


def game(play: str, end: str = "(= 1 2)", **more: str) -> State:
    """Return the game of a rule at its start."""
    parts = {"tiling": "Square", "hand": "", "more": "", "meta": "", "start": "", **more}
    return State(compile_text(GAME.format(play=play, end=end, **parts), jit=False))


def begun(play: str, end: str = "(= 1 2)", **more: str) -> State:
    """Return the game of a rule behind a cross in the centre, white from top to bottom."""
    state = game(f"(if (= (count Moves) 0) {FIRST} {play})", end, **more)
    (first,) = state.legal_moves
    state.push(first)
    return state


def put(state: State, *texts: str) -> State:
    """Make moves that begin with these texts."""
    for text in texts:
        (move,) = (move for move in state.legal_moves if str(move).startswith(text))
        state.push(move)
    return state


def beside(state: State, cell: tuple[int, int]) -> list[str]:
    """Return the moves whose first tile goes to a cell."""
    return sorted(str(move) for move in state.legal_moves if _first(move) == (*cell, 0))


def _first(move: Move) -> object:
    return move.actions[0].site


def test_a_tile_is_laid_in_every_way_that_fits() -> None:
    state = begun(LAY)
    # Beside a red side: the cross, and a curve with red at its left in two of four turns.
    assert beside(state, (1, 0)) == ["+1@1,0;1,0~0", "+2@1,0;1,0~0", "+2@1,0;1,0~2"]
    assert beside(state, (1, 1)) == []
    assert len(state.legal_moves) == 12


def test_kinds_of_tiles_may_be_left_out() -> None:
    state = begun('(move Lay (piece "Curve") (to (sites Playable Orthogonal)))')
    assert beside(state, (1, 0)) == ["+2@1,0;1,0~0", "+2@1,0;1,0~2"]


def test_what_is_forced_is_laid_in_the_same_move() -> None:
    free, forced = (put(begun(play), "+1@1,0") for play in (LAY, FORCED))
    assert {str(move).count("+") for move in free.legal_moves} == {1}
    chosen = [move for move in forced.legal_moves if str(move).startswith("+2@0,-1;0,-1~0")]
    assert [str(move) for move in chosen] == ["+2@0,-1;0,-1~0;+2@1,-1;1,-1~6"]


#: A game of thirteen more moves, and the tile that is forced behind them to have no place.
GAP = (
    "+2@0,1;0,1~4", "+1@1,1;1,1~0", "+2@2,1;2,1~0", "+2@1,2;1,2~4", "+1@0,2;0,2~2",
    "+1@2,0;2,0~2", "+2@0,-1;0,-1~0", "+2@3,0;3,0~4", "+1@0,-2;0,-2~2", "+1@2,2;2,2~0",
    "+2@3,-1;3,-1~6", "+1@4,-1;4,-1~0", "+2@3,-2;3,-2~2",
)  # fmt: skip


def test_a_move_after_which_nothing_fits_is_not_legal() -> None:
    state = put(begun(FORCED), *GAP)
    # Of the three tiles that fit, the curve that is turned by 6.
    assert [text[:14] for text in beside(state, (2, -2))] == ["+1@2,-2;2,-2~0", "+2@2,-2;2,-2~4"]


def test_a_tile_matches_what_lies_beside() -> None:
    placed = '(move Add (piece "Curve") (to (sites Playable Orthogonal) (rotations Orthogonal)))'
    free = begun(placed)
    assert len(beside(free, (1, 0))) == 4
    matching = begun(f"(do {placed} ifAfterwards:(is SidesMatch))")
    assert beside(matching, (1, 0)) == ["+2@1,0;1,0~0", "+2@1,0;1,0~2"]


def test_copies_stay_where_they_are_and_are_turned() -> None:
    state = game(
        "(move (from (handSite Shared)) (to (centrePoint) (rotations {E W})) copy:True)",
        hand="(hand Shared)",
        start='(start (place "Curve" (handSite Shared)))',
    )
    assert sorted(map(str, state.legal_moves)) == ["+2@0,0;0,0~2", "+2@0,0;0,0~6"]
    state.push(next(iter(state.legal_moves)))
    assert state.pieces == {(0, 0, 0): 2}
    assert state.containers[1].chunk("what").nonzero() == {0: 2}


def test_a_move_that_is_alone_is_made_by_itself() -> None:
    place = "(to (sites Playable Orthogonal) (rotations {}))"
    tiles = f'(or (move Add (piece "Cross") {place.format("{N E}")})'
    tiles += f' (move Add (piece "Curve") {place.format("Orthogonal")}))'
    state = begun(f"(do {tiles} ifAfterwards:(is SidesMatch))", meta="(meta (automove))")
    put(state, "+1@1,0")
    assert beside(state, (0, -1))[-1] == "+2@0,-1;0,-1~6"
    assert beside(state, (0, -1))[1] == "+2@0,-1;0,-1~0;+2@1,-1;1,-1~6"


def test_a_loop_of_a_path() -> None:
    corners = ("+2@0,-1;0,-1~6", "+2@1,-1;1,-1~0", "+2@1,-2;1,-2~2")
    state = put(begun(LAY, "(is Loop 2 path:True)"), *corners)
    assert state.outcome() is None
    assert put(state, "+2@0,-2;0,-2~4").outcome() is not None
    other = put(begun(LAY, "(is Loop 1 path:True)"), *corners, "+2@0,-2;0,-2~4")
    assert other.outcome() is None


@pytest.mark.parametrize(("length", "ended"), [(3, True), (4, False)])
def test_a_path_from_side_to_side(length: int, ended: bool) -> None:
    state = put(begun(LAY, f"(is Across {length} 2)"), "+1@1,0", "+1@2,0")
    assert (state.outcome() is not None) == ended


def test_a_path_that_does_not_reach_the_outermost_side() -> None:
    state = put(begun(LAY, "(is Across 3 2)"), "+1@0,1", "+2@1,0;1,0~0", "+1@-1,0")
    assert state.outcome() is None


@pytest.mark.parametrize(("far", "ended"), [(3, True), (4, False)])
def test_how_far_a_path_leads(far: int, ended: bool) -> None:
    # Three tiles in a row, and the empty cell beyond them: three columns from the last tile.
    state = put(begun(LAY, f"(>= (pathExtent 2) {far})"), "+1@1,0", "+1@2,0")
    assert (state.outcome() is not None) == ended


def test_rows_and_columns_with_pieces() -> None:
    within = "(and (<= (span Columns (to)) 2) (<= (span Rows (to)) 1))"
    state = begun(LAY[:-2] + f" if:{within}))")
    assert {_first(move) for move in state.legal_moves} == {(1, 0, 0), (-1, 0, 0)}
    put(state, "+1@1,0")
    assert [str(move) for move in state.legal_moves] == ["pass"]


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ('(move Lay (piece "Disc") (to (sites Playable)))', "expected tiles with paths"),
        ('(move Add (piece "Cross") (to (centrePoint) (rotations NE)))', "expected Orthogonal"),
        ("(move Lay (piece 1) (to (sites Playable)))", "expected tiles by their names"),
        (LAY.replace("Orthogonal", "Diagonal"), "expected Adjacent or Orthogonal"),
    ],
)
def test_what_cannot_be_laid(play: str, message: str) -> None:
    with pytest.raises(LudemeError, match=message):
        game(play, more='(tile "Disc")')


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("(path from:0 to:4 colour:1)", "expected sides 0 to 3"),
        ("(path from:0 to:2 colour:0)", "colours from 1"),
        ("(path from:0 to:0 colour:1)", "at most one path from each side"),
        (
            "{(path from:0 to:1 colour:1) (path from:1 to:2 colour:1)}",
            "at most one path from each side",
        ),
        ("(path from:0 to:1 colour:1 slotsFrom:1)", "one slot each"),
    ],
)
def test_paths_that_cannot_be_followed(tile: str, message: str) -> None:
    with pytest.raises(LudemeError, match=message):
        game(LAY, more=f'(tile "Odd" {tile})')


def test_tiles_with_paths_lie_on_squares_and_hexagons() -> None:
    with pytest.raises(LudemeError, match="grows by squares or hexagons"):
        game(LAY, tiling="T488")
    with pytest.raises(LudemeError, match="grows by squares"):
        game(LAY, "(is Across 3)", tiling="Hexagonal")
