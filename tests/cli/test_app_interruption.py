"""Ctrl-C ends a command with status 130 and a line, wherever it comes."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from boardless.cli import app
from tests.cli.running import COMMAND

#: A command that hears nothing of Ctrl-C, as a compiled loop without end does not.
DEAF = """
import time
from boardless.cli import app

def deaf(function):
    print("begun", flush=True)
    while True:
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            pass

app.GRACE_SECONDS = 0.1
app._run = deaf
app.main()
"""

#: Ctrl-C comes to all processes at once, just as the workers have been started.
STARTING = """
import os, signal
from boardless.play.executors import working

heard = []
if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *what: heard.append(what))
    with working(workers=2) as place:
        waiting = {place.submit(abs, -1), place.submit(abs, -2)}
        os.killpg(0, signal.SIGINT)
        found = []
        while waiting:
            done, waiting = place.completed(waiting)
            found += done
    print(sorted(found), len(heard))
"""


def stopped(command: list[str], line: str, stream: str) -> tuple[int, str]:
    """Send Ctrl-C to a command after a line; return its status and what it then said."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert getattr(run, stream).readline() == line
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=60)
        return run.returncode, said


def test_a_command_ends_with_a_line(tmp_path: Path) -> None:
    command = [*COMMAND, "figures", "--out", str(tmp_path)]
    first = "3.1 The fixed board and a player's view of it\n"
    assert stopped(command, first, "stderr") == (130, "boardless: stopped by Ctrl-C\n")


def test_a_command_that_does_not_hear_ends_all_the_same() -> None:
    answer = stopped([sys.executable, "-c", DEAF], "begun\n", "stdout")
    assert answer == (130, "boardless: stopped by Ctrl-C\n")


@pytest.mark.parametrize("prints", [False, True])
def test_who_prints_what_there_is_has_more_time(
    prints: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "_prints", Event())
    if prints:
        app.may_print()
    waited: list[float] = []
    statuses: list[int] = []
    monkeypatch.setattr(app, "sleep", waited.append)
    monkeypatch.setattr(app.os, "_exit", statuses.append)
    reader, writer = os.pipe()
    os.write(writer, bytes([signal.SIGINT]))
    os.close(writer)
    app._watch(reader)
    assert statuses == [130]
    assert waited == [app.GRACE_SECONDS, app.PRINTING_SECONDS][: 1 + prints]
    assert capsys.readouterr().err == "boardless: stopped by Ctrl-C\n"


def test_another_command_has_no_more_time_than_others() -> None:
    app.may_print()
    with app.heard():
        assert not app._prints.is_set()


def test_workers_that_start_hear_nothing(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(STARTING)
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, start_new_session=True
    )
    assert (run.stdout, run.stderr, run.returncode) == ("[1, 2] 1\n", "", 0)
