"""The tests themselves: where they stand, how they are called, and that no skip stays unseen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import EXTENDED

TESTS = Path(__file__).parent
#: Tests of no single module, and of what instead.
THEMES = {
    "test_documents.py": "the pages of docs/, and benchmarks/",
    "test_extending.py": "the recipes of docs/extending.md",
    "test_packaging.py": "pyproject.toml: wheels and editable installs",
    "test_shown.py": "reprs, tables and pictures, and docstrings, of public names",
    "test_rivals.py": "the programs in C, and published rates, of benchmarks/",
    "test_rooms.py": "the order of all packages, and names in them",
    "test_tests.py": "tests/",
    "themes/test_games_of_one_player.py": "tables of all kinds where nobody is beaten",
    "themes/test_kinds_of_board.py": "the meaning of forms on boards of all kinds",
    "themes/test_growing_forms.py": "forms that read which cells a growing board has",
    "themes/test_generated_games.py": "the language from reading to playing, by random games",
    "themes/test_seldom_forms.py": "forms of the grammar that few descriptions use",
    "themes/test_sites_of_several_types.py": "pieces on cells, edges and vertices of one board",
    "themes/test_round_trip.py": "from a game to its record, to a store and back",
    "themes/test_same_games.py": "games of tiles in all techniques",
}
#: Endings of what a test can be called after: modules, games of the package, and folders.
SOURCES = (".py", ".lud", "")
#: Tests that are skipped in the ways of this suite, and one that runs.
LACKING = """
import pytest

from tests.conftest import EXTENDED
def test_oracle(): pytest.skip("the oracle has moved")
def test_browser(): pytest.skip("there is no browser here")
@pytest.mark.skipif(True, reason="marked")
def test_marked(): pass
@pytest.mark.slow
def test_slow(): pass
def test_run(): pass
"""


def test_every_test_is_called_after_its_module() -> None:
    """`test_x.py` or `test_x_aspect.py`, in the same folder below `tests/` as x, or its package."""
    astray = []
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS)
        if place.as_posix() not in THEMES:
            root = TESTS.parent if place.parts[0] == "tools" else TESTS.parent / "boardless"
            folder = root / place.parent
            sources = {*folder.iterdir(), folder} if folder.is_dir() else set()
            names = {it.stem.lower().replace("-", "_") for it in sources if it.suffix in SOURCES}
            name = path.stem.removeprefix("test_")
            if not any(f"{name}_".startswith(f"{module}_") for module in names if module):
                astray.append(place.as_posix())
    assert astray == []
    assert [place for place in THEMES if not (TESTS / place).is_file()] == []


def test_no_test_is_named_by_compressed_data(request: pytest.FixtureRequest) -> None:
    """Names depend on nothing but the code, so that all workers agree on them."""
    # What gzip makes begins so, and goes on with the time.
    names = [item.nodeid for item in request.session.items]
    assert [name for name in names if r"\x1f\x8b" in name] == []


def test_what_is_skipped_without_an_excuse_has_failed(tmp_path: Path) -> None:
    (tmp_path / "test_lacking.py").write_text(LACKING)
    command = [
        sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", "pyproject.toml", "-q",
        "--no-skips", "--may-skip", "no browser", "-o", "addopts=-rA", str(tmp_path),
    ]  # fmt: skip
    env = {**os.environ, "PYTEST_ADDOPTS": "", "HYPOTHESIS_PROFILE": "boardless"}
    said = subprocess.run(command, cwd=TESTS.parent, env=env, capture_output=True, text=True).stdout
    assert "1 failed, 1 passed, 2 skipped, 1 error in" in said
    assert "Skipped: the oracle has moved (--no-skips: install what is missing" in said
    assert "Skipped: marked (--no-skips" in said


def test_tests_outside_the_core_exist() -> None:
    for line in EXTENDED:
        file, *_, name = line.removesuffix("[1:]").split("::")
        assert f"def {name}(" in (TESTS.parent / file).read_text("utf-8"), line
