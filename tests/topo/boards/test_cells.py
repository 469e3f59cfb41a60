"""Keys are found after few steps, whatever form a board has, and forgotten without a trace."""

from random import Random

import numpy as np
import pytest

from boardless.jit.arrays import Ints
from boardless.topo.boards.cells import KeyTable
from boardless.topo.boards.kernels import FREE, GONE, INVERSE, _place, fill, forget, insert


def grid(width: int, height: int, kinds: int = 1, apart: int = 1) -> Ints:
    i, j, k = np.indices((width, height, kinds)).reshape(3, -1)
    return np.column_stack(((i - width // 2) * apart, (j - height // 2) * apart, k))


FORMS = {
    "block": grid(64, 64),
    "odd block": grid(45, 45),
    "wide block": grid(300, 300),
    "triangles": grid(64, 64, kinds=2),
    "many prototiles": grid(40, 40, kinds=12),
    "row": grid(1000, 1),
    "column": grid(1, 1000),
    "diagonal": grid(1000, 1)[:, [0, 0, 2]],
    "other diagonal": grid(1000, 1)[:, [0, 0, 2]] * (1, -1, 1),
    **{f"row, {2**n} apart": grid(2000, 1, apart=2**n) for n in (1, 4, 6, 8, 10, 14, 17)},
    **{f"column, {2**n} apart": grid(1, 2000, apart=2**n) for n in (1, 4, 6, 8, 10, 14, 17)},
    **{f"block, {2**n} apart": grid(45, 45, apart=2**n) for n in (1, 4, 6, 8, 10, 14, 17)},
}


def entered(keys: Ints) -> KeyTable:
    ids = KeyTable()
    ids.make_room(len(keys))
    ids.arrays.keys[: len(keys)], ids.count = keys, len(keys)
    fill(ids.arrays, ids.count)
    return ids


@pytest.mark.parametrize("form", FORMS)
def test_searches_are_short(form: str) -> None:
    ids = entered(FORMS[form])
    table = ids.arrays.table
    last = len(table) - 1
    begins = [_place(table, *key) for key in FORMS[form].tolist()]
    places = np.empty(ids.count, dtype=np.int64)
    taken = np.flatnonzero(table != FREE)
    places[table[taken]] = taken
    steps = 1 + ((places - begins) * INVERSE & last)
    assert steps.mean() < 3
    assert steps.max() < 70


def test_keys_are_forgotten_and_entered_in_any_order() -> None:
    random, ids = Random(1), entered(np.empty((0, 3), dtype=np.int64))
    keys = np.array([(i, j, 0) for i in range(-3, 4) for j in (-300, 0, 1, 512)], dtype=np.int32)
    ids.make_room(len(keys))
    arrays = ids.arrays = ids.arrays._replace(table=np.full(32, FREE, dtype=np.int32))
    arrays.keys[:, 2] = GONE
    present: set[int] = set()
    for _ in range(2000):
        n = random.randrange(len(keys))
        if n in present:
            present.remove(n)
            forget(arrays, n)
        else:
            present.add(n)
            arrays.keys[n] = keys[n]
            insert(arrays, n)
        found = [ids.find(*key) for key in keys.tolist()]
        assert found == [m if m in present else -1 for m in range(len(keys))]
