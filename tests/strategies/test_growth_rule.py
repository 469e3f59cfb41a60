"""States that grow by the rules of a game."""

import pickle
from random import Random

import pytest

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.play import Position
from boardless.state import BOARD, REMOVE, Action, Component, Equipment, FreeState, Move
from boardless.strategies import Append, Remap, Rule, Technique
from boardless.strategies.growth import around
from boardless.topo import HEXAGONAL, InputError, Key
from tests.games.test_rule_symmetries_growth import ODD
from tests.states import snapshot


def odd(kind: int, around: tuple[int, ...]) -> bool:
    """A rule of which cells come and go: an odd number of the six beside, and no diagonal ones."""
    beside = HEXAGONAL.slots.relation[kind] & 1 > 0
    return sum(what > 0 for what, near in zip(around, beside, strict=True) if near) % 2 == 1


def wanted(state: FreeState) -> set[Key]:
    """Return the cells that should be on the board."""
    what = state.containers[BOARD].what.nonzero()
    tiles = {state.cell(site): component for site, component in what.items()}
    near = {c for tile in tiles for c in around(HEXAGONAL, tile) if c} - tiles.keys()
    for i, j, k in near:
        contents = tuple(tiles.get(c, 0) if c else 0 for c in around(HEXAGONAL, (i, j, k)))
        if odd(k, contents):
            tiles[i, j, k] = 0
    return tiles.keys() or {(0, 0, 0)}


@pytest.mark.parametrize("start", [(), (((0, 0, 0), 1),), (((1, 0, 0), 1), ((3, 0, 0), 1))])
def test_tiles_are_put_moved_and_taken_back(start: tuple[tuple[Key, int], ...]) -> None:
    setup = Equipment(HEXAGONAL, (Component("tile"),), start=start)
    state = FreeState(setup, Technique("RULE-APPEND", Rule(odd), Append()))
    random, before = Random(5), []
    for step in range(150):
        board = state.containers[BOARD]
        tiles, empty = list(board.what.nonzero()), list(board.empty.nonzero())
        if step % 5 == 4:
            state.pop()
            assert snapshot(state) == before.pop()
            continue
        before.append(snapshot(state))
        if len(tiles) > 8 or (tiles and random.random() < 0.3):
            state.push(Move(state.mover, (Action(REMOVE, BOARD, random.choice(tiles), 1),)))
        else:
            state.push(Move.add(state.mover, 1, random.choice(empty)))
        assert {state.cell(site) for site in state.board} == wanted(state)
    while before:
        state.pop()
        assert snapshot(state) == before.pop()


@pytest.mark.parametrize("game", ["Andantino", "Plotto", "Odd"])
def test_states_and_compiled_games_have_the_same_boards(game: str) -> None:
    played = games.compile(ODD, jit=False) if game == "Odd" else games.load(game, jit=False)
    match = Position(played, game_technique("RULE-APPEND"))
    rule = Technique("RULE-APPEND", played.rule, Append())
    state = FreeState(played.setup, rule)
    random, winner = Random(2), -1
    while winner == -1:
        standing = dict(match.standing())
        assert {state.cell(site) for site in state.board} == standing.keys()
        choice = random.choice(sorted(match.moves(), key=str))
        winner = match.push(choice)
        state.push(choice)
    assert pickle.loads(pickle.dumps(rule)) == rule


def test_sites_are_not_numbered_again_and_a_board_alone_does_not_grow() -> None:
    with pytest.raises(InputError, match="update 'map' of a board that shrinks: choose 'append'"):
        Technique("RULE-MAP", Rule(odd), Remap())
    rule = Rule(odd)
    with pytest.raises(InputError, match="growth by the rules at site 0: only states"):
        rule(rule.start(HEXAGONAL), 0)
