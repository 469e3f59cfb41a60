"""Descriptions that ask for too much: one clear complaint, or a value that is defined."""

from itertools import pairwise

import pytest

from boardless import games
from boardless.games.compiler import module
from boardless.games.game_technique import game_technique
from boardless.ir import statement_builder
from boardless.play import Position
from boardless.topo import InputError
from tests.games.compiler.boards import ADD, match_of, pieces, targets, text_of, where

HAND = "(hand Each)"
GROWS = {"board": "(boardless Square)"}
ALL = list(range(9))
PHASES = f'phases:{{(phase "a" {ADD} (nextPhase (= 1 1) "b")) (phase "c" {ADD})}}'
JOINED = "(end (if (is Connected P1) (result P1 Win)))"


def grown(condition: str = "(= 1 1)", start: str = "") -> Position:
    """Return a match on a board that grows, with a condition on the empty sites."""
    play = f"(play (move Add (to (sites Empty) if:{condition})))"
    text = text_of(before=start, play=play).replace("(board (square 3))", "(boardless Square)")
    return Position(games.compile(text, jit=False), game_technique("ZONE-APPEND"))


def around(depth: int) -> str:
    """Return that a site is in a region around a region around a region ..."""
    return f"(is In (to) {'(sites Around ' * depth}(sites {{4}}){')' * depth})"


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"board": "(square 2048)"}, "at most 100,000 cells"),
        ({"board": "(square 2049)"}, "2,048"),
        ({"board": "(square 0)"}, "from 1 to"),
        ({"more": "(board (square 3))"}, "one board"),
        ({"end": ""}, "no rules to end it"),
        ({"play": ""}, r"expected \(play \.\.\.\) or phases:"),
        ({"pieces": '(piece "A" P1)'}, "owns no component"),
        ({"play": '(play (move Add (piece "C") (to 0)))'}, "no component is called 'C'"),
        ({"play": "(play (move Add (piece 5) (to 0)))"}, "numbered 1 to 4"),
        ({"play": "(play (move Promote 0 (piece 6)))"}, "6: components are numbered 1 to 4"),
        ({"play": "(play (move Add (to 9)))"}, "sites 0 to 8"),
        ({"play": "(play (move Add (to -1)))"}, "sites 0 to 8"),
        (
            {**GROWS, "play": "(play (move Add (to (sites Empty) if:(= 0 (site)))))"},
            "no meaning here",
        ),
        (
            {**GROWS, "play": "(play (move Add (to (sites Empty) if:(no Moves Next))))"},
            "depends on itself",
        ),
        ({**GROWS, "play": "(play (move Add (to (sites Hand Mover))))", "more": HAND}, "to a hand"),
        (
            {**GROWS, "play": "(play (move (from 0) (to (sites Hand P1))))", "more": HAND},
            "to a hand",
        ),
        ({"play": "(play (move Add (to (sites {0 -1}))))"}, "-1: the board has sites 0 to 8"),
        ({"play": "(play (move (from (sites Hand Mover)) (to 0)))"}, "has no hand"),
        ({"play": PHASES}, "no phase is called 'b'"),
        ({"play": PHASES.replace('"a"', '"a" P1')}, "no phase is called 'b'"),
        ({"end": "(end (if (is Connected P3) (result P1 Win)))"}, "P3"),
        ({**GROWS, "end": "(end (if (= (to) 1) (result P1 Win)))"}, "no meaning here"),
        ({"end": "(end (if (= 1 1) (result P3 Win)))"}, "P3"),
        ({"end": JOINED, "more": "(regions P1 {(sites {-1 0})})"}, "sites 0 to 8"),
        ({"before": "(meta (swap))", "pieces": '(piece "A" Each)', "players": 3}, "two players"),
    ],
)
def test_what_cannot_be_is_refused(parts: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as caught:
        match_of(**parts)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("places", "complaint"),
    [
        ('(place "A1" 11)', "site 11 does not exist: board and hands have sites 0 to 10"),
        ('(place "A1" -1)', "site -1 does not exist: board and hands have sites 0 to 10"),
        ('(place "A1" (sites {0 99999}))', "99999: the board has sites 0 to 10"),
        ('(place "C1" 4)', "no component is called 'C1'"),
        ('(place "A1" (handSite P1 1))', "has 1 sites"),
        ('(place "A1" (handSite P1 -1))', "has 1 sites"),
        ('(place "A1" (handSite Shared))', "has 0 sites"),
    ],
)
def test_what_cannot_be_placed_is_refused(places: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        match_of(before=f"(start {{{places}}})", more=HAND)


@pytest.mark.parametrize(
    ("places", "complaint"),
    [
        ('(place "A1" (ahead (centrePoint) NNE))', "no step leads NNE"),
        ('(place "A1" (ahead (centrePoint)))', "expected a direction"),
        ('(place "A1" (centrePoint)) (place "A2" (centrePoint))', "is taken already"),
        ('(place "A1" (handSite P1)) (place "B1" (handSite P1 0))', "taken already"),
        ('(place "A1" (sites Around (centrePoint)))', "not supported as a place"),
    ],
)
def test_what_cannot_be_placed_on_a_growing_board_is_refused(places: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        match_of(**GROWS, before=f"(start {{{places}}})", more=HAND)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ('(place "A1" (ahead (centrePoint) E steps:2))', {4: 1}),
        ('(place "A1" (ahead (centrePoint) NNE))', {4: 1}),
        ('(place "A1" (ahead (centrePoint)))', {7: 1}),
        # What lies on a site stays there.
        ('(place "A1" 4) (place "A2" (centrePoint))', {4: 1}),
        ('(place "A1" 9)', {}),  # the site of the first hand
        ('(place "A1" (sites Around 4))', dict.fromkeys((0, 1, 2, 3, 5, 6, 7, 8), 1)),
    ],
)
def test_odd_places_mean_what_they_do_in_ludii(places: str, found: dict[int, int]) -> None:
    assert pieces(match_of(before=f"(start {{{places}}})", more=HAND)) == found


def test_unbound_sites_are_none_and_hands_are_targets_on_fixed_boards() -> None:
    assert targets(match_of(play="(play (move Add (to (site))))")) == [-1]
    match = match_of(play="(play (move Add (to (sites Hand Mover))))", more=HAND)
    assert len(match.moves()) == 1
    match.push(next(iter(match.moves())))
    assert (pieces(match), match.arrays.what[1]) == ({}, 1)


def test_tiles_that_do_not_fit_on_the_first_board_are_refused() -> None:
    fits = grown(start='(start {(place "A1" (ahead (centrePoint) E))})')
    assert list(pieces(fits).values()) == [1]
    with pytest.raises(InputError):
        grown(start='(start {(place "A1" (ahead (centrePoint) E steps:1000000000))})')
    with pytest.raises(InputError):
        grown(start='(start {(place "A1" 99999)})')


def test_boards_that_grow_begin_with_one_piece_on_a_site() -> None:
    with pytest.raises(InputError, match="expected one piece on a site of the board"):
        grown(start='(start (place "A1" (centrePoint) count:2))')


@pytest.mark.parametrize(
    ("condition", "sites"),
    [
        ("(= (to) (ahead (to) E steps:1000000000))", ALL),
        ("(= (to) (ahead (to) E steps:-5))", ALL),
        ("(= (to) (ahead (to) E steps:0))", ALL),
        ("(= 0 (/ (to) (count Moves)))", ALL),
        ("(= 7 (% (to) (count Moves)))", [7]),
        ("(= 0 (what at:(+ 99999 (to))))", ALL),
        ("(= 0 (what at:(- (to) 99999)))", ALL),
        ("(is Empty (+ 8 (to)))", [0]),
        ("(is In (+ 5 (to)) (sites Board))", [0, 1, 2, 3]),
        ("(is In -1 {})", []),
        ("(is In (to) (sites {}))", []),
        ("(= 0 (count Sites in:(sites {})))", ALL),
        ("(not (is Line 1000000000))", ALL),
        ("(< 5 (* 1000000 1000000))", ALL),
    ],
)
def test_odd_values_are_defined(condition: str, sites: list[int]) -> None:
    assert where(condition) == sites


def test_sites_that_a_board_lacks() -> None:
    with pytest.raises(InputError, match="the board has sites 0 to 8"):
        where("(= 0 (what at:99999))")
    # A growing board may have them later.
    assert len(targets(grown("(= 0 (what at:99999))"))) == 9
    assert targets(grown("(is Occupied 99999)")) == [-1]


@pytest.mark.parametrize("leaf", ["(is Empty (to))", "(= 1 1)"])
def test_nested_conditions(leaf: str) -> None:
    for form, brackets in (("(and {", "})"), ("(or {", "})"), ("(not ", ")")):
        assert where(form * 40 + leaf + brackets * 40) == ALL
    wide = "(and {" + leaf + "(or {" + leaf
    assert where(wide * 20 + "})})" * 20) == ALL
    assert where("(not " * 90 + leaf + ")" * 90) == ALL
    with pytest.raises(InputError, match="at most 100 brackets"):
        where("(and {" * 90 + leaf + "})" * 90)


def test_regions_around_regions() -> None:
    assert where(around(1)) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert where(around(2)) == [4]  # a region is not around itself
    with pytest.raises(InputError, match="at most 4 steps deep"):
        grown(around(20))
    assert where(around(20)) == [4]
    far = "(is In (to) (expand (sites {4}) steps:1000000000))"
    with pytest.raises(InputError, match="from 0 to 4"):
        grown(far)
    assert where(far) == ALL


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        text_of()[:-1],
        text_of() + ")",
        text_of() + text_of(),
        '(game "Try',
        '(define "A" ("A"))' + text_of(play='(play ("A"))'),
        "\0",
    ],
)
def test_texts_that_are_no_description(text: str) -> None:
    with pytest.raises(InputError) as caught:
        games.compile(text, jit=False)
    assert "\n" not in str(caught.value)


def test_unknown_options_and_tilings() -> None:
    with pytest.raises(InputError, match="Size/Big"):
        games.compile(text_of(), ["Size/Big"], jit=False)
    with pytest.raises(InputError, match="Square"):
        games.compile(text_of(), tiling="Square", jit=False)


@pytest.mark.parametrize("form", ["/", "%"])
def test_divisors_that_are_0(form: str) -> None:
    for divisor in ("0", "(- 2 2)", "(* 3 (+ 1 -1))"):
        with pytest.raises(InputError, match="expected a divisor other than 0"):
            where(f"(= 1 ({form} (to) {divisor}))")
    told = "divides by integers that may be 0"
    for divisor, tells in (("2", False), ("(count Moves)", True)):
        report = match_of(end=f"(end (if (= 1 ({form} 6 {divisor})) (result P1 Win)))").game.report
        assert (told in report) == tells


@pytest.mark.parametrize("length", ["0", "-1", "(- 3 3)"])
def test_lines_have_a_length(length: str) -> None:
    with pytest.raises(InputError, match="expected a length of at least 1"):
        where(f"(is Line {length})")


def _doubled(body: str, times: int, leaf: str) -> str:
    names = [f"D{n}" for n in range(times + 1)]
    uses = [f'(define "{a}" {body.replace("NEXT", b)})' for a, b in pairwise(names)]
    return "".join(uses) + f'(define "{names[-1]}" {leaf})'


@pytest.mark.parametrize(
    ("body", "times", "complaint"),
    [
        ('(and "NEXT" "NEXT" "NEXT" "NEXT")', 8, "may expand to at most 300,000 words"),
        ('(xor "NEXT" (not "NEXT"))', 12, "at most 5,000 ludemes are compiled"),
        ('(xor "NEXT" "NEXT")', 12, "at most 5,000 ludemes are compiled"),
        ('(or "NEXT" "NEXT")', 12, ""),
        ('(not (and "NEXT" (is Line 3 All exact:True)))', 30, ""),
    ],
)
def test_what_definitions_multiply_is_bounded(
    body: str, times: int, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Reading as many as may be takes a minute.
    monkeypatch.setattr(module, "MAX_LUDEMES", 5_000)
    text = text_of(end='(end (if "D0" (result Mover Win)))')
    text += _doubled(body, times, "(is Line 3)")
    if not complaint:
        games.compile(text, jit=False)
        return
    with pytest.raises(InputError, match=complaint) as caught:
        games.compile(text, jit=False)
    assert "\n" not in str(caught.value)


def test_source_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement_builder, "MAX_SOURCE", 200_000)
    text = text_of(end='(end (if (< 0 "D0") (result Mover Win)))')
    text += _doubled('(+ "NEXT" "NEXT" "NEXT" "NEXT")', 7, "(count Moves)")
    with pytest.raises(InputError, match=r"the rules are too long: .* at most 200,000"):
        games.compile(text, jit=False)


@pytest.mark.parametrize(
    "read",
    [
        '(where "A" P1)',
        '(var "Taken")',
        "(score Mover)",
        "(value Player Mover)",
    ],
)
@pytest.mark.parametrize("board", ["(board (square 3))", "(boardless Square)"])  # fmt: skip
def test_numbers_are_there_where_nothing_sets_them(read: str, board: str) -> None:
    end = f"(end (if (= {read} 7777) (result P1 Win)))"
    match = match_of(board=board, before='(start (place "A1" (centrePoint)))', end=end)
    assert match.push(next(iter(match.moves()))) < 0


def test_votes_are_there_where_nobody_votes() -> None:
    match = match_of(end='(end (if (is Decided "End") (result P1 Win)))')
    assert match.push(next(iter(match.moves()))) < 0


def test_moves_that_add_tiles_without_an_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.play.room.MAX_CELLS", 2048)
    # Each empty cell beside a piece is filled by itself, on a board that has a new rim each time.
    play = "(play (move Add (piece 1) (to (sites Around (sites Occupied) Empty))))"
    text = text_of(before='(meta (automove)) (start (place "A1" (centrePoint)))', play=play)
    text = text.replace("(board (square 3))", "(boardless Square)")
    match = Position(games.compile(text, jit=False), game_technique("ZONE-APPEND"))
    before = match.standing()
    for make in (lambda: match.push_row(0), lambda: match.push(next(iter(match.moves())))):
        with pytest.raises(InputError, match="room"):
            make()
        assert (match.ply, match.standing()) == (0, before)


def test_tiles_are_not_forced_upon_others() -> None:
    tiles = (
        '(tile "Cross" {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)} numSides:4)'
        '(tile "Curve" {(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)} numSides:4)'
    )
    where = "(to (centrePoint) (rotations {N}))"
    first = f'(phase "a" (play (move Add (piece "Cross") {where})) (nextPhase "b"))'
    lay = f'(move Lay (piece {{"Cross" "Curve"}}) {where} forced:True)'
    text = (
        f'(game "A" (players 2) (equipment {{(boardless Square) {tiles}}})'
        f' (rules phases:{{{first} (phase "b" (play (or {lay} (move Pass))))}}'
        " (end (if (= 1 2) (result Mover Win)))))"
    )
    match = Position(games.compile(text, jit=False), game_technique("ZONE-APPEND"))
    match.push(next(iter(match.moves())))
    assert [move.actions for move in match.moves()] == [()]


def test_a_start_needs_a_place() -> None:
    with pytest.raises(InputError, match=r"\(place ...\): expected a site"):
        grown(start='(start (place "A1"))')
