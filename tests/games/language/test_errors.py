"""Errors in descriptions: one line, with the place."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games import LudemeError, description_text, library, read
from boardless.games.language.reader import MAX_INTEGER
from boardless.topo import InputError
from tests.games.language.texts import ADD, game


def refused(text: str) -> str:
    with pytest.raises(LudemeError) as error:
        read(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500
    return str(error.value)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("(is_Line 3)", "is_Line: unknown ludeme"),
        ("(sitez Empty)", "sitez: unknown ludeme: did you mean site?"),
        ("(is Lin 3)", "Lin: did you mean Line? expected Across, Active, "),
        ("(is)", "(is): expected Across, Active"),
        (
            "(is Line)",
            "missing in (is Line ...): expected one of Cell, Vertex, Edge or",
        ),
        (
            "(is Line (sites Empty))",
            "Edge or an integer, found a region",
        ),
        ("(is Empty {1 2})", "{1 2}: expected one of Cell, Vertex, Edge or an integer"),
        ("(count Moves)", "(count Moves): expected a condition, found an integer"),
        ("(move Add)", "expected a condition, found a rule that makes moves"),
        ('"foo"', '"foo": expected a condition'),
        ("Mover", "Mover: expected a condition"),
        ("3", "3: expected a condition"),
        ("(< 1 True)", "True: expected an integer"),
        ("(< 1 2 3)", '3: expected ")" in (< ...)'),
        ("(< 1)", "(< 1): missing in (< ...): expected an integer"),
        (
            "(is Line 3 Foo)",
            "Foo: expected one of Orthogonal, Diagonal, OffDiagonal, Adjacent, All",
        ),
        ("(is Line 3 Mover Foo)", 'Foo: expected ")" in (is Line ...)'),
        ("(is Line 3 exact:3)", "3: expected True or False"),
        (
            "(is Line 3 all:True)",
            "all: no such named argument: (is Line ...) takes through:, throughAny:",
        ),
        ("(is Empty 3 at:3)", "at: no such named argument: (is Empty ...) has none"),
        ("(is Line 3 exact:True exact:True)", "exact: this argument is given twice"),
        ("(is Enemy)", "missing in (is Enemy ...): expected one of Neutral, P1"),
        ("(is Mover P17)", "P17: expected one of Neutral, P1, ..., Team16 or an integer"),
        ("(and {})", "{}: expected at least one entry: a condition"),
        ("(is Line 3.0)", "3.0: expected one of Cell, Vertex, Edge or an integer"),
        (f"(is Line {MAX_INTEGER + 1})", "2147483648: expected a number from -2,147,483,647 to"),
        ("(is Line " + "9" * 5000 + ")", "expected a number from -2,147,483,647 to 2,147,483,647"),
        ("(is Line -" + "9" * 5000 + ")", "expected a number from -2,147,483,647 to 2,147,483,647"),
        ('(= 1 (id ""))', '"": expected a name of 1 to 100 characters on one line'),
    ],
)
def test_arguments_of_the_wrong_kind(condition: str, expected: str) -> None:
    text = game(condition)
    message = refused(text)
    assert expected in message
    assert message.startswith("line 3, column ")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(board (square 3))", "(board 3)", "3: expected the shape of a board"),
        ("(square 3)", "(square 0)", "0: expected a number from 1 to 2,048"),
        ("(square 3)", "(square 2049)", "2049: expected a number from 1 to 2,048"),
        ("(square 3)", "(rotate 361 (hex 3))", "361: expected a number from -360 to 360"),
        ("(square 3)", "(hex Round 3)", "Round: expected Diamond or (hex ...)"),
        ("(square 3)", "(sites Empty)", "expected the shape of a board, found a region"),
        ('"Test"', "Test", "Test: expected a name in quotes"),
        ('"Test"', '"a\nb"', '"a b": expected a name of 1 to 100 characters on one line'),
        ('"Test"', r'"a\"b"', "no quotes in it"),
        ('"Test"', '"' + "x" * 101 + '"', "expected a name of 1 to 100 characters"),
        ('"Test"', '"a\u2028b"', "expected a name of 1 to 100 characters"),
        ('"Test"', '"\udc80"', r'"\udc80": expected a name of 1 to 100 characters'),
        ('"Test"', '"Test" (players 17)', "17: expected a number from 0 to 16"),
        ('"Test"', '"Test" (players "2")', '"2": expected a whole number from 0 to 16'),
        ('"Test"', '"Test" 3', "3: expected (players ...) or (mode ...) or (equipment ...)"),
        ("Each", "Everyone", "Everyone: expected one of Neutral, P1, ..., Team16"),
        ("Mover Win", "Mover Lose", "Lose: did you mean Loss? expected one of Win, Loss, Draw"),
        ("(play", "(plays", "plays: unknown ludeme: did you mean play?"),
        (f"(play {ADD})", "", "(rules ...): expected (play ...) or phases:"),
        (
            "(end (if (is Line 3) (result Mover Win)))",
            "",
            "expected (end ...): the game has no rules",
        ),
        (
            "(end (if (is Line 3) (result Mover Win)))",
            "(end {})",
            "{}: expected at least one entry",
        ),
        ("(game ", "(define ", 'the description: expected one (game "Name" ...)'),
        ("(game ", "(play ", "expected one of (game ...), (match ...), (define ...)"),
        ("(game ", '("game" ', "expected one of (game ...), (match ...), (define ...)"),
        ("(game ", "foo (game ", "foo: expected one of (game ...)"),
    ],
)
def test_games_that_are_wrong(old: str, new: str, expected: str) -> None:
    assert old in game()
    assert expected in refused(game().replace(old, new))


def test_one_game_a_description() -> None:
    assert refused("") == 'the description: expected one (game "Name" ...)'
    assert refused("// nothing") == 'the description: expected one (game "Name" ...)'
    assert refused(game() + game()).startswith("line 4, column 2: the description: expected one")


def test_the_parts_of_an_error() -> None:
    with pytest.raises(LudemeError) as caught:
        read(game("(is Empty\n Foo)"))
    error = caught.value
    assert isinstance(error, InputError)
    assert (error.line, error.column, error.text) == (4, 2, "Foo")
    assert error.expected == "expected one of Cell, Vertex, Edge or an integer"
    assert str(error) == "line 4, column 2: Foo: expected one of Cell, Vertex, Edge or an integer"
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line, copy.expected) == (str(error), 4, error.expected)


def test_offending_text_is_shortened() -> None:
    message = refused(game("(is Empty {" + "123456 " * 1000 + "})"))
    assert "{123456 123456 123456" in message
    assert "...: expected one of Cell, Vertex, Edge or an integer" in message


def test_code_in_a_name_is_only_a_name() -> None:
    name = "'); import os; os.abort() #"
    assert read(game().replace('"Test"', f'"{name}"')).name == name


def test_deep_trees_can_be_used() -> None:
    text = game("(not " * 95 + "True" + ")" * 95)
    tree = read(text).tree
    assert read(str(tree)).tree == tree
    assert hash(tree) == hash(read(text).tree)
    assert repr(tree).count("Not(") == 95


TOKENS = (
    "(", ")", "{", "}", "<>", "<", ">", "(", ")", '"', "//", "#1", "<Tiling:type>", "<Tiling>", "*",
    "P1", "Mover", "Each", "3", "-1", "if:", "to:", "True", "(to)", "(sites", "(is", "(move",
    "(define", "(option", '"Neighbours"', "(end", "phases:", "99999999999", "~",
)  # fmt: skip


def test_what_is_wrong_deep_inside_is_found_at_once() -> None:
    wrong = "(count Foo)"
    for _ in range(60):
        wrong = f"(+ 1 {wrong})"
    with pytest.raises(LudemeError, match="Foo: expected"):
        read(game(f"(= 3 {wrong})"))


@given(
    st.sampled_from(library()),
    st.lists(
        st.tuples(st.integers(0, 400), st.integers(0, 3), st.sampled_from(TOKENS)), max_size=4
    ),
)
def test_a_spoilt_description_is_read_or_refused(
    name: str, changes: list[tuple[int, int, str]]
) -> None:
    words = description_text(name).replace("(", " ( ").replace(")", " ) ").split(" ")
    for index, dropped, token in changes:
        start = index % len(words)
        words[start : start + dropped] = [token]
    error = ""
    try:
        tree = read(" ".join(words)).tree
    except LudemeError as caught:
        error = str(caught)
    assert "\n" not in error
    assert error or read(str(tree)).tree == tree
