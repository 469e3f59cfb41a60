"""The figures of games with tiles: what they show is replayed from their tables."""

from pathlib import Path

import pandas as pd
import pytest

from boardless.analysis import FIGURES
from boardless.analysis.figures import tile_games
from boardless.games import load
from boardless.play import State

FOLDER = Path(__file__).parents[3] / "figures"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_games, "SHOWN", {"Yinsh": 3, "Block": 16})
    monkeypatch.setattr(tile_games, "GAMES", 2)
    monkeypatch.setattr(tile_games, "MOVES", 15)


def test_each_position_is_that_of_its_moves() -> None:
    table = tile_games.plate_table()
    for row in table.itertuples():
        state = State(load(str(row.game), jit=False))
        for move in str(row.moves).split(" "):
            state.push(state.parse(move))
        assert state.ply == tile_games.SHOWN[str(row.game)]
        assert sum(map(len, state.piles.values())) == row.pieces
        assert len(state.board) == row.cells
    shown = [ax.get_title() for ax in tile_games.draw_plate(table).axes]
    assert shown[:2] == [f"{row.game}: {row.cells} cells" for row in table.itertuples()]


def test_boards_grow_by_zones_and_contours_where_a_game_allows_them() -> None:
    table = tile_games.growth_table()
    techniques = table.groupby("game")["technique"].unique().map(list).to_dict()
    assert techniques == {
        "Yinsh": ["ZONE-APPEND", "PERI-APPEND"],
        "Block": ["ZONE-APPEND"],
        "Andantino": ["ZONE-APPEND"],
    }
    assert (table["low"] <= table["mean"]).all()
    assert (table["mean"] <= table["high"]).all()
    assert set(table["games"]) == {2}
    andantino = table[(table["game"] == "Andantino") & (table["technique"] == "ZONE-APPEND")]
    assert andantino["move"].tolist() == list(range(1, 16))
    assert andantino["mean"].is_monotonic_increasing
    panels = [ax for ax in tile_games.draw_growth(table).axes if ax.get_title()]
    assert [ax.get_title() for ax in panels] == ["Yinsh", "Block"]
    assert [len(ax.lines) for ax in panels] == [3, 2]


@pytest.mark.parametrize(("name", "beside"), [("games-7.9", set()), ("bands-7.9", {"Andantino"})])
def test_the_figures_that_are_kept_have_all_games(name: str, beside: set[str]) -> None:
    games = set(pd.read_csv(FOLDER / f"{FIGURES[name].stem}.csv")["game"])
    assert games - beside == {
        "Trax", "Hive", "Carcassonne", "Kingdomino", "Tantrix", "Block", "Ringo", "Chex", "Yinsh",
        "Village", "Lost Valley", "Keythedral",
    }  # fmt: skip
    assert beside <= games
