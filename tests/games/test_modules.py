"""Compiled games as modules and files."""

import inspect
import linecache
import marshal
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from boardless.games import modules
from boardless.games.modules import Program, load
from boardless.jit import disk

SOURCE = "ANSWER = 42\n"

_READ_ONLY = """
from boardless.games.modules import Program, load
from boardless.jit.disk import cache_folder
print(load(Program("ANSWER = 42\\n", "0" * 64)).ANSWER, cache_folder(), cache_folder().is_dir())
"""


def test_a_file_that_is_not_the_source_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    digests = [letter * 64 for letter in "abc"]
    for digest, content in zip(digests, (None, b"ANSWER = 0\n", b"\xff\xfe"), strict=True):
        path = tmp_path / f"boardless_game_{digest[:32]}.py"
        if content is not None:
            path.write_bytes(content)
        try:
            assert load(Program(SOURCE, digest)).ANSWER == 42
        finally:
            sys.modules.pop(f"{path.stem}_plain", None)
        assert path.read_text() == SOURCE
    assert not list(tmp_path.glob(".*"))


def test_what_python_makes_of_a_source_is_kept_and_made_anew_where_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))

    def answer() -> int:
        monkeypatch.delitem(sys.modules, f"boardless_game_{'d' * 32}", raising=False)
        number: int = load(Program(SOURCE, "d" * 64)).ANSWER
        return number

    assert answer() == 42
    (code,) = tmp_path.glob("*.code")
    kept = code.read_bytes()
    code.write_bytes(kept[:-3])
    assert (answer(), code.read_bytes()) == (42, kept)
    # It is taken from there: another code under this name is run.
    other = marshal.dumps(compile("ANSWER = 43", "other", "exec"))
    disk.write_sealed(code.name, other)
    assert answer() == 43


def test_tables_are_handed_to_a_module() -> None:
    table = np.array([3, 1], np.uint8)
    program = Program("def first():\n    return TABLE[0]\n", "f" * 64, {"TABLE": table})
    assert load(program).first() == 3
    assert load(program).TABLE is table


def test_uncompiled_games_convert_numbers_with_int() -> None:
    source = "from boardless.jit.game_runtime import int64\n"
    assert load(Program(source, "e" * 64)).int64 is int


def test_without_a_file_there_is_still_a_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "read", lambda name: None)
    monkeypatch.setattr(disk, "write", lambda name, data: None)
    try:
        module = load(Program(SOURCE, "d" * 64))
        assert module.ANSWER == 42
        assert inspect.getsource(module) == SOURCE
    finally:
        sys.modules.pop(f"boardless_game_{'d' * 32}_plain", None)


def test_without_a_cache_nothing_is_left_behind(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    variables = {**os.environ, "BOARDLESS_CACHE": str(blocked), "TMPDIR": str(tmp_path)}
    script = [sys.executable, "-c", _READ_ONLY]
    said = subprocess.run(script, env=variables, capture_output=True, text=True, check=True).stdout
    answer, folder, there = said.split()
    assert (answer, there, Path(folder).parent) == ("42", "True", tmp_path)
    assert list(tmp_path.iterdir()) == [blocked]


def test_few_modules_stay_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby reads thousands of games: each module has some hundred kilobytes."""
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    digests = [f"{n:064x}"[::-1] for n in range(modules._STAY + 3)]
    loaded = [load(Program(SOURCE, digest)) for digest in digests]
    known = [module.__name__ in sys.modules for module in loaded]
    assert known == [False] * 3 + [True] * modules._STAY
    assert not {module.__file__ for module in loaded[:3]} & linecache.cache.keys()
    assert loaded[0].ANSWER == 42
    assert load(Program(SOURCE, digests[0])).ANSWER == 42
