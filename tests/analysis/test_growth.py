"""Measured growth, against what is published."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import growth_table, move_sequence, sequences
from boardless.analysis.bounds import zone_worst
from boardless.analysis.growth import _Board, rule_growth_table
from boardless.games import Game, load
from boardless.strategies import Fixed, Perimeter, Zone, strategy_of
from boardless.strategies.growth import around
from boardless.topo import (
    HEXAGONAL,
    REGULAR,
    SQUARE,
    TRIANGULAR,
    InputError,
    Key,
    Tiling,
    tiling_named,
)
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
    with pytest.raises(InputError, match=r"choose one of fixed, .*, zone-shrink.*, rule$"):
        growth_table("square", "spiral", "best", 3)


@cache
def andantino(tiling: str) -> Game:
    return load("Andantino", tiling=tiling, jit=False)


@cache
def measured(tiling: str, sequence: str) -> pd.DataFrame:
    return rule_growth_table(andantino(tiling), sequence, 62)


def test_the_board_holds_what_the_rules_allow(tiling: Tiling) -> None:
    board = _Board(andantino(tiling.name))
    tiles = set(dict(andantino(tiling.name).setup.start))

    def beside(cell: Key) -> int:
        return sum(other in tiles for other in around(tiling, cell) if other)

    near = {other for tile in tiles for other in around(tiling, tile) if other}
    for turn in range(20):
        # Hexagons have diagonal slots, which Andantino does not read: count touching cells only.
        assert board.free <= near - tiles
        assert all(beside(cell) >= 2 for cell in board.free)
        cell = sorted(board.free)[turn * len(board.free) // 20]
        came, gone = board.effect(cell, 1 + turn % 2)
        before = set(board.free)
        board.put(cell, 1 + turn % 2)
        assert board.free == (before | came) - gone - {cell}
        tiles.add(cell)
        near |= {other for other in around(tiling, cell) if other}
        assert board.measures[0] == len(tiles) + len(board.free)


@pytest.mark.parametrize("name", REGULAR)
def test_small_and_large_cases(name: str) -> None:
    small, large = measured(name, "best"), measured(name, "worst")
    assert small["move"].tolist() == list(range(2, 63))
    assert (small["cells"] <= large["cells"]).all()
    # The rules allow a part of the zone, whose worst case is a bound for any sequence.
    law = [zone_worst(REGULAR[name], move) for move in large["move"]]
    assert (large["cells"] <= law).all()
    # Moves are tiles on the board, as with all strategies.
    unused = (large["cells"] - large["move"]) / large["cells"]
    pd.testing.assert_series_equal(large["unused"], unused, check_names=False)


def test_goldens() -> None:
    assert measured("square", "best")["cells"].tolist()[:8] == [6, 8, 9, 9, 13, 14, 15, 17]
    assert measured("hexagonal", "worst")["cells"].tolist()[:5] == [4, 6, 8, 10, 12]
    assert measured("triangular", "worst")["cells"].iloc[-1] == 192


def test_growth_by_the_rules_is_a_strategy_of_the_table() -> None:
    table = growth_table("square", "Rule", "best", 9)
    pd.testing.assert_frame_equal(table, rule_growth_table(andantino("square"), "best", 9))
    assert (table["move"].iloc[0], table["cells"].iloc[0]) == (2, 6)
    other = growth_table(SQUARE, "rule", "best", 9, "Bravalath")
    assert (other["cells"] > table["cells"]).all()
    # A fixed move is the same number of tiles in every row of it.
    zone = growth_table(SQUARE, "zone", "best", 9).set_index("move")
    for each in (table, other):
        tiles = each["cells"] * (1 - each["unused"])
        np.testing.assert_allclose(tiles, each["move"])
    np.testing.assert_allclose(zone["cells"] * (1 - zone["unused"]), zone.index)


def test_bad_input_of_growth_by_the_rules() -> None:
    game = andantino("square")
    with pytest.raises(InputError, match="unknown sequence 'mean': choose best or worst"):
        rule_growth_table(game, "mean", 3)
    for moves in (1, 1001):
        reason = f"moves {moves}: choose .* from 2 to 1000, Andantino begins with 2 tiles"
        with pytest.raises(InputError, match=reason):
            rule_growth_table(game, "best", moves)
    with pytest.raises(InputError, match="game Andantino: its tiling is not hexagonal"):
        growth_table("hexagonal", "rule", "best", 9, game)
    with pytest.raises(InputError, match="game 'Hex': only growth by rule reads the rules"):
        growth_table("hexagonal", "zone", "best", 9, "Hex")
    with pytest.raises(InputError, match="it cannot grow by the rules"):
        rule_growth_table(load("Hex", jit=False), "best", 1)
