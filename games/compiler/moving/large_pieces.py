"""Moves of pieces that cover several sites of a board that is laid out, as source."""

from boardless.games.compiler.covers import Covers
from boardless.games.compiler.generic import integer
from boardless.games.compiler.moving.candidates import Candidate, Found
from boardless.games.compiler.regions import cleared_row, each, in_order
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import moves as m


def add_large(node: m.Add, component: str, scope: Scope, found: Found) -> None:
    """Add statements that find where a component may be added, in every way to lie.

    A state that is given is the one way that is meant. No more is asked of a site than that all
    that are covered are free.
    """
    covers, out = Covers.of(scope), scope.out
    state = node.piece.state if node.piece is not None else None

    def act(inner: Scope) -> None:
        row = covers.row("number1", "number2", "site")
        line = f"add_large(s, {covers.table}, {row}, {covers.parts}, site, number1, number2)"
        inner.out.add(line)

    with in_order(node.to.target, scope) as to:
        inner, way, asked = scope.binding(to=to), out.name("way"), out.name("asked")
        out.add(f"{asked} = {'-1' if state is None else integer(state, inner)}")
        with out.block(f"for {way} in range(whole({covers.ways}[{component}])):"):
            row = covers.row(component, way, to)
            free = f"is_free_for(s, {covers.table}, {row}, {covers.parts})"
            with out.block(f"if ({asked} == -1 or {asked} == {way}) and {free}:"):
                move = Candidate(inner, to, to, act, numbers=(component, way))
                found(move.followed(node.then))


def move_large(node: m.FromTo, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find where a piece may go that covers several sites.

    Its first part goes to a site of the region or, once more, to one that it covers now; all that
    it comes to cover is among these.
    """
    covers, out = Covers.of(scope), scope.out
    what, own, n = (out.name(stem) for stem in ("what", "row", "n"))
    out.add(f"{what} = whole(s.what[{origin}])")
    out.add(f"{own} = {covers.row(what, f'way_at(s, {origin})', origin)}")
    row = cleared_row(scope)
    with each(node.to.target, scope, hands=True) as to:
        out.add(f"s.aside[{row}, {to}] = 1")
    covered = f"whole({covers.table}[{own} + {n}])"
    with out.block(f"for {n} in range({covers.parts} if {origin} > HELD else 0):"):
        out.add(f"s.aside[{row}, {covered}] = 1")

    def act(inner: Scope) -> None:
        what = "whole(s.what[origin])"
        before = covers.row(what, "way_at(s, origin)", "origin")
        after = covers.row(what, "number1", "site")
        where = f"{before}, {after}, {covers.parts}, origin, site, number1"
        inner.out.add(f"move_large(s, {covers.table}, {where})")

    def ways_to(to: str) -> None:
        way = out.name("way")
        with out.block(f"for {way} in range(whole({covers.ways}[{what}])):"):
            at = covers.row(what, way, to)
            fits = f"is_marked_for(s, {covers.table}, {at}, {covers.parts}, {row})"
            other = f"({to} != {origin} or {way} != way_at(s, {origin}))"
            with out.block(f"if {other} and {fits}:"):
                inner = scope.binding(to=to)
                found(Candidate(inner, origin, to, act, numbers=(way,)).followed(node.then))

    with out.block(f"if {origin} <= HELD or part_at(s, {origin}) == 0:"):
        with each(node.to.target, scope, hands=True) as to:
            ways_to(to)
        with out.block(f"for {n} in range(1, {covers.parts} if {origin} > HELD else 0):"):
            to = out.name("to")
            out.add(f"{to} = {covered}")
            with out.block(f"if {to} != NONE:"):
                ways_to(to)


def lay_dominoes(node: m.FromTo, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find where a domino of a hand may be laid, in every way to lie.

    Its first square goes to a site of the region, and all of them are sites of it.
    """
    out = scope.out
    what, way = out.name("what"), out.name("way")
    out.add(f"{what} = whole(s.what[{origin}])")
    row, grown = cleared_row(scope), scope.made.row()
    with each(node.to.target, scope, hands=True) as to:
        out.add(f"s.aside[{row}, {to}] = 1")

    def act(inner: Scope) -> None:
        inner.out.add(f"lay_domino(s, {grown}, origin, site, number1)")

    with (
        each(node.to.target, scope, hands=True) as to,
        out.block(f"for {way} in range(PART_WAYS):"),
        out.block(f"if domino_fits(s, {row}, {to}, {what}, {way}):"),
    ):
        inner = scope.binding(to=to)
        found(Candidate(inner, origin, to, act, numbers=(way,)).followed(node.then))
