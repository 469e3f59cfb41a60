"""Stores: trials come back as they were played, from every engine."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from boardless.games import compile
from boardless.games.game_technique import game_technique
from boardless.play import Position, record_playouts
from boardless.state import FreeState
from boardless.store import Store
from boardless.store.frames import packed, unpacked
from boardless.strategies import PERI_APPEND, ZONE_APPEND, ZONE_SHRINK
from boardless.topo import TRIANGULAR, Board, InputError
from tests.games.test_rule_symmetries_growth import ODD
from tests.store.conftest import Opener
from tests.store.games import a_line, by_hand, playouts
from tests.store.tables import write_log


def test_trials_come_back_as_they_went_in(reopen: Opener) -> None:
    trials = [by_hand(3, 5, 2), by_hand(4), a_line(12), by_hand(0)]
    assert reopen().add(trials) == 4
    assert list(reopen().trials()) == trials
    store = reopen(read_only=True)
    assert [store.trial(n) for n in range(4)] == trials


@pytest.mark.parametrize(
    ("tiling", "technique"), [("square", "ZONE-APPEND"), ("triangular", "PERI-MAP")]
)
def test_the_board_at_every_ply_is_the_one_rebuilt_from_the_moves(
    store: Store, tiling: str, technique: str
) -> None:
    chosen = PERI_APPEND if technique == "PERI-MAP" else ZONE_APPEND
    store.add([playouts("Andantino", 0, 1, tiling, technique), by_hand(4)], technique=chosen)
    for n, trial in enumerate(store.trials()):
        state = FreeState(trial.setup, chosen)
        for ply in range(len(trial.moves) + 1):
            if ply:
                state.push(trial.moves[ply - 1])
            cells = [state.cell(site) for site in range(len(state.board))]
            assert [tuple(key) for key in store.board(n, ply).keys.tolist()] == cells
            here = enumerate(state.containers[0].what)
            standing = {state.cell(site): what for site, what in here}
            graph = store.to_networkx(n, ply)
            assert dict(graph.nodes(data="component")) == dict(enumerate(standing.values()))
    assert len(store.board(0)) == len(store.board(0, len(store.trial(0).moves)))


def test_boards_that_shrink_are_as_they_were(store: Store) -> None:
    store.add([by_hand(4)], technique=ZONE_SHRINK)
    state = FreeState(by_hand().setup, ZONE_SHRINK)
    for ply, move in enumerate(by_hand(4).moves, 1):
        state.push(move)
        cells = [state.cell(site) for site in state.board]
        assert [tuple(key) for key in store.board(0, ply).keys.tolist()] == cells
    gone = store.query("MATCH (m:Move)-[:REMOVES]->(c:Cell) RETURN m.ply AS ply")
    assert set(gone["ply"]) == {3}


def test_boards_that_grow_by_the_rules_lose_cells(store: Store) -> None:
    game = compile(ODD, jit=False)
    batch = record_playouts(game, 0, 2, technique="RULE-APPEND")
    store.add([batch])
    assert batch.removed.sum() > 5
    match = Position(game, game_technique("RULE-APPEND"))
    for n in range(2):
        match.restart()
        for ply, choice in enumerate(batch.moves(n), 1):
            match.push(choice)
            cells = list(match.standing())
            assert [tuple(key) for key in store.board(n, ply).keys.tolist()] == cells


def test_graphs_are_those_of_the_board(store: Store) -> None:
    store.add([a_line(4)])
    board = store.board(0, 3)
    for kind in ("cells", "dual", "graph"):
        graph = store.to_networkx(0, 3, kind)
        assert nx.utils.edges_equal(
            graph.edges, getattr(board, kind).edges, directed=kind == "cells"
        )
        graph.remove_node(0)


def test_cells_come_and_go(reopen: Opener) -> None:
    record = playouts("Andantino", 0, 1)
    added, removed = record.added.copy(), np.zeros_like(record.removed)
    board = record.boards[: record.sizes[0]]
    removed[1] = removed[3] = 1
    added[2] += 1
    here = int(record.added[:2].sum())
    cell = board[5]
    changed = replace(
        record,
        added=added,
        removed=removed,
        adds=np.insert(record.adds, here, [*cell, 5], axis=0),
        removes=np.array([cell, board[7]]),
    ).check()
    assert unpacked(packed(changed)).removes.tolist() == changed.removes.tolist()
    write_log(reopen(), changed)
    store = reopen()
    at = [store.board(0, ply) for ply in range(5)]
    came = np.concatenate(([0], np.cumsum(record.added)))[:5] + len(board)
    assert [len(b) for b in at] == (came - [0, 0, 1, 0, 1]).tolist()
    assert [b.find(tuple(cell.tolist())) for b in at[:4]] == [5, 5, -1, 5]
    cells = store.query("MATCH (m:Move) RETURN m.cells AS n ORDER BY m.id LIMIT 4")["n"]
    assert cells.tolist() == [len(b) for b in at[1:]]


def test_links_between_cells_are_the_tilings(store: Store) -> None:
    store.add([playouts("Andantino", 0, 1, "triangular")])
    cells = store.query("MATCH (c:Cell) RETURN c.i AS i, c.j AS j, c.k AS k ORDER BY c.id")
    board = Board(TRIANGULAR, list(cells.itertuples(index=False, name=None)))
    for links, relation in (("ORTHOGONAL", "orthogonal"), ("ADJACENT", "adjacent")):
        found = store.query(
            f"MATCH (a:Cell)-[r:{links}]->(b:Cell) RETURN a.id AS a, b.id AS b, r.direction AS d"
        )
        expected = {
            (a, b, arc["direction"])
            for a, b, arc in board.cells.edges(data=True)
            if arc["adjacent"] and relation in (arc["relation"], "adjacent")
        }
        assert set(found.itertuples(index=False, name=None)) == expected
    corners = store.query(
        "MATCH (c:Cell)-[r:CORNER]->(v:Vertex) "
        "RETURN c.id AS cell, v.i AS i, v.j AS j, v.k AS k ORDER BY cell, r.number"
    )
    vertices = board.vertices.keys.tolist()
    faces = [vertices[vertex] for site in range(len(board)) for vertex in board.face(site)]
    assert corners[["i", "j", "k"]].to_numpy().tolist() == faces


def test_boards_that_there_are_not(store: Store) -> None:
    store.add([by_hand()])
    trials: list[tuple[Any, Any, str]] = [
        (7, None, "trial 7 is not in the graph"),
        (-1, None, "trial -1 is not"),
        (0, 4, "ply 4: trial 0 has 0 to 3"),
        (0, -1, "ply -1"),
        ("x", 0, "trial 'x': give a whole number"),
        (0, 1.5, "ply 1.5: give a whole number"),
    ]
    for trial, ply, message in trials:
        with pytest.raises(InputError, match=message):
            store.board(trial, ply)
    for start, relation, message in (
        ((99, 0, 0), "orthogonal", r"cell \(99, 0, 0\) of the square tiling is not in the store"),
        ((0, 0, 0), "off", "relation 'off': choose one of orthogonal, adjacent"),
    ):
        with pytest.raises(InputError, match=message):
            store.distance("square", start, (0, 0, 0), relation)


def test_what_there_is_not(reopen: Opener) -> None:
    store = reopen()
    store.add([by_hand()])
    with pytest.raises(InputError, match="graph 'tree': choose one of cells, dual, graph"):
        store.to_networkx(0, 1, "tree")
    with pytest.raises(InputError, match="trial 1: the store has 1, from 0"):
        store.trial(1)
    for number in ("a", 1.0, True, None):
        with pytest.raises(InputError, match=f"trial {number!r}: give a whole number"):
            store.trial(number)  # type: ignore[arg-type]
    assert store.trial(np.int64(0)) == by_hand()  # type: ignore[arg-type]
    for none in (5, None, by_hand(), playouts()):
        with pytest.raises(InputError, match=r"trials of type .*: give a list"):
            store.add(none)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="trial of type 'int': give a Trial or a Batch"):
        store.add([a_line(2), 5])  # type: ignore[list-item]
    assert store.log.trials == len(store.query("MATCH (t:Trial) RETURN t.id")) == 2
    with pytest.raises(InputError, match="opened read-only"):
        reopen(read_only=True).add([by_hand()])


def test_replacements_of_what_the_engine_lacks(tmp_path: Path) -> None:
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([playouts("Andantino", 0, 6)])
        plies = store.query("MATCH (t:Trial) RETURN t.plies AS plies")["plies"]

        def one(cypher: str) -> Any:
            return store.query(f"MATCH (t:Trial) {cypher}").iloc[0, 0]

        total = one("RETURN CAST(sum(t.plies) AS INT64)")
        assert (total, type(total)) == (plies.sum(), np.int64)
        spread = "avg(t.plies * t.plies) - avg(t.plies) ^ 2"
        assert one(f"RETURN sqrt({spread})") == pytest.approx(plies.std(ddof=0))
        sample = f"RETURN sqrt(({spread}) * count(*) / (count(*) - 1.0))"
        assert one(sample) == pytest.approx(plies.std())
        middle = "(p[(size(p) + 1) / 2] + p[size(p) / 2 + 1]) / 2.0"
        assert one(f"WITH list_sort(collect(t.plies)) AS p RETURN {middle}") == plies.median()
        missing = "NOT EXISTS { MATCH (:Move)-[:ADDS]->(d:Cell) WHERE d.id = c.id }"
        cells = store.query(f"MATCH (c:Cell) WHERE {missing} RETURN c.id")
        added = store.query("MATCH (:Move)-[:ADDS]->(c:Cell) RETURN DISTINCT c.id")
        assert len(cells) == store.query("MATCH (c:Cell) RETURN count(c)").iloc[0, 0] - len(added)
        late = f"(t)-[:MADE]->(m:Move) WHERE m.ply > {int(plies.median())}"
        assert one(f"WHERE NOT EXISTS {{ MATCH {late} }} RETURN count(t)") == 3
        counted = "WITH t, count(m) AS n WHERE n = 0 RETURN count(t)"
        assert one(f"OPTIONAL MATCH {late} {counted}") == 3
        with pytest.raises(InputError, match=r"use EXISTS \{...\} or OPTIONAL MATCH"):
            one(f"WHERE COUNT {{ MATCH {late} }} = 0 RETURN count(t)")
        assert len(store.query(f"MATCH (t:Trial) RETURN t.id, COUNT {{ MATCH {late} }}")) == 6


def test_a_closed_store_says_so(store: Store) -> None:
    store.add([by_hand(2)])
    trials = store.trials()
    store.close()
    assert repr(store).endswith(", closed>")
    with pytest.raises(InputError, match="is closed: open it"):
        next(trials)
    with pytest.raises(InputError, match="is closed: open it again"):
        store.query("MATCH (t:Trial) RETURN t.id")
    store.close()
