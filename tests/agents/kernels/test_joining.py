"""The parts of a search beside those of the engine, in one module."""

import ast
from importlib.resources import files
from typing import Any

from boardless.agents.kernels.joining import PACKAGE, PARTS, SEQUENCES
from boardless.state.engine.tables import Tables


def names(package: str, part: str) -> set[str]:
    source = (files(package) / part).read_text(encoding="utf-8")
    return {it.name for it in ast.parse(source).body if isinstance(it, ast.FunctionDef)}


def test_no_function_of_a_search_takes_the_place_of_one_of_the_engine() -> None:
    engine = "boardless.state.engine"
    theirs = {
        name
        for path in files(engine).iterdir()
        if path.name.endswith(".py")
        for name in names(engine, path.name)
    }
    ours = [
        name
        for part in ("judgement", "engine_backend", *PARTS, *SEQUENCES)
        for name in names(PACKAGE, f"{part}.py")
    ]
    assert len(ours) == len(set(ours)) > 30
    assert not theirs & set(ours)


def constants(path: Any) -> set[str]:
    """Return the names that a file gives to constants."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    targets = [it for line in body if isinstance(line, ast.Assign) for it in line.targets]
    return {it.id for target in targets for it in ast.walk(target) if isinstance(it, ast.Name)}


def test_no_constant_of_a_search_takes_the_place_of_one_of_the_engine() -> None:
    engine = [path for path in files("boardless.state.engine").iterdir() if path.is_file()]
    tables = [name.upper() for kind in Tables.__annotations__.values() for name in kind._fields]
    assert len(tables) == len(set(tables)) > 90
    theirs = set(tables).union(*map(constants, engine))
    parts = [path for path in files(PACKAGE).iterdir() if path.name != "joining.py"]
    ours = set().union(*(constants(path) for path in parts if path.is_file()))
    assert {"HIDES", "CHANCE", "OUTCOME", "SOLVER"} <= ours
    assert not theirs & ours
