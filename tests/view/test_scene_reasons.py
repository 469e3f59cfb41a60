"""Refusals with the reason of a rule."""

from boardless.play import State
from boardless.view.scene import reason
from tests.view.games import uncompiled


def played(*held: str) -> State:
    """Return Hive after the first legal move of what lies on each of some places of hands."""
    state = State(uncompiled("Hive"))
    for place in held:
        state.push(next(move for move in state.legal_moves if f"@{place}>" in str(move)))
    return state


def told_on_board(state: State, player: int) -> list[str]:
    own = [
        cell for cell, what in state.pieces.items() if state.components[what - 1].owner == player
    ]
    return [reason(state, f"{i},{j}") for i, j, _ in own]


def test_why_a_queen_is_not_laid_first() -> None:
    told = reason(played(), "h1.0")
    begin = "Queen Bee cannot be played now: no queen is laid in the first turn; choose "
    assert told.startswith(begin)


def test_why_others_wait_for_the_queen() -> None:
    state = played("h1.1", "h2.1", "h1.5", "h2.5", "h1.8", "h2.8")
    assert "the queen has to be laid by the fourth turn; choose Queen Bee" in reason(state, "h1.3")
    assert any(it.endswith("bugs move once the queen is laid") for it in told_on_board(state, 1))


def test_why_a_bug_stays() -> None:
    state = played("h1.1", "h2.1", "h1.0", "h2.0")
    told = told_on_board(state, 1)
    assert any(it.endswith("it holds the hive together, or has just been moved") for it in told)
