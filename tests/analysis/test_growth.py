"""Measured growth, against what is published."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import growth_table, move_sequence, sequences
from boardless.strategies import Fixed, Perimeter, Zone, strategy_of
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling, tiling_named
from tests.analysis.published import PUBLISHED
from tests.strategies.own import CROSSES, Still, Zones

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
    return growth_table(tiling_named(tiling), strategy_of(strategy), sequence, moves)


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


@pytest.mark.parametrize("sequence", ["best", "worst"])
@pytest.mark.parametrize("name", ["fixed", "perimeter", "zone", "zone-shrink"])
def test_tilings_and_strategies_by_name(name: str, sequence: str) -> None:
    by_name = growth_table("square", name, sequence, 20)
    pd.testing.assert_frame_equal(
        by_name, growth_table(SQUARE, strategy_of(name), sequence, np.int8(20))
    )


def test_a_strategy_of_ones_own_is_tried_on_every_cell() -> None:
    worst = growth_table("square", "tests.strategies.own:Crosses", "worst", 5)
    # A cross of five cells, and three more cells with each move on one of its ends.
    assert worst["cells"].tolist() == [1, 5, 8, 11, 14, 17]
    best = growth_table(SQUARE, CROSSES, "best", 12)["cells"].tolist()
    assert best[:6] == [1, 5, 8, 10, 12, 13]
    for tiling in ("cairo", "hexagonal"):
        sizes = [growth_table(tiling, CROSSES, s, 9)["cells"].iloc[-1] for s in ("best", "worst")]
        assert sizes[0] < sizes[1]


def test_a_strategy_may_say_by_which_law_it_grows() -> None:
    for tiling in ("triangular", "floret"):
        for sequence in ("best", "worst"):
            pd.testing.assert_frame_equal(
                growth_table(tiling, Zones(), sequence, 30),
                growth_table(tiling, "zone", sequence, 30),
            )


def test_where_ones_own_strategy_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert growth_table("hexagonal", Still(), "best", 7)["unused"].iloc[-1] == 0
    with pytest.raises(InputError, match=r"moves 8: no cell of Still\(\) is free after 7"):
        growth_table("hexagonal", Still(), "best", 8)
    monkeypatch.setattr(sequences, "MAX_TRIED", 10)
    with pytest.raises(InputError, match=r"Crosses\(\): its board has 11 cells after 3 moves"):
        growth_table("square", CROSSES, "worst", 4)


def test_tilings_and_strategies_that_there_are_not() -> None:
    for tiling, strategy, reason in (
        ("squares", "zone", "unknown tiling 'squares'"),
        (3, "zone", "tiling 3: give a Tiling"),
        ("square", "zones", "unknown strategy 'zones'"),
        ("square", 3, "strategy 3: choose one of fixed"),
    ):
        for use in (growth_table, lambda *given: move_sequence(*given[:3])):
            with pytest.raises(InputError, match=reason):
                use(tiling, strategy, "best", 3)
