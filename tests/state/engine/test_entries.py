"""The module of a game as type checkers see it, beside the engine."""

import ast
from pathlib import Path

from boardless.games import load
from boardless.games.game import technique_for
from boardless.games.modules import Features
from boardless.state import engine

ENGINE = Path(engine.__file__).parent


def entry_functions() -> set[str]:
    """Return ``module.name`` of all functions of the engine that Python calls."""
    return {
        f"{path.stem}.{node.name}"
        for path in ENGINE.glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and {"entry", "making_entry", "plain_entry"} & set(map(ast.unparse, node.decorator_list))
    }


def declared() -> tuple[dict[str, str], set[str]]:
    """Return the function behind each name of `Kernels`, and its constants."""
    tree = ast.parse((ENGINE / "entries.py").read_text(encoding="utf-8"))
    (found,) = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    functions = {
        ast.unparse(node.targets[0]): ast.unparse(node.value.args[0])
        for node in found.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    }
    constants = {ast.unparse(n.target) for n in found.body if isinstance(n, ast.AnnAssign)}
    return functions, constants


def test_kernels_are_the_entry_functions_of_the_engine() -> None:
    functions, _ = declared()
    assert set(functions.values()) == entry_functions()
    assert all(name == function.rpartition(".")[2] for name, function in functions.items())


def test_modules_of_games_have_the_constants() -> None:
    game, (_, constants) = load("Hive", jit=False), declared()
    kernels = game.kernels_of(technique_for(game), Features(undo=True, logs=True))
    assert {name for name in {*constants, "make"} if not hasattr(kernels, name)} == set()
