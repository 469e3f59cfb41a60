"""The layout of the package: no circles of imports, one meaning a name, every concept found."""

import ast
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

from boardless import games
from boardless.games.language.ludeme import ALSO, BARE, LUDEMES, Ludeme, Word
from boardless.games.ludemes import CONCEPTS

FOLDER = Path(games.__file__).parent
MODULES = {
    ".".join(("boardless.games", *path.relative_to(FOLDER).with_suffix("").parts)): path
    for path in sorted(FOLDER.rglob("*.py"))
    if path.name != "__init__.py"
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def test_no_circle_of_imports_at_module_level() -> None:
    graph = {
        name: {
            f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in TREES else node.module
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        & set(TREES)
        for name, tree in TREES.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(TREES)


def test_functions_have_names_and_modules_more_than_a_letter() -> None:
    nodes = [(name, node) for name, tree in TREES.items() for node in ast.walk(tree)]
    assert not [n for n, node in nodes if isinstance(node, ast.FunctionDef) and node.name == "_"]
    assert not [
        (name, alias.asname)
        for name, node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if alias.asname and len(alias.asname) == 1
    ]


def test_a_class_name_has_one_meaning() -> None:
    left: list[type] = [Ludeme, Word]
    found: set[type] = set()
    while left:
        found |= {cls for cls in left if cls.__module__ in TREES}
        left = [sub for cls in left for sub in cls.__subclasses__()]
    names = Counter(cls.__name__ for cls in found)
    assert [name for name, count in names.items() if count > 1] == []


def test_every_concept_is_found_and_ordered_by_name() -> None:
    assert list(CONCEPTS) == sorted(name for name in TREES if ".games.ludemes." in name)
    for entries in (*LUDEMES.values(), *ALSO.values(), *BARE.values()):
        homes = [cls.__module__ for cls in entries if cls.__module__ in TREES]
        assert homes == sorted(homes)
