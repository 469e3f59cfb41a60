"""Tiles that cover several cells and are laid, as source."""

from contextlib import ExitStack

from boardless.games.compiler.generic import condition, member
from boardless.games.compiler.large_tiles import large_tables
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.walking import starts
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import rotations, turn_unit
from boardless.games.ludemes.large_tiles import Cover


@moves.register
def _(node: Cover, scope: Scope, found: Found) -> None:
    if not large_tables(scope.model, scope.geometry).most_parts:
        node.reject("expected tiles with parts among the equipment")

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        what, part = out.name("what"), out.name("n")
        out.add(f"{what} = whole(s.what[{origin}])")
        with out.block(f"for {part} in range(whole(PART_COUNTS[{what}])):"):
            _beside(node, scope, found, (origin, what, part))

    starts(node.from_, scope, write)


def _beside(node: Cover, scope: Scope, found: Found, names: tuple[str, str, str]) -> None:
    """Add statements that find the layings in which a part is the first that is in the region."""
    origin, what, part = names
    out, row = scope.out, scope.made.row()
    turned, cells, fits, n, to = (out.name(stem) for stem in ("turned", "cells", "fits", "n", "x"))

    def act(scope: Scope) -> None:
        scope.out.add("lay_large(s, origin, site, number1, number2)")

    with each(node.to.target, scope.binding(part=_component(what, part))) as at, ExitStack() as way:
        way.enter_context(out.block(f"for {turned} in {_turns(node, scope)}:"))
        way.enter_context(out.block(f"if PART_TURNS[{what}] >> {turned} & 1 != 0:"))
        out.add(f"{cells} = whole(s.n[COUNT])")
        out.add(f"{fits} = finds_room(s, {row}, {what}, {turned}, {part}, {at})")
        if node.to.if_ is not None:
            each_part = f"for {n} in range(whole(PART_COUNTS[{what}])):"
            with out.block(each_part), out.block(f"if {fits}:"):
                out.add(f"{to} = whole(s.aside[{row}, {n}])")
                inner = scope.binding(to=to, part=_component(what, n))
                out.add(f"{fits} = bool({condition(node.to.if_, inner)})")
        with out.block(f"for {n} in range({part}):"), out.block(f"if {fits}:"):
            out.add(f"{to} = whole(s.aside[{row}, {n}])")
            inner = scope.binding(part=_component(what, n))
            out.add(f"{fits} = not {member(node.to.target, to, inner)}")
        out.add(f"drop_down_to(s, {cells})")
        with out.block(f"if {fits}:"):
            inner = scope.binding(to=at)
            move = Candidate(inner, origin, at, act, numbers=(turned, part))
            found(move.followed(node.then))


def _component(what: str, part: str) -> str:
    """Return the source of the component that a tile puts on the cell of a part."""
    return f"whole(PART_COMPONENTS[{what} * MOST_PARTS + {part}])"


def _turns(node: Cover, scope: Scope) -> str:
    """Return the source of the ways in which tiles may lie."""
    if node.to.rotations is None:
        return "range(PART_WAYS)"
    sides = int(scope.geometry.of_class("Orthogonal")[0].sum())
    return str(tuple(each // turn_unit(sides) for each in rotations(node.to.rotations, scope)))
