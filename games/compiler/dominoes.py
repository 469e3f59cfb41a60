"""Dominoes of two by four squares, as source."""

from contextlib import AbstractContextManager

from boardless.games.compiler.covers import Covers
from boardless.games.compiler.generic import condition, member, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.regions import each, each_of, marked
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import dominoes as d
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.regions import SitesHand

#: The squares beside one, in the order of the kernels.
HEADINGS = ("N", "E", "S", "W")


def _tables(node: Ludeme, scope: Scope) -> str:
    """Return the tables that kernels of dominoes take, as source."""
    known = scope.made.asked
    if "dominoes" not in known:
        known["dominoes"] = _worked_out(node, scope)
    return str(known["dominoes"])


def _worked_out(node: Ludeme, scope: Scope) -> str:
    model = scope.model
    items = [item for item in model.items if isinstance(item, Dominoes)]
    if not items:
        node.reject("expected (dominoes) among the equipment")
    assert model.scene is not None
    pairs = iter([(a, b) for a in range(items[0].up_to + 1) for b in range(a, items[0].up_to + 1)])
    pips = [0, 0]
    for item in model.items:
        pips += next(pairs) if isinstance(item, Dominoes) else (0, 0)
    covers, sites = Covers.of(scope), model.scene.board.sites_of(model.layout_use)
    beside = [0] * 4 * (1 + model.hand_size)
    for at in range(len(sites)):
        near = sites.next_sites(at)
        ways = [near.get(heading) for heading in HEADINGS]
        beside += [1 + model.hand_size + way[0] if way else 0 for way in ways]
    names = (scope.constant("PIPS", pips), scope.constant("BESIDE", beside))
    shape = f"{covers.table}, {covers.places}, {covers.parts}, {covers.sites}"
    return ", ".join((shape, *names))


def _line(node: d.SitesLineOfPlay, scope: Scope) -> int:
    """Return the row of ``s.aside`` in which the line of play is marked, by statements before."""
    row: int = scope.made.row()
    tables = _tables(node, scope)
    assert scope.model.scene is not None
    (centre,) = scope.model.numbered([int(scope.model.scene.board.centre[0])])
    scope.out.add(f"line_of_play(s, {row}, {tables}, {centre})")
    return row


@each_of.register
def _(node: d.SitesLineOfPlay, scope: Scope) -> AbstractContextManager[str]:
    return marked(_line(node, scope), scope)


@member.register
def _(node: d.SitesLineOfPlay, at: str, scope: Scope) -> str:
    return f"(s.aside[{_line(node, scope)}, {at}] != 0)"


@condition.register
def _(node: d.IsPipsMatch, scope: Scope) -> str:
    row, tables = scope.made.row(), _tables(node, scope)
    return f"is_matching(s, {row}, {site(node.at, scope)}, {tables})"


def count_left(node: Ludeme, scope: Scope) -> tuple[str, int]:
    """Return the source of how many dominoes are left, and the row in which others are marked."""
    _tables(node, scope)
    row: int = scope.made.row()
    return f"dominoes_left(s, {row}, {Covers.of(scope).ways})", row


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
