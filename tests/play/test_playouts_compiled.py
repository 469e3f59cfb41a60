"""Compiled playouts: the same games for the same seed as in plain Python, recorded too.

`tools.smoke` does more of this, about more games.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardless.games import Game, load
from boardless.jit import compiled, native
from boardless.play import record_playouts, run_playouts
from tools.commands import COMMANDS, DONE, TECHNIQUE_COMMANDS, CaseCheck, GameCase, attempted
from tools.smoke import KINDS

#: Captures and promotions: moves have effects, and are recorded one by one.
PAWNS = str(KINDS / "Pawns.lud")
#: What is typed: a game is compiled once for all of these.
TYPED = ("playouts GAME --playouts", "replay", "store query", "store check", "store add")


@pytest.fixture(scope="module", autouse=True)
def at_once() -> Iterator[None]:
    """Have kernels compiled when they are first called, as they are once they have been kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "PATIENCE", -1)
        yield


@pytest.fixture(scope="module")
def pawns() -> tuple[Game, Game]:
    """Return the game compiled and plain."""
    return load(PAWNS), load(PAWNS, jit=False)


@pytest.mark.parametrize("technique", ["BASE", "BASE-KEPT"])
def test_recorded_games_are_those_of_plain_python(pawns: tuple[Game, Game], technique: str) -> None:
    """Half of all random numbers of 64 bits are larger than a signed one may be."""
    compiled, plain = (record_playouts(game, 0, 4, technique=technique, seed=1) for game in pawns)
    assert list(compiled) == list(plain)
    counted = run_playouts(pawns[0], playouts=4, technique=technique, seed=1).tally
    assert compiled.plies.sum() == counted.moves


def test_full_effort_changes_no_game() -> None:
    """Other tests limit LLVM's effort: what it does at most is done in a process of its own."""
    names = ("Andantino", "Kingdomino", "Yinsh")
    code = (
        "from boardless.games import load\n"
        "from boardless.play import record_playouts\n"
        f"for name in {names}:\n"
        "    for trial in record_playouts(load(name), 0, 1, seed=1): print(trial.dumps(), end='')\n"
    )
    env = {name: value for name, value in os.environ.items() if name != compiled.EFFORT}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    plain = [record_playouts(load(name, jit=False), 0, 1, seed=1) for name in names]
    assert done.stdout == "".join(trial.dumps() for batch in plain for trial in batch)


@pytest.mark.parametrize("technique", ["", "BASE"])
def test_commands_that_record_and_replay(technique: str, tmp_path: Path) -> None:
    known = CaseCheck(GameCase(PAWNS, technique=technique), tmp_path)
    known.begin()
    known.compare()
    ended = {}
    for command in TECHNIQUE_COMMANDS if technique else COMMANDS:
        if command.words == "store add OTHER TRIAL" or command.words.startswith(TYPED):
            ended[command] = attempted(command.words, lambda: known.command(command))  # noqa: B023
    may = {command for command in ended if not command.for_all}
    assert {row.end for command, row in ended.items() if command not in may} == {DONE}
    known.stored()
    known.page()
