"""Figures as files."""

from inspect import signature
from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest

from boardless.analysis import FIGURES, growth_table, write_figures
from boardless.analysis.figures.chapter_6 import games_of, runs_of
from boardless.analysis.figures.figure import house_style
from boardless.analysis.playout_tables import Sample, figures_from
from boardless.strategies import Zone
from boardless.topo import InputError, tiling_named


class Wide(Zone):
    """Zones by another name."""

    name = "Wide"


OWN = Wide()
#: The figures that are kept.
KEPT = Path(__file__).parents[3] / "figures"


def test_names_are_in_the_order_of_the_thesis() -> None:
    plain = [name for name in FIGURES if name[0].isdigit()]
    numbers = [tuple(int(part) for part in name.split(".")) for name in plain]
    assert numbers == sorted(numbers)
    assert [FIGURES[name].number for name in plain] == numbers
    assert [FIGURES[name].stem for name in ("6.7", "table-4.1")] == ["figure-6.7", "table-4.1"]
    assert all(figure.name == name and figure.title for name, figure in FIGURES.items())
    assert {"6.7", "6.8", "6.9", "6.10", "6.11", "6.12"} <= set(FIGURES)


def test_the_same_figure_gives_the_same_files(tmp_path: Path) -> None:
    first = write_figures(["6.10"], tmp_path / "a" / "new")
    second = write_figures(["6.10"], tmp_path / "b")
    assert [path.name for path in first] == [
        "figure-6.10.png",
        "figure-6.10.svg",
        "figure-6.10.csv",
    ]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    table = pd.read_csv(first[2])
    pd.testing.assert_frame_equal(table, FIGURES["6.10"].table())


def test_names_may_repeat(tmp_path: Path) -> None:
    assert len(write_figures(["6.1", "6.1"], tmp_path)) == 3
    assert len(list(tmp_path.iterdir())) == 3


def test_all_figures_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {name: FIGURES[name] for name in ("6.1", "6.2")}
    monkeypatch.setattr("boardless.analysis.figures.FIGURES", chosen)
    assert len(write_figures([], tmp_path)) == 6


def test_what_is_begun_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    write_figures(["6.1", "6.2"], tmp_path, lambda *what: told.append(what))
    assert told == [
        (f"{name} {FIGURES[name].title}", done, 2) for done, name in enumerate(("6.1", "6.2"))
    ]


def test_an_unknown_figure_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'6\.99': did you mean 6\.9\? choose one of .*6\.7"):
        write_figures(["6.9", "6.99"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for out in (file, file / "below"):
        with pytest.raises(InputError, match=f"cannot write to '{out}'"):
            write_figures(["6.9"], out)


def test_the_style_does_not_depend_on_the_users_and_leaves_them() -> None:
    with mpl.rc_context({"axes.grid": False, "lines.linewidth": 9, "xtick.bottom": False}):
        before = dict(mpl.rcParams)
        with house_style():
            assert mpl.rcParams["axes.grid"]
            assert mpl.rcParams["svg.hashsalt"] == "boardless"
            assert mpl.rcParams["xtick.bottom"]
        assert dict(mpl.rcParams) == before


def test_figures_take_parameters(tmp_path: Path) -> None:
    settings = {"strategies": ["zone", OWN], "moves": 12, "games": ["Bravalath"], "playouts": 3}
    write_figures(["6.9"], tmp_path, parameters=settings)
    table = pd.read_csv(tmp_path / "figure-6.9.csv")
    curves = ["zone_worst", "zone_best", "Wide_best", "Wide_worst"]
    assert [name for name in table if name.endswith(("_best", "_worst"))] == curves
    assert table["move"].iloc[-1] == 12
    assert set(games_of(table)) == {"Bravalath"}
    assert "playouts 0 to 2" in runs_of(table)
    grown = growth_table("hexagonal", OWN, "worst", 12)["cells"]
    assert table["Wide_worst"].tolist() == grown.tolist()
    # What no figure of them all has is refused before anything is written.
    refused = tmp_path / "refused"
    with pytest.raises(InputError, match=r"figure 6\.1: no parameter moves, it takes none"):
        write_figures(["6.9", "6.1"], refused, parameters={"moves": 12})
    assert not refused.exists()
    with pytest.raises(InputError, match="moves 1"):
        FIGURES["6.9"].table(moves=1)
    with pytest.raises(InputError, match="two of them are called zone"):
        FIGURES["6.9"].table(strategies=["zone", Zone()], moves=2)


@pytest.mark.parametrize(
    "name",
    [
        "6.9",
        "6.8",
        "walk-7.7",
        "positions-6.3",
        "table-6.2",
        "7.1",
        "table-4.1",
        "lengths-6.14",
        "tilings-7.2",
        "bands-7.9",
    ],
)
def test_a_drawing_that_is_saved_without_options_is_whole(name: str, tmp_path: Path) -> None:
    figure = FIGURES[name]
    drawing = figure.draw(pd.read_csv(KEPT / f"{figure.stem}.csv"))
    drawing.savefig(tmp_path / "a.pdf")
    inside = drawing.get_tightbbox().padded(-0.01)
    width, height = drawing.get_size_inches()
    assert inside.x0 >= 0
    assert inside.y0 >= 0
    assert inside.x1 <= width
    assert inside.y1 <= height


def test_help_is_about_the_table_and_its_parameters() -> None:
    for figure in FIGURES.values():
        for function in (figure.table, figure.draw):
            assert (function.__doc__ or "").startswith(("Return", "Draw", "Measure"))
            assert "tiling" not in signature(function).parameters
    table = FIGURES["6.9"].table
    assert table.__name__ == "curves_table"
    assert list(signature(table).parameters) == ["strategies", "moves", "games", "playouts"]


def test_one_value_does_where_several_are_taken() -> None:
    one, several = (
        FIGURES["6.9"].table(strategies=them, games=game, moves=9, playouts=2)
        for them, game in (("zone", "Bravalath"), (["zone"], ["Bravalath"]))
    )
    pd.testing.assert_frame_equal(one, several)
    plate = FIGURES["tilings-7.2"].table(tilings=tiling_named("square"), strategies=Zone(), moves=1)
    assert set(plate["panel"]) == {"square"}
    for name in ("games", "strategies"):
        with pytest.raises(InputError, match=rf"{name} \[\]: give at least one"):
            FIGURES["6.9"].table(**{name: []})


def test_speeds_of_the_machine_are_kept_apart(tmp_path: Path) -> None:
    timed = [name for name, figure in FIGURES.items() if figure.timed]
    assert timed == ["table-6.1", "table-6.2", "table-6.3", "playouts-6.13", "extensive-8.1"]
    with figures_from(Sample(games=(("Plotto", "hexagonal"),), seconds=1e-3, jit=False)):
        written = write_figures(["6.2", "table-6.3"], tmp_path)
    assert [path.parent for path in written] == 3 * [tmp_path] + 3 * [tmp_path / "measured"]
    assert "measured/" in (KEPT / ".gitignore").read_text("utf-8").split()
    for name in timed:
        table = pd.read_csv(KEPT / f"{name}.csv")
        assert table["machine"].nunique() == 1
        assert "Python" in table["machine"][0]


def test_figures_take_tilings() -> None:
    plate = FIGURES["tilings-7.2"].table(tilings=["square"], strategies=["perimeter"], moves=2)
    assert set(plate["panel"]) == {"square"}
    assert (plate["holds"] == "played").sum() == 2
    laws = FIGURES["growth-7.2"].table(tilings=["square"])
    assert laws["tiling"].tolist() == ["square"]
    assert FIGURES["work-5.3"].table(moves=3)["move"].max() == 3
    walked = FIGURES["walk-7.7"].table(moves=100)
    assert walked["move"].max() == 100
    with figures_from(Sample(jit=False)):
        lengths = FIGURES["lengths-6.14"].table(games=["Bravalath"], playouts=2)
    assert set(lengths["game"]) == {"Bravalath"}
