"""The floor plan of the program: which package knows which, and how things are named."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from networkx import DiGraph, strongly_connected_components

import boardless

ROOT = Path(boardless.__file__).parent
#: Rooms of the plane, each knowing only those before it.
ROOMS = ("tilings", "boards", "drawing", "layouts")
CHECKOUT = Path(__file__).parents[1]
#: Folders of the checkout beside the program, whose docstrings follow the same rules.
BESIDE = ("tools", "benchmarks")
#: First words of a docstring without a noun as its subject.
NO_NOUN = re.compile(r"(What|Who|Whose|Those|How|Where|When|That|It|They)\b")
#: The citation of an issue by its number, which readers do not have.
SEED = re.compile(r"\bseeds?\s+0\d\d\b", re.IGNORECASE)
#: The module through which packages call those above them.
REGISTRY = "boardless.util.upward"
#: Packages on which no other is built but the command line.
LEAVES = ("learn", "theory", "design", "conformance")

#: Layers of a game's compilation, each knowing only those before it; see docs/compiler.md.
LAYERS = (
    ("ir", "jit"),
    ("games.language",),
    ("games.building", "games.initial.contents", "games.initial.scene"),
    ("games.loops",),
    ("games.kit", "games.ludemes"),
    ("games.compiler",),
)
#: Imports for the type checker alone: kinds name what meanings take and return, a scope and a model
#: what they hold.
TYPES_ALONE = {
    ("games.language.kinds", "games.building.builder"),
    ("games.language.kinds", "games.building.model"),
    ("games.language.kinds", "games.building.scope"),
    ("games.language.kinds", "games.initial.scene"),
    ("games.language.kinds", "games.loops.directions"),
    ("games.language.kinds", "games.loops.bitboards"),
    ("games.building.scope", "games.building.move_functions"),
    ("games.building.scope", "games.loops.flood_fill"),
    ("games.building.model", "games.ludemes.game"),
    ("games.building.model", "games.ludemes.owned_regions"),
}

#: The most fields of a class of `games` and `ir`, and the reason of each that has more.
FIELDS = 15
LARGE = {
    ("games.language.facts", "Facts"): "a table: each field is a fact that ludemes declare",
    ("games.ludemes.lines", "IsLine"): "Ludii's grammar has as many arguments",
}


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the program, and its syntax tree."""
    found = {}
    for package in boardless.PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = list(path.relative_to(ROOT).with_suffix("").parts)
            if parts[-1] != "__init__":
                found[".".join(("boardless", *parts))] = ast.parse(path.read_text("utf-8"))
    return found


@cache
def homes() -> dict[str, str]:
    """Return the place from which each package has each of its names."""
    found = {}
    paths = (path for name in boardless.PACKAGES for path in (ROOT / name).rglob("__init__.py"))
    for path in paths:
        package = ".".join(("boardless", *path.parent.relative_to(ROOT).parts))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for name in node.names:
                    found[f"{package}.{name.name}"] = f"{node.module}.{name.name}"
    return found


def named(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the modules of the program that imports name, or that define what they take."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                place = f"{node.module}.{name.name}"
                while place in homes():
                    place = homes()[place]
                found |= {place, place.rpartition(".")[0]}
    return found & modules().keys()


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module, imports for the type checker alone left out."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield from running(node)


def late(tree: ast.Module) -> set[str]:
    """Return what is imported when something is called."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return named(node for function in functions for node in ast.walk(function))


@cache
def at_once() -> dict[str, set[str]]:
    """Return what each module imports as it is imported."""
    return {name: named(tree.body) for name, tree in modules().items()}


def floor(name: str) -> int:
    """Return on which floor a module lies: that of its package."""
    return boardless.PACKAGES.index(name.split(".")[1])


def test_nothing_is_imported_in_a_circle() -> None:
    assert len(list(TopologicalSorter(at_once()).static_order())) == len(modules())


def test_no_package_knows_those_above_it() -> None:
    above = {(name, other) for name, needed in at_once().items() for other in needed}
    assert {(name, other) for name, other in above if floor(other) > floor(name)} == set()


def test_nothing_knows_a_leaf_but_the_command_line() -> None:
    """Others reach a leaf through the registry; imports for the type checker alone may stay."""
    known = {
        (name, other)
        for name, tree in modules().items()
        for other in named(running(tree))
        if (room := other.split(".")[1]) in LEAVES and name.split(".")[1] not in (room, "cli")
    }
    assert known == set()


def test_calls_upward_go_through_the_registry() -> None:
    late_upward = {
        (name, other)
        for name, tree in modules().items()
        for other in late(tree)
        if floor(other) > floor(name)
    }
    assert late_upward == set()
    (checked,) = (node for node in modules()[REGISTRY].body if isinstance(node, ast.If))
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    places = {name.name: str(node.module) for node in imports for name in node.names}
    calls = {
        (name, node.attr)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "upward"
    }
    assert {called for _, called in calls} == places.keys()
    assert {call for call in calls if floor(places[call[1]]) <= floor(call[0])} == set()


def layer(name: str) -> int | None:
    """Return the layer of a module, None if it is in none."""
    for number, prefixes in enumerate(LAYERS):
        if any(f"{name}.".startswith(f"boardless.{prefix}.") for prefix in prefixes):
            return number
    return None


def test_no_layer_of_the_compiler_knows_those_above_it() -> None:
    above = set()
    for name, tree in modules().items():
        own = layer(name)
        needed = at_once()[name] | late(tree)
        for other in named(ast.walk(tree)):
            there = layer(other)
            pair = (name.removeprefix("boardless."), other.removeprefix("boardless."))
            known = pair in TYPES_ALONE and other not in needed
            if own is not None and there is not None and there > own and not known:
                above.add(pair)
    assert above == set()


def test_no_circle_of_imports_is_large() -> None:
    # Late imports count; those under TYPE_CHECKING do not, as they never run.
    graph = DiGraph(
        (name, other) for name, tree in modules().items() for other in named(running(tree))
    )
    circles = [sorted(circle) for circle in strongly_connected_components(graph)]
    assert [circle for circle in circles if len(circle) > 5] == []


def fields_of(node: ast.ClassDef) -> set[str]:
    """Return the fields of a class: those that it declares, and those that a method sets."""
    declared = {
        ast.unparse(part.target)
        for part in node.body
        if isinstance(part, ast.AnnAssign)
        and not ast.unparse(part.annotation).startswith(("ClassVar", "KW_ONLY"))
    }
    return declared | {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and ast.unparse(part.value) == "self"
    }


def test_a_class_of_the_compiler_has_few_fields() -> None:
    large = {
        (name.removeprefix("boardless."), node.name)
        for name, tree in modules().items()
        if name.startswith(("boardless.games.", "boardless.ir."))
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and len(fields_of(node)) > FIELDS
    }
    assert large == LARGE.keys()


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_plane_knows_only_those_before_it(room: str) -> None:
    allowed = {f"boardless.topo.{other}" for other in ROOMS[: ROOMS.index(room) + 1]}
    for name, needed in at_once().items():
        if name.startswith(f"boardless.topo.{room}."):
            plane = {other for other in needed if other.startswith("boardless.topo.")}
            assert {".".join(other.split(".")[:3]) for other in plane} <= allowed, name


def test_every_function_has_a_name() -> None:
    nameless = [
        name
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "_"
    ]
    assert nameless == []


def test_no_module_goes_by_a_letter() -> None:
    letters = [
        (name, alias.asname)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None and len(alias.asname) == 1
    ]
    assert letters == []


def test_a_public_class_has_one_meaning() -> None:
    # Names of networks need PyTorch.
    missing = () if find_spec("torch") else ("learn",)
    here = [name for name in boardless.PACKAGES if name not in missing]
    packages = [import_module(f"boardless.{name}") for name in here]
    public = {
        (name, value)
        for package in packages
        for name in getattr(package, "__all__", ())
        if isinstance(value := getattr(package, name), type)
    }
    names = Counter(name for name, _ in public)
    assert {name for name, count in names.items() if count > 1} == set()


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


@cache
def documented() -> dict[str, ast.Module]:
    """Return the syntax tree of every file of the program, of tools and of benchmarks."""
    folders = (*(ROOT / package for package in boardless.PACKAGES), *map(CHECKOUT.joinpath, BESIDE))
    paths = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    return {str(path): ast.parse(path.read_text("utf-8")) for path in paths}


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    found = [
        (name, text.partition("\n")[0])
        for name, tree in documented().items()
        for text in docstrings(tree)
        if NO_NOUN.match(text)
    ]
    assert found == []


def test_docstrings_of_test_modules_begin_with_a_noun() -> None:
    found = [
        (str(path), text.partition("\n")[0])
        for path in sorted((CHECKOUT / "tests").rglob("*.py"))
        if NO_NOUN.match(text := ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
    ]
    assert found == []


def test_nothing_is_cited_by_a_number_that_readers_do_not_have() -> None:
    documents = {str(path): path.read_text("utf-8") for path in CHECKOUT.glob("*.md")}
    documents |= {str(path): path.read_text("utf-8") for path in (CHECKOUT / "docs").rglob("*.md")}
    texts = [(name, text) for name, tree in documented().items() for text in docstrings(tree)]
    assert [name for name, text in (*documents.items(), *texts) if SEED.search(text)] == []


def test_old_names_are_the_new_ones_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="agents.Game is called GameProtocol now"):
        old = boardless.agents.Game
    assert old is boardless.agents.GameProtocol
    for package in (boardless, boardless.state):
        with pytest.warns(DeprecationWarning, match="Setup is called Equipment now"):
            assert package.Setup is boardless.state.Equipment
    for package in (boardless, boardless.state):
        with pytest.warns(DeprecationWarning, match="Setup is called Equipment now"):
            assert package.Setup is boardless.state.Equipment
