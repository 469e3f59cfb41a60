"""The comparison of metrics with a table of Ludii's."""

from pathlib import Path

import pytest

from boardless.analysis.profiles import Profile
from boardless.analysis.stored_profiles import package_folder
from tools.metrics import compared, key_of, main, rows_of

TABLE = """GameName,Balance,Completion,Duration,Piece Number Change,Balance,Move Distance
Tic-Tac-Toe-,0.8,0.9,4.5,7.5,0.0,NULL
Chess-Old,1.0,1.0,51.0,3.0,0.0,1.0
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "EvalResults.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_rows_are_those_of_descriptions_with_one_ruleset(table: Path) -> None:
    rows = rows_of(table)
    assert list(rows) == [key_of("Tic-Tac-Toe")] == ["tictactoe"]
    # The first of two columns with a name counts, and what is not known is left out.
    assert rows["tictactoe"]["Balance"] == 0.8
    assert "Move Distance" not in rows["tictactoe"]


def test_a_mean_of_ten_games_lies_where_it_may() -> None:
    measured = {"Completion": 0.5, "DurationTurns": 20.0, "PieceNumberGain": 3.0}
    intervals = {
        "Completion": (0.4, 0.6), "DurationTurns": (19.0, 21.0), "PieceNumberGain": (3.0, 3.0)
    }  # fmt: skip
    profile = Profile("", "Some", measured=measured, intervals=intervals, playouts=100)
    row = {"Completion": 0.9, "Duration": 11.0, "Piece Number Change": 9.0}
    within = {it.column: it.is_within for it in compared(profile, row)}
    assert within == {"Completion": True, "Duration": True, "Piece Number Change": False}
    low = {it.column: it.low for it in compared(profile, row)}
    # A deviation of 3.88, and ten games beside a hundred.
    assert low["Duration"] == pytest.approx((20 - 3.317) / 2 + 0.5, abs=0.01)
    sown = Profile(
        "", "Sown", concepts=("Sow",), measured=measured, intervals=intervals, playouts=9
    )
    assert "Piece Number Change" not in {it.column for it in compared(sown, row)}


def test_the_table_is_compared(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(Path(package_folder()), table, playouts=20)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1 games are in both")
    assert any(line.startswith("| Completion | `Completion` | 1 | 100.0%") for line in lines)
