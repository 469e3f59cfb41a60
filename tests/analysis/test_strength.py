"""Strength by size and tiling: openings, pairs of games, the table and its picture."""

from pathlib import Path

import pandas as pd
import pytest

from boardless.agents.specs import entrant
from boardless.analysis import strength
from boardless.analysis.strength import (
    BOARDS,
    COLUMNS,
    LIMIT,
    PlayedBoard,
    PlayerTally,
    draw_strength,
    main,
    opening_of,
    play_pairs,
    read_table,
    row_of,
    with_row,
)
from boardless.games import description_text
from boardless.play import State

FIGURES = Path(__file__).parents[2] / "figures"
SMALL = BOARDS[0]


def test_boards_have_no_limit_of_moves() -> None:
    assert description_text("Andantino").count(LIMIT) == 1
    for board in (BOARDS[0], *BOARDS[2:5], BOARDS[-1]):
        game = board.load(jit=False)
        assert LIMIT not in game.text
        if board.game == "Connect Four":
            assert len(State(game).board) == board.size
        else:
            assert len(State(game).piles) + board.opening == board.size


@pytest.mark.parametrize("board", [SMALL, PlayedBoard("Andantino", "hexagonal", 6, 4)])
def test_openings_are_even_and_the_same_again(board: PlayedBoard) -> None:
    game = board.load()
    rows = opening_of(game, board.opening, 3)
    assert rows == opening_of(game, board.opening, 3)
    assert len({opening_of(game, board.opening, seed) for seed in range(3)}) > 1
    state = State(game)
    for row in rows:
        assert state.outcome() is None
        state.push_row(row)
    assert state.outcome() is None
    assert state.ply == board.opening == len(rows)


def test_pairs_are_counted_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "EVEN_ITERATIONS", 20)
    tally, players = PlayerTally(), (entrant("mcts:30"), entrant("random"))
    for _ in play_pairs(SMALL, *players, 4, tally, fixed=True, jit=False):
        pass
    assert (tally.games, tally.simulations) == (4, 30)
    assert tally.won >= 3
    assert 4 <= tally.plies <= 28
    assert tally.ms > tally.against_ms
    row = tally.row(SMALL, "random", "own")
    table = with_row(with_row(pd.DataFrame(columns=list(COLUMNS)), row), row)
    assert len(table) == 1
    again = PlayerTally.of(row_of(table, SMALL, "random", "own"))
    assert (again.won, again.drawn, again.lost) == (tally.won, tally.drawn, tally.lost)
    for _ in play_pairs(SMALL, *players, 6, again, fixed=False, jit=False):
        pass
    assert again.games == 6
    assert row_of(table, SMALL, "random", "equal") is None


def test_means_are_those_of_all_games() -> None:
    tally = PlayerTally()
    tally.add((1.0, 0.5), 30, 8, (0.001, 0.002))
    tally.add((0.0, 0.5), 50, 16, (0.003, 0.004))
    assert (tally.won, tally.drawn, tally.lost) == (1, 2, 1)
    assert (tally.plies, tally.simulations) == (20, 12)
    assert (tally.ms, tally.against_ms) == pytest.approx((2, 3))
    assert tally.row(SMALL, "random", "own")["score"] == 0.5


def test_the_command_plays_writes_and_draws(tmp_path: Path) -> None:
    words = ["random", "--game", "Connect Four", "--against", "mcts:5", "--games", "2", "--fixed"]
    assert main([*words, "--only", "6 x 5/30", "--out", str(tmp_path)]) == 0
    table = read_table(tmp_path / "strength.csv")
    assert table["games"].tolist() == [2]
    assert (tmp_path / "strength.png").stat().st_size
    with pytest.raises(SystemExit):
        main(["random", "--out", str(tmp_path)])


def test_the_figure_has_all_rows_of_the_table() -> None:
    table = read_table(FIGURES / "strength.csv")
    figure = draw_strength(table)
    names = list(dict.fromkeys(table["game"]))
    assert [ax.get_title(loc="left").partition(":")[0] for ax in figure.axes] == names
    for ax, name in zip(figure.axes, names, strict=True):
        own = table[table["game"] == name]
        assert len(ax.get_xticks()) == len(own.drop_duplicates(["board", "size"]))
        points = [it for bars in ax.containers for it in bars.lines[0].get_ydata()]
        assert sorted(points) == sorted(own["score"])
    assert ((table["low"] <= table["score"]) & (table["score"] <= table["high"])).all()
