"""Growth of random games, played for the figures, and what `make figures` runs for them."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import FIGURES, write_figures
from boardless.analysis.figures.chapter_6 import HATCHES, MEANS
from boardless.analysis.growth import REACHED, SEED, TECHNIQUES, bands_of, played_growth, sizes_of
from boardless.analysis.playout_tables import Sample, figures_from, measured, sample
from boardless.games import load
from boardless.games.game_technique import NAMES
from boardless.play import record_playouts
from boardless.state.batch import PASS, PLAY
from boardless.topo import InputError

GAMES = 10


@pytest.mark.parametrize("technique", TECHNIQUES.values())
def test_growth_is_that_of_the_games_played(technique: str) -> None:
    game = load("Bravalath", tiling="square", jit=False)
    batch = record_playouts(game, 0, GAMES, technique=technique, seed=SEED)
    ply = np.concatenate([np.arange(plies) for plies in batch.plies])
    begun = len(game.setup.start)
    table = played_growth("Bravalath", "square", technique, GAMES).set_index("tiles")
    for tiles, row in table.iterrows():
        cells = np.sort(batch.counts[ply == tiles - begun - 1])
        assert row["games"] == len(cells) >= REACHED * GAMES
        assert row["cells"] == pytest.approx(cells.mean())
        assert row["unused"] == pytest.approx(((cells - tiles) / cells).mean())
        assert cells[0] <= row["cells_low"] <= np.median(cells) <= row["cells_high"] <= cells[-1]
        assert row["unused_high"] == pytest.approx(1 - tiles / row["cells_high"])
        assert row["run"] == f"{technique}: playouts 0 to 9 of seed {SEED}"
    assert table.index[0] == begun + 1


def test_passes_put_no_tile() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    batch = record_playouts(game, 0, GAMES)
    assert (batch.kinds == PASS).any()
    sizes = sizes_of(game, batch)
    assert sizes["tiles"].max() == 9
    assert sizes["games"].sum() == (batch.kinds == PLAY).sum()


def test_random_games_of_the_thesis_have_no_passes() -> None:
    """So that its plies are its moves, as docs/playouts.md says."""
    for name, tiling in sample().games:
        batch = record_playouts(load(name, tiling=tiling, jit=False), 0, GAMES)
        assert (batch.kinds == PLAY).all()


def test_figures_of_random_games_are_made_as_make_figures_makes_them(tmp_path: Path) -> None:
    """All of them, with fewer and shorter games."""
    few = Sample(
        games=(("Andantino", "square"), ("Plotto", "hexagonal")), bands=2, seconds=1e-3, playouts=3,
        jit=False,
    )  # fmt: skip
    names = ["6.7", "6.8", "6.10", "table-6.1", "table-6.2", "table-6.3"]
    names += ["playouts-6.13", "lengths-6.14"]
    with figures_from(few):
        written = write_figures(names, tmp_path)
        table = measured(few)
    assert len(written) == 3 * len(names)
    assert table["technique"].tolist() == 2 * list(NAMES)
    assert (table["playouts_per_s"] > 0).all()
    sizes = pd.read_csv(tmp_path / "figure-6.7.csv")
    assert set(sizes["zone_Andantino_run"].dropna()) == {"ZONE-APPEND: playouts 0 to 1 of seed 1"}
    assert sizes.filter(regex="^(zone|contour|rule)_Andantino_mean").notna().any().all()
    assert "missing" not in sizes


def test_a_script_without_a_guard_draws_a_figure_and_opens_no_database(tmp_path: Path) -> None:
    """Nobody asked for processes, which would run the script again, or for a store."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from dataclasses import replace\n"
        "from boardless.analysis import FIGURES\n"
        "from boardless.analysis.playout_tables import figures_from, sample\n"
        "with figures_from(replace(sample(), bands=2)):\n"
        "    print(len(FIGURES['6.7'].table()), 'ladybug' in sys.modules)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "201 False\n"


def test_means_are_told_apart_in_grey() -> None:
    figure = FIGURES["6.9"].draw(FIGURES["6.9"].table())
    for axes in figure.axes[1:]:
        means = [line for line in axes.lines if str(line.get_label()).endswith(", mean")]
        assert [line.get_label() for line in means] == [f"{name}, mean" for name in HATCHES]
        assert [line.get_linestyle() == "-" for line in means] == [True, False, False]
        corrected = [it for it in axes.lines if str(it.get_label()).endswith(", corrected")]
        assert len({line.get_marker() for line in corrected}) == len(HATCHES)
    assert len({str(style) for style in MEANS.values()}) == len(MEANS) == len(HATCHES)


def test_means_corrected_for_survival_follow_a_game_that_ends() -> None:
    """Two games grow by 2 cells a tile; the one with the larger board ends first."""
    rows = [("A", 1, 10, 1, 0), ("A", 1, 30, 1, 1), ("A", 2, 12, 1, 0), ("A", 3, 14, 1, 1)]
    sizes = pd.DataFrame(rows, columns=["game", "tiles", "cells", "games", "ended"])
    table = bands_of(pd.concat([sizes, sizes.assign(game="B")]))
    assert table["games"].tolist() == 2 * [2, 1, 1]
    assert table["cells"].tolist() == 2 * [20, 12, 14]
    assert table["cells_corrected"].tolist() == 2 * [20, 22, 24]


def test_without_an_end_corrected_means_are_means() -> None:
    table = played_growth("Andantino", "hexagonal", "ZONE-APPEND", GAMES)
    whole = table[table["games"] == GAMES]
    assert len(whole) > 3
    np.testing.assert_allclose(whole["cells_corrected"], whole["cells"])
    np.testing.assert_allclose(whole["unused_corrected"], whole["unused"])


def test_workers_are_checked_like_any() -> None:
    wrong = replace(Sample(seconds=1e-3), workers=0)
    with pytest.raises(InputError, match="workers 0: choose a whole number from 1 to"):
        measured(replace(wrong, games=()))
