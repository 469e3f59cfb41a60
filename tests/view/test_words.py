"""Moves in words, as far as who reads them has seen what was moved."""

from random import Random

from boardless.agents.determinization import observation
from boardless.games import load
from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.words import Reader, move_words
from tests.agents.redraws import begun
from tests.view.games import SCORING, uncompiled


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
    assert words("Tic-Tac-Toe", "+1@0,0") == "Disc to b2"
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


def test_lists_say_which_domino_a_king_took_and_what_was_turned_up() -> None:
    session = Session(State(uncompiled("Kingdomino")), seed=1, forced=True)
    nodes = session.tree.nodes
    told = [nodes[number].words[0] for number in session.tree.path()]
    assert any(one.endswith("4 tiles are turned up in next line") for one in told)
    assert any(one.startswith("order of this line: player ") for one in told)
    text, (places, *_) = next(iter(scene_of(session.state).moves.items()))
    lies = scene_of(session.state).piles[f"h1.{int(places[-1][3:]) - 8}"][0]
    session.play(text)
    king = nodes[session.tree.path()[-1]]
    assert king.words[0] == f"King on {scene_of(session.state).kinds[lies - 1]['title']}"
    assert king.words[0].split()[-1].isdecimal()  # dominoes are in order of their numbers


def test_lists_say_what_a_move_brought_to_whom_and_where() -> None:
    session = Session(State(uncompiled(SCORING)))
    session.play(next(iter(scene_of(session.state).moves)))
    session.undo()
    session.redo()
    panel = session.data()["panel"]
    assert panel["nodes"]["1"][1].endswith(": 2 points")
    assert panel["places"]["1"] == scene_of(session.state).last[:1]
    veiled = Session(State(uncompiled("Minesweeper")), seed=3)
    veiled.play("@0,0,2")
    assert veiled.data(1)["panel"]["places"] == {}


def test_raises_are_told_by_what_all_see() -> None:
    state = begun("Poker", 3, 1, seed=1, jit=False)
    assert (state.seat, state.scores) == (1, (50, 45, 40))
    listed = {text: move[3]["words"] for text, move in scene_of(state, 1).moves.items() if move[3:]}
    raises = {text: words for text, words in listed.items() if "raise" in words}
    assert [*raises.values()] == [f"bet or raise to {sum_}" for sum_ in (20, 30, 40, 50)]
    session = Session(state, seed=1)
    session.play([*raises][1])
    made = session.tree.nodes[session.tree.path()[-1]]
    assert made.words[1] == made.words[2] == "bet or raise to 30"
    # A seat is handed no options of moves of others, and no words that follow from them.
    drawn = observation(session.state, 2, Random(1))
    assert isinstance(drawn, State)
    copies = [Session(each.copy(), seed=1).data(2) for each in (session.state, drawn)]
    assert copies[0] == copies[1]
