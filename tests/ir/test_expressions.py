"""Expressions: constants fold, equal ones are the same, and their text means what they mean."""

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.ir.expressions import (
    FALSE,
    NONE,
    TRUE,
    Bool,
    EngineFunction,
    Int,
    IntArray,
    S,
    Site,
    as_int,
    entry,
    every,
    greater,
    lesser,
    lifted,
    magnitude,
    some,
)
from boardless.ir.parsing import expression

#: Values of the names in expressions.
NAMES = {"a": 3, "b": -2, "c": 0, "min": min, "max": max, "abs": abs}
NUMBERS = st.integers(-4, 4)


def parsed(text: str) -> Any:
    return expression(ast.parse(text, mode="eval").body)


def integers(names: bool) -> Any:
    """Return a strategy of pairs: an expression, and its value by Python."""
    leaves = NUMBERS.map(lambda n: (Int.of(n), n))
    if names:
        leaves |= st.sampled_from("abc").map(lambda name: (Int.named(name), NAMES[name]))
    return st.recursive(leaves, grown, max_leaves=12)


def grown(parts: Any) -> Any:
    two = st.tuples(parts, parts)
    tests = two.flatmap(
        lambda pair: st.sampled_from(
            [
                (pair[0][0] == pair[1][0], pair[0][1] == pair[1][1]),
                (pair[0][0] < pair[1][0], pair[0][1] < pair[1][1]),
                (~(pair[0][0] >= pair[1][0]), not pair[0][1] >= pair[1][1]),
            ]
        )
    )
    joined = st.lists(tests, min_size=1, max_size=3).flatmap(
        lambda several: st.sampled_from(
            [
                (every(*(test for test, _ in several)), all(truth for _, truth in several)),
                (some(*(test for test, _ in several)), any(truth for _, truth in several)),
            ]
        )
    )
    return st.one_of(
        two.map(lambda p: (p[0][0] + p[1][0], p[0][1] + p[1][1])),
        two.map(lambda p: (p[0][0] - p[1][0], p[0][1] - p[1][1])),
        two.map(lambda p: (p[0][0] * p[1][0], p[0][1] * p[1][1])),
        two.map(lambda p: (lesser(p[0][0], p[1][0]), min(p[0][1], p[1][1]))),
        two.map(lambda p: (greater(p[0][0], p[1][0]), max(p[0][1], p[1][1]))),
        parts.map(lambda p: (-p[0], -p[1])),
        parts.map(lambda p: (magnitude(p[0]), abs(p[1]))),
        parts.map(lambda p: (p[0] % 3, p[1] % 3)),
        parts.map(lambda p: (p[0] // 2, p[1] // 2)),
        st.tuples(joined, parts, parts).map(
            lambda p: (p[0][0].choose(p[1][0], p[2][0]), p[1][1] if p[0][1] else p[2][1])
        ),
    )


@given(integers(names=False))
def test_constants_fold(pair: Any) -> None:
    expression, value = pair
    assert expression.constant == value


@given(integers(names=True))
def test_the_text_has_the_value(pair: Any) -> None:
    expression, value = pair
    assert eval(expression.text, dict(NAMES)) == value
    assert eval(f"2 * {expression}", dict(NAMES)) == 2 * value


@given(integers(names=True))
def test_a_text_that_is_parsed_stands_anywhere(pair: Any) -> None:
    expression, value = pair
    found = parsed(expression.text)
    assert eval((found * 2 - found).text, dict(NAMES)) == value
    assert found.names == expression.names
    assert found.calls == expression.calls


@given(integers(names=True), integers(names=True))
def test_equal_expressions_are_the_same(one: Any, other: Any) -> None:
    assert one[0] + other[0] is one[0] + other[0]
    same = type(one[0])(one[0].operation, *one[0].parts)
    assert same is one[0]


def test_types_are_told_apart() -> None:
    assert Int.of(0) is not Site.of(0)
    assert Int.of(1) is not TRUE
    assert NONE.text == "NONE"
    assert Int.of(0).text == "0"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (S.what[Site.named("x1")] == 0, "s.what[x1] == 0"),
        (S.fields["STATES", Site.named("x1") + 1], "s.fields[STATES, x1 + 1]"),
        (IntArray.named("TABLE")[S.n["LAST"]] + 0, "TABLE[s.n[LAST]]"),
        (EngineFunction("site_of", Site, state=True)(3) != NONE, "site_of(s, 3) != NONE"),
        (~Bool.call("is_cycle", Int.named("KEYS"), 4, FALSE), "not is_cycle(s, KEYS, 4, False)"),
        ((Int.named("a") < 1) & (Int.named("b") < 2) & TRUE, "a < 1 and b < 2"),
        (((Int.named("a") < 1) | FALSE) & (Int.named("b") < 2), "a < 1 and b < 2"),
        (~((Int.named("a") < 1) | (Int.named("b") < 2)), "not (a < 1 or b < 2)"),
        (~~Bool.named("c"), "c"),
        (5 - (Int.named("a") - Int.named("b")), "5 - (a - b)"),
        (entry((4, 5), Int.named("a")), "(4, 5,)[a]"),
        (entry((4, 5), Int.of(1)), "5"),
        ((Bool.named("a") | Bool.named("b")) & Bool.named("c"), "(a or b) and c"),
        (lifted(Int.named("a"), Site) == NONE, "a == NONE"),
        (Int("**", Int("complement", Int.named("a")), Int.of(2)), "(~a) ** 2"),
        (Int("**", Int("negative", Int.named("a")), Int.of(2)), "(-a) ** 2"),
        (Int.named("a").is_within(0, 4) & Bool.named("c"), "0 <= a <= 4 and c"),
    ],
)
def test_texts_are_those_that_people_write(expression: Any, text: str) -> None:
    assert expression.text == text


def test_results_of_functions_that_are_one_to_one_compare_as_their_arguments() -> None:
    number = EngineFunction("number_of", Int, state=True, one_to_one=True)
    other = EngineFunction("height", Int, state=True)
    a, b = Site.named("a"), Site.named("b")
    assert (number(a) == number(b)).text == "a == b"
    assert (number(a) != number(NONE)).text == "a != NONE"
    assert (number(a) < number(b)).text == "number_of(s, a) < number_of(s, b)"
    assert (other(a) == other(b)).text == "height(s, a) == height(s, b)"
    assert str(lesser(a, b) == lesser(b, a)) == "(min(a, b) == min(b, a))"
    assert number(a).is_short
    assert not other(a).is_short
    assert not number(number(a) + 1).is_short


def test_names_and_calls() -> None:
    at = Int.named("x1")
    expression = EngineFunction("amount", Int, state=True)(at + Int.named("b")) + parsed("f(y)[z]")
    assert expression.names == {"x1", "b", "y", "z"}
    assert expression.calls == {"amount", "f"}


def test_an_expression_has_no_truth_while_a_game_is_compiled() -> None:
    with pytest.raises(TypeError, match="a < 1 has no value"):
        assert Int.named("a") < 1


def test_only_constants_of_the_engine_are_named_by_text() -> None:
    assert as_int("HELD").text == "HELD"
    for text in ("number1", "x + 1", "s.n[0]"):
        with pytest.raises(AssertionError):
            as_int(text)
