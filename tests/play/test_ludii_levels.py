"""Recorded games in which pieces lie one upon another: levels are compared, those of starts too."""

from dataclasses import replace
from typing import Any

import pytest

from boardless.games import compile as compile_text
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import LudiiAction, LudiiMove, LudiiTrial

GAME = """(game "Try" (players 2)
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
    replay = LudiiReplay(compile_text(GAME.format(play=play), jit=False))
    assert replay.compare(trial(name, **fields)) is None
    changed = {"Remove": "level", "Insert": "level", "StackMove": "numLevel"}.get(name, "levelTo")
    other = {**fields, changed: 7}
    difference = replay.compare(trial(name, **other))
    assert difference is not None
    assert difference.kind == "actions"


def test_starts_are_compared_level_by_level() -> None:
    replay = LudiiReplay(compile_text(GAME.format(play="(move Remove 0)"), jit=False))
    record = trial("Remove", to=0)
    difference = replay.compare(replace(record, placements=record.placements[::-1]))
    assert difference is not None
    assert difference.kind == "start"
