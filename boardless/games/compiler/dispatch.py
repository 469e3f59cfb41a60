"""Dispatchers: functions that compile a ludeme by its class."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from boardless.games.ludemes.kinds import Condition, Integer, Region

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import NoReturn

    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@singledispatch
def looked_at(rule: Ludeme, scope: Scope) -> None:
    """Add statements that carry out the result of a rule if it holds."""
    rule.reject("is read, but cannot be compiled yet")


@singledispatch
def carried_out(verdict: Ludeme, scope: Scope) -> None:
    """Add statements that carry out a result."""
    verdict.reject("is read, but cannot be compiled yet")


def unsupported(node: Ludeme) -> NoReturn:
    """Complain that a ludeme cannot be compiled here."""
    node.reject("is read, but cannot be compiled in this place yet")


@singledispatch
def integer(node: Ludeme, scope: Scope) -> str:
    """Return the source of an integer."""
    if isinstance(node, Integer) and type(node).meaning is not Integer.meaning:
        return str(node.meaning(scope))
    return unsupported(node)


def site(node: Integer, scope: Scope) -> str:
    """Return the source of the site that an integer means."""
    return str(node.as_site(scope))


@singledispatch
def condition(node: Ludeme, scope: Scope) -> str:
    """Return the source of a condition."""
    if isinstance(node, Condition) and type(node).meaning is not Condition.meaning:
        return str(node.meaning(scope))
    return unsupported(node)


def holds(test: Condition | None, scope: Scope) -> str:
    """Return the source of a condition; of none it holds."""
    return "True" if test is None else condition(test, scope)


@singledispatch
def member(node: Region, at: str, scope: Scope) -> str:
    """Return the condition that `at`, a site of the board, is in a region."""
    from boardless.games.compiler.expressions import Site, lifted

    if type(node).meaning is not Region.meaning:
        return str(node.meaning(scope).contains(lifted(at, Site)))
    return unsupported(node)


def may_be_in_hand(node: Integer, scope: Scope) -> bool:
    """Tell whether an integer may mean a site of a hand."""
    from boardless.games.ludemes.literals import Constant
    from boardless.games.ludemes.sites import FromSite, LastFrom

    if isinstance(node, FromSite):
        return scope.hand
    if isinstance(node, LastFrom):
        return bool(scope.model.hands)
    constant = isinstance(node, Constant) and not scope.model.growing
    return not node.facts.on_board and not constant


def board_site(node: Integer, scope: Scope) -> str:
    """Return the source of a site of the board; no site where an integer means one of a hand."""
    source = site(node, scope)
    return f"on_board(s, {source})" if may_be_in_hand(node, scope) else source


@singledispatch
def each_of(region: Region, scope: Scope) -> AbstractContextManager[str] | None:
    """Return a loop over the sites of a region that has one of its own."""
    return None
