"""What a ludeme cannot mean in its place, and sources of what it means, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.ir.expressions import Site, lifted

if TYPE_CHECKING:
    from typing import NoReturn

    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.kinds import Condition, Integer, Region


def unsupported(node: Ludeme) -> NoReturn:
    """Complain that a ludeme cannot be compiled here."""
    node.reject("is read, but cannot be compiled in this place yet")


def integer(node: Integer, scope: Scope) -> str:
    """Return the source of an integer."""
    return str(scope.integer(node))


def site(node: Integer, scope: Scope) -> str:
    """Return the source of the site that an integer means."""
    return str(scope.site(node))


def condition(node: Condition, scope: Scope) -> str:
    """Return the source of a condition."""
    return str(scope.condition(node))


def holds(test: Condition | None, scope: Scope) -> str:
    """Return the source of a condition; of none it holds."""
    return "True" if test is None else condition(test, scope)


def member(node: Region, at: str, scope: Scope) -> str:
    """Return the condition that `at`, a site of the board, is in a region."""
    return str(scope.inside(node, lifted(at, Site)))


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
    return str(scope.board_site(node))
