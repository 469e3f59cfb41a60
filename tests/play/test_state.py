import shlex
from functools import partial

import pytest

from boardless.games import compile, description_text, library, load, offered_options, read
from boardless.games.game_technique import NAMES
from boardless.games.ludemes.chance import has_chance
from boardless.play import State, record_playouts, run_playouts
from boardless.state import Move
from boardless.topo import InputError
from tests.conftest import GOLDENS, THOROUGH

LONG = """
(game "Long" (players 2)
    (equipment { (boardless Hexagonal) (tile "Hex" Each) })
    (rules
        (start { (place "Hex1" (centrePoint)) (place "Hex2" (ahead (centrePoint) E)) })
        (play (move Add (to (sites Playable)
            if:(>= (count Sites in:(sites Around (to) NotEmpty)) 2)
        )))
        (end (if (>= (count Moves) 600) (result Mover Draw)))
    )
)
"""


def perft_goldens() -> list[tuple[str, str, list[int]]]:
    lines = (GOLDENS / "perft.txt").read_text(encoding="utf-8").splitlines()
    rows = [shlex.split(line) for line in lines if line and not line.startswith("#")]
    return [(game, tiling, [int(count) for count in counts]) for game, tiling, *counts in rows]


def test_every_game_and_tiling_has_its_counts() -> None:
    offered = {
        (name, tiling)
        for name in library()
        for option in offered_options(description_text(name))
        if option.heading == "Tiling"
        for tiling in (item.label.casefold() for item in option.items)
    }
    known = {(game, tiling) for game, tiling, _ in perft_goldens()}
    assert offered <= known
    # Games that leave something to chance are not counted.
    counted = {name for name in library() if not has_chance(read(description_text(name)).tree)}
    assert {game for game, _ in known} == counted
    assert len(known) == len(perft_goldens())


#: Games of which so many moves are made to count them are counted uncompiled.
FEW = 2_500 if THOROUGH else 600
#: Games of which more are made are counted compiled.
MANY = 2_500
#: The others are compiled where all is tested thoroughly; a fixed board is in `test_state_levels`.
COMPILED = (("Andantino", "square"),)


def moves_made(counts: list[int]) -> int:
    """Return how many moves are made to count games: the last move of each is only listed."""
    return sum(counts[:-1])


@pytest.mark.parametrize(("game", "tiling", "counts"), perft_goldens())
def test_perft_uncompiled(game: str, tiling: str, counts: list[int]) -> None:
    tiled = None if tiling == "fixed" else tiling
    state = State(load(game, tiling=tiled, jit=False))
    assert state.perft(0) == 1
    for depth, count in enumerate(counts, 1):
        if moves_made(counts[:depth]) <= FEW:
            assert state.perft(depth) == count


DEEP = [
    pytest.param(*row, marks=() if row[:2] in COMPILED else pytest.mark.slow)
    for row in perft_goldens()
    if moves_made(row[2]) > MANY
]


@pytest.mark.parametrize(("game", "tiling", "counts"), DEEP)
def test_perft_compiled(game: str, tiling: str, counts: list[int]) -> None:
    state = State(load(game, tiling=None if tiling == "fixed" else tiling))
    assert [state.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("game", "tiling", "counts"), perft_goldens())
def test_perft_counts_what_pushing_counts(game: str, tiling: str, counts: list[int]) -> None:
    tiled = None if tiling == "fixed" else tiling
    for technique in (None,) if tiled is None else ("ZONE-MAP", "PERI-APPEND"):
        state = State(load(game, tiling=tiled, jit=False), technique)
        before = (list(state.legal_moves), state.pieces)
        assert sum(state.divide(2).values()) == counts[1]
        assert (list(state.legal_moves), state.pieces) == before


#: More first moves than arrays have room for, and fewer afterwards.
WIDE = """(game "Wide" (players 2)
    (equipment {(board (square 7)) %s})
    (rules
        (play (if (= 0 (count Moves)) (or {%s}) (move Add (to 0))))
        (end (if (= 3 (count Moves)) (result Mover Win)))))"""


def test_first_moves_that_there_is_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.play.game_arrays.FIRST_ROOM", 256)
    names = "ABCDEFGH"
    adds = [f'(move Add (piece "{name}1") (to (sites Empty)))' for name in names]
    pieces = "".join(f'(piece "{name}" Each)' for name in names)
    state = State(compile(WIDE % (pieces, " ".join(adds)), jit=False))
    assert [state.perft(depth) for depth in (1, 2)] == [8 * 49, 8 * 49]


def on(state: State, i: int, j: int) -> Move:
    """Return the legal move on a cell counted from the centre."""
    return next(move for move in state.legal_moves if move.cell == (i, j, 0))


ALIKE = """(game "Alike" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Empty)) (then (addScore Mover 1)))
                     (move Add (to (sites Empty)) (then (addScore Mover 2)))))
        (end (if (is Full) (byScore)))))"""


@pytest.mark.parametrize("text", [ALIKE, *map(description_text, ("Carcassonne", "Hive", "Hex"))])
def test_as_many_moves_are_counted_as_there_are(text: str) -> None:
    state = State(compile(text, jit=False))
    for _ in range(4):
        moves = dict.fromkeys(iter(state.legal_moves))
        assert len(moves) == len(state.legal_moves)
        assert all(move in state.legal_moves for move in (*moves,)[:3])
        state.push(list(moves)[-1])
    if text == ALIKE:
        assert [len(State(compile(text, jit=False)).legal_moves), len(state.legal_moves)] == [8, 0]


def test_push_and_pop() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    first = on(state, -1, -1)
    for cell in ((-1, -1), (0, 0), (0, -1), (0, 1)):
        state.push(on(state, *cell))
    assert (state.ply, state.mover, state.outcome()) == (4, 1, None)
    assert first not in state.legal_moves
    assert len(state.legal_moves) == state.legal_moves.count() == 5
    twin = state.copy()
    last, other = on(state, 1, -1), on(state, 1, 1)
    state.push(last)
    assert state.outcome().winner == 1
    assert list(state.legal_moves) == []
    assert state.perft(1) == 0
    assert repr(state) == "<State Tic-Tac-Toe, ply 5, player 1 has won>"
    with pytest.raises(InputError, match="the game is over"):
        state.push(other)
    assert state.peek() == state.pop() == last
    assert state.outcome() is None
    assert state.move_stack == twin.move_stack
    assert list(state.legal_moves) == list(twin.legal_moves)
    assert state.pieces == twin.pieces
    assert sorted(state.pieces.values()) == [1, 1, 2, 2]


def test_nothing_to_take_back() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    for use in (state.pop, state.peek):
        with pytest.raises(InputError, match="no move to take back"):
            use()


@pytest.mark.parametrize(
    "move",
    [
        *(
            None,
            0,
            "a1",
            (0, 0, 0),
            Move(1, ()),
            Move.add(2, 2, (0, 0, 0)),
            Move.add(1, 2, (0, 0, 0)),
        ),
        *(
            Move.add(1, 1, cell)
            for cell in ((9, 9, 0), [0, 0, 0], 4, (0, 0, 1), (0, 0, -1), (10**40, 0, 0))
        ),
    ],
)
def test_what_is_no_legal_move_is_refused(move: object) -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    assert move not in state.legal_moves
    with pytest.raises(InputError, match=r"^move .*: (give a Move|choose one of 9 others)"):
        state.push(move)
    assert (state.ply, state.mover, len(state.legal_moves)) == (0, 1, 9)


@pytest.mark.parametrize("depth", [-1, 2.0, "2", None, True, 10_001, 10**30])
def test_depths_that_are_no_depths_are_refused(depth: object) -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    for count in (state.perft, state.divide):
        with pytest.raises(
            InputError, match=r"^depth .*: choose a whole number from (0|1) to 10000"
        ):
            count(depth)
    with pytest.raises(InputError, match="depth 0: choose a whole number from 1"):
        state.divide(0)


def test_depths_beyond_the_end_count_nothing() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    for cell in ((-1, -1), (0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)):
        state.push(on(state, *cell))
    assert [state.perft(depth) for depth in (1, 2, 3, 4, 10_000)] == [3, 2, 2, 0, 0]


@pytest.mark.parametrize("game", [None, load])
def test_only_games_are_played(game: object) -> None:
    for ask in (
        State,
        partial(run_playouts, playouts=1),
        partial(record_playouts, first=0, last=1),
    ):
        with pytest.raises(InputError, match="give a Game"):
            ask(game)


def test_the_board_grows_with_the_game() -> None:
    state = State(load("Andantino", tiling="square", jit=False))
    before = len(state.board)
    while state.ply < 12:
        for move in state.legal_moves:
            state.push(move)
            if state.outcome() is None:
                break
            state.pop()
    assert len(state.board) > before
    assert len(state.pieces) == 14
    for _ in range(12):
        state.pop()
    assert len(state.board) == before == 16


def test_every_technique_plays_the_same_games() -> None:
    game = load("Andantino", tiling="triangular", jit=False)
    tallies = {name: run_playouts(game, technique=name, playouts=3, seed=5).tally for name in NAMES}
    assert len({(t.wins, t.moves, t.lengths) for t in tallies.values()}) == 1
    for growth in ("PERI", "ZONE"):
        same = {tallies[f"{growth}-{update}"] for update in ("RE", "MAP", "APPEND")}
        assert len(same) == 1


#: Zones and contours, numbering that stays and that changes; others compile for as long each.
PLAYED_COMPILED = ("PERI-MAP", "ZONE-APPEND")


@pytest.mark.parametrize(
    "technique",
    [
        pytest.param(name, marks=() if name in PLAYED_COMPILED else pytest.mark.slow)
        for name in NAMES
    ],
)
def test_compiled_and_plain_playouts_are_the_same(technique: str) -> None:
    plain = run_playouts(load("Andantino", jit=False), playouts=5, seed=9).tally
    compiled = run_playouts(load("Andantino"), technique=technique, playouts=5, seed=9).tally
    assert (compiled.wins, compiled.lengths) == (plain.wins, plain.lengths)


def test_arrays_grow_when_a_game_is_long() -> None:
    tally = run_playouts(compile(LONG, jit=False), playouts=1, seed=1).tally
    assert tally.lengths[-1] == tally.wins[0] == 1
    assert len(tally.lengths) == 601
    assert len(tally.cells) > 700
    state = State(compile(LONG, jit=False))
    for _ in range(270):
        state.push(next(iter(state.legal_moves)))
    assert len(state.pieces) == 272


@pytest.mark.parametrize(
    ("technique", "start", "message"),
    [
        (
            "ZONE",
            "5.4",
            "unknown technique 'ZONE': did you mean ZONE-RE\\? choose one of BASE, BASE-KEPT",
        ),
        ("ZONE-RE", "small", "start 'small': choose 5.4 or minimal"),
        ("", "5.4", "unknown technique ''"),
        (7, "5.4", "unknown technique 7"),
        (["ZONE-RE"], "5.4", "unknown technique"),
        ("ZONE-RE", None, "start None: choose"),
        (None, "small", "start 'small': choose"),
    ],
)
def test_unknown_techniques_are_refused(technique: str, start: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        State(load("Plotto", jit=False), technique, start)


def test_fixed_boards_do_not_grow() -> None:
    with pytest.raises(InputError, match=r"'ZONE-MAP': Hex has a fixed board, choose BASE"):
        State(load("Hex", jit=False), "ZONE-MAP")


def test_minimal_boards_give_the_same_games() -> None:
    game = load("Bravalath", tiling="square", jit=False)
    small, usual = (
        run_playouts(game, playouts=20, seed=2, start=start).tally for start in ("minimal", "5.4")
    )
    assert small.lengths == usual.lengths
