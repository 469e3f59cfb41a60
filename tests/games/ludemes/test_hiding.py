"""Hidden information."""

import pytest

from boardless.games import compile
from boardless.play import State
from boardless.topo import InputError


def played(rules: str, start: str = "", moves: int = 0) -> State:
    """Return a game on four points in a row after its first moves."""
    game = compile(
        f"""(game "Hiding" (players 2)
            (equipment {{
                (board (graph vertices:{{{{0 0}} {{1 0}} {{2 0}} {{3 0}}}}
                    edges:{{{{0 1}} {{1 2}} {{2 3}}}}) use:Vertex)
                (piece "Disc" Each) (regions "Home" {{0 1}})
            }})
            (rules (start {{(place "Disc1" 0) (place "Disc2" 3) {start}}})
                (play {rules}) (end (if (= 9 (count Moves)) (result Mover Win)))))""",
        jit=False,
    )
    state = State(game)
    for _ in range(moves):
        state.push(next(iter(state.legal_moves)))
    return state


STEPS = "(forEach Piece (move Step (to if:(is Empty (to)))))"


def test_a_player_sees_what_is_not_hidden() -> None:
    state = played(STEPS, '(set Hidden (sites "Home") to:P2) (set Hidden What at:3 to:(player 1))')
    first, second = state.observation(1), state.observation(2)
    assert (first.what, first.who) == ((1, 0, 0, -1), (1, 0, 0, 2))
    assert (second.what, second.count) == ((-1, -1, 0, 2), (-1, -1, 0, 1))
    assert (first.hidden, second.hidden) == ((3,), (0, 1))


def test_what_is_hidden_goes_with_the_piece_and_comes_back_with_the_move() -> None:
    state = played(STEPS, "(set Hidden at:0 to:P2)")
    before, key = state.observation(2), state.key
    state.push(next(iter(state.legal_moves)))
    assert state.observation(2).what == (0, -1, 0, 2)
    state.pop()
    assert (state.observation(2), state.key) == (before, key)


def test_what_is_hidden_of_a_place_stays_when_its_piece_is_removed() -> None:
    state = played("(move Remove (sites Occupied by:Mover))", "(set Hidden at:0 to:P2)", moves=1)
    assert state.observation(1).what[0] == 0
    assert state.observation(2).what[0] == -1


def test_places_that_are_hidden_make_another_key() -> None:
    assert played(STEPS).key != played(STEPS, "(set Hidden at:1 to:P1)").key
    once, twice = "(set Hidden Who at:1 to:P1)", "(set Hidden What at:1 to:P1)"
    assert played(STEPS, once).key != played(STEPS, twice).key


@pytest.mark.parametrize(
    ("effect", "hidden"),
    [
        ('(set Hidden (sites "Home") to:Next)', (0, 1)),
        ("(set Hidden (sites Occupied by:Mover) to:Next)", (1,)),
        ("(set Hidden {What Count} at:(last To) to:All)", (1,)),
        ("(set Hidden (sites Board) (is Mover P2) to:P2)", ()),
        ("(and (set Hidden (sites Board) to:P2) (set Hidden at:2 False to:(player 2)))", (0, 1, 3)),
    ],
)
def test_moves_hide(effect: str, hidden: tuple[int, ...]) -> None:
    step = f"(forEach Piece (move Step (to if:(is Empty (to))) (then {effect})))"
    assert played(step, moves=1).observation(2).hidden == hidden


@pytest.mark.parametrize(
    ("region", "count"),
    [
        ("(sites Hidden to:Mover)", 2),
        ("(sites Hidden What to:Mover)", 1),
        ("(sites Hidden to:P2)", 0),
        ("(sites Hidden to:All)", 2),
        ("(difference (sites Board) (sites Hidden to:Mover))", 2),
    ],
)
def test_regions_of_hidden_sites(region: str, count: int) -> None:
    hides = '(set Hidden (sites "Home") to:P1) (set Hidden What at:2 to:P1)'
    state = played(f"(move Select (from {region}))", hides)
    assert sum(bool(move.actions) for move in state.legal_moves) == count


@pytest.mark.parametrize(
    ("asked", "moves"),
    [("at:(from) to:Mover", 2), ("What at:(from) to:Mover", 1), ("at:(from) to:(player 2)", 0)],
)
def test_whether_sites_are_hidden(asked: str, moves: int) -> None:
    hides = '(set Hidden (sites "Home") to:P1) (set Hidden What at:2 to:P1)'
    rule = f"(move Select (from (sites Board) if:(is Hidden {asked})))"
    legal = played(rule, hides).legal_moves
    assert sum(bool(move.actions) for move in legal) == moves


def test_nothing_is_hidden_on_sites_of_other_types() -> None:
    for rule in ("(sites Hidden Cell to:Mover)", "(sites Board) if:(is Hidden Cell at:0 to:P1)"):
        assert str(*played(f"(move Select (from {rule}))").legal_moves) == "pass"


def test_there_are_so_many_players() -> None:
    with pytest.raises(InputError, match="player 3"):
        played(STEPS).observation(3)
