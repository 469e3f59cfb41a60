"""Coordinates of sites: rows, columns, layers, phases, costs, and labels."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import constant_integer, constant_member
from boardless.games.compiler.dispatch import board_site, integer, member
from boardless.games.compiler.regions import each
from boardless.games.initial.contents import CostAction
from boardless.games.initial.evaluation import evaluate_integer, evaluate_region
from boardless.games.language.facts import EFFECT, GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.board_regions import in_order
from boardless.games.ludemes.kinds import (
    Integer,
    OfThisProgram,
    Region,
    SiteOrRegion,
    SiteType,
)
from boardless.games.ludemes.literals import OFF, Constant
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme
    from boardless.jit.arrays import Ints


@ludeme("coord", example='(coord "C3")', facts=EFFECT)
class SiteAt(Integer):
    """The site that has a label, or lies in a row and a column, counted from 0."""

    type: SiteType | None = None
    label: str | None = None
    _: KW_ONLY
    row: Integer | None = None
    column: Integer | None = None

    def __post_init__(self) -> None:
        by_place = self.row is not None and self.column is not None
        if (self.label is None) != by_place:
            self.reject("expected a label, or row: and column:")


@dataclass(frozen=True)
class CoordinateOf(Integer):
    """A number of a site of a type."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer


@ludeme("row", example="(row of:(centrePoint))", facts=EFFECT)
class RowOf(CoordinateOf):
    """The row of a site; -1 where there is none."""


@ludeme("column", example="(column of:(site))", facts=EFFECT)
class ColumnOf(CoordinateOf):
    """The column of a site; -1 where there is none."""


@ludeme("layer", example="(layer of:(site))", facts=reads("layer"))
class LayerOf(Integer):
    """The layer of a site; -1 where there is none."""

    _: KW_ONLY
    of: Integer
    type: SiteType | None = None


@ludeme("phase", example="(phase of:(site))", facts=EFFECT)
class PhaseOf(CoordinateOf):
    """The phase of a site; -1 where there is none."""


@ludeme("count", "Orthogonal", example="(count Orthogonal at:(site))", facts=EFFECT)
class CountOrthogonal(Integer):
    """The number of sites to which orthogonal steps lead from a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer


@ludeme("sides", example="(sides of:(to))", facts=GLOBAL)
class SidesOf(OfThisProgram, Integer):
    """The number of sides of the cell of a site, on a board that grows; -1 where there is none."""

    _: KW_ONLY
    of: Integer

    def reach(self) -> float:
        """Return how far the site is away."""
        return self.of.reach_as_site


@ludeme("count", "Rows", example="(count Rows)", facts=GLOBAL)
class CountRows(Integer):
    """The number of rows of the board."""

    type: SiteType | None = None


@ludeme("count", "Columns", example="(count Columns)", facts=GLOBAL)
class CountColumns(Integer):
    """The number of columns of the board."""

    type: SiteType | None = None


@ludeme("count", "Cells", example="(count Cells)", facts=GLOBAL)
class CountCells(Integer):
    """The number of cells of the board."""


@ludeme("count", "Vertices", example="(count Vertices)", facts=GLOBAL)
class CountVertices(Integer):
    """The number of vertices of the board."""


@ludeme("count", "Edges", example="(count Edges)", facts=GLOBAL)
class CountEdges(Integer):
    """The number of edges of the board."""


@ludeme("cost", example="(cost Edge in:(sites Board Edge))", facts=EFFECT)
class CostOf(SiteOrRegion):
    """The cost of a site, or of all sites of a region together."""


@dataclass(frozen=True)
class LineOfBoard(Region):
    """The sites of a row, a column, a layer or a phase."""

    facts = EFFECT
    type: SiteType | None
    index: Integer


@ludeme("sites", "Row", example="(sites Row 1)")
class SitesRow(LineOfBoard):
    """The sites of a row, counted from 0 at the bottom; none beyond the last."""


@ludeme("sites", "Column", example="(sites Column 1)")
class SitesColumn(LineOfBoard):
    """The sites of a column, counted from 0 on the left; none beyond the last."""


@ludeme("sites", "Layer", example="(sites Layer 1)", facts=EFFECT | reads("layer"))
class SitesLayer(LineOfBoard):
    """The sites of a layer, counted from 0 on the ground; none beyond the last."""


@ludeme("sites", "Phase", example="(sites Phase 1)")
class SitesPhase(LineOfBoard):
    """The sites of a phase, counted from 0: of one phase none are neighbours, if four do."""


def _scene(node: Ludeme, scope: Scope) -> InitialPosition:
    if scope.model.scene is None:
        node.reject("lines of the board need one that is laid out")
    return scope.model.scene


#: Integers of a site that never change.
_OfSite = RowOf | ColumnOf | LayerOf | PhaseOf | CountOrthogonal


@integer.register(RowOf)
@integer.register(ColumnOf)
@integer.register(LayerOf)
@integer.register(PhaseOf)
@integer.register(CountOrthogonal)
def _compile_row_of(node: _OfSite, scope: Scope) -> str:
    constant, scene = constant_integer(node, scope), _scene(node, scope)
    if constant is not None:
        return constant
    sites = range(len(scope.model.cells))
    numbers = [evaluate_integer(_of(node, site), scene) for site in sites]
    # -1 for no site and those of hands; a table has no signs.
    table = [0] * (1 + scope.model.hand_size) + [number + 1 for number in numbers]
    at = board_site(node.at if isinstance(node, CountOrthogonal) else node.of, scope)
    return f"(int64({scope.constant('LINES', table)}[{at}]) - 1)"


def _of(node: _OfSite, site: int) -> _OfSite:
    """Return the same integer of the site of a number."""
    if isinstance(node, CountOrthogonal):
        return replace(node, at=Constant(site))
    return replace(node, of=Constant(site))


@integer.register(CostOf)
def _compile_cost_of(node: CostOf, scope: Scope) -> str:
    model, scene = scope.model, _scene(node, scope)
    if not scope.model.plays_on(node.type):
        node.reject("costs of sites that are not played on are read, but cannot be compiled yet")
    use, actions = scene.board.use, model.start.actions
    costs = {action.spot: action.cost for action in actions if isinstance(action, CostAction)}
    listed = [costs.get((use, site), 0) for site in range(len(model.cells))]
    table = scope.constant("COSTS", [0] * (1 + model.hand_size) + listed)
    if node.at is not None:
        return f"int64({table}[{board_site(node.at, scope)}])"
    assert node.in_ is not None
    total = scope.out.assign("total", "0")
    with each(node.in_, scope) as at:
        scope.out.add(f"{total} += int64({table}[{at}])")
    return total


@integer.register(SiteAt)
def _compile_site_at(node: SiteAt, scope: Scope) -> str:
    constant, scene = constant_integer(node, scope), _scene(node, scope)
    if constant is not None:
        return constant
    assert node.row is not None
    assert node.column is not None
    places = scene.sites(node.type).coordinates
    rows, columns = places.row.tolist(), places.column.tolist()
    width, height = max(columns) + 1, max(rows) + 1
    table = [0] * (width * height)
    for site in reversed(range(len(rows))):
        table[rows[site] * width + columns[site]] = site + 1
    row = scope.out.assign("row", integer(node.row, scope))
    column = scope.out.assign("column", integer(node.column, scope))
    inside = f"0 <= {row} < {height} and 0 <= {column} < {width}"
    at = f"int64({scope.constant('SITES', table)}[{row} * {width} + {column}])"
    return f"({at} - 1 if {inside} else -1)"


@member.register(LineOfBoard)
def _member_of_line_of_board(node: LineOfBoard, at: str, scope: Scope) -> str:
    constant, scene = constant_member(node, at, scope), _scene(node, scope)
    if constant is not None:
        return constant
    if not scope.model.plays_on(node.type):
        node.reject("lines of sites that are not played on are read, but cannot be compiled yet")
    count = len(scope.model.cells)
    table = [0] * (1 + scope.model.hand_size + count)
    for index in range(count):
        for site in evaluate_region(replace(node, index=Constant(index)), scene):
            table[1 + scope.model.hand_size + site] = index + 1
    name = scope.constant("LINES", table)
    return f"(int64({name}[{at}]) == {integer(node.index, scope)} + 1)"


@integer.register(SidesOf)
def _compile_sides_of(node: SidesOf, scope: Scope) -> str:
    if isinstance(scope.geometry, LayoutGeometry):
        node.reject("needs a board that grows")
    sides = scope.constant("SIDES", scope.geometry.of_class("Orthogonal").sum(axis=1).tolist())
    at = scope.out.assign("x", board_site(node.of, scope))
    kind = f"int64(s.kind[{at}])" if scope.geometry.kinds > 1 else "0"
    return f"(int64({sides}[{kind}]) if {at} != NONE else -1)"


@evaluate_integer.register(CountRows)
@evaluate_integer.register(CountColumns)
def _evaluate_count_rows(node: CountRows | CountColumns, scene: InitialPosition) -> int:
    coordinates = scene.sites(node.type).coordinates
    return len(coordinates.rows if isinstance(node, CountRows) else coordinates.columns)


_TYPES = {
    CountCells: SiteType.CELL, CountVertices: SiteType.VERTEX, CountEdges: SiteType.EDGE,
}  # fmt: skip


@evaluate_integer.register(CountCells)
@evaluate_integer.register(CountVertices)
@evaluate_integer.register(CountEdges)
def _evaluate_count_cells(
    node: CountCells | CountVertices | CountEdges, scene: InitialPosition
) -> int:
    return len(scene.sites(_TYPES[type(node)]))


@evaluate_integer.register(SiteAt)
def _evaluate_site_at(node: SiteAt, scene: InitialPosition) -> int:
    if node.label is not None:
        return labelled(node.label, scene, node.type)
    assert node.row is not None
    assert node.column is not None
    row, column = evaluate_integer(node.row, scene), evaluate_integer(node.column, scene)
    coordinates = scene.sites(node.type).coordinates
    for site, place in enumerate(zip(coordinates.row, coordinates.column, strict=True)):
        if place == (row, column):
            return site
    return OFF


@evaluate_integer.register(RowOf)
@evaluate_integer.register(ColumnOf)
@evaluate_integer.register(LayerOf)
def _evaluate_row_of(node: RowOf | ColumnOf | LayerOf, scene: InitialPosition) -> int:
    # The coordinates are called as in the language: row, column, layer.
    numbers: Ints = getattr(scene.sites(node.type).coordinates, node.head)
    number = evaluate_integer(node.of, scene)
    return int(numbers[number]) if 0 <= number < len(numbers) else OFF


@evaluate_integer.register(CountOrthogonal)
def _evaluate_count_orthogonal(node: CountOrthogonal, scene: InitialPosition) -> int:
    sites, site = scene.sites(node.type), evaluate_integer(node.at, scene)
    if site not in sites:
        return OFF
    return len({int(walk[1]) for walk in walks_along(sites, site, "Orthogonal") if len(walk) > 1})


@evaluate_integer.register(PhaseOf)
def _evaluate_phase_of(node: PhaseOf, scene: InitialPosition) -> int:
    site = evaluate_integer(node.of, scene)
    for phase, sites in enumerate(scene.sites(node.type).phases):
        if site in sites:
            return phase
    return OFF


@evaluate_integer.register(CostOf)
def _evaluate_cost_of(node: CostOf, scene: InitialPosition) -> int:
    costs = scene.lying(node).costs
    if node.at is not None:
        sites: tuple[int, ...] = (evaluate_integer(node.at, scene),)
    else:
        assert node.in_ is not None
        sites = evaluate_region(node.in_, scene)
    return sum(costs.get(scene.spot(site, node.type), 0) for site in sites)


@evaluate_region.register(LineOfBoard)
def _evaluate_line_of_board(node: LineOfBoard, scene: InitialPosition) -> tuple[int, ...]:
    assert node.variant is not None
    index = evaluate_integer(node.index, scene)
    if index < 0:
        return ()
    return in_order(of_board.line(scene.board, node.variant, index, scene.kind(node.type)))
