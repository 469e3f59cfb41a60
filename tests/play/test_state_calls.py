"""The cost of a move from Python: calls of Python functions, counted, never timed."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from boardless.games import load
from boardless.jit.native import hurry
from boardless.play import State

#: Moves to get warm: kernels are compiled and the arrays have their size.
WARM = 12


def calls(do: Callable[..., object], *arguments: object) -> tuple[int, set[str]]:
    """Return how many Python functions a call enters, and the files that they are in."""
    files: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            files.append(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        do(*arguments)
    finally:
        sys.setprofile(None)
    return len(files), set(files)


def warm(name: str) -> State:
    """Return a state whose kernels are compiled, after moves were made in every way."""
    state = State(load(name))
    hurry(state.position.kernels)
    for _ in range(WARM):
        state.push(state.legal_moves[0])
        state.pop()
        state.push(state.parse(str(state.legal_moves[0])))
        state.pop_row()
        assert state.legal_count
        state.push_row(0)
        state.pop_row()
        state.push_row(0)
        if state.outcome() is not None or state.ply > 3:
            state.reset()
    state.reset()
    state.push_row(0)
    state.push_row(0)
    state.pop_row()
    return state


@pytest.mark.parametrize("name", ["Hive", "Tic-Tac-Toe"])
def test_a_move_costs_few_calls(name: str) -> None:
    state = warm(name)
    move = state.legal_moves[1]
    count, files = calls(state.push, move)
    assert count <= 10
    assert len(files) <= 4
    count, files = calls(state.pop)
    assert count <= 8
    assert len(files) <= 4
    parsed = state.parse(str(list(state.legal_moves)[1]))
    assert calls(state.push, parsed)[0] <= 20
    assert calls(state.pop)[0] <= 8
    assert state.legal_count
    count, files = calls(state.push_row, 0)
    assert count <= 6
    assert len(files) <= 4
    assert calls(state.pop_row)[0] <= 8


def test_a_move_with_chance_costs_few_calls() -> None:
    state = State(load("Can't Stop"))
    hurry(state.position.kernels)
    for _ in range(4 * WARM):
        if state.outcome() is not None:
            break
        state.push(state.legal_moves[0])
    for _ in range(WARM):
        state.pop()
    for turn in range(WARM):
        assert state.legal_count
        if turn % 2:
            count, _ = calls(state.push_row, 0)
        else:
            move = state.legal_moves[0]
            count, _ = calls(state.push, move)
        assert count <= 25
