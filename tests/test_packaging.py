"""The installed package: one, whole, that works in any folder and beside any file."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from zipfile import ZipFile

import pytest

import boardless

ROOT = Path(__file__).parents[1]
#: Folders of the repository that are no part of the package.
ELSEWHERE = (
    ".*", "build", "*.egg-info", "__pycache__", "tests", "tools", "benchmarks", "figures", "docs",
)  # fmt: skip

#: A script whose neighbours have the names of our packages.
SCRIPT = """
import boardless
from boardless import *
import games, state
assert (games.MINE, state.MINE) == (True, True)
print(boardless.__file__)
print(boardless.games.load("Tic-Tac-Toe", jit=False), len(Board(SQUARE, [(0, 0, 0)])))
"""


def run(folder: Path, *words: object, **variables: str) -> str:
    """Run Python in a folder, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A folder with a script beside files that have the names of our packages."""
    for name in boardless.PACKAGES:
        (tmp_path / f"{name}.py").write_text("MINE = True\n")
    (tmp_path / "script.py").write_text(SCRIPT)
    return tmp_path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout."""
    try:
        found = version("setuptools")
    except PackageNotFoundError:
        found = "0"
    if int(found.partition(".")[0]) < 77:
        pytest.skip("no wheel can be built without setuptools, version 77 or newer")
    folder = tmp_path_factory.mktemp("wheel")
    # The folders that are no part of it hold megabytes, and building would leave files behind.
    shutil.copytree(
        ROOT, folder / "source", symlinks=True,
        ignore=lambda at, names: (
            shutil.ignore_patterns(*(ELSEWHERE if Path(at) == ROOT else ELSEWHERE[:4]))(at, names)
        ),
    )  # fmt: skip
    pip = ("-m", "pip", "--disable-pip-version-check", "-q")
    build = ("wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder)
    run(folder, *pip, *build, folder / "source")
    (built,) = folder.glob("*.whl")
    return built


def test_the_version_is_that_of_the_last_release_in_the_changelog(wheel: Path) -> None:
    releases = re.findall(r"^## (\d[\d.]*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert releases[0] == boardless.__version__
    assert wheel.name.startswith(f"boardless-{boardless.__version__}-")


def test_a_wheel_holds_everything_and_nothing_else(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert {name.partition("/")[0].split("-")[0] for name in names} == {"boardless"}
    there = {name for name in names if name.startswith("boardless/")}
    tracked = (path for path in (ROOT / "boardless").rglob("*") if path.is_file())
    folders = [ROOT / "boardless" / package for package in boardless.PACKAGES]
    files = {*tracked, *(path for folder in folders for path in folder.rglob("*"))}
    kept = {".css", ".cypher", ".gz", ".js", ".lud", ".mplstyle", ".py", ".typed"}
    assert there == {
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.suffix in kept and "__pycache__" not in path.parts
    }
    for data in ("py.typed", "topo/py.typed", "games/Andantino.lud"):
        assert f"boardless/{data}" in there
    assert any(name.endswith(".mplstyle") for name in there)


def test_a_wheel_works_in_any_folder(wheel: Path, crowded: Path) -> None:
    installed = crowded / "installed"
    with ZipFile(wheel) as file:  # all that installing one does, where nothing depends on scripts
        file.extractall(installed)
    path = {"PYTHONPATH": str(installed)}
    printed = run(crowded, "script.py", **path).splitlines()
    assert printed == [str(installed / "boardless" / "__init__.py"), "<Game Tic-Tac-Toe> 1"]
    assert run(crowded, "-m", "boardless", "--version", **path).startswith("boardless ")
    assert "cells      7\n" in run(crowded, "-m", "boardless", "board", "hexagonal", "2", **path)


def test_the_checkout_works_in_any_folder(crowded: Path) -> None:
    printed = run(crowded, "script.py").splitlines()
    assert printed == [boardless.__file__, "<Game Tic-Tac-Toe> 1"]
    said = run(crowded, "-m", "boardless", "--version")
    assert said == f"boardless {boardless.__version__}\n"
