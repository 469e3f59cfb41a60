"""Failures of the system: a full disk leaves files of before whole, and refused memory is told."""

import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EFBIG
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from boardless.agents.patterns import Patterns
from boardless.analysis.game_map import GameMap, write_map
from boardless.analysis.profiles import Profile
from boardless.games import load
from boardless.jit import disk
from boardless.play import State
from boardless.topo import InputError
from boardless.util.inputs import replacing_file
from boardless.view import map_to_html, to_gif, to_svg
from tests.cli.running import boardless

OLD = b"a file of before"
FULL = os.strerror(EFBIG)


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file of this process get larger than `size`."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@cache
def played() -> State:
    state = State(load("Tic-Tac-Toe", jit=False))
    random = Random(3)
    for _ in range(4):
        state.push(random.choice(list(state.legal_moves)))
    return state


@cache
def drawn() -> GameMap:
    return GameMap.of([Profile(str(n), f"Game {n}", concepts=("Board", f"{n}")) for n in range(4)])


def save_patterns(path: Path) -> None:
    Patterns("Tic-Tac-Toe", (), np.zeros(2000), np.ones(2000)).save(path)


#: Names of files, and what writes them.
WRITERS: dict[str, Callable[[Path], object]] = {
    "game.trial": lambda path: played().trial().save(path),
    "game.html": lambda path: played().to_html(path),
    "picture.svg": lambda path: to_svg(played(), path),
    "film.gif": lambda path: to_gif(played(), path),
    "map.html": lambda path: map_to_html(drawn(), path),
    "patterns.npz": save_patterns,
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("size", [0, 40])
def test_a_file_that_has_no_room_leaves_the_old_one(tmp_path: Path, name: str, size: int) -> None:
    path = tmp_path / name
    for before in ([], [path]):
        for each in before:
            each.write_bytes(OLD)
        with room(size), pytest.raises((InputError, OSError), match=FULL) as raised:
            WRITERS[name](path)
        assert "\n" not in str(raised.value)
        assert list(tmp_path.iterdir()) == before
    assert path.read_bytes() == OLD
    WRITERS[name](path)
    assert path.stat().st_size > 40
    assert list(tmp_path.iterdir()) == [path]


def test_a_figure_that_has_no_room_leaves_the_old_one(tmp_path: Path) -> None:
    files = {tmp_path / f"map.{ending}" for ending in ("csv", "png")}
    for path in files:
        path.write_bytes(OLD)
    # The table has room, the picture has none.
    with room(1000), pytest.raises(OSError, match=FULL):
        write_map(drawn(), tmp_path, "map")
    assert set(tmp_path.iterdir()) == files
    assert (tmp_path / "map.png").read_bytes() == OLD
    with room(0), pytest.raises(OSError, match=FULL):
        write_map(drawn(), tmp_path, "map")
    assert (tmp_path / "map.csv").read_text().startswith("game,category")


@pytest.mark.parametrize(
    ("command", "sizes", "message"),
    [
        (
            "playouts Tic-Tac-Toe --playouts 20 --store FILE",
            (1000, 100_000),
            "boardless: graph .* cannot be",
        ),
        ("figures 6.1 --out FILE", (100,), f"6.1 .*\nboardless: cannot write to .*{FULL}"),
    ],
    ids=["store", "figure"],
)
def test_commands_say_in_a_line_that_the_disk_is_full_and_leave_nothing(
    tmp_path: Path, command: str, sizes: tuple[int, ...], message: str
) -> None:
    words = command.replace("FILE", str(tmp_path / "out")).split()
    for size in sizes:
        full = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
        answer = boardless(*words, preexec_fn=full)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert re.fullmatch(f"{message}.*\n", answer.stderr)
        assert not [path for path in tmp_path.rglob("*") if path.is_file()]


#: Makes a board in a process that gets 80 MB more than its imports.
LARGE_BOARD = """
import resource
import sys
from pathlib import Path

import llvmlite.binding
import pandas

import boardless.cli.commands
import boardless.topo.boards.board
from boardless.cli.app import main

pages = int(Path("/proc/self/statm").read_text().split()[0])
room = pages * resource.getpagesize() + 80 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (room, room))
sys.argv = "boardless board square 1000".split()
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="this system does not tell what a process has")
def test_memory_that_is_refused_is_told_in_a_line() -> None:
    answer = subprocess.run([sys.executable, "-c", LARGE_BOARD], capture_output=True, text=True)
    message = "there is not enough memory for it: choose less, or fewer --workers"
    assert answer.stderr == f"boardless: {message}\n"
    assert (answer.returncode, answer.stdout) == (2, "")


def test_a_cache_that_has_no_room_keeps_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(disk.VARIABLE, str(tmp_path))
    monkeypatch.setattr(disk, "_temporary", lambda: tmp_path)
    disk.write_sealed("kept", OLD)
    with room(20):
        assert disk.write_sealed("kept", b"something else") is None
        assert disk.write_sealed("other", b"something else") is None
    assert disk.read_sealed("kept") == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    link.symlink_to(path)
    with replacing_file(link) as part:
        assert (part.parent, part.suffix) == (tmp_path, ".txt")
        part.write_bytes(OLD)
    assert path.read_bytes() == OLD
    path.chmod(0o600)
    with replacing_file(link) as part:
        part.write_bytes(b"new")
        assert path.read_bytes() == OLD
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with suppress(KeyboardInterrupt), replacing_file(path) as part:
        part.write_bytes(OLD)
        raise KeyboardInterrupt
    assert path.read_bytes() == b"new"
    assert set(tmp_path.iterdir()) == {path, link}


def test_what_is_no_file_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (Path(os.devnull), tmp_path):
        with replacing_file(path) as part:
            assert part == path
    # A file, or its folder, does not allow to be written.
    path = tmp_path / "file"
    path.touch()
    for locked in (path, tmp_path):
        monkeypatch.setattr(os, "access", lambda each, _, locked=locked: each != locked)
        with replacing_file(path) as part:
            assert part == path
