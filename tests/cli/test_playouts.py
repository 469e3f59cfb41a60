"""The command that plays random playouts."""

import csv
import io
import json
import os
import pty
import subprocess
from collections.abc import Callable

import pytest

from boardless import __version__
from boardless.play.executors import MAX_WORKERS
from tests.cli.running import COMMAND, Answer

BRAVALATH = "playouts Bravalath --playouts 500"


def test_playouts_print_the_promised_json(boardless: Callable[..., Answer]) -> None:
    line = f"{BRAVALATH} --seed 3 --format json"
    found = json.loads(boardless(line).out)
    assert list(found) == [
        "game", "tiling", "technique", "playouts", "moves", "seconds", "playouts_per_s",
        "moves_per_s", "wins", "points", "seed", "start", "options", "version", "lengths", "cells",
    ]  # fmt: skip
    assert (found["seed"], found["start"], found["version"]) == (3, "5.4", __version__)
    assert sum(found["lengths"]) == sum(found["cells"]) == 500
    assert sum(moves * games for moves, games in enumerate(found["lengths"])) == found["moves"]
    assert (found["game"], found["tiling"], found["technique"]) == (
        "Bravalath", "hexagonal", "ZONE-APPEND",
    )  # fmt: skip
    assert sum(found["wins"].values()) == found["playouts"] == 500
    again = json.loads(boardless(line).out)
    assert (again["moves"], again["wins"]) == (found["moves"], found["wins"])


def test_playouts_may_end_early(boardless: Callable[..., Answer]) -> None:
    found = json.loads(boardless(f"{BRAVALATH} --moves 5 --format json").out)
    assert len(found["lengths"]) == 6
    assert "moves 0: choose" in boardless(f"{BRAVALATH} --moves 0").err


def test_playouts_as_csv(boardless: Callable[..., Answer]) -> None:
    answer = boardless(f"{BRAVALATH} --seed 3 --format csv")
    (row,) = csv.DictReader(io.StringIO(answer.out))
    assert (row["game"], row["technique"], row["seed"]) == ("Bravalath", "ZONE-APPEND", "3")
    assert sum(map(int, row["wins"].split())) == int(row["playouts"]) == 500


def test_a_bar_is_shown_on_a_terminal_only(boardless: Callable[..., Answer]) -> None:
    boardless(BRAVALATH)
    assert boardless(BRAVALATH).err == ""  # nothing is compiled
    ours, theirs = pty.openpty()
    command = [*COMMAND, *BRAVALATH.split()]
    environment = os.environ | {"TERM": "xterm"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
    ) as run:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # how Linux says that the other end is closed
            pass
        assert run.stdout is not None
        assert "Bravalath" in run.stdout.read()
    os.close(ours)
    assert b"getting ready" in shown
    assert b"500 playouts" in shown


FROM_1_TO_MOST = f"choose a whole number from 1 to {MAX_WORKERS}"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("playouts Plotto", "--playouts, --seconds: choose one of the two"),
        (
            "playouts Plotto --playouts 1 --seconds 1",
            "--playouts, --seconds: choose one of the two",
        ),
        ("playouts", "game: give one, or --all"),
        ("playouts Plotto --playouts many", "many"),
        ("playouts Plotto --playouts 1 --tiling square", "no step leads nne"),
        ("playouts Hex --playouts 1 --technique ZONE-RE", "fixed board"),
        ("playouts Hex --playouts 1 --option Size/3", "Size"),
        ("playouts Plotto --playouts 1 --format xml", "unknown format 'xml'"),
        ("playouts Plotto --playouts 1 --workers two", "'two' is not a whole number"),
        ("playouts Plotto --playouts 1 --workers 0", f"workers 0: {FROM_1_TO_MOST}"),
        ("playouts Plotto --playouts 1 --workers 100000", f"workers 100000: {FROM_1_TO_MOST}"),
        (
            "playouts Plotto --playouts 1 --executor localhost",
            "executor 'localhost': give an address such as tcp://",
        ),
        (
            "playouts Plotto --playouts 1 --executor tcp://127.0.0.1:1 --workers 2",
            "an executor has its own",
        ),
        (
            "playouts Plotto --playouts 1 --executor tcp://127.0.0.1:1",
            "no Dask scheduler answers in 0.5 s",
        ),
        ("playouts Plotto --playouts 1 --seed -1", "seed -1: choose a whole number from 0 to"),
        ("playouts Plotto --seconds long", "'long' is not a number"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(
    boardless: Callable[..., Answer], line: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "scheduler" in message:
        pytest.importorskip("distributed", reason="boardless[cluster] is not installed")
        monkeypatch.setattr("boardless.play.executors.ANSWER_SECONDS", 0.5)
    done = boardless(line)
    assert (done.status, done.out) == (2, "")
    assert message.lower() in done.err.lower()
    assert done.err.count("\n") == 1
    assert done.err.startswith("boardless: ")
