"""The parts of a search beside those of the engine, in one module."""

import ast
from importlib.resources import files

from boardless.agents.kernels.joining import GAME_PARTS, PACKAGE, PARTS


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
    ours = [name for part in (*GAME_PARTS, *PARTS) for name in names(PACKAGE, f"{part}.py")]
    assert len(ours) == len(set(ours)) > 30
    assert not theirs & set(ours)
