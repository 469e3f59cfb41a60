"""Figures 6.7 to 6.12: their tables, and drawings made from tables alone."""

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import FIGURES

NAMES = ("6.7", "6.8", "6.9", "6.10", "6.11", "6.12")
RULES = ["rule_worst", "rule_best"]
COLUMNS = ["base", "contour_worst", "contour_best", "zone_worst", "zone_best"]


@pytest.fixture(scope="module", params=[("6.7", "6.8"), ("6.9", "6.10"), ("6.11", "6.12")])
def tables(request: pytest.FixtureRequest) -> tuple[pd.DataFrame, pd.DataFrame]:
    sizes, unused = (FIGURES[name].table() for name in request.param)
    return sizes, unused


def test_measured_sizes_are_those_of_the_laws(
    tables: tuple[pd.DataFrame, pd.DataFrame],
) -> None:
    for table in tables:
        names = ["move", *COLUMNS, *(f"{column}_law" for column in COLUMNS)]
        assert list(table)[: len(names)] == names
        assert table["move"].tolist() == list(range(201))
        for column in COLUMNS:
            assert (table[column] == table[f"{column}_law"]).all()


def test_unused_is_a_percentage_of_the_sizes(tables: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    sizes, unused = tables
    for column in COLUMNS:
        np.testing.assert_allclose(
            unused[column], 100 - 100 * sizes["move"] / sizes[column], atol=1e-9
        )


def test_tables_are_new_each_time() -> None:
    table = FIGURES["6.9"].table()
    table["base"] = 0
    assert FIGURES["6.9"].table()["base"].tolist() == [1261] * 201


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_shows_its_table_and_nothing_else(name: str) -> None:
    columns = [*COLUMNS, *(f"{column}_law" for column in COLUMNS), *RULES]
    made_up = {column: [1.0, 20.0 + n, 40.0 + n] for n, column in enumerate(columns)}
    bands: dict[str, list[object]] = {}
    for n, strategy in enumerate(("zone", "contour", "rule")):
        for k, stat in enumerate(("mean", "low", "high")):
            bands[f"{strategy}_Plotto_{stat}"] = [3.0 + n + k, 9.0 + n + k, None]
        bands[f"{strategy}_Plotto_run"] = ["ANY: playouts 0 to 9 of seed 4", None, None]
    moves = {"move": [0, 20, 200]}
    figure = FIGURES[name].draw(pd.DataFrame(moves | made_up | bands).infer_objects())
    axes, game = figure.axes
    assert game.get_title(loc="left") == "Plotto"
    names = [band.get_label().split(",")[0] for band in game.collections]
    assert names == ["zone", "contour", "rule"]
    assert "playouts 0 to 9 of seed 4" in figure.get_supxlabel()
    drawn = {tuple(np.asarray(line.get_ydata()).tolist()) for line in axes.lines}
    assert drawn == {tuple(made_up[column]) for column in columns}
    labels = {text.get_text() for text in axes.texts}
    named = {"BASE", "contour, worst", "contour, best", "zone, worst", "zone, best"}
    assert labels == named | {"rule, large", "rule, small"}
    assert axes.get_yscale() == ("log" if name in ("6.7", "6.9", "6.11") else "linear")
    assert axes.get_xlabel() == "moves played"


@pytest.mark.parametrize("name", NAMES)
def test_names_at_the_ends_of_curves_keep_apart(name: str) -> None:
    figure = FIGURES[name].draw(FIGURES[name].table())
    heights = sorted(text.xyann[1] for text in figure.axes[0].texts)
    assert len(heights) == 7
    assert min(np.diff(heights)) >= 0.06 - 1e-9
