"""Block dominoes: recorded games, techniques, what is hidden, moves taken back, and bad input."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from tests.games.models.block import Choice
from tests.games.models.compare_block import choices, dealt, dealt_to, domino, row
from tests.play.whole_positions import arrays_of

GAME = load("Block", jit=False)

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


def test_ludii_draws_where_nothing_can_be_laid() -> None:
    random = Random(2)
    state, drawn = dealt(load("Block", ["Rules/Ludii"], jit=False), random.choice), 0
    while state.outcome() is None:
        mover = state.mover
        if state.chances():
            drawn += 1
            state.push(random.choice(list(state.legal_moves)))
            (draw,) = state.legal_moves
            assert draw.actions[0].container == 3
            state.push(draw)
            assert state.mover == mover
        else:
            state.push(random.choice(list(state.legal_moves)))
            assert state.outcome() or state.mover == 3 - mover
    assert drawn
    outcome = state.outcome()
    assert outcome is not None
    what = [state.containers[player].what for player in (1, 2)]
    empty = [player for player in (1, 2) if not any(what[player - 1])]
    assert outcome.winner == (empty[0] if empty else 0)
