"""Distances of games."""

import numpy as np
import pytest

from boardless.analysis.game_map import distances, matrix, on_scale, similar
from boardless.analysis.profiles import Profile
from boardless.topo import InputError

LINE = Profile("1", "Line", concepts=("Line", "Hand"), measured={"AdvantageP1": 0.5})
LOOP = Profile("2", "Loop", concepts=("Line", "Loop"), measured={"AdvantageP1": 0.7})
RACE = Profile("3", "Race", concepts=("Dice",))


def test_distances_by_hand() -> None:
    found = distances([LINE], [LINE, LOOP, RACE])
    assert found["cosine"][0].tolist() == pytest.approx([0, 0.5, 1])
    assert found["jaccard"][0].tolist() == pytest.approx([0, 2 / 3, 1])
    assert found["metrics"][0, :2].tolist() == pytest.approx([0, 0.2])
    # Without metrics of both the concepts alone are left.
    assert np.isnan(found["metrics"][0, 2])
    assert found["all"][0].tolist() == pytest.approx([0, 0.35, 1])


def test_the_nearest_come_first() -> None:
    table = similar(LINE, [RACE, LOOP, LINE])
    assert table["game"].tolist() == ["Loop", "Race"]
    assert similar(LINE, [RACE, LOOP], "metrics")["game"].tolist() == ["Loop"]
    square = matrix([LINE, LOOP, RACE], "metrics")
    assert (square == square.T).all()
    assert square[0, 2] == 1
    with pytest.raises(InputError, match="distance 'taste': choose one of all"):
        similar(LINE, [LOOP], "taste")


def test_long_games_are_compared_by_powers_of_ten() -> None:
    assert on_scale(-9) == -0.25
    assert on_scale(10.0**9) == 1
