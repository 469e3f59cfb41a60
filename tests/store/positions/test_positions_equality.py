"""Equality of positions, against states whose parts are compared one by one."""

from collections.abc import Callable, Hashable
from itertools import pairwise

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.identity import PositionIdentity
from boardless.games.rule_symmetries import rule_symmetries_of
from boardless.play import State
from boardless.state.engine.arrays import Arrays
from boardless.store.positions import explored
from boardless.store.positions.expanding import Gathering
from boardless.store.positions.form import RowForm, Shapes
from boardless.topo import InputError

RULES = """(game "Test" (players {players}) (equipment {{{board} (piece "Disc" Each)}})
    (rules {meta} (play {play}) (end (if (is Line 3) (result Mover Win)))))"""


#: In place of rules about rules: a first piece in the centre.
START = '(start {(place "Disc1" (centrePoint))})'

#: Moves are kept while a piece comes to the top, and none while one comes elsewhere.
KEEPING = """(or
    (move Add (to (intersection (sites Empty) (sites Top)))
        (then (do (set Value at:0 0) next:(set Value at:1 0))))
    (move Add (to (difference (sites Empty) (sites Top))))
)"""


#: Nobody adds a piece next to where the last move hopped over another.
HOPPING = """(or
    (move Hop (from (sites Occupied by:Mover)) Orthogonal
        (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))
    (move Add (to (difference (sites Empty) (sites Around (last Between) Orthogonal))))
)"""


def a_game(
    play: str = "(move Add (to (sites Empty)))",
    board: str = "(board (square 3))",
    meta: str = "",
    players: int = 2,
) -> Game:
    return compile(RULES.format(players=players, board=board, play=play, meta=meta), jit=False)


def pieces(state: State) -> Hashable:
    return frozenset(state.pieces.items()), state.mover, state.outcome()


def moved_pieces(state: State) -> Hashable:
    """The pieces of a growing board, wherever it lies."""
    cells = list(state.pieces)
    i, j = (min(cell[n] for cell in cells) for n in (0, 1))
    there = ((a - i, b - j, k, what) for (a, b, k), what in state.pieces.items())
    return frozenset(there), state.mover, state.outcome()


def last(state: State) -> Hashable:
    return pieces(state), state.peek().cell if state.ply else None


def moved_last(state: State) -> Hashable:
    least = [min(cell[n] for cell in state.pieces) for n in (0, 1)]
    to = state.peek().cell if state.ply else (0, 0, 0)
    return moved_pieces(state), (to[0] - least[0], to[1] - least[1])


def seats(state: State) -> Hashable:
    """Pieces, whether seats were exchanged, and whether they may be."""
    swapped = any(str(move) == "=2" for move in state.move_stack)
    return pieces(state), swapped, state.ply == 1


def dated(state: State) -> Hashable:
    return last(state), state.ply


def hopped(state: State) -> Hashable:
    """Pieces, the number of moves, and the last hop with its number: over which square it went."""
    moves = [(n, str(move)) for n, move in enumerate(state.move_stack) if ">" in str(move)]
    over = [(n, sum(int(place[-1]) for place in text.split(">"))) for n, text in moves]
    return pieces(state), state.ply, tuple(over[-1:])


def reached(game: Game, depth: int, what: Callable[[State], Hashable]) -> list[int]:
    """How many different states are new after each number of moves."""
    front = [State(game)]
    seen = {what(front[0])}
    counts = [1]
    for _ in range(depth):
        found = {}
        for state in front:
            for move in list(state.legal_moves):
                after = state.copy()
                after.push(move)
                found.setdefault(what(after), after)
        front = [state for key, state in found.items() if key not in seen]
        seen |= found.keys()
        counts.append(len(front))
    return counts


@pytest.mark.parametrize(
    ("game", "depth", "what"),
    [
        (a_game(), 3, pieces),
        (a_game("(move Add (to (difference (sites Empty) (sites Around (last To)))))"), 2, last),
        (
            a_game("(move Add (to (sites Around (last To) Empty)))", "(boardless Square)", START),
            2,
            moved_last,
        ),
        (a_game("(move Add (to (sites Empty)))", "(boardless Square)"), 1, pieces),
        (a_game(meta="(meta (swap))"), 3, seats),
        (a_game(players=3), 3, pieces),
        (a_game(KEEPING), 3, pieces),
        (a_game("(or (move Add (to (sites LastTo))) (move Add (to (sites Empty))))"), 3, dated),
        (a_game(HOPPING), 4, hopped),
        (load("Plotto", jit=False), 2, moved_pieces),
        (load("Bravalath", tiling="square", jit=False), 2, moved_pieces),
        (load("Andantino", tiling="triangular", jit=False), 3, moved_pieces),
    ],
    ids=[
        "plain",
        "last",
        "growing",
        "empty",
        "swap",
        "three",
        "kept",
        "sites",
        "hops",
        "hands",
        "beside",
        "two",
    ],
)
def test_positions_are_one_where_all_that_is_read_is_equal(
    game: Game, depth: int, what: Callable[[State], Hashable]
) -> None:
    found = explored(game, depth=depth)
    assert np.bincount(found.plies).tolist() == [n for n in reached(game, depth, what) if n]


def test_who_came_first_of_three_players_is_not_forgotten() -> None:
    text = RULES.replace("is Line 3", "is In (last To) (sites {{0 3}})")
    board, play = "(board (rectangle 1 4))", "(move Add (to (sites Empty)))"
    game = compile(text.format(players=3, board=board, play=play, meta=""), jit=False)
    front, won = [State(game)], dict[Hashable, int]()
    while front:
        state = front.pop()
        for move in list(state.legal_moves):
            front.append(state.copy())
            front[-1].push(move)
            if (outcome := front[-1].outcome()) is not None:
                won[pieces(front.pop())] = outcome.winner
    winners = explored(game).winners
    assert sorted(winners[winners >= 0].tolist()) == sorted(won.values())


def test_what_rules_read() -> None:
    assert PositionIdentity.of(load("Tic-Tac-Toe", jit=False)) == PositionIdentity(0)
    assert PositionIdentity.of(load("Andantino", jit=False)).plies == 49
    assert PositionIdentity.of(load("Plotto", jit=False)) == PositionIdentity(0, shifted=True)
    assert PositionIdentity.of(a_game(meta="(meta (swap))")).plies == 2
    assert PositionIdentity.of(a_game("(move Add (to (sites LastTo)))")).last_to
    growing = a_game("(move Add (to (sites Empty)))", "(boardless Square)")
    assert PositionIdentity.of(growing).empty
    numbered = a_game("(move Add (to (sites {0 1 2})))", "(boardless Square)")
    with pytest.raises(InputError, match="numbers of sites"):
        explored(numbered, depth=1)


@pytest.mark.parametrize(
    ("name", "tiling", "count"),
    [
        ("Tic-Tac-Toe", None, 8),
        ("Yavalath", None, 12),
        ("Hex", None, 2),
        ("Plotto", None, 12),
        ("Andantino", "square", 8),
        ("Bravalath", "triangular", 12),
    ],
)
def test_symmetries_that_a_game_allows(name: str, tiling: str | None, count: int) -> None:
    turns = rule_symmetries_of(load(name, tiling=tiling, jit=False))
    assert len(turns) == count
    assert turns[0, :6].tolist() == [1, 0, 0, 1, 0, 0]


def test_directions_turn_with_the_board() -> None:
    up = a_game("(move Add (to (sites Empty) if:(is Empty (ahead (to) N))))")
    assert len(rule_symmetries_of(up)) == 2
    across = "(or (is Empty (ahead (to) N)) (is Empty (ahead (to) S)))"
    assert len(rule_symmetries_of(a_game(f"(move Add (to (sites Empty) if:{across}))"))) == 4
    with pytest.raises(InputError, match="names sites by numbers"):
        rule_symmetries_of(a_game("(move Add (to (sites {0 1 2})))"))
    side = a_game("(move Add (to (intersection (sites Side S) (sites Empty))))")
    assert len(rule_symmetries_of(side)) == 2


def test_whoever_adds_to_the_arrays_decides_whether_positions_have_it() -> None:
    # What is not in a row does not tell positions apart; see `state.engine.packing`. What chance
    # has drawn does, and what is joined follows from it, but they are of games that are not
    # explored. Bitboards and union-find follow from the pieces, lists of moves are for one move.
    assert " ".join(Arrays._fields) == (
        "plane kit sites kept rules tracks tiles segments large cards "
        "n key origin table code spot kind step what who fields under joined "
        "bitboards sets neighbours legal where size seen stack scratch rank begun history found "
        "merged numbers queue tried log chance outcomes odds stream notes marks met"
    )


def test_shapes_of_boards() -> None:
    game = load("Andantino", jit=False)
    gathering = Gathering(game, False, "all")
    form = gathering.form
    assert isinstance(form, RowForm)
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    boards = {
        (0, 1): [(0, 0), (1, 0)],
        (1, 3): ring,
        (0, 2): [*ring, (0, 0)],
        (0, 5): ring[:1] + [(n, 0) for n in range(2, 7)],
        (0, -1): [(0, 0), (5, 5)],
        (2, 8): [*ring, *((i + 4, j) for i, j in ring), (2, 0)],
    }
    begins, _ = form.cells(np.zeros(99, np.int32), np.array([0, 99]))
    first = int(begins[0])
    rows, starts = [], [0]
    for cells in boards.values():
        least = [min(cell[n] for cell in cells) for n in (0, 1)]
        where = sorted((i - least[0]) << 16 | (j - least[1]) for i, j in cells)
        rows += [0] * first + [number for place in where for number in (place, 1)]
        starts.append(len(rows))
    holes, diameters = Shapes.of(form)(np.array(rows, np.int32), np.array(starts))
    assert list(zip(holes.tolist(), diameters.tolist(), strict=True)) == list(boards)
    assert all(a < b for a, b in pairwise(starts))
