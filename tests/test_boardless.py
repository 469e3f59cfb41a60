"""The module that re-exports the public names of the packages."""

import pickle
from types import FunctionType

import pytest

import boardless
from boardless import agents, analysis, games, play, state, strategies, topo, view


def test_public_names_are_those_of_the_packages() -> None:
    assert len(boardless.__all__) <= 80
    packages = (agents, analysis, play, state, strategies, topo)
    for name in set(boardless.__all__) - {"library", "load", "text_board"}:
        (value,) = {id(getattr(p, name)) for p in packages if name in p.__all__}
        assert id(getattr(boardless, name)) == value


def test_a_name_that_went_down_to_its_package_is_there_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="boardless.ADD: import it from boardless.state"):
        assert boardless.ADD is state.ADD


def test_games_are_played_from_there() -> None:
    assert (boardless.games, boardless.play) == (games, play)
    assert (boardless.load, boardless.library) == (games.load, games.library)
    position = boardless.State(boardless.load("Tic-Tac-Toe", jit=False))
    assert position.perft(2) == 72
    assert (boardless.State, boardless.text_board) == (play.State, view.text_board)


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
