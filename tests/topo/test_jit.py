"""What is compiled is compiled again when a file changes that it was made from."""

import inspect
import pkgutil
import sys
from importlib import import_module
from types import ModuleType

import pytest
from numba.extending import is_jitted

from boardless import state, topo
from boardless.topo.kernels import jit

MODULES = [
    part.name
    for package in (topo, state)
    for part in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


def test_a_hash_follows_the_files_that_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (
        "boardless.topo.kernels.grow_cells",
        "boardless.topo.boards.elements",
        "boardless.state.kernels",
        "boardless.topo.boards.distance",
    )
    before = {name: jit._imported(name) for name in names}
    lookup, getsource = sys.modules["boardless.topo.kernels.lookup"], inspect.getsource
    monkeypatch.setattr(
        inspect, "getsource", lambda it: getsource(it) + ("# more" if it is lookup else "")
    )
    jit._imported.cache_clear()
    try:
        changed = {name for name in names if jit._imported(name) != before[name]}
    finally:
        jit._imported.cache_clear()
    assert changed == {
        "boardless.topo.kernels.grow_cells",
        "boardless.topo.boards.elements",
        "boardless.state.kernels",
    }


@pytest.mark.parametrize("name", MODULES)
def test_kernels_take_kernels_and_constants_from_files_that_are_hashed(name: str) -> None:
    module = import_module(name)
    hashed = set(jit._IMPORT.findall(inspect.getsource(module)))
    kernels = [it for it in vars(module).values() if is_jitted(it) and it.__module__ == name]
    for kernel in kernels:
        for used in kernel.py_func.__code__.co_names:
            value = vars(module).get(used)
            if isinstance(value, ModuleType):
                assert value.__name__ == "numpy", (kernel, used)
            elif is_jitted(value):
                assert value.__module__ in hashed | {name}, (kernel, used)
