"""The module that re-exports the public names of the packages."""

import pickle
from types import FunctionType

import pytest

import boardless
from boardless import agents, analysis, games, play, state, strategies, topo

PLAYING = (
    "Budget", "MCTS", "State", "check_trials", "library", "load", "run_playouts", "run_tournament",
    "text_board",
)  # fmt: skip


def test_every_public_name_is_there_once() -> None:
    packages = (topo, state, strategies, analysis)
    names = [*PLAYING, *(name for package in packages for name in package.__all__)]
    assert sorted(boardless.__all__) == sorted(set(names))
    assert len(names) == len(set(names))
    for package in packages:
        for name in package.__all__:
            assert getattr(boardless, name) is getattr(package, name)


def test_games_are_played_from_there() -> None:
    assert (boardless.games, boardless.play) == (games, play)
    assert (boardless.load, boardless.library) == (games.load, games.library)
    assert (boardless.check_trials, boardless.run_playouts) == (
        play.check_trials,
        play.run_playouts,
    )
    assert (boardless.MCTS, boardless.Budget) == (agents.MCTS, agents.Budget)
    assert boardless.run_tournament is agents.run_tournament
    position = boardless.State(boardless.load("Tic-Tac-Toe", jit=False))
    assert position.perft(2) == 72
    assert boardless.State is play.State


def test_names_are_listed_and_travel() -> None:
    names = {}
    exec("from boardless import *", names)
    assert set(boardless.__all__) <= set(names)
    assert {*boardless.__all__, *boardless.PACKAGES} == set(dir(boardless))
    for name in boardless.__all__:
        value = getattr(boardless, name)
        if isinstance(value, type | FunctionType):
            assert pickle.loads(pickle.dumps(value)) is value


def test_names_that_are_not_there() -> None:
    assert not hasattr(boardless, "nonsense")
    with pytest.raises(ImportError):
        exec("from boardless import nonsense")
    assert not hasattr(analysis, "nonsense")
    assert "growth_table" in dir(analysis)
