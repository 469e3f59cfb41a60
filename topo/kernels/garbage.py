"""Looking for garbage less often, where very many objects are made that all stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: How many objects are made between two looks for garbage. While Numba compiles, Python's own
#: number, 700, takes a sixth of the time.
_SELDOM = 200_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Have Python look for garbage seldom meanwhile."""
    before, *others = gc.get_threshold()
    if before:  # 0 is never
        gc.set_threshold(max(before, _SELDOM), *others)
    try:
        yield
    finally:
        gc.set_threshold(before, *others)
