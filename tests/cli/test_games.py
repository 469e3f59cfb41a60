"""The commands about games."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from boardless.games import Library, description_text
from boardless.jit import native
from boardless.jit.disk import VARIABLE
from boardless.jit.native import jit
from boardless.play import State
from tests.cli.running import Answer
from tests.conftest import GOLDENS
from tests.play.test_legal_moves import TWICE

RECORDED = GOLDENS / "recorded"


def test_recorded_games_are_checked(boardless: Callable[..., Answer]) -> None:
    files = [str(path) for path in sorted(RECORDED.glob("*.jsonl"))]
    done = boardless("check-trials --no-jit", *files)
    lines = done.out.splitlines()
    assert done.status == 0
    assert len(lines) == len(files) == 7
    assert all(line.endswith(" plies, 0 differences") for line in lines)
    assert lines[0].startswith("andantino-hexagonal: 2 trials, ")


def test_another_game_keeps_the_tiling_of_the_file(boardless: Callable[..., Answer]) -> None:
    path = str(RECORDED / "andantino-square.jsonl")
    line = "check-trials --no-jit --game"
    same = boardless(f"{line} Andantino", path)
    assert (same.status, same.err) == (0, "")
    assert same.out.startswith("andantino-square: 2 trials, ")
    other = boardless(f"{line} Andantino --option Tiling/Triangular", path)
    assert other.status == 1
    none = boardless(f"{line} Plotto", path)
    assert (none.status, none.err) == (1, "")
    assert "andantino-square: not replayed: " in none.out
    assert "no step leads NNE on this board" in none.out


def test_a_difference_is_told_and_the_exit_status_is_1(boardless: Callable[..., Answer]) -> None:
    path = str(RECORDED / "andantino-hexagonal.jsonl")
    done = boardless("check-trials --no-jit --game Bravalath", path)
    assert done.status == 1
    assert "2 trials" in done.out
    assert "ply 0: legal only here" in done.out


def test_differences_as_json_and_csv(boardless: Callable[..., Answer]) -> None:
    path = str(RECORDED / "andantino-hexagonal.jsonl")
    words = ("check-trials --no-jit", path, "--format")
    same = boardless(*words, "json")
    entry = {"file": "andantino-hexagonal.jsonl", "number": 0, "game": "Andantino", "plies": 27}
    found = json.loads(same.out)
    assert (same.status, same.err, list(found)) == (0, "", ["trials", "agree", "differ"])
    assert found["trials"][0] == entry | {
        "agrees": True, "first_difference": None, "error": None,
    }  # fmt: skip
    assert [trial["number"] for trial in found["trials"]] == [0, 1]
    assert (found["agree"], found["differ"]) == (2, 0)
    other = boardless(*words, "json", "--game", "Bravalath")
    found = json.loads(other.out)
    assert (other.status, found["agree"], found["differ"]) == (1, 0, 2)
    first = found["trials"][0].pop("first_difference")
    assert found["trials"][0] == entry | {"game": "Bravalath", "agrees": False, "error": None}
    assert (first["ply"], first["kind"], first["theirs"]) == (0, "legal", [])
    assert [1, 1, 0, 1] in first["ours"]
    lines = boardless(*words, "csv", "--game", "Bravalath").out.splitlines()
    assert lines[0] == "file,number,game,plies,agrees,ply,kind,error"
    assert lines[1] == "andantino-hexagonal.jsonl,0,Bravalath,27,False,0,legal,"


def test_a_game_that_does_not_compile_stops_no_other(
    boardless: Callable[..., Answer], tmp_path: Path
) -> None:
    """What is wrong with a game, or with its file, stands in its entry; the others follow."""
    good = RECORDED / "andantino-square.jsonl"
    unknown, cut = tmp_path / "unknown.jsonl", tmp_path / "cut.jsonl"
    unknown.write_text(good.read_text().replace('"Andantino"', '"Nothing"', 1))
    cut.write_text("\n".join(good.read_text().splitlines()[:2])[:-20])
    files = [str(path) for path in (unknown, cut, good)]
    done = boardless("check-trials --no-jit", *files)
    lines = done.out.splitlines()
    assert (done.status, done.err, len(lines)) == (1, "", 3)
    assert lines[0].startswith("unknown: not replayed: game 'Nothing' of the header")
    assert lines[1].startswith("cut: not replayed: ")
    assert lines[2].startswith("andantino-square: 2 trials, ")
    found = json.loads(boardless("check-trials --no-jit --format json", *files).out)
    assert [trial["agrees"] for trial in found["trials"]] == [False, False, True, True]
    assert [trial["error"] is None for trial in found["trials"]] == [False, False, True, True]
    assert (found["agree"], found["differ"]) == (2, 2)


def test_a_file_that_cannot_be_read_prints_nothing_else(boardless: Callable[..., Answer]) -> None:
    path = str(RECORDED / "andantino-hexagonal.jsonl")
    done = boardless("check-trials --no-jit", path, "missing.jsonl", "--format", "json")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("uncompiled")
def test_perft(boardless: Callable[..., Answer]) -> None:
    line = "perft Tic-Tac-Toe 3"
    assert boardless(line).out == "1 9\n2 72\n3 504\n"
    assert boardless(f"{line} --format csv").out == "depth,count\n0,1\n1,9\n2,72\n3,504\n"
    assert json.loads(boardless(f"{line} --format json").out) == {
        "game": "Tic-Tac-Toe",
        "technique": "BASE-KEPT",
        "counts": [1, 9, 72, 504],
    }
    other = boardless("perft Tic-Tac-Toe 1 --format json --technique base")
    assert json.loads(other.out)["technique"] == "BASE"


@pytest.mark.usefixtures("uncompiled")
def test_legal_moves(boardless: Callable[..., Answer], tmp_path: Path) -> None:
    path = tmp_path / "Twice.lud"
    path.write_text(TWICE, encoding="utf-8")
    assert boardless(f"perft {path} 2 --by turns").out == "1 12\n2 24\n"
    assert boardless(f"perft {path} 2 --by turns --no-doubles").out == "1 6\n2 6\n"
    assert "choose moves or turns" in boardless(f"perft {path} 2 --by plies").err


def halved(number: int) -> int:
    return number // 2


@pytest.mark.usefixtures("uncompiled")
def test_what_is_compiled_is_said_once_and_only_then(
    boardless: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What stands for the kernels of a game is compiled sooner than they are."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(native, "SMALL", -1)  # nothing is small: all is compiled at once
    said = []
    for _ in ("compiled", "read from the cache"):
        kernel = jit(halved)
        monkeypatch.setattr(
            State, "perft", lambda state, depth, *how, kernel=kernel: kernel(18 * depth)
        )
        done = boardless("perft Tic-Tac-Toe 2")
        assert (done.status, done.out) == (0, "1 9\n2 18\n")
        said.append(done.err)
    assert said == ["compiling Tic-Tac-Toe, which takes a while the first time\n", ""]


def test_show_and_ludemes(boardless: Callable[..., Answer]) -> None:
    shown = boardless("show Plotto").out
    assert '(game "Plotto"' in shown
    assert "// keeps 4 list(s) of legal moves" in shown
    assert "def playouts(" in shown
    assert "(is Line" in boardless("ludemes").out


def test_ludemes_with_words(boardless: Callable[..., Answer]) -> None:
    playable = boardless("ludemes SITES playable").out
    assert playable.startswith("## `<region>`\n\n- `(sites Playable")
    assert "## `<site-type>`" not in playable
    # The example of another ludeme does not count.
    assert playable.count("\n- ") == 1
    assert boardless("ludemes <Site-Type>").out.startswith("## `<site-type>`\n\n")
    assert "`Cell`, `Vertex`, `Edge`" in boardless("ludemes <site-type>").out
    assert "outline" not in boardless("ludemes line length").out
    assert "(sites LineOfSight " in boardless("ludemes sight").out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("playouts Nonsense --playouts 1", "Nonsense: no such file"),
        ("perft Plotto 0", "depth 0: choose a whole number from 1 to"),
        ("perft Plotto 2 --format xml", "unknown format 'xml'"),
        ("perft Minesweeper 2 --format csv", "has moves by chance"),
        ("perft Plotto 2 --technique FAST", "unknown technique 'FAST'"),
        ("check-trials x --format xml", "unknown format 'xml'"),
        ("check-trials missing.jsonl", "cannot be read: No such file"),
        ("show Plotto --tiling round", "round"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(
    boardless: Callable[..., Answer], line: str, message: str
) -> None:
    done = boardless(line)
    assert (done.status, done.out) == (2, "")
    assert message.lower() in done.err.lower()
    assert done.err.count("\n") == 1
    assert done.err.startswith("boardless: ")


def test_games_are_listed(
    boardless: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Hive", "Tic-Tac-Toe"):
        (tmp_path / f"{name}.lud").write_text(description_text(name), encoding="utf-8")
    monkeypatch.setattr("boardless.games.catalogue.PACKAGED", Library(tmp_path))
    found = json.loads(boardless("games --format json").out)["games"]
    hive = next(row for row in found if row["name"] == "Hive")
    assert list(hive) == ["name", "players", "options", "grows", "source", "about", "error"]
    assert (hive["players"], hive["grows"], hive["source"]) == ([2], True, "package")
    lines = boardless("games").out.splitlines()
    assert len(lines) == len(found) + 2
    rows = boardless("games --format csv").out.splitlines()
    assert rows[0] == "game,players,grows,about,options,source"
    refused = boardless("games --library", str(tmp_path / "none"))
    assert (refused.status, refused.err.count("\n")) == (2, 1)
