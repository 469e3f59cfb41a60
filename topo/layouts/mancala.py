"""Mancala boards: rows of pits, and a store at either end."""

from dataclasses import replace
from typing import Literal

import numpy as np

from boardless.topo.errors import InputError
from boardless.topo.layouts.joining import union
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.moving import shift
from boardless.topo.layouts.square import rectangle

#: Where the stores are.
Stores = Literal["None", "Inner", "Outer"]

#: The rows that a board may have, and how far its stores lie beside the pits.
_GAPS = {2: (-0.85, -0.15), 3: (-1.0, 0.0), 4: (-0.9, -0.1), 5: (-1.0, 0.0), 6: (-0.9, -0.1)}


def mancala(rows: int, columns: int, stores: Stores = "Outer", count: int = 2) -> Layout:
    """Return a mancala board: a vertex for each store and each pit.

    With stores these are the first and the last vertex, and the pits follow row by row from the
    lower left.

    Parameters
    ----------
    rows, columns : int
        Pits up, from 2 to 6, and across.
    stores : str
        Where the stores are; ``"Inner"`` is not known, and makes a square of `rows` points a side.
    count : int
        How many stores there are; other than 2 makes such a square, too.

    Raises
    ------
    InputError
        If there are fewer rows than 2 or more than 6.
    """
    if rows not in _GAPS:
        raise InputError(f"{rows} rows: a mancala board has 2 to 6")
    if stores == "Inner" or count != 2:
        return replace(rectangle(rows, rows), dim=None)
    parts = [shift(rectangle(1, columns), 0, row) for row in range(rows)]
    if stores == "Outer":
        left, right = _GAPS[rows]
        middle = (rows - 1) / 2
        parts = [
            _store(_rounded(left), middle),
            *parts,
            _store(columns + _rounded(right), middle),
        ]
    return union(parts, connect=True)


def _rounded(value: float) -> float:
    return float(np.float32(value))


def _store(x: float, y: float) -> Layout:
    empty = np.zeros((0, 2), np.int32)
    return Layout(np.array([[x, y, 0.0]]), empty, (), "NoBasis", "NoShape")
