"""The recipes of docs/extending.md, followed one by one in a copy of the checkout."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "extending.md").read_text("utf-8")
#: Folders of the checkout that a recipe changes, or its tests read.
COPIED = ("boardless", "tests", "topo", "state", "strategies", "analysis", "benchmarks", "examples")

_RECIPE = re.compile(r"^## ([^\n]+)$\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PART = re.compile(
    r"^(?:`(?P<new>[\w/.]+)`|A change of `(?P<old>[\w/.]+)`[^\n]*):$"
    r"|^```(?P<kind>\w+)\n(?P<text>.*?)^```$"
    r"|^Check: `python -m pytest (?P<check>[^`]+)`$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Recipe:
    """New files by path, changes of files as pairs of path and diff, and the tests to run."""

    files: dict[str, str]
    changes: list[tuple[str, str]]
    check: list[str]


def _read(text: str) -> Recipe:
    """Return the recipe of a section: each block belongs to the last path before it."""
    files: dict[str, str] = {}
    changes: list[tuple[str, str]] = []
    check: list[str] = []
    new = old = ""
    for part in _PART.finditer(text):
        if part["check"]:
            check += shlex.split(part["check"])
        elif part["kind"] == "diff":
            changes.append((old, part["text"]))
        elif part["kind"]:
            assert part["kind"] == "python"
            assert new not in files
            files[new] = part["text"]
        else:
            new, old = part["new"] or "", part["old"] or ""
    return Recipe(files, changes, check)


RECIPES = {title: _read(text) for title, text in _RECIPE.findall(TEXT)}


def _changed(text: str, diff: str) -> str:
    """Return a text in which the one place that a diff speaks of has been changed."""
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


def _followed(recipe: Recipe, folder: Path) -> None:
    """Copy the checkout to a folder, and do what a recipe says."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, symlinks=True)
    for path in ("pyproject.toml", "README.md", "CHANGELOG.md"):
        shutil.copy2(ROOT / path, folder / path)
    for name, text in recipe.files.items():
        path = folder / name
        assert not path.exists(), name
        assert path.parent.is_dir(), name
        path.write_text(text, "utf-8")
    for name, diff in recipe.changes:
        path = folder / name
        path.write_text(_changed(path.read_text("utf-8"), diff), "utf-8")


def test_there_is_a_recipe_for_each_kind() -> None:
    kinds = (
        "ludeme", "tiling", "growth strategy", "agent", "game in Python", "metric", "store engine",
    )  # fmt: skip
    assert [title.split(maxsplit=1)[1] for title in RECIPES] == list(kinds)


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_is_complete(title: str, tmp_path: Path) -> None:
    recipe = RECIPES[title]
    _followed(recipe, tmp_path)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *recipe.check]
    # Options of the run that this is part of are not for the copy.
    paths = os.environ | {"PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(words, cwd=tmp_path, env=paths, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert set(recipe.files) & set(recipe.check), "the recipe's own test is not run"


def test_a_ludeme_touches_its_file_and_its_test() -> None:
    recipe = RECIPES["A ludeme"]
    assert recipe.changes == []
    folders = [Path(name).parent.as_posix() for name in recipe.files]
    assert folders == ["boardless/games/ludemes", "tests/games/ludemes"]


def test_a_change_that_fits_no_place_is_noticed() -> None:
    assert _changed("a\nb\nc\n", " a\n-b\n+d\n") == "a\nd\nc\n"
    for text in ("a\nc\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError):
            _changed(text, " a\n-b\n+d\n")
