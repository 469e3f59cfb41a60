"""Games as files: pages, pictures, films."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from matplotlib.axes import Axes
from PIL import Image

from benchmarks.view import GROWING
from boardless.games import compile, load
from boardless.play import State
from boardless.state import Trial
from boardless.topo import InputError
from boardless.topo.drawing.mpl import draw
from boardless.topo.drawing.picture import Picture
from boardless.view import scene_of, to_gif, to_html, to_svg
from tests.view.games import patched
from tests.view.test_scene import hiding


def played(state: State, moves: int) -> State:
    random = Random(3)
    for _ in range(moves):
        state.push(random.choice(list(state.legal_moves)))
    return state


def data_in(path: Path) -> list[dict[str, Any]]:
    """Return what a page shows, ply by ply."""
    found = re.search(r'id="data">(.*)</script>', path.read_text(encoding="utf-8"))
    game = json.loads(found[1])
    shown = [game["first"]]
    for patch in game["patches"]:
        shown.append(patched(shown[-1], patch))
    return shown


def test_two_hundred_moves_are_below_a_megabyte(tmp_path: Path) -> None:
    state = played(State(compile(GROWING, jit=False)), 200)
    path = tmp_path / "game.html"
    state.to_html(path)
    assert path.stat().st_size < 2**20
    shown = data_in(path)
    assert len(shown) == 201
    for ply in (0, 77, 200):
        scene = scene_of(state.at(ply), choices=False)
        assert shown[ply]["scene"] == json.loads(json.dumps(scene.data()))
        assert shown[ply]["panel"]["node"] == ply
    text = path.read_text(encoding="utf-8")
    assert not re.findall(
        r'(?:src|href)="(?!data:)|@import|https?://(?!www\.w3\.org/2000/svg)', text
    )


def test_a_trial_is_played_back_as_its_state_is(tmp_path: Path) -> None:
    state = played(State(load("Andantino", jit=False), "RULE-APPEND"), 5)
    state.to_html(tmp_path / "state.html")
    state.trial().to_html(tmp_path / "trial.html")
    first, second = (data_in(tmp_path / f"{name}.html") for name in ("state", "trial"))
    assert [{**s["scene"], "room": 0} for s in first] == [{**s["scene"], "room": 0} for s in second]


def test_the_end_of_a_trial_is_told(tmp_path: Path) -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    for text in ("+1@0,0", "+2@1,0", "+1@0,1", "+2@1,1", "+1@0,-1"):
        state.push(state.parse(text))
    Trial.loads(state.trial().dumps()).to_html(tmp_path / "game.html")
    end = data_in(tmp_path / "game.html")[-1]["scene"]
    assert (end["caption"], end["over"]) == ("player 1 has won", True)


def test_what_is_hidden_is_in_no_page_of_the_seat(tmp_path: Path) -> None:
    trial = Trial.of(hiding())
    path = tmp_path / "game.html"
    to_html(trial, path, seat=1)
    shown = data_in(path)
    assert shown[-1]["scene"]["piles"]["1,0"] == [0, 1]
    assert shown[-1]["panel"]["nodes"]["2"][1] == "something to 1,0"
    to_html(trial, path, seat=2)
    assert data_in(path)[-1]["panel"]["nodes"]["2"][1] == "Mine to 1,0"


def test_pictures_and_films(tmp_path: Path) -> None:
    state = played(State(load("Andantino", jit=False)), 3)
    to_svg(state, tmp_path / "state.svg")
    assert (tmp_path / "state.svg").read_text(encoding="utf-8") == state._repr_svg_()
    to_gif(state, tmp_path / "game.gif", 100)
    with Image.open(tmp_path / "game.gif") as film:
        assert film.n_frames == 4
        assert film.info["duration"] == 100


def test_a_film_has_room_for_every_picture_with_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Picture] = []

    def recorded(picture: Picture, ax: Axes) -> Axes:
        drawn.append(picture)
        return draw(picture, ax)

    monkeypatch.setattr("boardless.topo.drawing.mpl.draw", recorded)
    state = played(State(load("Andantino", jit=False)), 12)
    to_gif(state, tmp_path / "game.gif")
    assert len(drawn) == 13
    ((x, y, width, height),) = {picture.box for picture in drawn}
    for ply in range(13):
        left, top, wide, high = scene_of(state.at(ply), choices=False).picture.box
        assert x <= left <= left + wide <= x + width
        assert y <= top <= top + high <= y + height


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    missing = tmp_path / "missing" / "file"
    for write in (to_html, to_svg, to_gif):
        with pytest.raises(InputError, match="No such file"):
            write(state, missing)
        with pytest.raises(InputError, match="give a"):
            write("x", tmp_path / "file")
    with pytest.raises(InputError, match="seat 3"):
        to_html(state, tmp_path / "file", seat=3)
    with pytest.raises(InputError, match="milliseconds"):
        to_gif(state, tmp_path / "file", 1)
    assert list(tmp_path.iterdir()) == []


def test_boards_that_are_laid_out_are_played_back(tmp_path: Path) -> None:
    text = """
    (game "Steps" (players 2)
        (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
        (rules
            (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
            (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))
        )
    )
    """
    state = played(State(compile(text, jit=False)), 2)
    state.to_html(tmp_path / "game.html")
    shown = data_in(tmp_path / "game.html")
    assert len(shown[0]["scene"]["cells"]) == 16
    assert len(shown[2]["scene"]["piles"]) == 8
    assert shown[2]["scene"]["last"] == list(scene_of(state).last)
    assert len(shown[2]["scene"]["last"]) == 2
