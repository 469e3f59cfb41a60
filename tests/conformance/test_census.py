"""The census of descriptions: stages, limits, and equal results on any number of workers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardless.conformance.census import (
    REPLAYED,
    Census,
    Examination,
    ExaminationTask,
    cause,
    examine,
    examined,
    take_census,
)
from boardless.games import description_text
from boardless.topo import InputError

PASSING = """(game "Passing" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites {})))) (end (if (is Line 3) (result Mover Win)))))"""
FILES = {
    "lud/Line.lud": description_text("Tic-Tac-Toe"),
    "lud/far/Shared.lud": '(game "S" ("Board" 3))',
    "lud/far/Unknown.lud": '(game "U" (players 2) (equipment {(board (hexagons 3))}) (rules))',
    "lud/far/Fixed.lud": description_text("Hex").replace("(sites Empty)", "(sites Hand P1)"),
    "lud/far/Broken.lud": "(game",
    "lud/far/Missing.lud": '(game "M" ("Nothing"))',
    "lud/far/Passing.lud": PASSING,
    "lud/far/Text.lud": "\xff",
    "def/Board.def": '(define "Board" (board (square #1)))',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library in which each stage stops some description."""
    root = tmp_path_factory.mktemp("library")
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="latin-1" if name == "lud/far/Text.lud" else "utf-8")
    return root


def entry(folder: Path, file: str, playouts: int = 0) -> Examination:
    return examine(ExaminationTask(str(folder), file, jit=False, playouts=playouts))


@pytest.mark.parametrize(
    ("file", "reached", "error"),
    [
        ("Line", "compiled", None),
        ("far/Shared", "board", "line 2, column 17: (board (square 3)): expected"),
        ("far/Unknown", "expanded", "hexagons: unknown ludeme"),
        ("far/Fixed", "board", "P1 has no hand"),
        ("far/Broken", "", "line 1, column 1: (: this bracket is never closed"),
        ("far/Missing", "read", '"Nothing": no such definition'),
        ("far/Text", "", "byte 1 is not UTF-8 text"),
        ("far/None", "", "no such file"),
    ],
)
def test_how_far_a_description_comes(
    folder: Path, file: str, reached: str, error: str | None
) -> None:
    found = entry(folder, f"lud/{file}.lud")
    assert (found.reached[-1:] or ("",)) == (reached,)
    assert (error or "") in (found.error or "")
    assert (found.error is None) == (error is None)
    assert "\n" not in (found.error or "")


def test_random_games_are_played_and_their_ends_counted(folder: Path) -> None:
    found = entry(folder, "lud/Line.lud", playouts=40)
    assert found.played == 40
    assert sum(found.ends.values()) == 40
    assert set(found.ends) == {"win", "draw"} or set(found.ends) == {"win", "passed"}
    assert found.ends == entry(folder, "lud/Line.lud", playouts=40).ends


def test_random_play_that_only_passes_is_an_error(folder: Path) -> None:
    found = entry(folder, "lud/far/Passing.lud", playouts=2)
    assert (found.error, found.played, found.reached[-1]) == (
        "in random games players can only pass",
        0,
        "compiled",
    )


#: A game of the description `PASSING` as Ludii would record it.
PASSES = """game=../Common/res/lud/far/Passing.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,2,3,4
Move=[Move:mover=1,actions=[Pass:]]
LEGAL MOVES LIST SIZE = 1
numInitialPlacementMoves=0
winner=0
endtype=NaturalEnd
rankings=0.0,1.5,1.5
SANDBOX=false
LUDII_VERSION=1.3
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recorded games: two alike, one that differs and a damaged one, and one that is not played."""
    root = tmp_path_factory.mktemp("recorded")
    for file, text in (
        ("far/Passing/0", PASSES),
        ("far/Passing/1", PASSES),
        ("far/Passing/2", PASSES.replace("SIZE = 1", "SIZE = 2")),
        ("far/Passing/3", PASSES.replace("winner=0", "winner=x")),
        ("far/Unknown/0", PASSES),
    ):
        path = root / f"{file}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_every_recorded_game_counts(folder: Path, recorded: Path) -> None:
    """Neither random play that only passes nor one game that differs hides the others."""

    def replayed(file: str, playouts: int) -> Examination:
        return examine(ExaminationTask(str(folder), file, False, playouts, (str(recorded),)))

    played = replayed("lud/far/Passing.lud", 1)
    assert played.error == "in random games players can only pass"
    assert played.replayed == {"agree": 2, "differ": 2, "late": 0, "unplayed": 0}
    assert played.differences[0] == "2.txt: ply 0: count: 1 here, 2 there"
    assert played.differences[1].startswith("3.txt: ")
    assert "line 8: winner 'x'" in played.differences[1]
    refused = replayed("lud/far/Unknown.lud", 0)
    assert refused.recorded == refused.replayed["unplayed"] == 1


def test_what_ran_out_of_time_keeps_its_stages(folder: Path, recorded: Path) -> None:
    trials = (str(recorded),)
    task = ExaminationTask(str(folder), "lud/Line.lud", False, 1_000_000, trials)
    ((_, found),) = examined([task], seconds=3.0)
    assert (found.reached, found.is_late) == (("read", "expanded", "board", "compiled"), True)
    assert found.played > 0


def test_results_are_kept_from_run_to_run(folder: Path, recorded: Path, tmp_path: Path) -> None:
    """Only what has changed is examined again; a line that was cut short does no harm."""
    path = tmp_path / "kept" / "results.jsonl"
    files = ["lud/far/Passing.lud", "lud/far/Broken.lud"]
    own = tmp_path / "own"
    shutil.copytree(recorded, own)

    def run() -> list[int]:
        examined_now: list[int] = []
        taken = take_census(
            folder, files, jit=False, trials=[own], results=path,
            progress=lambda done, total: examined_now.append(done),
        )  # fmt: skip
        assert taken.entries[0].replayed["agree"] == 2
        assert "never closed" in str(taken.entries[1].error)
        return examined_now

    assert run() == [1, 2]
    assert run() == []
    path.write_text(path.read_text()[:-10])
    assert run() == [2]
    more = own / "far/Passing/4.txt"
    more.write_text(PASSES.replace("SIZE = 1", "SIZE = 3"))
    assert run() == [2]


def test_an_entry_as_other_tools_read_it(folder: Path) -> None:
    record = entry(folder, "lud/far/Unknown.lud").record()
    assert list(record) == [
        "file", "read", "expanded", "board", "compiled", "played", "ends", "trials", "differences",
        "error", "late", "seconds",
    ]  # fmt: skip
    assert (record["expanded"], record["board"]) == (True, False)
    assert record["trials"] == dict.fromkeys(("recorded", *REPLAYED), 0)


def test_a_census_in_numbers(folder: Path) -> None:
    files = sorted(name for name in FILES if name.endswith(".lud"))
    census = Census({n: entry(folder, files[n], playouts=1) for n in range(len(files))})
    assert census.totals == {
        "games": 8, "read": 6, "expanded": 5, "board": 4, "compiled": 2, "played": 1,
        "recorded": 0, "agree": 0, "differ": 0, "late": 0, "unplayed": 0,
    }  # fmt: skip
    assert len(census.obstacles) == 7
    assert census.table["error"].iloc[0] == ""
    assert list(census.record()) == ["games", "totals", "obstacles"]


def test_any_number_of_workers_gives_the_same(folder: Path) -> None:
    def told(census: Census) -> list[object]:
        return [entry.record() | {"seconds": 0} for entry in census.entries]

    files = ["lud/Line.lud", "lud/far/Unknown.lud", "lud/far/Broken.lud"]
    seen: list[tuple[int, int]] = []
    shared = take_census(
        folder, files, jit=False, playouts=2, workers=2, progress=lambda *done: seen.append(done)
    )
    assert told(shared) == told(Census(dict(enumerate(entry(folder, file, 2) for file in files))))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert [entry.file for entry in shared.entries] == files


def test_all_files_in_order(folder: Path) -> None:
    census = take_census(folder / "lud" / "far", jit=False, seconds=60)
    names = ["Broken", "Fixed", "Missing", "Passing", "Shared", "Text", "Unknown"]
    assert [entry.file for entry in census.entries] == [f"{name}.lud" for name in names]
    assert census.entries[4].reached == ("read", "expanded", "board")


def test_a_file_may_be_named_as_the_library_names_it(folder: Path) -> None:
    assert entry(folder, "far/Shared.lud").reached == entry(folder, "lud/far/Shared.lud").reached


def test_time_and_memory_are_limited_for_each(folder: Path) -> None:
    files = ["lud/Line.lud", "lud/far/Unknown.lud"]
    late = take_census(folder, files, jit=False, playouts=1_000_000, seconds=1.0)
    assert late.entries[0].error == "it takes more than 1 s"
    assert "hexagons: unknown ludeme" in str(late.entries[1].error)
    small = take_census(folder, files, jit=False, memory=2**20)
    assert len(small.entries) == 2
    assert all(entry.error for entry in small.entries)


SCRIPT = """
import sys
from boardless.conformance.census import examined
from boardless.conformance.census import ExaminationTask
if __name__ == "__main__":
    files = ("lud/far/Unknown.lud", "lud/Line.lud")
    tasks = [ExaminationTask(sys.argv[1], file, jit=False, playouts=1_000_000) for file in files]
    for number, _ in examined(tasks):
        print(number, flush=True)
"""


def test_no_process_is_left_behind(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, path, folder], stdout=subprocess.PIPE, env=environment
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"0\n"
        run.kill()
        # The output ends when all who could write to it have ended, the worker too.
        assert run.communicate(timeout=30)[0] == b""


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"workers": 0}, "workers 0: choose a whole number from 1 to"),
        ({"playouts": -1}, "playouts -1: choose a whole number from 0 to"),
    ],
)
def test_numbers_out_of_range(folder: Path, settings: dict[str, int], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        take_census(folder, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "same"),
    [
        ("line 4, column 10: merge: unknown ludeme", "merge: unknown ludeme"),
        ("(move Hop (to if:(a)) (b): expected c", "(move Hop ...): expected c"),
        ("line 1, column 2: {(player N)}: expected a number", "{...}: expected a number"),
        ("in random games players can only pass", "in random games players can only pass"),
    ],
)
def test_causes(error: str, same: str) -> None:
    assert cause(error) == same
