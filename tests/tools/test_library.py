"""The check of a whole library counts every recorded game, and says on a page which differ."""

import tarfile
from pathlib import Path

import pytest

from boardless.games import Library, description_text
from tools import library
from tools.library import main
from tools.many_games import published

#: The first move of a game of Tic-Tac-Toe, as Ludii would record it.
GAME = """game=../Common/res/lud/board/Line.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,2,3,4
Move=[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]
LEGAL MOVES LIST SIZE = 9
numInitialPlacementMoves=0
rankings=0.0,0.0,0.0
SANDBOX=false
LUDII_VERSION=1.3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library, two archives' worth of its recorded games, and a folder that is left out."""
    text = description_text("Tic-Tac-Toe")
    for name, content in (
        ("res/lud/board/Line.lud", text),
        ("res/lud/board/Bad.lud", '(game "Bad" (nothing))'),
        ("res/lud/test/Test.lud", text),
        ("own/board/Line/0.txt", GAME),
        ("own/board/Line/1.txt", GAME.replace("= 9", "= 8")),
        ("own/board/Bad/0.txt", GAME),
        ("own/board/Gone/0.txt", GAME),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    with tarfile.open(tmp_path / "more.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "own/board/Line/0.txt", "board/Line/0.txt")
    return tmp_path


def test_folders_of_what_is_not_published_are_left_out(folder: Path) -> None:
    files = Library(folder / "res")
    assert published(files) == ["board/Bad.lud", "board/Line.lud"]
    assert published(files, ["board"]) == ["test/Test.lud"]


def test_a_page_of_all_that_was_checked(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_WIDTH", 60)
    page = folder / "page.md"
    trials = [folder / "own", folder / "more.tar.gz"]
    results = folder / "results.jsonl"
    status = main(folder / "res", trials=trials, workers=1, write=page, results=results)
    assert status == 1
    said = capsys.readouterr().out
    assert "recorded 4  agree 2  differ 1  late 0  unplayed 1" in said
    lines = page.read_text().splitlines()
    assert "| 4 | 2 | 1 | 0 | 1 | 50.00 % |" in lines
    assert "1 more files are for other descriptions." in lines
    assert "| board/Line.lud | `1.txt: ply 0: count: 9 here, 8 there` |" in lines
    assert any(line.startswith("| board/Bad.lud | `") and "no board" in line for line in lines)
