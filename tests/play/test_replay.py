"""Whatever can be played can be written, read back, stored, and replayed with and without rules."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boardless.games import Game, compile, description_text, load
from boardless.play import State, record_playouts, replayed
from boardless.state import SET_MOVER, AnyTechnique, GivenBoard, Trial
from boardless.state.batch import SWAP
from boardless.store import Store
from boardless.strategies import ZONE_APPEND
from boardless.topo import InputError
from tests.play.test_state_undo import THREE

SWAPPED = """(game "Swapped" (players 2)
    (equipment {(board (square 3)) (piece "A" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""

# Of the hands' tiles some moves put down a copy.
COPIED = (
    description_text("Plotto")
    .replace("(move\n", "(or (move\n")
    .replace(
        "copy:True // the supply never runs out\n            )",
        "copy:True) (move (from (sites Hand Mover)) (to (sites Playable))))",
    )
)

GAMES: dict[str, Callable[[], Game]] = {
    "Andantino": lambda: load("Andantino", tiling="triangular", jit=False),
    "Plotto": lambda: load("Plotto", jit=False),
    "Copied": lambda: compile(COPIED, jit=False),
    "Three": lambda: compile(THREE, jit=False),
    "Swapped": lambda: compile(SWAPPED, jit=False),
}


def stopped(game: Game, plies: int) -> State:
    """Return a game that goes on."""
    state, random = State(game), Random(3)
    while state.ply < plies:
        state.push(random.choice(list(state.legal_moves)))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same_written_stored_and_played_again(name: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    batch = record_playouts(game, 0, 4 if game.growing else 12, seed=5)
    state = stopped(game, 4)
    technique: AnyTechnique = ZONE_APPEND
    if not game.growing:
        technique = GivenBoard(tuple(map(state.board.key, state.board)), state.site((0, 0, 0)))
    with Store.open(tmp_path / "runs.lbug") as store:
        assert store.add([batch, state.trial()], technique=technique) == len(batch) + 1
        kept = list(store.trials())
        assert {store.board(len(batch)).key(site) for site in range(len(state.board))} == set(
            map(state.board.key, state.board)
        )
    assert kept == [*batch, state.trial()]
    for trial in kept:
        assert Trial.loads(trial.dumps()) == trial
        ruled, free = replayed(trial, game), trial.at(len(trial.moves))
        board = free.containers[0].what.nonzero().items()
        assert {free.cell(site): what for site, what in board} == ruled.pieces
        if trial.result is None:
            assert (free.key, free.mover) == (ruled.key, ruled.mover)
    assert (name in ("Three", "Swapped")) == (SET_MOVER in batch.actions[:, 0])
    assert (name == "Swapped") == (SWAP in batch.kinds)
    # Container 0 is the board, the others are hands.
    assert (name == "Copied") == batch.actions[:, 1].any()


def test_a_game_of_three_says_who_is_passed_over() -> None:
    game = GAMES["Three"]()
    state = State(game)
    x, y, _ = state.cell(0)
    for i, j in ((0, 0), (2, 0), (0, 2), (1, 0), (3, 1), (2, 2)):
        state.push(next(m for m in state.legal_moves if m.cell == (x + i, y + j, 0)))
    # Player 1 has won with move 4, so after player 3 comes player 2.
    assert state.mover == 2
    trial = state.trial()
    assert [move.mover for move in trial.moves] == [1, 2, 3, 1, 2, 3]
    assert [len(move.actions) for move in trial.moves] == [1, 1, 1, 1, 1, 2]
    assert trial.moves[-1].actions[-1].value == 2
    assert trial.at(6).key == state.key
    assert replayed(trial, game).move_stack == state.move_stack


def test_what_is_no_game_by_the_rules_is_refused() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    trial = record_playouts(game, 0, 1)[0]
    again = replace(trial, moves=(trial.moves[0], *trial.moves))
    for wrong, played, message in (
        (trial, load("Hex", jit=False), "trial of 'Tic-Tac-Toe': Hex has other equipment"),
        (replace(trial, moves=trial.moves[:-1]), game, "result 1: by the rules the game goes on"),
        (replace(trial, result=None), game, "result None: by the rules the game ends with 1"),
        (again, game, "ply 1: move .* is not legal"),
    ):
        with pytest.raises(InputError, match=f"^{message}"):
            replayed(wrong, played)
