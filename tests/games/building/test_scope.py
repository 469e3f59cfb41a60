"""Scopes: roles and sites bound where a move is found, not where it is made."""

import pytest

from boardless.games.building.scope import ScopeMode
from boardless.games.compiler.rules import RuleFunctions
from boardless.games.language.errors import LudemeError
from boardless.games.ludemes.literals import Constant
from boardless.ir.expressions import Int, Site
from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

#: What makes a game one with effects.
THEN = "(then (set Var 1))"


def test_who_moves_is_whose_pieces_are_gone_through_until_the_move_is_made() -> None:
    """Beside a move of the other player's piece he is the mover; in what follows he is not."""
    to = '(to if:(is Empty (to)) (apply (set Var "beside" (mover))))'
    step = f'(move Step {to} (then (set Var "behind" (mover))))'
    run = KernelsRun(before='(start (place "A2" 4))', play=f"(play (forEach Piece {step} P2))")
    run.go(1)
    assert run.values(run.kernels.VARIABLE_SET) == [2, 1]


def test_the_direction_of_a_step_is_seen_from_where_it_is_asked_for() -> None:
    """From 0 site 4 is to the north-east; from 3, where the piece is that steps, to the east."""
    step = "(move Step (from 3) (directions Cell from:(from) to:4) (to if:(is Empty (to))))"
    before = '(start {(place "A1" 0) (place "A2" 3)})'
    assert KernelsRun(before=before, play=f"(play (forEach Piece {step}))").targets() == [7]


@pytest.mark.parametrize(("held", "targets"), [("", [0, 1, 2, 3, 5, 6, 7, 8]), ("1", [-1])])
def test_regions_of_containers_are_joined(held: str, targets: list[int]) -> None:
    hands = (
        '(union (sites Occupied by:P1 container:"Hand") (sites Occupied by:P2 container:"Hand"))'
    )
    start = f'(place "A{held}" "Hand{held}")' if held else ""
    run = KernelsRun(
        more="(hand Each)",
        before=f'(start {{(place "A1" 4) {start}}})',
        play=f"(play (move Add (to (sites Empty) if:(= 0 (count Sites in:{hands}))) {THEN}))",
    )
    assert run.targets() == targets


def test_a_site_of_the_board_is_in_no_hand() -> None:
    on_board = '(is In 4 (sites Occupied by:P1 container:"Hand"))'
    run = KernelsRun(
        more="(hand Each)",
        before='(start (place "A1" 4))',
        play=f"(play (move Add (to (sites Empty) if:{on_board}) {THEN}))",
    )
    assert run.targets() == [-1]


def test_what_is_done_beside_asks_for_what_is_pending_still() -> None:
    beside = "(apply if:(is Pending) (set Var 7))"
    then = "(then (if (is Mover P1) (set Pending)))"
    run = KernelsRun(play=f"(play (move Add (to (sites Empty) {beside}) {then}))")
    found = []
    for site in (0, 1, 2, 3):
        run.go(site)
        found.append(run.values(run.kernels.TEMPORARY_SET))
    assert found == [[], [7], [], [7]]


def test_nothing_follows_from_what_is_added_no_times() -> None:
    add = '(add (to 3) count:0 (then (set Var "x" 5)))'
    run = KernelsRun(play=f"(play (move Add (to (sites Empty)) (then {add})))")
    run.go(0)
    assert run.values(run.kernels.VARIABLE_SET) == []


def test_there_are_as_many_passes_at_the_end_as_players() -> None:
    """The first has won when the board is full; of the two others one passes twice."""
    run = KernelsRun(
        board="(rectangle 1 4)", players=3, end="(end (if (is Line 2) (result Mover Win)))"
    )
    assert run.go(0, 2, 3, 1, -1, -1) == -1
    assert run.go(-1) == 1


def test_a_ludeme_may_bind_a_name_of_its_own() -> None:
    model = game_of(
        board="(square 3)", play=f"(play (move Add (to (sites Empty)) {THEN}))"
    ).module.model
    assert model.layout is not None
    outer, node = RuleFunctions(model, model.layout).scope(), Constant(1)
    to, doubled = Site.named("to"), Int.of(6)
    inner = outer.binding(to=to, doubled=doubled, kind="Cell").switched(ScopeMode.HELD)
    assert (inner.to, inner.kind, inner.modes) == (to, "Cell", ScopeMode.HELD)
    assert inner.bound_integer("doubled", node) is doubled
    assert outer.names == inner.binding(to=None, doubled=None).names == {}
    # A function of its own has other statements, and no name that only its caller has.
    other = inner.binding(left_level=doubled).elsewhere(to=None)
    assert other.out is not inner.out
    assert other.names == {"doubled": doubled}
    with pytest.raises(LudemeError, match="has no meaning here"):
        outer.bound_integer("doubled", node)
