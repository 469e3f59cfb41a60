"""Legal moves and different positions after them, counted by the engine and by trying."""

from dataclasses import replace
from random import Random

import pytest

from boardless.games import Game, load
from boardless.jit import native
from boardless.play import State
from boardless.play.legal_moves import Branches, Branching
from tests.agents.described import RACE, STEPS

GAMES = ["Tic-Tac-Toe", "Bravalath", "Andantino", "Hive", "Othello"]


def tried(state: State) -> Branches:
    """Return the same by making each move in a copy."""
    moves = list(state.legal_moves)
    if state.chances() or all(not move.actions for move in moves):
        return Branches(0, 0, 0)
    found = set()
    for move in moves:
        after = state.copy()
        after.push(move)
        found.add((after.key, after.mover, after.outcome()))
    cells = {move.cell for move in moves if move.cell is not None}
    return Branches(len(moves), len(found), len(cells))


def compare(game: Game, plies: int) -> None:
    state, random = State(game), Random(3)
    branching = Branching(state.position)
    while state.outcome() is None and state.ply < plies:
        key = state.key
        found, expected = branching.of(state.position), tried(state)
        if game.info.effects:
            # A move may name a cell and put nothing there.
            expected = replace(expected, cells=found.cells)
        assert found == expected, state
        assert state.key == key
        state.push(random.choice(list(state.legal_moves)))
    if state.outcome() is not None:
        assert branching.of(state.position) == Branches(0, 0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_branches_are_what_moves_lead_to(name: str) -> None:
    compare(load(name, jit=False), 7)


@pytest.mark.parametrize("game", [RACE, STEPS], ids=lambda game: game.name)
def test_branches_where_chance_has_a_part_and_moves_have_effects(game: Game) -> None:
    compare(game, 7)


def test_branches_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise so little is plain Python.
    monkeypatch.setattr(native, "PATIENCE", -1.0)
    compare(load("Tic-Tac-Toe"), 9)
