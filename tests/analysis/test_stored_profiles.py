"""Profiles in a store."""

from pathlib import Path

import pytest

from boardless.analysis.profiles import profile_of
from boardless.analysis.stored_profiles import (
    profiles_at_hand,
    profiles_of_store,
    store_profiles,
)
from boardless.games import load
from boardless.store import Store
from boardless.store.store import merge
from boardless.topo import InputError

_MOST_LIKE = """
MATCH (g:Game)-[l:LIKE]-(o:Game) WHERE g.name = $game
MATCH (p:Game)-[m:MEASURED]->(x:Metric)
WHERE p.id = o.id AND x.name = 'DurationMoves' AND m.value > 6000000
AND NOT EXISTS { MATCH (p)-[:HAS]->(c:Concept) WHERE c.name = 'Unbounded' }
RETURN p.name AS game, l.distance AS distance ORDER BY distance
"""


def test_profiles_are_kept_once_and_answer_cypher(tmp_path: Path) -> None:
    names = ("Tic-Tac-Toe", "Andantino", "Connect Four")
    profiles = [profile_of(load(name, jit=False), playouts=2) for name in names]
    path = tmp_path / "map.lbug"
    with Store.open(path) as store:
        assert store_profiles(store, profiles[:1]) == 1
        assert store_profiles(store, profiles) == 2
        assert store_profiles(store, profiles) == 0
        assert store.query(_MOST_LIKE, game="Tic-Tac-Toe")["game"].tolist() == ["Connect Four"]
        counts = store.stats().set_index("kind")["number"]
        assert counts["LIKE"] == 3
        assert counts["HAS_CONCEPT"] == sum(len(it.concepts) for it in profiles)
        assert store.check().empty
        with Store.open(tmp_path / "other.lbug") as other:
            assert merge(other, store) == (0, 0)
            assert [it.game for it in other.profiles()] == list(names)
            assert other.check().empty
    # Numbers of nodes are read from the graph again.
    with Store.open(path) as store:
        more = profile_of(load("Bravalath", jit=False), playouts=1)
        assert store_profiles(store, [more]) == 1
        assert store.check().empty
    mine, others = profiles_of_store(path, "andantino")
    assert mine.measured == pytest.approx(profiles[1].measured, abs=1e-6)
    assert len(others) == 4
    with pytest.raises(InputError, match="no profile of it"):
        profiles_of_store(path, "Chess")


def test_games_at_hand_are_told_by_their_texts() -> None:
    mine, others = profiles_at_hand("Hive")
    assert {"Unbounded", "Walks"} <= set(mine.concepts)
    assert "Trax" in [it.game for it in others]
