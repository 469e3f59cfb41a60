"""Pieces in the graph and in the state: equal at every ply, for all effects of moves."""

import json
import struct
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from boardless.games import Game, compile, load
from boardless.games.game_technique import game_technique
from boardless.play import GamePosition, State, record_playouts
from boardless.play.replay import positions_of
from boardless.state import (
    ADD,
    BOARD,
    REMOVE,
    SET_STATE,
    Action,
    Batch,
    Component,
    Equipment,
    Move,
    Trial,
)
from boardless.state.batch import COLUMNS
from boardless.store import Store
from boardless.store.frames import packed
from boardless.store.log import Log
from boardless.store.pieces import CellPiece, piles_by_ply
from boardless.store.writer import incoming
from boardless.strategies import ZONE_APPEND
from boardless.topo import SQUARE, InputError
from tools.graph_states import unlike

WAY = game_technique("BASE-KEPT")

#: A step onto an enemy takes it, the last row promotes, and a state says how often a piece moved.
PAWNS = """
(game "Pawns" (players {(player N) (player S)})
    (equipment {
        (board (square 4)) (piece "Queen" Each)
        (piece "Pawn" Each (move Step (directions {Forward FR FL})
            (to if:(not (is Friend (who at:(to))))
                (apply (if (is Enemy (who at:(to))) (remove (to)))))
            (then (if (is In (last To) (sites Next))
                (promote (last To) (piece "Queen") Mover)
                (set State at:(last To) (+ 1 (state at:(last To))))))))
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))
    })
    (rules
        (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
#: Seeds are counted, sown, and taken into a hand where they become two.
SOWN = """
(game "Sown" (players 2)
    (equipment {
        (mancalaBoard 2 3 store:None {(track "Round" "0,E,N,W" loop:True)})
        (piece "Seed" Shared) (hand Each)
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))
    })
    (rules
        (start (set Count 2 to:(sites Board)))
        (play (move Select (from (sites Mover) if:(< 0 (count at:(from))))
            (then (sow if:(= 2 (count at:(to))) apply:(fromTo
                (from (to)) (to (handSite Mover)) count:(count at:(to)))))))
        (end {
            (if (no Moves Next) (result Mover Win)) (if (= 30 (count Moves)) (result Mover Draw))
        })
    )
)
"""
#: Pieces lie one upon another, and whole piles move.
HEAP = """
(game "Heap" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (start (place "Disc1" 4))
        (play (or
            (move Add (to (union (sites Empty) (sites Occupied by:Next))) stack:True)
            (forEach Piece (step (to if:(is Occupied (to)))) top:True)
        ))
        (end (if (= 4 (size Stack at:(last To))) (result Mover Win)))
    )
)
"""
#: Chance says which cells are taken at first, and by a die where a piece may be put.
ROLLED = """
(game "Rolled" (players 2)
    (equipment {(board (rectangle 2 6)) (piece "Disc" Each) (dice d:6 num:1)})
    (rules
        (start (place Random {"Disc1" "Disc2"}))
        (play (do (roll) next:(move Add (to (sites Empty) if:(< (to) (+ 6 (count Pips)))))))
        (end (if (= 5 (count Moves)) (result Mover Win)))
    )
)
"""
GAMES = {"captured, promoted": PAWNS, "counted": SOWN, "piled": HEAP, "drawn": ROLLED}


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """The games, compiled as users have them, once for all tests."""
    return {name: compile(text) for name, text in GAMES.items()}


def differences(
    store: Store, games: Iterable[Game], number: int, technique: str | None = None
) -> list[object]:
    """Store random games of each, and return where the graph differs from their replays."""
    batches = {
        game.name: (game, record_playouts(game, 0, number, technique=technique, seed=3))
        for game in games
    }
    store.add(batch for _, batch in batches.values())
    return [
        (name, trial, *where)
        for first, (name, (game, batch)) in enumerate(batches.items())
        for trial in range(first * number, (first + 1) * number)
        for where in unlike(
            store,
            trial,
            GamePosition(game, game.suited(game_technique(batch.source.technique))),
        )
    ]


def test_the_graph_has_what_stands_there_after_every_move(
    store: Store, games: dict[str, Game]
) -> None:
    assert differences(store, games.values(), 3) == []
    kinds = store.stats().set_index("kind")["number"]
    assert (kinds[["TAKES", "LEAVES", "SETS"]] > 0).all()
    assert not len(store.check())


@pytest.mark.parametrize("technique", ["ZONE-APPEND", "ZONE-MAP", "ZONE-SHRINK"])
def test_pieces_that_leave_a_growing_board_leave_the_graph(tmp_path: Path, technique: str) -> None:
    with Store.open(tmp_path / "runs.lbug") as store:
        assert differences(store, [load("Yinsh", jit=False)], 1, technique) == []
        left = store.query("MATCH (:Move)-[l:LEAVES]->(:Cell) RETURN sum(l.gone) AS gone")
        assert left["gone"].item() >= 5  # a row of markers at least


def test_what_is_captured_is_gone(tmp_path: Path, games: dict[str, Game]) -> None:
    game = games["captured, promoted"]
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([record_playouts(game, 0, 3, seed=3)])
        captured, promoted = set(), set()
        for number, trial in enumerate(store.trials()):
            before = None
            for ply, position in enumerate(positions_of(trial, GamePosition(game, WAY))):
                pieces = Counter(position.standing().values())
                if before is not None:
                    enemy = {1, 3} if trial.moves[ply - 1].mover == 2 else {2, 4}
                    captured |= {(number, ply) for c in before - pieces if c in enemy}
                    promoted |= {(number, ply) for c in pieces - before if c in (1, 2)}
                before = pieces
        said = store.query(
            "MATCH (t:Trial)-[:MADE]->(m:Move)-[l:LEAVES]->(:Cell) WHERE l.gone > 0 "
            "RETURN t.id AS trial, m.ply AS ply, l.component AS what, m.mover AS mover"
        )
    rows = list(said.itertuples(index=False, name=None))
    assert {(trial, ply) for trial, ply, what, mover in rows if what % 2 != mover % 2} == captured
    assert {(trial, ply) for trial, ply, what, mover in rows if what % 2 == mover % 2} == promoted
    assert captured
    assert promoted


def test_nodes_say_what_stands_there(tmp_path: Path, games: dict[str, Game]) -> None:
    with Store.open(tmp_path / "runs.lbug") as store:
        for name in ("counted", "piled"):
            store.add([record_playouts(games[name], 0, 1, seed=3)])
        counted, piled = (store.to_networkx(trial).nodes for trial in (0, 1))
        first = store.to_networkx(0, 0).nodes
        state = store.trial(1).replay()
        assert isinstance(state, State)
    assert {first[site]["count"] for site in first} == {2}
    assert sum(counted[site]["count"] for site in counted) < 12
    for site in piled:
        pile = state.piles.get((0, 0, site), ())
        assert piled[site]["pile"] == " ".join(map(str, pile))
        assert (piled[site]["component"], piled[site]["count"]) == ((0, *pile)[-1], len(pile))


# -- records that do not say what moves did -------------------------------------------------------


def former(batch: Batch) -> bytes:
    """A batch as it was written before moves said what they did."""
    data = zlib.decompress(packed(batch))
    (length,) = struct.unpack_from("<I", data)
    head = json.loads(data[4 : 4 + length])
    later = sum(getattr(batch, name).astype(COLUMNS[name][0]).nbytes for name in ("done", "did"))
    head["form"] = 1
    del head["rows"]["done"], head["rows"]["did"]
    text = json.dumps(head).encode()
    return zlib.compress(struct.pack("<I", len(text)) + text + data[4 + length : len(data) - later])


def test_older_records_are_played_again(tmp_path: Path) -> None:
    game = load("Othello", jit=False)
    batch = record_playouts(game, 0, 2, seed=3)
    log = Log.create(tmp_path / "runs.lbug.log")
    log.append(former(batch), len(batch), len(batch.movers))
    log.close()
    with Store.open(tmp_path / "runs.lbug") as store, Store.open(tmp_path / "new.lbug") as new:
        new.add([batch])
        assert not len(store.check())
        asked = "MATCH (m:Move)-[l:LEAVES]->(c:Cell) RETURN m.id, c.id, l.gone ORDER BY m.id, c.id"
        assert store.query(asked).equals(new.query(asked))
        assert len(store.query(asked))
        assert store.trial(0).did is None
        assert new.trial(0).did is not None


def test_older_records_that_cannot_be_played_again_are_refused(tmp_path: Path) -> None:
    batch = record_playouts(load("Othello", jit=False), 0, 1, seed=3)
    winners = 3 - batch.winners
    log = Log.create(tmp_path / "runs.lbug.log")
    log.append(former(replace(batch, winners=winners)), 1, len(batch.movers))
    log.close()
    with pytest.raises(InputError, match="by the rules the game ends"):
        Store.open(tmp_path / "runs.lbug")


def test_an_older_record_of_a_trial_is_known(tmp_path: Path) -> None:
    (trial,) = record_playouts(load("Othello", jit=False), 0, 1, seed=3)
    (batch,) = incoming([trial], ZONE_APPEND)
    log = Log.create(tmp_path / "runs.lbug.log")
    log.append(former(batch), 1, len(batch.movers))
    log.close()
    with Store.open(tmp_path / "runs.lbug") as store:
        assert store.add([trial]) == 0


def test_games_without_rules_say_the_difference_that_moves_make(store: Store) -> None:
    setup = Equipment(SQUARE, (Component("red", 1), Component("grey", 2)), levels=3)

    def act(kind: int, cell: tuple[int, int, int], value: int, level: int = 0) -> Action:
        return Action(kind, BOARD, cell, value, level=level)

    here, there = (0, 0, 0), (1, 0, 0)
    moves = (
        Move(1, (act(ADD, here, 1), act(ADD, here, 2), act(ADD, here, 1, 2))),
        Move(2, (act(REMOVE, here, 2), act(ADD, there, 2), act(REMOVE, there, 2))),
        Move(1, (act(REMOVE, here, 1, 1), act(ADD, there, 1), act(SET_STATE, there, 7))),
    )
    store.add([Trial(setup, moves, "by hand")])
    piles = list(piles_by_ply(store, 0, 3))
    assert piles[1] == {here: (CellPiece(2), CellPiece(1), CellPiece(1))}
    assert piles[2] == {here: (CellPiece(1), CellPiece(1))}
    assert piles[3] == {here: (CellPiece(1),), there: (CellPiece(1, state=7),)}
    said = store.query("MATCH (m:Move) RETURN m.pieces AS pieces, m.occupied AS o ORDER BY m.ply")
    assert said.to_numpy().tolist() == [[3, 1], [2, 1], [2, 2]]
