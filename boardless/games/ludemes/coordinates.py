"""Coordinates of sites: rows, columns, layers, phases, costs and labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, ClassVar

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    LOCAL,
    NONE,
    OURS,
    TRUE,
    Bool,
    Builder,
    Condition,
    CostAction,
    Int,
    Integer,
    Region,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    SpanOfSites,
    around,
    every,
    frozen,
    ludeme,
    reads,
    wide,
)
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.lists import Array, IntegerAt
from boardless.games.ludemes.literals import OFF, Constant
from boardless.games.ludemes.sites import LastTo, SiteOrRegion, of_site
from boardless.state.engine.geometry import LayoutGeometry
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from boardless.topo.layouts.sites import Sites


@ludeme("coord", facts=EFFECT)
class SiteAt(Integer):
    """The site with a label, or in a row and a column, counted from 0.

    Example: (coord "C3")
    """

    type: SiteType | None = None
    label: str | None = None
    _: KW_ONLY
    row: Integer | None = None
    column: Integer | None = None

    def __post_init__(self) -> None:
        by_place = self.row is not None and self.column is not None
        if (self.label is None) != by_place:
            self.reject("expected a label, or row: and column:")

    def meaning(self, b: Builder) -> Int:
        start = b.start(self)
        if self.label is not None:
            return Int.of(labelled(self.label, start, self.type))
        assert self.row is not None
        assert self.column is not None
        places = start.sites(self.type).coordinates
        rows, columns = places.row.tolist(), places.column.tolist()
        width, height = max(columns) + 1, max(rows) + 1
        table = [0] * (width * height)
        for site in reversed(range(len(rows))):
            table[rows[site] * width + columns[site]] = site + 1
        row, column = b.let(b.integer(self.row), "row"), b.let(b.integer(self.column), "column")
        inside = every(row >= 0, row < height, column >= 0, column < width)
        return inside.choose(b.entry("SITES", table, row * width + column) - 1, OFF)


@frozen
class CoordinateOf(Integer):
    """A number of a site of a type."""

    type: SiteType | None = None
    _: KW_ONLY
    of: Integer

    def meaning(self, b: Builder) -> Int:
        numbers = self.numbers(b.start(self).sites(self.type))
        return of_site(self.of, lambda site: numbers.get(site, OFF), b)

    def numbers(self, sites: Sites) -> dict[int, int]:
        """Return the row (or column, ...) of each site; `head` is its name in the language."""
        return dict(enumerate(getattr(sites.coordinates, self.head).tolist()))


@ludeme("row", facts=EFFECT)
class RowOf(CoordinateOf):
    """The row of a site, or -1 without a site.

    Example: (row of:(centrePoint))
    """


@ludeme("column", facts=EFFECT)
class ColumnOf(CoordinateOf):
    """The column of a site, or -1 without a site.

    Example: (column of:(site))
    """


@ludeme("layer", facts=reads("layer"))
class LayerOf(CoordinateOf):
    """The layer of a site, or -1 without a site.

    Example: (layer of:(site))
    """


@ludeme("phase", facts=EFFECT)
class PhaseOf(CoordinateOf):
    """The phase of a site, or -1 without a site.

    Example: (phase of:(site))
    """

    def numbers(self, sites: Sites) -> dict[int, int]:
        """Return the phases of the sites."""
        listed = reversed(list(enumerate(sites.phases)))
        return {int(site): phase for phase, those in listed for site in those}


@frozen
class CountBeside(Integer):
    """The number of sites one step of a relation away, or -1 without a site.

    The steps start at a site, at the first site of a region, or at (last To).
    """

    facts = EFFECT
    #: The relation, in words of directions.
    relation: ClassVar[str]
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def meaning(self, b: Builder) -> Int:
        start, at = b.start(self), LastTo() if self.at is None else self.at
        sites = start.sites(self.type)

        def count(site: int) -> int:
            if site not in sites:
                return OFF
            if str(self.type or start.board.use) == "Edge":
                # Ludii counts the edges at both ends, including the edge itself.
                ends = [of_board.corners_of(start.board, "Edge", edge).tolist() for edge in sites]
                return sum(end in other for end in ends[site] for other in ends)
            walks = walks_along(sites, site, self.relation)
            return len({int(walk[1]) for walk in walks if len(walk) > 1})

        if self.in_ is not None:
            at = IntegerAt(Array(self.in_), index=Constant(0))
        return of_site(at, count, b)


@ludeme("count", "Orthogonal")
class CountOrthogonal(CountBeside):
    """The number of sites one orthogonal step from a site, or -1 without a site.

    Example: (count Orthogonal at:(site))
    """

    relation = "Orthogonal"


@ludeme("count", "Adjacent")
class CountAdjacent(CountBeside):
    """The number of sites adjacent to a site, or -1 without a site.

    Example: (count Adjacent at:(site))
    """

    relation = "Adjacent"


@ludeme("count", "Neighbours")
class CountNeighbours(CountBeside):
    """The number of sites one step of any kind from a site, or -1 without a site.

    Example: (count Neighbours at:(site))
    """

    relation = "All"


@ludeme("count", "Diagonal")
class CountDiagonal(CountBeside):
    """The number of sites one diagonal step from a site, or -1 without a site.

    Example: (count Diagonal at:(site))
    """

    relation = "Diagonal"


@ludeme("count", "Off")
class CountOff(CountBeside):
    """The number of sites one off-diagonal step from a site, or -1 without a site.

    Example: (count Off at:(site))
    """

    relation = "OffDiagonal"


@ludeme("sides", source=OURS, facts=LOCAL | around("of"))
def sides_of(node: Integer, b: Scope, *, of: Integer) -> Int:
    """The number of sides of the cell of a site on a growing board, or -1 without a site.

    Example: (sides of:(to))
    """
    if isinstance(b.geometry, LayoutGeometry):
        node.reject("needs a board that grows")
    counts = b.geometry.of_class("Orthogonal").sum(axis=1).tolist()
    at = b.let(b.board_site(of))
    kind = wide(S.kind[at]) if b.geometry.kinds > 1 else Int.of(0)
    return (at != NONE).choose(b.entry("SIDES", counts, kind), OFF)


@ludeme("count", "Rows", facts=GLOBAL)
def count_rows(node: Integer, b: Builder, type: SiteType | None = None) -> Int:
    """The number of rows of the board.

    Example: (count Rows)
    """
    return Int.of(len(b.start(node).sites(type).coordinates.rows))


@ludeme("count", "Columns", facts=GLOBAL)
def count_columns(node: Integer, b: Builder, type: SiteType | None = None) -> Int:
    """The number of columns of the board.

    Example: (count Columns)
    """
    return Int.of(len(b.start(node).sites(type).coordinates.columns))


@frozen
class CountSitesOfType(Integer):
    """The number of sites of a type."""

    counts: ClassVar[SiteType]

    def meaning(self, b: Builder) -> Int:
        return Int.of(len(b.start(self).sites(self.counts)))


@ludeme("count", "Cells", facts=GLOBAL)
class CountCells(CountSitesOfType):
    """The number of cells of the board.

    Example: (count Cells)
    """

    counts = SiteType.CELL


@ludeme("count", "Vertices", facts=GLOBAL)
class CountVertices(CountSitesOfType):
    """The number of vertices of the board.

    Example: (count Vertices)
    """

    counts = SiteType.VERTEX


@ludeme("count", "Edges", facts=GLOBAL)
class CountEdges(CountSitesOfType):
    """The number of edges of the board.

    Example: (count Edges)
    """

    counts = SiteType.EDGE


@ludeme("cost", facts=EFFECT)
class CostOf(SiteOrRegion):
    """The cost of a site, or the total cost of all sites of a region.

    Example: (cost Edge in:(sites Board Edge))
    """

    names_place = True

    def meaning(self, b: Builder) -> Int:
        start, scope = b.start(self), b.scope
        if scope is not None and not scope.model.plays_on(self.type) and self.in_ is not None:
            self.reject("costs of sites outside the play are valid, but cannot be compiled yet")
        if scope is None:
            costs = start.lying(self).costs
        else:
            actions = scope.model.start.actions
            costs = {
                action.spot: action.cost for action in actions if isinstance(action, CostAction)
            }

        def cost(at: Site) -> Int:
            return b.by_site(at, lambda site: costs.get(start.spot(site, self.type), 0))

        if self.in_ is not None:
            return b.total(self.in_, cost)
        assert self.at is not None
        return of_site(self.at, lambda site: costs.get(start.spot(site, self.type), 0), b)


@frozen
class LineOfBoard(Region):
    """The sites of a row, a column, a layer or a phase."""

    facts = EFFECT
    type: SiteType | None
    index: Integer | None = None

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; as in Ludii the region is empty if its index is missing."""
        start, wanted = b.start(self), self.index
        if wanted is None:
            return b.fixed(self, lambda known: ())

        def line(index: int) -> Iterable[int]:
            assert self.variant is not None
            kind = start.kind(self.type)
            return of_board.line(start.board, self.variant, index, kind) if index >= 0 else ()

        def otherwise(at: Site) -> Bool:
            scope = b.playing(self)
            if not scope.model.plays_on(self.type):
                self.reject("lines of sites outside the play are valid, but cannot be compiled yet")
            count = len(scope.model.cells)
            lines = {int(site): index for index in range(count) for site in line(index)}
            return b.by_site(at, lambda site: lines.get(site, OFF)) == b.integer(wanted)

        return b.fixed(self, lambda known: line(known.evaluate(wanted)), otherwise)


@ludeme("sites", "Row")
class SitesRow(LineOfBoard):
    """The sites of a row, counted from 0 at the bottom; empty beyond the last row.

    Example: (sites Row 1)
    """


@ludeme("sites", "Column")
class SitesColumn(LineOfBoard):
    """The sites of a column, counted from 0 on the left; empty beyond the last column.

    Example: (sites Column 1)
    """


@ludeme("sites", "Layer", facts=EFFECT | reads("layer"))
class SitesLayer(LineOfBoard):
    """The sites of a layer, counted from 0 on the ground; empty beyond the last layer.

    Example: (sites Layer 1)
    """


@ludeme("sites", "Phase")
class SitesPhase(LineOfBoard):
    """The sites of a phase, counted from 0; with four phases no neighbours share a phase.

    Example: (sites Phase 1)
    """


@frozen
class Angle(Condition):
    """Two sites other than a third each meet a condition, as (site), and form a kind of angle.

    As in Ludii, only the heights of the two sites, in the order of their numbers, decide.
    """

    facts = EFFECT | reads("lying")
    #: The order of the heights of the second site and the first.
    rises: ClassVar[str]
    type: SiteType | None
    first: Condition
    second: Condition
    _: KW_ONLY
    at: Integer

    def meaning_in_play(self, b: Scope) -> Bool:
        if not b.model.plays_on(self.type):
            self.reject("angles of sites outside the play cannot be compiled yet")
        heights = [round(float(y), 6) for y in b.start(self).sites(self.type).points[:, 1]]
        ranks = {y: rank for rank, y in enumerate(sorted(set(heights)))}
        table = b.table("RANKS", [0] * b.model.span(b.kind)[0] + [ranks[y] for y in heights])
        at, has_angle = b.let(b.board_site(self.at)), b.variable("c", FALSE)
        row, sites = b.builder.row(), SpanOfSites(*b.board_span)
        for site in b.loop(sites):
            # The conditions that it meets: 1, 2 or 3 for both.
            b.set(row[site], 0)
            inner = b.binding(iterated=site)
            for bit, part in ((1, self.first), (2, self.second)):
                for _ in b.when(inner.condition(part)):
                    b.add(row[site], bit)
        with b.where(at != NONE):
            for one in b.loop(sites):
                with b.where(row[one] % 2 == 1):
                    for two in b.loop(sites):
                        level = wide(table[two]).compared(self.rises, wide(table[one]))
                        met = row[two] >= 2
                        with b.where(every(two > one, one != at, two != at, met, level)):
                            b.set(has_angle, TRUE)
        return has_angle


@ludeme("is", "Acute")
class IsAcute(Angle):
    """Two sites form an acute angle (below 90 degrees) with a third, computed as in Ludii.

    Example: (is Acute at:(last To) (is Occupied (site)) (is Empty (site)))
    """

    rises = "<"


@ludeme("is", "Right")
class IsRight(Angle):
    """Two sites form a right angle (90 degrees) with a third, computed as in Ludii.

    Example: (is Right at:(last To) (is Occupied (site)) (is Empty (site)))
    """

    rises = "=="


@ludeme("is", "Obtuse")
class IsObtuse(Angle):
    """Two sites form an obtuse angle (above 90 degrees) with a third, computed as in Ludii.

    Example: (is Obtuse at:(last To) (is Occupied (site)) (is Empty (site)))
    """

    rises = ">"


@ludeme("is", "Reflex")
class IsReflex(Angle):
    """Two sites form an angle above 180 degrees; Ludii's computation never yields one.

    Example: (is Reflex at:(last To) (is Occupied (site)) (is Empty (site)))
    """

    rises = ">"

    def meaning(self, b: Builder) -> Bool:
        return FALSE
