"""Lines through the last move's site, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.laid_out_lines import line_laid_out
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes.kinds import Role
from boardless.state.engine.layout_geometry import LayoutGeometry


@condition.register
def _(node: c.IsLine, scope: Scope) -> str:
    out, geometry = scope.out, scope.geometry
    last, piece = out.name("x"), out.name("piece")
    out.add(f"{last} = {scope.last or 'whole(s.n[LAST])'}")
    out.add(f"{piece} = whole(s.what[{last}])")
    if node.whats is None:
        counts = f"s.what[{{}}] == {piece}"
    else:
        numbers = [integer(what, scope) for what in node.whats]
        if not numbers:
            return "False"
        counts = "(" + " or ".join(f"s.what[{{0}}] == {number}" for number in numbers) + ")"
    if node.role is not None and node.role is not Role.ALL:
        counts = f"({counts} and s.who[{{0}}] == {scope.player(node.role, node)})"
    if node.whats is None:
        counts = counts.replace("{}", "{0}")
    length = out.name("length")
    out.add(f"{length} = {integer(node.length, scope)}")
    if isinstance(geometry, LayoutGeometry):
        return line_laid_out(node, geometry, scope)
    if node.through or node.through_any or node.what or node.if_:
        node.reject("lines through other sites than the last need a board that is laid out")
    axes = geometry.axes(str(node.directions))
    if axes is None:
        node.reject(
            f"lines along {node.directions} steps end or turn off on the {geometry.tiling.name} "
            "tiling: choose one on which straight walks go on, such as square, 4.8.8 or rhombille"
        )
    found, run, at = out.name("c"), out.name("run"), out.name("x")
    out.add(f"{found} = False")
    if not any(axes):
        return found
    same = all(pairs == axes[0] for pairs in axes)
    straight = all(geometry.turns[0, slot] == slot for pair in axes[0] for slot in pair)
    with out.block(f"if {last} != NONE and {counts.format(last)}:"):
        loop, ways = _through(last, axes[:1] if same else axes, scope)
        with out.block(loop):
            out.add(f"{run} = 1")
            for way in ways:
                if same and straight:
                    _follow(scope, last, way, at, run, counts)
                else:
                    _follow_turning(scope, last, way, at, run, counts)
            sign = "==" if node.exact else ">="
            with out.block(f"if {run} {sign} {length}:"):
                out.add(f"{found} = True")
    return found


def _follow(scope: Scope, last: str, way: str, at: str, run: str, counts: str) -> None:
    """Count the pieces of a straight walk whose slot is the same from all cells."""
    out = scope.out
    slot = out.name("t")
    out.add(f"{slot} = {way}")
    out.add(f"{at} = whole(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE and {counts.format(at)}:"):
        out.add(f"{run} += 1")
        out.add(f"{at} = whole(s.step[{at} * SLOTS + {slot}])")


def _through(last: str, axes: list[list[tuple[int, int]]], scope: Scope) -> tuple[str, list[str]]:
    """Return the loop over the axes of a cell's prototile, and the slots of their two ways."""
    most = max(map(len, axes))
    # A prototile with fewer axes than another has some of them again.
    filled = [pairs[n % len(pairs)] for pairs in axes if pairs for n in range(most)]
    ways = scope.constant("AXES", [slot for pair in filled for slot in pair])
    axis = scope.out.name("axis")
    loop = f"for {axis} in range({most}):"
    if len(axes) > 1:
        first = scope.out.name("first")
        scope.out.add(f"{first} = whole(s.kind[{last}]) * {most}")
        loop = f"for {axis} in range({first}, {first} + {most}):"
    return loop, [f"whole({ways}[2 * {axis} + {way}])" for way in (0, 1)]


def _follow_turning(scope: Scope, last: str, way: str, at: str, run: str, counts: str) -> None:
    """Count the pieces of a walk that goes on in another slot from each cell."""
    out = scope.out
    # What leads nowhere is no way of an axis.
    turns = scope.constant("TURN", [max(0, t) for t in scope.geometry.turns.ravel().tolist()])
    slot, kind = out.name("t"), out.name("kind")
    out.add(f"{slot} = {way}")
    out.add(f"{kind} = whole(s.kind[{last}])")
    out.add(f"{at} = whole(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE and {counts.format(at)}:"):
        out.add(f"{run} += 1")
        out.add(f"{slot} = whole({turns}[{kind} * SLOTS + {slot}])")
        out.add(f"{kind} = whole(s.kind[{at}])")
        out.add(f"{at} = whole(s.step[{at} * SLOTS + {slot}])")
