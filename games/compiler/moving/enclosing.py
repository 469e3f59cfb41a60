"""Moves of whole groups: those shut in, and those of the mover, as source."""

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.groups import own_groups
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.capturing import captured, taken
from boardless.games.compiler.moving.ways import steps
from boardless.games.compiler.regions import cleared_row
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import captures as c
from boardless.games.ludemes import conditions
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k


@moves.register
def _(node: c.Enclose, scope: Scope, found: Found) -> None:
    out = scope.out
    target, effect = taken(node.between)
    empty = any(isinstance(part, conditions.IsEmpty) for part in inside(target))
    exceptions = out.name("most")
    most = "0" if node.num_exception is None else integer(node.num_exception, scope)
    out.add(f"{exceptions} = {most}")

    def aimed(at: str) -> str:
        return condition(target, scope.binding(between=at))

    def write(base: str) -> None:
        group = Filling(scope, node.directions)
        left, open_ = out.name("left"), out.name("open")
        with out.block(f"if s.what[{base}] != 0:"):
            for at in steps(node.directions, base, scope):
                begins = f"{aimed(at)} or ({exceptions} > 0 and s.what[{at}] == 0)"
                with out.block(f"if not {group.met(at)} and ({begins}):"):
                    out.add(f"{left} = {exceptions} - (s.what[{at}] == 0)")
                    out.add(f"{open_} = False")
                    group.begin(scope)
                    group.enter(at, scope)
                    # Without exceptions a group is open as soon as a part of it is.
                    stop = open_ if node.num_exception is None else None
                    for to in group.beside(scope, stop):
                        free = f"s.what[{to}] == 0"
                        with out.block(f"if {aimed(to)}:"):
                            group.enter(to, scope)
                        with out.block(f"elif {free} and {left} > 0:"):
                            group.enter(to, scope)
                            out.add(f"{left} -= 1")
                        with out.block(f"elif {free}:"):
                            out.add(f"{open_} = True")
                    if empty:
                        with out.block(f"if not {open_}:"):
                            out.add(f"{open_} = not {_hangs_together(group, scope)}")
                    with out.block(f"if not {open_}:"), group.each(scope) as caught:
                        moves(
                            effect,
                            scope.binding(between=caught),
                            lambda move: found(move.followed(node.then)),
                        )

    captured(node.from_, scope, write)


def _hangs_together(group: Filling, scope: Scope) -> str:
    """Return the source of whether the sites around a group are a chain, as Ludii goes along it.

    From the first that was met it goes on to the first neighbour that is left, and never back.
    """
    out, row = scope.out, cleared_row(scope)
    count, at = out.name("count"), out.name("x")
    chained, there = out.name("chained"), out.name("x")
    out.add(f"{count} = 0")
    out.add(f"{at} = NONE")
    for to in group.beside(scope):
        with out.block(f"if s.aside[{row}, {to}] == 0:"):
            out.add(f"s.aside[{row}, {to}] = 1")
            out.add(f"{count} += 1")
            with out.block(f"if {at} == NONE:"):
                out.add(f"{at} = {to}")
    out.add(f"{chained} = True")
    with out.block(f"while {chained} and {count} > 1:"):
        out.add(f"{chained} = False")
        out.add(f"{there} = NONE")
        for to in steps(d.NamedWays((k.Directions.ALL,)), at, scope):
            with out.block(f"if {there} == NONE and s.aside[{row}, {to}] != 0:"):
                out.add(f"{there} = {to}")
        with out.block(f"if {there} != NONE:"):
            out.add(f"s.aside[{row}, {at}] = 0")
            out.add(f"{at} = {there}")
            out.add(f"{count} -= 1")
            out.add(f"{chained} = True")
    return chained


@moves.register
def _(node: g.ForEachGroup, scope: Scope, found: Found) -> None:
    def followed(move: Candidate) -> None:
        found(move.followed(node.then))

    with own_groups(node.directions, node.if_, scope) as filling:
        moves(node.moves, scope.binding(group=filling), followed)
