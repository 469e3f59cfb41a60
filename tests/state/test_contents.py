"""Contents of places, read alike from the arrays of any state, compiled games' included."""

from dataclasses import dataclass
from typing import Any

import pytest

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.games.library import description_text
from boardless.games.modules import Features
from boardless.state import (
    BOARD,
    Cell,
    Component,
    Container,
    Contents,
    Equipment,
    FreeState,
    Location,
    Move,
    Owned,
)
from boardless.strategies import ZONE_APPEND
from boardless.topo import HEXAGONAL, SQUARE, Board, InputError, Key

CHUNKS = ("what", "who", "count", "state", "rotation", "value", "hidden")


@dataclass
class Held:
    """The arrays of a compiled game, and a board made of their cells."""

    game: games.Game
    arrays: Any
    anchor_key: Key
    counted: bool = False
    around: bool = True

    @property
    def setup(self) -> Equipment:
        return self.game.setup

    @property
    def fields(self) -> tuple[str, ...]:
        return ("counts",) if self.setup.hands else ()

    @property
    def board(self) -> Board:
        codes = self.arrays.code[1 + self.setup.held : 1 + int(self.arrays.n[0])]
        return Board(self.setup.tiling, self.game.codes.keys(codes))


#: A game without a hand, one whose hands never run out, and one whose hands do.
GAMES = {
    "Andantino": description_text("Andantino"),
    "Plotto": description_text("Plotto"),
    "short": description_text("Plotto").replace("copy:True", ""),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("technique", ["ZONE-APPEND", "PERI-MAP"])
def test_a_compiled_game_is_read_like_a_state_without_rules(name: str, technique: str) -> None:
    game, chosen = games.compile(GAMES[name], jit=False), game_technique(technique)
    assert chosen.grown_by is not None
    kernels = game.kernels_of(chosen, Features(undo=True))
    arrays = game.arrays(chosen, Features(undo=True))
    held = Held(game, arrays, game.start(chosen).anchor)
    contents, state = Contents(held), FreeState(game.setup, chosen.grown_by)
    for ply in range(12):
        other = state._position.contents
        for container in range(1 + len(game.setup.hands)):
            assert contents.size(container) == other.size(container)
            for chunk in CHUNKS:
                mine, its = (each.chunk(container, chunk) for each in (contents, other))
                assert mine.tolist() == its.tolist(), chunk
        assert contents.playable.tolist() == other.playable.tolist()
        places = [c.places(n) for c in (contents, other) for n in range(1, 3)]
        assert places[:2] == places[2:]
        for ask in (
            lambda it: (it.key, it.mover, it.anchor, it.bare),
            lambda it: [it.cell(site) for site in range(it.size(BOARD))],
            lambda it: it.find((1, 0, 0)),
        ):
            assert ask(contents) == ask(other)
        assert Owned(contents).places(1) == state.owned.places(1)
        board = Container("board", BOARD, 0, contents)
        assert board.empty == state.containers[BOARD].empty
        moves = kernels.list_moves(arrays).tolist()
        rule, origin, site = moves[7 * ply % len(moves)]
        if rule == kernels.PASS:
            assert (name, ply) == ("short", 4)
            return
        kind, cell = game.info.rules[rule], contents.cell(site - 1 - game.setup.held)
        what = kind.component or int(arrays.what[origin])
        if kind.copy:
            state.push(Move.add(state.mover, what, cell))
        else:
            source = hand_site(game, origin - 1)
            state.push(Move.transfer(state.mover, what, source, Location(BOARD, cell)))
        if kernels.make_move(arrays, rule, origin, site) != kernels.OPEN:
            assert ply > 8
            return


def hand_site(game: games.Game, number: int) -> Location:
    """Return the container and site of a number of the hands' sites on end."""
    places = [
        Location(container, place)
        for container, hand in enumerate(game.setup.hands, 1)
        for place in range(len(hand.holds))
    ]
    return places[number]


def test_cells_are_plain_tuples_of_a_type_of_their_own() -> None:
    state = FreeState(Equipment(SQUARE, (Component("tile"),)), ZONE_APPEND)
    cell = state.cell(0)
    assert isinstance(cell, Cell)
    assert cell == (-1, -1, 0)
    assert (cell.i, cell.j, cell.k) == tuple(cell)
    assert str(cell) == f"{cell}" == "(-1, -1, 0)"
    state.push(Move.add(1, 1, cell))
    named = state.by_cell(state.peek())
    assert named == Move.add(1, 1, (-1, -1, 0))
    assert isinstance(named.actions[0].site, Cell)
    assert type(state.board.key(0)) is tuple


def test_what_no_cell_is_found_for() -> None:
    state = FreeState(Equipment(HEXAGONAL, (Component("tile"),)), ZONE_APPEND)
    contents = state._position.contents
    assert contents.find((99, 0, 0)) == -1
    with pytest.raises(InputError, match="site 7 is not on the board: choose 0 to 6"):
        contents.cell(7)
