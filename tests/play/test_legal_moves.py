"""Games counted by turns, with and without doubles."""

import pytest

from boardless.games import Game, compile, load
from boardless.play import State, move_lists
from boardless.play.legal_moves import _by_making_moves
from boardless.topo import InputError

#: A turn is two markers.
TWICE = """(game "Twice" (players 2) (equipment {(board (square 2)) (piece "Marker" Each)})
    (rules (play (move Add (to (sites Empty))
        (then (if (not (is Prev Mover)) (moveAgain)))
    )) (end (if (no Moves Next) (result Mover Draw))))
)"""


@pytest.fixture(scope="module")
def twice() -> Game:
    return compile(TWICE, jit=False)


def test_a_turn_lasts_until_the_mover_changes(twice: Game) -> None:
    state = State(twice)
    assert [state.perft(depth, "turns") for depth in range(4)] == [1, 4 * 3, 4 * 3 * 2, 0]
    assert [state.perft(depth) for depth in (1, 2, 3)] == [4, 12, 24]


def test_turns_that_lead_to_the_same_contents_are_doubles(twice: Game) -> None:
    state = State(twice)
    assert [state.perft(depth, "turns", doubles=False) for depth in (1, 2)] == [6, 6]
    # Single moves lead to different cells.
    assert state.perft(2, doubles=False) == state.perft(2)


def test_turns_are_counted_from_the_middle_of_one(twice: Game) -> None:
    state = State(twice)
    state.push(next(iter(state.legal_moves)))
    key = state.key
    assert state.perft(1, "turns") == 3
    assert (state.key, state.ply) == (key, 1)


@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize("name", ["twice", "Othello", "Andantino"])
def test_the_engine_counts_what_making_every_move_counts(
    name: str, doubles: bool, twice: Game
) -> None:
    state = State(twice if name == "twice" else load(name, jit=False))
    assert state.perft(3, "turns", doubles) == _by_making_moves(state.position, 3, True, doubles)


def test_a_technique_that_replays_counts_the_same() -> None:
    game = load("Andantino", jit=False)
    counts = [State(game, technique).perft(3, "turns") for technique in ("ZONE-APPEND", "ZONE-RE")]
    assert counts == [24, 24]


def test_who_takes_over_the_first_move_has_had_a_turn() -> None:
    state = State(load("Hex", ["Board Size/7x7", "Swap/On"], jit=False))
    # The first move, and its being taken over, then any of 48 cells.
    assert state.perft(2, "turns") == 49 * (48 + 1)
    assert _by_making_moves(state.position, 2, True, True) == 49 * (48 + 1)


def test_who_plays_alone_has_turns_of_one_move() -> None:
    text = """(game "Alone" (players 1) (equipment {(board (square 2)) (piece "Marker" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result P1 Win)))))"""
    assert State(compile(text, jit=False)).perft(3, "turns") == 24


def test_turns_are_counted_by_machine_code() -> None:
    assert State(load("Tic-Tac-Toe")).perft(3, "turns", doubles=False) == 504


def test_other_units_are_refused(twice: Game) -> None:
    with pytest.raises(InputError, match="choose moves or turns"):
        State(twice).perft(1, "games")


#: Two rules allow moves to the same cells.
ALIKE = """(game "Alike" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Corners))) (move Add (to (sites Empty)))))
    (end (if (is Line 3) (result Mover Win)))))"""


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the moves that have been built since the test began."""
    made: list[object] = []
    build = move_lists.move_of

    def move_of(*arguments: object) -> object:
        made.append(build(*arguments))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(move_lists, "move_of", move_of)
    return made


@pytest.mark.parametrize("name", ["Bravalath", "Hive", "Yinsh", "alike"])
def test_moves_are_built_when_they_are_asked_for(name: str, named: list[object]) -> None:
    state = State(compile(ALIKE, jit=False) if name == "alike" else load(name, jit=False))
    while state.ply < 6:
        state.push(state.legal_moves[0])
    named.clear()
    first = state.legal_moves[0]
    assert len(named) == 1
    count = len(state.legal_moves)
    twin = state.copy()
    place = -1 if name == "Bravalath" else 2
    third = state.legal_moves[place]
    assert len(named) == (2 if name == "Bravalath" else 3) < count
    moves = list(state.legal_moves)
    assert (moves[0], moves[place], len(moves)) == (first, third, count)
    assert moves == list(twin.legal_moves)
    assert [twin.legal_moves[n] for n in range(-count, count)] == moves + moves
    assert state.legal_moves[1:3] == moves[1:3]
    for beyond in (count, -count - 1):
        with pytest.raises(IndexError, match=f"there are {count} legal moves"):
            state.legal_moves[beyond]


def test_a_copy_goes_on_with_moves_of_its_own() -> None:
    state = State(load("Hive", jit=False))
    state.push(state.legal_moves[0])
    first = state.legal_moves[0]
    twin = state.copy()
    state.push(first)
    assert twin.legal_moves[0] == first
    assert list(twin.legal_moves) == list(State.of(twin.position.copy()).legal_moves)
