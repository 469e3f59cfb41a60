"""Words, lists and their places."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.agents.playing import playable
from boardless.agents.tuning import declared_by
from boardless.games import LudemeError, compile, read
from boardless.games.language import reader as tokens
from boardless.games.language.reader import MAX_CHARACTERS, MAX_DEPTH, MAX_NODES, read_nodes
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, laid_out

WORDS = st.from_regex(r"[A-Za-z]\w{0,8}", fullmatch=True).map(lambda w: Atom(Kind.WORD, w))
NUMBERS = (
    st.integers(-(10**6), 10**6).map(str) | st.decimals(-99, 99, places=3).map("{:f}".format)
).map(lambda n: Atom(Kind.NUMBER, n))
PRINTABLE = st.characters(exclude_categories=("Cc", "Cs"))
# A backslash at the end of a string would keep it open.
STRINGS = (
    st.text(PRINTABLE | st.sampled_from('\\"\n<>#'), max_size=20)
    .filter(lambda s: not s.endswith("\\"))
    .map(lambda s: Atom(Kind.STRING, s))
)
OPERATORS = ("<", "<=", ">", ">=", "=", "!=", "+", "-", "*", "/", "%")
HEADS = WORDS | STRINGS | st.sampled_from(OPERATORS).map(lambda o: Atom(Kind.WORD, o))
MARKS = st.sampled_from(
    [Atom(Kind.PARAMETER, "1"), Atom(Kind.TAG, "Tag:a"), Atom(Kind.TEMPLATE, "P#1")]
)
ATOMS = WORDS | NUMBERS | STRINGS | MARKS


def _lists(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    values = nodes.filter(lambda node: not isinstance(node, Keyed))
    keyed = st.builds(Keyed, st.from_regex(r"[a-z]\w{0,5}", fullmatch=True), values)
    entries = st.lists(nodes | keyed, max_size=4)
    forms = st.builds(lambda h, e: Group("(", (h, *e)), HEADS, entries)
    return forms | st.builds(lambda e: Group("{", tuple(e)), entries)


NODES = st.recursive(ATOMS, _lists, max_leaves=30)

PIECES = (
    "(", ")", "{", "}", "<", ">", '"', "//", "a", "b:", "3", "-1", "#1", "<T>", "<T:a>", "*", "=",
    ">=", "\\", "\0", "\n", "é",
)  # fmt: skip


def kinds(text: str) -> list[tuple[str, str]]:
    atoms = [node for node in read_nodes(text) if isinstance(node, Atom)]
    return [(atom.kind.value, atom.text) for atom in atoms]


def message(text: str) -> str:
    with pytest.raises(LudemeError) as error:
        read_nodes(text)
    assert "\n" not in str(error.value)
    return str(error.value)


def complaint(text: str) -> str:
    """Return the error of a text, empty if there is none."""
    try:
        read_nodes(text)
    except LudemeError as error:
        return str(error)
    return ""


@given(NODES)
def test_trees_survive_printing_on_one_line(node: Node) -> None:
    assert read_nodes(str(node)) == (node,)


@given(NODES)
def test_trees_survive_printing_on_many_lines(node: Node) -> None:
    assert read_nodes(laid_out(node, 20)) == (node,)


@given(st.lists(st.sampled_from(PIECES)))
def test_garbage_is_read_or_refused(parts: list[str]) -> None:
    for text in ("".join(parts), " ".join(parts)):
        assert "\n" not in complaint(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    assert "\n" not in complaint(text)


def test_kinds_of_words() -> None:
    assert kinds('Mover 3 -1 0.5 "a b" #12 <T> <T:a> P#1 <T>x ***') == [
        ("word", "Mover"),
        ("number", "3"),
        ("number", "-1"),
        ("number", "0.5"),
        ("string", "a b"),
        ("parameter", "12"),
        ("tag", "T"),
        ("tag", "T:a"),
        ("template", "P#1"),
        ("template", "<T>x"),
        ("stars", "***"),
    ]


def test_strings_hold_quotes_backslashes_and_marks() -> None:
    assert kinds(r'"a\"b" "c\\d" "e\\"f" "//d" "\e"') == [
        ("string", 'a"b'),
        ("string", r"c\\d"),
        ("string", 'e\\"f'),
        ("string", "//d"),
        ("string", r"\e"),
    ]


@pytest.mark.parametrize("text", ['"', '\\"', 'a\\\\"b', "\\a", "\n", "#1 <T> // {"])
def test_strings_survive_printing(text: str) -> None:
    atom = Atom(Kind.STRING, text)
    assert read_nodes(str(atom)) == (atom,)


def test_angle_brackets_are_operators_at_the_head_of_a_form() -> None:
    assert str(read_nodes("(< 1 (> 2 3))")[0]) == "(< 1 (> 2 3))"
    assert read_nodes("<>=>") == (Atom(Kind.TAG, ">="),)
    assert read_nodes("(<T> 1 2)")[0].items[0] == Atom(Kind.TAG, "T")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("((a b))", "(a b)"),
        ("(((a) ))", "(a)"),
        ("(x at:((a b)))", "(x at:(a b))"),
        ("(x ((a) (b)) c)", "(x (a) (b) c)"),
        ("(x at:((a) (b)))", "(x at:(a) (b))"),
        ("(from: (a) b)", "(from (a) b)"),
        ("(* 2 3)", "(* 2 3)"),
    ],
)
def test_doubled_brackets_and_colons_are_dropped(text: str, same: str) -> None:
    assert read_nodes(text) == read_nodes(same)


def test_comments_and_white_space_mean_nothing() -> None:
    spread = '\ufeff(a // "not a string" (\r\n\t b // )\n)//'
    assert read_nodes(spread) == read_nodes("(a b)")


def test_places_count_from_one() -> None:
    (form,) = read_nodes("\n  (a\n    key:(b))")
    assert isinstance(form, Group)
    assert form.at == (2, 3)
    assert (form.items[1].at, form.items[1].value.at) == ((3, 5), (3, 9))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a\n (b)", "line 1, column 1: (: this bracket is never closed"),
        ("a)", "line 1, column 2: ): all brackets are closed already"),
        ("(a\n {b)", 'line 2, column 4: ): expected "}" for the bracket of line 2, column 2'),
        ("(a 3 > 4)", 'line 1, column 6: >: expected ")" for the bracket of line 1, column 1'),
        ("()", "line 1, column 2: ): expected the name of a ludeme after the bracket"),
        ("((a) b)", "line 1, column 2: (a): expected the name of a ludeme after the bracket"),
        ("({a})", "line 1, column 2: {: expected the name of a ludeme after the bracket"),
        ("(3 a)", "line 1, column 2: 3: expected the name of a ludeme after the bracket"),
        ("(a [b])", "line 1, column 4: [: expected a word, a number, a string or a bracket"),
        ("(a key:)", "line 1, column 8: ): expected the value of key:"),
        ("key:", "expected the value of key:"),
        ("(a $b)", "line 1, column 4: $b): expected a word, a number, a string or a bracket"),
        ("(a \0)", r"line 1, column 4: \x00): expected a word"),
        ('(a "b)', 'line 1, column 4: "b): this string is never closed'),
        ('(a "b\0")', "this string is never closed, or holds control characters"),
        ('// "\n(a "b)\n(c "d") e', 'line 2, column 4: "b): this string goes on to another line'),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, expected: str) -> None:
    assert expected in message(text)


def test_depth_is_bounded() -> None:
    assert read_nodes("(a " * MAX_DEPTH + ")" * MAX_DEPTH)
    deeper = MAX_DEPTH + 1
    for start, end in (("(a ", ")"), ("{", "}"), ("(", ")")):
        expected = f"at most {MAX_DEPTH} brackets may be open at once"
        assert expected in message(start * deeper + end * deeper)
        assert expected in message(start * 40_000)


def test_size_is_bounded() -> None:
    assert len(read_nodes("a " * 1000)) == 1000
    assert f"at most {MAX_NODES:,} words" in message("a " * (MAX_NODES + 1))
    assert "a description of 10,000,000 characters: at most" in message(" " * 10_000_000)
    assert read_nodes(" " * MAX_CHARACTERS) == ()


GAME = '(game "Row" (players 2) (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})\
 (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))'


def test_large_texts_are_read_when_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_NODES", 20)
    with pytest.raises(LudemeError, match="a description has at most 20 words"):
        read(GAME)
    assert read(GAME, large=True).large
    monkeypatch.setattr(tokens, "MAX_NODES", 2)
    with pytest.raises(LudemeError, match="a description has at most 40 words"):
        read(GAME, large=True)


def test_long_texts_are_read_when_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_CHARACTERS", 20)
    with pytest.raises(LudemeError, match="at most 20 characters are read"):
        read(GAME)
    assert read(GAME, large=True).name == "Row"


def test_a_large_game_stays_large_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_NODES", 20)
    game = compile(GAME, jit=False, large=True)
    assert declared_by(game) == {}
    assert pickle.loads(pickle.dumps(game)).description == game.description
    assert playable(game).begin(Random(1)).game.large
