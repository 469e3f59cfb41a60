"""Positions of games whose moves have effects, against states compared part by part and models."""

from collections.abc import Callable, Hashable

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.identity import (
    BY_LEGAL_MOVES,
    BY_MOVES,
    ONLY_PASSES,
    UNREAD,
    PositionIdentity,
    acting,
    counters_read,
)
from boardless.play import State
from boardless.store.positions import Positions, explored
from boardless.topo import InputError
from tests.store.positions.counted import hive, othello, trax
from tests.store.positions.test_positions_equality import reached

GAME = """(game "Test" (players 2)
    (equipment {{ {board} (piece "A" Each) (piece "B" Each) {more} }})
    (rules (start {{ {start} }}) (play {play}) (end {end})))"""
SQUARE, PLANE = "(board (square 3))", "(boardless Hexagonal)"
TWO = '(place "A1" (centrePoint)) (place "A2" (ahead (centrePoint) E))'
WINS = "(if (is Line 3) (result Mover Win))"
STEP = "(forEach Piece (move Step {} (to if:{})))"


def a_game(
    play: str, board: str = SQUARE, start: str = "", end: str = WINS, more: str = ""
) -> Game:
    # Where effects are not seen from the moves, the end makes it a game with effects.
    text = GAME.format(board=board, start=start, play=play, end=end, more=more)
    game = compile(text, jit=False)
    assert game.module.effects
    return game


def shift_of(state: State) -> tuple[int, int]:
    """Where cells are counted from: the least of all pieces on a board that grows."""
    cells = state.piles
    if not state.game.growing:
        return 0, 0
    return min(cell[0] for cell in cells), min(cell[1] for cell in cells)


def laid(state: State) -> Hashable:
    """The piles of a board, wherever it lies if it grows, who moves, and the end."""
    i, j = shift_of(state)
    there = ((x - i, y - j, k, pile) for (x, y, k), pile in state.piles.items())
    ended = state.outcome()
    return frozenset(there), state.mover, None if ended is None else ended.winner


def with_passes(state: State) -> Hashable:
    """Beside that, whether the last move was a pass: two end the game."""
    return laid(state), state.ply > 0 and not state.peek().actions


def with_moves(state: State) -> Hashable:
    """Beside that, the legal moves."""
    i, j = shift_of(state)
    moves = (
        tuple((x - i, y - j) for x, y, _ in (action.site for action in move.actions))
        for move in state.legal_moves
    )
    return laid(state), frozenset(moves)


def with_last(state: State) -> Hashable:
    """Beside that, the cell that was gone to last, which a variable has."""
    ended = state.outcome() is not None
    return laid(state), state.peek().cell if state.ply else None, ended


def with_past(state: State) -> Hashable:
    """Beside that, which positions there were before, and how often each."""
    if state.outcome() is not None:
        return laid(state)
    twin, past = state.copy(), []
    while twin.ply:
        twin.pop()
        past.append(str(laid(twin)))
    return laid(state), tuple(sorted(past))


def with_turn(state: State) -> Hashable:
    """Beside that, whether the turn has just come."""
    moves = state.move_stack
    return laid(state), len(moves) > 0 and moves[-1].mover == state.mover


DISCS = '(place "A1" 0) (place "A1" 1) (place "A2" 7) (place "A2" 8)'
EQUAL: dict[str, tuple[Game, int, Callable[[State], Hashable]]] = {
    "captures": (
        a_game(STEP.format("Orthogonal", "(not (is Friend (who at:(to)))) (apply (remove (to)))"),
               start=DISCS, end="(if (no Pieces Next) (result Mover Win))"), 3, laid,
    ),
    "stacks": (
        a_game("(or (move Add (to (sites Empty)) stack:True) (forEach Piece (move Step (to "
               "if:(is Occupied (to)))) top:True))", start='(place "A1" 4)'), 2, laid,
    ),
    "growing stacks": (
        a_game("(move (from (sites Occupied by:Mover) if:(not (is Cut (from)))) (to (sites "
               "Reachable (from) {Any})))", PLANE, TWO + ' (place "B1" (ahead (centrePoint) W))',
               "(if (= 5 (size Stack at:(last To))) (result Mover Win))"), 3, with_passes,
    ),
    "again": (
        a_game("(move Add (to (sites Empty)) (then (if (is In (last To) (sites {0 4})) "
               "(moveAgain))))"), 3, with_turn,
    ),
    "variables": (
        a_game('(move Add (to (sites Empty) if:(!= (- (to) 1) (var "x"))) (then (set Var "x" '
               "(last To))))"), 3, with_last,
    ),
    "repetition": (
        a_game(STEP.format("Orthogonal", "(is Empty (to))"), "(board (square 2))",
               '(place "A1" 0) (place "A2" 3)', "(if (is Repeated 3) (result Mover Draw))"),
        5, with_past,
    ),
    "last": (
        a_game("(move (from (sites Occupied by:Mover) if:(not (is Related Adjacent (from) "
               "(last To)))) (to (sites Reachable (from) {Ground})))", PLANE,
               TWO + ' (place "B1" (ahead (centrePoint) W)) (place "B2" (ahead (centrePoint) E '
               "steps:2))", "(if (all Passed) (result Mover Draw))"), 3, with_moves,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "depth", "what"), EQUAL.values(), ids=EQUAL)
def test_positions_are_one_where_all_that_is_read_is_equal(
    game: Game, depth: int, what: Callable[[State], Hashable]
) -> None:
    found = explored(game, depth=depth)
    assert np.bincount(found.plies).tolist() == [n for n in reached(game, depth, what) if n]


def test_othello_against_plain_python() -> None:
    found = explored(load("Othello", jit=False), depth=4)
    assert np.bincount(found.plies).tolist() == othello(4) == [1, 4, 12, 54, 236]
    assert found.moves_of(0).keys() == {f"+1@0,0,{site}" for site in (19, 26, 37, 44)}


@pytest.mark.parametrize(("extra", "depth", "symmetry"), [("MLP", 2, False), ("", 3, True)])
def test_hive_against_plain_python(extra: str, depth: int, symmetry: bool) -> None:
    game = load("Hive", [f"Pieces/Base+{extra}"] if extra else (), jit=False)
    found = explored(game, depth=depth, symmetry=symmetry)
    assert np.bincount(found.plies).tolist() == hive(extra, depth, symmetry)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "depth", "symmetry"), [("", 4, False), ("", 5, True), ("MLP", 4, True)]
)
def test_hive_deeper_against_plain_python(extra: str, depth: int, symmetry: bool) -> None:
    game = load("Hive", [f"Pieces/Base+{extra}"] if extra else ())
    found = explored(game, depth=depth, symmetry=symmetry)
    assert np.bincount(found.plies).tolist() == hive(extra, depth, symmetry)


def test_trax_against_plain_python() -> None:
    found = explored(load("Trax", jit=False), depth=3)
    assert np.bincount(found.plies).tolist() == trax(3)


def distinct_moves(positions: Positions) -> bool:
    """Whether moves of a position that lead elsewhere are named otherwise."""
    links = zip(positions.sources.tolist(), positions.column("moves").tolist(), strict=True)
    return len(set(links)) == positions.links


def test_moves_that_are_alike_and_lead_elsewhere_have_names_of_their_own() -> None:
    play = (
        "(or (move Add (to (sites {4}))) "
        '(move Add (to (sites {4})) (then (add (piece "A1") (to 0)))))'
    )
    found = explored(a_game(play), depth=1)
    assert found.moves_of(0) == {"+1@0,0,4": 1, "+1@0,0,4;*1": 2}
    assert distinct_moves(found)


def test_moves_of_stacks_say_on_which_level_they_begin_and_end() -> None:
    game = EQUAL["growing stacks"][0]
    found = explored(game, depth=2)
    assert found.moves_of(0).keys() == {"3@0,0>1,-1", "3@0,0>1,0^1", "3@0,0>0,1"}
    upon = found.moves_of(0)["3@0,0>1,0^1"]
    assert "2@1,0>0,0^2" in found.moves_of(upon)
    assert found.node(upon)["pieces"] == 3
    assert distinct_moves(found)


def test_what_rules_with_effects_read() -> None:
    othello, trax = load("Othello", jit=False), load("Trax", jit=False)
    assert PositionIdentity.of(othello) == PositionIdentity(0)
    assert PositionIdentity.of(trax) == PositionIdentity(ONLY_PASSES, shifted=True)
    hive = PositionIdentity.of(load("Hive", jit=False))
    # Moves are counted up to six, and the piece that has just moved is left alone.
    assert hive == PositionIdentity(7, BY_LEGAL_MOVES, UNREAD, shifted=True)
    repeated = PositionIdentity.of(load("Hive", ["Repetition/Draw"], jit=False))
    assert (repeated.past, repeated.shifted) == (True, False)
    assert PositionIdentity.of(load("Trax", ["Rules/Ludii"], jit=False)).last_to == BY_MOVES
    # Who may go on in his turn, after how many moves, and whose the turn was.
    counted = a_game("(if (< (count MovesThisTurn) 2) (move Add (to (sites Empty)) (then "
                     "(moveAgain))) (move Add (to (sites Empty))))")  # fmt: skip
    assert "AGAIN" in PositionIdentity.of(counted).counters
    assert not PositionIdentity.of(othello).counters


def test_counters_are_read_where_functions_reach() -> None:
    source = "def a(s):\n    return b(s)\ndef b(s):\n    s.n[X] = 1\n    return s.n[Y]\n"
    assert counters_read(source, ["a"]) == {"Y"}
    assert counters_read(source, ["c"]) == set()
    assert counters_read("def undo(s):\n    return s.n[Y]\n", ["undo"]) == set()
    assert acting("def act_1(s):\n    pass\n") == ["act_1"]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("(move Add (to (sites Random num:1)))", "chance decides"),
        ('(move Add (to (sites Empty)) (then (set Var "x" 1)))', "numbers of sites"),
        ("(move Add (to (sites {0 1 2})) (then (moveAgain)))", "numbers of sites"),
    ],
)
def test_what_cannot_be_told_apart_is_refused_in_a_line(game: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        explored(a_game(game, PLANE), depth=1)
    assert "\n" not in str(refused.value)


def test_games_that_end_by_cycles_are_refused() -> None:
    play = "(move Add (to (sites Empty)) (then (moveAgain)))"
    game = a_game(play, end="(if (is Cycle) (result Mover Draw))")
    with pytest.raises(InputError, match="again in cycles"):
        explored(game, depth=1)


def test_symmetries_are_refused_where_pieces_are_turned_or_the_past_is_read() -> None:
    with pytest.raises(InputError, match="it is unknown whether"):
        explored(load("Trax", jit=False), depth=1, symmetry=True)
    with pytest.raises(InputError, match="rules about earlier positions"):
        explored(load("Hive", ["Repetition/Draw"], jit=False), depth=1, symmetry=True)
