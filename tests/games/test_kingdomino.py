"""Kingdomino: its dominoes, lines and kings, techniques, moves taken back, text, and bad input."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, load
from boardless.games.ludemes.large_tiles import PartOfTile
from boardless.games.ludemes.pieces import Tile
from boardless.play import State
from boardless.state import ADD, BOARD
from boardless.topo import InputError
from tests.play.whole_positions import arrays_of

SET = json.loads(
    (Path(__file__).parents[1] / "goldens" / "kingdomino_48.json").read_text(encoding="utf-8")
)
GAME = load("Kingdomino", jit=False)


def played(game: Game, seed: int, moves: int, technique: str | None = None) -> State:
    """Return a random game of so many moves, those of chance included."""
    state, random = State(game, technique), Random(seed)
    for _ in range(moves):
        state.push(random.choice(list(state.legal_moves)))
    return state


def test_the_dominoes_are_those_of_the_set() -> None:
    tiles = [item for item in GAME.description.tree.equipment.items if isinstance(item, Tile)]
    found = [
        [(part.component.lower(), part.value) for part in tile.parts or () if _is_part(part)]
        for tile in tiles
    ]
    assert found == [[tuple(each["a"]), tuple(each["b"])] for each in SET["dominoes"]]
    assert [tile.name for tile in tiles] == [f"D{each['number']:02}" for each in SET["dominoes"]]


def _is_part(part: object) -> bool:
    assert isinstance(part, PartOfTile)
    return True


def _holds(state: State, places: range) -> list[str]:
    what = state.containers[1].what
    names = (state.game.components[int(what[n]) - 1].name for n in places if what[n])
    return list(names)


def test_placements_beside_the_castle() -> None:
    """The first domino of a player, in some random games: one with equal halves, one without."""
    counts = set()
    for seed in range(4):
        state = played(GAME, seed, 15)
        assert {len(state.pieces)} == {2}
        (number,) = {move.actions[0].value for move in state.legal_moves}
        domino = SET["dominoes"][int(GAME.components[number - 1].name[1:]) - 1]
        equal = domino["a"] == domino["b"]
        assert len(list(state.legal_moves)) == (12 if equal else 24)
        counts.add(equal)
    assert counts == {True, False}


def test_lines_are_sorted_and_kings_take_turns_in_their_order() -> None:
    state = played(GAME, 1, 7)
    assert not state.chances()
    line, kings = _holds(state, range(52, 56)), _holds(state, range(56, 60))
    assert line == sorted(line)
    assert sorted(kings) == ["King1", "King1", "King2", "King2"]
    for king in kings:
        assert f"King{state.mover}" == king
        state.push(next(iter(state.legal_moves)))
        while state.chances():
            state.push(next(iter(state.legal_moves)))
    # The first king took the first domino, and so on.
    assert _holds(state, range(48, 52)) == line
    assert _holds(state, range(56, 60)) == kings


@pytest.mark.parametrize("technique", ["BASE-KEPT"])
def test_techniques_play_the_same_games(technique: str) -> None:
    one, other = (played(GAME, 3, 40, name) for name in (technique, "ZONE-APPEND"))
    assert [str(move) for move in one.move_stack] == [str(move) for move in other.move_stack]
    assert one.key == other.key


def test_each_board_begins_and_grows_by_itself() -> None:
    state = State(GAME)
    assert len(state.board) == 18
    assert {key[0] for key in state.pieces} == {0, 11}
    state = played(GAME, 0, 15)
    laid = {a.site for move in state.legal_moves for a in move.actions if a.kind == ADD}
    beyond = {11 * (state.mover - 1) + n for n in (-2, -1, 0, 1, 2)}
    assert {site[0] for site in laid if isinstance(site, tuple)} == beyond


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 30), st.data())
def test_moves_are_taken_back_exactly(seed: int, count: int, data: st.DataObject) -> None:
    state, random, seen = played(GAME, seed, 5), Random(seed), []
    for _ in range(count):
        seen.append(arrays_of(state))
        state.push(random.choice(list(state.legal_moves)))
    for before in reversed(seen[data.draw(st.integers(0, len(seen))) :]):
        state.pop()
        assert arrays_of(state) == before


def test_moves_as_text() -> None:
    state = played(GAME, 2, 20)
    again = State(GAME)
    for move in state.move_stack:
        again.push(again.parse(str(move)))
    assert again.key == state.key


@pytest.mark.parametrize("text", ["+1@0,0", "-9@h1.0", "-9@h1.0;+1@1,0", "nonsense"])
def test_what_is_no_move(text: str) -> None:
    state = played(GAME, 0, 15)
    key = state.key
    with pytest.raises(InputError) as error:
        state.push(state.parse(text))
    assert "\n" not in str(error.value)
    assert state.key == key
    assert all(action.container != BOARD or action.value for action in state.peek().actions)


@pytest.mark.parametrize("technique", ["ZONE-MAP", "PERI-APPEND", "ZONE-RE"])
def test_techniques_that_cannot(technique: str) -> None:
    with pytest.raises(InputError, match="cover several cells") as error:
        State(GAME, technique)
    assert "\n" not in str(error.value)
