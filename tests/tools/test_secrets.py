"""Hidden things are turned over, and seats are handed the same; secrets that are told are found."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boardless.games import compile, description_text, load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.view import Session, files
from boardless.view.files import EXPORTS
from boardless.view.scene import Scene, scene_of
from tests.view.games import patched
from tools import secrets
from tools.secrets import look, secretive


def test_games_that_hide_something_are_found_by_their_texts() -> None:
    found = secretive(["Love Letter", "Tic-Tac-Toe"])
    assert list(found) == ["Love Letter"]
    assert ("Rules/TAG",) in found["Love Letter"]


@pytest.mark.parametrize(("name", "every"), [("Love Letter", 1), ("Uno", 1), ("Diamant", 3)])
def test_no_secret_is_told(name: str, every: int) -> None:
    """Also where plies are left out, and others have chosen in the round that goes on."""
    game = load(name, ["Players/2"], jit=False)
    found = look(game, name, 3, plies=24 * every, every=every)
    assert [str(each) for each in found.told] == []
    assert found.different > 1


def test_a_secret_that_is_told_is_found() -> None:
    text, forgets = description_text("Go Fish"), '(set Var "Rank" 0)\n            (if (not'
    assert forgets in text
    game = compile(text.replace(forgets, "(if (not"), ["Players/2"], jit=False)
    found = look(game, "Go Fish", 6, plies=36)
    assert "numbers of the agent's state" in {part for told in found.told for part in told.parts}
    assert str(found.told[0]).startswith("Go Fish: game 6, ply ")


@pytest.mark.parametrize("channel", ["words", "scene", "seed", "notation", "svg", "key"])
def test_a_secret_that_can_be_fetched_is_found(
    channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each channel is opened in turn."""
    tells = {"words": "panel", "scene": "scene of who watches", "seed": "panel", "key": "scene"}
    part = tells.get(channel, channel)
    if channel == "words":
        told = Session.told
        monkeypatch.setattr(Session, "told", lambda self, number, seat: told(self, number, 0))
    elif channel == "scene":
        see = secrets.scene_of
        monkeypatch.setattr(secrets, "scene_of", lambda state, seat: see(state, max(seat, 0)))
    elif channel == "seed":
        monkeypatch.setattr(Session, "told_seed", property(lambda self: self.seed))
    elif channel == "key":
        see = secrets.scene_of

        def note(state: State, seat: int) -> Scene:
            return replace(see(state, seat), notes={"0,0": f"{state.key}"})

        monkeypatch.setattr(secrets, "scene_of", note)
    else:
        write = {"notation": files._notation, "svg": files._svg}[channel]
        whole = files.Export("txt", "text/plain", lambda session, seat: write(session, 0))
        monkeypatch.setitem(files.EXPORTS, part, whole)
    names = {"words": "Diamant", "notation": "Diamant", "svg": "Minesweeper"}
    name = names.get(channel, "Love Letter")
    options = [] if name == "Minesweeper" else ["Players/3"]
    found = look(load(name, options, jit=False), name, 3, plies=17)
    assert part in {part for told in found.told for part in told.parts}


@pytest.mark.parametrize(
    ("name", "options"), [("Block", []), ("Chex", ["Rules/Ludii"]), ("Minesweeper", [])]
)
def test_games_without_cards_are_turned_over(
    name: str, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other outcomes of chance hide other things; a scene, and a recorded page, that tell them."""
    game = load(name, options)
    plies = {"Block": 33, "Chex": 36}.get(name, 40)
    found = look(game, name, 3, plies)
    assert [str(each) for each in found.told] == []
    assert found.different == found.turned > 3
    see = files.scene_of
    monkeypatch.setattr(files, "scene_of", lambda state, seat, **more: see(state, 0, **more))
    found = look(game, name, 3, plies)
    assert "html" in {part for told in found.told for part in told.parts}


def test_a_check_in_which_nothing_differs_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(secrets, "EXCHANGED", 0)
    assert secrets.main(only=["Block"], games=1, plies=33) == 1
    assert "Block: no redraw differs, so that nothing is known" in capsys.readouterr().out


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
    page = EXPORTS["html"].make(session, 2).decode()
    data = json.loads(
        page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    )
    shown = data["first"]["scene"]
    for scene, change in zip(seen[1:], data["patches"], strict=True):
        shown = patched(shown, change["scene"])
        assert shown == json.loads(json.dumps(scene.data()))
    words = [node[1] for node in data["first"]["panel"]["nodes"].values()]
    assert words[1:] == [words for words, _ in session.told(session.tree.path(), 2)]
