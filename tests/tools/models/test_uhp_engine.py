"""Hive beside an engine in another process: ours, told the truth and made to leave a move out."""

import sys

import pytest

from boardless.games import Game, load
from tools.models.uhp_engine import UhpEngine, compared

OURS = (sys.executable, "-m", "boardless", "uhp", "--no-jit")
#: A program between both that leaves out the last legal move of the second turn.
LEAVES_OUT = """
import subprocess, sys
ours = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
asked = 0
def answer():
    while (line := ours.stdout.readline()):
        print(line.rpartition(";")[0] if asked == 2 and ";" in line else line.strip(), flush=True)
        if line == "ok\\n":
            break
answer()
for line in sys.stdin:
    asked = asked + 1 if line == "validmoves\\n" else 0 if "newgame" in line else asked
    ours.stdin.write(line)
    ours.stdin.flush()
    answer()
"""


def game(pieces: str) -> Game:
    return load("Hive", [f"Pieces/{pieces}", "Repetition/Draw"], jit=False)


def test_an_engine_with_our_rules_agrees() -> None:
    with UhpEngine(OURS) as engine:
        assert compared(engine, game("Base+MLP"), 3, 6) == 6


def test_a_move_left_out_is_found() -> None:
    with (
        UhpEngine((sys.executable, "-c", LEAVES_OUT, *OURS)) as engine,
        pytest.raises(AssertionError, match="ply 1"),
    ):
        compared(engine, game("Base"), 3, 6)
