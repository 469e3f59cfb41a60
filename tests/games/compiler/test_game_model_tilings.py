"""The games of the thesis on tilings that are not regular, and why not on others."""

from itertools import takewhile
from random import Random

import numpy as np
import pytest

from boardless.games import LudemeError, compile, load
from boardless.games.language.kinds import TilingName
from boardless.play import State, run_playouts
from boardless.state.engine.geometry import Geometry
from boardless.topo import TILINGS, Board, InputError, Key, tiling_named
from boardless.topo.tilings.incidence import ADJACENT

WAYS = (
    "BASE", "BASE-KEPT", "PERI-RE", "PERI-MAP", "PERI-APPEND", "ZONE-RE", "ZONE-MAP", "ZONE-APPEND",
)  # fmt: skip

#: Where straight walks through adjacent cells go on, and come back.
STRAIGHT = ("3.4.6.4", "3.6.3.6", "4.6.12", "4.8.8", "rhombille", "brick")


def test_every_tiling_has_a_word() -> None:
    named = {tiling_named(word.value).name: tiling_named(word.value) for word in TilingName}
    assert named == TILINGS


@pytest.mark.parametrize("game", ["Andantino", "Bravalath"])
def test_games_of_lines_run_on_all_tilings(game: str) -> None:
    for name in TILINGS:
        played = load(game, tiling=name, jit=False)
        assert played.tiling is TILINGS[name]
        assert run_playouts(played, playouts=1, seed=1).tally.playouts == 1


def test_plotto_runs_where_its_six_directions_are_the_same_everywhere() -> None:
    for name in TILINGS:
        if name in ("hexagonal", "triangular"):
            assert load("Plotto", tiling=name, jit=False).tiling is TILINGS[name]
        else:
            message = "no step leads NNE|steps N?N?E are not the same from all cells"
            with pytest.raises(InputError, match=message):
                load("Plotto", tiling=name, jit=False)


def test_a_tiling_is_an_option_that_comes_back() -> None:
    game = load("Bravalath", tiling="octagon-square", jit=False)
    assert game.description.options == ("Tiling/T488",)
    assert load("Bravalath", game.description.options, jit=False).source == game.source
    with pytest.raises(InputError, match="round"):
        load("Bravalath", tiling="round", jit=False)
    with pytest.raises(InputError, match="board is fixed"):
        load("Hex", tiling="4.8.8", jit=False)
    with pytest.raises(InputError, match="board is fixed"):
        load("Hex", ["Tiling/T488"], jit=False)


@pytest.mark.parametrize("name", STRAIGHT)
def test_every_technique_plays_the_same_games(name: str) -> None:
    game = load("Andantino", tiling=name, jit=False)
    tallies = [
        run_playouts(game, technique=technique, playouts=2, seed=5).tally for technique in WAYS
    ]
    assert len({(tally.wins, tally.moves) for tally in tallies}) == 1


def test_bricks_are_played_as_hexagons_are() -> None:
    """Their cells touch in the same way, in the same order clockwise from north."""
    games = [load("Andantino", tiling=name, jit=False) for name in ("brick", "hexagonal")]
    tallies = [run_playouts(game, playouts=10, seed=3).tally for game in games]
    assert tallies[0].wins == tallies[1].wins
    assert tallies[0].moves == tallies[1].moves


def longest_line(board: Board, held: dict[Key, int], last: Key) -> int:
    """Return the longest run of pieces like the last one, along the board's own walks."""
    slots, site = board.tiling.slots, board.site(last)
    best = 1
    for slot in np.flatnonzero(slots.relation[last[2]] & ADJACENT).tolist():
        _, _, other, back = slots.link[last[2], slot].tolist()
        run = 1
        for technique in (slot, int(slots.turn[other, back])):
            cells = map(board.key, board.walk(site, technique).tolist()[1:])
            run += sum(1 for _ in takewhile(lambda cell: held.get(cell) == held[last], cells))
        best = max(best, run)
    return best


@pytest.mark.parametrize("name", STRAIGHT)
def test_bravalath_ends_by_the_lines_of_the_board(name: str) -> None:
    game = load("Bravalath", tiling=name, jit=False)
    for seed in range(3):
        state, random = State(game), Random(seed)
        line = 0
        while line < 3:
            assert state.outcome() is None
            chosen = random.choice(list(state.legal_moves))
            state.push(chosen)
            line = longest_line(state.board, state.pieces, chosen.cell)
        outcome = state.outcome()
        assert outcome is not None
        assert (outcome.winner == state.mover) == (line == 3)


def test_neighbours_are_those_of_the_tiling() -> None:
    for name, tiling in TILINGS.items():
        geometry = Geometry.of(tiling, diagonal=False)
        assert geometry.plane().kinds == len(tiling.faces), name
        adjacent = tiling.slots.relation & ADJACENT > 0
        assert geometry.adjacent.sum() == adjacent.sum(), name


@pytest.mark.parametrize("name", TILINGS)
def test_a_contour_fits_into_the_room_that_games_make(name: str) -> None:
    board = Board(TILINGS[name], [(0, 0, len(TILINGS[name].faces) - 1)])
    for _ in range(8):
        before = len(board)
        assert len(board.grow_contour()) <= 2 * before + 32


SIDES = """(game "Sides" (players 2) (equipment {{({board}) (tile "T" Each)}})
    (rules (start (place "T1" (centrePoint)))
        (play (move Add (to {to} if:(= {sides} (sides of:{of})))))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("tiling", "sides", "of", "count"),
    [
        ("Square", 4, "(to)", 8), ("Square", 8, "(to)", 0), ("Hexagonal", 6, "(to)", 6),
        ("Triangular", 3, "(to)", 12), ("T488", 8, "(to)", 4), ("T488", 4, "(to)", 4),
        ("Square", -1, "(ahead (to) N)", 3),
    ],
)  # fmt: skip
def test_the_sides_of_a_cell(tiling: str, sides: int, of: str, count: int) -> None:
    """From the three cells at the top of the first board a step up leads to none."""
    text = SIDES.format(board=f"boardless {tiling}", to="(sites Playable)", sides=sides, of=of)
    moves = State(compile(text, jit=False)).legal_moves
    assert sum(bool(move.actions) for move in moves) == count


def test_sides_need_a_board_that_grows() -> None:
    text = SIDES.format(board="board (hex 3)", to="(sites Empty)", sides=6, of="(to)")
    with pytest.raises(LudemeError, match=r"\(sides \.\.\.\): needs a board that grows"):
        compile(text.replace("(move Add", '(move Add (piece "T" Mover state:1)'), jit=False)
