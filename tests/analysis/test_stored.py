"""Growth of real games, read from a store."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from boardless.analysis.figures.growth_curves import GROWTH_FIGURES, size_table, unused_table
from boardless.analysis.stored import REACHED, TECHNIQUES, figures_from, random_growth
from boardless.cli.commands import app
from boardless.games import load
from boardless.play import Batch, record_playouts
from boardless.store import Store
from boardless.topo import SQUARE, InputError

SEED, GAMES = 3, 20


@pytest.fixture(scope="module")
def batches() -> dict[str, Batch]:
    game = load("Andantino", tiling="square", jit=False)
    return {
        name: record_playouts(game, 5, 5 + GAMES, technique=name, seed=SEED)
        for name in TECHNIQUES.values()
    }


@pytest.fixture(scope="module")
def path(batches: dict[str, Batch], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stored") / "runs.lbug"
    with Store.open(path) as store:
        store.add(batches.values())
    return path


@pytest.mark.parametrize("technique", TECHNIQUES.values())
def test_growth_is_that_of_the_games_played(
    path: Path, batches: dict[str, Batch], technique: str
) -> None:
    batch = batches[technique]
    ply = np.concatenate([np.arange(plies) for plies in batch.plies])
    with Store.open(path, read_only=True) as store:
        table = random_growth(store, "square", technique).set_index("tiles")
    last = 0
    for tiles, row in table.iterrows():
        sizes = np.sort(batch.counts[ply == tiles - 3])  # two tiles stand there at the start
        assert row["games"] == len(sizes) >= REACHED * GAMES
        assert row["cells"] == pytest.approx(sizes.mean())
        assert row["unused"] == pytest.approx(((sizes - tiles) / sizes).mean())
        assert sizes[0] <= row["cells_low"] <= np.median(sizes) <= row["cells_high"] <= sizes[-1]
        assert row["unused_high"] == pytest.approx(1 - tiles / row["cells_high"])
        assert row["run"] == f"{technique}: playouts 5 to 24 of seed 3"
        last = tiles
    assert np.sum(ply == last - 2) < REACHED * GAMES


def test_figures_name_the_stored_run_behind_them(path: Path) -> None:
    with figures_from(path):
        sizes, unused = size_table(SQUARE), unused_table(SQUARE)
    assert set(sizes["zone_Andantino_run"].dropna()) == {"ZONE-APPEND: playouts 5 to 24 of seed 3"}
    reached = sizes.dropna(subset=["zone_Andantino_mean"])
    assert (reached["zone_Andantino_low"] >= reached["zone_best"]).all()
    assert (reached["rule_Andantino_high"] < reached["zone_Andantino_low"]).all()
    assert (reached["contour_Andantino_high"] <= reached["contour_worst"]).iloc[3:].all()
    assert unused["zone_Andantino_low"].dropna().between(0, 100).all()


def test_games_of_people_are_not_random(batches: dict[str, Batch], tmp_path: Path) -> None:
    batch = batches["ZONE-APPEND"]
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([batch])
        alone = random_growth(store, "square", "ZONE-APPEND")
        played = next(store.trials())
        store.add([played])
        assert len(store.query("MATCH (r:Run) RETURN r.id")) == 2
        assert random_growth(store, "square", "ZONE-APPEND").equals(alone)


def test_games_of_one_name_and_gaps_in_runs_are_told(
    batches: dict[str, Batch], tmp_path: Path
) -> None:
    batch = batches["ZONE-APPEND"]
    other = replace(batch, text=f"{batch.text} // another")
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([batch, replace(batch, first=50), other])
        table = random_growth(store, "square", "ZONE-APPEND")
    assert table.groupby("game")["run"].unique().map(list).to_dict() == {
        "Andantino (game 0)": ["ZONE-APPEND: 40 of the playouts 5 to 69 of seed 3"],
        "Andantino (game 1)": ["ZONE-APPEND: playouts 5 to 24 of seed 3"],
    }
    assert table.groupby("game")["games"].max().tolist() == [2 * GAMES, GAMES]


@pytest.mark.parametrize("name", ["ZONE-APPEND", "PERI-APPEND"])
def test_what_a_store_has_is_drawn(batches: dict[str, Batch], name: str, tmp_path: Path) -> None:
    path = tmp_path / "runs.lbug"
    with Store.open(path) as store:
        store.add([batches[name]])
    figures = {figure.name: figure for figure in GROWTH_FIGURES}
    with figures_from(path):
        for number, panels in (("6.7", 2), ("6.8", 2), ("6.10", 1)):
            figure = figures[number]
            assert len(figure.draw(figure.table()).axes) == panels


def test_a_store_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"), figures_from(tmp_path / "none.lbug"):
        pass
    result = CliRunner().invoke(app, ["figures", "6.7", "--store", str(tmp_path / "none")])
    assert isinstance(result.exception, InputError)
    assert not list(tmp_path.iterdir())
