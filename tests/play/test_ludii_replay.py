"""Recorded games whose start chance decides: pieces stand as recorded, numbers and all."""

from pathlib import Path

import pytest

from boardless.games import compile
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import read_ludii_trial

GAME = """(game "Set" (players 2)
    (equipment { (board (rectangle 1 4)) (piece "A" Each) })
    (rules
        (start {(place "A1" (sites Random) state:(value Random (range 1 3)))
            (place "A2" (sites Random (sites Empty)) value:2) (set Count 0 at:2)})
        (play (forEach Piece (move Add
            (to (sites Empty) if:(= (to) (+ (state at:(from)) (value Piece at:(from))))))))
        (end (if (= 2 (count Moves)) (result All Loss)))))"""
RECORD = """\
game=../Common/res/lud/board/race/Set.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,-128,127,0
Move=[Move:mover=0,from=1,to=1,actions=[Add:type=Cell,to=1,what=1,state=3]]
Move=[Move:mover=0,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,value=2]]
Move=[Move:mover=0,from=2,to=2,actions=[SetCount:type=Cell,to=2,what=1,count=0]]
Move=[Move:mover=1,from=3,to=3,actions=[Add:type=Cell,to=3,what=1,decision=true]]
Move=[Move:mover=2,from=2,to=2,actions=[Add:type=Cell,to=2,what=2,decision=true]]
LEGAL MOVES LIST SIZE = 1
LEGAL MOVES LIST SIZE = 1
numInitialPlacementMoves=3
winner=0
endtype=NaturalEnd
rankings=0.0,2.0,2.0
SANDBOX=false
LUDII_VERSION=1.3.0
"""


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("", "", None),
        ("state=3", "state=2", "legal"),
        ("value=2", "value=1", "legal"),
        ("count=0", "count=1", "start"),
        ("rankings=0.0,2.0,2.0", "rankings=0.0,1.5,1.5", "ranks"),
    ],
)
def test_pieces_begin_as_recorded(tmp_path: Path, old: str, new: str, kind: str | None) -> None:
    path = tmp_path / "trial.txt"
    path.write_text(RECORD.replace(old, new), encoding="utf-8")
    found = LudiiReplay(compile(GAME, jit=False)).compare(read_ludii_trial(path))
    assert (found.kind if found else None) == kind


def test_what_is_added_to_a_piece_leaves_it_what_it_is(tmp_path: Path) -> None:
    text = """(game "Twice" (players 2) (equipment { (board (rectangle 1 2)) (piece "A" Each) })
        (rules (start {(place "A1" 0) (place "A2" 0)})
        (play (move Add (to (sites Empty)) (then (if (= 1 2) (moveAgain)))))
        (end (if (= 1 (count Moves)) (result All Loss)))))"""
    added = "Move=[Move:mover=0,from=0,to=0,actions=[Add:type=Cell,to=0,what={}]]\n"
    lines = RECORD.splitlines(keepends=True)
    moves = [added.format(1), added.format(2), lines[7].replace("3", "1")]
    ending = [line.replace("=3", "=2") for line in lines[10:]]
    path = tmp_path / "trial.txt"
    path.write_text("".join([*lines[:4], *moves, *ending]), encoding="utf-8")
    assert LudiiReplay(compile(text, jit=False)).compare(read_ludii_trial(path)) is None
