"""The modules of the engine are joined to one: what they define has names of its own."""

import ast
from collections import Counter
from importlib.resources import files

from boardless.games.compiler.joining import PACKAGE


def test_functions_of_the_engine_have_names_of_their_own() -> None:
    sources = [file for file in files(PACKAGE).iterdir() if file.name.endswith(".py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sources]
    names = Counter(
        node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)
    )
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []
