"""Moves in words, as far as who reads them has seen what was moved."""

from boardless.games import load
from boardless.play import State
from boardless.view import Session
from boardless.view.words import Reader, move_words
from tests.view.games import uncompiled


def words(name: str, text: str) -> str:
    state = State(uncompiled(name))
    return move_words(state.parse(text), Reader.of(state, {}))


def test_tiles_are_named_with_their_turn_and_who_stands_on_them() -> None:
    state = State(uncompiled("Carcassonne"))
    state.push(state.parse("*0"))
    told = {move_words(move, Reader.of(state, {})) for move in state.legal_moves}
    assert "Monastery With Road to 0,1, a follower on the monastery" not in told  # a road is needed
    assert "Monastery With Road to 1,0, turned 90°, a follower on the monastery" in told
    assert not any("@" in one or ";" in one for one in told)


def test_moves_of_every_form_have_words() -> None:
    assert words("Tic-Tac-Toe", "+1@0,0") == "Disc to B2"
    assert words("Hive", "3@h1.1>0,0") == "Spider 1 to 0,0"
    assert words("Uno", "pass") == "Take a card, or keep it"
    assert words("Kingdomino", "@h1.0") == "Draw"
    assert words("Trax", "+1@0,1;0,1~0;+2@1,1;1,1~2") == "Cross to 0,1, and 1 more"
    state = State(load("Hex", options=["Swap/On"], jit=False))
    state.push(state.parse("+1@0,0"))
    assert move_words(state.parse("=2"), Reader.of(state, {})) == "Swap seats"


def test_who_did_not_see_a_domino_reads_nothing_of_it() -> None:
    session = Session(State(uncompiled("Block")), seed=1, forced=True)
    nodes = session.tree.nodes
    dealt = [node for node in nodes if node.mover and node.mover == 1 and node.ply < 28]
    assert len(dealt) == 7
    for node in dealt:
        assert node.words[2] == "something to hand of player 1"
        assert node.words[1] != node.words[2]
        assert node.words[1].endswith(" to hand of player 1")
    session.play(next(iter(map(str, session.state.legal_moves))))
    laid = nodes[session.tree.path()[-1]]
    assert laid.words[1] == laid.words[2]  # it lies on the table
