"""Recorded games with chance: it takes what was recorded."""

from pathlib import Path

import pytest

from boardless.games import compile
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import read_ludii_trial

GAME = """(game "Rolled" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Disc" Each) (dice d:3 num:1) })
    (rules
        (play (do (roll) next:(move Add (to (sites Empty) if:(< (to) (count Pips)))
            (then (if (is Mover P2) (set Var "Luck" (value Random (range 5 7))))))))
        (end (if (= 2 (count Moves)) (result Mover Win)))))"""

ROLL = "[SetStateAndUpdateDice:site=3,state={}],[SetDiceAllEqual:value=true]"
RECORD = f"""\
game=../Common/res/lud/board/race/Rolled.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,-128,127,0
Move=[Move:mover=0,from=3,to=3,actions=[Add:type=Cell,to=3,what=1]]
Move=[Move:mover=1,from=1,to=1,actions={ROLL.format(1)},[Add:type=Cell,to=1,what=2,decision=true]]
Move=[Move:mover=2,from=0,to=0,actions={ROLL.format(0)},[Add:type=Cell,to=0,what=3,decision=true],[SetVar:name=Luck,value=6]]
LEGAL MOVES LIST SIZE = 2
LEGAL MOVES LIST SIZE = 1
numInitialPlacementMoves=1
winner=2
endtype=NaturalEnd
rankings=0.0,2.0,1.0
SANDBOX=false
LUDII_VERSION=1.3.0
"""


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("", "", None),
        ("site=3,state=1", "site=3,state=2", "count"),
        ("from=0,to=0", "from=2,to=2", "legal"),
        ("SIZE = 2", "SIZE = 3", "count"),
        ("value=true", "value=false", "actions"),
        ("value=6", "value=8", "actions"),
    ],
)
def test_chance_takes_what_was_recorded(
    tmp_path: Path, old: str, new: str, kind: str | None
) -> None:
    (tmp_path / "trial.txt").write_text(RECORD.replace(old, new, 1), encoding="utf-8")
    trial = read_ludii_trial(tmp_path / "trial.txt")
    difference = LudiiReplay(compile(GAME, jit=False)).compare(trial)
    assert (difference and difference.kind) == kind
