"""What is stored is what was played, whatever the engine."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from boardless.games import compile, load
from boardless.games.game_technique import game_technique
from boardless.play import GamePosition, record_playouts, run_playouts
from boardless.state import Batch, FreeState, Move, Trial
from boardless.store import Store
from boardless.store.batch_bytes import packed, unpacked
from boardless.store.incoming import TrialError
from boardless.store.projection import Projection
from boardless.store.spans import Spans
from boardless.strategies import PERI_APPEND, ZONE_APPEND, ZONE_SHRINK
from boardless.topo import TRIANGULAR, Board, InputError
from tests.conftest import thorough
from tests.play.test_rule_growth import ODD
from tests.store.conftest import Opener
from tests.store.games import a_line, by_hand, playouts


def tables(store: Store) -> dict[str, pd.DataFrame]:
    """Everything that is in a graph."""
    with TemporaryDirectory() as folder:
        return {file.stem: pd.read_parquet(file) for file in store.export(folder)}


def same(a: dict[str, pd.DataFrame], b: dict[str, pd.DataFrame]) -> bool:
    return a.keys() == b.keys() and all(a[name].equals(b[name]) for name in a)


def write_log(store: Store, batch: Batch) -> None:
    """Write as `add` does, and no further."""
    store.log.append(packed(batch), len(batch), len(batch.movers))


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
    way = PERI_APPEND if technique == "PERI-MAP" else ZONE_APPEND
    store.add([playouts("Andantino", 0, 1, tiling, technique), by_hand(4)], technique=way)
    for n, trial in enumerate(store.trials()):
        state = FreeState(trial.setup, way)
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
    match = GamePosition(game, game_technique("RULE-APPEND"))
    for n in range(2):
        match.restart()
        for ply, choice in enumerate(batch.moves(n), 1):
            match.make(choice)
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


# -- the graph ------------------------------------------------------------------------------


def test_a_graph_built_bit_by_bit_is_the_one_that_is_rebuilt(reopen: Opener) -> None:
    for games in ([playouts()], [a_line(7), by_hand()], [playouts(first=4, last=6), a_line(3)]):
        reopen().add(games)
    before = tables(reopen())
    assert len(before["Trial"]) == 9
    assert same(tables(reopen(rebuild=True)), before)
    reopen().add([playouts("Plotto")])
    assert same(tables(reopen()), tables(reopen(rebuild=True)))


def test_what_is_in_the_log_and_not_in_the_graph_comes_in_once(reopen: Opener) -> None:
    store = reopen()
    store.add([playouts()])
    # As when the process had died after the log was written.
    write_log(store, playouts(first=4, last=6))
    assert len(reopen(read_only=True).query("MATCH (t:Trial) RETURN t.id")) == 4
    for _ in range(2):
        assert len(reopen().query("MATCH (t:Trial) RETURN t.id")) == 6
    assert same(tables(reopen()), tables(reopen(rebuild=True)))


def test_playouts_are_stored_once(reopen: Opener) -> None:
    store = reopen()
    assert store.add([playouts(first=2, last=4)]) == 2
    assert store.add([playouts(first=0, last=6)]) == 4
    store = reopen()
    assert store.add([playouts(first=0, last=6), playouts(first=5, last=7)]) == 1
    assert store.add([playouts(seed=2)]) == 4
    numbers = store.query(
        "MATCH (r:Run {seed: 1})<-[:OF]-(t:Trial) RETURN t.number AS n ORDER BY t.id"
    )
    assert numbers["n"].tolist() == [2, 3, 0, 1, 4, 5, 6]


def test_playouts_are_kept_in_a_store_or_at_a_path(tmp_path: Path) -> None:
    game, path = load("Plotto", jit=False), tmp_path / "runs.lbug"
    run_playouts(game, playouts=2, store=path)
    run_playouts(game, playouts=3, store=str(path))
    with Store.open(path) as store:
        run_playouts(game, playouts=4, store=store)
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 4
    with pytest.raises(InputError, match="seed -1"):
        run_playouts(game, playouts=1, seed=-1, store=tmp_path / "none.lbug")
    assert len(list(tmp_path.iterdir())) == 2


def test_trials_are_stored_once(reopen: Opener) -> None:
    store = reopen()
    trials = [by_hand(), a_line(3), by_hand(), a_line(4)]
    assert store.add(trials) == 3
    assert store.add(trials[::-1]) == 0
    store = reopen()
    assert store.add(trials) == 0
    # Whatever of it differs, it is another trial.
    others = [by_hand(2), by_hand(seed=5), by_hand(result=1)]
    assert store.add([by_hand(), *others, a_line(3), a_line(5)]) == 4
    assert store.add([by_hand()], technique=PERI_APPEND) == 1
    assert store.add([by_hand(), *others]) == 0
    assert list(store.trials()) == [
        by_hand(), a_line(3), a_line(4), *others, a_line(5), by_hand(),
    ]  # fmt: skip


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


def test_progress_counts_what_is_on_the_disk(store: Store) -> None:
    counted = []

    def progress(done: int) -> None:
        counted.append(done)
        assert store.log.trials == done

    store.add([playouts(), by_hand(), playouts("Plotto", 0, 2), a_line(2)], progress=progress)
    assert counted == [4, 5, 7, 8]


#: Where an addition may be interrupted; one of them on a server, too.
PLACES = ("progress", "Projection.add", "Projection.take", "Spans.note")
USUAL = {*(("ladybug", place) for place in PLACES), ("server", "Projection.add")}


@pytest.mark.parametrize(
    ("reopen", "place"),
    [
        pytest.param(*case, marks=() if case in USUAL else thorough)
        for case in product(("ladybug", "bolt", "server"), PLACES)
    ],
    indirect=["reopen"],
)
def test_after_an_interruption_the_graph_follows_the_log(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    store = reopen()
    store.add([playouts()])
    with monkeypatch.context() as patched:
        if place != "progress":
            owner, name = place.split(".")
            patched.setattr({"Projection": Projection, "Spans": Spans}[owner], name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            store.add([by_hand()], progress=interrupted if place == "progress" else None)
    store.add([playouts("Andantino", 4, 6), playouts("Andantino", 0, 4)])
    assert store.log.trials == len(store.query("MATCH (t:Trial) RETURN t.id")) == 7
    before = tables(store)
    assert same(tables(reopen(rebuild=True)), before)


def test_a_store_can_be_asked_after_an_interruption_and_during_an_addition(store: Store) -> None:
    counted = "MATCH (t:Trial) RETURN t.id"
    seen: list[int] = []

    def asks(done: int) -> None:
        seen.append(len(store.query(counted)))
        with pytest.raises(InputError, match="is being added to"):
            store.add([])
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add([playouts(), by_hand()], progress=asks)
    assert seen == [0, 0]
    assert len(store.query(counted)) == 5


def test_games_before_one_that_cannot_be_stored_are_stored(reopen: Opener) -> None:
    def games() -> Iterator[Trial]:
        yield a_line(3)
        yield a_line(30)

    def broken() -> Iterator[Trial]:
        yield a_line(4)
        raise InputError("no more")

    lone = Trial(a_line(3).setup, (Move.add(1, 1, (40, 0, 0)),))
    store = reopen()
    with pytest.raises(TrialError, match=r"^trial 2 of those added: cell \(40, 0, 0\) is not on"):
        store.add([playouts(), by_hand(), lone, a_line(6)])
    assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
    with pytest.raises(InputError, match=r"^no more$"):
        store.add(broken())
    assert list(store.trials())[4:] == [by_hand(), a_line(4)]
    assert store.add(games()) == 2


# -- questions ------------------------------------------------------------------------------


def test_questions_change_nothing(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "written"
    (tmp_path / "read.csv").write_text("1,2\n")
    store.add([by_hand(3, 5, 2)])
    before = tables(store)
    for cypher in (
        "CREATE (:Run {id: 99})",
        "MATCH (t:Trial) SET t.winner = 2",
        "MATCH (t:Trial) DETACH DELETE t",
        "/* MATCH */ // MATCH\n CREATE (:Run {id: 99})",
        "COMMIT",
        "COPY Run FROM 'run.csv'",
        "RETURN 1; CREATE (:Run {id: 99})",
        "COMMIT; CREATE (:Run {id: 99})",
        "MATCH (t:Trial) RETURN t.nothing_of_the_kind.at_all(",
        "",
        "nonsense",
        f"PROFILE COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv'",
        f"EXPLAIN COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv'",
        f"PROFILE EXPORT DATABASE '{file}'",
        f"MATCH (t:Trial) /* ' */ COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv' // '",
        "CALL threads=1",
        "CALL /* f() */ threads = 1",
        "CALL `threads`=1",
        "MATCH (t:Trial) CALL threads=1",
        f"CALL home_directory='{tmp_path}'",
        f"LOAD FROM '{tmp_path / 'read.csv'}' RETURN *",
        f"MATCH (t:Trial) LOAD FROM '{tmp_path / 'read.csv'}' RETURN *",
        f"UNWIND [1] AS x load\nFROM '{tmp_path / 'read.csv'}' RETURN *",
        f"CALL READ_CSV_SERIAL('{tmp_path / 'read.csv'}') RETURN *",
        f"WITH 1 AS x ATTACH '{tmp_path / 'other.lbug'}' AS other",
        "WITH 1 AS x INSTALL json",
    ):
        with pytest.raises(InputError, match="query") as error:
            store.query(cypher)
        assert "\n" not in str(error.value)
    assert same(tables(store), before)
    assert not list(tmp_path.glob("written*"))
    assert store.add([by_hand()]) == 1


def test_words_of_statements_may_stand_in_texts(store: Store) -> None:
    quoted = (
        r"""RETURN 'it\'s COPY' AS a, "LOAD 'FROM'" AS b, 1 AS `CALL` /* EXPORT */ // INSTALL"""
    )
    assert store.query(quoted).to_numpy().tolist() == [["it's COPY", "LOAD 'FROM'", 1]]
    assert len(store.query("MATCH (uploaded:Trial) RETURN uploaded.id AS copy_1")) == 0


def test_what_is_wrong_with_a_question_is_said(store: Store) -> None:
    for cypher, message in (
        # Each engine has its own words for what it does not understand.
        ("MATCH (t:Trial) RETURN missing(t)", "missing|MISSING"),
        # Refused although there is nothing that it would change.
        ("MATCH (t:Trial) SET t.winner = 2", "read-only|cannot change anything"),
        ("SET t.winner = 2", "begin with one of CALL, MATCH"),
    ):
        with pytest.raises(InputError, match=f"^query {re.escape(repr(cypher))}: .*({message})"):
            store.query(cypher)


def test_an_answer_without_rows_has_its_columns(store: Store) -> None:
    for cypher, columns in (
        ("MATCH (t:Trial) WHERE t.id = 99 RETURN t.id AS a, t.plies", ["a", "t.plies"]),
        ("MATCH (t:Trial) RETURN DISTINCT t.id AS `a b`, count(*) AS n LIMIT 3", ["a b", "n"]),
    ):
        found = store.query(cypher)
        assert (list(found.columns), len(found)) == (columns, 0)


def test_parameters_are_values_and_nothing_else(store: Store) -> None:
    store.add([by_hand(3, 5, 2)])
    for value in ("'; CREATE (:Run {id: 99})", "$other", "a' OR 'a' = 'a", "by hand"):
        found = store.query("MATCH (g:Game) WHERE g.name = $name RETURN g.name", name=value)
        assert len(found) == (value == "by hand")
    winner = store.query("MATCH (t:Trial) WHERE t.winner = $w RETURN t.id", w=np.int64(2))
    assert len(winner) == 1
    assert store.query("RETURN $a AS a, $b AS b", a=[1, 2], b="x")["a"][0] == [1, 2]
    with pytest.raises(InputError, match="query"):
        store.query("MATCH (t:Trial) WHERE t.id = $nothing RETURN t")
    asked = store.query("RETURN $cypher + $self AS sum", cypher=1, self=2)
    assert asked["sum"].tolist() == [3]


@pytest.mark.parametrize("value", [2**200, object(), {1: object()}])
def test_values_that_no_engine_takes_are_told(store: Store, value: Any) -> None:
    with pytest.raises(InputError, match=r"query 'RETURN \$x'") as error:
        store.query("RETURN $x", x=value)
    assert "\n" not in str(error.value)
    assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 0


@pytest.mark.parametrize("value", [[1, "a"], {1, "a"}])
def test_values_that_the_embedded_engine_does_not_take_are_told(tmp_path: Path, value: Any) -> None:
    with Store.open(tmp_path / "runs.lbug") as store:
        with pytest.raises(InputError, match=r"query 'RETURN \$x'") as error:
            store.query("RETURN $x", x=value)
        assert "\n" not in str(error.value)
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 0


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
    reopen().add([by_hand()])
    with pytest.raises(InputError, match="graph 'tree': choose one of cells, dual, graph"):
        reopen().to_networkx(0, 1, "tree")
    with pytest.raises(InputError, match="trial 1: the store has 1, from 0"):
        reopen().trial(1)
    for number in ("a", 1.0, True, None):
        with pytest.raises(InputError, match=f"trial {number!r}: give a whole number"):
            reopen().trial(number)  # type: ignore[arg-type]
    assert reopen().trial(np.int64(0)) == by_hand()  # type: ignore[arg-type]
    for none in (5, None, by_hand(), playouts()):
        with pytest.raises(InputError, match=r"trials of type .*: give a list"):
            reopen().add(none)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="trial of type 'int': give a Trial or a Batch"):
        reopen().add([a_line(2), 5])  # type: ignore[list-item]
    assert reopen().log.trials == len(reopen().query("MATCH (t:Trial) RETURN t.id")) == 2
    with pytest.raises(InputError, match="opened to be read only"):
        reopen(read_only=True).add([by_hand()])
