"""The command that explores positions, and questions that have a name."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from boardless.games import Game, load
from tests.cli.running import Answer

Boardless = Callable[..., Answer]


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games run as plain Python here, which starts at once."""

    def plain(name: str, options: object, tiling: str | None, library: object = None) -> Game:
        return load(name, tiling=tiling, jit=False)

    monkeypatch.setattr("boardless.cli.games.game_of", plain)


def test_what_is_found_is_one_document(boardless: Boardless) -> None:
    answer = boardless("explore Tic-Tac-Toe --depth 2 --format json")
    assert answer.status == 0
    assert json.loads(answer.out) == {
        "game": "Tic-Tac-Toe",
        "positions": 82,
        "links": 81,
        "terminal": 0,
        "by_ply": [1, 9, 72],
        "complete": False,
        "value": None,
        "games": None,
    }


def test_a_store_is_gone_on_with_and_asked(boardless: Boardless, tmp_path: Path) -> None:
    path = tmp_path / "p.lbug"
    for depth, positions in ((1, 4), (2, 16)):
        line = f"explore Tic-Tac-Toe --symmetry --depth {depth} --store {path} --format csv"
        lines = boardless(line).out.splitlines()
        assert lines[0] == "ply,positions,expanded,terminal,links,branching,transpositions"
        assert sum(int(each.split(",")[1]) for each in lines[1:]) == positions
    answer = boardless(f"store ask {path} replies --param position=0 --format json")
    assert len(json.loads(answer.out)) == 9
    assert len(boardless(f"store ask {path}").out.splitlines()) == 23
    assert boardless(f"explore Tic-Tac-Toe --depth 0 --store {path}").out.startswith("game ")
    again = boardless(f"explore Tic-Tac-Toe --from trials --store {path} --format json")
    assert json.loads(again.out)["positions"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("explore", "GAME"),
        ("explore Nothing", "Nothing"),
        ("explore Tic-Tac-Toe --depth -1", "depth -1"),
        ("explore Tic-Tac-Toe --depth many", "many"),
        ("explore Tic-Tac-Toe --positions 0", "positions 0"),
        ("explore Tic-Tac-Toe --workers 0", "workers 0"),
        ("explore Tic-Tac-Toe --from people", "'people'"),
        ("explore Tic-Tac-Toe --from trials", "--store"),
        ("explore Tic-Tac-Toe --format xml", "'xml'"),
        ("explore Andantino --tiling flat", "flat"),
        ("store ask nowhere.lbug none", "nowhere.lbug"),
        ("store ask nowhere.lbug ends --param most", "NAME=VALUE"),
    ],
)
def test_bad_words_give_one_line(boardless: Boardless, line: str, said: str) -> None:
    answer = boardless(line)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1
