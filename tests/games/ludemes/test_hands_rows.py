"""Rows of cards: gaps are closed and places freed, and who sees a card goes with it."""

import pytest

from boardless.games import compile
from boardless.play import State

#: Three cards in a row, of which the first player sees the middle one.
ROW = """
(game "Row" (players 2)
    (equipment {
        (board (rectangle 1 2))
        (deck "Deck" { (card "A") (card "B") (card "C") })
        (hand Shared size:4 seen:Nobody)
        (pile "Out")
    })
    (rules
        (play (if (= 0 (count Moves))
            (move Pass (then (seq {
                (fromTo (from (pileSite "Deck" (id "A"))) (to (handSite Shared 0)))
                (fromTo (from (pileSite "Deck" (id "B"))) (to (handSite Shared 1)))
                (fromTo (from (pileSite "Deck" (id "C"))) (to (handSite Shared 2)))
                (set Hidden What at:(handSite Shared 1) False to:P1)
                (set State at:(handSite Shared 1) 5)
            })))
            (move Select (from 0) (then DONE))
        ))
        (end (if (= 2 (count Moves)) (result P1 Win)))
    )
)
"""
ROOM = "(makeRoom (sites Hand Shared) at:(handSite Shared 1))"
GAP = """(seq {
    (fromTo (from (handSite Shared 0)) (to (pileSite "Out" (id "A"))))
    (closeUp (sites Hand Shared))
})"""
FULL = f"(seq {{ {ROOM} {ROOM.replace('1', '2')} {ROOM} (set State at:(handSite Shared 0) 7) }})"


@pytest.mark.parametrize(
    ("done", "row", "seen", "states", "jit"),
    [
        (ROOM, "A BC", 2, [0, 0, 5, 0], True),
        (GAP, "BC", 0, [5, 0, 0, 0], False),
        (FULL, "A BC", 2, [7, 0, 5, 0], False),
    ],
)
def test_cards_keep_their_numbers_and_who_sees_them(
    done: str, row: str, seen: int, states: list[int], jit: bool
) -> None:
    state = State(compile(ROW.replace("DONE", done), jit=jit))
    before = state.key
    for _ in range(2):
        state.push(next(iter(state.legal_moves)))
    hand = state.containers[2]
    names = [" ", *(component.name for component in state.components)]
    assert "".join(names[hand.what[n]] for n in range(4)).rstrip() == row
    assert [hand.state[n] for n in range(4)] == states
    shown = [n for n, (a, b) in enumerate(_known(state)) if a and not b]
    assert shown == [seen]
    state.pop()
    state.pop()
    assert state.key == before


def _known(state: State) -> list[tuple[bool, bool]]:
    """Return of each place of the row whether the players see a card there."""
    views = [state.observation(player).what[-7:-3] for player in (1, 2)]
    return [(a > 0, b > 0) for a, b in zip(*views, strict=True)]
