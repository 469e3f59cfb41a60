"""Python's parser is asked by one thread at a time."""

import gc
import sys
from concurrent.futures import ThreadPoolExecutor

from boardless.games.compiler.joining import literal, parsed

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
