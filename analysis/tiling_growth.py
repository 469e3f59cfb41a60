"""How boards of every tiling grow, measured: the table of growth laws of section 7.2."""

from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np
import pandas as pd

from boardless.analysis.growth import growth_table
from boardless.strategies import Perimeter, Zone
from boardless.topo import TILINGS, Tiling
from boardless.topo.tilings.slots import ADJACENT

#: Contours from which a law is read, and moves of zone growth that are measured.
CONTOURS, MOVES = 40, 200


def tiling_growth_table() -> pd.DataFrame:
    """Measure how boards of every tiling grow, each from one cell.

    Returns
    -------
    pandas.DataFrame
        A row a tiling: ``tiling``; ``cells``, the corners of its prototiles; ``touching``, the
        fewest and the most cells that touch one; ``contour``, the cells after m contours (the worst
        case of contour growth), a law that holds for all m from 1 to CONTOURS; ``contour_best``,
        ``zone_best`` and ``zone_worst``, the cells after MOVES moves; ``zone_step``, the most cells
        that any move but the first can add to a zone, and ``zone_mean``, what moves of the worst
        case added on average, after the first.
    """
    return pd.DataFrame([_row(tiling) for tiling in TILINGS.values()])


def _row(tiling: Tiling) -> dict[str, object]:
    corners = np.unique([len(face) for face in tiling.faces], return_counts=True)
    touching = (tiling.slots.relation & ADJACENT > 0).sum(axis=1)
    contours = growth_table(tiling, Perimeter(), "worst", CONTOURS)["cells"].tolist()
    worst = growth_table(tiling, Zone(), "worst", MOVES)["cells"].tolist()
    return {
        "tiling": tiling.name,
        "cells": ", ".join(f"{n} of {size}" for size, n in zip(*corners, strict=True)),
        "touching": "-".join(map(str, sorted({touching.min(), touching.max()}))),
        "contour": contour_law(contours),
        "contour_best": growth_table(tiling, Perimeter(), "best", MOVES)["cells"].iloc[-1],
        "zone_best": growth_table(tiling, Zone(), "best", MOVES)["cells"].iloc[-1],
        "zone_worst": worst[-1],
        "zone_step": largest_step(tiling),
        "zone_mean": round((worst[-1] - worst[1]) / (MOVES - 1), 2),
    }


def contour_law(sizes: list[int]) -> str:
    """Return the law of a board's size after m contours, or "" if there is none.

    It is a quadratic in m, or one for even and one for odd m; it may hold from some m on.

    Parameters
    ----------
    sizes : list of int
        After 0, 1, 2, ... contours, at least a dozen.
    """
    for start, period in product(range(1, 6), (1, 2)):
        laws = {}
        for first in range(start, start + period):
            own = sizes[first::period]
            if len(set(np.diff(own, 2).tolist())) == 1:
                laws[first % period] = _quadratic(own[:3], first, period)
        if len(laws) == period:
            law = laws[0] if period == 1 else f"{laws[0]} (m even), {laws[1]} (m odd)"
            return law if start == 1 else f"{law}, from m = {start}"
    return ""


def _quadratic(sizes: list[int], first: int, period: int) -> str:
    """Return the quadratic in m through three sizes, at `first` and then every `period`."""
    a = Fraction(sizes[2] - 2 * sizes[1] + sizes[0], 2 * period**2)
    b = Fraction(sizes[1] - sizes[0], period) - a * (2 * first + period)
    c = sizes[0] - a * first**2 - b * first
    whole = lcm(a.denominator, b.denominator, c.denominator)
    text = ""
    for factor, name in ((a * whole, "m²"), (b * whole, "m"), (c * whole, "")):
        if factor:
            size = abs(factor) if abs(factor) != 1 or not name else ""
            text += f" {'-' if factor < 0 else '+'} {size}{name}"
    text = text.removeprefix(" + ")
    return text if whole == 1 else f"({text})/{whole}"


def largest_step(tiling: Tiling) -> int:
    """Return the most cells that a move can add to a zone that another move has added it to.

    A cell that is played was put on the board by a move on a cell that touches it, so the cells
    that touch both are there.
    """
    slots = tiling.slots
    around = [
        {(0, 0, k), *map(tuple, slots.link[k, row & ADJACENT > 0, :3].tolist())}
        for k, row in enumerate(slots.relation)
    ]
    return max(
        len(own - {(i + x, j + y, n) for x, y, n in around[other]})
        for k, own in enumerate(around)
        for i, j, other in own - {(0, 0, k)}
    )
