"""Compiled games grow their boards themselves, others have boards of `topo`: both grow alike."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.games.modules import Features
from boardless.state import BOARD, Component, Equipment, FreeState, Move
from boardless.state.engine.arrays import COUNT, GROWTH, ZONE, make
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.pieces import put
from boardless.state.engine.starting import build
from boardless.state.engine.tables import NOWHERE, tables_of
from boardless.strategies import TECHNIQUES
from boardless.topo import Board
from tests.boards import tilings

#: Tilings on which the game has lines, and of which some cells meet others at corners only.
NAMES = ("square", "hexagonal", "triangular", "3.4.6.4", "4.8.8", "rhombille", "brick")
GROWING = [name for name in TECHNIQUES if name not in ("BASE", "ZONE-SHRINK")]


@lru_cache
def andantino(tiling: str) -> games.Game:
    return games.load("Andantino", tiling=tiling, jit=False)


class Pair:
    """A game in plain Python whose kernels grow the board, and a state whose board is of `topo`."""

    def __init__(self, tiling: str, technique: str) -> None:
        self.game = andantino(tiling)
        chosen = game_technique(technique)
        assert chosen.grown_by is not None
        self.kernels = self.game.kernels_of(chosen, Features(undo=True))
        self.arrays: Any = self.game.arrays(chosen, Features(undo=True), room=2048)
        self.state = FreeState(self.game.setup, chosen.grown_by)
        self.over = False

    def push(self, choice: int) -> None:
        """Make one of the legal moves on both sides."""
        kernels, state = self.kernels, self.state
        moves = kernels.list_moves(self.arrays).tolist()
        rule, origin, site = moves[choice % len(moves)]
        if rule < 0 or self.over or not kernels.has_room(self.arrays):
            return
        component = self.game.info.rules[rule].component
        cell = state.cell(site - self.state.setup.held - 1)
        self.over = kernels.make_move(self.arrays, rule, origin, site) != kernels.OPEN
        state.push(Move.add(state.mover, component, cell))

    def pop(self) -> None:
        """Take the last move back on both sides."""
        if self.state.ply and self.arrays.n[self.kernels.NOTING]:
            self.kernels.undo(self.arrays)
            self.state.pop()
            self.over = False

    def check(self) -> None:
        """Compare cells, their numbers, their neighbours, and what stands there."""
        compare(self.arrays, self.game.module.geometry, self.kernels.DELTA, self.state)
        assert self.arrays.n[self.kernels.MOVER] == self.state.mover
        assert self.arrays.key[0] == self.state.key


def compare(arrays: Any, geometry: Geometry, delta: Any, state: FreeState) -> None:
    """Compare the board in arrays with that of a state, site by site."""
    held, board = state.setup.held, state.board
    cells = slice(held + 1, held + 1 + len(board))
    assert arrays.n[COUNT] == held + len(board)
    np.testing.assert_array_equal(geometry.codes.keys(arrays.code[cells]), board.keys)
    slots = len(geometry.used)
    # Slots that no rule reads are left out, and those that lead nowhere.
    leads = (np.asarray(delta).reshape(-1, slots) != NOWHERE)[board.keys[:, 2]]
    beside = board.step[:, geometry.used].astype(np.int64)
    expected = np.where((beside >= 0) & leads, beside + held + 1, 0)
    np.testing.assert_array_equal(arrays.step.reshape(-1, slots)[cells], expected)
    what = np.array(list(state.containers[BOARD].what))
    np.testing.assert_array_equal(arrays.what[cells], what)


@given(
    st.sampled_from(NAMES),
    st.sampled_from(GROWING),
    st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), min_size=1, max_size=14),
)
@settings(deadline=None)
def test_a_game_and_a_state_grow_alike(
    tiling: str, technique: str, steps: list[tuple[bool, int]]
) -> None:
    pair = Pair(tiling, technique)
    pair.check()
    for forth, choice in steps:
        # Most steps go forth, so that boards get large.
        if forth or choice % 3:
            pair.push(choice)
        else:
            pair.pop()
        pair.check()


@given(tilings, st.lists(st.integers(0, 10**6), max_size=12))
def test_zones_of_every_tiling(tiling: Any, choices: list[int]) -> None:
    """The engine itself, with its tables as data, on tilings that the game has no lines on."""
    geometry = Geometry.of(tiling, diagonal=True)
    setup = Equipment(tiling, (Component("tile"),), players=1)
    state = FreeState(setup, TECHNIQUES["ZONE-APPEND"])
    arrays = make(tables_of(geometry, players=1, owners=(0,)), 4096, 64, 0)
    arrays.n[GROWTH] = ZONE
    begin(arrays, geometry, state.board)
    for choice in choices:
        free = list(state.containers[BOARD].empty.nonzero())
        site = free[choice % len(free)]
        put(arrays, 1 + site, 1)
        state.push(Move.add(1, 1, site))
        compare(arrays, geometry, arrays.t.delta, state)


def begin(arrays: Any, geometry: Geometry, board: Board) -> None:
    """Make arrays those of an empty board."""
    codes = np.array([geometry.codes.code(key) for key in map(board.key, board)], np.int64)
    begun = np.empty((0, 3), np.int32)
    build(arrays, codes, board.keys[:, 2].astype(np.int8), begun, False)


def test_what_breaks_one_growth_is_seen() -> None:
    pair = Pair("hexagonal", "ZONE-APPEND")
    pair.push(0)
    pair.arrays.step[10 * 6 + 2] ^= 1
    with pytest.raises(AssertionError):
        pair.check()
