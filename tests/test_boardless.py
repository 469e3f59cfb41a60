"""The module that re-exports the public names of the packages."""

import boardless
from boardless import analysis, games, play, state, strategies, topo

PLAYING = ("check_trials", "library", "load", "run_playouts")


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
    position = boardless.play.State(boardless.load("Tic-Tac-Toe", jit=False))
    assert position.perft(2) == 72
    assert boardless.State is state.State


def test_names_that_are_not_there() -> None:
    assert not hasattr(analysis, "nonsense")
    assert "growth_table" in dir(analysis)
