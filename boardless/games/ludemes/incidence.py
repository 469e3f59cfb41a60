"""Incidence: cells, edges and vertices that meet, and edges that cross."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import unknown
from boardless.games.compiler.constant_evaluation import are_fixed
from boardless.games.compiler.dispatch import each_of, integer, member
from boardless.games.compiler.regions import is_gone_through
from boardless.games.initial.evaluation import evaluate_integer, evaluate_region
from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import ludeme, ludemes_in
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.board_regions import in_order, sites_on_board
from boardless.games.ludemes.kinds import Integer, Region, Role, SiteType
from boardless.games.ludemes.occupancy import belongs
from boardless.games.ludemes.players import ThePlayer, one_player
from boardless.games.ludemes.region_algebra import Label, Labels, SiteLabel
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.regions import crossing, incident

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme
    from boardless.jit.arrays import Ints
    from boardless.topo.layouts.fixed_board import FixedBoard


@ludeme("sites", "Incident", example="(sites Incident Edge of:Cell at:(from))", facts=EFFECT)
class SitesIncident(Region):
    """The sites of a type, or a role's, that meet a site: cells across edges, edges at ends."""

    type: SiteType
    role: Role | None = None
    _: KW_ONLY
    of: SiteType
    at: Integer
    owner: ThePlayer | None = None

    def is_few(self) -> bool:
        """Tell that they are."""
        return True


@ludeme("sites", "Crossing", example="(sites Crossing at:(last To) All)", facts=EFFECT)
class SitesCrossing(Region):
    """The edges of a role that cross an edge between its ends and theirs."""

    role: Role
    _: KW_ONLY
    at: Integer


@ludeme("sites", "Cell", example="(sites Cell 4)", facts=GLOBAL)
class SitesOfCell(Region):
    """The vertices of a cell, or cells by their labels."""

    cell: Integer | Label


@ludeme("sites", "Edge", example="(sites Edge 4)", facts=GLOBAL)
class SitesOfEdge(Region):
    """The two ends of an edge."""

    edge: Integer


@ludeme("sites", "Vertex", example='(sites Vertex {"A1" "B1"})', facts=GLOBAL)
class SitesOfVertices(Region):
    """Vertices by their labels."""

    labels: Labels


def check_types(model: Model) -> None:
    """Reject pieces on a type of sites that is not played on, where such sites are asked for."""
    if not model.uses(SitesIncident):
        return
    for node in ludemes_in(model.game.rules):
        kind = getattr(node, node.facts.stands, None)
        fixed = "lying" in node.facts.reads and are_fixed(kind, model)
        if not (fixed or model.plays_on(kind)):
            node.reject(
                "pieces on sites of several types cannot be compiled yet: "
                f"on {kind} beside {model.layout_use}"
            )
    if not model.starts_by_chance:
        # What lies there at the start is checked where it is worked out.
        model.start_pieces  # noqa: B018


def _board(node: Ludeme, scope: Scope) -> FixedBoard:
    if scope.model.scene is None:
        node.reject("needs a board that is laid out")
    return scope.model.scene.board


@contextmanager
def _each_incident(at: Integer, lists: list[Ints], scope: Scope) -> Iterator[str]:
    """Open a loop over the sites listed for a site; yield each."""
    out, first = scope.out, scope.model.hand_size + 1
    starts = [sum(map(len, lists[:number])) for number in range(len(lists) + 1)]
    start = scope.constant("START", starts)
    table = scope.constant("MET", [first + int(site) for listed in lists for site in listed])
    n, met = out.name("n"), out.name("x")
    number = out.assign("number", integer(at, scope))
    with (
        out.block(f"if 0 <= {number} < {len(lists)}:"),
        out.block(f"for {n} in range(int64({start}[{number}]), int64({start}[{number} + 1])):"),
    ):
        out.add(f"{met} = int64({table}[{n}])")
        yield met


@each_of.register(SitesIncident)
@contextmanager
def _each_of_sites_incident(node: SitesIncident, scope: Scope) -> Iterator[str]:
    board, kind, of = _board(node, scope), str(node.type), str(node.of)
    lists = [incident(board, kind, of, index) for index in range(len(board.sites_of(of)))]
    owned = node.role is not None or node.owner is not None
    if owned and kind != board.use:
        node.reject(f"expected {board.use}, on which pieces stand, where a role is given")
    with _each_incident(node.at, lists, scope) as at:
        if not owned:
            yield at
            return
        if node.role is not None:
            test = belongs(node.role, f"s.what[{at}]", f"s.who[{at}]", scope, node)
        else:
            test = f"s.who[{at}] == {one_player(node.owner, node, scope)}"  # type: ignore[arg-type]
        with scope.out.block(f"if {test}:"):
            yield at


@each_of.register(SitesCrossing)
@contextmanager
def _each_of_sites_crossing(node: SitesCrossing, scope: Scope) -> Iterator[str]:
    board = _board(node, scope)
    if board.use != "Edge":
        node.reject("expected a board that is played on its edges")
    lists = [crossing(board, index) for index in range(len(board))]
    with _each_incident(node.at, lists, scope) as at:
        test = belongs(node.role, f"s.what[{at}]", f"s.who[{at}]", scope, node)
        with scope.out.block(f"if {test}:"):
            yield at


member.register(SitesIncident)(is_gone_through)
member.register(SitesCrossing)(is_gone_through)


@evaluate_region.register(SitesOfCell)
def _evaluate_sites_of_cell(node: SitesOfCell, scene: InitialPosition) -> tuple[int, ...]:
    if isinstance(node.cell, SiteLabel):
        site = labelled(node.cell.label, scene, SiteType.CELL)
        return (site,) if site >= 0 else ()
    assert isinstance(node.cell, Integer)
    return _corners("Cell", evaluate_integer(node.cell, scene), scene)


@evaluate_region.register(SitesOfEdge)
def _evaluate_sites_of_edge(node: SitesOfEdge, scene: InitialPosition) -> tuple[int, ...]:
    return _corners("Edge", evaluate_integer(node.edge, scene), scene)


def _corners(kind: str, number: int, scene: InitialPosition) -> tuple[int, ...]:
    if number not in scene.board.sites_of(kind):
        return ()
    return in_order(of_board.corners_of(scene.board, kind, number))


@evaluate_region.register(SitesOfVertices)
def _evaluate_sites_of_vertices(node: SitesOfVertices, scene: InitialPosition) -> tuple[int, ...]:
    return sites_on_board(labelled(label, scene, SiteType.VERTEX) for label in node.labels)


@evaluate_region.register(SitesIncident)
def _evaluate_sites_incident(node: SitesIncident, scene: InitialPosition) -> tuple[int, ...]:
    if node.role is not None or node.owner is not None:
        unknown(node)
    at = evaluate_integer(node.at, scene)
    return in_order(of_board.incident(scene.board, str(node.type), str(node.of), at))
