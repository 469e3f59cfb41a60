"""Moves made for a trial: one function asks of all sorts of them what holds afterwards."""

import ast

from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

FREE = "(to (sites Empty))"
#: Two sorts of moves.
ADDS = f'(or (move Add (piece "A" Mover) {FREE}) (move Add (piece "B" Mover) {FREE}))'
#: Either player has one piece in the lowest row at most.
FEW = "(> 2 (count Pieces in:(sites Bottom)))"


def functions(source: str) -> dict[str, set[str]]:
    """Return the functions of a module that make moves, and which of the others each calls."""
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    made = {node.name: node for node in nodes if node.name.split("_")[0] in MADE}
    return {
        name: {at.id for at in ast.walk(node) if isinstance(at, ast.Name)} & made.keys()
        for name, node in made.items()
    }


MADE = ("act", "then", "trial", "helper", "search", "outcome")


def test_a_condition_is_written_once_for_all_sorts_of_moves() -> None:
    play = f"(play (do {ADDS} ifAfterwards:{FEW}))"
    end = f"(end (if (not (can Move (do {ADDS} ifAfterwards:{FEW}))) (result Mover Win)))"
    source = game_of(play=play, end=end).source
    assert len([name for name in functions(source) if name.startswith("trial_")]) == 1
    run = KernelsRun(play=play, end=end)
    assert run.targets() == sorted(2 * [*range(9)])
    run.go(1)
    assert run.targets() == sorted(2 * [*range(3, 9)])
    assert run.go(3, 4, 5, 6, 7) == -1
    assert run.go(8) == 1


def test_what_is_bound_around_a_trial_is_told() -> None:
    """A condition knows the value and the site with which its move was found."""
    add = "(move Add (to (sites Row (value))))"
    test = "(and (!= (value) 1) (!= (to) 7))"
    play = f"(play (forEach Value min:0 max:2 (do {add} ifAfterwards:{test})))"
    assert KernelsRun(play=play).targets() == [0, 1, 2, 6, 8]


def test_trials_of_what_follows_from_a_move_that_is_tried() -> None:
    """The same condition is asked of both, and no function calls itself by way of others."""
    corner = "(move Add (to (sites Corners)))"
    inner = f"(do {corner} ifAfterwards:{FEW} (then (do {corner} ifAfterwards:{FEW})))"
    play = f"(play (do (move Add (to (sites Centre)) (then {inner})) ifAfterwards:{FEW}))"
    calls = functions(game_of(play=play).source)
    for name in calls:
        reached, waiting = set[str](), list(calls[name])
        while waiting:
            reached.add(at := waiting.pop())
            waiting += calls[at] - reached
        assert name not in reached


def test_the_moves_of_another_player_are_written_once() -> None:
    """Those of who is next are the mover's, with somebody else who moves."""
    slide = "(slide Orthogonal (to if:(is Empty (to))))"
    parts = {"pieces": f'(piece "A" Each {slide})', "play": "(play (forEach Piece))"}
    before = '(start {(place "A1" 0) (place "A2" 1)})'
    stuck = "(end (if (not (can Move (forEach Piece Next))) (result Mover Win)))"
    once = game_of(**parts, before=before).source.count("onward(s, ")
    assert game_of(**parts, before=before, end=stuck).source.count("onward(s, ") == once
    walled = '(start {(place "A1" (sites {1 6})) (place "A2" 0)})'
    run = KernelsRun(**parts, before=walled, end=stuck)
    assert run.go(3) == 1
    free = KernelsRun(**parts, before=walled, end=stuck)
    assert free.go(7) == -1
