"""Points on the way where payoffs count at the end alone."""

from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.endings import scores_so_far
from tests.view.games import uncompiled


def test_what_kingdoms_count_so_far_is_shown_and_is_what_is_paid_in_the_end() -> None:
    session = Session(State(uncompiled("Kingdomino")), seed=2, forced=True)
    state = session.state
    assert scene_of(state).scores == ("0", "0")
    seen = []
    while state.outcome() is None:
        session.play(str(state.legal_moves[len(state.legal_moves) // 2]))
        seen.append(scores_so_far(state))
    assert len(set(seen)) > 5
    assert tuple(map(str, seen[-1])) == scene_of(state).scores
    told = [node.gains for node in session.tree.nodes]
    assert any(words.endswith(" points") for words in told)


def test_scores_are_scores_where_there_are_any() -> None:
    state = State(uncompiled("Carcassonne"))
    assert scores_so_far(state) == state.scores == (0, 0)
    assert scores_so_far(State(uncompiled("Tic-Tac-Toe"))) == ()


def test_to_begin_is_no_turn_where_nothing_else_can_be_done() -> None:
    session = Session(State(uncompiled("Kingdomino")), seed=2, forced=True)
    movers = [node.mover for node in session.tree.nodes[1:]]
    assert set(movers) == {0}
    assert Session(State(uncompiled("Minesweeper")), seed=2, forced=True).tree.here == 0
