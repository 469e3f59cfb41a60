"""Modules as nodes: parts, numbers and tables; the parser serves one thread at a time."""

import ast
import gc
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import numpy as np

from boardless import games
from boardless.ir.module_nodes import ENGINE, ModuleNodes, Part
from boardless.ir.parsing import statements_of
from boardless.jit.sources import parsed
from boardless.state.engine.tables import Tables

SOURCE = "\n".join(f"def f{n}(a, b):\n    return [a + {n} * (b - i) for i in a]" for n in range(20))


def test_threads_may_parse() -> None:
    def other_threads_run(_phase: str, _info: object) -> None:
        sum(range(50))

    before, threshold = sys.getswitchinterval(), gc.get_threshold()
    gc.callbacks.append(other_threads_run)
    sys.setswitchinterval(1e-6)
    gc.set_threshold(10)
    try:
        with ThreadPoolExecutor(4) as pool:
            trees = list(pool.map(lambda _: parsed(SOURCE), range(16)))
            numbers = list(
                pool.map(lambda n: ast.literal_eval(parsed(str(n)).body[0].value), range(50))
            )
    finally:
        gc.set_threshold(*threshold)
        sys.setswitchinterval(before)
        gc.callbacks.remove(other_threads_run)
    assert {len(tree.body) for tree in trees} == {20}
    assert numbers == list(range(50))


def test_functions_of_the_engine_have_names_of_their_own() -> None:
    sources = [file for file in files(ENGINE).iterdir() if file.name.endswith(".py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sources]
    names = Counter(
        node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)
    )
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []


def test_constants_of_the_engine_have_names_of_their_own() -> None:
    """Parts of a module share one space of names, which tables are in, too."""
    names = Counter(
        target.id
        for file in files(ENGINE).iterdir()
        if file.name.endswith(".py") and file.name != "tables.py"
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign)
        for target in ast.walk(node.targets[0])
        if isinstance(target, ast.Name)
    )
    for kind in Tables.__annotations__.values():
        names.update(name.upper() for name in kind._fields)
    assert len(names) > 300
    assert [name for name, count in names.items() if count > 1] == []


OWN = """
SLOTS = 6
LATE = False

@entry
def first(s: Arrays, at: int) -> int:
    if LATE:
        later(s)
    return TABLE[at]

@kernel
def later(s: Arrays) -> None:
    s.n[0] = 1
"""


def test_a_module_is_printed_with_its_numbers_first() -> None:
    tables = {"TABLE": np.array([[1, 2]], np.uint8)}
    module = ModuleNodes("One.", ("import numpy as np",), (Part("own", own=statements_of(OWN)),))
    module = module.more(numbers={"EXTRA": 2}, tables=tables)
    assert module.constants == {"SLOTS": 6, "LATE": False, "EXTRA": 2}
    head, _, rest = module.pruned().source.partition("# -- own")
    assert head.split("\n")[2:-3] == [
        "import numpy as np", "", "SLOTS = 6", "LATE = False", "EXTRA = 2",
        "# TABLE: uint8 (1, 2)",
    ]  # fmt: skip
    assert "later" not in rest
    # Numbers and parts take the place of those of their names.
    assert "later" in module.more(numbers={"LATE": True}).pruned().source
    other = module.more(Part("own", own=statements_of("SLOTS = 8\n")))
    assert other.pruned().constants == {"SLOTS": 8, "EXTRA": 2}


STEPS = """(game "Steps" (players 2) (equipment {{ (board (square {})) (piece "Disc" Each
(move Step (to if:(is Empty (to))))) }}) (rules (start (place "Disc1" (sites Bottom)))
(play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def test_a_source_does_not_grow_with_the_board() -> None:
    small, large = (games.compile(STEPS.format(size), jit=False) for size in (40, 80))
    assert abs(len(large.source) - len(small.source)) < 100
    assert large.kernels.LINKS.size > 3 * small.kernels.LINKS.size > 0
