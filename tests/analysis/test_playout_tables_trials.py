"""Measures of every ply."""

from typing import Any

import pytest

from boardless.analysis.playout_tables import draw_trials, trials_table
from boardless.games import load
from boardless.strategies import Append, Technique, Zone
from boardless.topo import InputError

BRAVALATH = load("Bravalath", jit=False)


class Around(Zone):
    """The zone, by Python."""

    name = "around"


def test_a_row_for_each_ply_of_every_technique_and_seed() -> None:
    table = trials_table(BRAVALATH, ["ZONE-APPEND", "PERI-APPEND"], [1, 2], playouts=2, moves=4)
    assert set(zip(table["technique"], table["seed"], strict=True)) == {
        (name, seed) for name in ("ZONE-APPEND", "PERI-APPEND") for seed in (1, 2)
    }
    assert table["ply"].max() == 4
    first = table[table["ply"] == 0].iloc[0]
    assert (first["cells"], first["occupied"], first["games"]) == (19, 2, 2)
    assert first["unused"] == pytest.approx(17 / 19)
    assert len(draw_trials(table, "unused").axes[0].lines) == 2
    with pytest.raises(InputError, match="measure 'taste'"):
        draw_trials(table, "taste")


@pytest.mark.parametrize(
    ("games", "techniques", "seeds", "name"),
    [("Bravalath", [], 1, "techniques"), ("Bravalath", None, [], "seeds"), ([], None, 1, "games")],
)
def test_nothing_to_play_is_refused(games: Any, techniques: Any, seeds: Any, name: str) -> None:
    with pytest.raises(InputError, match=rf"{name} \[\]: give at least one"):
        trials_table(games, techniques, seeds)


def test_a_strategy_of_ones_own_grows_what_it_grows() -> None:
    named = trials_table(BRAVALATH, "ZONE-APPEND", 1, playouts=2, moves=5)
    own = trials_table(BRAVALATH, Technique("OWN", Around(), Append()), 1, playouts=2, moves=5)
    assert own["cells"].tolist() == named["cells"].tolist()
    assert own["moves"].tolist() == named["moves"].tolist()
