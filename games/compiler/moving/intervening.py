"""Captures on two opposite sides of a site, as source."""

from boardless.games.compiler.intervals import bounds
from boardless.games.compiler.laid_out_lines import axes_table
from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.moving.capturing import again_along, aimed, captured, run
from boardless.games.compiler.moving.way_slots import Slots
from boardless.games.compiler.moving.ways import Walk, row_of, turns_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import captures as c
from boardless.games.ludemes.kinds import Directions
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT


@moves.register
def _(node: c.Intervene, scope: Scope, found: Found) -> None:
    out, directions = scope.out, node.directions or Directions.ADJACENT
    if not isinstance(directions, Directions) or not isinstance(scope.geometry, LayoutGeometry):
        node.reject("expected a class of directions, on a board that is laid out")
    sort = "off" if directions is Directions.OFF_DIAGONAL else str(directions).lower()
    table, most = axes_table(scope.geometry, sort, scope)
    target, effect = aimed(node.to)
    low, high = bounds(node.between.range if node.between else None, scope, ("1", "1"))

    def write(base: str) -> None:
        n, first = out.name("n"), out.name("row")
        out.add(f"{first} = {row_of(base, scope)} * {most}")
        with out.block(f"for {n} in range({first}, {first} + {most}):"):
            with out.block(f"if {table}[2 * {n} + 1] == {NO_SLOT}:"):
                out.add("continue")
            ends = [_walk(f"{table}[2 * {n} + {end}]", base, sort, scope) for end in (0, 1)]
            lengths = [run(walk, target, high, scope, "to") for walk in ends]
            both = " and ".join(f"{length} >= {low}" for length in lengths)
            with out.block(f"if {both}:"):
                out.add("pass")
                for walk, length in reversed(list(zip(ends, lengths, strict=True))):
                    with again_along(walk, base, length, scope) as at:
                        moves(
                            effect,
                            scope.binding(to=at),
                            lambda move: found(move.followed(node.then)),
                        )

    captured(node.from_, scope, write)


def _walk(slot: str, base: str, sort: str, scope: Scope) -> Walk:
    """Add the statements that begin a walk in a slot."""
    out = scope.out
    at, way, first = out.name("at"), out.name("t"), out.name("t")
    out.add(f"{at} = {base}")
    out.add(f"{first} = whole({slot})")
    out.add(f"{way} = {first}")
    return Walk(at, way, scope, base, turns_of(Slots(sort, ()), scope), first)
