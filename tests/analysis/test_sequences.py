"""The sequences of moves, played on boards."""

from itertools import islice

import pytest

from boardless.analysis import BOUNDS, move_sequence
from boardless.strategies import STRATEGIES, Fixed, Perimeter, Zone
from boardless.topo import HEXAGONAL, REGULAR, SQUARE, TRIANGULAR, InputError, Tiling

every_tiling = pytest.mark.parametrize("tiling", REGULAR.values(), ids=REGULAR.keys())

LENGTHS = {
    ("perimeter", "best"): 500,
    ("perimeter", "worst"): 40,
    ("zone", "best"): 2500,
    ("zone", "worst"): 500,
}


@every_tiling
@pytest.mark.parametrize(("name", "sequence"), LENGTHS, ids="-".join)
def test_every_move_meets_the_law(tiling: Tiling, name: str, sequence: str) -> None:
    strategy, law = STRATEGIES[name], BOUNDS[name, sequence]
    board = strategy.start(tiling)
    played = set()
    for key in islice(move_sequence(tiling, strategy, sequence), LENGTHS[name, sequence]):
        assert key not in played
        site = board.find(key)
        assert site >= 0, f"move {len(played) + 1} on {key} is not on the board"
        if (name, sequence) == ("perimeter", "worst"):
            assert board.on_perimeter(site)
        strategy(board, site)
        played.add(key)
        assert len(board) == law(tiling, len(played)), f"after {len(played)} moves"
    assert len(played) == LENGTHS[name, sequence]


@every_tiling
@pytest.mark.parametrize("sequence", ["best", "worst"])
def test_a_fixed_board_is_filled_once(tiling: Tiling, sequence: str) -> None:
    board = Fixed(7).start(tiling)
    assert list(move_sequence(tiling, Fixed(7), sequence)) == [board.key(n) for n in board]


def test_compact_moves_stay_beside_each_other() -> None:
    # One path: the next cell always touches the last one.
    for tiling in (SQUARE, HEXAGONAL, TRIANGULAR):
        board = Zone().start(tiling)
        last = -1
        for key in islice(move_sequence(tiling, Zone(), "best"), 300):
            site = board.site(key)
            board.grow_around(site)
            assert last in board.neighbours(site) or last < 0
            last = site


@pytest.mark.parametrize(
    ("strategy", "sequence", "named"),
    [
        (Zone(), "middling", "'middling'"),
        (Perimeter(3), "best", r"Perimeter\(dimension=3\)"),
        (Zone(2), "worst", r"Zone\(dimension=2, shrink=False\)"),
    ],
)
def test_bad_input(strategy: Zone | Perimeter, sequence: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        move_sequence(SQUARE, strategy, sequence)
