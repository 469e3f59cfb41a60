"""Profiles of games, worked out in workers and kept in a file."""

from pathlib import Path

import pytest

from boardless.analysis.profiles import Profile, ProfileTask, take_profiles
from boardless.analysis.stored_profiles import package_folder
from boardless.util.inputs import KeptLines


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder, results = str(package_folder()), tmp_path / "profiles.jsonl"
    tasks = [ProfileTask("Tic-Tac-Toe.lud", folder, playouts=3), ProfileTask("None.lud", folder)]
    first, none = take_profiles(tasks, results=results)
    assert (first.game, first.playouts, first.error) == ("Tic-Tac-Toe", 3, None)
    assert "Line" in first.concepts
    assert first.measured["BoardSizeAtEnd"] == 9
    assert (none.measured, "None" in str(none.error)) == ({}, True)
    # A line that was cut short is worked out again, others are not.
    with results.open("a") as file:
        file.write('{"task": ')
    kept = KeptLines(results).read(Profile.of_record)
    assert kept == [first, none]
    assert take_profiles(tasks, results=results, seconds=1e-9) == [first, none]
    assert first.measured == pytest.approx(kept[0].measured)
