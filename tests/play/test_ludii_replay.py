"""Recorded games of Ludii: starts and moves of chance as recorded, and levels of piles."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardless.games import compile
from boardless.games import compile as compile_text
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import LudiiAction, LudiiMove, LudiiTrial, read_ludii_trial

SET_GAME = """(game "Set" (players 2)
    (equipment { (board (rectangle 1 4)) (piece "A" Each) })
    (rules
        (start {(place "A1" (sites Random) state:(value Random (range 1 3)))
            (place "A2" (sites Random (sites Empty)) value:2) (set Count 0 at:2)})
        (play (forEach Piece (move Add
            (to (sites Empty) if:(= (to) (+ (state at:(from)) (value Piece at:(from))))))))
        (end (if (= 2 (count Moves)) (result All Loss)))))"""
SET_RECORD = """\
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
    path.write_text(SET_RECORD.replace(old, new), encoding="utf-8")
    found = LudiiReplay(compile(SET_GAME, jit=False)).compare(read_ludii_trial(path))
    assert (found.kind if found else None) == kind


def test_what_is_added_to_a_piece_leaves_it_what_it_is(tmp_path: Path) -> None:
    text = """(game "Twice" (players 2) (equipment { (board (rectangle 1 2)) (piece "A" Each) })
        (rules (start {(place "A1" 0) (place "A2" 0)})
        (play (move Add (to (sites Empty)) (then (if (= 1 2) (moveAgain)))))
        (end (if (= 1 (count Moves)) (result All Loss)))))"""
    added = "Move=[Move:mover=0,from=0,to=0,actions=[Add:type=Cell,to=0,what={}]]\n"
    lines = SET_RECORD.splitlines(keepends=True)
    moves = [added.format(1), added.format(2), lines[7].replace("3", "1")]
    ending = [line.replace("=3", "=2") for line in lines[10:]]
    path = tmp_path / "trial.txt"
    path.write_text("".join([*lines[:4], *moves, *ending]), encoding="utf-8")
    assert LudiiReplay(compile(text, jit=False)).compare(read_ludii_trial(path)) is None


ROLLED_GAME = """(game "Rolled" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Disc" Each) (dice d:3 num:1) })
    (rules
        (play (do (roll) next:(move Add (to (sites Empty) if:(< (to) (count Pips)))
            (then (if (is Mover P2) (set Var "Luck" (value Random (range 5 7))))))))
        (end (if (= 2 (count Moves)) (result Mover Win)))))"""

ROLL = "[SetStateAndUpdateDice:site=3,state={}],[SetDiceAllEqual:value=true]"
ROLLED_RECORD = f"""\
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
    (tmp_path / "trial.txt").write_text(ROLLED_RECORD.replace(old, new, 1), encoding="utf-8")
    trial = read_ludii_trial(tmp_path / "trial.txt")
    difference = LudiiReplay(compile(ROLLED_GAME, jit=False)).compare(trial)
    assert (difference and difference.kind) == kind


PILES_GAME = """(game "Try" (players 2)
    (equipment {{ (board (square 3)) (piece "A" Each) }})
    (rules (start (place Stack items:{{"A1" "A2"}} 0)) (play {play})
        (end (if (= 1 2) (result Mover Win)))))"""


def trial(name: str, **fields: Any) -> LudiiTrial:
    """Return a record of the start and of one move, which is this action."""
    start = [
        LudiiMove(0, (LudiiAction("Add", (("to", 0), ("what", what), ("stack", True))),), 0, 0)
        for what in (1, 2)
    ]
    ends = (fields.get("from", fields["to"]), fields["to"])
    move = LudiiMove(1, (LudiiAction(name, tuple(fields.items())),), *ends, legal=1)
    return LudiiTrial("Try", "", (), (), tuple(start), (move,), None, "MoveLimit", (), "")


@pytest.mark.parametrize(
    ("play", "name", "fields"),
    [
        ("(move (from 0 level:0) (to 8))", "Move", {"from": 0, "levelFrom": 0, "to": 8}),
        ("(move (from 0) (to 8))", "Move", {"from": 0, "to": 8}),
        ("(move (from 0) (to 8) stack:True)", "Move", {"from": 0, "to": 8, "stack": True}),
        ("(move (from 0) (to 8) count:2)", "StackMove", {"from": 0, "to": 8, "numLevel": 2}),
        ("(move Remove 0 level:0)", "Remove", {"to": 0, "level": 0}),
        ("(move Remove 0)", "Remove", {"to": 0}),
        ("(move Add (to 0 level:1))", "Insert", {"to": 0, "what": 1, "level": 1}),
    ],
)
def test_levels_are_compared(play: str, name: str, fields: dict[str, Any]) -> None:
    replay = LudiiReplay(compile_text(PILES_GAME.format(play=play), jit=False))
    assert replay.compare(trial(name, **fields)) is None
    changed = {"Remove": "level", "Insert": "level", "StackMove": "numLevel"}.get(name, "levelTo")
    other = {**fields, changed: 7}
    difference = replay.compare(trial(name, **other))
    assert difference is not None
    assert difference.kind == "actions"


def test_starts_are_compared_level_by_level() -> None:
    replay = LudiiReplay(compile_text(PILES_GAME.format(play="(move Remove 0)"), jit=False))
    record = trial("Remove", to=0)
    difference = replay.compare(replace(record, placements=record.placements[::-1]))
    assert difference is not None
    assert difference.kind == "start"


PUZZLE = """(game "Clues" (players 1)
    (equipment { (board (square 2) (values Cell (range 1 2))) (regions {Columns Rows}) })
    (rules (start (set {{0 1}})) (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))"""
CLUE = "Move=[Move:mover=0,from=0,to=0,actions=[Set:type=Cell,var=0,value={}]]"
VALUE = "Move=[Move:mover={},from=3,to=3,actions=[Set:type=Cell,var=3,value=1,decision=true]]"


@pytest.mark.parametrize(
    ("clue", "mover", "end", "kind"),
    [
        (1, 1, "", None),
        (2, 1, "", "start"),
        # A move that says no mover is found by what it does.
        (1, 0, "", None),
        (1, 1, "winner=0\nendtype=MoveLimit\n", None),
        (1, 1, "winner=1\nendtype=NaturalEnd\n", "end"),
    ],
)
def test_clues_of_puzzles_and_moves_of_nobody(
    tmp_path: Path, clue: int, mover: int, end: str, kind: str | None
) -> None:
    head, tail = SET_RECORD.splitlines()[:4], "rankings=0.0,0.0\nSANDBOX=false\nLUDII_VERSION=1.3"
    lines = [*head, CLUE.format(clue), VALUE.format(mover), "LEGAL MOVES LIST SIZE = 10"]
    text = "\n".join([*lines, "numInitialPlacementMoves=1"]) + f"\n{end}{tail}\n"
    (tmp_path / "trial.txt").write_text(text)
    trial = read_ludii_trial(tmp_path / "trial.txt")
    difference = LudiiReplay(compile_text(PUZZLE, jit=False)).compare(trial)
    assert (difference and difference.kind) == kind


def test_a_game_that_ends_here_alone_differs(tmp_path: Path) -> None:
    """A record without an end, or with one of a limit, says that Ludii's game went on."""
    path = tmp_path / "trial.txt"
    for end in ("", "winner=0\nendtype=MoveLimit\n"):
        path.write_text(SET_RECORD.replace("winner=0\nendtype=NaturalEnd\n", end))
        found = LudiiReplay(compile(SET_GAME, jit=False)).compare(read_ludii_trial(path))
        assert (found and found.kind) == (None if end else "end")
