"""Games of chance on boards that grow: moves taken back, and keys while chance decides."""

from random import Random

import pytest

from boardless.games import Game, compile
from boardless.play import State
from tests.play.whole_positions import arrays_of

GAME = """(game "Strewn" (players 2)
    (equipment {{(boardless Square) (piece "A" Each)}})
    (rules (start (place "A1" (centrePoint)))
        (play (move Add (to (sites Playable)) (then {then})))
        (end (if (is Line 6) (result Mover Win)))))"""
GROWS_AGAIN = "(add (to (sites Random (sites Playable) num:1)))"
SCORES = "(addScore Mover (value Random (range 1 3)))"


def keys_of(game: Game, technique: str, seed: int) -> list[int]:
    """Return the keys of a game in which moves are made and taken back by chance."""
    state, random, keys = State(game, technique), Random(seed), []
    before: list[list[object]] = []
    for _ in range(40):
        if before and random.random() < 0.4:
            state.pop()
            assert arrays_of(state) == before.pop()
        elif state.outcome() is None:
            before.append(arrays_of(state))
            state.push(random.choice(list(state.legal_moves)))
        keys.append(state.key)
    return keys


@pytest.mark.parametrize("technique", ["ZONE-APPEND", "ZONE-MAP", "PERI-MAP"])
def test_a_board_that_grew_twice_in_a_move_is_taken_back(technique: str) -> None:
    game = compile(GAME.format(then=GROWS_AGAIN), jit=False)
    assert len(set(keys_of(game, technique, 1))) > 8


def test_outcomes_are_counted_alike_however_sites_are_numbered() -> None:
    game = compile(GAME.format(then=GROWS_AGAIN), jit=False)
    lines = {}
    for technique in (
        "BASE-KEPT", "PERI-APPEND", "PERI-MAP", "ZONE-APPEND", "ZONE-MAP",
        "ZONE-SHRINK",
    ):  # fmt: skip
        state, line = State(game, technique), []
        for choice in (0, 2, 1, 5, 3, 4, 2, 7):
            legal = list(state.legal_moves)
            state.push(legal[choice % len(legal)])
            line.append((state.key, sorted(state.pieces)))
        lines[technique] = line
    assert all(line == lines["ZONE-APPEND"] for line in lines.values())


def test_positions_that_wait_for_chance_have_keys_without_sites() -> None:
    game = compile(GAME.format(then=SCORES), jit=False)
    keys = keys_of(game, "ZONE-APPEND", 0)
    for technique in ("ZONE-MAP", "PERI-APPEND", "PERI-MAP"):
        assert keys_of(game, technique, 0) == keys
