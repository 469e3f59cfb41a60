"""Explorations in stores: kept, gone on with, asked, and not lost when the writer is killed."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import sleep

import networkx as nx
import numpy as np
import pytest

from boardless.games import Game, load
from boardless.play import State, run_playouts
from boardless.store import Store
from boardless.store.frames import ProfiledGame, kind_of
from boardless.store.log import Log
from boardless.store.positions import Explorer, Found, Positions, explored, explorer
from boardless.store.positions.measures import (
    by_ply,
    components,
    cyclic,
    forced,
    openings,
    solved,
    won_by_mover,
)
from boardless.store.positions.storing import (
    explorations,
    explore_into,
    explore_trials,
    positions_of,
)
from boardless.store.schema import ask, questions
from boardless.store.store import keeping
from boardless.topo import InputError
from tests.graph_files import assert_written_and_read
from tests.store.positions.games import tic_tac_toe

COLUMNS = ("plies", "movers", "winners", "pieces", "keys", "sources", "targets")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("Tic-Tac-Toe", jit=False)


def same(one: Positions, other: Positions) -> bool:
    texts = [
        [positions.texts[n] for n in positions.column("moves").tolist()]
        for positions in (one, other)
    ]
    equal = all(np.array_equal(one.column(name), other.column(name)) for name in COLUMNS)
    return equal and texts[0] == texts[1] and one.complete == other.complete


def parts(game: Game, depth: int) -> list[Found]:
    return list(Explorer(game).explore(depth=depth))


def test_going_on_gives_what_going_through_gives(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "p.lbug"
    for bounds in ({"depth": 2}, {"positions": 200}, {"depth": 4}):
        with Store.open(path) as store:
            explore_into(store, game, **bounds)
    with Store.open(path, read_only=True) as store:
        assert not len(store.check())
        there = positions_of(store)
        assert store.query("MATCH (p:Position) RETURN count(*) AS n")["n"][0] == len(there)
    assert same(there, explored(game, depth=4))


def test_positions_are_solved_where_they_are_complete(tmp_path: Path) -> None:
    whole = tic_tac_toe()
    with Store.open(tmp_path / "p.lbug") as store:
        game = load("Tic-Tac-Toe", jit=False)
        other = Explorer(game)
        store.keep(_as_found(whole))
        explore_into(store, game)
        there = positions_of(store, "Tic-Tac-Toe", symmetry=False)
        assert there.is_solved
        assert np.array_equal(there.column("values"), solved(whole)[0])
        worth = ask(store, "values-by-ply").set_index(["ply", "winner"])["positions"]
        assert worth[(0, 0)] == 1
        assert worth.sum() == 5478
        best = ask(store, "best-replies", position=1)
        # The corner is answered in the centre.
        assert best["worth"].tolist() == [0] + [-1] * 7
        assert best["move"][0] == "+2@0,0"
        only = ask(store, "only-moves", most=10_000)
        assert only["position"].isin(np.flatnonzero(there.winners < 0)).all()
    assert other.positions.explored == whole.explored


def _as_found(whole: Positions) -> list[Found]:
    """What was found, in one part."""
    columns = {name: whole.column(name) for name in (*COLUMNS, "holes", "diameters", "moves")}
    starts = whole.row_table.starts[: len(whole) + 1]
    return [
        Found(
            whole.explored, 0, whole.expanded, whole.complete, tuple(whole.texts), **columns,
            sizes=np.diff(starts), rows=whole.row_table.rows[: starts[-1]],
        )
    ]  # fmt: skip


def test_workers_do_not_change_what_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "CHUNK", 7)
    monkeypatch.setattr(explorer, "TOGETHER", 50)
    few = explored(game, positions=150)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(3) as pool:
        shared = explored(game, positions=150, executor=pool)
    assert same(few, shared)
    assert len(few) >= 150
    monkeypatch.undo()
    assert same(few, explored(game, positions=150))


def test_trials_give_the_positions_that_they_reached(game: Game, tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.lbug") as store:
        run_playouts(game, playouts=30, seed=1, store=store)
        explore_trials(store, game)
        profile = ProfiledGame(game.name, game.text, game.options, game.setup, "", (), {}, 1, 1)
        store.keep([profile])  # has no moves
        run_playouts(game, playouts=40, seed=1, store=store)
        found = explore_trials(store, game)
        again = explore_trials(store, game)
        assert same(found, again)
        assert same(positions_of(store), found)
        lines = set()
        for trial in store.trials():
            state = State(game)
            lines.add(state.key)
            for move in trial.moves:
                if not move.actions:
                    break
                state.push(move)
                lines.add(state.key)
        assert len(found) == len(lines)
        games = ask(store, "games-through", position=int(found.targets[0]), most=100)
        first = ask(store, "first-moves")
        assert first["games"].sum() == 40
        assert len(games) == first.set_index("position")["games"][int(found.targets[0])]
        assert not len(store.check())


def test_the_graph_is_live_and_can_be_copied(game: Game) -> None:
    found = Explorer(game)
    list(found.explore(depth=1))
    graph = found.positions.graph
    assert (len(graph), graph.number_of_edges()) == (10, 9)
    list(found.explore(depth=2))
    assert (len(graph), graph.number_of_edges()) == (82, 81)
    assert graph.nodes[5] == {"ply": 1, "mover": 2, "pieces": 1}
    assert graph[0][5] == {"moves": "+1@0,0"}
    assert list(graph.pred[5]) == [0]
    with pytest.raises(nx.NetworkXError):
        graph.add_edge(1, 2)
    copied = graph.copy()
    copied.add_edge(1, 2)
    assert not graph.has_edge(1, 2)
    assert nx.is_directed_acyclic_graph(graph)
    assert_written_and_read(graph)


def test_measures_of_tic_tac_toe() -> None:
    positions = tic_tac_toe()
    table = by_ply(positions)
    assert table["links"].tolist() == [9, 72, 504, 1512, 3780, 4560, 4116, 1392, 222, 0]
    assert table["branching"].tolist()[:9] == [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    assert table["transpositions"][2] == pytest.approx(1 - 252 / 504)
    assert len(set(components(positions).tolist())) == len(positions)
    assert cyclic(positions) == 0
    assert won_by_mover(positions)[["won", "drawn", "lost"]].to_numpy().sum() == 5478 - 958
    assert openings(positions, 2)["ways"].sum() == 9 + 72
    values, _ = forced(positions)
    assert (values[values >= 0] == solved(positions)[0][values >= 0]).all()


def test_every_question_is_answered(game: Game, tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.lbug") as store:
        run_playouts(game, playouts=20, seed=1, store=store)
        explore_into(store, game, depth=2)
        explore_trials(store, game, symmetry=True)
        assert len(questions()) == 22
        for name, question in questions().items():
            assert question.words.endswith("?")
            ask(store, name)
        assert ask(store, "explorations")["positions"].tolist()[0] == 82
        assert ask(store, "branching")["mean"].tolist() == [9.0, 8.0]
        assert len(ask(store, "ways-in", position=5)) == 1
        turns = ask(store, "turning-points", games=2)
        assert (turns["before"] >= 2).all()
        assert len(explorations(store)) == 2
        for name, values, words in (
            ("none", {}, "choose one of positions-by-ply"),
            ("ends", {"most": 1}, "its parameters are exploration"),
            ("replies", {"position": -1}, "give a whole number"),
            ("replies", {"position": True}, "give a whole number"),
        ):
            with pytest.raises(InputError, match=words):
                ask(store, name, **values)


WRITER = """
import sys
from boardless.games import load
from boardless.store import Store, ladybug
from boardless.store.positions import explorer
from boardless.store.positions.storing import explore_into
explorer.CHUNK, explorer.TOGETHER = 20, 100
ladybug.LEAST = 20
with Store.open(sys.argv[1]) as store:
    print("begun", flush=True)
    explore_into(store, load("Tic-Tac-Toe", jit=False), depth=4)
print("done", flush=True)
"""


@pytest.mark.parametrize("wait", [pytest.param(0.1, marks=pytest.mark.slow), 0.6])
def test_what_a_killed_writer_had_kept_is_gone_on_with(
    game: Game, tmp_path: Path, wait: float
) -> None:
    path = tmp_path / "p.lbug"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "begun\n"
    sleep(wait)
    writer.kill()
    writer.wait()
    writer.stdout.close()
    with Store.open(path) as store:
        there = explore_into(store, game, depth=4)
        assert not len(store.check())
    assert same(there, explored(game, depth=4))


def test_what_was_found_before_ctrl_c_is_kept(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer, "CHUNK", 5)
    monkeypatch.setattr(explorer, "TOGETHER", 20)
    path = tmp_path / "p.lbug"

    def interrupt(known: int) -> None:
        if known > 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), keeping(path) as store:
        explore_into(store, game, depth=3, progress=interrupt)
    with Store.open(path) as store:
        before = len(positions_of(store))
        assert before > 40
        there = explore_into(store, game, depth=3)
        assert not len(store.check())
    assert same(there, explored(game, depth=3))


def test_damaged_positions_are_refused(game: Game, tmp_path: Path) -> None:
    found = parts(game, 1)[-1]
    data = found.dumps()
    assert kind_of(data) is Found
    for bad in (data[:-3], data[:1] + b"y" + data[2:], b"P", data[:1] + data):
        with pytest.raises(InputError, match="cannot be read"):
            Found.loads(bad)
    changes: list[dict[str, object]] = [
        {"movers": found.movers[:-1]},
        {"targets": found.targets + 100},
        {"winners": found.winners + 9},
        {"moves": found.moves + len(found.texts)},
        {"sizes": found.sizes * 2},
        {"first": -1},
    ]
    for change in changes:
        with pytest.raises(InputError):
            Found.loads(replace(found, **change).dumps())  # type: ignore[arg-type]
    with Store.open(tmp_path / "p.lbug") as store:
        explore_into(store, game, depth=1)
    path = tmp_path / "p.lbug.log"
    whole = bytearray(path.read_bytes())
    whole[-5] ^= 1
    path.write_bytes(whole)
    with pytest.raises(InputError, match="damaged"):
        Store.open(tmp_path / "p.lbug")


def test_an_exploration_is_named_where_there_are_several(game: Game, tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.lbug") as store:
        with pytest.raises(InputError, match=r"the store has 0 \(none\)"):
            positions_of(store)
        explore_into(store, game, depth=1)
        explore_into(store, game, depth=1, symmetry=True)
        with pytest.raises(InputError, match="Tic-Tac-Toe symmetry"):
            positions_of(store)
        assert len(positions_of(store, symmetry=True)) == 4
    with (
        Store.open(tmp_path / "p.lbug", read_only=True) as store,
        pytest.raises(InputError, match="read-only"),
    ):
        explore_into(store, game, depth=2)


def test_the_log_counts_no_games_for_positions(game: Game, tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.lbug") as store:
        explore_into(store, game, depth=1)
        assert store.log.trials == 0
        run_playouts(game, playouts=2, seed=1, store=store)
        assert len(list(store.trials())) == 2
        assert store.trial(1).moves
    log = Log.open(tmp_path / "p.lbug.log", writing=False)
    assert log.trials == 2
    log.close()


def test_a_rebuild_does_not_lose_positions_unasked(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "p.lbug"
    with Store.open(path) as store:
        explore_into(store, game, depth=1)
    log = path.with_name("p.lbug.log")
    log.unlink()
    Log.create(log).close()
    with pytest.raises(InputError, match="would lose them"):
        Store.rebuild(path)
    with Store.rebuild(path, lose=True) as store:
        assert store.query("MATCH (p:Position) RETURN count(*) AS n")["n"][0] == 0
