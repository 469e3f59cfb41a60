"""The scene of a seat: all that it may see, and nothing else."""

import json

import pytest

from boardless.games import compile, load
from boardless.play import State
from boardless.state import Action, Component, Equipment, FreeState, Hand, Move
from boardless.state.engine.actions import ADD, SET_COUNT, SET_HIDDEN, SET_ROTATION
from boardless.strategies import ZONE_APPEND
from boardless.topo import SQUARE, FixedBoard, InputError
from boardless.topo.layouts.lattice import rectangle
from boardless.view import scene_of
from boardless.view.boards import cells_of
from boardless.view.scene import patch, reason
from tests.view.games import patched, uncompiled

#: Names that must not turn up where they may not be seen.
SECRET = "Mine"

MOVING = """
(game "Steps" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each) (hand Each size:1)})
    (rules
        (start {(place "Man1" (handSite P1)) (place "Man2" (handSite P2))})
        (play (move (from (sites Hand Mover)) (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def hiding() -> FreeState:
    """A card of player 2 that player 1 may not see, turned, beside one that all see."""
    pieces = (Component("Open"), Component(SECRET, 2))
    state = FreeState(Equipment(SQUARE, pieces, hands=(Hand(2, ((2, 1),)),)), ZONE_APPEND)
    state.push(Move.add(1, 1, (0, 0, 0)))
    cell = (1, 0, 0)
    kinds = {ADD: 2, SET_ROTATION: 1, SET_HIDDEN: 1}
    state.push(Move(2, tuple(Action(kind, 0, cell, value) for kind, value in kinds.items())))
    return state


def test_a_scene_has_cells_pieces_and_choices() -> None:
    state = State(load("Andantino", jit=False))
    scene = scene_of(state)
    assert scene.title == "Andantino"
    assert len(scene.cells) == len(state.board)
    assert scene.piles == {"0,0": (1,), "1,0": (2,)}
    assert set(scene.moves) == {str(move) for move in state.legal_moves}
    for text, (places, what, rotation) in scene.moves.items():
        assert text == f"+{what}@{places[0]}"
        assert rotation == 0
    assert {len(shape) for shape in scene.ground.shapes} == {12}
    assert json.loads(json.dumps(scene.data()))["cells"].keys() == scene.cells.keys()


def test_cells_lie_where_the_board_has_them() -> None:
    state = State(load("Andantino", tiling="triangular", jit=False))
    scene = scene_of(state)
    for site in state.board:
        i, j, k = state.cell(site)
        name = f"{i},{j},{k}" if k else f"{i},{j}"
        shape, x, y = scene.cells[name]
        right, up = 100 * state.board.positions[site]
        assert (shape, x, y) == (k, pytest.approx(right, abs=0.51), pytest.approx(-up, abs=0.51))


def test_moves_from_a_hand_are_two_clicks() -> None:
    state = State(compile(MOVING, jit=False))
    scene = scene_of(state)
    assert [hand["places"] for hand in scene.hands] == [("h1.0",), ("h2.0",)]
    assert scene.piles["h1.0"] == (1,)
    assert scene.moves["1@h1.0>0,0"] == (("h1.0", "0,0"), 1, 0)


def test_refusals_name_pieces_and_no_places_of_the_program() -> None:
    state = State(uncompiled("Hive"))
    queen = next(p for p, pile in scene_of(state).piles.items() if pile == (1,))
    assert reason(state, queen) == (
        "Queen Bee cannot be played now: no queen is laid in the first turn; "
        "choose Spider, Beetle, Grasshopper or Ant"
    )
    assert reason(state, "1,0") == "this place is empty, and no rule lets player 1 play there now"
    state.push(next(iter(state.legal_moves)))
    lies = scene_of(state).last[0]
    assert reason(state, lies).startswith("Spider 1 of player 1 lies there, and no rule")


def test_only_the_seat_that_moves_has_choices() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    assert len(scene_of(state, 0).moves) == len(scene_of(state, 1).moves) == 9
    assert scene_of(state, 2).moves == {}
    assert scene_of(state, choices=False).moves == {}


def test_what_is_hidden_is_not_in_the_scene() -> None:
    state = hiding()
    covered = scene_of(state, 1)
    assert covered.piles["1,0"] == (0, 1)
    assert scene_of(state, 2).piles["1,0"] == scene_of(state).piles["1,0"] == (2, 1, 0, 1)
    assert covered.last == ("1,0",)


def test_stacks_are_counted() -> None:
    state = FreeState(Equipment(SQUARE, (Component("Chip"),)), ZONE_APPEND)
    cell = (0, 0, 0)
    state.push(Move(1, (Action(ADD, 0, cell, 1), Action(SET_COUNT, 0, cell, 4))))
    assert scene_of(state).piles == {"0,0": (1, 4)}


def test_past_states_are_shown_as_they_were() -> None:
    state = State(load("Andantino", jit=False))
    before = scene_of(state)
    state.push(next(iter(state.legal_moves)))
    assert scene_of(state.at(0)) == before
    assert scene_of(state).ply == 1


@pytest.mark.parametrize(
    ("state", "seat", "message"), [("x", 0, "give a State"), (None, 3, "seat 3: choose")]
)
def test_what_is_no_state_or_seat_is_refused(state: object, seat: int, message: str) -> None:
    shown = State(load("Tic-Tac-Toe", jit=False)) if state is None else state
    with pytest.raises(InputError, match=message):
        scene_of(shown, seat)  # type: ignore[arg-type]


def test_a_patch_makes_the_new_scene_of_the_old_one() -> None:
    state = State(load("Andantino", jit=False))
    old = scene_of(state).data()
    state.push(next(iter(state.legal_moves)))
    new = scene_of(state).data()
    changes = patch(old, new)
    assert patched(old, changes) == new
    assert patched(new, patch(new, old)) == old
    assert len(json.dumps(changes)) < 0.5 * len(json.dumps(new))
    assert patch(new, new) == {}


def test_boards_that_are_laid_out_have_a_shape_for_each_form() -> None:
    board = FixedBoard(rectangle(4, 3))
    shapes, cells = cells_of(board)
    assert shapes == ((50, 50, 50, -50, -50, -50, -50, 50),)
    assert [cells[site][0] for site in board] == [0] * 6
    assert len(set(cells.values())) == 6
