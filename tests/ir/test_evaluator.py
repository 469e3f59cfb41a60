"""The evaluator of nodes: what nodes mean, and games that it plays as plain Python does."""

import textwrap
from typing import Any

import numpy as np
import pytest

from boardless.games.game import compile
from boardless.games.library import PACKAGED
from boardless.ir import evaluator
from boardless.ir.evaluator import Evaluator
from boardless.ir.expressions import OPERATIONS
from boardless.ir.parsing import statements_of
from tools.evaluated import difference

#: Games of lines, captures, connection, tiles, cards and dice, of one mover and of all at once, on
#: boards that grow and that are laid out.
GAMES = (
    "Can't Stop", "Connect Four", "Diamant", "Dots and Boxes", "Hex", "Love Letter", "Othello",
    "Plotto", "Sushi Go!", "Trax", "Yavalath", "Yinsh",
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_games_are_played_as_by_plain_python(name: str) -> None:
    assert difference(compile(PACKAGED.text(f"{name}.lud"), jit=False), seed=1, plies=8) == ""


def test_a_wrong_meaning_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, "^", OPERATIONS["|"])
    game = compile(PACKAGED.text("Tic-Tac-Toe.lud"), jit=False)
    assert difference(game, seed=1, plies=1) == "after 0 moves: key"


def evaluated(body: str, *arguments: Any, given: str = "s: Arrays, a: int, b: int") -> Any:
    """Return the result of a function with a body, in a module that has another function."""
    pair = "def pair(s: Arrays, a: int) -> tuple[int, int]:\n    return a, a + 1"
    text = f"def f({given}) -> int:\n{textwrap.indent(textwrap.dedent(body), '    ')}"
    functions = [statement for each in (text, pair) for statement in statements_of(each)]
    module = Evaluator(functions, {"np": np, "TABLE": np.arange(6, dtype=np.uint8).reshape(2, 3)})
    return module.f(*arguments)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("a + b", 10),
        ("a - b", 4),
        ("-a // b", -3),
        ("-a % b", 2),
        ("a * 2**62", -(2**62)),
        ("a << 61", -(2**61)),
        ("(2**63 - 1) + 1", -(2**63)),
        ("-(a * 2**60) - b * 2**60", 6 * 2**60),
        ("-(a - 8 - (2**63 - 1))", -(2**63)),
        ("(b - 1) ** 64", 0),
        ("-a >> 1", -4),
        ("~a ^ b | 1", -5),
        ("b if a < b else a", 7),
        ("0 < b < a", True),
        ("0 < a < b", False),
        ("a in (3, 7)", True),
        ("not a or b == 3", True),
        ("a == 7 or missing", True),
        ("TABLE[1, 0]", 3),
        ("TABLE[-1, -1]", 5),
        ("TABLE.shape[1]", 3),
        ("max(a, b, 9)", 9),
        ("bits_set(-1)", 64),
        ("lowest_bit(a - 3)", 2),
        ("mix(0, 1) >> 60", 14),
        ("below(mix(0, 1), 10)", 8),
    ],
)
def test_expressions_have_values(expression: str, value: int) -> None:
    assert evaluated(f"return {expression}", None, 7, 3) == value


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("a, b = b, a\nreturn a - b", -4),
        ("a, b = pair(s, b)\nreturn a * b", 12),
        ("a = 0\nfor n in range(b):\n    a += n\nreturn a", 3),
        ("for n in range(9, 0, -1):\n    if n == a:\n        break\nreturn n", 7),
        ("a = 0\nfor n in (1, 2):\n    if n == b - 1:\n        continue\n    a += n\nreturn a", 1),
        ("while a > 0:\n    while True:\n        break\n    a -= b\nreturn a", -2),
        ("for n in (1, 2):\n    for m in (1, 3):\n        if m * n == 6:\n            return n", 2),
        ("if a < b:\n    a = 1\nelif a == 7:\n    a = 2\nelse:\n    a = 3\nreturn a", 2),
        ("row = np.zeros((2, 2), np.uint8)\nrow[1, 0] = -a\nreturn row[1, 0]", 249),
        ("row = np.zeros(2, np.int32)\nrow[1] = 2**33 + a\nreturn row[1]", 7),
        ("row = np.zeros(4, np.int64)\nrow[1:3] = a\nreturn row[2] + row[3]", 7),
        ("row = np.zeros(4, np.uint64)\nrow[0] = mix(1, 1)\nreturn row[0] == mix(1, 1)", True),
    ],
)
def test_statements_change_variables_and_arrays(body: str, value: int) -> None:
    assert evaluated(body, None, 7, 3) == value


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("return c", NameError),
        ("if a < b:\n    c = 1\nreturn c", KeyError),
        ("return TABLE[2, 0]", IndexError),
        ("return a // (b - 3)", ZeroDivisionError),
        ("return pair(s)", TypeError),
    ],
)
def test_nothing_undefined_has_a_value(body: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        evaluated(body, None, 7, 3)


def test_sums_that_do_not_wrap_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "wrapped", lambda number: number)
    assert evaluated("return a * 2**62", None, 7, 3) > 2**63
