"""Machine code is kept whole, read only if it is whole, and made anew when a source changes."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from boardless import games, state, topo
from boardless.jit import compiled, disk, native
from boardless.jit.compiled import object_code
from boardless.jit.disk import _hash, _used, sources_hash
from boardless.jit.native import NativeKernel, jit
from boardless.topo.boards import kernels as lookup

MODULES = [
    part.name
    for package in (topo, state, games)
    for part in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]

#: Looks keys up, compiled; says what came out, and how much of that was compiled before.
SCRIPT = """
from boardless.jit import native
from tests.jit.test_disk import looked_up
native.SMALL = -1
print(*looked_up())
"""


#: Files of kernels, and those of them that are made from another.
NAMES = (
    "boardless.topo.boards.kernels",
    "boardless.topo.boards.derived",
    "boardless.state.engine.actions",
    "boardless.state.engine.cells",
)
MADE_FROM = {
    "boardless.topo.boards.kernels": set(NAMES[:2]),
    "boardless.state.engine.pieces": {NAMES[2]},
}


@pytest.mark.parametrize("source", MADE_FROM)
def test_a_hash_follows_the_files_that_are_imported(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*NAMES, source):
        importlib.import_module(name)
    before = {name: sources_hash(name) for name in NAMES}
    edited, getsource = sys.modules[source], inspect.getsource
    monkeypatch.setattr(
        inspect, "getsource", lambda it: getsource(it) + ("# more" if it is edited else "")
    )
    _hash.cache_clear()
    try:
        changed = {name for name in NAMES if sources_hash(name) != before[name]}
    finally:
        _hash.cache_clear()
    assert changed == MADE_FROM[source]


def test_kernels_take_kernels_and_constants_from_files_that_are_hashed() -> None:
    checked = 0
    for name in MODULES:
        module = importlib.import_module(name)
        found = [it for it in vars(module).values() if isinstance(it, NativeKernel)]
        kernels = [it for it in found if it.__module__ == name]
        hashed = _used(name) if kernels else set()
        for kernel in kernels:
            for used in kernel.py_func.__code__.co_names:
                value = vars(module).get(used)
                if isinstance(value, ModuleType):
                    assert value.__name__ == "numpy", (kernel, used)
                elif isinstance(value, NativeKernel):
                    assert value.__module__ in hashed, (kernel, used)
        checked += len(kernels)
    assert checked > 50


def looked_up() -> tuple[list[int], int]:
    """Look keys up with new kernels; return what came out, and how many of them were kept."""
    place: Any = jit(lookup._place.py_func)  # type: ignore[attr-defined]
    find: Any = jit(lookup.find.py_func)  # type: ignore[attr-defined]
    table, keys = np.full(8, -1, np.int32), np.array([[1, 2, 3]], np.int32)
    calls = [
        (place, (table, 1, 2, 3)),
        (find, (lookup.Keys(table, keys, table), 1, 2, 3)),
        (find, (lookup.Keys(table, keys, table), 3, 2, 1)),
    ]
    made: list[bytes] = []

    def noted(*given: Any) -> bytes:
        made.append(object_code(*given))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "object_code", noted)
        table[place(*calls[0][1])] = 0
        found = [kernel(*arguments) for kernel, arguments in calls[1:]]
    return found, 2 - len(made)


def test_machine_code_that_is_cut_short_or_garbled_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv("BOARDLESS_CACHE", str(folder))
    monkeypatch.setattr(native, "SMALL", -1)  # nothing is small: all is compiled at once
    assert looked_up() == ([0, -1], 0)
    damages = (
        lambda data: data[: len(data) // 2],
        lambda data: b"garbage" * 1000,
        lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
    )
    for damage in damages:
        assert len(list(folder.iterdir())) == 2
        for path in folder.iterdir():
            path.write_bytes(damage(path.read_bytes()))
        assert looked_up() == ([0, -1], 0)
    assert looked_up() == ([0, -1], 2)
    assert len(list(folder.iterdir())) == 2


def test_without_a_folder_that_can_be_written_a_temporary_one_is_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    nowhere = {"BOARDLESS_CACHE": "", "XDG_CACHE_HOME": "", "HOME": str(file)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, **nowhere, "TMPDIR": str(temporary)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stderr, done.stdout.split()) == ("", ["[0,", "-1]", "0"])
    assert list(temporary.iterdir()) == []


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("BOARDLESS_CACHE", raising=False)
    assert disk.cache_folder() == tmp_path / ".cache" / "boardless"
    monkeypatch.setattr(Path, "home", homeless)
    assert disk.cache_folder() is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert disk.cache_folder() == tmp_path / "caches" / "boardless"
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path / "mine"))
    assert disk.cache_folder() == tmp_path / "mine"


def test_nobody_else_may_change_what_is_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    umask = os.umask(0)
    try:
        written = disk.write_sealed("code", b"content")
    finally:
        os.umask(umask)
    assert written is not None
    assert written.stat().st_mode & 0o777 == 0o600
    assert disk.read_sealed("code") == b"content"


def test_where_nothing_at_all_can_be_written_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("BOARDLESS_CACHE", str(file))
    monkeypatch.setattr("tempfile.tempdir", str(file))
    disk._temporary.cache_clear()
    assert disk.write("name", b"data") is None
    assert disk.read("name") is None
    assert file.read_bytes() == b""
