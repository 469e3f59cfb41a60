"""Definitions: what they stand for, and what they must not."""

import pytest

from boardless.games import LudemeError, read
from boardless.games.language.expansion import MAX_EXPANDED
from boardless.games.language.reader import MAX_DEPTH
from tests.games.language.texts import condition, game, item, moves, tree


def refused(text: str) -> str:
    with pytest.raises(LudemeError) as error:
        read(text)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("definition", "use", "same"),
    [
        ('(define "A" (is Line 3))', '"A"', "(is Line 3)"),
        ('(define "A" (is Line 3))', '("A")', "(is Line 3)"),
        ('(define "A" 4)', '(is Line "A")', "(is Line 4)"),
        ('(define "A" (is Line #1))', '("A" 4)', "(is Line 4)"),
        ('(define "A" (is Line #2 #1))', '("A" All (+ 1 2))', "(is Line (+ 1 2) All)"),
        (
            '(define "A" (and #1 (not #1)))',
            '("A" (is Line 3))',
            "(and (is Line 3) (not (is Line 3)))",
        ),
        ('(define "A" (is Line 3 exact:#1))', '("A" True)', "(is Line 3 exact:True)"),
        ('(define "A" (is Line 3 #1))', '("A" exact:True)', "(is Line 3 exact:True)"),
        ('(define "A" (is Mover P#1))', '("A" 2)', "(is Mover P2)"),
        ('(define "A" (= 1 (id "#1#2")))', '("A" "Disc" 2)', '(= 1 (id "Disc2"))'),
        ('(define "A" (#1 1 2))', '("A" max)', None),
        ('(define "A" (is Line 3) (is Line 4))', '(and "A")', "(and (is Line 3) (is Line 4))"),
        ('(define "A" (is Line 3) True)', '(and {"A"})', "(and {(is Line 3) True})"),
        ('(define "A" ("B" 3))(define "B" (is Line #1))', '"A"', "(is Line 3)"),
        ('(define "A" (not #1))(define "B" (is Line #1))', '("A" ("B" 3))', "(not (is Line 3))"),
        ('(define "A" ("B" #2))(define "B" (is Line #1))', '("A" 3 4)', "(is Line 4)"),
    ],
)
def test_a_definition_stands_for_its_body(definition: str, use: str, same: str | None) -> None:
    if same is None:
        use, same = f"(= 2 {use})", "(= 2 (max 1 2))"
    assert condition(use, definition) == condition(same)


@pytest.mark.parametrize(
    ("use", "same"),
    [
        ('("A" 3)', "(is Line 3)"),
        ('("A" 3 ~ True)', "(is Line 3 exact:True)"),
        ('("A" 3 All)', "(is Line 3 All)"),
    ],
)
def test_arguments_may_be_left_out(use: str, same: str) -> None:
    definition = '(define "A" (is Line #1 #2 exact:#3))'
    assert condition(use, definition) == condition(same)


def test_definitions_may_follow_the_game_and_be_of_any_kind() -> None:
    text = game(play='"Add"').replace("(board (square 3))", '"Board"')
    text += '(define "Add" (move Add (to (sites Empty))))(define "Board" (board (hex 3)))'
    assert read(text).tree.rules == tree().rules
    assert read(text).tree.equipment.items[0] == item("(board (hex 3))")


def test_a_parameter_in_a_string_outside_definitions_is_text() -> None:
    assert read(game().replace('"Test"', '"Test #1"')).name == "Test #1"


def test_errors_point_into_the_definition() -> None:
    text = '(define "A"\n   (is Line Foo))\n' + game('"A"')
    assert refused(text).startswith("line 2, column 13: Foo: expected one of Cell")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('(define "A" "A")', '"A": it stands for itself: "A" -> "A"'),
        ('(define "A" (not "B"))(define "B" ("A" 1))', 'itself: "A" -> "B" -> "A"'),
        ('(define "A" (not ("A" #1)))', 'itself: "A" -> "A"'),
        ("(define A True)", 'expected (define "Name" body)'),
        ('(define "A" ("B"))', '"B": no such definition: known are "A"'),
    ],
)
def test_definitions_that_cannot_be(text: str, expected: str) -> None:
    assert expected in refused(text + game('("A" True)'))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("#1", "#1: parameters stand only in definitions"),
        ("P#1", "P#1"),
        ('("Nothing" 1)', '"Nothing": no such definition: the description defines nothing'),
        ("(not True)*", "asterisks stand only behind items and rulesets"),
        ("<(not True)>", "expected a word, a number, a string or a bracket"),
    ],
)
def test_marks_out_of_place(condition: str, expected: str) -> None:
    assert expected in refused(game(condition))


def test_one_value_for_a_named_argument() -> None:
    text = '(define "A" True False)' + game('(is Line 3 exact:"A")')
    assert "False: expected one of Orthogonal, Diagonal" in refused(text)


def test_a_word_is_made_of_words() -> None:
    text = '(define "A" (is Mover P#1))' + game('("A" (next))')
    assert "expected one word for #1" in refused(text)


def _doubling(levels: int, body: str) -> str:
    return "".join(f'(define "D{i}" {body.replace("NEXT", f"D{i + 1}")})' for i in range(levels))


@pytest.mark.parametrize(
    "text",
    [
        _doubling(30, '(and "NEXT" "NEXT" "NEXT")') + '(define "D30" True)' + game('"D0"'),
        '(define "A" (and #1 #1))' + game('("A" ' * 40 + "True" + ")" * 40),
        '(define "A" "#1#1")' + game('("A" ' * 40 + '"x"' + ")" * 40),
        '(define "A" "' + "#1" * 9000 + '")' + game('("A" ' * 9 + '"xxxxxxxx"' + ")" * 9),
    ],
)
def test_expansion_is_bounded(text: str) -> None:
    assert f"may expand to at most {MAX_EXPANDED:,} words" in refused(text)


def test_depth_after_expansion_is_bounded() -> None:
    tall = MAX_DEPTH // 2
    text = '(define "A" ' + "(not " * tall + "#1" + ")" * tall + ")"
    assert condition('("A" True)', text)
    twice = '("A" ("A" ("A" True)))'
    assert f"may nest at most {MAX_DEPTH} brackets" in refused(text + game(twice))
    tower = "(not " * 90 + '"NEXT"' + ")" * 90
    text = _doubling(20, tower) + '(define "D20" True)'
    assert f"may nest at most {MAX_DEPTH} brackets" in refused(text + game('"D0"'))
    chain = _doubling(30, '(not (not (not (not (not "NEXT")))))') + '(define "D30" True)'
    assert f"may nest at most {MAX_DEPTH} brackets" in refused(chain + game('"D0"'))


def test_arguments_inside_arguments_are_bounded() -> None:
    text = '(define "I" #1)' + _doubling(38, '("I" ' * 90 + '"NEXT"' + ")" * 90)
    assert f"may nest at most {MAX_DEPTH} brackets" in refused(text + game('"D0"'))


def test_long_chains_of_names_are_bounded() -> None:
    text = _doubling(10_000, '"NEXT"') + game('"D0"')
    assert "may stand for each other" in refused(text)


def test_definitions_serve_moves_too() -> None:
    text = '(define "Add" (move Add (to #1)))' + game(play='("Add" (sites Empty))')
    rules = read(text).tree.rules
    assert rules.play
    assert rules.play.moves == moves("(move Add (to (sites Empty)))")
