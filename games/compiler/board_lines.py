"""Rows, columns, layers and phases of sites as source: tables by site."""

from dataclasses import replace

from boardless.games.compiler.generic import board_site, integer, member
from boardless.games.compiler.known import known_integer, known_member
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import board_regions as g
from boardless.games.ludemes import kinds as k
from boardless.games.placing import Scene, static_integer, static_region
from boardless.games.placing.start_contents import SetCost


def _scene(node: Ludeme, scope: Scope) -> Scene:
    if scope.model.scene is None:
        node.reject("lines of the board need one that is laid out")
    return scope.model.scene


#: Integers of a site that never change.
_OfSite = b.RowOf | b.ColumnOf | b.LayerOf | b.PhaseOf | b.CountOrthogonal


@integer.register(b.RowOf)
@integer.register(b.ColumnOf)
@integer.register(b.LayerOf)
@integer.register(b.PhaseOf)
@integer.register(b.CountOrthogonal)
def _(node: _OfSite, scope: Scope) -> str:
    known, scene = known_integer(node, scope), _scene(node, scope)
    if known is not None:
        return known
    sites = range(len(scope.model.cells))
    numbers = [static_integer(_of(node, site), scene) for site in sites]
    # -1 for no site and those of hands; a table has no signs.
    table = [0] * (1 + scope.model.hand_size) + [number + 1 for number in numbers]
    at = board_site(node.at if isinstance(node, b.CountOrthogonal) else node.of, scope)
    return f"(whole({scope.constant('LINES', table)}[{at}]) - 1)"


def _of(node: _OfSite, site: int) -> _OfSite:
    """Return the same integer of the site of a number."""
    if isinstance(node, b.CountOrthogonal):
        return replace(node, at=k.Constant(site))
    return replace(node, of=k.Constant(site))


@integer.register
def _(node: b.CostOf, scope: Scope) -> str:
    model, scene = scope.model, _scene(node, scope)
    if not scope.model.plays_on(node.type):
        node.reject("costs of sites that are not played on are read, but cannot be compiled yet")
    use, given = scene.board.use, model.start.actions
    costs = {action.spot: action.cost for action in given if isinstance(action, SetCost)}
    listed = [costs.get((use, site), 0) for site in range(len(model.cells))]
    table = scope.constant("COSTS", [0] * (1 + model.hand_size) + listed)
    if node.at is not None:
        return f"whole({table}[{board_site(node.at, scope)}])"
    assert node.in_ is not None
    total = scope.out.name("total")
    scope.out.add(f"{total} = 0")
    with each(node.in_, scope) as at:
        scope.out.add(f"{total} += whole({table}[{at}])")
    return total


@integer.register
def _(node: b.SiteAt, scope: Scope) -> str:
    known, scene = known_integer(node, scope), _scene(node, scope)
    if known is not None:
        return known
    assert node.row is not None
    assert node.column is not None
    places = scene.sites(node.type).coordinates
    rows, columns = places.row.tolist(), places.column.tolist()
    width, height = max(columns) + 1, max(rows) + 1
    table = [0] * (width * height)
    for site in reversed(range(len(rows))):
        table[rows[site] * width + columns[site]] = site + 1
    row, column = scope.out.name("row"), scope.out.name("column")
    scope.out.add(f"{row} = {integer(node.row, scope)}")
    scope.out.add(f"{column} = {integer(node.column, scope)}")
    inside = f"0 <= {row} < {height} and 0 <= {column} < {width}"
    at = f"whole({scope.constant('SITES', table)}[{row} * {width} + {column}])"
    return f"({at} - 1 if {inside} else -1)"


@member.register
def _(node: g.LineOfBoard, at: str, scope: Scope) -> str:
    known, scene = known_member(node, at, scope), _scene(node, scope)
    if known is not None:
        return known
    if not scope.model.plays_on(node.type):
        node.reject("lines of sites that are not played on are read, but cannot be compiled yet")
    count = len(scope.model.cells)
    table = [0] * (1 + scope.model.hand_size + count)
    for index in range(count):
        for site in static_region(replace(node, index=k.Constant(index)), scene):
            table[1 + scope.model.hand_size + site] = index + 1
    name = scope.constant("LINES", table)
    return f"(whole({name}[{at}]) == {integer(node.index, scope)} + 1)"
