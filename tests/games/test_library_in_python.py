"""Games by name, by path, and made in Python, wherever a game is taken."""

from pathlib import Path

import pytest

from boardless import games
from boardless.agents import run_tournament
from boardless.agents.playing import playable
from boardless.analysis.measures import measure
from boardless.games import as_game, load
from boardless.play import State, record_playouts, run_playouts
from boardless.store.positions import explored
from boardless.theory import unfold
from boardless.topo import InputError
from tests.own_code import TEXT, TIC_TAC_TOE

OWN = "tests.own_code"


def test_a_name_a_path_and_a_place_in_a_module(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(TEXT)
    assert as_game(TIC_TAC_TOE) is TIC_TAC_TOE
    assert load(f"{OWN}:TIC_TAC_TOE", jit=False) is TIC_TAC_TOE
    assert as_game("tic-tac-toe").name == "Tic-Tac-Toe"
    names = [as_game(it).name for it in (path, str(path), f"{OWN}:TEXT", f"{OWN}:made")]
    assert names == ["Mine"] * 4


def test_a_game_in_a_module_takes_options() -> None:
    game = load("tests.games.test_library_in_python:HEX", ["Board Size/7x7"], jit=False)
    assert (game.name, len(State(game).board)) == ("Hex", 49)


HEX = load("Hex", jit=False)


def test_everything_takes_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "load", lambda name: load(name, jit=False))
    name = f"{OWN}:TEXT"
    assert State(name).game.name == "Mine"
    assert run_playouts(name, playouts=2, seed=1).game == "Mine"
    assert len(record_playouts(name, 0, 2)) == 2
    assert len(explored(name, depth=1)) == 5
    assert unfold(name).name == "Mine"
    assert run_tournament(name, ["first", "random"], count=1).games == ("Mine",)
    assert measure(name, playouts=1)["game"] == "Mine"


def test_playouts_of_a_name_run_compiled() -> None:
    run = run_playouts("Tic-Tac-Toe", playouts=3, seed=1)
    assert run.tally == run_playouts(TIC_TAC_TOE, playouts=3, seed=1).tally


def test_games_written_in_python_are_played_and_measured() -> None:
    assert playable(f"{OWN}:TakeAway").name == "Take away"
    found = measure(f"{OWN}:TakeAway", playouts=3)
    assert (found["game"], found["playouts"], found["looked_at"]) == ("Take away", 3, 3)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("Andantin", r"no such game: did you mean Andantino\?"),
        ("Nonsense", "no such game: give the path of a description or choose Andantino"),
        (f"{OWN}:TakeAway", "written in Python"),
        (f"{OWN}:NUMBER", "is 3: give a Game, the text of a description, an object with name"),
        (f"{OWN}:nothing", "cannot be imported: module 'tests.own_code' has no attribute"),
        (f"{OWN}:Unmade", r"own_code\.py, line \d+: RuntimeError: no luck today"),
        (7, "game 7: give a Game, its name, or the path"),
    ],
)
def test_what_is_no_game_is_said(game: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        State(game)  # type: ignore[arg-type]
