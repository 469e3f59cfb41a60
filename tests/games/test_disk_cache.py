"""The disk cache of games, from one run to the next."""

import pickle
from pathlib import Path

import pytest

from boardless.games import disk_cache, load
from boardless.games import game as game_module
from boardless.games.disk_cache import _sources, cached, read_cached, write_cached
from boardless.games.game import technique_for
from boardless.games.language.ludeme import LUDEMES
from boardless.games.modules import PLAIN
from boardless.play import State
from boardless.topo import InputError


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache in which nothing is kept yet."""
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    return tmp_path


def test_something_is_made_once() -> None:
    made = iter(range(10))
    assert [cached(("a", 1), lambda: next(made)) for _ in range(3)] == [0, 0, 0]
    assert cached(("a", 2), lambda: next(made)) == 1
    assert read_cached(("b",)) is None


def test_another_program_makes_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    write_cached(("a",), 1)
    monkeypatch.setattr(disk_cache, "_program", lambda: "another")
    assert read_cached(("a",)) is None


@pytest.mark.parametrize("damage", [b"", b"nothing", bytes(100)])
def test_what_is_damaged_is_made_anew(folder: Path, damage: bytes) -> None:
    write_cached(("a",), 1)
    (file,) = folder.iterdir()
    file.write_bytes(damage)
    assert cached(("a",), lambda: 2) == 2
    assert read_cached(("a",)) == 2


def test_what_cannot_be_made_is_not_kept(folder: Path) -> None:
    with pytest.raises(InputError):
        load("Andantino", tiling="nothing")
    with pytest.raises(ZeroDivisionError):
        cached(("a",), lambda: 1 // 0)
    assert not list(folder.iterdir())


def test_the_program_is_all_that_games_are_compiled_with() -> None:
    names = {"/".join(Path(path).parts[-2:]) for path in _sources()}
    wanted = "jit/translation.py engine/moves.py strategies/growth.py compiler/module.py"
    assert names >= set(wanted.split())


def test_a_game_that_is_kept_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> tuple[object, ...]:
        game = load("Bravalath", tiling="square")
        technique = technique_for(game)
        start = game.start(technique)
        arrays = (start.codes.tolist(), start.kinds.tolist(), start.begun.tolist(), start.anchor)
        assert game.suited(technique) == technique
        return (game, repr(game), game.players, game.plane, game.growing, *arrays), (
            game.kernels_of(technique).__name__
        )

    first = played()
    monkeypatch.setattr(game_module, "read", None)
    assert played() == first
    with pytest.raises(TypeError):
        load("Bravalath", tiling="hexagonal")


@pytest.mark.parametrize("name", ["Bravalath", "Othello", "Trax"])
def test_the_first_legal_moves_ask_for_no_rules(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    first = State(load(name))
    moves = list(first.legal_moves)
    monkeypatch.setattr(game_module, "read", None)
    again = State(load(name))
    # `list` goes on where the length cannot be told.
    assert len(again.legal_moves) == len(moves)
    assert list(again.legal_moves) == moves
    assert again.setup == first.setup
    for state in (first, again):
        state.push(moves[-1])
    assert again.position.arrays.what.tolist() == first.position.arrays.what.tolist()
    assert "description" not in vars(again.game)


def test_its_rules_are_read_when_they_are_asked_for() -> None:
    first, again = load("Bravalath", tiling="square"), load("Bravalath", tiling="square")
    assert "description" not in vars(again)
    assert again.description.tree == first.description.tree
    assert again.options == again.description.options == first.description.options
    assert again.source == first.source


def test_a_game_looks_once_for_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Bravalath")
    technique = technique_for(game)
    start, kernels = game.start(technique), game.kernels_of(technique)
    monkeypatch.setattr(disk_cache, "read_cached", None)
    assert game.start(technique) is start
    assert game.kernels_of(technique) is kernels


def test_games_that_are_not_compiled_are_not_kept(folder: Path) -> None:
    game = load("Bravalath", jit=False)
    game.start(technique_for(game))
    assert not list(folder.glob("*.kept"))


def test_what_is_nested_too_deeply_is_made_again() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    write_cached(("a",), deep)
    assert read_cached(("a",)) is None


def test_a_module_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # It has ludemes whose classes no statement names.
    made = load("Virus!")
    monkeypatch.setattr(game_module, "_module_of", None)
    again = load("Virus!")
    assert again.module is not made.module
    assert again.module.with_features(PLAIN) == made.module.with_features(PLAIN)
    assert again.module.nodes.constants == made.module.nodes.constants
    assert again.module.model.game == made.module.model.game
    assert again.metadata == made.metadata


def test_classes_of_ludemes_are_found_by_name() -> None:
    assert LUDEMES
    for cls in (cls for classes in LUDEMES.values() for cls in classes):
        assert pickle.loads(pickle.dumps(cls)) is cls
