"""A game in extensive form, written out in the language: chance, hidden places, payoffs."""

from fractions import Fraction

from boardless.games import compile
from boardless.play import State

#: What each player is to see, and who moves next; the second sees the same of places 1 and 2.
KNOWN = """(remove (sites Occupied by:P1)) (remove (sites Occupied by:P2))
    (add (piece 2) (to (sites "First {0}"))) (add (piece 3) (to (sites "Second")))
    (set Hidden (sites "Truth") to:All) (set Hidden (sites "Tree 1") to:(player 2))
    (set Hidden (sites "Tree 2") to:(player 1)) (set NextPlayer (player 2))"""


def chosen(origin: int, to: int, more: str = "") -> str:
    """Return a move along a branch, which looks like all others."""
    return f"""(move Select (from 0)
        (then (and {{ (fromTo (from {origin}) (to {to})) {more} }})))"""


def guess() -> State:
    """Return a game: chance takes a side that the first player sees, and the second guesses."""
    sides = " ".join(chosen(0, side, KNOWN.format(side)) for side in (1, 2))
    guesses = [f"(or {chosen(side, 2 * side + 1)} {chosen(side, 2 * side + 2)})" for side in (1, 2)]
    vertices = " ".join(f"{{{n % 7} {n // 7}}}" for n in range(21))
    game = compile(
        f"""(game "Guess" (players 2)
            (equipment {{
                (board (graph vertices:{{{vertices}}} edges:{{{{0 1}} {{0 2}}}}) use:Vertex)
                (piece "Marker" Neutral) (piece "Marker" Each)
                (regions "Truth" {{0..6}}) (regions "Tree 1" {{7..13}})
                (regions "Tree 2" {{14..20}})
                (regions "First 1" {{8}}) (regions "First 2" {{9}}) (regions "Second" {{15 16}})
            }})
            (rules
                (start {{(place "Marker0" 0) (place "Marker1" 7) (place "Marker2" 14)
                    (set Hidden (sites "Truth") to:All) (set Hidden (sites "Tree 1") to:P2)
                    (set Hidden (sites "Tree 2") to:P1)}})
                (play (if (= (where "Marker" Neutral) 0) (random {{0.1 0.9}} {{ {sides} }})
                    (if (= (where "Marker" Neutral) 1) {guesses[0]} {guesses[1]})))
                (end {{
                    (if (= (where "Marker" Neutral) 3) (payoffs {{(payoff P1 -1) (payoff P2 1)}}))
                    (if (= (where "Marker" Neutral) 4) (payoffs {{(payoff P1 0.5)}}))
                    (if (= (where "Marker" Neutral) 5) (payoffs {{(payoff P2 -0.1)}}))
                    (if (= (where "Marker" Neutral) 6) (payoffs {{(payoff P1 9) (payoff P2 99)}}))
                }})))""",
        jit=False,
    )
    return State(game)


def test_an_extensive_game_is_played_as_it_was_meant() -> None:
    state, seen, payoffs = guess(), [], []
    assert [odds for _, odds in state.chances()] == [Fraction(1, 10), Fraction(9, 10)]
    for side, _ in state.chances():
        state.push(side)
        (only,) = state.legal_moves
        state.push(only)
        assert state.seat == 2
        seen.append([state.observation(player) for player in (1, 2)])
        # Moves that differ in what follows from them alone are told apart by a number.
        assert [str(move) for move in state.legal_moves] == ["@0,0", "@0,0;*1"]
        for move in list(state.legal_moves):
            state.push(state.parse(str(move)))
            outcome = state.outcome()
            assert outcome is not None
            payoffs.append(outcome.payoffs)
            state.pop()
        state.pop()
        state.pop()
    (first_left, second_left), (first_right, second_right) = seen
    assert first_left != first_right
    assert second_left == second_right
    assert payoffs == [(-1, 1), (Fraction(1, 2), 0), (0, Fraction(-1, 10)), (9, 99)]
