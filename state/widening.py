"""Larger arrays and copies of arrays, of a game or of none."""

from typing import Any

import numpy as np


def widened(s: Any, wider: Any, kernels: Any, notes: int = 0) -> Any:
    """Return blank arrays filled with the content of smaller ones, with room for notes."""
    if len(wider.notes) < notes:
        wider = wider._replace(notes=np.zeros((notes, s.notes.shape[1]), s.notes.dtype))
    for name, old in s._asdict().items():
        # Where a cell stands in the table depends on the table's size.
        if isinstance(old, np.ndarray) and name != "table":
            getattr(wider, name)[tuple(map(slice, old.shape))] = old
    kernels.enter_all(wider)
    return wider


def copied(s: Any) -> Any:
    """Return a copy of arrays; tables are shared, as they never change."""
    arrays = {name: a.copy() for name, a in s._asdict().items() if isinstance(a, np.ndarray)}
    return s._replace(**arrays)
