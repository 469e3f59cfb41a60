"""Integers, conditions and regions as source.

`integer` and `condition` return an expression and may add statements before it; `each` opens a loop
over a region; `member` is the condition that a site is in a region. A ludeme that is added to the
language is added here as one function for its class.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import singledispatch

from games.compiler.model import player_of, slot_of, static_sites
from games.compiler.scope import Scope, all_of
from games.language.ludeme import Ludeme
from games.ludemes import conditions as c
from games.ludemes import integers as i
from games.ludemes import kinds as k
from games.ludemes import regions as r
from games.ludemes.kinds import Around, Role


def unsupported(node: Ludeme) -> str:
    """Complain that a ludeme cannot be compiled here."""
    return node.reject("is read, but cannot be compiled in this place yet")


# -- integers ----------------------------------------------------------------------------------


@singledispatch
def integer(node: Ludeme, scope: Scope) -> str:
    """Return the source of an integer."""
    return unsupported(node)


@integer.register
def _(node: k.Constant, scope: Scope) -> str:
    return str(node.value) if node.value >= 0 else f"({node.value})"


@integer.register
def _(node: i.CentrePoint, scope: Scope) -> str:
    if scope.model.growing:
        node.reject("a growing board has a centre at the start only")
    return str(int(scope.model.board.centre[0]))


@integer.register
def _(node: i.Ahead, scope: Scope) -> str:
    slot = slot_of(scope.geometry, node)
    site = scope.out.name("x")
    scope.out.add(f"{site} = {integer(node.site, scope)}")
    steps = "1" if node.steps is None else integer(node.steps, scope)
    head = f"if {site} >= 0:" if steps == "1" else f"for _ in range({steps}):"
    with scope.out.block(head):
        if steps == "1":
            scope.out.add(f"{site} = int(s.step[{site} * SLOTS + {slot}])")
        else:
            with scope.out.block(f"if {site} >= 0:"):
                scope.out.add(f"{site} = int(s.step[{site} * SLOTS + {slot}])")
    return site


@integer.register
def _(node: i.LastTo, scope: Scope) -> str:
    return scope.last or "int(s.n[LAST])"


@integer.register
def _(node: i.ToSite, scope: Scope) -> str:
    return scope.bound("to", node)


@integer.register
def _(node: i.FromSite, scope: Scope) -> str:
    return scope.bound("origin", node)


@integer.register
def _(node: i.HandSite, scope: Scope) -> str:
    return f"({-2 - scope.model.hand_site(node)})"


@integer.register
def _(node: i.CountSites, scope: Scope) -> str:
    region, out = node.in_, scope.out
    if (
        isinstance(region, r.SitesAround)
        and region.which is Around.NOT_EMPTY
        and isinstance(region.where, i.ToSite)
    ):
        # Kept from move to move for every site.
        return f"int(s.near[{scope.bound('to', region.where)}])"
    count = out.name("count")
    out.add(f"{count} = 0")
    with each(region, scope):
        out.add(f"{count} += 1")
    return count


@integer.register
def _(node: i.CountMoves, scope: Scope) -> str:
    return "int(s.n[PLIES])"


@integer.register
def _(node: i.CountPlayers, scope: Scope) -> str:
    return "PLAYERS"


@integer.register
def _(node: i.What, scope: Scope) -> str:
    return _at(node.at, scope, "what")


@integer.register
def _(node: i.Who, scope: Scope) -> str:
    return _at(node.at, scope, "who")


def _at(at: k.Integer, scope: Scope, array: str) -> str:
    """Return what `array` says of a site of the board or of a hand; 0 where there is none."""
    site = integer(at, scope)
    in_hand = isinstance(at, i.HandSite) or (isinstance(at, i.FromSite) and scope.hand)
    if in_hand:
        held = f"s.hand[-2 - {site}, 0]"
        return f"int(OWNER[{held}])" if array == "who" else f"int({held})"
    if isinstance(at, k.Constant):
        count = len(scope.model.cells)
        if not 0 <= at.value < count:
            at.reject(f"the board has sites 0 to {count - 1}" if count else "the board grows")
    # Site -1 reads the last entry, which is always empty.
    return f"int(s.{array}[{site}])"


@integer.register
def _(node: i.ComponentId, scope: Scope) -> str:
    role = node.role
    if role is Role.MOVER or role is Role.NEXT:
        player = scope.player(role, node)
        numbers = [
            str(scope.model.component(node.component, node, owner))
            for owner in range(1, scope.model.players + 1)
        ]
        return f"({', '.join(numbers)},)[{player} - 1]"
    return str(scope.model.component(node.component, node, player_of(role) if role else None))


@integer.register
def _(node: i.MoverNumber, scope: Scope) -> str:
    return scope.mover


@integer.register
def _(node: i.NextNumber, scope: Scope) -> str:
    return scope.player(Role.NEXT, node)


@integer.register
def _(node: i.Sum, scope: Scope) -> str:
    return f"({' + '.join(integer(value, scope) for value in node.values)})"


@integer.register
def _(node: i.Product, scope: Scope) -> str:
    return f"({' * '.join(integer(value, scope) for value in node.values)})"


@integer.register
def _(node: i.Minus, scope: Scope) -> str:
    return f"({integer(node.left, scope)} - {integer(node.right, scope)})"


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


@integer.register
def _(node: i.Minimum, scope: Scope) -> str:
    return _extreme("min", node.values, scope)


@integer.register
def _(node: i.Maximum, scope: Scope) -> str:
    return _extreme("max", node.values, scope)


def _extreme(function: str, values: tuple[k.Integer, ...], scope: Scope) -> str:
    sources = [integer(value, scope) for value in values]
    return sources[0] if len(sources) == 1 else f"{function}({', '.join(sources)})"


# -- conditions --------------------------------------------------------------------------------


@singledispatch
def condition(node: Ludeme, scope: Scope) -> str:
    """Return the source of a condition."""
    return unsupported(node)


@condition.register
def _(node: k.Truth, scope: Scope) -> str:
    return str(node.value)


@condition.register
def _(node: c.And, scope: Scope) -> str:
    parts = [lambda part=part: condition(part, scope) for part in node.conditions]  # type: ignore[misc]
    return all_of(scope.out, parts, stop=False)


@condition.register
def _(node: c.Or, scope: Scope) -> str:
    parts = [lambda part=part: condition(part, scope) for part in node.conditions]  # type: ignore[misc]
    return all_of(scope.out, parts, stop=True)


@condition.register
def _(node: c.Not, scope: Scope) -> str:
    return f"(not {condition(node.condition, scope)})"


def _compared(sign: str, left: object, right: object, node: Ludeme, scope: Scope) -> str:
    sources = [
        scope.player(value, node) if isinstance(value, Role) else integer(value, scope)
        for value in (left, right)
    ]
    return f"({sources[0]} {sign} {sources[1]})"


@condition.register
def _(node: c.Equal, scope: Scope) -> str:
    return _compared("==", node.left, node.right, node, scope)


@condition.register
def _(node: c.NotEqual, scope: Scope) -> str:
    return _compared("!=", node.left, node.right, node, scope)


@condition.register
def _(node: c.Less, scope: Scope) -> str:
    return _compared("<", node.left, node.right, node, scope)


@condition.register
def _(node: c.AtMost, scope: Scope) -> str:
    return _compared("<=", node.left, node.right, node, scope)


@condition.register
def _(node: c.Greater, scope: Scope) -> str:
    return _compared(">", node.left, node.right, node, scope)


@condition.register
def _(node: c.AtLeast, scope: Scope) -> str:
    return _compared(">=", node.left, node.right, node, scope)


@condition.register
def _(node: c.IsEmpty, scope: Scope) -> str:
    site = scope.out.name("x")
    scope.out.add(f"{site} = {integer(node.site, scope)}")
    return f"({site} >= 0 and s.what[{site}] == 0)"


@condition.register
def _(node: c.IsOccupied, scope: Scope) -> str:
    return f"({_at(node.site, scope, 'what')} != 0)"


@condition.register
def _(node: c.IsMover, scope: Scope) -> str:
    return _compared("==", node.who, Role.MOVER, node, scope)


@condition.register
def _(node: c.AllPassed, scope: Scope) -> str:
    return "(s.n[PASSES] >= PLAYERS)"


@condition.register
def _(node: c.NoMoves, scope: Scope) -> str:
    return f"(count_moves(s, {scope.player(node.role, node)}) == 0)"


@condition.register
def _(node: c.IsIn, scope: Scope) -> str:
    value = integer(node.value, scope)
    among = node.among
    if isinstance(among, k.Listed):
        if not among.values:
            return "False"
        name = scope.out.name("a")
        scope.out.add(f"{name} = {value}")
        options = [f"{name} == {integer(option, scope)}" for option in among.values]
        return f"({' or '.join(options)})"
    if isinstance(among, i.Results):
        name, found = scope.out.name("a"), scope.out.name("c")
        scope.out.add(f"{name} = {value}")
        scope.out.add(f"{found} = False")
        with each(among.from_, scope) as origin:
            inner = scope.binding(origin=origin, hand=isinstance(among.from_, r.SitesHand))
            with each(among.to, inner) as to:
                result = integer(among.value, inner.binding(to=to))
                with scope.out.block(f"if {result} == {name}:"):
                    scope.out.add(f"{found} = True")
        return found
    if isinstance(among, k.Region):
        name = scope.out.name("x")
        scope.out.add(f"{name} = {value}")
        parts = [lambda: f"({name} >= 0)", lambda: member(among, name, scope)]
        return all_of(scope.out, parts, stop=False)
    return unsupported(node)


@condition.register
def _(node: c.IsLine, scope: Scope) -> str:
    out, geometry = scope.out, scope.geometry
    site, piece = out.name("x"), out.name("piece")
    out.add(f"{site} = {scope.last or 'int(s.n[LAST])'}")
    out.add(f"{piece} = int(s.what[{site}])")
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
    with out.block(f"if {site} >= 0 and {counts.format(site)}:"):
        ahead, behind = out.name("ahead"), out.name("behind")
        with out.block(f"for {ahead}, {behind} in ({pairs},):"):
            out.add(f"{run} = 1")
            for way in (ahead, behind):
                out.add(f"{at} = int(s.step[{site} * SLOTS + {way}])")
                with out.block(f"while {at} != NONE and {counts.format(at)}:"):
                    out.add(f"{run} += 1")
                    out.add(f"{at} = int(s.step[{at} * SLOTS + {way}])")
            sign = "==" if node.exact else ">="
            with out.block(f"if {run} {sign} {length}:"):
                out.add(f"{found} = True")
    return found


def _opposite(scope: Scope) -> list[int]:
    """Return the slot opposite each kept slot, in the tiling's numbers."""
    link, used = scope.geometry.tiling.slots.link, scope.geometry.used
    return [int(link[0, slot, 3]) for slot in used]


@condition.register
def _(node: c.IsLoop, scope: Scope) -> str:
    surround = scope.player(node.surround, node)
    return f"is_loop(s, {scope.last or 'int(s.n[LAST])'}, {scope.mover}, {surround})"


@condition.register
def _(node: c.IsConnected, scope: Scope) -> str:
    model = scope.model
    if model.growing:
        node.reject("regions need a fixed board")
    player = scope.player(node.role, node)
    return f"is_connected(s, {scope.last or 'int(s.n[LAST])'}, {player})"


# -- regions -----------------------------------------------------------------------------------


@contextmanager
def each(region: k.Region, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region, each once; yield the name of the site."""
    out = scope.out
    if isinstance(region, r.SitesAround) and isinstance(region.where, k.Integer):
        base = out.name("x")
        out.add(f"{base} = {integer(region.where, scope)}")
        with scope.neighbours(base) as other:
            wanted = _wanted(region, other, scope)
            if wanted is None:
                yield other
            else:
                with out.block(f"if {wanted}:"):
                    yield other
    elif isinstance(region, r.SitesHand):
        site = out.name("h")
        players = range(1, scope.model.players + 1)
        numbers = {p: [-2 - h for h in scope.model.hand_sites(p)] for p in players}
        player = scope.player(region.role, region)
        if not player.isdigit():
            region.reject("whose hand it is has to be known when compiling")
        if not numbers[int(player)]:
            region.reject(f"player {player} has no hand")
        with out.block(f"for {site} in ({', '.join(map(str, numbers[int(player)]))},):"):
            yield site
    elif isinstance(region, r.SitesLastTo | k.Single):
        site = out.name("x")
        source = region.site if isinstance(region, k.Single) else i.LastTo()
        out.add(f"{site} = {integer(source, scope)}")
        with out.block(f"if {site} >= 0:"):
            yield site
    else:
        site = out.name("x")
        with out.block(f"for {site} in range(s.n[COUNT]):"):
            wanted = member(region, site, scope)
            with out.block(f"if {wanted}:"):
                yield site


def _wanted(region: r.SitesAround, site: str, scope: Scope) -> str | None:
    """Return the condition under which a site around is meant, None if always."""
    if region.which is None:
        return None
    return {
        Around.EMPTY: f"s.what[{site}] == 0",
        Around.NOT_EMPTY: f"s.what[{site}] != 0",
        Around.OWN: f"s.who[{site}] == {scope.mover}",
        Around.ENEMY: f"s.who[{site}] != 0 and s.who[{site}] != {scope.mover}",
    }[region.which]


@singledispatch
def member(node: Ludeme, site: str, scope: Scope) -> str:
    """Return the condition that `site`, a site of the board, is in a region."""
    return unsupported(node)


@member.register
def _(node: r.SitesBoard, site: str, scope: Scope) -> str:
    return "True"


@member.register
def _(node: r.SitesEmpty, site: str, scope: Scope) -> str:
    return f"(s.what[{site}] == 0)"


@member.register
def _(node: r.SitesOccupied, site: str, scope: Scope) -> str:
    if node.by is Role.ALL:
        return f"(s.what[{site}] != 0)"
    if node.by in (Role.NEUTRAL, Role.SHARED):
        return f"(s.what[{site}] != 0 and s.who[{site}] == 0)"
    return f"(s.who[{site}] == {scope.player(node.by, node)})"


@member.register
def _(node: r.SitesPlayable, site: str, scope: Scope) -> str:
    return f"(s.what[{site}] == 0 and s.near[{site}] > 0)"


@member.register
def _(node: r.SitesListed, site: str, scope: Scope) -> str:
    options = [f"{site} == {integer(s, scope)}" for s in node.sites]
    return f"({' or '.join(options)})" if options else "False"


@member.register
def _(node: k.Single, site: str, scope: Scope) -> str:
    return f"({site} == {integer(node.site, scope)})"


@member.register
def _(node: r.SitesLastTo, site: str, scope: Scope) -> str:
    return f"({site} == {scope.last or 'int(s.n[LAST])'})"


@member.register(r.SitesOuter)
@member.register(r.SitesSide)
def _(node: r.SitesOuter | r.SitesSide, site: str, scope: Scope) -> str:
    if scope.model.growing:
        if isinstance(node, r.SitesOuter):
            return f"on_perimeter(s, {site})"
        node.reject("a growing board has no sides")
    inside = set(static_sites(scope.model, node))
    flags = [int(s in inside) for s in range(len(scope.model.cells))]
    return f"({scope.constant('INSIDE', flags)}[{site}] != 0)"


@member.register
def _(node: r.SitesAround, site: str, scope: Scope) -> str:
    # Being around is mutual: some neighbour of the site is in the region.
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    where = k.Single(node.where) if isinstance(node.where, k.Integer) else node.where
    with scope.neighbours(site) as other:
        inside = member(where, other, scope)
        wanted = _wanted(node, site, scope) or "True"
        with scope.out.block(f"if {inside} and {wanted}:"):
            scope.out.add(f"{found} = True")
    return found


@member.register
def _(node: r.Union, site: str, scope: Scope) -> str:
    parts = [lambda part=part: member(part, site, scope) for part in node.regions]  # type: ignore[misc]
    return all_of(scope.out, parts, stop=True)


@member.register
def _(node: r.Intersection, site: str, scope: Scope) -> str:
    parts = [lambda part=part: member(part, site, scope) for part in node.regions]  # type: ignore[misc]
    return all_of(scope.out, parts, stop=False)


@member.register
def _(node: r.Difference, site: str, scope: Scope) -> str:
    parts = [
        lambda: member(node.region, site, scope),
        lambda: f"(not {member(node.without, site, scope)})",
    ]
    return all_of(scope.out, parts, stop=False)


@member.register
def _(node: r.Expand, site: str, scope: Scope) -> str:
    steps = node.steps
    if steps is not None and not (isinstance(steps, k.Constant) and 0 <= steps.value <= 4):
        node.reject("expected steps as a number from 0 to 4")
    reach = 1 if steps is None else steps.value  # type: ignore[union-attr]
    return _within(node, site, scope, reach)


def _within(node: r.Expand, site: str, scope: Scope, reach: int) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = {member(node.region, site, scope)}")
    if reach:
        directions = "Adjacent" if node.directions is None else str(node.directions)
        with scope.neighbours(site, directions) as other:
            inside = _within(node, other, scope, reach - 1)
            with scope.out.block(f"if {inside}:"):
                scope.out.add(f"{found} = True")
    return found
