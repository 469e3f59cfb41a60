"""A board in JupyterLab, clicked on in a real browser; skipped where either is missing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from benchmarks.view import BROWSERS, browser, browser_path

CELLS = (
    "from boardless import State, load\n"
    "state = State(load('Tic-Tac-Toe', jit=False))\n"
    "state.show(['person', 'random'], seed=1)",
    "print('plies:', state.ply)",
)

#: The notebook of figure 4 of the design pattern.
OTHELLO = Path(__file__).parents[2] / "docs" / "notebooks" / "othello.ipynb"
#: Seconds that JupyterLab, its kernel or a page may take on a machine that is busy.
LONGEST = 240


def notebook(cells: tuple[str, ...]) -> dict[str, Any]:
    """Return a notebook of some cells."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python"}},
        "cells": [
            {
                "cell_type": "code", "id": f"cell{n}", "metadata": {}, "outputs": [],
                "execution_count": None, "source": source,
            }
            for n, source in enumerate(cells)
        ],
    }  # fmt: skip


@contextmanager
def jupyter(folder: Path) -> Iterator[str]:
    """Run JupyterLab in a folder, with settings of its own; provide its address."""
    names = ("CONFIG", "DATA", "RUNTIME")
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in names}
    words = ("--no-browser", "--allow-root", "--ServerApp.port=0", f"--ServerApp.root_dir={folder}")
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *words],
        cwd=folder, env={**os.environ, **own, "IPYTHONDIR": str(folder)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        end = monotonic() + LONGEST
        while not (found := list(folder.glob("RUNTIME/jpserver-*.json"))):
            assert process.poll() is None
            assert monotonic() < end
            sleep(0.1)
        server = json.loads(found[0].read_text())
        yield f"http://127.0.0.1:{server['port']}/lab/tree/game.ipynb?token={server['token']}"
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def opened(folder: Path, text: str) -> Iterator[Any]:
    """Open a notebook in JupyterLab and a browser; provide the page with its cells."""
    if find_spec("jupyterlab") is None:
        pytest.skip("JupyterLab is not installed: pip install -e '.[test-notebook]'")
    if browser_path() is None:
        pytest.skip(f"there is no browser here: none of {', '.join(BROWSERS)}")
    (folder / "game.ipynb").write_text(text)
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    with jupyter(folder) as address, browser() as running:
        page = running.new_page(viewport={"width": 1200, "height": 1000})
        page.set_default_timeout(LONGEST * 1000)
        page.goto(address)
        # Before the file is read there is a page with one empty cell, idle and without a kernel.
        page.locator(".jp-Notebook .jp-CodeCell").nth(len(cells) - 1).wait_for()
        page.locator(".jp-Toolbar-kernelName", has_text="Python").wait_for()
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        yield page


def run_cell(cell: Any) -> None:
    """Run a cell as a reader does: click into it and press the keys."""
    cell.locator(".cm-content").click()
    cell.page.keyboard.press("Shift+Enter")


@pytest.mark.browser
@pytest.mark.server
def test_a_board_in_a_notebook_is_clicked_on(tmp_path: Path) -> None:
    with opened(tmp_path, json.dumps(notebook(CELLS))) as page:
        run_cell(page.locator(".jp-Notebook .jp-CodeCell").first)
        page.locator('.boardless .cells [data-place="0,0"]').click()
        page.locator(".boardless .count", has_text="turn 2/2").wait_for()
        run_cell(page.locator(".jp-Notebook .jp-CodeCell").last)
        page.get_by_text("plies: 2").wait_for()
        assert page.locator(".boardless .pieces > g").count() == 2


@pytest.mark.browser
@pytest.mark.server
def test_the_othello_position_of_the_design_pattern_is_played_by_clicks(tmp_path: Path) -> None:
    with opened(tmp_path, OTHELLO.read_text()) as page:
        run_cell(page.locator(".jp-Notebook .jp-CodeCell").first)
        page.get_by_text("black can play: B2 C1 C6 D1 D2 D6 D7 E7").wait_for()
        page.locator('.boardless .cells [data-place="0,0,37"]').click()
        page.locator(".boardless .count", has_text="turn 1/1").wait_for()
        run_cell(page.locator(".jp-Notebook .jp-CodeCell").last)
        page.get_by_text("played: D6").wait_for()
        # Ten black discs, the new one, and the four that it turns: D5, E5, E6 and F4.
        page.get_by_text("discs: 19 black: 15").wait_for()
