"""Figures as files."""

from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest

from boardless.analysis import FIGURES, write_figures
from boardless.analysis.figures.figure import house_style
from boardless.topo import InputError


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
    monkeypatch.setattr("boardless.analysis.figures.write.FIGURES", chosen)
    assert len(write_figures([], tmp_path)) == 6


def test_what_is_begun_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    write_figures(["6.1", "6.2"], tmp_path, lambda *what: told.append(what))
    assert told == [
        (f"{name} {FIGURES[name].title}", done, 2) for done, name in enumerate(("6.1", "6.2"))
    ]


def test_an_unknown_figure_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'6\.99': choose one of .*6\.7"):
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
