"""Forms that read which cells a growing board has, or lead over cells that it does not have yet."""

import pytest

from boardless import games
from boardless.play import State
from tests.themes.forms import OF_CELLS, OVER_GAPS, Form
from tests.themes.kinds_of_board import GROWING, SAME, on_its_cells, with_room

#: Moves that lead away from the start, after which cells are missing between the pieces.
ARMS = 10


@pytest.mark.parametrize("form", OF_CELLS, ids=lambda form: form.text)
def test_a_growing_board_is_a_fixed_board_of_its_cells(form: Form) -> None:
    assert on_its_cells(form, "Square", plies=2, tries=2) == SAME


@pytest.mark.parametrize("form", OVER_GAPS, ids=lambda form: form.text)
def test_ways_lead_over_cells_that_are_missing(form: Form) -> None:
    assert with_room(form, ARMS, plies=2) == SAME


@pytest.mark.slow
@pytest.mark.parametrize("tiling", GROWING)
@pytest.mark.parametrize("form", OF_CELLS, ids=lambda form: form.text)
def test_a_board_of_any_tiling_is_a_fixed_board_of_its_cells(form: Form, tiling: str) -> None:
    assert on_its_cells(form, tiling) == SAME
    if tiling == "Square":
        assert on_its_cells(form, tiling, ARMS) == SAME


LISTED = """(game "Listed" (players 2)
    (equipment { (boardless Square) (piece "A" Each) })
    (rules
        (start (place "A1" (centrePoint)))
        (play (move Add (to (sites Around (sites Occupied by:All) Empty))))
        (end (if (= N (count Sites in:(sites Playable))) (result Mover Win)))))"""


@pytest.mark.parametrize(("number", "wins"), [(0, 0), (8, 0), (10, 4), (12, 4)])
def test_ends_count_the_playable_sites(number: int, wins: int) -> None:
    """Beside a piece there are 10 empty cells for two in a row, and 12 for two that touch."""
    state = State(games.compile(LISTED.replace("N", str(number)), jit=False))
    found = 0
    for move in list(state.legal_moves):
        state.push(move)
        found += state.outcome() is not None
        state.pop()
    assert found == wins


TEAMS = """(game "Teams" (players 2)
    (equipment { (boardless Square) (piece "A" Each) })
    (rules
        (start (place "A1" (centrePoint)))
        (play (move Add (to (sites Around (sites Occupied by:All) Empty))))
        (end (if (is In (last To) (forEach Team (sites Occupied by:TeamMover)))
            (result Mover Win)))))"""


def test_a_growing_game_without_teams_may_ask_for_them() -> None:
    state = State(games.compile(TEAMS, jit=False))
    state.push(state.legal_moves[0])
    assert state.outcome() is None


@pytest.mark.parametrize("board", ["(board (square 3))", "(boardless Square)"])
def test_the_last_move_came_from_where_it_was_added(board: str) -> None:
    text = LISTED.replace("(boardless Square)", board).replace(
        "(= N (count Sites", "(= 1 (count Sites"
    )
    state = State(games.compile(text.replace("Playable", "LastFrom"), jit=False))
    state.push(state.legal_moves[0])
    assert state.outcome() is not None
