"""One store brought into another, and stores written for other programs."""

from pathlib import Path

import networkx as nx
import pytest

from boardless.games import compile, load
from boardless.play import record_playouts
from boardless.store import Store
from boardless.store.positions.storing import explore_into, export_as, positions_of
from boardless.store.store import merge
from boardless.topo import InputError
from tests.store.games import by_hand

GAME = load("Tic-Tac-Toe", jit=False)


def a_store(path: Path, seeds: tuple[int, ...], depth: int) -> Store:
    store = Store.open(path)
    store.add([*(record_playouts(GAME, 0, 3, seed=seed) for seed in seeds), by_hand()])
    explore_into(store, GAME, depth=depth)
    return store


@pytest.mark.parametrize(
    ("mine", "other"), [(1, 2), (2, 1), pytest.param(2, 2, marks=pytest.mark.slow)]
)
def test_a_merged_store_has_everything_once(tmp_path: Path, mine: int, other: int) -> None:
    with (
        a_store(tmp_path / "a.lbug", (1, 2), mine) as a,
        a_store(tmp_path / "b.lbug", (2, 3), other) as b,
    ):
        # Positions up to the depth of either; games of the one seed that is new.
        assert merge(a, b) == (3, 72 if other > mine else 0)
        assert merge(a, b) == (0, 0)
        assert a.log.trials == 10
        positions = positions_of(a)
        assert (len(positions), positions.links) == (82, 81)
        assert not len(a.check())
        # What was merged is gone on with.
        assert len(explore_into(a, GAME, depth=3)) == 334


def test_a_merged_store_takes_over_what_positions_are_worth(tmp_path: Path) -> None:
    text = GAME.description.text.replace("(square 3)", "(square 2)").replace("Line 3", "Line 2")
    small = compile(text, jit=False)
    with Store.open(tmp_path / "a.lbug") as a, Store.open(tmp_path / "b.lbug") as b:
        explore_into(a, small, depth=1)
        whole = explore_into(b, small)
        merge(a, b)
        there = positions_of(a)
        assert there.complete
        assert there.is_solved
        assert (len(there), there.links) == (len(whole), whole.links)
        assert not len(a.check())


def test_positions_as_graphs_and_games_as_text(tmp_path: Path) -> None:
    with a_store(tmp_path / "a.lbug", (1,), 1) as store:
        (graphml,) = export_as(store, tmp_path / "out", "graphml")
        (dot,) = export_as(store, tmp_path / "out", "dot")
        (pgn,) = export_as(store, tmp_path / "out", "pgn")
        graph = nx.read_graphml(graphml, node_type=int)
        assert (len(graph), graph.number_of_edges()) == (10, 9)
        assert graph[0][5]["moves"] == "+1@0,0"
        assert graph.nodes[5] == {"ply": 1, "mover": 2, "pieces": 1}
        lines = dot.read_text().splitlines()
        assert lines[0] == "digraph positions {"
        assert '  0 -> 5 [label="+1@0,0"];' in lines
        assert len(lines) == 2 + 10 + 9
        texts = pgn.read_text().split("\n\n")
        first = record_playouts(GAME, 0, 1, seed=1)[0]
        assert texts[0].splitlines()[:5] == [
            '[Game "Tic-Tac-Toe"]', '[Options ""]', '[Technique "BASE-KEPT"]', '[Seed "1"]',
            '[Number "0"]',
        ]  # fmt: skip
        assert texts[1].split()[:4] == ["1.", str(first.moves[0]), "2.", str(first.moves[1])]
        assert len(texts) == 2 * 4 + 1
        with pytest.raises(InputError, match="exists already"):
            export_as(store, tmp_path / "out", "dot")
        assert dot.read_text().splitlines() == lines
        with pytest.raises(InputError, match="choose one of parquet, pgn, graphml, dot"):
            export_as(store, tmp_path / "out", "png")


def test_what_is_too_large_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.store.positions.storing.MOST", 9)
    with a_store(tmp_path / "a.lbug", (), 1) as store:
        with pytest.raises(InputError, match="exploration 0 has 10 positions"):
            export_as(store, tmp_path / "out", "dot")
        assert not list((tmp_path / "out").iterdir())
