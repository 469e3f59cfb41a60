"""Positions of small games against known numbers, and against plain Python."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.play import State
from boardless.store.positions import Positions, explored
from boardless.store.positions.measures import solved, summary, ways_to
from tests.store.positions.brute import Brute
from tests.store.positions.games import (
    CONNECT_FOUR,
    HEX,
    andantino,
    dropped,
    four_in_a_row,
    hex_of_three,
    joined,
    three_in_a_row,
    tic_tac_toe,
)


def boards(positions: Positions, game: Game, order: dict[Any, int]) -> list[tuple[int, ...]]:
    """What stands where in every position, replayed along the first link that led to it."""
    found: dict[int, tuple[int, ...]] = {0: (0,) * len(order)}
    state = State(game)
    for source, target, move in zip(
        positions.sources.tolist(),
        positions.targets.tolist(),
        positions.column("moves").tolist(),
        strict=True,
    ):
        put = state.parse(positions.texts[move]).actions[0]
        place = order[put.site]
        board = (*found[source][:place], put.value, *found[source][place + 1 :])
        assert found.setdefault(target, board) == board
    return [found[number] for number in range(len(positions))]


def check_against(positions: Positions, game: Game, brute: Brute, order: dict[Any, int]) -> None:
    """Every position is there once, with its moves, its end and its worth."""
    there = boards(positions, game, order)
    moves = np.bincount(positions.sources, minlength=len(positions)).tolist()
    assert dict(zip(there, moves, strict=True)) == brute.boards
    assert len(set(there)) == len(there)
    ends = [brute.ended(board) for board in there]
    assert positions.winners.tolist() == [-1 if end is None else end for end in ends]
    values, distances = solved(positions)
    assert list(zip(values.tolist(), distances.tolist(), strict=True)) == [
        brute.value(board) for board in there
    ]


def by_rows(game: Game) -> dict[Any, int]:
    """The places of the cells of a board, row by row from the bottom."""
    keys = State(game).board.keys.tolist()
    return {tuple(key): n for n, key in enumerate(sorted(keys, key=lambda key: (key[1], key[0])))}


def test_tic_tac_toe_has_its_known_numbers() -> None:
    assert summary(tic_tac_toe()) == {
        "game": "Tic-Tac-Toe",
        "positions": 5478,
        "links": 16167,
        "terminal": 958,
        "by_ply": [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78],
        "complete": True,
        "value": [0.0, 0.0],
        "games": 255168,
    }


def test_tic_tac_toe_up_to_symmetry() -> None:
    found = summary(tic_tac_toe(symmetry=True))
    assert found["positions"] == 765
    assert found["by_ply"] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    # Moves are counted all the same, so games are not fewer.
    assert (found["games"], found["value"]) == (255168, [0.0, 0.0])


@pytest.mark.parametrize("symmetry", [False, True])
def test_games_of_tic_tac_toe_by_winner(symmetry: bool) -> None:
    positions = tic_tac_toe(symmetry)
    ways = ways_to(positions)
    assert ways is not None
    games: Counter[int] = Counter()
    for winner, count in zip(positions.winners.tolist(), ways, strict=True):
        games[winner] += count if winner >= 0 else 0
    assert (games[1], games[2], games[0]) == (131184, 77904, 46080)


def test_every_position_of_tic_tac_toe_is_worth_what_it_is() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    check_against(tic_tac_toe(), game, Brute(9, three_in_a_row), by_rows(game))


def test_every_position_of_hex_is_worth_what_it_is() -> None:
    game = compile(HEX, jit=False)
    check_against(hex_of_three(), game, Brute(9, joined), by_rows(game))
    assert summary(hex_of_three())["value"] == [1.0, -1.0]


@pytest.mark.slow
def test_every_position_of_connect_four_is_worth_what_it_is() -> None:
    game = compile(CONNECT_FOUR)
    positions = explored(game)
    check_against(positions, game, Brute(16, four_in_a_row, dropped), by_rows(game))


@pytest.mark.parametrize("symmetry", [False, True])
def test_andantino_against_plain_python(symmetry: bool) -> None:
    found = explored(load("Andantino", jit=False), depth=4, symmetry=symmetry)
    assert np.bincount(found.plies).tolist() == andantino(4, symmetry)
    assert not found.complete
