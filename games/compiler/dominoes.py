"""Dominoes of two by four squares, as source."""

from contextlib import AbstractContextManager

from boardless.games.compiler.generic import condition, member, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.regions import each, each_of, marked
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import dominoes as d
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.integers import CentrePoint
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.regions import SitesHand


def _check_dominoes(node: Ludeme, scope: Scope) -> None:
    if not scope.model.uses(Dominoes):
        node.reject("expected (dominoes) among the equipment")


def _line(node: d.SitesLineOfPlay, scope: Scope) -> int:
    """Return the row of ``s.aside`` in which the line of play is marked, by statements before."""
    _check_dominoes(node, scope)
    row: int = scope.made.row()
    scope.out.add(f"line_of_play(s, {row}, {site(CentrePoint(), scope)})")
    return row


@each_of.register
def _(node: d.SitesLineOfPlay, scope: Scope) -> AbstractContextManager[str]:
    return marked(_line(node, scope), scope)


@member.register
def _(node: d.SitesLineOfPlay, at: str, scope: Scope) -> str:
    return f"(s.aside[{_line(node, scope)}, {at}] != 0)"


@condition.register
def _(node: d.IsPipsMatch, scope: Scope) -> str:
    _check_dominoes(node, scope)
    return f"is_matching(s, {scope.made.row()}, {site(node.at, scope)})"


def count_left(node: Ludeme, scope: Scope) -> tuple[str, int]:
    """Return the source of how many dominoes are left, and the row in which others are marked."""
    _check_dominoes(node, scope)
    row: int = scope.made.row()
    return f"dominoes_left(s, {row})", row


@moves.register
def _(node: d.TakeDomino, scope: Scope, found: Found) -> None:
    def act(inner: Scope) -> None:
        out = inner.out
        at, left, count = out.name("at"), out.name("left"), out.name("count")
        out.add(f"{at} = NONE")
        with (
            each(SitesHand(Role.MOVER), inner, hands=True) as free,
            out.block(f"if {at} == NONE and s.what[{free}] == 0:"),
        ):
            out.add(f"{at} = {free}")
        counted, row = count_left(node, inner)
        out.add(f"{count} = {counted}")
        with out.block(f"if {at} != NONE and {count} > 0:"):
            out.add(f"{left} = draw_of(s, {count}, 0)")
            out.add(f"add_to(s, {at}, left_domino(s, {row}, {left}), 1)")
            out.add("log_state(s, 0)")

    found(Candidate(scope, "NONE", "NONE", act).followed(node.then))
