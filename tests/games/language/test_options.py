"""Options, rulesets and what is chosen."""

import pytest

from boardless.games import LudemeError, offered_options, read
from tests.games.language.texts import condition, game, tree

LINES = """
(option "Line" <Line> args:{<length> <kind>} {
    (item "Three" <3> <> "Three in a row.")
    (item "Four" <4> <exact:True> "Exactly four in a row.")**
    (item "Five" <5> <All exact:True>)*
})
"""
LINE = game("(is Line <Line:length> <Line:kind>)")


def chosen(text: str, *options: str) -> str:
    return str(read(text, options).tree.rules.end)


def refused(text: str, *options: str, tiling: str | None = None) -> str:
    with pytest.raises(LudemeError) as error:
        read(text, options, tiling=tiling)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ((), "(is Line 4 exact:True)"),
        (("Line/Three",), "(is Line 3)"),
        (("line/THREE",), "(is Line 3)"),
        (("Line/Five",), "(is Line 5 All exact:True)"),
        (("Line/Five", "Line/Five"), "(is Line 5 All exact:True)"),
    ],
)
def test_the_chosen_item_or_the_default(options: tuple[str, ...], same: str) -> None:
    assert read(LINES + LINE, options).tree == tree(same)
    assert read(LINE + LINES, options).tree == tree(same)


def test_one_option_may_be_given_alone() -> None:
    assert read(LINE + LINES, "Line/Three").tree == tree("(is Line 3)")


def test_the_first_of_equals_is_the_default() -> None:
    assert read(LINE + LINES.replace("*", "")).options == ("Line/Three",)
    assert read(LINE + LINES.replace("**", "*")).options == ("Line/Four",)


def test_what_is_offered() -> None:
    (option,) = offered_options(LINE + LINES)
    assert (option.heading, option.tag, option.arguments) == ("Line", "Line", ("length", "kind"))
    assert [(i.label, i.stars, i.text) for i in option.items] == [
        ("Three", 0, "Three in a row."),
        ("Four", 2, "Exactly four in a row."),
        ("Five", 1, ""),
    ]
    assert option.default.label == "Four"


@pytest.mark.parametrize(
    ("fragment", "use", "same"),
    [
        ("<3>", "(is Line <T>)", "(is Line 3)"),
        ("<3>", "(is Line <T:a>)", "(is Line 3)"),
        ("<-1>", "(is Empty <T>)", "(is Empty -1)"),
        ("<Mover>", "(is Connected <T>)", "(is Connected Mover)"),
        ("<P1>", "(is Mover <T>)", "(is Mover P1)"),
        ("<2>", "(is Mover P<T>)", "(is Mover P2)"),
        ('<"Disc">', '(= 1 (id "<T>1"))', '(= 1 (id "Disc1"))'),
        ("<Disc>", '(= 1 (id "<T:a>1"))', '(= 1 (id "Disc1"))'),
        ("<exact:True>", "(is Line 3 <T>)", "(is Line 3 exact:True)"),
        ("<True>", "(is Line 3 exact:<T>)", "(is Line 3 exact:True)"),
        ("<>", "(is Line 3 exact:<T>)", "(is Line 3)"),
        ("<>", "(is Line 3 <T>)", "(is Line 3)"),
        ("<(< 1 2)>", "<T>", "(< 1 2)"),
        ("<(>= (count Moves) 2)>", "(not <T>)", "(not (>= (count Moves) 2))"),
        ("<(is Line 3) (is Line 4)>", "(or {<T>})", "(or {(is Line 3) (is Line 4)})"),
        ("<<=>", "(<T> 1 2)", "(<= 1 2)"),
        ("<!=>", "(<T:a> 1 2)", "(!= 1 2)"),
        ("<Empty>", "(is <T> 3)", "(is Empty 3)"),
        ('<"Three">', "(is Line <T>)", "(is Line 3)"),
        ('<("Line" 4)>', "<T>", "(is Line 4)"),
        ("<#1>", '("Own" 5)', "(is Line 5)"),
    ],
)
def test_a_fragment_may_be_anything(fragment: str, use: str, same: str) -> None:
    option = f'(option "O" <T> args:{{<a>}} {{(item "x" {fragment} "text")*}})'
    definitions = '(define "Three" 3)(define "Line" (is Line #1))(define "Own" (is Line <T>))'
    assert condition(use, option + definitions) == condition(same)


def test_tags_nest() -> None:
    inner = '(option "In" <In> args:{<n>} {(item "3" <3>)* (item "4" <4>)})'
    outer = '(option "Out" <Out> args:{<a> <b>} {(item "x" <(is Line <In:n>)> <<In>>)})'
    text = inner + outer + game("(and <Out:a> (is Line <Out:b> All))")
    assert read(text).tree == tree("(and (is Line 3) (is Line 3 All))")
    assert read(text, ["In/4"]).tree == tree("(and (is Line 4) (is Line 4 All))")


def test_tags_may_have_hyphens_and_their_items_room() -> None:
    option = '(option "O" <End-Rule> args:{ <the-line> } { (item "x" < (is Line 3) > ) * })'
    for use in ("<End-Rule>", "<End-Rule:the-line>"):
        assert condition(use, option) == condition("(is Line 3)")


def test_an_option_without_named_arguments_has_one() -> None:
    text = '(option "O" <T> {(item "x" <3>)})' + game("(is Line <T>)")
    assert read(text).tree == tree()


def test_an_unknown_tag_in_a_string_is_text() -> None:
    assert read(game().replace('"Test"', '"a <b> c"')).name == "a <b> c"


RULESETS = """
(option "Size" <Size> args:{<n>} {(item "3" <3>)* (item "4" <4>) (item "5" <5>)})
(option "Kind" <Kind> args:{<k>} {(item "Adjacent" <>)* (item "All" <All>)})
(rulesets {
    (ruleset "Ruleset/Medium" {"Size/4"})
    (ruleset "Ruleset/Small" {"Size/3"})
    (ruleset "Ruleset/Large" {"Size/5" "Kind/All"} )*
    (ruleset "Empty" {})
})
"""


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ((), ("Size/3", "Kind/Adjacent")),
        (("Ruleset/Medium",), ("Size/4", "Kind/Adjacent")),
        (("ruleset/large",), ("Size/5", "Kind/All")),
        (("Ruleset/Large", "Size/4"), ("Size/4", "Kind/All")),
        (("Kind/All",), ("Size/3", "Kind/All")),
    ],
)
def test_rulesets_name_sets_of_options(options: tuple[str, ...], same: tuple[str, ...]) -> None:
    assert read(game("(is Line <Size> <Kind>)") + RULESETS, options).options == same


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ('(option "O" T {(item "x" <>)})', "T: expected the tag of an option"),
        ('(option "O" <T:a> {(item "x" <>)})', "<T:a>: expected the tag of an option"),
        ('(option <T> {(item "x" <>)})', "expected the heading of an option in quotes"),
        ('(option "O" <T>)', "expected one list of items"),
        ('(option "O" <T> {})', "expected at least one (item ...)"),
        ('(option "O" <T> {(item <>)})', "expected the label of an item in quotes"),
        ('(option "O" <T> {(thing "x" <>)})', "expected (item ...) with or without asterisks"),
        ('(option "O" <T> {* (item "x" <>)})', "expected (item ...) with or without asterisks"),
        ('(option "O" <T> {(item "x" <>)* *})', "expected (item ...) with or without asterisks"),
        ('(option "O" <T> {(item "x" 3)})', "expected an argument <...> of the item"),
        ('(option "O" <T> args:{<a> <b>} {(item "x" <>)})', "expected 2 arguments <...>"),
        (
            '(option "O" <T> {(item "x" <> <>)})',
            "expected 1 argument <...> as the option has, not 2",
        ),
        (
            '(option "O" <T> args:{<a> 3} {(item "x" <> <>)})',
            "expected the arguments of the option",
        ),
        ('(option "O" <T> args:{} {(item "x" <>)})', "expected the arguments of the option"),
        ('(option "O" <T> args:{<a> <a>} {(item "x" <> <>)})', "a: two arguments"),
        ('(option "O" <T> {(item "x" <>) (item "X" <>)})', "x: two items of the option"),
        ('(option "O" <T> {(item "x" <>)})' * 2, "O: two options have this heading"),
        (
            '(option "O" <T> {(item "x" <>)})(option "o" <U> {(item "x" <>)})',
            "o: two options have this heading",
        ),
        ('(rulesets (ruleset "a" {}))', "expected one list of rulesets"),
        ("(rulesets {(ruleset {})})", "expected the name of a ruleset in quotes"),
        ('(rulesets {(ruleset "a")})', "expected a list of options"),
        ('(rulesets {(ruleset "a" {3})})', "expected an option in quotes"),
    ],
)
def test_options_that_cannot_be(option: str, expected: str) -> None:
    assert expected in refused(option + game())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("Line/Six",), "unknown option 'Line/Six': choose Line/Three, Line/Four or Line/Five"),
        (("Three",), "unknown option 'Three'"),
        (("Line/Three", "Line/Four"), "Line/Four: two items of this option are chosen"),
    ],
)
def test_choices_that_cannot_be(options: tuple[str, ...], expected: str) -> None:
    assert expected in refused(LINE + LINES, *options)


def test_a_description_without_options_says_so() -> None:
    assert "this description has no options" in refused(game(), "Line/Three")


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("<Other>", "<Other>: no option has this tag: known are <Line>"),
        ("<Line:size>", "<Line:size>: expected <Line:length> or <Line:kind>"),
        ("(is Line exact:<Line:kind>)", "exact:: expected the value of exact:"),
    ],
)
def test_tags_that_cannot_be(use: str, expected: str) -> None:
    assert expected in refused(LINES + game(use))


def test_tags_that_stand_for_themselves() -> None:
    own = '(option "O" <T> {(item "x" <(not <T>)>)})' + game("<T>")
    assert "<T>: it stands for itself: <T> -> <T>" in refused(own)
    each = '(option "O" <T> {(item "x" <<U>>)})(option "P" <U> {(item "x" <<T>>)})' + game("<T>")
    assert "<T>: it stands for itself: <T> -> <U> -> <T>" in refused(each)
    mixed = '(option "O" <T> {(item "x" <"A">)})(define "A" (not <T>))' + game("<T>")
    assert 'it stands for itself: "A" -> "A"' in refused(mixed)


TILINGS = """
(option "Number" <N> {(item "Square" <3>)})
(option "Board/Tiling" <T> {(item "Hexagonal tiles" <Hexagonal>)* (item "Square" <Square>)
    (item "Square, again" <Square>) (item "Tri" <Triangular>)})
"""


@pytest.mark.parametrize(
    ("tiling", "label"),
    [
        ("hexagonal", "Hexagonal tiles"),
        ("Square", "Square"),
        ("triangular", "Tri"),
        ("square,", "Square, again"),
    ],
)
def test_the_tiling_is_short_for_its_option(tiling: str, label: str) -> None:
    text = game("(is Line <N>)").replace("(board (square 3))", "(boardless <T>)") + TILINGS
    assert f"Board/Tiling/{label}" in read(text, tiling=tiling).options


def test_a_tiling_by_the_word_in_an_item() -> None:
    text = game().replace("(board (square 3))", "(boardless <T>)")
    for heading in ("Tiling", "Board"):
        option = (
            f'(option "{heading}" <T> {{(item "Six" <Hexagonal>) (item "Triangle" <Triangular>)}})'
        )
        other = '(option "Other" <U> {(item "Triangular" <>)})'
        chosen = read(text + other + option, tiling="triangular").options
        assert chosen == ("Other/Triangular", f"{heading}/Triangle")


def test_a_tiling_that_is_not_offered() -> None:
    text = game("(is Line <N>)").replace("(board (square 3))", "(boardless <T>)") + TILINGS
    assert "penrose: choose Hexagonal tiles, Square, Square, again or Tri of the option" in refused(
        text, tiling="penrose"
    )
    assert "; or choose one of square, hexagonal, triangular, 3.3." in refused(text, tiling="foo")
    assert "two items of this option are chosen" in refused(
        text, "Board/Tiling/Tri", tiling="hexagonal"
    )


def test_a_game_of_one_tiling_takes_its_name_or_another() -> None:
    text = game().replace("(board (square 3))", "(boardless Square)")
    assert read(text, tiling="square").tree == read(text).tree
    elsewhere = read(text, tiling="hexagonal")
    assert elsewhere.tree == read(text.replace("boardless Square", "boardless Hexagonal")).tree
    assert elsewhere.options == ("Tiling/Hexagonal",)
    assert read(text, elsewhere.options).tree == elsewhere.tree
    assert "x: choose one of square, hexagonal, " in refused(text, tiling="x")
    assert "its board is fixed" in refused(game(), tiling="square")
