"""Lines through the last move's site, as source."""

from games.compiler.generic import condition, integer
from games.compiler.scope import Scope
from games.ludemes import conditions as c
from games.ludemes.kinds import Role


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
    slots = geometry.of_class(str(node.directions))
    if (slots != slots[0]).any():
        node.reject(f"lines along {node.directions} steps bend on this tiling")
    back = [geometry.used.index(s) for s in _opposite(scope)]
    axes = [(slot, back[slot]) for slot in slots[0].nonzero()[0].tolist() if slot < back[slot]]
    found, run, at = out.name("c"), out.name("run"), out.name("x")
    out.add(f"{found} = False")
    if not axes:
        return found
    pairs = ", ".join(f"({a}, {b})" for a, b in axes)
    with out.block(f"if {last} != NONE and {counts.format(last)}:"):
        ahead, behind = out.name("ahead"), out.name("behind")
        with out.block(f"for {ahead}, {behind} in ({pairs},):"):
            out.add(f"{run} = 1")
            for way in (ahead, behind):
                out.add(f"{at} = whole(s.step[{last} * SLOTS + {way}])")
                with out.block(f"while {at} != NONE and {counts.format(at)}:"):
                    out.add(f"{run} += 1")
                    out.add(f"{at} = whole(s.step[{at} * SLOTS + {way}])")
            sign = "==" if node.exact else ">="
            with out.block(f"if {run} {sign} {length}:"):
                out.add(f"{found} = True")
    return found


def _opposite(scope: Scope) -> list[int]:
    """Return the slot opposite each kept slot, in the tiling's numbers."""
    link, used = scope.geometry.tiling.slots.link, scope.geometry.used
    return [int(link[0, slot, 3]) for slot in used]
