"""Steps of moves: places, squares of large tiles, segments, options."""

from boardless.play import State
from boardless.view import Session
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
