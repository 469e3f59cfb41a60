"""Block dominoes: recorded games, techniques, what is hidden, moves taken back, and bad input."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import load
from boardless.games.game_start import ChanceStart
from boardless.play import State
from boardless.topo import InputError
from tests.play.whole_positions import arrays_of
from tools.models.block import Choice, choices, dealt, dealt_to, domino, row

GAME = load("Block", jit=False)
LUDII = load("Block", ["Rules/Ludii"], jit=False)

#: Hands, dominoes with the end at which they are laid, and what the first player gets, of two games
#: that another program has recorded. Who can lay nothing passes.
RECORDED: list[tuple[list[list[tuple[int, int]]], list[Choice], int]] = [
    (
        [
            [(6, 6), (0, 2), (4, 4), (3, 3), (2, 2), (1, 1), (0, 0)],
            [(5, 6), (4, 5), (3, 4), (2, 3), (1, 2), (0, 1), (4, 6)],
        ],
        [
            ((6, 6), 0), ((5, 6), 1), ((4, 5), 1), ((4, 4), 1), ((3, 4), 1), ((3, 3), 1),
            ((2, 3), 1), ((2, 2), 1), ((1, 2), 1), ((1, 1), 1), ((0, 1), 1), ((0, 0), 1),
            ((4, 6), -1),
        ],
        -2,
    ),
    (
        [
            [(6, 6), (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)],
            [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4), (0, 3), (1, 3)],
        ],
        [((6, 6), 0)],
        -45,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "laid", "gets"), RECORDED)
def test_recorded_games(hands: list[list[tuple[int, int]]], laid: list[Choice], gets: int) -> None:
    state = dealt_to(GAME, hands)
    for choice in laid:
        legal = choices(state)
        if None in legal:
            state.push(legal[None])
            legal = choices(state)
        state.push(legal[choice])
    while state.outcome() is None:
        assert list(choices(state)) == [None]
        state.push(choices(state)[None])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.payoffs == (gets, -gets)


def test_the_first_domino_may_be_any_and_later_ones_match() -> None:
    state = dealt_to(GAME, RECORDED[0][0])
    assert {end for _, end in filter(None, choices(state))} == {0}
    assert len(choices(state)) == 7
    state.push(choices(state)[(6, 6), 0])
    assert set(choices(state)) == {(d, end) for d in ((5, 6), (4, 6)) for end in (-1, 1)}
    state.push(choices(state)[(5, 6), 1])
    assert row(state) == [6, 6, 6, 5]


def test_hands_are_hidden_from_the_other_player() -> None:
    state = dealt_to(GAME, RECORDED[0][0])
    state.push(choices(state)[(6, 6), 0])
    cells = len(state.board)
    for player in (1, 2):
        seen = state.observation(player).what[cells:]
        own, other, boneyard = seen[:7], seen[7:14], seen[14:]
        if player == 2:
            own, other = other, own
        assert -1 not in own
        assert set(other) <= {-1}
        assert set(boneyard) == {-1}
        assert -1 not in state.observation(player).what[:cells]
    assert {domino(state, what) for what in state.observation(2).what[cells + 7 : cells + 14]} == {
        *RECORDED[0][0][1]
    }


@pytest.mark.parametrize("technique", ["BASE-KEPT"])
def test_techniques_play_the_same_games(technique: str) -> None:
    assert _played(technique) == _played("ZONE-APPEND")


def _played(technique: str) -> tuple[list[str], int]:
    random = Random(5)
    state = dealt(GAME, random.choice, technique)
    while state.outcome() is None:
        state.push(random.choice(list(state.legal_moves)))
    return [str(move) for move in state.move_stack], state.key


@pytest.mark.parametrize("technique", ["ZONE-MAP", "PERI-APPEND", "ZONE-RE"])
def test_techniques_that_cannot(technique: str) -> None:
    with pytest.raises(InputError, match="cover several cells") as error:
        State(GAME, technique)
    assert "\n" not in str(error.value)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 1000), st.lists(st.integers(0, 1000), min_size=1, max_size=8), st.data())
def test_moves_are_taken_back_exactly(seed: int, chosen: list[int], data: st.DataObject) -> None:
    state, seen = dealt(GAME, Random(seed).choice), []
    for number in chosen:
        if state.outcome() is not None:
            break
        seen.append(arrays_of(state))
        legal = list(state.legal_moves)
        state.push(legal[number % len(legal)])
    for before in reversed(seen[data.draw(st.integers(0, len(seen))) :]):
        state.pop()
        assert arrays_of(state) == before


def dealt_as_in_ludii(*hands: list[int]) -> State:
    """Return a game with Ludii's rules in which the players have these components."""
    state = State(LUDII)
    rows = [
        (what, 1 + 21 * n + m, 1) for n, hand in enumerate(hands) for m, what in enumerate(hand)
    ]
    state.position.restart_with(ChanceStart(None, np.array(rows, np.int32)))
    return state


def test_ludii_draws_where_nothing_can_be_laid() -> None:
    # 6-6 is laid beside nothing of 0-0 and 2-2.
    state = dealt_as_in_ludii([28, 8], [1, 14])
    state.push(state.parse("28@h1.0>0,0"))
    (pass_,) = state.legal_moves
    state.push(pass_)
    assert len(state.legal_moves) == 28 - 4
    state.push(list(state.legal_moves)[-1])
    # The last one that is left is 5-6.
    assert state.mover == 2
    assert [what for what in state.containers[2].what if what] == [1, 14, 27]
    assert {move.actions[0].value for move in state.legal_moves} == {27}


def test_ludii_s_game_is_won_with_an_empty_hand() -> None:
    state = dealt_as_in_ludii([28], [1])
    state.push(state.parse("28@h1.0>0,0"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_ludii_s_dominoes_lead_on_at_both_ends_to_where_its_board_ends() -> None:
    state = dealt_as_in_ludii([28, 7], [1])
    # 6-6 is laid in four ways that look alike two by two; 0-6 goes straight on from both ends and
    # both sides, and around the corner to both sides of each end.
    assert len(state.legal_moves) == 8
    state.push(state.parse("28@h1.0>0,0"))
    assert {key[:2] for key in state.pieces} == {(x, y) for x in range(4) for y in range(2)}
    reached = {key[0] for key in state.board.keys.tolist()}
    assert (min(reached), max(reached)) == (-4, 7)


@pytest.mark.parametrize("technique", ["ZONE-SHRINK", "BASE-KEPT"])
def test_ludii_s_rules_give_the_same_games(technique: str) -> None:
    games = []
    for each in ("ZONE-APPEND", technique):
        random, state = Random(3), State(LUDII, each)
        for _ in range(5):
            state.push(random.choice(list(state.legal_moves)))
        games.append((state.move_stack, state.key))
    assert games[0] == games[1]
