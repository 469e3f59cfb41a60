"""The slow models stand for themselves: no rule of one is read from what it is compared with."""

import ast
from pathlib import Path

import pytest

from tools.models import random_games

MODELS = sorted(
    path
    for path in Path(random_games.__file__).parent.glob("*.py")
    if "# -- the same games in the engine" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", MODELS, ids=[path.stem for path in MODELS])
def test_a_model_uses_nothing_of_the_engine(path: Path) -> None:
    model, _, comparison = path.read_text(encoding="utf-8").partition("# -- the same games in the")
    tree = ast.parse(model)
    engine = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("boardless")
        for alias in node.names
    }
    assert engine
    assert not engine & {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert "KINDS = " in comparison
