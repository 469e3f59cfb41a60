"""Descriptions as they are published: what is put in its place, and what does no harm."""

import pytest

from boardless.games import LudemeError, expand, read
from boardless.games.language.outline import outline, subgames_of, with_subgame
from boardless.games.language.syntax import one_line
from tests.games.language.texts import condition, game


def expanded(text: str, *options: str) -> str:
    """Return what a description expands to, on one line."""
    return one_line(expand(text, options).node)


def refused(text: str) -> str:
    with pytest.raises(LudemeError) as error:
        expand(text)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("(a {1..4})", "(a {1 2 3 4})"),
        ("(a {4..1 7})", "(a {4 3 2 1 7})"),
        ("(a 5..5)", "(a 5 5)"),
        ("(a -1..2)", "(a -1 2)"),
        ("(a 1..3..2)", "(a 1 2 3 2)"),
        ("(a at:1..3)", "(a at:1 2 3)"),
        ('(a {"A1".."B2"})', '(a {"A1" "A2" "B1" "B2"})'),
        ('(a {"c9".."C10" "D1"})', '(a {"C9" "C10" "D1"})'),
        ('(a {"B1".."A1"})', "(a {})"),
        ('(a "1..3")', '(a "1..3")'),
        ('(a ("R" 2 4))', "(a 2 3 4)"),
        ('(a ("R" "A1" "A3"))', '(a "A1" "A2" "A3")'),
        ('(a {"Ten"..12})', "(a {10 11 12})"),
        ('(a {8.."Ten"})', "(a {8 9 10})"),
    ],
)
def test_ranges_are_written_out(text: str, same: str) -> None:
    definitions = '(define "R" #1..#2)(define "Ten" 10)'
    assert expanded(f"(game {text}){definitions}") == f"(game {same})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0..1001", "0..1001: a range has at most 1,000 steps"),
        ("0.." + "9" * 5000, "a range has at most 1,000 steps"),
        ('"A1".."Z99"', "a range has at most 1,000 sites"),
        ("0..1000 " * 400, "may expand to at most 300,000 words"),
        ('"A1".."Z38" ' * 400, "may expand to at most 300,000 words"),
        ('"AA1".."B2"', '"AA1": expected a site such as "A1" for an end of the range'),
        ('"A1".."B"', '"B": expected a site such as "A1"'),
    ],
)
def test_ranges_that_cannot_be(text: str, expected: str) -> None:
    assert expected in refused(f"(game {{{text}}})")


@pytest.mark.parametrize(
    ("definitions", "text", "same"),
    [
        # The first of two counts, inside a game or an option, too.
        ('(define "A" 1)(define "A" 2)', '(a "A")', "(a 1)"),
        ("", '(a "A" (define "A" (b #1)) ("A" 3))', "(a (b) (b 3))"),
        ('(define "A" (b "C") (define "C" 4))', '(a "A")', "(a (b 4))"),
        # Nothing stands for an empty one; the key that waits for it goes, too.
        ('(define "A")', '(a "A" at:"A" 2)', "(a 2)"),
        # A name may be given for what a form begins with.
        ('(define "A" (#1 5))(define "B" (b #1))', '("A" "B")', "(b 5)"),
        ('(define "A" (#1 5))', '("A" max)', "(max 5)"),
        ('(define "A" (#1))', '("A" (b 1))', "(b 1)"),
        ('(define "A" (#1 2 3))', '("A" <=)', "(<= 2 3)"),
        ('(define "A" (b #1))', '(x ("A" (c)) (("A" 2)))', "(x (b (c)) (b 2))"),
        # What is left out is no argument of what is inside: those behind it move up.
        ('(define "A" ("B" #1 #2))(define "B" (b #1 x #2))', '("A" ~ 7)', "(b 7 x)"),
        ('(define "A" (b #1 "#2X#1"))', '("A" "u" v)', '(b "u" "vXu")'),
        ('(define "A" (b #2))', '("A" 1 at:{2 3})', "(b at:{2 3})"),
        ('(define "A" ("Hop#1" 2))(define "HopFar" (hop #1))', '("A" Far)', "(hop 2)"),
    ],
)
def test_definitions(definitions: str, text: str, same: str) -> None:
    assert expanded(f"{definitions}(game {text})") == f"(game {same})"


def test_a_game_may_have_the_name_of_a_definition() -> None:
    text = '(define "Tab" (b))(game "Tab" "Tab" (instance "Tab"))'
    assert expanded(text) == '(game "Tab" (b) (instance "Tab"))'


def test_a_match_is_read() -> None:
    end = "(end (if (= (matchScore P1) 2) (result P1 Win)))"
    text = f'(match "M" (players 2) (games {{(subgame "A" next:0)}}) {end})'
    assert expanded(text) == text
    with pytest.raises(LudemeError, match="the description of A is missing"):
        read(text)
    game = '(game "A" (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add'
    game += " (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    read_back = read(with_subgame(text, "A", f'{game} // "A" alone'))
    assert (read_back.name, read_back.options) == ("M", ())
    assert subgames_of(text) == ("A",)
    assert subgames_of(read_back.text) == ()


HALVES = """
(option "Dual" <Dual> args:{<begin> <end>>} {
    (item "No" <> <> "")**
    (item "Yes" <(dual > <)> "Half a pair of brackets each.")
})
(option "Dual, too" <Dual> args:{<way >} { (item "Up" <Up>> "Same tag.") })
"""


def test_fragments_may_be_halves_and_tags_shared() -> None:
    text = "(game <Dual:begin> (square 3) <Dual:end> <Dual:way> <Dual>)" + HALVES
    assert expanded(text) == "(game (square 3) Up)"
    text = text.replace(" <Dual>)", ")")
    assert expanded(text, "Dual/Yes") == "(game (dual (square 3)) Up)"


def test_a_tag_alone_is_its_first_argument() -> None:
    option = '(option "O" <T> args:{<a> <b>} {(item "x" <3> <4>)})'
    assert expanded("(game <T> <T:b>)" + option) == "(game 3 4)"


def test_rulesets_may_have_variations() -> None:
    text = (
        game("<T>")
        + """(option "T" <T> args:{<a>} {(item "1" <True>) (item "2" <False>)})
        (rulesets {(ruleset "R" variations:{"T/1" "T/2"} {"T/2"})})"""
    )
    (ruleset,) = outline(text).rulesets
    assert (ruleset.options, ruleset.variations) == (("T/2",), ("T/1", "T/2"))


@pytest.mark.parametrize(
    ("metadata", "kept"),
    [
        (r'(metadata (info "a \"\\", b"))', 1),
        ('(metadata (info "a " ends " b ))', 0),
        ("(metadata (a $b))", 0),
        ("(metadata (a <b> {))", 0),
    ],
)
def test_metadata_may_be_wrong(metadata: str, kept: int) -> None:
    for text in (game() + metadata, game() + "\n/---------\n" + metadata):
        assert len(outline(text).metadata) == kept
        assert read(text).tree == read(game()).tree


OPEN = """(game (players [2..16]) (equipment [#]) (hand count:[11 | 12]) (a at:[#]) {[?]}
    (b [(c [1 | 2]) | (d)]))"""


def test_open_choices_take_the_first() -> None:
    result = expand(OPEN)
    assert (
        one_line(result.node) == "(game (players 2) (equipment) (hand count:11) (a) {} (b (c 1)))"
    )
    assert [(choice.alternatives, choice.taken) for choice in result.choices] == [
        (("2..16",), "2"),
        ((), ""),
        (("11", "12"), "11"),
        ((), ""),
        ((), ""),
        (("( c [ 1 | 2 ] )", "( d )"), "( c [ 1 | 2 ] )"),
        (("1", "2"), "1"),
    ]
    assert str(result.choices[0]) == "line 1, column 16: [2..16]: 2 is taken"
    assert str(result.choices[1]) == "line 1, column 36: [#]: nothing is offered, so it is left out"


def test_what_was_taken_is_said() -> None:
    assert [str(c) for c in read(game("(is Line [3 | 4])")).choices] == [
        "line 3, column 68: [3 | 4]: 3 is taken"
    ]
    assert condition("(is Line [3 | 4])") == condition("(is Line 3)")


@pytest.mark.parametrize("text", ["(game [1 | 2)", "(game [" + "[" * 50_000 + ")"])
def test_open_choices_that_cannot_be(text: str) -> None:
    assert "bracket" in refused(text)


def test_definitions_inside_each_other_are_bounded() -> None:
    text = '(define "A" ' * 10_000 + ")" * 10_000 + "(game 1)"
    assert "at most 40 definitions may be inside each other" in refused(text)


GAME = """(game "Quiet" (players 2)
    (equipment { (board (square 3)) (piece "Ball" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
(metadata (info { (description "a line of three") }))
"""


def test_text_for_agents_behind_the_metadata_is_no_part_of_the_rules() -> None:
    assert read(GAME + '(ai (bestAgent "Alpha-Beta"))').tree == read(GAME).tree


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ('"Quiet"', 'Quiet"', "line 1, column 12"),
        ('"Quiet"', '"Quiet', "line 1, column 7"),
        ("(players 2)", '(players 2 ")', "line 1, column 26"),
        ("three", 'three"', None),
    ],
)
def test_an_open_string_is_reported_where_it_opens(
    before: str, after: str, place: str | None
) -> None:
    text = GAME.replace(before, after, 1)
    if place is None:
        # What lies in the metadata harms nobody.
        assert read(text).tree == read(GAME).tree
        return
    with pytest.raises(LudemeError, match=f"{place}: .*: this string is never closed"):
        read(text)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("(square 3)", "(rhombus 3)", r"this is written \(diamond 8\) of hexagons"),
        ("(square 3)", '"Board" (square 3)', r"this is written \(board \(square 3\)\), without"),
        ("(players 2)", '(mode {(player "P1") (player "P2")})', r"written \(players 2\) today"),
        ('(piece "Ball" Each)', '(disc "O" 1)', r'written \(piece "O" P1\) today'),
        ("(move Add (to (sites Empty)))", "(to Mover (empty))", r"written \(move Add \(to"),
        ("(if (is Line 3) (result Mover Win))", "(line 3)", r"written \(if \(is Line 3\)"),
    ],
)
def test_the_language_of_2018_is_answered_with_the_form_of_today(
    before: str, after: str, said: str
) -> None:
    with pytest.raises(LudemeError, match=said) as raised:
        read(GAME.replace(before, after, 1))
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("(rules", "(rules (meta (no Suicide))", "Suicide: expected Repeat behind no"),
        ("(piece", "(deck) (piece", "missing in (deck ...): expected a name in quotes"),
    ],
)
def test_forms_of_ludii_that_are_not_there_are_one_line(before: str, after: str, said: str) -> None:
    with pytest.raises(LudemeError) as raised:
        read(GAME.replace(before, after, 1))
    assert said in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1
