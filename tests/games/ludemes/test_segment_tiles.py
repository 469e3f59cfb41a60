"""Tiles with segments: drawing and laying them, and what the segments make together."""

from fractions import Fraction

import pytest

from boardless.games import LudemeError
from boardless.games import compile as compile_text
from boardless.play import State
from boardless.state import ADD, BOARD, SET_ROTATION, SET_STATE, Move

TILES = """
    (tile "Straight" {(segment "Road" {0 2} marks:1)
        (segment "Field" halves:{0 5 6 7}) (segment "Field" halves:{1 2 3 4})})
    (tile "End" {(segment "Road" {0}) (segment "Field" halves:{0 1 2 3 4 5 6 7} beside:{0})})
    (tile "Green" {(segment "Field" halves:{0 1 2 3 4 5 6 7}) (segment "House")})
    (tile "Water" {(segment "Water" {0 1 2 3})})
"""
GAME = """(game "Drawn" (players 2)
    (equipment {{(boardless Square) {tiles} (piece "Man" Each) (hand Shared size:4) (hand Each)}})
    (rules
        (start {{ {bag} (place "Man1" (handSite P1) count:2) (place "Man2" (handSite P2) count:2)
            (place "{first}" (centrePoint)) }})
        (play (move LayDrawn (from (sites Hand Shared)) (to {where}) {settle} {then}))
        (end (if {end} (byScore)))))"""
PLAYABLE = "(sites Playable Orthogonal)"
SETTLE = '(settle "Man" {"Road" "Field" "House"})'
END = f"(not (can LayDrawn (from (sites Hand Shared)) (to {PLAYABLE})))"


def game(bag: str, **more: str) -> State:
    """Return a game whose bag has tiles, a letter each, at its start."""
    names = {"S": "Straight", "E": "End", "G": "Green", "W": "Water"}
    places = (
        f'(place "{name}" (handSite Shared {n}) count:{bag.count(letter)})'
        for n, (letter, name) in enumerate(names.items())
        if letter in bag
    )
    parts = {
        "tiles": TILES, "first": "Straight", "where": PLAYABLE, "settle": "", "end": END,
        "then": "", "bag": " ".join(places), **more,
    }  # fmt: skip
    text = parts.pop("text", GAME)
    return State(compile_text(text.format(**parts), jit=False))


def draw(state: State, letter: str) -> State:
    """Let chance draw a tile of the bag."""
    (move,) = (m for m, _ in state.chances() if m.actions[0].value == "SEGW".index(letter))
    state.push(move)
    return state


def play(state: State, letter: str, cell: tuple[int, int], turns: int, segment: int = 0) -> State:
    """Draw a tile and lay it, turned by so many sides, with a man on a segment from 1 on."""
    wanted = ((*cell, 0), turns, segment)
    (move,) = (move for move in draw(state, letter).legal_moves if laid(move) == wanted)
    state.push(move)
    return state


def laid(move: Move) -> tuple[object, int, int]:
    """Return cell, turns and segment of a move that lays a tile."""
    told = {action.kind: action for action in move.actions if action.container == BOARD}
    segment = told[SET_STATE].value if SET_STATE in told else 0
    return told[ADD].site, told[SET_ROTATION].value // 2, segment


def at(state: State, cell: tuple[int, int]) -> set[tuple[int, int]]:
    """Return turns and segment of the moves that lay a tile on a cell."""
    return {laid(move)[1:] for move in state.legal_moves if laid(move)[0] == (*cell, 0)}


def held(state: State, hand: int) -> dict[int, int]:
    """Return how much lies on the sites of a hand, 0 for the bag."""
    return dict(state.containers[1 + hand].chunk("count").nonzero())


def test_a_tile_is_drawn_by_its_share() -> None:
    state = game("SSE")
    shares = {move.actions[0].value: share for move, share in state.chances()}
    assert shares == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert state.seat == 0
    assert draw(state, "E").seat == 1


def test_it_is_laid_where_sides_match() -> None:
    """All turns of a tile that looks the same count; a road goes on, and so does a field."""
    green = draw(game("G"), "G")
    assert at(green, (1, 0)) == {(turns, 0) for turns in range(4)}
    assert at(green, (0, 1)) == set()
    end = draw(game("E"), "E")
    assert at(end, (0, 1)) == {(2, 0)}
    assert at(end, (1, 0)) == {(0, 0), (1, 0), (2, 0)}
    assert at(end, (2, 0)) == set()


def test_a_condition_on_where() -> None:
    state = draw(game("G", where=f"{PLAYABLE} if:(is In (to) (sites Around (centrePoint) E))"), "G")
    assert {laid(move)[0] for move in state.legal_moves} == {(1, 0, 0)}


def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    state = draw(game("WG"), "W")
    assert [share for _, share in state.chances()] == [1]
    play(state, "G", (1, 0), 0)
    assert held(state, 0) == {}
    assert state.outcome() is not None
    state.pop()
    assert held(state, 0) == {2: 1, 3: 1}


def test_a_game_ends_when_no_tile_fits() -> None:
    state = play(game("WWG"), "G", (1, 0), 0)
    assert held(state, 0) == {3: 2}
    assert state.outcome() is not None


def test_a_man_comes_on_what_holds_none() -> None:
    state = play(game("SSS", settle=SETTLE), "S", (0, 1), 0, 1)
    assert held(state, 1) == {0: 1}
    # The road is held now, and nobody stands on the fields.
    draw(state, "S")
    assert at(state, (0, 2)) == {(turns, which) for turns in (0, 2) for which in (0, 2, 3)}
    assert at(state, (1, 0)) == {(turns, which) for turns in (0, 2) for which in (0, 1, 2, 3)}


def test_no_man_comes_out_of_an_empty_hand() -> None:
    state = game("S" * 6, settle='(settle "Man" {"Road"})')
    for column in (1, 2, 3, 4):
        play(state, "S", (column, 0), 0, 1)
    assert [held(state, player) for player in (1, 2)] == [{}, {}]
    assert at(draw(state, "S"), (5, 0)) == {(0, 0), (2, 0)}


ROAD = '(then (forEach Feature {"Road"} (and (award #) (recall "Man")) completed:True))'


@pytest.mark.parametrize(("worth", "score"), [("(feature Tiles)", 3), ("(feature Marks)", 1)])
def test_what_is_completed_counts(worth: str, score: int) -> None:
    state = play(game("EEG", settle=SETTLE, then=ROAD.replace("#", worth)), "E", (0, 1), 2, 1)
    assert state.scores == (0, 0)
    assert held(state, 1) == {0: 1}
    play(state, "E", (0, -1), 0)
    assert state.scores == (score, 0)
    assert held(state, 1) == {0: 2}
    state.pop()
    assert state.scores == (0, 0)
    assert held(state, 1) == {0: 1}


def test_all_who_have_the_most_men_are_awarded() -> None:
    """The last tile joins a road of each player."""
    rule = ROAD.replace("#", "(feature Tiles)")
    state = play(game("SSSEEGGGG", settle=SETTLE, then=rule), "S", (0, 1), 0, 1)
    for row in range(4):
        play(state, "G", (1, row), 0)
    play(state, "S", (0, 3), 0, 1)
    play(state, "E", (0, 4), 2)
    play(state, "E", (0, -1), 0)
    assert state.scores == (0, 0)
    assert play(state, "S", (0, 2), 0).scores == (6, 6)
    assert [held(state, player) for player in (1, 2)] == [{0: 2}, {0: 2}]


def test_what_ends_nowhere_is_complete_with_tiles_all_around() -> None:
    rule = '(then (forEach Feature {"House"} (award (feature Tiles)) completed:True))'
    state = play(game("G" * 9, settle=SETTLE, then=rule, first="Green"), "G", (0, -1), 0, 2)
    for cell in [(-1, -1), (-1, 0), (-1, -2), (0, -2), (1, -2), (1, -1)]:
        play(state, "G", cell, 0)
    assert state.scores == (0, 0)
    assert play(state, "G", (1, 0), 0).scores == (9, 0)


def test_what_is_not_complete() -> None:
    incomplete = '(forEach Feature {"Road"} (award 10) completed:False)'
    both = f'(then (and {incomplete} (forEach Feature {{"Road"}} (award 1))))'
    state = play(game("EEG", settle=SETTLE, then=both), "E", (0, 1), 2, 1)
    assert state.scores == (11, 0)
    assert play(state, "E", (0, -1), 0).scores == (12, 0)


def test_complete_features_that_are_touched() -> None:
    rule = '(then (forEach Feature {"Field"} (award (feature Touched {"Road"}))))'
    state = play(game("EEG", settle=SETTLE, then=rule), "E", (0, 1), 2, 2)
    assert state.scores == (0, 0)
    assert play(state, "E", (0, -1), 0).scores == (1, 0)


ENDED = '(then (forEach Settled {"Road"} (if (is Complete) (addScore P1 (feature Tiles)))))'
MEETING = {
    "tiles": TILES + '(meeting {"Road" "Field"})', "settle": '(settle Marked "Man")', "then": ENDED,
}  # fmt: skip


def test_some_kinds_may_lie_beside_one_another() -> None:
    assert at(draw(game("G", **MEETING), "G"), (0, 1)) == {(turns, 0) for turns in range(4)}
    assert at(draw(game("S", **MEETING), "S"), (0, 1)) == {(turns, 1) for turns in range(4)}
    assert [share for _, share in draw(game("WG", **MEETING), "W").chances()] == [1]


def test_what_meets_another_kind_has_come_to_an_end() -> None:
    """A road of two tiles ends at fields below and above; what is joined is undone."""
    state = play(game("SGG", **MEETING), "S", (0, 1), 0, 1)
    assert (state.scores, held(state, 1)) == ((0, 0), {0: 1})
    assert play(state, "G", (0, 2), 0).scores == (0, 0)
    assert play(state, "G", (0, -1), 0).scores == (2, 0)
    state.pop()
    assert state.scores == (0, 0)


def test_of_a_bag_some_sites_alone() -> None:
    where = "(from (sites Hand Shared) if:(!= (from) (handSite Shared 0)))"
    text = GAME.replace("(from (sites Hand Shared))", where)
    state = game("SSEG", text=text, end=END.replace("(from (sites Hand Shared))", where))
    odds = {move.actions[0].value: share for move, share in state.chances()}
    assert odds == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    play(play(state, "E", (0, 1), 2), "G", (1, 0), 0)
    assert held(state, 0) == {0: 2}
    assert state.outcome() is not None


def test_one_piece_comes_back() -> None:
    rule = '(then (forEach Settled {"Road"} (if (= 3 (feature Tiles)) (recall Settled "Man"))))'
    state = play(game("SSS", then=rule, settle='(settle Marked "Man")'), "S", (0, 1), 0, 1)
    assert [held(state, player) for player in (1, 2)] == [{0: 1}, {0: 2}]
    play(state, "S", (0, 2), 0, 1)
    assert [held(state, player) for player in (1, 2)] == [{0: 2}, {0: 2}]
    state.pop()
    assert [held(state, player) for player in (1, 2)] == [{0: 1}, {0: 2}]


@pytest.mark.parametrize(("completed", "score"), [("True", 0), ("False", 2)])
def test_the_largest_feature(completed: str, score: int) -> None:
    rule = f'(then (set Score P1 (largest Feature {{"Road"}} completed:{completed})))'
    state = play(game("SEEG", then=rule), "S", (0, 1), 0)
    assert state.scores == (score, 0)
    play(state, "E", (0, 2), 2)
    play(state, "E", (0, -1), 0)
    assert state.scores == (4, 0)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"settle": '(settle "Man" {"River"})'}, "no segment is called 'River'"),
        ({"settle": '(settle "Boat" {"Road"})'}, "no component is called 'Boat'"),
        ({"tiles": '(tile "Straight" {(segment "Road" {0 0})})'}, "no other segment ends at"),
        ({"tiles": '(tile "Straight" {(segment "Road" {7})})'}, "expected sides 0 to 3"),
        ({"tiles": '(tile "Straight" {(segment "Road" {0})})'}, "a segment ends at each side"),
        ({"then": "(then (award 1))"}, "has no meaning here"),
        ({"then": "(then (remove (last To)))"}, "may not stand in a game of tiles with"),
        ({"then": "(then (if (is Complete) (moveAgain)))"}, "has no meaning here"),
        ({"then": "(then (addScore P1 (segment Marks)))"}, "has no meaning here"),
        ({"tiles": TILES + '(meeting {"Lava"})'}, "no segment is called 'Lava'"),
        (
            {"tiles": TILES + '(meeting {"Road" "Field"})', "settle": SETTLE},
            "expected .settle Marked",
        ),
        (
            {"tiles": TILES + '(meeting {"Road" "Field"}) (meeting {"Water" "Field"})'},
            "expected one .meeting",
        ),
    ],
)
def test_what_cannot_be(more: dict[str, str], why: str) -> None:
    with pytest.raises(LudemeError, match=why):
        game("S", **more)
