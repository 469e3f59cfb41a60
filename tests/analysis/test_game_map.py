"""A map of games."""

from pathlib import Path

import numpy as np
import pytest

from boardless.analysis.game_map import GameMap, adjusted_rand, families, scaled_to, write_map
from boardless.analysis.profiles import Profile


def test_places_have_the_distances_they_were_made_from() -> None:
    corners = np.array([[0.0, 0], [3, 0], [3, 4], [0, 4]])
    table = np.sqrt(((corners[:, None] - corners[None]) ** 2).sum(axis=2))
    places = scaled_to(table)
    again = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
    assert again == pytest.approx(table)
    assert families(table, 2).tolist() in ([1, 1, 2, 2], [2, 2, 1, 1])


def test_agreement_of_partitions() -> None:
    rows = [1, 1, 2, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3]
    assert adjusted_rand(rows, rows) == 1
    assert adjusted_rand("aabb", "abab") == pytest.approx(-0.5)


def test_a_map_says_how_families_lie(tmp_path: Path) -> None:
    profiles = [
        Profile(str(n), f"Game {n}", category=kind, concepts=("Board", kind, f"{kind}{n % 2}"))
        for n, kind in enumerate(("line", "line", "race", "race", "race"))
    ]
    drawn = GameMap.of(profiles, count=2)
    assert drawn.agreement == {"adjusted_rand": 1.0, "nearest_of_category": 1.0}
    found = drawn.families_by_category().set_index("category")["games"]
    assert found.to_dict() == {"line": 2, "race": 3}
    assert 0 < drawn.explained <= 1.5
    table, picture = write_map(drawn, tmp_path / "out")
    assert table.read_text().splitlines()[0] == "game,category,x,y,family,nearest"
    assert picture.stat().st_size > 10_000
