"""Entries of Ludii's lists of pieces that stand for none, as moves of pieces that are not there.

Ludii's `ActionPromote`, `ActionMoveN` and `ActionRemoveLevel` leave them behind; its recorded games
of MensaSpiel, Len Doat, Kiuthi and Fenix are the proof, these texts show the rule.
"""

import pytest

from tests.games.compiler.kernels_run import KernelsRun

#: Pieces A add to site 7, pieces B to site 8.
PIECES = '(piece "A" Each (move Add (to (sites {7})))) (piece "B" Each (move Add (to (sites {8}))))'
#: First something is done, then a player has the moves of his pieces.
PLAY = "(play (if (= (count Moves) 0) {} (forEach Piece {})))"


def run(start: str, then: str, player: str, around: str = "{}") -> KernelsRun:
    """Return a game whose first move has consequences, after it."""
    select = f"(move Select (from (sites {{0}})) (then {then}))"
    play = PLAY.format(around.format(select), player)
    return KernelsRun(pieces=PIECES, before=f"(start {start})", play=play)


@pytest.mark.parametrize(("pile", "targets"), [('"A1"', [7, 8]), ('"A2" "A1"', [8])])
def test_a_promoted_piece_that_stands_alone_stays_on_its_list(
    pile: str, targets: list[int]
) -> None:
    match = run(f"(place Stack items:{{{pile}}} 0)", '(promote 0 (piece "B") P1)', "P1")
    match.go(0)
    assert match.targets() == targets
    match.back()
    assert match.targets() == [0]
    match.go(0)
    assert match.targets() == targets


def test_pieces_moved_onto_others_of_their_component_are_listed_again() -> None:
    moved = run('(place "A1" (sites {0 1}))', "(fromTo (from 0) (to 1) count:1)", "P1")
    moved.go(0)
    assert moved.targets() == [7, 7]


@pytest.mark.parametrize(("count", "target"), [(1, 8), (2, 7)])
def test_a_site_on_a_list_is_everybodys(count: int, target: int) -> None:
    """Nobody has a piece on site 1 in the end; it is listed still if one came to another there."""
    first = f"(move Select (from (sites {{0}})) (then (fromTo (from 0) (to {count}) count:1)))"
    then = "(fromTo (from 1) (to 3) count:(count at:1))"
    second = f"(move Select (from (sites {{1}})) (then {then}))"
    asked = "(if (no Pieces All in:(sites {1})) (move Add (to 7)) (move Add (to 8)))"
    match = KernelsRun(
        before='(start (place "A1" (sites {0 1})))',
        play=f"(play (if (= (count Moves) 0) {first} (if (= (count Moves) 1) {second} {asked})))",
    )
    match.go(0, 1)
    assert 1 not in match.pieces
    assert match.targets() == [target]


@pytest.mark.parametrize(
    ("pile", "targets"), [('"A2"', [-1]), ('"A2" "A2"', [7]), ('"A2" "A2" "B2"', [7])]
)
def test_levels_that_a_tried_move_removes_go_in_ascending_order(
    pile: str, targets: list[int]
) -> None:
    """Every second one is not found where it was, and stays on its list."""
    start = f'{{(place Stack items:{{{pile}}} 1) (place Stack items:{{"B1"}} 0)}}'
    then = "(remove 1 at:EndOfTurn count:(size Stack at:1))"
    match = run(start, then, "P2", "(max Moves {})")
    match.go(0)
    assert match.pieces == {0: 3}
    assert match.targets() == targets
