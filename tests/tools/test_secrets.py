"""Hidden things are turned over, and seats are handed the same; secrets that are told are found."""

import json
from pathlib import Path
from random import Random

import pytest

from boardless.games import compile, description_text, load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.view import Session, exports
from boardless.view.exports import exported
from boardless.view.scene import scene_of
from tests.view.games import patched
from tools import secrets
from tools.secrets import look, secretive


def test_games_that_hide_something_are_found_by_their_texts() -> None:
    found = secretive(["Love Letter", "Tic-Tac-Toe"])
    assert list(found) == ["Love Letter"]
    assert ("Rules/TAG",) in found["Love Letter"]


@pytest.mark.parametrize("name", ["Love Letter", "Uno"])
def test_no_secret_is_told(name: str) -> None:
    game = load(name, ["Players/2"], jit=False)
    found = look(game, name, 3, plies=24, pages=6)
    assert [str(each) for each in found.told] == []
    assert found.different > 5


def test_a_secret_that_is_told_is_found() -> None:
    text, forgets = description_text("Go Fish"), '(set Var "Rank" 0)\n            (if (not'
    assert forgets in text
    game = compile(text.replace(forgets, "(if (not"), ["Players/2"], jit=False)
    found = look(game, "Go Fish", 6, plies=36, pages=100)
    assert "numbers of the agent's state" in {part for told in found.told for part in told.parts}
    assert str(found.told[0]).startswith("Go Fish: game 6, ply ")


@pytest.mark.parametrize("part", ["moves in words", "scene of who watches", "seed", "notation"])
def test_a_secret_that_can_be_fetched_is_found(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each channel is opened in turn."""
    if part == "moves in words":
        told = Session.told
        monkeypatch.setattr(Session, "told", lambda self, number, seat: told(self, number, 0))
    elif part == "scene of who watches":
        see = secrets.scene_of
        monkeypatch.setattr(secrets, "scene_of", lambda state, seat: see(state, max(seat, 0)))
    elif part == "seed":
        secret = property(lambda self: self.state.position.key)
        monkeypatch.setattr(Session, "told_seed", secret)
    else:
        write = exports._notation
        whole = exports.Export("txt", "text/plain", lambda session, seat: write(session, 0))
        monkeypatch.setitem(exports.EXPORTS, part, whole)
    name = "Diamant" if part in ("moves in words", "notation") else "Love Letter"
    found = look(load(name, ["Players/3"], jit=False), name, 3, plies=17)
    assert part in {part for told in found.told for part in told.parts}


def test_private_views_and_recorded_pages_show_what_was_seen_at_the_time(tmp_path: Path) -> None:
    """So that scenes and words, compared at each ply, are all that they hold."""
    session, random = Session(State(load("Love Letter", jit=False)), seed=1), Random(1)
    seen = [
        scene_of(session.state.at(ply), 2, choices=False) for ply in range(session.state.ply + 1)
    ]
    while session.state.ply < 24:
        ply = session.state.ply
        session.push(by_chance(session.state, random))
        assert session.state.ply == ply + 1
        seen.append(scene_of(session.state, 2, choices=False))
    views = [session.data(2, node)["scene"] for node in range(24)]
    assert views == [scene.data() for scene in seen[:-1]]
    page = exported(session, 2, "html").decode()
    data = json.loads(
        page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    )
    shown = data["first"]["scene"]
    for scene, change in zip(seen[1:], data["patches"], strict=True):
        shown = patched(shown, change["scene"])
        assert shown == json.loads(json.dumps(scene.data()))
    words = [node[1] for node in data["first"]["panel"]["nodes"].values()]
    assert words[1:] == [session.told(number, 2)[0] for number in session.tree.path()]
