"""Parts of scenes beside cells and pieces: scores, dice, stacks, lines, chance, who has swapped."""

from fractions import Fraction

import pytest

from boardless.games import load
from boardless.play import State
from boardless.view import Session, scene_of
from boardless.view.terminal import text_board
from tests.view.games import LAYING, ROLLING, SCORING, USING, stacking, uncompiled


def test_scores_are_shown_from_the_start_where_moves_change_them() -> None:
    state = State(uncompiled(SCORING))
    assert scene_of(state).scores == ("0", "0")
    assert scene_of(State(uncompiled("Carcassonne"))).scores == ("0", "0")
    state.push(next(iter(state.legal_moves)))
    assert state.scores == (2, 0)
    assert scene_of(state).scores == ("2", "0")
    assert text_board(state).splitlines()[-1] == "scores: 2, 0"


def test_scores_of_the_end_and_payoffs_are_shown() -> None:
    game = uncompiled(
        """(game "Pay" (players 2)
            (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules (play (move Add (to (sites Empty))))
                (end (if (= 1 (count Moves)) (payoffs {(payoff P1 -1) (payoff P2 0.5)})))))"""
    )
    state = State(game)
    state.push(next(iter(state.legal_moves)))
    scene = scene_of(state)
    assert (scene.scores, scene.caption) == (("-1", "1/2"), "player 2 has won")
    assert state.outcome().payoffs == (-1, Fraction(1, 2))
    othello = State(uncompiled("Othello"))
    othello.push(next(iter(othello.legal_moves)))
    assert scene_of(othello).scores == ()


def test_dice_show_what_was_rolled_for_the_move_to_come() -> None:
    session = Session(State(uncompiled(ROLLING)), seed=2)
    state = session.state
    scene = scene_of(state)
    dice = scene.hands[2]["places"]
    drawn = [int(str(move)[1:]) for move in state.move_stack]
    assert [(*scene.piles[place], 0, 0)[2] for place in dice] == drawn
    faces = [scene.kinds[scene.piles[place][0] - 1]["faces"] for place in dice]
    assert faces == [(2, 4, 9)] * 2
    assert [kind["mark"] for kind in scene.kinds] == [""] * 4
    shown = ", ".join(
        f"{place} shows {(2, 4, 9)[face]}" for place, face in zip(dice, drawn, strict=True)
    )
    assert text_board(state).splitlines()[-1] == f"hand 3: {shown}"
    assert "hand 1: h1.0 Disc1 x5" in text_board(state)


def test_dice_that_have_been_used_are_told() -> None:
    state = State(uncompiled(USING))
    for text in ("*1", "*0"):
        state.push(state.parse(text))
    assert scene_of(state).used == ()
    state.push(next(iter(state.legal_moves)))
    assert scene_of(state).used == ("h1.0",)
    assert text_board(state).splitlines()[-1] == "hand 1: h1.0 shows 3 (used), h1.1 shows 3"
    state.push(next(iter(state.legal_moves)))
    assert scene_of(state).used == ("h1.0", "h1.1")  # until they are rolled again
    state.push(state.parse("*0"))
    state.push(state.parse("*1"))
    assert scene_of(state).used == ()
    state.push(next(iter(state.legal_moves)))
    assert scene_of(state).used == ("h1.1",)  # of the other the empty face is up
    assert scene_of(state.at(3)).used == ("h1.0",)


def test_where_chance_decides_nobody_chooses() -> None:
    state = State(uncompiled(ROLLING))
    scene = scene_of(state)
    assert (scene.caption, scene.mover, scene.moves) == ("chance decides", 0, {})


def test_the_last_move_stays_marked_when_chance_has_decided_something() -> None:
    session = Session(State(uncompiled(ROLLING)), seed=2)
    session.play(next(iter(scene_of(session.state).moves)))
    assert str(session.state.peek()).startswith("*")
    assert {"h1.0", "0,0"} <= set(scene_of(session.state).last)


def test_stacks_say_what_lies_below() -> None:
    state = State(stacking())
    scene = scene_of(state)
    names = ["", *(kind["name"] for kind in scene.kinds)]
    (pile,) = (pile for pile in scene.piles.values() if len(pile) > 1)
    assert [names[what] for what in (*pile[5:], pile[0])] == ["Man1", "Man2", "King1"]
    assert pile[1:5] == (3, 0, 0, 0)


def test_a_stack_whose_top_is_hidden_is_covered_and_a_level_below_is_left_out() -> None:
    state = State(stacking("(set Hidden at:4 to:P2)"))
    assert scene_of(state, 2).piles["0,0,4"] == (1, 3, 0, 0, 0, 0, 3)
    assert scene_of(state, 1).piles["0,0,4"] == (1, 3, 0, 0, 0, 2, 3)
    state = State(stacking("(set Hidden at:4 level:2 to:P2)"))
    assert scene_of(state, 2).piles["0,0,4"] == (0, 1)
    assert len(scene_of(state, 1).piles["0,0,4"]) == 7


@pytest.mark.parametrize(
    ("hidden", "pile"),
    [
        ("(set Hidden What at:8 to:P1)", (0, 1)),
        ("(set Hidden at:0 to:P1)", (0, 1)),
        ("(set Hidden Count at:8 to:P1)", (3,)),
        ("(set Hidden at:8 to:P2)", (3,)),
    ],
)
def test_covered_places_are_alike_whatever_lies_there(hidden: str, pile: tuple[int, ...]) -> None:
    state = State(stacking(hidden))
    place = "0,0" if "at:0" in hidden else "0,0,8"
    assert scene_of(state, 1).piles[place] == pile
    assert scene_of(state).piles.get(place) == (None if "at:0" in hidden else (3,))


def test_what_lies_below_is_not_seen_where_parts_of_pieces_are_hidden() -> None:
    state = State(stacking("(set Hidden What at:8 to:P1)"))
    assert scene_of(state, 1).piles["0,0,4"][5:] == (0, 0)
    assert scene_of(state, 2).piles["0,0,4"][5:] == (0, 0)
    assert 0 not in scene_of(state).piles["0,0,4"][5:]


def test_boards_of_points_have_lines_and_places_have_labels() -> None:
    scene = scene_of(State(uncompiled(LAYING)))
    assert len(scene.cells) == len(scene.labels) == 24
    assert len(scene.ground.lines) == 32
    ends = {line[:2] for line in scene.ground.lines} | {line[2:] for line in scene.ground.lines}
    assert ends == {(x, y) for _, x, y in scene.cells.values()}
    assert sorted(scene.labels.values())[0] == "a1"
    assert scene_of(State(uncompiled("Othello"))).ground.lines == ()
    assert scene_of(State(uncompiled("Andantino"))).labels == {}


def test_after_a_swap_everybody_has_the_pieces_of_the_other() -> None:
    state = State(load("Hex", options=["Swap/On"], jit=False))
    first = scene_of(state).colours
    for text in ("+1@0,0", "=2"):
        state.push(state.parse(text))
    scene = scene_of(state, 1)
    assert scene.colours == first[::-1]
    assert [kind["owner"] for kind in scene.kinds] == [2, 1]
    assert scene.caption == "player 1 to move"
    assert scene.moves
    assert not scene_of(state, 2).moves


def test_an_agent_that_swaps_plays_on_with_the_pieces_of_the_other() -> None:
    def swapping(state: State, random: object) -> object:
        swaps = (move for move in state.legal_moves if str(move) == "=2")
        return next(swaps, None) or next(iter(state.legal_moves))

    state = State(load("Hex", options=["Swap/On"], jit=False))
    session = Session(state, ["person", swapping], seed=1)
    session.play("+1@0,0")
    session.thinking.wait(30)
    assert (state.ply, state.seat) == (2, 1)
    session.play("+2@0,1")
    session.thinking.wait(30)
    assert (state.ply, state.seat) == (4, 1)
    assert str(state.peek()).startswith("+1@")


def test_pieces_are_told_apart_by_letters_rings_and_crowns() -> None:
    def kinds(name: str) -> dict[str, dict[str, object]]:
        return {kind["name"]: kind for kind in scene_of(State(uncompiled(name))).kinds}

    yinsh, plotto, lands = kinds("Yinsh"), kinds("Plotto"), kinds("Kingdomino")
    assert [kind["hollow"] for kind in yinsh.values()] == [True, True, False, False]
    assert {kind["mark"] for kind in yinsh.values()} == {""}
    assert [kind["mark"] for kind in plotto.values()] == ["S", "S", "G", "G"]
    assert lands["Mine"]["signs"] == tuple("\N{BLACK CHESS QUEEN}" * n for n in range(4))
    assert lands["Castle1"]["signs"] == ()


def test_large_tiles_are_seen_with_their_squares_before_they_are_laid() -> None:
    kinds = scene_of(State(uncompiled("Kingdomino"))).kinds
    domino = next(kind for kind in kinds if kind["name"] == "D43")
    squares = [(kinds[what - 1]["name"], value, x, y) for what, value, _, x, y in domino["parts"]]
    assert squares == [("Wheat", 0, -50, 0), ("Swamp", 2, 50, 0)]
    assert [rotation for _, _, rotation, _, _ in domino["parts"]] == [2, 6]
    assert [kind["parts"] for kind in kinds if kind["name"] in ("Wheat", "King1")] == [(), ()]
