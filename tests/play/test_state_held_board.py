"""A board that somebody holds, and its graphs, follow every move and every undo."""

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, Library, compile, load
from boardless.games.game_technique import ALL_NAMES, TechniqueChoice
from boardless.play import State
from boardless.state import Component, Equipment, FreeState, Move
from boardless.strategies import TECHNIQUES
from boardless.topo import Board, InputError
from tests.strategies.own import OWN, OWN_MAP, OWN_REPLAY, ByHand

OWN_ONES = (OWN, OWN_MAP, OWN_REPLAY, ByHand())
#: Moves of Hive have effects, and no list: techniques that replay cannot make them.
PLAYED = [
    (*game, technique)
    for game in (("Andantino", "square", False), ("Andantino", "triangular", True))
    for technique in (*ALL_NAMES, "ZONE-SHRINK", *OWN_ONES)
] + [
    ("Hive", None, False, name)
    for name in (*ALL_NAMES, "ZONE-SHRINK")
    if name[0] != "R" and "RE" not in name
]


@cache
def game(name: str, tiling: str | None, jit: bool) -> Game:
    return load(name, tiling=tiling, jit=jit)


class Held:
    """All that one can hold of a board, taken once."""

    def __init__(self, board: Board) -> None:
        self.board, self.vertices, self.edges = board, board.vertices, board.edges
        self.graphs = {"graph": board.graph, "cells": board.cells, "dual": board.dual}
        self.nodes = {kind: graph.nodes for kind, graph in self.graphs.items()}
        self.part = {kind: nx.subgraph_view(graph) for kind, graph in self.graphs.items()}

    def check(self, keys: list[Any], whole: bool = True) -> None:
        """Compare what is held with a new board of the same cells, whatever their sites."""
        assert {self.board.key(site) for site in self.board} == set(map(tuple, keys))
        assert {key_of(data) for _, data in self.nodes["dual"](data=True)} == set(map(tuple, keys))
        if not whole:
            return
        board = Board(self.board.tiling, keys)
        assert self.board == board
        assert len(self.vertices) == len(board.vertices)
        assert len(self.edges) == len(board.edges)
        assert len(self.board.perimeter) == len(board.perimeter)
        for kind, graph in self.graphs.items():
            real = by_key(getattr(board, kind))
            assert by_key(graph) == by_key(self.part[kind]) == real
            assert {key_of(self.nodes[kind][node]) for node in self.nodes[kind]} == real[0]


def key_of(data: Any) -> tuple[int, int, int]:
    return data["i"], data["j"], data["k"]


def by_key(graph: Any) -> tuple[set[Any], set[Any]]:
    """Return the nodes and the arcs of a graph of a board, by lattice keys."""
    keys = {node: key_of(data) for node, data in graph.nodes(data=True)}
    arcs = {
        (*sorted((keys[a], keys[b])), data.get("relation")) if not graph.is_directed()
        else (keys[a], keys[b], data["relation"])
        for a, b, data in graph.edges(data=True)
    }  # fmt: skip
    return set(keys.values()), arcs


def step(state: State, choice: int | None) -> None:
    """Push or pop, by a name or by a row."""
    if choice is None:
        if state.ply:
            (state.pop_row if state.ply % 2 else state.pop)()
    elif choice % 2:
        if state.legal_count:
            state.push_row(choice % state.legal_count)
    elif moves := list(state.legal_moves):
        state.push(moves[choice % len(moves)])


@pytest.mark.parametrize(
    ("name", "tiling", "jit", "technique"), PLAYED, ids=lambda it: getattr(it, "name", str(it))
)
@settings(max_examples=1)
@given(steps=st.lists(st.none() | st.integers(0, 10**6), min_size=50, max_size=50))
def test_what_is_held_follows_pushes_and_pops(
    name: str, tiling: str | None, jit: bool, technique: TechniqueChoice, steps: list[int | None]
) -> None:
    state = State(game(name, tiling, jit), technique)
    held = Held(state.board)
    for n, choice in enumerate(steps):
        step(state, choice)
        if n % 3 == 0 and "BASE" not in state.technique:
            held.check(state.position.keys().tolist(), n % 15 == 0)
    held.check(state.position.keys().tolist())
    assert state.board is held.board
    state.reset()
    held.check(state.position.keys().tolist(), False)


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=lambda it: it.name)
@settings(max_examples=2)
@given(steps=st.lists(st.none() | st.integers(0, 10**6), min_size=10, max_size=50))
def test_boards_without_rules_are_followed(technique: Any, steps: list[int | None]) -> None:
    state = FreeState(Equipment("square", (Component("tile"),)), technique)
    held = Held(state.board)
    for n, choice in enumerate(steps, 1):
        free = state.containers[0].empty.nonzero()
        if choice is None and state.ply:
            state.pop()
        elif choice is not None and free:
            site = list(free)[choice % len(free)]
            state.push(Move.add(state.mover, component=1, site=site))
        keys = state._position.board.keys
        if technique is not TECHNIQUES["BASE"] or n == len(steps):
            held.check(keys[keys[:, 2] >= 0].tolist(), n == len(steps))


def test_a_dual_graph_grows_and_shrinks_unasked() -> None:
    state = State(game("Andantino", None, False))
    dual = state.board.dual
    for _ in range(6):
        state.push(list(state.legal_moves)[-1])
    assert dual.number_of_nodes() == len(state.copy().board) > 19
    while state.ply:
        state.pop()
    assert dual.number_of_nodes() == 19


def test_a_copy_has_a_board_of_its_own() -> None:
    for state in (
        State(game("Andantino", "square", False)),
        FreeState(Equipment("square", (Component("tile"),)), TECHNIQUES["ZONE-APPEND"]),
    ):
        board, twin = state.board, state.copy()
        before = len(board)
        for _ in range(3):
            corner = list(twin.board)[-1]
            move = (
                list(twin.legal_moves)[-1] if isinstance(twin, State)
                else Move.add(twin.mover, component=1, site=corner)
            )  # fmt: skip
            twin.push(move)
        assert len(board) == before < len(twin.board)
        assert type(pickle.loads(pickle.dumps(board))) is Board
        kept = pickle.loads(pickle.dumps(twin))
        kept.pop()
        assert len(kept.board) <= len(twin.board)


def test_the_board_of_a_state_is_only_read() -> None:
    board = State(game("Andantino", "square", False)).board
    with pytest.raises(InputError, match="copy"):
        board.grow_contour()
    twin = board.copy()
    twin.grow_contour()
    assert len(twin) > len(board)
    assert board.moved(1, 0) != board


#: A game on a growing board, then one on a laid-out board.
TWO_GAMES = {
    "Match": """(match "Match" (players 2)
        (games {(subgame "Grown" next:1) (subgame "Flat")})
        (end (if (= (count Trials) 3) (byScore))))""",
    "Grown": """(game "Grown" (players 2)
        (equipment {(boardless Square) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty))))
            (end (if (= (count Moves) 4) (result Mover Win)))))""",
    "Flat": """(game "Flat" (players 2)
        (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))""",
}


def test_the_board_of_a_game_of_a_match_that_is_over_is_refused(tmp_path: Path) -> None:
    for name, text in TWO_GAMES.items():
        (tmp_path / f"{name}.lud").write_text(text)
    state = State(compile(Library(tmp_path).text("Match"), jit=False))
    dual = state.board.dual
    before = len(dual)
    for _ in range(5):
        state.push_row(0)
    assert not isinstance(state.board, Board)
    with pytest.raises(InputError, match="match"):
        len(dual)
    while state.ply:
        state.pop()
    assert len(dual) == before
