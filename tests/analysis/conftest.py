"""Figures of random games are drawn from a few that are played once, uncompiled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardless.analysis.stored import TECHNIQUES, figures_from
from boardless.games import load
from boardless.play import record_playouts
from boardless.store import Store
from boardless.topo import REGULAR


@pytest.fixture(scope="session")
def few_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("few") / "runs.lbug"
    with Store.open(path) as store:
        for tiling in REGULAR:
            game = load("Andantino", tiling=tiling, jit=False)
            store.add(record_playouts(game, 0, 5, technique=way) for way in TECHNIQUES.values())
    return path


@pytest.fixture(autouse=True, scope="session")
def figures_of_few_games(few_games: Path) -> Iterator[None]:
    with figures_from(few_games):
        yield
