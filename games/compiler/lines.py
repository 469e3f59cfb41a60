"""Lines on boards of tilings, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.laid_out_lines import Counts, lies, line_laid_out
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes.kinds import Role
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry


@condition.register
def _(node: c.IsLine, scope: Scope) -> str:
    if isinstance(scope.geometry, LayoutGeometry):
        return line_laid_out(node, scope.geometry, scope)
    out = scope.out
    length, found = out.name("length"), out.name("c")
    out.add(f"{length} = {integer(node.length, scope)}")
    out.add(f"{found} = False")
    if node.through is None and node.through_any is None:
        pivot = out.name("x")
        out.add(f"{pivot} = {scope.last or 'whole(s.n[LAST])'}")
        _line_through(node, pivot, length, found, scope)
        return found
    with each(node.through_any or k.Single(node.through or i.LastTo()), scope) as pivot:
        _line_through(node, pivot, length, found, scope)
    return found


def _line_through(node: c.IsLine, pivot: str, length: str, found: str, scope: Scope) -> None:
    """Add the statements that look for a line through one site of a tiling."""
    out, geometry = scope.out, scope.geometry
    assert isinstance(geometry, Geometry)
    axes = geometry.axes(str(node.directions))
    if axes is None:
        node.reject(
            f"lines along {node.directions} steps end or turn off on the {geometry.tiling.name} "
            "tiling: choose one on which straight walks go on, such as square, 4.8.8 or rhombille"
        )
    if not any(axes):
        return
    counts, run, at = _counted(node, pivot, scope), out.name("run"), out.name("x")
    same = all(pairs == axes[0] for pairs in axes)
    straight = all(geometry.turns[0, slot] == slot for pair in axes[0] for slot in pair)
    with (
        out.block(f"if {pivot} != NONE and not {found}:"),
        out.block(f"if {counts(pivot, scope)}:"),
    ):
        loop, ways = _through(pivot, axes[:1] if same else axes, scope)
        with out.block(loop):
            out.add(f"{run} = 1")
            for way in ways:
                if same and straight:
                    _follow(scope, pivot, way, at, run, counts)
                else:
                    _follow_turning(scope, pivot, way, at, run, counts)
            sign = "==" if node.exact else ">="
            with out.block(f"if {run} {sign} {length}:"):
                out.add(f"{found} = True")


def _counted(node: c.IsLine, pivot: str, scope: Scope) -> Counts:
    """Return what tells whether a cell counts as one of the line."""
    out, whats = scope.out, node.whats
    if whats is None and node.what is not None:
        whats = (node.what,)
    if whats is None:
        piece = out.name("piece")
        out.add(f"{piece} = whole(s.what[{pivot}])")
        numbers = [piece]
    else:
        numbers = [integer(what, scope) for what in whats]
    test = lies(numbers, scope)
    if node.role is not None and node.role is not Role.ALL:
        test = f"{test} and s.who[{{0}}] == {scope.player(node.role, node)}"
    return Counts(test, node.if_)


def _follow(scope: Scope, last: str, way: str, at: str, run: str, counts: Counts) -> None:
    """Count the pieces of a straight walk whose slot is the same from all cells."""
    out = scope.out
    slot = out.name("t")
    out.add(f"{slot} = {way}")
    out.add(f"{at} = whole(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE:"):
        with out.block(f"if not {counts(at, scope)}:"):
            out.add("break")
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


def _follow_turning(scope: Scope, last: str, way: str, at: str, run: str, counts: Counts) -> None:
    """Count the pieces of a walk that goes on in another slot from each cell."""
    out = scope.out
    # What leads nowhere is no way of an axis.
    turns = scope.constant("TURN", [max(0, t) for t in scope.geometry.turns.ravel().tolist()])
    slot, kind = out.name("t"), out.name("kind")
    out.add(f"{slot} = {way}")
    out.add(f"{kind} = whole(s.kind[{last}])")
    out.add(f"{at} = whole(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE:"):
        with out.block(f"if not {counts(at, scope)}:"):
            out.add("break")
        out.add(f"{run} += 1")
        out.add(f"{slot} = whole({turns}[{kind} * SLOTS + {slot}])")
        out.add(f"{kind} = whole(s.kind[{at}])")
        out.add(f"{at} = whole(s.step[{at} * SLOTS + {slot}])")
