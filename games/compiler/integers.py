"""Integers and the sites that they mean, as source."""

from boardless.games.compiler.boards import MAX_CELLS
from boardless.games.compiler.generic import board_site, integer, member, read_at, site
from boardless.games.compiler.known import known_integer
from boardless.games.compiler.laid_out_steps import ahead_laid_out
from boardless.games.compiler.levels import read_level
from boardless.games.compiler.model import player_of, slot_of
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.several import extreme, total
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Around, Directions, Role
from boardless.state.engine.layout_geometry import LayoutGeometry


@integer.register
def _(node: k.Constant, scope: Scope) -> str:
    return str(node.value) if node.value >= 0 else f"({node.value})"


@integer.register(i.CentrePoint)
@integer.register(i.Ahead)
@integer.register(i.LastTo)
@integer.register(i.LastFrom)
@integer.register(i.ToSite)
@integer.register(i.FromSite)
@integer.register(i.BetweenSite)
@integer.register(i.IteratedSite)
def _(node: k.Integer, scope: Scope) -> str:
    return f"number_of(s, {site(node, scope)})"


@site.register
def _(node: k.Constant, scope: Scope) -> str:
    count = len(scope.model.cells)
    if 0 <= node.value < count:
        return str(scope.model.hand_size + node.value + 1)
    scene = scope.model.scene
    held = 0 if scene is None else scene.inventory.sites
    if scope.model.growing or count <= node.value < held:
        return f"site_of(s, {integer(node, scope)})"
    if scope.model.scene is not None and (found := scope.model.held_site(node.value)):
        return str(found)
    return node.reject(f"{node.value} is no site: the board has sites 0 to {count - 1}")


@site.register
def _(node: i.CentrePoint, scope: Scope) -> str:
    if scope.model.growing and scope.model.effects:
        # That of the first board, from which cells are named.
        last = scope.geometry.kinds - 1
        return f"find(s, whole(s.origin[0]) * KINDS + {last} + whole(s.origin[1]) * ROW)"
    if scope.model.growing:
        # Where the centre of the first board is, to which all cells are named relative.
        if scope.geometry.kinds > 1:
            node.reject("a board of several sorts of cells has a centre at the start only")
        return "find(s, whole(s.origin[0]) + whole(s.origin[1]) * ROW)"
    layout = scope.model.layout
    centre = scope.model.board.centre if layout is None else layout.board.centre
    return str(scope.model.hand_size + int(centre[0]) + 1)


@site.register
def _(node: i.Ahead, scope: Scope) -> str:
    if isinstance(scope.geometry, LayoutGeometry):
        return ahead_laid_out(node, scope)
    slot = slot_of(scope.geometry, node)
    at, out = scope.out.name("x"), scope.out
    steps = "1" if node.steps is None else integer(node.steps, scope)
    out.add(f"{at} = {board_site(node.site, scope)}")
    if steps == "1":
        # From no cell a step leads to no cell.
        out.add(f"{at} = whole(s.step[{at} * SLOTS + {slot}])")
    elif scope.model.growing:
        out.add(f"{at} = ahead(s, {at}, {slot}, {steps})")
    else:
        with out.block(f"for _ in range({steps}):"):
            with out.block(f"if {at} == NONE:"):
                out.add("break")
            out.add(f"{at} = whole(s.step[{at} * SLOTS + {slot}])")
    return at


@site.register
def _(node: i.LastTo, scope: Scope) -> str:
    if node.after_consequence:
        return "whole(s.n[DONE])"
    return scope.last or "whole(s.n[LAST])"


@site.register
def _(node: i.LastFrom, scope: Scope) -> str:
    if node.after_consequence:
        node.reject("is read, but cannot be compiled yet")
    return "whole(s.n[FROM])"


@site.register
def _(node: i.ToSite, scope: Scope) -> str:
    return scope.bound("to", node)


@site.register
def _(node: i.FromSite, scope: Scope) -> str:
    return scope.bound("origin", node)


@site.register
def _(node: i.BetweenSite, scope: Scope) -> str:
    return scope.between or "NONE"


@site.register
def _(node: i.IteratedSite, scope: Scope) -> str:
    return scope.bound("iterated", node)


@integer.register
def _(node: b.SidesOf, scope: Scope) -> str:
    if isinstance(scope.geometry, LayoutGeometry):
        node.reject("needs a board that grows")
    sides = scope.constant("SIDES", scope.geometry.of_class("Orthogonal").sum(axis=1).tolist())
    at = scope.out.name("x")
    scope.out.add(f"{at} = {board_site(node.of, scope)}")
    kind = f"whole(s.kind[{at}])" if scope.geometry.kinds > 1 else "0"
    return f"(whole({sides}[{kind}]) if {at} != NONE else -1)"


@integer.register
def _(node: b.MapEntry, scope: Scope) -> str:
    scene = scope.model.scene
    if scene is None:
        node.reject("maps need a board that is laid out")
    known = known_integer(node, scope)
    if known is not None:
        return known
    entries: dict[int, int] = {}
    for name, pairs in scope.model.maps:
        if node.name in (None, name):
            entries = pairs | entries
    entries = {key: value for key, value in entries.items() if 0 <= key < MAX_CELLS}
    table = [entries.get(key, key) for key in range(max(entries, default=0) + 1)]
    values = scope.constant("MAP", table)
    key = scope.out.name("key")
    source = (
        scope.player(node.key, node) if isinstance(node.key, Role) else integer(node.key, scope)
    )
    scope.out.add(f"{key} = {source}")
    return f"(whole({values}[{key}]) if 0 <= {key} < {len(table)} else {key})"


@integer.register
def _(node: b.IteratedValue, scope: Scope) -> str:
    return scope.bound("value", node)


@integer.register
def _(node: b.IteratedPlayer, scope: Scope) -> str:
    return scope.bound("player_", node)


@integer.register
def _(node: i.CountSites, scope: Scope) -> str:
    region, out = node.in_, scope.out
    if (
        isinstance(region, r.SitesAround)
        and region.which is Around.NOT_EMPTY
        and isinstance(region.where, i.ToSite)
        and region.directions is Directions.ADJACENT
        and not scope.model.effects
    ):
        # Kept from move to move for every site.
        return f"whole(s.near[{scope.bound('to', region.where)}])"
    count = out.name("count")
    out.add(f"{count} = 0")
    everywhere = isinstance(region, r.SitesOccupied) and region.container is None
    if everywhere and scope.model.effects and scope.model.hand_size:
        # What lies in hands is somewhere, too.
        at = out.name("h")
        with (
            out.block(f"for {at} in range(1, HELD + 1):"),
            out.block(f"if {member(region, at, scope)}:"),
        ):
            out.add(f"{count} += 1")
    with each(region, scope):
        out.add(f"{count} += 1")
    return count


@integer.register
def _(node: i.CountMoves, scope: Scope) -> str:
    return "whole(s.n[PLIES])"


@integer.register
def _(node: i.CountPlayers, scope: Scope) -> str:
    return "PLAYERS"


@integer.register
def _(node: i.What, scope: Scope) -> str:
    uppermost = isinstance(node.level, b.TopLevel) and node.level.at == node.at
    if scope.model.stacking and not uppermost:
        # As in Ludii what lies lowest, though the owner is that of the uppermost.
        return read_level(node.at, node.level or k.Constant(0), scope, "what_at(s, ")
    return read_at(node.at, scope, "what")


@integer.register
def _(node: i.Who, scope: Scope) -> str:
    if node.level is not None and scope.model.stacking:
        return read_level(node.at, node.level, scope, "who_at(s, ")
    return read_at(node.at, scope, "who")


@integer.register
def _(node: i.ComponentId, scope: Scope) -> str:
    role, model = node.role, scope.model
    if role in (Role.MOVER, Role.NEXT, Role.PREVIOUS, Role.PLAYER):
        owners = range(1, model.players + 1)
        numbers = [str(model.component_id(node.component, node, owner)) for owner in owners]
        return f"({', '.join(numbers)},)[{scope.player(role, node)} - 1]"
    owner = player_of(role) if role else None
    if role is Role.SHARED and model.scene is not None:
        # What is shared belongs to a player behind the last.
        owner = model.players + 1
    return str(model.component_id(node.component, node, owner))


@integer.register
def _(node: i.PlayerId, scope: Scope) -> str:
    return scope.player(node.role, node)


@integer.register
def _(node: i.MoverNumber, scope: Scope) -> str:
    return scope.mover


@integer.register
def _(node: i.NextNumber, scope: Scope) -> str:
    return scope.player(Role.NEXT, node)


@integer.register(i.Sum)
@integer.register(i.Product)
def _(node: i.Sum | i.Product, scope: Scope) -> str:
    sign = "+" if isinstance(node, i.Sum) else "*"
    if not any(isinstance(value, k.Integers) for value in node.values):
        return f"({f' {sign} '.join(integer(value, scope) for value in node.values)})"
    return total(node.values, sign, scope)


@integer.register
def _(node: i.Minus, scope: Scope) -> str:
    left = integer(node.left, scope)
    return f"(-{left})" if node.right is None else f"({left} - {integer(node.right, scope)})"


@integer.register
def _(node: i.Quotient, scope: Scope) -> str:
    return f"quotient({integer(node.left, scope)}, {integer(node.right, scope)})"


@integer.register
def _(node: i.Remainder, scope: Scope) -> str:
    left, right = scope.out.name("a"), scope.out.name("b")
    scope.out.add(f"{left} = {integer(node.left, scope)}")
    scope.out.add(f"{right} = {integer(node.right, scope)}")
    return f"({left} - {right} * quotient({left}, {right}))"


@integer.register
def _(node: i.Absolute, scope: Scope) -> str:
    return f"abs({integer(node.value, scope)})"


@integer.register(i.Minimum)
@integer.register(i.Maximum)
def _(node: i.Minimum | i.Maximum, scope: Scope) -> str:
    function = "min" if isinstance(node, i.Minimum) else "max"
    if not any(isinstance(value, k.Integers) for value in node.values):
        sources = [integer(value, scope) for value in node.values]
        return sources[0] if len(sources) == 1 else f"{function}({', '.join(sources)})"
    return extreme(node.values, function, scope)
