"""What it takes to compile a ludeme: functions that look at its class.

`integer` and `condition` return an expression and may add statements before it; `site` returns the
site that an integer means, as the arrays count it: from 1, the hands' sites first, 0 for none.
`member` is the condition that a site is in a region. A ludeme that is added to the language is
added to the compiler as one function for its class, in the file of its kind.
"""

from functools import singledispatch
from typing import NoReturn

from boardless.games.compiler.known import known_condition, known_integer, known_member
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k


def unsupported(node: Ludeme) -> NoReturn:
    """Complain that a ludeme cannot be compiled here."""
    node.reject("is read, but cannot be compiled in this place yet")


@singledispatch
def integer(node: Ludeme, scope: Scope) -> str:
    """Return the source of an integer."""
    return known_integer(node, scope) or unsupported(node)


@singledispatch
def site(node: Ludeme, scope: Scope) -> str:
    """Return the source of the site that an integer means."""
    return f"site_of(s, {integer(node, scope)})"


@singledispatch
def condition(node: Ludeme, scope: Scope) -> str:
    """Return the source of a condition."""
    return known_condition(node, scope) or unsupported(node)


@singledispatch
def member(node: k.Region, at: str, scope: Scope) -> str:
    """Return the condition that `at`, a site of the board, is in a region."""
    return known_member(node, at, scope) or unsupported(node)


def may_be_in_hand(node: k.Integer, scope: Scope) -> bool:
    """Tell whether an integer may mean a site of a hand."""
    if isinstance(node, i.FromSite):
        return scope.hand
    if isinstance(node, i.LastFrom):
        return bool(scope.model.hands)
    constant = isinstance(node, k.Constant) and not scope.model.growing
    return not node.facts.on_board and not constant


def board_site(node: k.Integer, scope: Scope) -> str:
    """Return the source of a site of the board; no site where an integer means one of a hand."""
    source = site(node, scope)
    return f"on_board(s, {source})" if may_be_in_hand(node, scope) else source


def read_at(at: k.Integer, scope: Scope, array: str) -> str:
    """Return what `array` says of a site of the board or of a hand; 0 where there is none."""
    return f"whole(s.{array}[{site(at, scope)}])"
