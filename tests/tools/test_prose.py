"""Habits of prose are counted, and limits hold or not."""

from pathlib import Path

import pytest

from tools.prose import main, prose_of, rates


def test_habits_are_counted_per_ten_thousand_words() -> None:
    counted = rates(
        "Show what is drawn, please. A card that of nobody, yet whose back is blue, is no card."
    )
    assert counted["words"] == 18
    assert counted["what/who clause"] == pytest.approx(1e4 / 18)
    assert counted["those/that of"] == pytest.approx(1e4 / 18)
    assert counted["words per sentence"] == 9
    assert counted["sum"] == pytest.approx(5 * 1e4 / 18)


def test_code_is_not_prose(tmp_path: Path) -> None:
    page, module = tmp_path / "page.md", tmp_path / "module.py"
    page.write_text("Run `what is`.\n```\nwhat is\n```\nDone.", encoding="utf-8")
    module.write_text('"""Run ``x``."""\nwhat_is = "what is"\n', encoding="utf-8")
    assert prose_of(page) == "Run X.\n\nDone."
    assert prose_of(module) == "Run X."


@pytest.mark.parametrize(
    ("limits", "above"),
    [
        ({}, 0),
        ({"documents": 10_000, "docstrings": 0, "each": 10_000}, 0),
        ({"documents": 1}, 1),
        ({"documents": 1, "each": 1}, 2),
    ],
)
def test_limits_decide_the_exit_status(
    limits: dict[str, float], above: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("Show what is drawn.", encoding="utf-8")
    (tmp_path / "module.py").write_text('"""Draw."""\n', encoding="utf-8")
    assert main(tmp_path, **limits) == (above > 0)
    assert capsys.readouterr().out.count("above") == above


def test_files_are_listed_worst_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("A plain line.", encoding="utf-8")
    bad.write_text("Say what is it.", encoding="utf-8")
    assert main(tmp_path, [good, bad]) == 0
    assert [words.split()[0] for words in capsys.readouterr().out.splitlines()] == [
        str(bad),
        str(good),
    ]
