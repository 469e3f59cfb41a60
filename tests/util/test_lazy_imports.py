"""Names that are imported when they are first used, and garbage that is looked for seldom."""

import gc
import subprocess
import sys

import pytest

import boardless.agents
import boardless.analysis
import boardless.games
import boardless.play
import boardless.store.positions
import boardless.view
from boardless.util.garbage import seldom_collected

#: What takes long to import, and is not needed to play a game that was compiled before.
HEAVY = {
    "matplotlib", "networkx", "pandas", "scipy.linalg", "typer", "boardless.games.compiler",
    "boardless.games.language.binding", "boardless.games.ludemes", "boardless.games.building",
    "boardless.games.loops", "boardless.play.state", "boardless.topo.boards.graphs",
}  # fmt: skip

_PLAYED = "from boardless.games import load; from boardless.play import run_playouts"


def imported(script: str) -> set[str]:
    """Return the modules that a script imports."""
    command = [sys.executable, "-c", f"import sys; {script}; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, check=True).stdout.decode().split())


def test_playing_imports_nothing_heavy() -> None:
    assert not HEAVY & imported(_PLAYED)


def test_pages_of_recorded_games_need_no_agents() -> None:
    found = imported("import boardless.view.files")
    assert not {"boardless.view.session", "boardless.agents"} & found


def test_compilers_are_imported_where_something_is_called() -> None:
    found = imported("from boardless.agents import MCTS, tunable; assert callable(tunable)")
    assert not {"llvmlite", "pandas", "boardless.games.ludemes"} & found


@pytest.mark.parametrize(
    "package",
    [
        boardless.agents,
        boardless.analysis,
        boardless.games,
        boardless.play,
        boardless.store.positions,
        boardless.view,
    ],
)
def test_a_package_has_all_its_names(package: object) -> None:
    names = package.__all__  # type: ignore[attr-defined]
    assert set(names) <= set(dir(package))
    for name in names:
        assert getattr(package, name) is getattr(package, name)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        package.Nothing  # type: ignore[attr-defined]  # noqa: B018


def test_an_old_name_of_a_package_is_the_new_one_with_a_warning_where_it_stands() -> None:
    with pytest.warns(DeprecationWarning, match="agents.Game is called GameProtocol now") as found:
        assert boardless.agents.Game is boardless.agents.GameProtocol
    assert found[0].filename == __file__


@pytest.mark.parametrize("threshold", [700, 0, 10**6])
def test_garbage_is_looked_for_seldom_for_a_while(threshold: int) -> None:
    before = gc.get_threshold()
    gc.set_threshold(threshold, *before[1:])
    try:
        with seldom_collected(), seldom_collected():
            seldom = gc.get_threshold()[0]
        assert gc.get_threshold()[0] == threshold
        assert seldom > threshold if threshold == 700 else seldom == threshold
    finally:
        gc.set_threshold(*before)


def test_garbage_is_looked_for_as_before_after_threads_that_overlap() -> None:
    before = gc.get_threshold()
    first, second = seldom_collected(), seldom_collected()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() != before
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before


def test_an_old_name_of_an_attribute_is_the_new_one_with_a_warning() -> None:
    game = boardless.games.load("Andantino", jit=False)
    with pytest.warns(DeprecationWarning, match="Game.brief is called info now"):
        assert game.brief is game.info
