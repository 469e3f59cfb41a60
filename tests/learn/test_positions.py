"""Positions as a network takes them, beside the arrays of states."""

from dataclasses import replace

import numpy as np
import pytest

from boardless.games import Game, load
from boardless.learn.positions import PLY, RELATIONS, Observer, Positions
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import RACE
from tests.learn.playing import TIC_TAC_TOE

GAMES = (TIC_TAC_TOE, load("Andantino", jit=False), RACE)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_observer_sees_the_graph_and_the_rows_of_a_state(game: Game) -> None:
    observer, state, seen = Observer.of(game), State(game), []
    while state.legal_count and state.ply < 12:
        if state.seat:
            position, graph = observer(state), state.graph
            seen.append(position)
            assert np.array_equal(position.nodes, graph.nodes)
            assert np.array_equal(position.edges, graph.edges)
            assert np.array_equal(position.kinds // RELATIONS, graph.steps[:, 0] + 1)
            assert np.array_equal(position.kinds % RELATIONS, graph.steps[:, 1])
            assert np.array_equal(position.rows, state.legal_rows)
            assert np.array_equal(
                np.delete(position.numbers, PLY), np.delete(state.seen_numbers, PLY)
            )
            assert position.numbers[PLY] == 0
        state.push_row(state.legal_count // 2)
    joined = Positions.joined(seen)
    assert len(joined) == len(seen)
    for one, other in zip(joined.split(), seen, strict=True):
        for name in ("nodes", "edges", "kinds", "rows", "numbers"):
            assert np.array_equal(getattr(one, name), getattr(other, name))


def test_boards_of_all_sizes_have_one_vocabulary() -> None:
    sizes = [Observer(load("Hex", [f"Board Size/{n}x{n}"], jit=False)).vocabulary for n in (7, 11)]
    assert sizes[0] == sizes[1] != Observer.of(RACE).vocabulary


def test_a_match_is_refused() -> None:
    game = replace(TIC_TAC_TOE, info=replace(TIC_TAC_TOE.info, match=object()))
    with pytest.raises(InputError, match="match of several games"):
        Observer(game)
