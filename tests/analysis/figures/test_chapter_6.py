"""Figures 6.7 to 6.12: their tables, and drawings made from tables alone."""

import numpy as np
import pandas as pd
import pytest

from boardless.analysis import FIGURES
from boardless.analysis.figures import chapter_6
from boardless.analysis.figures.chapter_6 import _apart
from boardless.analysis.growth import TECHNIQUES, played_growth
from boardless.topo import InputError

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
    made_up = {column: [1.0, 10.0 + n, 20.0 + n, 40.0 + n] for n, column in enumerate(columns)}
    bands: dict[str, list[object]] = {}
    for n, strategy in enumerate(("zone", "contour", "rule")):
        for k, stat in enumerate(("mean", "low", "high", "corrected", "games")):
            bands[f"{strategy}_Plotto_{stat}"] = [None, 3.0 + n + k, 9.0 + n + k, None]
        bands[f"{strategy}_Plotto_run"] = [None, "ANY: playouts 0 to 9 of seed 4", None, None]
    moves = {"move": [0, 10, 20, 200]}
    figure = FIGURES[name].draw(pd.DataFrame(moves | made_up | bands).infer_objects())
    axes, game = figure.axes
    assert game.get_title(loc="left") == "Plotto"
    names = [band.get_label().split(",")[0] for band in game.collections]
    assert names == ["zone", "contour", "rule"]
    assert [it.get_text() for it in game.get_xticklabels()][::4] == ["0\n7/8/9", "20\n13/14/15"]
    assert "\nn =" in [text.get_text() for text in game.texts]
    (legend,) = figure.legends
    assert "of playouts 0 to 9 of seed 4\n90 % band" in legend.get_title().get_text()
    # Every line and band that is seen is in the legend, and nothing else.
    seen = {
        line.get_label() for line in game.lines if np.nanmin(line.get_ydata()) <= game.get_ylim()[1]
    }
    explained = {text.get_text() for text in legend.get_texts()} - {""}
    assert explained == seen | {band.get_label() for band in game.collections}
    corrected = [line for line in game.lines if str(line.get_label()).endswith("corrected")]
    assert [line.get_ydata()[1] for line in corrected] == [12.0, 13.0, 14.0]
    # Bands go from value to value in steps.
    for band in game.collections:
        corners = band.get_paths()[0].vertices
        assert (np.diff(corners, axis=0) == 0).any(axis=1).all()
    drawn = {tuple(np.asarray(line.get_ydata()).tolist()) for line in axes.lines}
    assert drawn == {tuple(made_up[column]) for column in columns}
    labels = {text.get_text() for text in axes.texts}
    named = {"BASE", "contour, worst", "contour, best", "zone, worst", "zone, best"}
    assert labels == named | {"rule, large", "rule, small"}
    assert axes.get_yscale() == ("log" if name in ("6.7", "6.9", "6.11") else "linear")
    assert axes.get_xlabel() == "moves played"


@pytest.mark.parametrize("name", NAMES)
def test_names_at_the_ends_of_curves_keep_apart(name: str) -> None:
    table = FIGURES[name].table()
    axes = FIGURES[name].draw(table).axes[0]
    base, *beside = axes.texts
    heights = sorted(text.xyann[1] for text in beside)
    assert len(heights) == 6
    assert min(np.diff(heights)) >= 0.06 - 1e-9
    # The name of BASE stands on its curve.
    scale = axes.transData + axes.transAxes.inverted()
    assert base.get_text() == "BASE"
    assert base.xy[1] == pytest.approx(scale.transform((200, table["base"].iloc[-1]))[1])


def test_names_are_as_near_to_their_curves_as_can_be() -> None:
    assert _apart([0.1, 0.5], 0.06) == [0.1, 0.5]
    assert _apart([0.5, 0.5, 0.5, 0.9], 0.1) == pytest.approx([0.4, 0.5, 0.6, 0.9])
    assert _apart([0.5, 0.52, 0.6], 0.1) == pytest.approx([0.44, 0.54, 0.64])


@pytest.mark.parametrize(("strategies", "kinds"), [(("zone",), ["zone"]), ("rule", ["rule"])])
def test_only_the_games_that_are_asked_for_are_played(
    strategies: str | tuple[str, ...], kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    monkeypatch.setattr(chapter_6, "played_growth", lambda *it: played.append(it) or growth(*it))
    growth = played_growth
    table = FIGURES["6.9"].table(strategies=strategies, games="Bravalath", moves=9, playouts=3)
    assert [it[2] for it in played] == [TECHNIQUES[kind] for kind in kinds]
    assert [it for it in table if it.endswith("_mean")] == [f"{it}_Bravalath_mean" for it in kinds]


def test_games_that_cannot_be_played_are_refused_before_any_is() -> None:
    for strategies, reason in (
        (["zone", "rule"], "board of Hive: it cannot grow by the rules"),
        (["fixed"], "games, playouts: add one of zone, perimeter, rule to the strategies"),
    ):
        with pytest.raises(InputError, match=reason):
            FIGURES["6.9"].table(strategies=strategies, games="Hive", playouts=5)
