"""Modules of the engine joined to one: names differ, and the parser serves one thread at a time."""

import ast
import gc
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

from boardless.games.compiler.joining import PACKAGE, literal, parsed

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
            numbers = list(pool.map(lambda n: literal(str(n)), range(50)))
    finally:
        gc.set_threshold(*threshold)
        sys.setswitchinterval(before)
        gc.callbacks.remove(other_threads_run)
    assert {len(tree.body) for tree in trees} == {20}
    assert numbers == list(range(50))


def test_functions_of_the_engine_have_names_of_their_own() -> None:
    sources = [file for file in files(PACKAGE).iterdir() if file.name.endswith(".py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sources]
    names = Counter(
        node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)
    )
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []
