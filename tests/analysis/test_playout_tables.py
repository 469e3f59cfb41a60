"""Growth of real games, read from a store."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from boardless.analysis import FIGURES
from boardless.analysis.figures import write_figures
from boardless.analysis.figures.chapter_6 import curves_table
from boardless.analysis.growth import REACHED, TECHNIQUES, bands_of, random_growth, sizes_of
from boardless.analysis.playout_tables import Sample, figures_from
from boardless.cli.commands import app
from boardless.games import load
from boardless.play import Batch, State, record_playouts
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
def test_a_store_answers_what_pandas_counts(
    path: Path, batches: dict[str, Batch], technique: str
) -> None:
    game = load("Andantino", tiling="square", jit=False)
    with Store.open(path, read_only=True) as store:
        table = random_growth(store, "square", technique)
    assert set(table["run"]) == {f"{technique}: playouts 5 to 24 of seed 3"}
    counted = bands_of(sizes_of(game, batches[technique]))
    pd.testing.assert_frame_equal(table.drop(columns="run"), counted, check_dtype=False)
    assert counted["games"].min() >= REACHED * GAMES


def test_figures_name_the_stored_run_behind_them(path: Path) -> None:
    with figures_from(Sample(store=path)):
        sizes, unused = (curves_table(SQUARE, measure) for measure in ("cells", "unused"))
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
        state = State(load("Andantino", tiling="square", jit=False), "ZONE-APPEND")
        for _ in range(5):
            state.push(next(iter(state.legal_moves)))
        store.add([state.trial()])
        assert len(store.query("MATCH (r:Run) RETURN r.id")) == 2
        assert random_growth(store, "square", "ZONE-APPEND").equals(alone)


def test_games_of_one_name_and_gaps_in_runs_are_told(
    batches: dict[str, Batch], tmp_path: Path
) -> None:
    batch = batches["ZONE-APPEND"]
    other = replace(batch, source=replace(batch.source, text=f"{batch.source.text} // another"))
    later = replace(batch, source=replace(batch.source, first=50))
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([batch, later, other])
        table = random_growth(store, "square", "ZONE-APPEND")
    assert table.groupby("game")["run"].unique().map(list).to_dict() == {
        "Andantino (game 0)": ["ZONE-APPEND: 40 of the playouts 5 to 69 of seed 3"],
        "Andantino (game 1)": ["ZONE-APPEND: playouts 5 to 24 of seed 3"],
    }
    assert table.groupby("game")["games"].max().tolist() == [2 * GAMES, GAMES]


@pytest.mark.parametrize("name", ["ZONE-APPEND", "PERI-APPEND"])
def test_what_a_store_has_is_drawn_and_what_it_lacks_is_said(
    batches: dict[str, Batch], name: str, tmp_path: Path
) -> None:
    path = tmp_path / "runs.lbug"
    with Store.open(path) as store:
        store.add([batches[name]])
    with figures_from(Sample(store=path)):
        drawn = {number: FIGURES[number] for number in ("6.7", "6.8", "6.10")}
        figures = [figure.draw(figure.table()) for figure in drawn.values()]
        assert [len(figure.axes) for figure in figures] == [2, 2, 1]
        below = figures[1].legends[0].get_title().get_text()
        notes: list[str] = []
        write_figures(["6.1", "6.8", "6.10"], tmp_path, noted=notes.append)
    rest = ", ".join(strategy for strategy, way in TECHNIQUES.items() if way != name)
    every = "(zone, contour, rule)"
    note = f"no random games of Andantino ({rest}), Bravalath {every}"
    assert notes == [
        f"figure 6.8: {note}",
        f"figure 6.10: no random games of Andantino {every}, Bravalath {every}, Plotto {every}",
    ]
    assert below.splitlines()[3:] == [note]
    assert pd.read_csv(tmp_path / "figure-6.8.csv")["missing"].unique().tolist() == [note]


def test_the_command_says_what_a_store_lacks(path: Path, tmp_path: Path) -> None:
    words = ["figures", "6.9", "--store", str(path), "--out", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    (line,) = [line for line in result.stderr.splitlines() if "no random games" in line]
    assert line.startswith("figure 6.9: no random games of Andantino (zone, contour, rule), ")


def test_a_store_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        Sample(store=tmp_path / "none.lbug")
    result = CliRunner().invoke(app, ["figures", "6.7", "--store", str(tmp_path / "none")])
    assert isinstance(result.exception, InputError)
    assert not list(tmp_path.iterdir())
