"""Steps of moves: places, squares of large tiles, segments, options."""

from boardless.play import State
from boardless.view import Session
from boardless.view.choices import choice_of
from boardless.view.scene import scene_of
from tests.view.games import uncompiled


def test_all_squares_of_a_domino_may_be_clicked() -> None:
    session = Session(State(uncompiled("Kingdomino")), seed=1, forced=True)
    while len(next(iter(scene_of(session.state).moves.values()))) < 4:
        session.play(next(iter(scene_of(session.state).moves)))
    for places, what, _, more in scene_of(session.state).moves.values():
        assert places[0] == "h1.48"
        assert len(more["covers"]) == 2
        assert [put[0] for put in more["puts"]] == list(more["covers"])
        parts = scene_of(session.state).kinds[what - 1]["parts"]
        assert sorted(put[1] for put in more["puts"]) == sorted(part[0] for part in parts)


def test_followers_stand_on_segments() -> None:
    state = State(uncompiled("Carcassonne"))
    state.push(state.parse("*0"))
    scene = scene_of(state)
    spots = {choice[3].get("spot", 0) for choice in scene.moves.values()}
    assert spots == {0, 1, 2, 3}  # nobody, road, field, monastery
    tile = scene.kinds[0]["tile"]
    assert tile["segments"] == ["Road", "Field", "Monastery"]
    assert len(tile["anchors"]) == 3


def test_a_capture_begins_where_the_own_piece_stands() -> None:
    state = State(uncompiled("Chex"))
    kinds = scene_of(state).kinds
    own, other = (next(n for n, it in enumerate(kinds, 1) if it["owner"] == who) for who in (1, 2))
    for text in (
        f"-{other}@1,1;{own}@0,0>2,2",  # taken away first
        f"{other}@2,2>h2.0;{own}@0,0>2,2",  # put aside first
        f"{own}@0,0>2,2;-{other}@1,1",
    ):
        assert choice_of(state.parse(text), kinds)[:2] == (("0,0", "2,2"), own)


def test_a_piece_that_becomes_another_where_it_is_is_pressed_once() -> None:
    state = State(uncompiled("Chex"))
    move = state.parse("-1@0,0;+3@0,0")
    assert choice_of(move, scene_of(state).kinds)[:2] == (("0,0",), 3)
