"""Growth by the rules: cases found by search, checked against the rules themselves."""

from functools import cache

import pandas as pd
import pytest

from boardless.analysis.bounds import zone_worst
from boardless.analysis.growth import _Board, rule_growth_table
from boardless.games import Game, load
from boardless.strategies.rule import around
from boardless.topo import REGULAR, InputError, Key, Tiling


@cache
def andantino(tiling: str) -> Game:
    return load("Andantino", tiling=tiling, jit=False)


@cache
def measured(tiling: str, sequence: str) -> pd.DataFrame:
    return rule_growth_table(andantino(tiling), sequence, 60)


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
    assert small["move"].tolist() == list(range(61))
    assert (small["cells"] <= large["cells"]).all()
    # The rules allow a part of the zone, whose worst case is a bound for any sequence.
    law = [zone_worst(REGULAR[name], move + 2) for move in range(61)]
    assert (large["cells"] <= law).all()
    unused = (large["cells"] - large["move"] - 2) / large["cells"]
    pd.testing.assert_series_equal(large["unused"], unused, check_names=False)


def test_goldens() -> None:
    assert measured("square", "best")["cells"].tolist()[:8] == [6, 8, 9, 9, 13, 14, 15, 17]
    assert measured("hexagonal", "worst")["cells"].tolist()[:5] == [4, 6, 8, 10, 12]
    assert measured("triangular", "worst")["cells"].iloc[-1] == 192


def test_bad_input() -> None:
    game = andantino("square")
    with pytest.raises(InputError, match="unknown sequence 'mean': choose best or worst"):
        rule_growth_table(game, "mean", 3)
    with pytest.raises(InputError, match="moves 1001: choose a whole number from 0 to 1000"):
        rule_growth_table(game, "best", 1001)
    with pytest.raises(InputError, match="it cannot grow by the rules"):
        rule_growth_table(load("Hex", jit=False), "best", 1)
