"""Incidence: cells, edges and vertices that meet, and edges that cross."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    NONE,
    TRUE,
    Bool,
    Builder,
    Condition,
    FixedRegion,
    InitialPosition,
    Int,
    Integer,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    frozen,
    lifted,
    ludeme,
    unknown,
    wide,
)
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.occupancy import is_of
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.region_algebra import Label, Labels, SiteLabel
from boardless.topo.layouts.regions import corners_of, crossing, incident

if TYPE_CHECKING:
    from boardless.jit.arrays import Ints


@ludeme("edge", facts=EFFECT)
def iterated_edge(node: Integer, b: Scope) -> Int:
    """The edge in question, bound only by (forAll Edge ...); -1 elsewhere.

    Example: (edge)
    """
    return Int.of(-1) if b.iterated is None else b.bound_integer("iterated", node)


@ludeme("sites", "Incident", facts=EFFECT)
class SitesIncident(FixedRegion):
    """The sites of a type, or only a role's, that meet a site: cells meet at edges, edges at ends.

    Example: (sites Incident Edge of:Cell at:(from))
    """

    type: SiteType
    role: Role | None = None
    _: KW_ONLY
    of: SiteType
    at: Integer
    owner: ThePlayer | None = None

    def is_few(self) -> bool:
        return True

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        """Return the sites of the type; before the first move no role owns any."""
        if self.role is not None or self.owner is not None:
            unknown(self)
        return incident(start.board, str(self.type), str(self.of), start.evaluate(self.at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        board, kind, of = b.start(self).board, str(self.type), str(self.of)
        lists = [incident(board, kind, of, index) for index in range(len(board.sites_of(of)))]
        if (self.role or self.owner) and kind not in b.model.types:
            # No pieces stand there.
            with b.where(FALSE):
                yield NONE
            return
        for at in _each_incident(self.at, lists, b, kind):
            test = TRUE
            if self.role is not None:
                test = is_of(self.role, S.what[at], S.who[at], b, self)
            elif self.owner is not None:
                test = S.who[at] == b.integer(self.owner.number)
            for _ in b.when(test):
                yield at


@ludeme("sites", "Crossing", facts=EFFECT)
class SitesCrossing(FixedRegion):
    """The edges of a role that cross an edge between its ends and theirs.

    Example: (sites Crossing at:(last To) All)
    """

    role: Role | ThePlayer
    _: KW_ONLY
    at: Integer

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        unknown(self)

    def own_loop(self, b: Scope) -> Iterator[Site]:
        board = b.start(self).board
        if board.use != "Edge":
            self.reject("expected a board that is played on its edges")
        lists = [crossing(board, index) for index in range(len(board))]
        for at in _each_incident(self.at, lists, b):
            with b.where(is_of(self.role, S.what[at], S.who[at], b, self)):
                yield at


@ludeme("is", "Crossing", facts=EFFECT)
def is_crossing(node: Condition, b: Scope, first: Integer, second: Integer) -> Bool:
    """Two edges cross between their ends.

    Example: (is Crossing (last To) 3)
    """
    board, crosses = b.start(node).board, b.variable("c", FALSE)
    other = b.let(b.integer(second), "edge") + b.model.hand_size + 1
    lists = [crossing(board, edge) for edge in range(len(board.sites_of("Edge")))]
    for at in _each_incident(first, lists, b):
        b.set_if(at == other, crosses, TRUE)
    return crosses


@ludeme("edge", facts=EFFECT)
def edge_between(node: Integer, b: Scope, first: Integer, second: Integer) -> Int:
    """The number of the edge between two vertices, or -1 without one.

    Example: (edge (from) (to))
    """
    board = b.start(node).board
    ends = [corners_of(board, "Edge", edge).tolist() for edge in board.sites_of("Edge")]
    lists = [incident(board, "Edge", "Vertex", at) for at in board.sites_of("Vertex")]
    met = [number for listed in lists for number in map(int, listed)]
    starts = [sum(map(len, lists[:number])) for number in range(len(lists) + 1)]
    one, other = b.let(b.integer(first)), b.let(b.integer(second))
    joining, start = b.variable("edge", -1), b.table("START", starts)
    sums, edges = b.table("ENDS", [sum(ends[number]) for number in met]), b.table("MET", met)
    with b.where((one >= 0) & (one < len(lists))):
        for n in b.numbers(wide(start[one + 1]), wide(start[one])):
            b.set_if(wide(sums[n]) == one + other, joining, wide(edges[n]))
    return joining


@ludeme("sites", "Cell", facts=GLOBAL)
def sites_of_cell(node: Region, b: Builder, cell: Integer | Label | None = None) -> SiteSet:
    """The vertices of a cell, or cells by their labels.

    Example: (sites Cell 4)
    """
    if cell is None:
        return b.fixed(node, lambda start: ())
    if isinstance(cell, SiteLabel):
        return b.fixed(node, lambda start: [labelled(cell.label, start, SiteType.CELL)])
    assert isinstance(cell, Integer)
    return _corners(node, cell, b)


@ludeme("sites", "Edge", facts=GLOBAL)
def sites_of_edge(node: Region, b: Builder, edge: Integer | None = None) -> SiteSet:
    """The two end vertices of an edge; as in Ludii the region is empty without an edge.

    Example: (sites Edge 4)
    """
    if edge is None:
        return b.fixed(node, lambda start: ())
    return _corners(node, edge, b)


@frozen
class SitesOfLabels(FixedRegion):
    """Sites of a type by their labels."""

    facts = EFFECT
    labels: Labels

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        kind = SiteType(str(self.variant))
        sites = (labelled(label, start, kind) for label in self.labels)
        return [site for site in sites if site >= 0]


@ludeme("sites", "Vertex")
class SitesOfVertices(SitesOfLabels):
    """Vertices by their labels.

    Example: (sites Vertex {"A1" "B1"})
    """


@ludeme("sites", "Cell")
class SitesOfCells(SitesOfLabels):
    """Cells by their labels.

    Example: (sites Cell {"A1" "B1"})
    """


@ludeme("sites", "Edge")
class SitesOfEdges(SitesOfLabels):
    """Edges by their labels; the region is empty because only other sites have labels.

    Example: (sites Edge {"A1" "B1"})
    """


def _corners(node: Region, of: Integer, b: Builder) -> SiteSet:
    """Return the vertices of a cell or an edge; the region is empty without one."""

    def corners(start: InitialPosition) -> Iterable[int]:
        kind, number = str(node.variant), start.evaluate(of)
        inside = number in start.board.sites_of(kind)
        return corners_of(start.board, kind, number) if inside else ()

    return b.fixed(node, corners)


def _each_incident(
    at: Integer, lists: list[Ints], b: Scope, kind: str | None = None
) -> Iterator[Site]:
    """Iterate over the sites of a type listed for a site."""
    first, _ = b.model.span(kind)
    start = b.table("START", [sum(map(len, lists[:number])) for number in range(len(lists) + 1)])
    table = b.table("MET", [first + int(site) for listed in lists for site in listed])
    number = b.variable("number", b.integer(at))
    with b.where((number >= 0) & (number < len(lists))):
        for n in b.numbers(wide(start[number + 1]), wide(start[number])):
            yield lifted(b.variable("x", wide(table[n])), Site)
