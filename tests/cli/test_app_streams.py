"""Output that is closed, broken or full, and names that it cannot say."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from boardless import games
from tests.cli.running import COMMAND, boardless

#: What is printed long before a command ends; what is printed at its end `--version` prints, too.
LONG = "growth --tiling square --strategy zone --sequence best --moves 20000"
#: A locale without characters outside ASCII, and Python made to respect it.
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("line", ["--version", LONG], ids=["little", "much"])
def test_nobody_reads(line: str) -> None:
    read, write = os.pipe()
    os.close(read)
    run = boardless(*line.split(), stdout=write)
    os.close(write)
    assert (run.returncode, run.stderr) == (1, "")


def test_nobody_reads_errors() -> None:
    read, write = os.pipe()
    os.close(read)
    run = boardless("nonsense", stderr=write)
    os.close(write)
    assert (run.returncode, run.stdout) == (2, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        run = boardless("--version", stdout=full)
    assert run.returncode == 2
    assert run.stderr.startswith("boardless: cannot write")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "closed", "status", "said"),
    [
        ("--version", (1,), 2, "boardless: cannot write: "),
        ("board round 2", (1,), 2, "boardless: unknown tiling 'round'"),
        ("--version", (2,), 0, ""),
        ("nonsense", (2,), 2, ""),
        ("board square 2", (0, 1, 2), 2, ""),
        ("nonsense", (0, 1, 2), 2, ""),
    ],
)
def test_closed_streams(words: str, closed: tuple[int, ...], status: int, said: str) -> None:
    close = " ".join(f"{number}>&-" for number in closed)
    shell = ["/bin/sh", "-c", f'exec "$@" {close}', "sh", *COMMAND, *words.split()]
    run = subprocess.run(shell, capture_output=True, text=True)
    assert run.returncode == status
    assert run.stderr.startswith(said)
    assert run.stderr.count("\n") == bool(said)
    assert bool(run.stdout) == (status == 0)


def test_names_outside_ascii_in_the_c_locale(tmp_path: Path) -> None:
    # A game and a file whose names no locale of ASCII has, and a file whose name no text has.
    text = (Path(games.__file__).parent / "Tic-Tac-Toe.lud").read_text(encoding="utf-8")
    text = text.replace('"Tic-Tac-Toe"', '"Noughts \N{MULTIPLICATION SIGN}"')
    names = ("n\N{LATIN SMALL LETTER O WITH STROKE}ught.lud".encode(), b"\xff.lud")
    for name in names:
        with open(os.fsencode(tmp_path) + b"/" + name, "w", encoding="utf-8") as file:
            file.write(text)
    named, nameless = map(os.fsdecode, names)
    shown = boardless("show", named, env=C_LOCALE, cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith(r'(game "Noughts \xd7"')
    bad = boardless("show", f"{nameless}.not", env=C_LOCALE, cwd=tmp_path)
    assert bad.returncode == 2
    assert ".lud.not: no such file" in bad.stderr
    assert bad.stderr.count("\n") == 1
    plain = C_LOCALE | {"NUMBA_DISABLE_JIT": "1"}
    found = boardless("perft", nameless, "2", "--format", "json", env=plain, cwd=tmp_path)
    assert json.loads(found.stdout)["game"] == "Noughts \N{MULTIPLICATION SIGN}"


def test_files_outside_ascii_are_written_in_the_c_locale(tmp_path: Path) -> None:
    folder = tmp_path / "dessin\N{LATIN SMALL LETTER E WITH ACUTE}"
    drawn = boardless("figures", "5.1", "--out", str(folder), env=C_LOCALE)
    assert drawn.returncode == 0
    assert drawn.stdout == f"wrote 3 files to {folder}\n"
    assert len(list(folder.iterdir())) == 3
