"""The plan of the house: which rooms the plane has, and which of them know which."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from boardless import strategies, topo

PACKAGES = {"boardless.topo": topo, "boardless.strategies": strategies}

#: Each knows only those before it.
ROOMS = ("errors", "whole", "names", "kernels", "tilings", "boards", "drawing", "layouts")


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the plane and of the strategies, and what is written in it."""
    for package, module in PACKAGES.items():
        root = Path(str(module.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            parts = list(path.relative_to(root).with_suffix("").parts)
            if parts[-1] != "__init__":
                yield ".".join((package, *parts)), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Return the modules that are imported as soon as a module is."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


FOUND = {name: imported(tree) for name, tree in modules()}


def test_nothing_is_imported_in_a_circle() -> None:
    graph = {name: needed & FOUND.keys() for name, needed in FOUND.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(FOUND)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_those_before_it(room: str) -> None:
    allowed = {f"boardless.topo.{other}" for other in ROOMS[: ROOMS.index(room) + 1]}
    for name, needed in FOUND.items():
        if name.split(".")[2] == room and name.startswith("boardless.topo."):
            for other in needed & FOUND.keys():
                assert ".".join(other.split(".")[:3]) in allowed, (name, other)
