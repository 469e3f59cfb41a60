"""Ludemes that are functions: their parameters are the grammar, the result tells the kind."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from boardless.games import LudemeError, compile
from boardless.games.building.builder import Builder
from boardless.games.building.scope import Scope
from boardless.games.language.facts import GLOBAL, PURE
from boardless.games.language.kinds import OURS, Condition, Integer
from boardless.games.language.ludeme import LUDEMES, Ludeme, ludeme
from boardless.games.language.signatures import syntax
from boardless.games.ludemes.literals import Constant
from boardless.ir.expressions import Bool, Int
from boardless.play import State

TWO = Constant(2)
#: A piece may be put on a site whose number is a multiple of a number.
MULTIPLES = """
(game "Multiples" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (start (place "Disc1" %s))
        (play (move Add (to (sites Empty) if:(is Multiple (to) of:%s))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.fixture(scope="module", autouse=True)
def multiple() -> Iterator[type[Ludeme]]:
    before = LUDEMES["is"].copy()

    @ludeme("is", "Multiple", source=OURS, facts=PURE)
    def is_multiple(node: Condition, b: Builder, number: Integer, *, of: Integer = TWO) -> Bool:
        """A number is a multiple of another, of 2 unless given.

        Example: (is Multiple (to))
        """
        if of == Constant(0):
            node.reject("expected a number other than 0")
        return b.integer(number) % b.integer(of) == 0

    @ludeme("late", facts=GLOBAL)
    def late(b: Scope) -> Int:
        """The player who moves.

        Example: (late)
        """
        return b.mover

    (made,) = (cls for cls in LUDEMES["is"] if cls.variant == "Multiple")
    yield made
    LUDEMES["is"] = before
    del LUDEMES["late"]


def test_parameters_are_the_grammar(multiple: type[Ludeme]) -> None:
    assert (multiple.__name__, multiple.source) == ("IsMultiple", "Of this program")
    assert issubclass(multiple, Condition)
    assert syntax(multiple) == "(is Multiple <integer> [of:<integer>])"
    node = multiple(Constant(4))
    assert str(node) == "(is Multiple 4)"
    assert pickle.loads(pickle.dumps(node)) == node


@pytest.mark.parametrize(("of", "moves"), [("4", 3), ("(late)", 8)])
def test_it_is_played(of: str, moves: int) -> None:
    assert len(State(compile(MULTIPLES % (1, of), jit=False)).legal_moves) == moves


def test_it_rejects_with_its_place() -> None:
    with pytest.raises(LudemeError, match=r"line 5, .*\(is Multiple \.\.\.\): expected a number"):
        compile(MULTIPLES % (1, 0), jit=False)


def test_a_meaning_with_a_scope_is_not_known_before_the_first_move() -> None:
    with pytest.raises(LudemeError, match=r"\(late \.\.\.\): is not known before the first move"):
        compile(MULTIPLES % ("(late)", 1), jit=False)


def test_a_result_of_no_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="forgetful has to return one of Int, Site, Bool"):

        @ludeme("forgetful", facts=PURE)
        def forgetful(b: Builder) -> str:
            """It is of no kind."""
            return ""
