"""Arithmetic is exact, and the same compiled and uncompiled."""

from itertools import product

import pytest

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.play import Position
from boardless.topo import InputError
from tests.games.compiler.boards import ALL, game_of, text_of, where

BIG = 2_000_000_000


def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero, 0 where b is 0."""
    return (abs(a) // abs(b) * (1 if a * b >= 0 else -1)) if b else 0


@pytest.mark.parametrize("a", [-7, -6, -1, 0, 7])
@pytest.mark.parametrize("b", [-3, 0, 2, 7])
def test_division_is_rounded_towards_zero(a: int, b: int) -> None:
    left = a - b * quotient(a, b)
    divisor = b or "(count Moves)"
    condition = f"(and (= (/ {a} {divisor}) {quotient(a, b)}) (= (% {a} {divisor}) {left}))"
    assert where(condition) == ALL


def test_compiled_arithmetic_is_that_of_whole_numbers() -> None:
    """The same sums with the numbers as they stand, which Numba folds, and by way of a site."""
    numbers = (-BIG, -7, 0, 3)
    results = {}
    for n, (a, b) in enumerate(product(numbers, numbers)):
        left = f"{a}" if (n + n // 4) % 2 or a == -BIG else f"(+ (to) {a - 4})"
        # A divisor that is always 0 is refused.
        divisor = b or "(- (to) 4)"
        results[f"(/ {left} {divisor})"] = quotient(a, b)
        results[f"(% {left} {divisor})"] = a - b * quotient(a, b)
        results[f"(* {left} {b})"] = a * b
        results[f"(- {left} {b})"] = a - b
        results[f"(max (abs {left}) (min {b} 5))"] = max(abs(a), min(b, 5))
    # What does not fit into a number of a description is compared in two steps.
    tests = [f"(= {form} (+ (* {n // BIG} {BIG}) {n % BIG}))" for form, n in results.items()]
    rows = [f"(and {{{' '.join(tests[n : n + 40])}}})" for n in range(0, len(tests), 40)]
    # Each row adds another component.
    rules = " ".join(
        f"(move Add (piece {n}) (to (sites Empty) if:{row}))" for n, row in enumerate(rows, 1)
    )
    text = text_of(play=f"(play (or {{{rules}}}))")
    plain, fast = games.compile(text, jit=False), games.compile(text)
    for game in (plain, fast):
        found = Position(game, game_technique("BASE-KEPT")).numbers().tolist()
        added = {rule for rule, _, site, *_ in found if site == 4 + 1}
        assert len(added) == len(rows)


@pytest.mark.parametrize(
    "integer",
    [
        f"(* {BIG} {BIG} {BIG})",
        f"(* {{{BIG} {BIG} {BIG}}})",
        f"(* 0 (* {BIG} {BIG} (to)))",
        f"(* (* {BIG} {BIG}) (- 0 {BIG}))",
        f"(+ (* {BIG} {BIG}) (* {BIG} {BIG}) (* {BIG} {BIG}))",
        "(* {(to) (to) (to) (count Moves)})",
        f"(abs (* {{{BIG} {BIG} (count Moves)}}))",
    ],
)
def test_integers_that_may_not_fit_are_refused(integer: str) -> None:
    with pytest.raises(InputError, match=r"^line 1, column \d+: \(. \.\.\.\): may need more than"):
        game_of(play=f"(play (move Add (to (sites Empty) if:(= 0 {integer}))))")


@pytest.mark.parametrize(
    "integer",
    [
        f"(* {BIG} {BIG})",
        "(* (to) (to))",
        f"(* (% (* {BIG} {BIG}) 8) {BIG})",
        "(+ (* (to) (to)) (* (count Moves) (count Moves)))",
        f"(* (min {{(to) {BIG} 3}}) {BIG})",
        f"(/ (* {BIG} {BIG}) (* {BIG} {BIG}))",
    ],
)
def test_integers_that_fit_are_not(integer: str) -> None:
    assert len(where(f"(<= 0 {integer})")) == 9
