"""Measured growth, against what is published."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import growth_table
from boardless.strategies import Fixed, Perimeter, Zone, strategy_named
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling, tiling_named
from tests.analysis.published import PUBLISHED

#: Percentages of unused cells after 200 moves: contour and zone, best and worst.
UNUSED = [
    (SQUARE, Fixed(), "best", 88.1),
    (HEXAGONAL, Fixed(), "worst", 84.1),
    (SQUARE, Zone(), "worst", 80.1),
    (HEXAGONAL, Zone(), "worst", 66.9),
    (TRIANGULAR, Zone(), "worst", 85.8),
    (SQUARE, Zone(), "best", 23.7),
    (HEXAGONAL, Zone(), "best", 20.6),
    (TRIANGULAR, Zone(), "best", 27.8),
    (SQUARE, Perimeter(), "best", 30.8),
    (HEXAGONAL, Perimeter(), "best", 26.2),
    (TRIANGULAR, Perimeter(), "best", 44.6),
]


@cache
def _measured(tiling: str, strategy: str, sequence: str, moves: int) -> pd.DataFrame:
    return growth_table(tiling_named(tiling), strategy_named(strategy), sequence, moves)


@pytest.mark.parametrize(("tiling", "strategy", "sequence", "move", "cells"), PUBLISHED)
def test_published_sizes(tiling: str, strategy: str, sequence: str, move: int, cells: int) -> None:
    # All that are published for a sequence are read from one game of it.
    last = max(row[3] for row in PUBLISHED if row[:3] == (tiling, strategy, sequence))
    assert _measured(tiling, strategy, sequence, last)["cells"][move] == cells


@pytest.mark.parametrize(("tiling", "strategy", "sequence", "percentage"), UNUSED)
def test_published_unused_share(
    tiling: Tiling, strategy: Fixed | Perimeter | Zone, sequence: str, percentage: float
) -> None:
    table = _measured(tiling.name, strategy.name, sequence, 200)
    assert round(100 * table["unused"].iloc[-1], 1) == percentage


def test_the_contour_on_triangles_swings_between_a_third_and_three_fifths() -> None:
    unused = _measured("triangular", "perimeter", "best", 200)["unused"][100:]
    assert (round(unused.min(), 2), round(unused.max(), 3)) == (0.34, 0.605)


def test_columns() -> None:
    table = growth_table(SQUARE, Zone(), "worst", 2)
    assert table.to_csv(index=False).split() == [
        "move,cells,unused",
        "0,1,1.0",
        f"1,9,{8 / 9}",
        f"2,14,{12 / 14}",
    ]
    assert table.dtypes.tolist() == [np.int64, np.int64, np.float64]


def test_no_moves() -> None:
    assert growth_table(TRIANGULAR, Zone(), "best", 0).to_numpy().tolist() == [[0, 1, 1]]


def test_a_fixed_board_can_be_filled() -> None:
    table = growth_table(HEXAGONAL, Fixed(3), "best", 19)
    assert table["cells"].tolist() == [19] * 20
    assert table["unused"].iloc[-1] == 0


@pytest.mark.parametrize(
    ("strategy", "moves", "allowed"),
    [
        (Fixed(), 1682, "moves 1682: choose a whole number from 0 to 1681"),
        (Fixed(), -1, "moves -1: choose a whole number from 0 to 1681"),
        (Zone(), -1, "moves -1: choose a whole number from 0 to"),
        (Perimeter(), 1581, "moves 1581: choose a whole number from 0 to 1580"),
        (Zone(), 10**30, "choose a whole number from 0 to 1999999"),
        (Zone(), 1.5, "moves 1.5: choose a whole number from 0 to"),
    ],
)
def test_bad_input(strategy: Fixed | Perimeter | Zone, moves: float, allowed: str) -> None:
    with pytest.raises(InputError, match=allowed):
        growth_table(SQUARE, strategy, "worst", moves)
